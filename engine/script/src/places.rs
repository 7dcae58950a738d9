//! Converts Rhai's positions to spans.

use assay_document::text::Span;
use rhai::Position;

use super::words::is_part;

/// Returns the span of the word or the character at a position of Rhai. Rhai counts lines by line feeds and columns by
/// characters, both up to 65,535.
pub(super) fn span(text: &str, position: Position) -> Span {
    let Some(line) = position.line() else { return Span::at(0) };
    let column = position.position().unwrap_or(1).max(1);
    let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let rest = &text[start..];
    let rest_of_line = rest.split('\n').next().unwrap_or(rest);
    let visible = rest_of_line.strip_suffix('\r').unwrap_or(rest_of_line);
    let at = visible.char_indices().nth(column - 1).map_or(visible.len(), |(at, _)| at);
    Span::of(start + at, start + at + width(&visible[at..]))
}

/// Returns the length of the word at the start of a string, or else of its first character.
fn width(text: &str) -> usize {
    let word = text.find(|c| !is_part(c)).unwrap_or(text.len());
    if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) }
}

#[cfg(test)]
mod tests {
    use rhai::Position;

    use super::span;

    #[test]
    fn lines_and_characters_become_bytes() {
        let text = "let \u{e4} = 1;\r\n  \u{6a21}\u{578b}(x)\n\nlast";
        for (line, column, expected) in [
            (1, 1, "let"),
            (1, 5, "\u{e4}"),
            (1, 7, "="),
            (1, 10, ";"),
            (1, 11, ""),
            (1, 99, ""),
            (2, 3, "\u{6a21}\u{578b}"),
            (2, 5, "("),
            (3, 1, ""),
            (4, 1, "last"),
            (4, 2, "ast"),
            (5, 1, ""),
        ] {
            assert_eq!(&text[span(text, Position::new(line, column)).range()], expected, "{line}:{column}");
        }
        assert_eq!(span(text, Position::NONE).start(), 0);
    }
}
