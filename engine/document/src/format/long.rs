//! A long file, which is read in parts and is never in memory as a whole.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::str::Utf8Error;

use super::Sink;
use super::part::{Slice, TextPortion};
use crate::source::{Source, SourceError};
use crate::text::{Fault, LastPlace, LineBlocks, LineIndex, Span, without_inlining};

/// A long file that is UTF-8, as far as its start shows.
pub(super) struct Long {
    source: Rc<dyn Source>,
    path: String,
    size: u64,
    /// The number of bytes that are read at a time.
    part: usize,
    /// The part of the file that is read, if it is not the whole file.
    slice: Option<Slice>,
    /// The lines, after the file has been read to its end.
    lines: OnceCell<LineBlocks>,
    /// The text around the last place that was needed.
    window: RefCell<Near>,
}

/// A piece of the text.
#[derive(Default)]
struct Near {
    text: String,
    base: u32,
    /// The last lookups of lines in the text.
    last: LastPlace,
}

/// The reason why a file cannot be read in parts to its end.
pub(super) enum PartFault {
    /// The source does not return the bytes.
    Source(SourceError),
    /// The file has a fault, which is only described after reading it as a whole.
    Unsound,
}

impl Long {
    pub fn new(source: Rc<dyn Source>, path: &str, size: u64, part: usize) -> Self {
        let (lines, window) = (OnceCell::new(), RefCell::default());
        Self { source, path: path.to_owned(), size, part, slice: None, lines, window }
    }

    /// Returns the same file, to read only this slice of it.
    pub fn sliced(&self, slice: Slice) -> Self {
        Self { slice: Some(slice), ..Self::new(Rc::clone(&self.source), &self.path, self.size, self.part) }
    }

    pub const fn slice(&self) -> Option<&Slice> {
        self.slice.as_ref()
    }

    pub const fn size(&self) -> u64 {
        self.size
    }

    pub fn whole(&self) -> Result<Vec<u8>, SourceError> {
        self.source.read(&self.path)
    }

    /// Passes the parts of the text, or of its slice, to `read`, each together with what was left of the part before.
    /// `read` returns the number of bytes that are done.
    pub fn read<S: Sink>(
        &self,
        sink: &mut S,
        mut read: impl FnMut(TextPortion<'_>, &mut S) -> Result<usize, Fault>,
    ) -> Result<(), PartFault> {
        let (start, end) = self.slice.as_ref().map_or((0, self.size), |slice| (slice.start, slice.end.into()));
        let mut lines = self.lines_before(start)?;
        let mut bytes = Bytes { long: self, offset: start.into(), end, buffer: Vec::new(), kept: 0 };
        // The number of bytes in memory that are left of the last part, and the number of bytes of the document before
        // them.
        let (mut left, mut base) = (0, start);
        let validate: fn(&[u8]) -> Result<&str, Utf8Error> = without_inlining(std::str::from_utf8);
        loop {
            // At least as much again as is left over: otherwise, a comment of a gigabyte would be scanned a thousand
            // times.
            let (length, is_end) = bytes.next(left.max(self.part))?;
            let is_last = is_end && end == self.size;
            let text = validate(&bytes.buffer[..length]).map_err(|_| PartFault::Unsound)?;
            lines.add(&text[left..]);
            sink.load_part(&text[left..]);
            let used = read(TextPortion { text, base, is_last }, sink).map_err(|_| PartFault::Unsound)?;
            if is_end {
                // A slice must end between two children. Text that is left over could continue in the next slice.
                if !is_last && !text[used..].bytes().all(|byte| byte.is_ascii_whitespace()) {
                    return Err(PartFault::Unsound);
                }
                let _ = self.lines.set(lines);
                return Ok(());
            }
            left = length - used;
            bytes.remove_used(used);
            base += Span::of(used, used).start();
        }
    }

    /// Counts the lines before the text that is read.
    fn lines_before(&self, start: u32) -> Result<LineBlocks, PartFault> {
        let mut bytes = Bytes { long: self, offset: 0, end: start.into(), buffer: Vec::new(), kept: 0 };
        let mut lines = LineBlocks::default();
        while bytes.offset < bytes.end {
            let (length, _) = bytes.next(self.part)?;
            lines.skip(&bytes.buffer[..length]);
            bytes.remove_used(length);
        }
        Ok(lines)
    }

    /// Reads at most `length` bytes from `start` on.
    pub fn read_bytes(&self, start: u32, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        let length = self.source.read_part(&self.path, start.into(), &mut bytes).ok()?;
        bytes.truncate(length);
        Some(bytes)
    }

    /// Like [`Self::read_bytes`], up to the last whole character.
    pub fn read_window(&self, start: u32, length: usize) -> Option<String> {
        let mut bytes = self.read_bytes(start, length)?;
        let valid = str::from_utf8(&bytes).map_or_else(|fault| fault.valid_up_to(), str::len);
        bytes.truncate(valid);
        String::from_utf8(bytes).ok()
    }

    /// Calls `look` with the lines around `offset`, and returns its result. `None` if the file has not been read to its
    /// end, or the source no longer provides it.
    pub fn with_lines<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        let lines = self.lines.get()?;
        let span = lines.neighbourhood(offset);
        let mut window = self.window.borrow_mut();
        if span.start() < window.base || span.end() as usize > window.base as usize + window.text.len() {
            *window = self.read_near(span, &window)?;
        }
        let (seen, last) = {
            let index = LineIndex::of_part(lines, &window.text, window.base).continue_from(window.last);
            (look(&index), index.last())
        };
        window.last = last;
        Some(seen)
    }

