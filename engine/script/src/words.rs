//! Splits a script into words without parsing it, leaving comments out.

use assay_document::text::Span;

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum ScriptToken<'t> {
    /// A name or a keyword.
    Word(&'t str, Span),
    /// The characters between two quotes, as written; the span includes the quotes.
    Quoted(&'t str, Span),
    /// Any other character.
    Mark(char, Span),
}

pub(super) const fn place(token: &ScriptToken<'_>) -> Span {
    match token {
        ScriptToken::Word(_, span) | ScriptToken::Quoted(_, span) | ScriptToken::Mark(_, span) => *span,
    }
}

/// Returns the tokens of a script. Code that is not valid Rhai also has tokens.
pub(super) fn tokens(text: &str) -> Vec<ScriptToken<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let length = comment(&text[at..]).unwrap_or_else(|| {
            let (token, length) = token(&text[at..], first, at);
            found.extend(token);
            length
        });
        at += length;
    }
    found
}

/// Returns the token at the start of `text`, and its length. `start` is the position of `text` in the script.
fn token(text: &str, first: char, start: usize) -> (Option<ScriptToken<'_>>, usize) {
    if is_part(first) {
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        return (Some(ScriptToken::Word(&text[..end], Span::of(start, start + end))), end);
    }
    if matches!(first, '"' | '\'' | '`') {
        let end = quoted_length(text, first);
        let inner = text[1..end].strip_suffix(first).unwrap_or(&text[1..end]);
        return (Some(ScriptToken::Quoted(inner, Span::of(start, start + end))), end);
    }
    let end = first.len_utf8();
    ((!first.is_whitespace()).then_some(ScriptToken::Mark(first, Span::of(start, start + end))), end)
}

/// Returns the length of the comment at the start of `text`.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let mut rest = text.strip_prefix("/*")?;
    let mut depth = 1;
    // Comments can be nested.
    while depth > 0 {
        let Some(at) = rest.find(['*', '/']) else { return Some(text.len()) };
        let (step, change) = match &rest.as_bytes()[at..] {
            [b'*', b'/', ..] => (2, -1),
            [b'/', b'*', ..] => (2, 1),
            _ => (1, 0),
        };
        depth += change;
        rest = &rest[at + step..];
    }
    Some(text.len() - rest.len())
}

/// Returns the length of the quoted string at the start of `text`.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        if at > 0 && c == quote && !escaped {
            return at + c.len_utf8();
        }
        // In backticks a backslash is not an escape.
        escaped = c == '\\' && !escaped && quote != '`';
    }
    text.len()
}

/// Returns true for a character of a name or a number.
pub(super) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::{ScriptToken, tokens};

    #[test]
    fn words_strings_and_symbols() {
        for (text, expected) in [
            ("import \"a\" as b;", &["import", "'a'", "as", "b", ";"][..]),
            ("x // import \"a\"\ny", &["x", "y"]),
            ("x /* a /* b */ \"c\" */ y /* open", &["x", "y"]),
            ("\"a \\\" b\" 'c' `d\\` e", &["'a \\\" b'", "'c'", "'d\\'", "e"]),
            ("\"open", &["'open'"]),
            ("res_store.\u{e9}t\u{e9}", &["res_store", ".", "\u{e9}t\u{e9}"]),
            ("'\u{6a21}'/x", &["'\u{6a21}'", "/", "x"]),
            ("", &[]),
        ] {
            let strings: Vec<String> = tokens(text)
                .iter()
                .map(|token| match token {
                    ScriptToken::Word(word, span) => {
                        assert_eq!(&text[span.range()], *word);
                        (*word).to_owned()
                    }
                    ScriptToken::Quoted(inner, span) => {
                        assert!(text[span.range()].contains(inner));
                        format!("'{inner}'")
                    }
                    ScriptToken::Mark(mark, span) => text[span.range()].chars().filter(|c| c == mark).collect(),
                })
                .collect();
            assert_eq!(strings, expected, "{text}");
        }
    }
}
