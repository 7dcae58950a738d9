//! A scalar of a rule file: its decoded text, and a mapping from offsets in that text to the file.

use std::ops::Range;

use assay_document::text::Span;

/// The style of a scalar. It determines how the text is decoded from the bytes of the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TextStyle {
    /// Without quotes; line breaks are folded.
    Plain,
    /// In single quotes, `''` for one; line breaks are folded.
    Single,
    /// In double quotes with escapes; line breaks are folded.
    Double,
    /// A YAML block (`|` or `>`), without its indentation.
    Block,
    /// A JSON string.
    Json,
}

/// A decoded string of a rule file, with its position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleScalar {
    /// The decoded text.
    pub text: String,
    /// The position in the file, including quotes. The span of a block is its lines, without the header.
    pub span: Span,
    style: TextStyle,
    /// The text before parameters were filled in; `None` if none were.
    template: Option<Box<Template>>,
}

/// A string in which parts have been replaced by the values of parameters.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Template {
    text: String,
    /// The range of each part in the filled text, and its range in `text`, in order.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl RuleScalar {
    /// Creates a string at `span`, written in `style`.
    pub fn new(text: impl Into<String>, span: Span, style: TextStyle) -> Self {
        Self { text: text.into(), span, style, template: None }
    }

    /// Returns the text with `parts` (bytes of it, in order) replaced. Places in a replaced part are those of the part
    /// as it was written.
    #[must_use]
    pub fn fill(&self, parts: &[(Range<usize>, String)]) -> Self {
        if parts.is_empty() {
            return self.clone();
        }
        let (mut text, mut places, mut done) = (String::new(), Vec::new(), 0);
        for (part, value) in parts {
            text.push_str(&self.text[done..part.start]);
            let start = text.len();
            text.push_str(value);
            places.push((start..text.len(), part.clone()));
            done = part.end;
        }
        text.push_str(&self.text[done..]);
        let template = Template { text: self.text.clone(), parts: places };
        Self { text, template: Some(Box::new(template)), ..self.clone() }
    }

    /// Returns true if the string has no quotes.
    pub fn is_plain(&self) -> bool {
        self.style == TextStyle::Plain
    }

    /// Returns true if the string is a block, in the lines below a `|` or `>`.
    pub fn is_block(&self) -> bool {
        self.style == TextStyle::Block
    }

    /// Returns `text` escaped for the quotes of this string; `None` if it has no quotes.
    pub fn in_quotes(&self, text: &str) -> Option<String> {
        match self.style {
            TextStyle::Single => Some(text.replace('\'', "''")),
            TextStyle::Double | TextStyle::Json => Some(escape_double_quoted(text)),
            TextStyle::Plain | TextStyle::Block => None,
        }
    }

    /// Converts `inner`, a range of the text, to a range in `file`, the text of the whole rule file.
    ///
    /// An empty range stays empty. If the range contains a part of an escape or fold, the result contains all of it.
    pub fn locate(&self, file: &str, inner: Span) -> Span {
        let inner = self.template.as_ref().map_or(inner, |template| template.part(inner));
        let raw = file.get(self.span.range()).unwrap_or("");
        let start = self.raw_range(raw, inner.start()).start;
        let end = if inner.is_empty() { start } else { self.raw_range(raw, inner.end() - 1).end };
        Span::of(start, end.max(start)).shifted(self.span.start())
    }

    /// Returns the bytes of `raw` that yielded the byte at `offset` of the text. The range is empty if there is no such
    /// byte.
    fn raw_range(&self, raw: &str, offset: u32) -> Range<usize> {
        // Only strings with problems need places, so the string is decoded again instead of storing the place of each
        // byte.
        let offset = offset as usize;
        if self.style == TextStyle::Block {
            let text = self.template.as_ref().map_or(&self.text, |template| &template.text);
            return block_range(raw, text, offset);
        }
        let quote = usize::from(self.style != TextStyle::Plain && raw.len() >= 2);
        let (mut start, end) = (quote, raw.len() - quote);
        let mut decoded = 0;
        while let Some(rest) = raw.get(start..end).filter(|rest| !rest.is_empty()) {
            let (length, yielded) = measure(self.style, rest);
            let next = (start + length).min(end);
            decoded += yielded;
            if decoded > offset {
                return start..next;
            }
            start = next;
        }
        start..start
    }
}

