//! A report read back from JSON that comes in portions: its findings one by one, as of a long one no text is in memory as a whole.

use super::{UnreadableReport, finding, in_object, report};
use crate::report::{Findings, Report};
use crate::text::Place;

/// A report that is being read in portions.
pub struct ReportReading {
    /// All of the text but what stands between the brackets of `findings`.
    rest: Vec<u8>,
    /// Where in it these are, once they have come, and how far the text is behind it there.
    cut: Option<(usize, TextPosition)>,
    findings: Findings,
    number: usize,
    /// The finding at hand, and where it begins.
    element: Vec<u8>,
    begin: TextPosition,
    /// How far the text has come.
    at: TextPosition,
    state: ReadingState,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// The text at hand on the first level, quotes included, and the last one that ended.
    name: Vec<u8>,
}

/// A place of the text: line and column in UTF-16 units, from 0.
#[derive(Clone, Copy, Debug, Default)]
struct TextPosition {
    line: u32,
    column: u32,
}

/// The part of the report that comes next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ReadingState {
    /// The text in front of the findings, or after them.
    Rest,
    /// A finding, a comma, or the end of the list.
    List,
    /// The rest of a finding.
    Element,
}

impl TextPosition {
    const fn pass(&mut self, byte: u8) {
        match byte {
            b'\n' => *self = Self { line: self.line + 1, column: 0 },
            // The first byte of a character of two units.
            0xf0.. => self.column += 2,
            byte if byte & 0xc0 != 0x80 => self.column += 1,
            _ => {}
        }
    }

    /// Converts a place in a finding to a place in the whole text, where the finding begins at `begin`.
    const fn seen_from(place: Place, begin: Self) -> Place {
        let column = if place.line == 1 { place.column + begin.column } else { place.column };
        Place { line: place.line + begin.line, column, ..place }
    }
}

impl Default for ReportReading {
    fn default() -> Self {
        Self {
            rest: Vec::new(),
            cut: None,
            findings: Findings::default(),
            number: 0,
            element: Vec::new(),
            begin: TextPosition::default(),
            at: TextPosition::default(),
            state: ReadingState::Rest,
            depth: 0,
            in_string: false,
            is_escaped: false,
            name: Vec::new(),
        }
    }
}

impl ReportReading {
    /// Reads the next portion of the text.
    ///
    /// # Errors
    /// [`UnreadableReport`] if an element of `findings` is not a finding.
    pub fn add(&mut self, portion: &[u8]) -> Result<(), UnreadableReport> {
        for &byte in portion {
            self.take(byte)?;
            self.at.pass(byte);
        }
        Ok(())
    }

    fn take(&mut self, byte: u8) -> Result<(), UnreadableReport> {
        match self.state {
            ReadingState::Rest => {
                self.rest.push(byte);
                let is_on_top = self.depth == 1;
                if is_on_top && self.in_string {
                    self.name.push(byte);
                } else if is_on_top && byte == b'"' {
                    self.name.clear();
                }
                if self.cut.is_none() && is_on_top && !self.in_string && byte == b'[' && self.name == b"findings\"" {
                    self.state = ReadingState::List;
                }
                self.follow(byte);
            }
            ReadingState::List => match byte {
                b' ' | b'\n' | b'\r' | b'\t' | b',' => {}
                b']' => {
                    self.state = ReadingState::Rest;
                    self.cut = Some((self.rest.len(), self.at));
                    self.rest.push(byte);
                    self.follow(byte);
                }
                _ => {
                    self.state = ReadingState::Element;
                    self.begin = self.at;
                    self.element.push(byte);
                    self.follow(byte);
                }
            },
            ReadingState::Element => {
                let ends_before = self.depth == 2 && !self.in_string && matches!(byte, b',' | b']');
                if ends_before {
                    self.end_of_element()?;
                    return self.take(byte);
                }
                self.element.push(byte);
                self.follow(byte);
            }
        }
        Ok(())
    }

