//! Makes the path of the source from the path of a built file by replacing the first match of a pattern.

use assay_document::text::{BacktrackLimit, Fault, IssueCode, Pattern, SearchBudget, Span, Steps, counted};

/// The value of a `sourceFormat`: the alternatives that may replace the match of the pattern, in their order.
#[derive(Clone, Debug)]
pub(super) struct SourceFormat {
    alternatives: Vec<Vec<ReplacementPart>>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum ReplacementPart {
    Text(String),
    /// The text that a group of the pattern matched; group 0 is the whole match.
    Group {
        number: usize,
        at: Span,
    },
}

/// The limits of a search. A path is short, so no search is stopped because of its length.
const PACE: SearchBudget<'static> = SearchBudget { at_once: usize::MAX, go_on: &|| true, steps: Steps::PER_TEXT };

/// The character between two alternatives of a `sourceFormat`.
const ALTERNATIVE: char = '|';

impl SourceFormat {
    /// Parses a format, in which `$1`, `${1}` and `\1` stand for groups, `$&` for the whole match, `$$` for a dollar
    /// sign, and `|` separates alternatives.
    ///
    /// # Errors
    /// Fails if something looks like a group but is not valid. The fault has its place in `format`.
    pub fn parse(format: &str) -> Result<Self, Fault> {
        let mut start = 0;
        let mut alternatives = Vec::new();
        for alternative in format.split(ALTERNATIVE) {
            alternatives.push(parts(alternative, start)?);
            start += alternative.len() + ALTERNATIVE.len_utf8();
        }
        Ok(Self { alternatives })
    }

    /// Checks that the pattern has all groups that the format names.
    ///
    /// # Errors
    /// Fails if the pattern does not have a group. The fault has its place in the format.
    pub fn fits(&self, pattern: &Pattern) -> Result<(), Fault> {
        for part in self.alternatives.iter().flatten() {
            if let ReplacementPart::Group { number, at } = part
                && *number > pattern.groups()
            {
                let groups = counted(pattern.groups(), "group", "groups");
                let message = format!("group {number} does not exist: the `sourcePattern` has {groups}");
                return Err(Fault::new(IssueCode::ConversionNoGroup, message, *at).help(HELP));
            }
        }
        Ok(())
    }

    /// Returns the path that each alternative makes of `path`, in order; no paths if the pattern does not match.
    ///
    /// # Errors
    /// Fails if the pattern hits its limit on the path.
    pub fn apply(&self, pattern: &Pattern, path: &str) -> Result<Vec<String>, BacktrackLimit> {
        let mut made = Vec::new();
        pattern.for_each_match(path, &PACE, |groups| {
            let found = groups.span().range();
            for parts in &self.alternatives {
                let mut source = path[..found.start].to_owned();
                for part in parts {
                    source.push_str(match part {
                        ReplacementPart::Text(text) => text,
                        ReplacementPart::Group { number, .. } => groups.get(*number).unwrap_or_default(),
                    });
                }
                made.push(source + &path[found.end..]);
            }
            false
        })?;
        Ok(made)
    }
}

/// Returns true if the pattern, with its groups, is small enough to be searched for.
pub(super) fn is_searchable(pattern: &Pattern) -> bool {
    pattern.captures("", &PACE).is_ok()
}

/// Parses one alternative, which begins at the byte `start` of the format.
fn parts(alternative: &str, start: usize) -> Result<Vec<ReplacementPart>, Fault> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = alternative;
    while let Some(at) = rest.find(['$', '\\']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (written, length) = written_group(rest);
        let from = start + alternative.len() - rest.len();
        let at = Span::of(from, from + length);
        match written {
            ReplacedText::Text(more) => text.push_str(more),
            ReplacedText::Group(number) => {
                if !text.is_empty() {
                    parts.push(ReplacementPart::Text(std::mem::take(&mut text)));
                }
                parts.push(ReplacementPart::Group { number, at });
            }
            ReplacedText::Unknown => {
                let message = format!("`{}` is not a group", &rest[..length]);
                return Err(Fault::new(IssueCode::ConversionNoGroup, message, at).help(HELP));
            }
        }
        rest = &rest[length..];
    }
    text.push_str(rest);
    if !text.is_empty() {
        parts.push(ReplacementPart::Text(text));
    }
    Ok(parts)
}

/// The help about groups and the character `$`.
const HELP: &str = "groups are the parts of the pattern in parentheses, counted from 1, as in `$1`; write `$$` for the \
                    character `$`; a path never contains a backslash";

/// The meaning of a `$` or `\`.
enum ReplacedText {
    Text(&'static str),
    Group(usize),
    /// It looks like a group but does not name one.
    Unknown,
}

/// Reads the `$` or `\` at the start of `format`, and returns the number of bytes that belong to it.
fn written_group(format: &str) -> (ReplacedText, usize) {
    let number = |text: &str| text.parse().map_or(ReplacedText::Unknown, ReplacedText::Group);
    if let Some(name) = format.strip_prefix("${") {
        let end = name.find('}').unwrap_or(name.len());
        return (number(&name[..end]), (end + 3).min(format.len()));
    }
    // Groups have at most two digits, as in Perl: `$100` is group 10 followed by a 0.
    let count = format[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
    if count > 0 {
        return (number(&format[1..=count]), count + 1);
    }
    let next = format[1..].chars().next();
    match (format.as_bytes()[0], next) {
        (b'$', Some('&')) => (ReplacedText::Group(0), 2),
        (b'$', Some('$')) => (ReplacedText::Text("$"), 2),
        (b'$', next) if !next.is_some_and(|c| c.is_alphabetic() || "_`'".contains(c)) => (ReplacedText::Text("$"), 1),
        _ => (ReplacedText::Unknown, 1 + next.map_or(0, char::len_utf8)),
    }
}