impl Template {
    /// Returns the bytes of the template that became the bytes `inner` of the filled text.
    fn part(&self, inner: Span) -> Span {
        Span::of(self.at(inner.range().start, false), self.at(inner.range().end, true))
    }

    /// Returns the place in the template of an offset in the filled text. In a replaced part it is the start of the
    /// part or, for the end of a range, its end.
    fn at(&self, offset: usize, is_end: bool) -> usize {
        let mut moved = offset;
        for (filled, written) in &self.parts {
            if if is_end { offset <= filled.start } else { offset < filled.start } {
                break;
            }
            if if is_end { offset <= filled.end } else { offset < filled.end } {
                return if is_end { written.end } else { written.start };
            }
            moved = written.end + offset - filled.end;
        }
        moved
    }
}

pub fn escape_double_quoted(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"")
}

/// Returns the length of the character, escape or fold at the start of `rest`, which is not empty, and the number of
/// bytes that it yields.
fn measure(style: TextStyle, rest: &str) -> (usize, usize) {
    let first = rest.chars().next().map_or(0, char::len_utf8);
    match (style, rest.as_bytes()) {
        (TextStyle::Single, [b'\'', b'\'', ..]) => (2, 1),
        (TextStyle::Double, [b'\\', b'\n' | b'\r', ..]) => {
            // A line break that follows a backslash is removed and leaves no space.
            let (length, breaks) = fold(&rest[1..]);
            (1 + length, breaks - 1)
        }
        (TextStyle::Double | TextStyle::Json, [b'\\', ..]) => escape(rest),
        (TextStyle::Json, _) => (first, first),
        (_, [b' ' | b'\t' | b'\n' | b'\r', ..]) => match fold(rest) {
            (_, 0) => (first, first),
            // A single line break is folded to a space; of several, all but the first are kept.
            (length, breaks) => (length, (breaks - 1).max(1)),
        },
        _ => (first, first),
    }
}

/// Returns the length of the white space at the start of `rest`, and the number of its line breaks.
fn fold(rest: &str) -> (usize, usize) {
    let white = rest.len() - rest.trim_start_matches(WHITE).len();
    (white, breaks(&rest[..white]))
}

fn breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .count()
}

/// Returns the length of the escape at the start of `rest`, and the number of bytes that it yields.
fn escape(rest: &str) -> (usize, usize) {
    let Some(kind) = rest[1..].chars().next() else { return (1, 0) };
    let hex = |digits: usize| rest.get(2..2 + digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let length = |code: u32| char::from_u32(code).map_or(3, char::len_utf8);
    match kind {
        // In JSON, a character outside the first plane is written as two escapes of four digits.
        'u' if hex(4).is_some_and(|code| (0xD800..0xDC00).contains(&code)) => (12, 4),
        'u' => (6, hex(4).map_or(0, length)),
        'x' => (4, hex(2).map_or(0, length)),
        'U' => (10, hex(8).map_or(0, length)),
        // U+0085 and U+00A0, and then U+2028 and U+2029, in UTF-8.
        'N' | '_' => (2, 2),
        'L' | 'P' => (2, 3),
        _ => (1 + kind.len_utf8(), if kind.is_ascii() { 1 } else { kind.len_utf8() }),
    }
}

/// Returns the bytes of a block's lines `raw` that yielded the byte at `offset` of its `text`.
///
/// Indentation and folding change only white space, so the other characters correspond one to one.
fn block_range(raw: &str, text: &str, offset: usize) -> Range<usize> {
    let mut inks = raw.char_indices().filter(|(_, c)| !WHITE.contains(c));
    let mut before = 0; // end of the last character before `offset` that is not white space, in `raw`
    let mut after = 0; // the same in `text`
    for (at, c) in text.char_indices().filter(|(_, c)| !WHITE.contains(c)) {
        let Some((start, ink)) = inks.next() else { break };
        let (end, next) = (start + ink.len_utf8(), at + c.len_utf8());
        if offset < at {
            return between(raw, before..start, &text[after..at], offset - after);
        }
        if offset < next {
            return start..end;
        }
        (before, after) = (end, next);
    }
    between(raw, before..raw.len(), &text[after..], offset.saturating_sub(after))
}

/// Returns the byte of the white space `gap` in `raw` that yielded the byte at `offset` of the white space `text`.
fn between(raw: &str, gap: Range<usize>, text: &str, offset: usize) -> Range<usize> {
    let white = &raw[gap.clone()];
    let at = match (white.find(['\n', '\r']), text.find('\n'), text.rfind('\n')) {
        // Spaces at the end of a line, or between two words of one.
        (None, _, _) => gap.start + offset,
        (_, Some(first), _) if offset < first => gap.start + offset,
        // Spaces at the start of a line, beyond its indentation.
        (_, _, Some(last)) if offset > last && gap.end < raw.len() => gap.end.saturating_sub(text.len() - offset),
        // A line break, folded or not.
        (Some(line_end), _, _) => gap.start + line_end,
    };
    let at = at.clamp(gap.start, gap.end);
    at..(at + 1).min(gap.end)
}

/// The characters that YAML counts as white space.
pub(super) const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];

