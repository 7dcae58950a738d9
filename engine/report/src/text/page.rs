//! The page on which a text report is written: lines, optionally in colour.

use crate::Severity;
use crate::wording::without_commands;

/// Columns before the text: two spaces, a label of at most seven letters, two spaces; or a line number and its bar.
pub(super) const MARGIN: usize = 11;

/// The options for the layout of a report.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Style {
    /// True to write colours; the text is the same without them.
    pub color: bool,
    /// The number of columns to which source lines and values are cut.
    pub width: usize,
    /// True to show all findings of one rule in one document, not only the first ones.
    pub all: bool,
    /// The lowest severity that fails a run. Formats for test services report such findings as failures.
    pub fail_on: Severity,
}

/// The defaults for a pipe: no colour, 100 columns, long lists cut; only errors fail.
impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: 100, all: false, fail_on: Severity::Error }
    }
}

/// The role of a piece of text, which determines its colour.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Ink {
    /// No particular role.
    Plain,
    /// Text to be read first: a message.
    Strong,
    /// The path of a file.
    Place,
    /// Text in the background: line numbers, names of rules, notes.
    Faint,
    /// A good result.
    Good,
    /// Something could not be used, or a finding of severity `error`.
    Bad,
    /// Something that should be looked at.
    Doubtful,
    /// Something for information.
    Notable,
}

impl Ink {
    /// Returns the parameters of the escape sequence (ECMA-48, SGR): one of the 16 colours that every theme sets.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Place => "36",
            Self::Faint => "2",
            Self::Good => "1;32",
            Self::Bad => "1;31",
            Self::Doubtful => "1;33",
            Self::Notable => "1;34",
        }
    }
}

impl From<Severity> for Ink {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Bad,
            Severity::Warning => Self::Doubtful,
            Severity::Info | Severity::Hint => Self::Notable,
        }
    }
}

/// A page that is being written.
pub(super) struct Page {
    text: String,
    /// True if the text that was taken so far ends in a blank line; `None` if nothing was taken.
    // A page is taken document by document, but a blank line between two documents depends on both.
    taken: Option<bool>,
    pub(super) style: Style,
}

impl Page {
    pub(super) const fn new(style: Style) -> Self {
        Self { text: String::new(), taken: None, style }
    }

    /// Returns the lines that were written since the last call, with commands of CI services escaped.
    pub(super) fn take(&mut self) -> String {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.taken = Some(ends_in_blank_line(&text));
        }
        without_commands(text)
    }

    /// Writes `text` on the current line.
    pub(super) fn put(&mut self, ink: Ink, text: &str) -> &mut Self {
        if self.style.color && !ink.code().is_empty() && !text.is_empty() {
            self.text.extend(["\x1b[", ink.code(), "m", text, "\x1b[0m"]);
        } else {
            self.text.push_str(text);
        }
        self
    }

    /// Writes `text` on the current line without colour.
    pub(super) fn plain(&mut self, text: &str) -> &mut Self {
        self.put(Ink::Plain, text)
    }

    /// Begins a line with its label; the following text is in the text column.
    pub(super) fn label(&mut self, ink: Ink, label: &str) -> &mut Self {
        self.plain("  ").put(ink, label).plain(&" ".repeat(MARGIN.saturating_sub(label.chars().count() + 2)))
    }

    pub(super) fn end(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
    }

    /// Leaves a blank line after the preceding text, if there is any.
    pub(super) fn gap(&mut self) {
        let has_gap = if self.text.is_empty() { self.taken } else { Some(ends_in_blank_line(&self.text)) };
        if has_gap == Some(false) {
            self.text.push('\n');
        }
    }
}

fn ends_in_blank_line(text: &str) -> bool {
    text.ends_with("\n\n")
}
