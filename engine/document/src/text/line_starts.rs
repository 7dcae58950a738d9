//! The lines of a document that is read in parts.

use super::Span;

/// The starts of the lines so far.
#[derive(Debug, Default)]
pub struct LineStarts {
    /// The number of bytes so far.
    length: usize,
    /// The starts, in order, without the first line. Lines end at LF, CR LF or a lone CR.
    starts: Vec<u32>,
    /// True if the last byte was a carriage return. A line feed that follows it belongs to it.
    open: bool,
}

impl LineStarts {
    /// Adds the next part of the text.
    pub fn add(&mut self, part: &str) {
        if self.open && part.starts_with('\n') {
            self.starts.pop();
        }
        let bytes = part.as_bytes();
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                let start = self.length + at + 1;
                self.starts.push(Span::of(start, start).start());
            }
        }
        self.open = bytes.last().map_or(self.open, |&last| last == b'\r');
        self.length += part.len();
    }

    /// Returns the line that contains the byte at `offset`, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        let before = self.starts.partition_point(|&start| start <= offset);
        Span::of(before, before).start() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::LineStarts;
    use crate::text::LineIndex;

    #[test]
    fn lines_do_not_depend_on_the_division_into_parts() {
        let text = "a\nb\r\nc\rd\r\r\n\n\ne\r";
        let index = LineIndex::new(text);
        for size in 1..=text.len() {
            let mut lines = LineStarts::default();
            for part in text.as_bytes().chunks(size) {
                lines.add(std::str::from_utf8(part).unwrap());
            }
            for offset in (0..).take(text.len()) {
                assert_eq!(lines.line(offset), index.line(offset), "{offset} in parts of {size}");
            }
        }
    }
}