#[cfg(test)]
mod tests {
    use assay_document::text::{LineIndex, Span};

    use super::super::{RuleDocument, RuleValue, WrittenNode};
    use super::RuleScalar;
    use crate::fields::lenience;

    /// Returns the text of the first entry of the first mapping in `file`.
    fn first(path: &str, file: &str) -> RuleScalar {
        let document = RuleDocument::read(path, file, lenience);
        assert_eq!(document.faults, [], "{file:?}");
        let Some(WrittenNode { value: RuleValue::Map(entries), .. }) = document.root else {
            panic!("no mapping in {file:?}")
        };
        entries[0].1.as_text().expect("a text")
    }

    /// Returns the line and column (in characters) of the first `part` in the text of the first entry of `file`.
    fn place(path: &str, file: &str, part: &str) -> (u32, u32, String) {
        let scalar = first(path, file);
        let at = scalar.text.find(part).unwrap_or_else(|| panic!("{part:?} in {:?}", scalar.text));
        let span = scalar.locate(file, Span::of(at, at + part.len()));
        let start = LineIndex::new(file).place(span.start());
        (start.line, start.char_column, file[span.range()].to_owned())
    }

    macro_rules! places {
        ($name:ident: $path:literal, $file:literal, $part:literal => $line:literal:$column:literal $raw:literal) => {
            #[test]
            fn $name() {
                assert_eq!(place($path, $file, $part), ($line, $column, $raw.to_owned()));
            }
        };
    }

    mod plain {
        use super::place;

        places!(on_one_line: "r.yaml", "a: one two\n", "two" => 1:8 "two");
        places!(after_a_comment: "r.yaml", "# x\na:   one # c\n", "ne" => 2:7 "ne");
        places!(after_wide_letters: "r.yaml", "a: \u{e9}\u{1f600} x\n", "x" => 1:7 "x");
        places!(a_wide_letter: "r.yaml", "a: x\u{1f600}y\n", "\u{1f600}" => 1:5 "\u{1f600}");
        places!(after_a_byte_order_mark: "r.yaml", "\u{feff}a: one two\n", "two" => 1:8 "two");
        places!(after_a_fold: "r.yaml", "a: one\n   two\n", "two" => 2:4 "two");
        places!(after_two_folds: "r.yaml", "a: one\r\n\r\n  two\r\n  three\r\n", "three" => 4:3 "three");
        places!(the_fold_itself: "r.yaml", "a: one\n   two\n", " " => 1:7 "\n   ");
        places!(after_tabs: "r.yaml", "a: one\ttwo\n", "two" => 1:8 "two");
        places!(after_a_leader: "r.yaml", "xpath: */A/B[\n", "B[" => 1:12 "B[");
        places!(after_a_brace: "r.yaml", "xpath: {file.path} x\n", "x" => 1:20 "x");
        places!(in_a_flow: "r.yaml", "{ a: one two, b: c }\n", "two" => 1:10 "two");
        places!(below_its_key: "r.yaml", "a:\n  one\n", "ne" => 2:4 "ne");
        places!(of_a_number: "r.yaml", "a:  123\n", "23" => 1:6 "23");
        places!(with_lone_returns: "r.yaml", "a: one\r  two\r", "two" => 2:3 "two");
    }

