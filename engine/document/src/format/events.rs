//! Prints the calls of a sink, for the tables in the tests of the readers.

use std::borrow::Cow;

use super::{Scalar, Sink, Tag};
use crate::text::{Fault, Span};

/// A sink that lists the calls of a reader, one on each line:
///
/// ```text
/// open p:a 0..5      attr n="v" 7..8      text "x" 10..11      close 15
/// open - 0..1        number 5 6..7        quoted "x" 8..11     null 4..8
/// ```
///
/// `text~`, `attr~` and `made~` are values that differ from the text of the document.
pub(crate) struct Events {
    lines: Vec<String>,
}

/// Returns the calls that `read` makes. The last line is the fault, if there is one.
pub(crate) fn of<T>(read: impl FnOnce(&mut Events) -> Result<T, Fault>) -> Vec<String> {
    let mut events = Events { lines: Vec::new() };
    if let Err(fault) = read(&mut events) {
        events.lines.push(format!("{} {}", fault.code, range(fault.span)));
    }
    events.lines
}

/// Like [`of`], on one line and without places: `a(n="v" "x" b())`. A root without a name is `-()`.
pub(crate) fn outline<T>(read: impl FnOnce(&mut Events) -> Result<T, Fault>) -> String {
    let mut line = String::new();
    for event in of(read) {
        let (word, rest) = event.split_once(' ').unwrap_or((&event, ""));
        let value = rest.rsplit_once(' ').map_or(rest, |(value, _)| value);
        if word == "close" {
            line.push(')');
            continue;
        }
        if !line.is_empty() && !line.ends_with('(') {
            line.push(' ');
        }
        match word {
            "open" => line.extend([value, "("]),
            "null" | "true" | "false" => line.push_str(word),
            _ if rest.contains(' ') => line.push_str(value),
            fault => line.push_str(fault),
        }
    }
    line
}

fn range(span: Span) -> String {
    format!("{}..{}", span.start(), span.end())
}

fn mark(made: bool) -> &'static str {
    if made { "~" } else { "" }
}

impl Sink for Events {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        self.lines.push(format!("open {} {}", tag.map_or("-", |tag| tag.full), range(span)));
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        self.lines.push(format!(
            "attr{} {}={value:?} {}",
            mark(matches!(value, Cow::Owned(_))),
            name.full,
            range(span)
        ));
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        self.lines.push(format!("text{} {text:?} {}", mark(matches!(text, Cow::Owned(_))), range(span)));
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        let line = match scalar {
            Scalar::Null => "null".to_owned(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Number(Cow::Borrowed(text)) => format!("number {text}"),
            Scalar::Number(text) => format!("made~ {text}"),
            Scalar::Text(text) => format!("text{} {text:?}", mark(matches!(text, Cow::Owned(_)))),
        };
        self.lines.push(format!("{line} {}", range(span)));
    }

    fn close(&mut self, end: u32) {
        self.lines.push(format!("close {end}"));
    }
}
