//! A long file: read part by part, and never in memory as a whole.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::str::Utf8Error;

use super::part::TextPortion;
use super::{Malformed, Sink};
use crate::source::{Source, SourceError};
use crate::text::{LastPlace, LineBlocks, LineIndex, Span, called_again};

/// A long file, UTF-8 as far as its start tells.
pub(super) struct Long {
    source: Rc<dyn Source>,
    path: String,
    size: u64,
    /// Bytes that are read at a time.
    part: usize,
    /// Known once the file has been read to its end.
    lines: OnceCell<LineBlocks>,
    /// Around the place that was asked for last.
    near: RefCell<Near>,
}

/// A piece of the text.
#[derive(Default)]
struct Near {
    text: String,
    base: u32,
    /// The last lookups of lines in it.
    last: LastPlace,
}

/// Why a file cannot be read part by part to its end.
pub(super) enum PartFault {
    /// The source does not give its bytes.
    Source(SourceError),
    /// The file has a fault, which is only described after reading it as a whole.
    Unsound,
}

impl Long {
    pub fn new(source: Rc<dyn Source>, path: &str, size: u64, part: usize) -> Self {
        Self { source, path: path.to_owned(), size, part, lines: OnceCell::new(), near: RefCell::default() }
    }

    /// All of its bytes.
    pub fn whole(&self) -> Result<Vec<u8>, SourceError> {
        self.source.read(&self.path)
    }

    /// Hands the parts of the text to `read`, each with what was left of the one before; it returns how much of it is
    /// read.
    pub fn read<S: Sink>(
        &self,
        sink: &mut S,
        mut read: impl FnMut(TextPortion<'_>, &mut S) -> Result<usize, Malformed>,
    ) -> Result<(), PartFault> {
        let mut lines = LineBlocks::default();
        let mut bytes = Bytes { long: self, offset: 0, buffer: Vec::new(), kept: 0 };
        // How much of what is in memory was there before, and how many bytes of the document stand before that.
        let (mut left, mut base) = (0, 0);
        let validate: fn(&[u8]) -> Result<&str, Utf8Error> = called_again(std::str::from_utf8);
        loop {
            // As much again as is left over: a comment of a gigabyte is not looked at a thousand times.
            let (length, is_last) = bytes.next(left.max(self.part))?;
            let text = validate(&bytes.buffer[..length]).map_err(|_| PartFault::Unsound)?;
            lines.add(&text[left..]);
            sink.comes(&text[left..]);
            let used = read(TextPortion { text, base, is_last }, sink).map_err(|_| PartFault::Unsound)?;
            if is_last {
                let _ = self.lines.set(lines);
                return Ok(());
            }
            left = length - used;
            bytes.used(used);
            base += Span::of(used, used).start();
        }
    }

    /// Calls `look` with the lines around `offset`, and returns its result. `None` if the file has not been read to its
    /// end, or the source no longer provides it.
    pub fn look<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        let lines = self.lines.get()?;
        let wanted = lines.neighbourhood(offset);
        let mut near = self.near.borrow_mut();
        if wanted.start() < near.base || wanted.end() as usize > near.base as usize + near.text.len() {
            *near = self.near(wanted, &near)?;
        }
        let (seen, last) = {
            let index = LineIndex::of_part(lines, &near.text, near.base).behind(near.last);
            (look(&index), index.last())
        };
        near.last = last;
        Some(seen)
    }

    /// Reads the text at `wanted` and some text after it, which is likely to be needed next. If the texts that are
    /// needed follow each other closely, more is read each time.
    fn near(&self, wanted: Span, before: &Near) -> Option<Near> {
        const LEAST: usize = 32 << 10;
        const MOST: usize = 512 << 10;
        let is_next =
            wanted.start() >= before.base && wanted.start() as usize <= before.base as usize + before.text.len();
        let more = if is_next { (2 * before.text.len()).clamp(LEAST, MOST) } else { LEAST };
        let mut bytes = vec![0; wanted.len() as usize + more];
        let length = self.source.read_part(&self.path, wanted.start().into(), &mut bytes).ok()?;
        bytes.truncate(length);
        // The last character may be cut off.
        let valid = std::str::from_utf8(&bytes).map_or_else(|fault| fault.valid_up_to(), str::len);
        bytes.truncate(valid);
        let text = String::from_utf8(bytes).ok()?;
        let last = LastPlace::default();
        (text.len() >= wanted.len() as usize).then_some(Near { text, base: wanted.start(), last })
    }
}

/// The bytes of a file, as they come.
struct Bytes<'l> {
    long: &'l Long,
    /// Where the next ones stand.
    offset: u64,
    buffer: Vec<u8>,
    /// How many bytes at the start of the buffer are left over: what is not read yet, and what cannot be cut there.
    kept: usize,
}

impl Bytes<'_> {
    /// Reads about `wanted` more; returns how many bytes at the start of the buffer are text, and whether it ends there.
    fn next(&mut self, wanted: usize) -> Result<(usize, bool), PartFault> {
        let end = self.kept + wanted;
        if self.buffer.len() < end {
            self.buffer.try_reserve(end - self.buffer.len()).map_err(|_| PartFault::Unsound)?;
            self.buffer.resize(end, 0);
        }
        let read = self.long.source.read_part(&self.long.path, self.offset, &mut self.buffer[self.kept..end]);
        let read = read.map_err(PartFault::Source)?;
        self.offset += read as u64;
        let length = self.kept + read;
        // A file that has changed under way is told as a whole.
        if self.offset > self.long.size || read == 0 && self.offset < self.long.size {
            return Err(PartFault::Unsound);
        }
        let is_last = self.offset == self.long.size;
        self.kept = length;
        Ok((if is_last { length } else { sound_end(&self.buffer[..length]) }, is_last))
    }

    /// Takes the first `length` bytes out of the buffer.
    fn used(&mut self, length: usize) {
        self.buffer.copy_within(length..self.kept, 0);
        self.kept -= length;
    }
}

/// Where `bytes` can be cut: not inside a character, and not between a carriage return and its line feed.
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