    /// Follows brackets and strings.
    const fn follow(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn end_of_element(&mut self) -> Result<(), UnreadableReport> {
        let text = String::from_utf8_lossy(&self.element);
        let number = self.number;
        if !text.starts_with('{') {
            let reason = format!("`findings[{number}]` is not an object");
            let place = TextPosition::seen_from(Place::START, self.begin);
            return Err(UnreadableReport::Damaged { reason, place });
        }
        let read = in_object(&text, |node| finding(node).map_err(|stopped| stopped.within("findings", Some(number))));
        self.findings.push(&read.map_err(|unread| placed(unread, |place| TextPosition::seen_from(place, self.begin)))?);
        self.number += 1;
        self.element.clear();
        self.state = ReadingState::List;
        Ok(())
    }

    /// Returns the report, when the whole text has been read.
    ///
    /// # Errors
    /// [`UnreadableReport`] when it is something else, of another version, or not whole.
    pub fn finish(mut self) -> Result<Report, UnreadableReport> {
        if self.state == ReadingState::Element {
            // It is cut here: what is said of that is said of what there is.
            self.rest.append(&mut self.element);
        }
        let rest = String::from_utf8_lossy(&self.rest);
        let rest = rest.trim_start_matches('\u{feff}');
        let known = self.cut.map(|_| self.findings);
        let behind = |place: Place| match self.cut {
            Some((cut, at)) if place.offset as usize >= cut => {
                let before = crate::text::LineIndex::new(rest).place(u32::try_from(cut).unwrap_or(u32::MAX));
                let column = if place.line == before.line {
                    (place.column + at.column + 1).saturating_sub(before.column)
                } else {
                    place.column
                };
                Place { line: place.line + at.line + 1 - before.line, column, ..place }
            }
            _ => place,
        };
        in_object(rest, |node| report(node, known)).map_err(|unread| placed(unread, behind))
    }
}

/// Moves the place of an error, if it has one.
fn placed(unread: UnreadableReport, moved: impl FnOnce(Place) -> Place) -> UnreadableReport {
    match unread {
        UnreadableReport::Json { reason, place } => UnreadableReport::Json { reason, place: moved(place) },
        UnreadableReport::Damaged { reason, place } => UnreadableReport::Damaged { reason, place: moved(place) },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::ReportReading;
    use crate::report::fixture::{everything, report};
    use crate::report::{OutputFormat, Report, Style, UnreadableReport};

    fn read(text: &str, size: usize) -> Result<Report, UnreadableReport> {
        let mut reading = ReportReading::default();
        for portion in text.as_bytes().chunks(size) {
            reading.add(portion)?;
        }
        reading.finish()
    }

    fn json(report: &Report) -> String {
        OutputFormat::named("json").expect("there is JSON").render(report, Style::default())
    }

    #[test]
    fn a_report_in_portions_is_the_one_that_was_written() {
        for report in [everything(), report(Vec::new())] {
            let text = json(&report);
            let compact = text.replace('\n', "");
            for text in [&text, &compact] {
                for size in [1, 7, 4096, 1 << 20] {
                    assert_eq!(json(&read(text, size).expect("it is read")), json(&report), "{size}");
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_as_of_the_whole() {
        let text = json(&everything());
        let wrong = [
            text.replace("\"guid-unique\",\"severity\":\"error\"", "\"guid-unique\",\"severity\":\"eror\""),
            text.replace("\"offset\":318,", "\"offset\":-1,"),
            text.replacen("\"problems\": [", "\"problems\": {", 1),
            text.replace("\"errors\":2", "\"errors\":3"),
            text.replace("\"version\": 1", "\"version\": 7"),
            text.replacen("\"findings\": [", "\"findings\": [\n 5,", 1),
            text.replace("\"files_seen\"", "\"files\""),
            String::new(),
            "[]".to_owned(),
        ];
        for text in wrong {
            let (whole, parts) =
                (Report::from_json(&text).expect_err("it is wrong"), read(&text, 5).expect_err("so it is"));
            assert_eq!(parts.to_string(), whole.to_string(), "{text}");
            let at = |unread: &UnreadableReport| unread.place().map(|place| (place.line, place.column));
            assert_eq!(at(&parts), at(&whole), "{text}");
        }
    }
}
