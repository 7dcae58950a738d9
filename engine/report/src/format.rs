//! The formats in which reports, traces and test results are written.

use assay_document::text::nearest;
use thiserror::Error;

use super::portions::{PortionWriter, Rendering, whole};
use super::{Report, Style, TestReport, Trace, github, html, json, jsonl, junit, markdown, sarif, text};

/// An output format: its `--format` name and its help text.
#[derive(Clone, Copy, Debug)]
pub struct OutputFormat<T: 'static = Report> {
    /// The name that selects the format.
    pub name: &'static str,
    /// The description in one sentence without a full stop.
    pub doc: &'static str,
    /// The file that holds a report in this format; `None` if the format is only printed.
    pub file: Option<ReportFile>,
    write: fn(Style) -> PortionWriter<T>,
}

/// A report as a file.
#[derive(Clone, Copy, Debug)]
pub struct ReportFile {
    /// The name of the format in the user interface, where a page offers the file.
    pub title: &'static str,
    /// The file extension, without the full stop.
    pub extension: &'static str,
    /// The MIME type.
    pub media_type: &'static str,
    /// Regular expressions for the beginning and the end of a report, valid for `regex` and for JavaScript. Only a file
    /// that matches both may be replaced by a new report.
    pub marks: [&'static str; 2],
}

const PLAIN: &str = "text/plain;charset=utf-8";

/// All formats of reports, the default first.
pub const FORMATS: &[OutputFormat] = &[
    OutputFormat {
        name: "text",
        doc: "for people: findings by file with their source lines, what was not checked, and a summary",
        file: Some(ReportFile {
            title: "text",
            extension: "txt",
            media_type: PLAIN,
            marks: [
                "^",
                concat!(
                    r"(?:^|\n) {2}rules {4}\S[^\n]*\n(?: {4,}[^\n]*\n)* {2}files {4}\S[^\n]*\n",
                    r"(?: {2}(?:gaps|time) {5}[^\n]*\n(?: {4,}[^\n]*\n)*)* {2}result {3}\S[^\n]*\n$"
                ),
            ],
        }),
        write: text::report,
    },
    OutputFormat {
        name: "json",
        doc: "for programs: the whole report, one finding per line",
        file: Some(ReportFile {
            title: "JSON",
            extension: "json",
            media_type: "application/json",
            marks: [r#"^\{\n {2}"version": \d+,\n {2}"(?:findings": \[|shard": \{"number":)"#, r"\n {2}\}\n\}\n$"],
        }),
        write: |_| json::report(),
    },
    OutputFormat {
        name: "jsonl",
        doc: "for programs that read line by line: like `json`, with one object per line",
        file: Some(ReportFile {
            title: "JSON lines",
            extension: "jsonl",
            media_type: PLAIN,
            marks: [
                r#"^\{"(?:finding|problem|warning|hint|rule|stats)":\{"#,
                r#"(?:^|\n)\{"summary":\{"errors":\d+,"warnings":[^\n]*\}\n$"#,
            ],
        }),
        write: |_| jsonl::report(),
    },
    OutputFormat {
        name: "sarif",
        doc: "for services that keep findings over time: SARIF 2.1.0",
        file: Some(ReportFile {
            title: "SARIF",
            extension: "sarif",
            media_type: "application/sarif+json",
            marks: [r#"^\{\s*"\$schema": "[^"]*sarif[\s\S]*"driver": \{ "name": "Assay","#, r"\}\n$"],
        }),
        write: |style| whole(style, |report, _| sarif::report(report)),
    },
    OutputFormat {
        name: "junit",
        doc: "for services that show tests: JUnit XML with one suite per rule",
        file: Some(ReportFile {
            title: "JUnit XML",
            extension: "junit.xml",
            media_type: "application/xml",
            marks: [r#"^<\?xml [^>]*>\s*<testsuites name="Assay: "#, r"</testsuites>\n$"],
        }),
        write: |style| whole(style, |report, style| junit::report(report, style.fail_on)),
    },
    OutputFormat {
        name: "github",
        doc: "for GitHub Actions: workflow commands, which mark the lines of a change",
        file: Some(ReportFile {
            title: "GitHub commands",
            extension: "github.txt",
            media_type: PLAIN,
            marks: ["^", r"(?:^|\n)rules: [^\n]+\nfiles: [^\n]+\n(?:gaps: [^\n]+\n)?result: [^\n]+\n$"],
        }),
        write: |style| whole(style, |report, _| github::report(report)),
    },
    OutputFormat {
        name: "html",
        doc: "for people: a page to search, sort and keep, in one file",
        file: Some(ReportFile {
            title: "HTML",
            extension: "html",
            media_type: "text/html;charset=utf-8",
            marks: [r"^<!doctype html>[\s\S]*<title>Assay", r"</html>\n$"],
        }),
        write: |style| whole(style, |report, _| html::report(report)),
    },
    OutputFormat {
        name: "markdown",
        doc: "for a comment on a change: the findings, most severe first",
        file: Some(ReportFile {
            title: "Markdown",
            extension: "md",
            media_type: "text/markdown;charset=utf-8",
            marks: [r"^## Assay: [^\n]*\n\n\| \| \|\n", r"\n$"],
        }),
        write: |style| whole(style, |report, _| markdown::report(report)),
    },
];

/// A type that can be written in several formats.
pub trait Shown: Sized + 'static {
    /// All formats of the type, the default first.
    const FORMATS: &'static [OutputFormat<Self>];
}

impl Shown for Report {
    const FORMATS: &'static [OutputFormat] = FORMATS;
}

impl Shown for Trace {
    const FORMATS: &'static [OutputFormat<Self>] = &[
        OutputFormat {
            name: "text",
            doc: "for people: each step with the result for each value",
            file: None,
            write: |style| whole(style, text::trace),
        },
        OutputFormat {
            name: "json",
            doc: "for programs: the whole trace, one value per line",
            file: None,
            write: |style| whole(style, |trace, _| json::trace(trace)),
        },
    ];
}

impl Shown for TestReport {
    const FORMATS: &'static [OutputFormat<Self>] = &[
        OutputFormat {
            name: "text",
            doc: "for people: each test that did not pass, with the differences",
            file: None,
            write: |style| whole(style, text::render_tests),
        },
        OutputFormat {
            name: "json",
            doc: "for programs: all results, one test per line",
            file: None,
            write: |style| whole(style, |report, _| json::write_tests(report)),
        },
    ];
}

/// The error for an unknown format name.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("unknown format `{name}`{}", suggestion(*.nearest, .known))]
pub struct UnknownFormat {
    /// The name that was given.
    pub name: String,
    /// The most similar known name, if one is similar enough.
    pub nearest: Option<&'static str>,
    /// All known names.
    pub known: Vec<&'static str>,
}

fn suggestion(nearest: Option<&str>, known: &[&str]) -> String {
    nearest.map_or_else(|| format!("; known formats: {}", known.join(", ")), |name| format!("; did you mean `{name}`?"))
}

impl<T: Shown> OutputFormat<T> {
    /// Returns the format with that name.
    ///
    /// # Errors
    /// Returns [`UnknownFormat`], with the most similar name, if no format has that name.
    pub fn named(name: &str) -> Result<&'static Self, UnknownFormat> {
        T::FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
            let known: Vec<_> = T::FORMATS.iter().map(|format| format.name).collect();
            UnknownFormat { name: name.to_owned(), nearest: nearest(name, known.iter().copied()), known }
        })
    }

    /// Renders a report, trace or test result in this format. Formats for programs use only the field `fail_on` of
    /// `style`.
    pub fn render(&self, value: &T, style: Style) -> String {
        let mut rendering = self.begin(style);
        let mut text = Vec::new();
        while let Some(portion) = rendering.next(value) {
            text.extend(portion);
        }
        // Every format writes valid UTF-8.
        String::from_utf8(text).unwrap_or_default()
    }

    /// Like [`Self::render`], but returns the output in portions, for hosts that write it piece by piece.
    pub fn begin(&self, style: Style) -> Rendering<T> {
        Rendering { writer: Some((self.write)(style)) }
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::{FORMATS, OutputFormat, Shown};
    use crate::fixture::everything;
    use crate::{Report, Style, TestReport, Trace};

    #[test]
    fn names_are_unique_and_documented() {
        fn listed<T: Shown>() -> Vec<(&'static str, &'static str)> {
            T::FORMATS.iter().map(|format| (format.name, format.doc)).collect()
        }
        for formats in [listed::<Report>(), listed::<Trace>(), listed::<TestReport>()] {
            for (at, (name, doc)) in formats.iter().enumerate() {
                assert!(formats[..at].iter().all(|(other, _)| other != name), "{name}");
                assert!(!doc.is_empty() && !doc.ends_with('.'), "{doc}");
            }
        }
    }

    #[test]
    fn every_report_has_the_marks_of_its_format_only() {
        for format in FORMATS {
            let text = format.render(&everything(), Style::default());
            let has = |mark: &&str| Regex::new(mark).unwrap().is_match(&text);
            let marked = FORMATS.iter().filter(|format| format.file.unwrap().marks.iter().all(has));
            let names: Vec<_> = marked.map(|format| format.name).collect();
            assert_eq!(names, [format.name]);
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_with_help() {
        for (name, message) in [
            ("jsn", "unknown format `jsn`; did you mean `json`?"),
            ("JSON", "unknown format `JSON`; did you mean `json`?"),
            ("word", "unknown format `word`; known formats: text, json, jsonl, sarif, junit, github, html, markdown"),
        ] {
            assert_eq!(OutputFormat::<Report>::named(name).unwrap_err().to_string(), message);
        }
        assert_eq!(OutputFormat::<Report>::named("text").unwrap().name, "text");
    }
}