    mod single {
        use super::place;

        places!(on_one_line: "r.yaml", "a: 'one two'\n", "two" => 1:9 "two");
        places!(a_doubled_quote: "r.yaml", "a: 'o''k x'\n", "'" => 1:6 "''");
        places!(after_a_doubled_quote: "r.yaml", "a: 'o''k x'\n", "k" => 1:8 "k");
        places!(a_backslash_is_itself: "r.yaml", "a: 'o\\n x'\n", "n" => 1:7 "n");
        places!(after_a_fold: "r.yaml", "a: 'one\r\n   two'\r\n", "two" => 2:4 "two");
        places!(before_blanks: "r.yaml", "a: 'one  '  \n", "one  " => 1:5 "one  ");
        places!(as_a_key_with_blanks: "r.yaml", "'a'  : 'x y'\n", "y" => 1:11 "y");
    }

    mod double {
        use super::place;

        places!(on_one_line: "r.yaml", "a: \"one two\"\n", "two" => 1:9 "two");
        places!(after_a_short_escape: "r.yaml", "a: \"\\\\.xml x\"\n", ".xml" => 1:7 ".xml");
        places!(a_short_escape: "r.yaml", "a: \"x\\ty\"\n", "\t" => 1:6 "\\t");
        places!(after_a_code: "r.yaml", "a: \"\\u00e9\\x41\\U0001f600z\"\n", "z" => 1:25 "z");
        places!(a_code: "r.yaml", "a: \"x\\U0001f600z\"\n", "\u{1f600}" => 1:6 "\\U0001f600");
        places!(after_named_escapes: "r.yaml", "a: \"\\N\\_\\L\\P\\e\\0z\"\n", "z" => 1:17 "z");
        places!(after_a_fold: "r.yaml", "a: \"one  \n   two\"\n", "two" => 2:4 "two");
        places!(after_an_escaped_break: "r.yaml", "a: \"one \\\n   two\"\n", "two" => 2:4 "two");
        places!(after_two_escaped_breaks: "r.yaml", "a: \"one\\\n\n   two\"\n", "two" => 3:4 "two");
        places!(after_an_escaped_blank: "r.yaml", "a: \"one\\\n  \\ two\"\n", "two" => 2:5 "two");
        places!(over_several_lines: "r.yaml", "a: \"one\n  \n\n   two\"\n", "two" => 4:4 "two");
    }

    mod block {
        use super::place;

        places!(the_first_line: "r.yaml", "a: |\n  one\n  two\n", "one" => 2:3 "one");
        places!(a_further_line: "r.yaml", "a: |\n  one\n\n   two x\n", "x" => 4:8 "x");
        places!(a_further_indentation: "r.yaml", "a: |\n  one\n    two\n", "  two" => 3:3 "  two");
        places!(its_line_break: "r.yaml", "a: |\n  one\n  two\n", "\n" => 2:6 "\n");
        places!(its_last_break: "r.yaml", "a: |\n  one\n\n\n", "\n" => 2:6 "");
        places!(inner_blanks: "r.yaml", "a: |\n  one  two\n", "  two" => 2:6 "  two");
        places!(blanks_at_a_line_end: "r.yaml", "a: |\n  one  \n  two\n", "  \n" => 2:6 "  \n");
        places!(a_given_indentation: "r.yaml", "a: |2-\n    one\n  two\n", "one" => 2:5 "one");
        places!(with_returns: "r.yaml", "a: |\r\n  \u{e9}ne\r\n  two\r\n", "two" => 3:3 "two");
        places!(folded: "r.yaml", "a: >-\n  one\n  two\n\n  three\n", "three" => 5:3 "three");
        places!(the_fold_itself: "r.yaml", "a: >-\n  one\n  two\n", " " => 2:6 "\n");
        places!(folded_and_indented: "r.yaml", "a: >\n  one\n    two\n  three\n", "three" => 4:3 "three");
        places!(after_wide_letters: "r.yaml", "a: |\n  \u{1f600}\u{e9} x\n", "x" => 2:6 "x");
        places!(block_that_begins_with_a_break: "r.yaml", "a: |\n\n  one\n", "one" => 3:3 "one");
        places!(in_a_list: "r.yaml", "a: >\n  x\nb:\n- |\n y\n", "x" => 2:3 "x");
        places!(with_a_leader_inside: "r.yaml", "a: |\n  xpath: */A\n  filter: `x`\n", "`x`" => 3:11 "`x`");
    }

