//! The formats a report can be had in.

use thiserror::Error;

use super::{Report, Style, json, text};
use crate::text::nearest;

/// One format of reports: `--format` reads its name, help and docs its sentence.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is, in one sentence without a full stop.
    pub doc: &'static str,
    write: fn(&Report, Style) -> String,
}

/// All formats, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        doc: "for people: findings by file with the line they stand on, what was not checked, a summary",
        write: text::report,
    },
    Format {
        name: "json",
        doc: "for programs: the whole report, one finding a line",
        write: |report, _| json::report(report),
    },
];

/// There is no format of that name.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("no report format is called `{name}`{}", suggestion(*.nearest))]
pub struct UnknownFormat {
    /// What was asked for.
    pub name: String,
    /// The format that was probably meant.
    pub nearest: Option<&'static str>,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || format!("; there are {}", FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")),
        |name| format!("; did you mean `{name}`?"),
    )
}

impl Format {
    /// The format of that name.
    ///
    /// # Errors
    /// [`UnknownFormat`] when there is none; it names the nearest one.
    pub fn named(name: &str) -> Result<&'static Self, UnknownFormat> {
        FORMATS.iter().find(|format| format.name == name).ok_or_else(|| UnknownFormat {
            name: name.to_owned(),
            nearest: nearest(name, FORMATS.iter().map(|format| format.name)),
        })
    }

    /// The report in this format. Formats for programs do not look at `style`.
    #[must_use]
    pub fn render(&self, report: &Report, style: Style) -> String {
        (self.write)(report, style)
    }
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, Format};

    #[test]
    fn names_are_unique_and_documented() {
        for (at, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..at].iter().all(|other| other.name != format.name), "{}", format.name);
            assert!(!format.doc.is_empty() && !format.doc.ends_with('.'), "{}", format.doc);
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_that_helps() {
        for (name, message) in [
            ("jsn", "no report format is called `jsn`; did you mean `json`?"),
            ("JSON", "no report format is called `JSON`; did you mean `json`?"),
            ("word", "no report format is called `word`; there are text, json"),
        ] {
            assert_eq!(Format::named(name).unwrap_err().to_string(), message);
        }
        assert_eq!(Format::named("text").unwrap().name, "text");
    }
}
