//! Replacement templates of `replace_all`, in the syntax of Python's `re.sub`.

use assay_document::text::{Groups, Pattern};

use crate::complaint::{Complaint, Outcome};

/// A replacement: strings and references to groups.
pub(super) struct ReplaceTemplate<'t> {
    parts: Vec<TemplatePart<'t>>,
}

enum TemplatePart<'t> {
    Text(&'t str),
    Group(usize),
}

/// Escape sequences for characters.
const ESCAPES: [(char, &str); 7] =
    [('\\', "\\"), ('n', "\n"), ('r', "\r"), ('t', "\t"), ('f', "\u{c}"), ('v', "\u{b}"), ('a', "\u{7}")];

impl<'t> ReplaceTemplate<'t> {
    /// Reads a replacement: `\1` and `\g<1>` are groups by number, `\g<name>` by name, `\\` is a backslash.
    pub fn parse(text: &'t str, pattern: &Pattern) -> Outcome<Self> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            parts.push(TemplatePart::Text(&rest[..at]));
            let (part, after) = escape(&rest[at + 1..], pattern).ok_or_else(|| unknown_escape(&rest[at..]))?;
            parts.push(part);
            rest = after;
        }
        parts.push(TemplatePart::Text(rest));
        Ok(Self { parts })
    }

    /// Writes the replacement of one match. A group without a match is empty.
    pub fn write(&self, groups: &Groups<'_>, out: &mut String) {
        for part in &self.parts {
            out.push_str(match part {
                TemplatePart::Text(text) => text,
                TemplatePart::Group(group) => groups.get(*group).unwrap_or_default(),
            });
        }
    }
}

/// Parses the escape sequence after a backslash. Returns it with the text that follows it; `None` if it is unknown.
fn escape<'t>(text: &'t str, pattern: &Pattern) -> Option<(TemplatePart<'t>, &'t str)> {
    if let Some(name) = text.strip_prefix("g<") {
        let (name, rest) = name.split_once('>')?;
        let group = name.parse().ok().or_else(|| pattern.group(name))?;
        return Some((TemplatePart::Group(group), rest));
    }
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    if digits > 0 && !text.starts_with('0') {
        return Some((TemplatePart::Group(text[..digits].parse().ok()?), &text[digits..]));
    }
    let (escaped, replacement) = ESCAPES.iter().find(|(escaped, _)| text.starts_with(*escaped))?;
    Some((TemplatePart::Text(replacement), &text[escaped.len_utf8()..]))
}

fn unknown_escape(escape: &str) -> Box<rhai::EvalAltResult> {
    let group = escape.strip_prefix("\\g<").and_then(|rest| rest.split_once('>'));
    let shown = group.map_or_else(|| escape.chars().take(2).collect(), |(name, _)| format!("\\g<{name}>"));
    Complaint::raise(
        format!("`{shown}` is not valid in a replacement"),
        "write `\\\\` for a backslash, `\\1` or `\\g<name>` for a group",
    )
}