    mod json {
        use super::place;

        places!(on_one_line: "r.json", "{\"a\": \"one two\"}", "two" => 1:12 "two");
        places!(after_escapes: "r.json", "{\"a\": \"\\\"\\\\\\/\\b\\f\\n\\r\\tz\"}", "z" => 1:24 "z");
        places!(after_a_code: "r.json", "{\"a\": \"\\u00e9\\u20acz\"}", "z" => 1:20 "z");
        places!(a_pair_of_codes: "r.json", "{\"a\": \"x\\ud83d\\ude00z\"}", "\u{1f600}" => 1:9 "\\ud83d\\ude00");
        places!(after_a_pair_of_codes: "r.json", "{\"a\": \"\\ud83d\\ude00z\"}", "z" => 1:20 "z");
        places!(after_comments: "r.json", "// c\n{ /* \u{e9} */ \"a\": \"\u{e9}x\", }", "x" => 2:18 "x");
        places!(after_a_byte_order_mark: "r.json", "\u{feff}{\"a\":\r\n \"one\"}", "ne" => 2:4 "ne");
        places!(white_space_is_kept: "r.json", "{\"a\": \"one  two\"}", "two" => 1:13 "two");
    }

    #[test]
    fn an_empty_part_has_a_place() {
        for (path, file, offset, raw) in [
            ("r.yaml", "a: xy\n", 0, 3),
            ("r.yaml", "a: xy\n", 2, 5),
            ("r.yaml", "a: 'x''y'\n", 2, 7),
            ("r.yaml", "a: 'x''y'\n", 3, 8),
            ("r.yaml", "a: |\n  xy\n", 0, 7),
            ("r.yaml", "a: |\n  xy\n", 2, 9),
            ("r.yaml", "a: |\n  xy\n", 3, 9),
            ("r.json", "{\"a\": \"xy\"}", 2, 9),
        ] {
            let place = first(path, file).locate(file, Span::at(offset));
            assert_eq!(place, Span::at(raw), "{offset} in {file:?}");
        }
    }

    /// Every character of a decoded string is found in the file: as itself, or as an escape.
    #[test]
    fn every_character_is_located() {
        for file in [
            "a: \u{e9}t\u{e9} \u{1f600}\tb  c\n",
            "a: one\n  two\n\n\n  three \u{1f600}\n",
            "a: 'it''s  \u{e9}\n\n   x''''y'\n",
            "a: \"q\\\"q \\\\ \\u00e9 \\t.\\\n   \\  z \n  w\"\n",
            "a: |\n    one\n      two\n\n    \u{e9}\u{1f600}  three  \n\n",
            "a: >\n  one\n  two\n\n\n    code\n     more\n\n  end\n",
            "a: >+\r\n  one\r\n  two\r\n\r\n    code\r\n\r\n",
        ] {
            for file in [file.to_owned(), file.replace('\n', "\r\n").replace("\r\r", "\r"), file.replace('\n', "\r")] {
                let scalar = first("r.yaml", &file);
                for (at, letter) in scalar.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                    let place = scalar.locate(&file, Span::of(at, at + letter.len_utf8()));
                    let raw = &file[place.range()];
                    assert!(
                        raw.starts_with(letter) || raw.starts_with('\\') && raw.len() > 1,
                        "{letter:?} at {at} of {:?} is {raw:?} in {file:?}",
                        scalar.text
                    );
                }
            }
        }
    }
}
