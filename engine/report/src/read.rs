//! Reads a report back from its JSON. The result equals the written report, so it can be converted to every other
//! format.

use std::io::{Read, Result as IoResult};

use thiserror::Error;

use super::{Report, shape};

/// The byte order mark, which identifies a file as UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// The path to the whole report.
const ROOT: &str = ".";
/// The words for a number that must not be negative.
const WHOLE: &str = "expected a whole number from 0";
/// The number of bytes of a report that are read at a time.
const PORTION: usize = 1 << 20;

/// The reason why a file cannot be read as a report.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum UnreadableReport {
    /// It is not JSON, or its end is missing.
    #[error("this is not JSON: {reason}")]
    Json {
        /// The sentence that describes the error.
        reason: String,
        /// The place of the error.
        place: ReadPlace,
    },
    /// A field is missing, or has a value that a report of this version cannot have.
    #[error("this is not a report of this version: {reason}")]
    Report {
        /// The sentence that describes the error.
        reason: String,
        /// The place of the error.
        place: ReadPlace,
    },
    /// The summary does not match the report. For example, a finding was deleted by hand.
    #[error("its `summary` does not match its findings, problems and rules")]
    Summary,
}

impl UnreadableReport {
    /// Returns the place of the error; `None` for an error that has no place.
    pub const fn place(&self) -> Option<ReadPlace> {
        match self {
            Self::Json { place, .. } | Self::Report { place, .. } => Some(*place),
            Self::Summary => None,
        }
    }
}

/// The place where reading stopped: up to one character after the error.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ReadPlace {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 units, from 1.
    pub column: u32,
}

impl Report {
    /// Reads the JSON that `--format json` writes.
    ///
    /// # Errors
    /// Returns [`UnreadableReport`] if the text is not a report, is incomplete, or was written by another version.
    pub fn from_json(text: &str) -> Result<Self, UnreadableReport> {
        Self::from_json_portions(&mut text.as_bytes().chunks(PORTION).map(<[u8]>::to_vec))
    }

    /// Like [`Report::from_json`], for UTF-8 text in portions. A long report is never in memory as a whole.
    ///
    /// # Errors
    /// Returns [`UnreadableReport`] if the text is not a report, is incomplete, or was written by another version.
    pub fn from_json_portions(portions: &mut dyn Iterator<Item = Vec<u8>>) -> Result<Self, UnreadableReport> {
        let mut reader = PortionReader::new(portions);
        let mut json = serde_json::Deserializer::from_reader(&mut reader);
        let read = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| (Some(error.path().to_string()), error.into_inner()));
        let read = read.and_then(|read| json.end().map(|()| read).map_err(|error| (None, error)));
        let read: shape::ReportShape<'_> = read.map_err(|(path, error)| reader.unreadable(path, &error))?;
        let written = read.summary;
        let report = Self::from(read);
        // A report that was shortened would look like one of a better run.
        if report.summary() == written { Ok(report) } else { Err(UnreadableReport::Summary) }
    }
}

/// Reads bytes that arrive in portions.
struct PortionReader<'p> {
    portions: &'p mut dyn Iterator<Item = Vec<u8>>,
    portion: Vec<u8>,
    /// The number of bytes of the current portion that have been read.
    read: usize,
    /// The current line, from 1.
    line: usize,
    /// The last line with characters outside of ASCII, and its number of bytes minus its number of UTF-16 units.
    wide: (usize, usize),
}

impl<'p> PortionReader<'p> {
    fn new(portions: &'p mut dyn Iterator<Item = Vec<u8>>) -> Self {
        let mut portion = Vec::new();
        // The mark may be split over several portions.
        while portion.len() < MARK.len() {
            let Some(more) = portions.next() else { break };
            portion.extend(more);
        }
        let read = if portion.starts_with(MARK) { MARK.len() } else { 0 };
        Self { portions, portion, read, line: 1, wide: (1, 0) }
    }

    /// Counts a byte, for the place of an error.
    const fn note(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
        } else if byte >= 0xc0 {
            let before = if self.wide.0 == self.line { self.wide.1 } else { 0 };
            // A lead byte of a character with two bytes and one unit, three bytes and one unit, or four bytes and two
            // units.
            self.wide = (self.line, before + if byte < 0xe0 { 1 } else { 2 });
        }
    }

    /// Returns an error with its place. `path` is the path to the field, such as `findings[0].line`.
    fn unreadable(&self, path: Option<String>, error: &serde_json::Error) -> UnreadableReport {
        let message = error.to_string();
        // The place at the end of serde's message is in bytes.
        let reason = message.rsplit_once(" at line ").map_or(&*message, |(reason, _)| reason);
        // serde names Rust types, which mean nothing to the reader of a report.
        let reason = reason.replace("expected u32", WHOLE).replace("expected u64", WHOLE);
        let reason = match path.filter(|path| path != ROOT) {
            _ if error.is_eof() => "the file ends before the report does".to_owned(),
            Some(path) if error.is_data() => format!("`{path}`: {reason}"),
            _ => reason,
        };
        // After the error only brackets and commas were read, so no later line has wide characters.
        let more = if self.wide.0 == error.line() { self.wide.1 } else { 0 };
        let narrow = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let column = narrow(error.column().saturating_sub(more).max(1));
        let place = ReadPlace { line: narrow(error.line()), column };
        if error.is_data() {
            UnreadableReport::Report { reason, place }
        } else {
            UnreadableReport::Json { reason, place }
        }
    }
}

impl Read for PortionReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        while self.read == self.portion.len() {
            let Some(portion) = self.portions.next() else { return Ok(0) };
            (self.portion, self.read) = (portion, 0);
        }
        let length = buffer.len().min(self.portion.len() - self.read);
        let (from, to) = (self.read, self.read + length);
        buffer[..length].copy_from_slice(&self.portion[from..to]);
        self.read = to;
        buffer[..length].iter().for_each(|byte| self.note(*byte));
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
