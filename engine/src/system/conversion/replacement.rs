//! From the path of a built file to its source: every place of a pattern is replaced.

use crate::text::{BacktrackLimit, Fault, Groups, Pace, Pattern, Span, Steps};

/// A pattern and what stands in its place.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pattern: Pattern,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Part {
    Text(String),
    /// What a group of the pattern found; 0 is the whole.
    Group(usize),
}

/// A path is short: no search in it is ever ended for its length.
const PACE: Pace<'static> = Pace { at_once: usize::MAX, go_on: &|| true, steps: Steps::PER_TEXT };

impl Replacement {
    /// A replacement by `format`, in which `$1`, `${1}` and `\1` stand for groups, `$&` for all that was found and `$$`
    /// for a dollar sign.
    ///
    /// # Errors
    /// A group that the pattern does not have, or what looks like one and is none, at its place in `format`; a pattern that
    /// is too large with its groups.
    pub fn new(pattern: Pattern, format: &str) -> Result<Self, Fault> {
        if pattern.captures("", &PACE).is_err() {
            return Err(Fault::new(
                "pattern-too-large",
                "the `sourcePattern` is too large with its groups",
                Span::at(0),
            ));
        }
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = format;
        while let Some(at) = rest.find(['$', '\\']) {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let (part, length) = part(rest);
            if let Part::Group(group) = part
                && group > pattern.groups()
            {
                let start = format.len() - rest.len();
                let written = &rest[..length];
                let message = format!("`{written}` is no group of the `sourcePattern`, which has {}", pattern.groups());
                return Err(Fault::new("conversion-no-group", message, Span::of(start, start + length)).help(HELP));
            }
            match part {
                Part::Text(more) => text.push_str(&more),
                Part::Group(_) => {
                    if !text.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    parts.push(part);
                }
            }
            rest = &rest[length..];
        }
        text.push_str(rest);
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Self { pattern, parts })
    }

    /// What is replaced.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The path with each place of the pattern replaced; `None` when there is none.
    ///
    /// # Errors
    /// The pattern hit its limit on the path.
    pub fn apply(&self, path: &str) -> Result<Option<String>, BacktrackLimit> {
        let mut made = String::new();
        let mut done = None;
        self.pattern.each(path, &PACE, |groups| {
            let found = groups.span().range();
            made.push_str(&path[done.unwrap_or(0)..found.start]);
            self.parts.iter().for_each(|part| made.push_str(part.of(groups)));
            done = Some(found.end);
            true
        })?;
        Ok(done.map(|done| made + &path[done..]))
    }
}

impl Part {
    fn of<'p>(&'p self, groups: &Groups<'p>) -> &'p str {
        match self {
            Self::Text(text) => text,
            Self::Group(group) => groups.get(*group).unwrap_or_default(),
        }
    }
}

/// What to write where groups are meant, and where not.
const HELP: &str = "groups are what stands in round brackets, counted from 1, as in `$1`; for a dollar sign write `$$`; no \
                    path holds a backslash";

/// What stands at the start of `format`, which begins with `$` or `\`, and how many bytes it is. What looks as if it stood for
/// something and does not is a group that no pattern has.
fn part(format: &str) -> (Part, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let number = |text: &str| text.parse().map_or(Part::Group(usize::MAX), Part::Group);
    if let Some(name) = format.strip_prefix("${") {
        let end = name.find('}').unwrap_or(name.len());
        return (number(&name[..end]), (end + 3).min(format.len()));
    }
    // As in Perl, two digits at most: `$100` is group 10 with a 0 behind it.
    let count = digits(&format[1..]).min(2);
    if count > 0 {
        return (number(&format[1..=count]), count + 1);
    }
    let next = format[1..].chars().next();
    match (format.as_bytes()[0], next) {
        (b'$', Some('&')) => (Part::Group(0), 2),
        (b'$', Some('$')) => (Part::Text("$".to_owned()), 2),
        (b'$', next) if !next.is_some_and(|c| c.is_alphabetic() || "_`'".contains(c)) => {
            (Part::Text("$".to_owned()), 1)
        }
        _ => (Part::Group(usize::MAX), 1 + next.map_or(0, char::len_utf8)),
    }
}