    /// Reads the text at `span` and some text after it, which is likely to be needed next. If the places that are
    /// needed follow each other closely, more is read each time.
    fn read_near(&self, span: Span, before: &Near) -> Option<Near> {
        const LEAST: usize = 32 << 10;
        const MOST: usize = 512 << 10;
        let is_next = span.start() >= before.base && span.start() as usize <= before.base as usize + before.text.len();
        let more = if is_next { (2 * before.text.len()).clamp(LEAST, MOST) } else { LEAST };
        let text = self.read_window(span.start(), span.len() as usize + more)?;
        let last = LastPlace::default();
        (text.len() >= span.len() as usize).then_some(Near { text, base: span.start(), last })
    }
}

struct Bytes<'l> {
    long: &'l Long,
    /// The offset of the next bytes.
    offset: u64,
    /// The offset at which the text ends.
    end: u64,
    buffer: Vec<u8>,
    /// The number of bytes at the start of the buffer that are left over: bytes that are not read yet, and bytes that
    /// cannot be split there.
    kept: usize,
}

impl Bytes<'_> {
    /// Reads about `length` more bytes, up to the end. Returns the number of bytes at the start of the buffer that are
    /// text, and true if the text ends there.
    fn next(&mut self, length: usize) -> Result<(usize, bool), PartFault> {
        // At the end of the file, one byte more shows if the file has grown.
        let rest = self.end - self.offset + u64::from(self.end == self.long.size);
        let end = self.kept + length.min(usize::try_from(rest).unwrap_or(usize::MAX));
        if self.buffer.len() < end {
            self.buffer.try_reserve(end - self.buffer.len()).map_err(|_| PartFault::Unsound)?;
            self.buffer.resize(end, 0);
        }
        let read = self.long.source.read_part(&self.long.path, self.offset, &mut self.buffer[self.kept..end]);
        let read = read.map_err(PartFault::Source)?;
        self.offset += read as u64;
        let length = self.kept + read;
        // The file has changed while it was read. This is reported after reading it as a whole.
        if self.offset > self.end || read == 0 && self.offset < self.end {
            return Err(PartFault::Unsound);
        }
        let is_last = self.offset == self.end;
        self.kept = length;
        Ok((if is_last { length } else { sound_end(&self.buffer[..length]) }, is_last))
    }

    fn remove_used(&mut self, length: usize) {
        self.buffer.copy_within(length..self.kept, 0);
        self.kept -= length;
    }
}

/// Returns the end at which `bytes` can be split: not inside a character, and not between a carriage return and its
/// line feed.
fn sound_end(bytes: &[u8]) -> usize {
    let mut end = bytes.len();
    // The first byte of a character is one of the last four.
    if let Some(back) = bytes.iter().rev().take(4).position(|&byte| byte & 0xc0 != 0x80) {
        let first = bytes.len() - 1 - back;
        let length = match bytes[first] {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        };
        if first + length > end {
            end = first;
        }
    }
    end - usize::from(bytes[..end].last() == Some(&b'\r'))
}
