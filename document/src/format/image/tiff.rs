//! TIFF, and BigTIFF with longer numbers: the first directory.

use std::io::{Read, Seek, SeekFrom};

/// What the first directory says of its image.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Directory {
    /// Width in pixels.
    pub width: u64,
    /// Height in pixels.
    pub height: u64,
    /// As for [`Image::compression`](super::Image::compression).
    pub compression: Option<&'static str>,
}

impl Directory {
    /// Reads the first directory; `None` where the file ends, or where there is none that says the size.
    pub fn read(file: &mut (impl Read + Seek)) -> Option<Self> {
        const WIDTH: u64 = 256;
        const HEIGHT: u64 = 257;
        const COMPRESSION: u64 = 259;
        /// More entries than any directory has.
        const MOST: u64 = 4096;
        let (layout, start) = Layout::read(file)?;
        let mut bytes = [0; Layout::LONGEST_ENTRY];
        let entries = layout.number(at(file, start, &mut bytes[..layout.count])?);
        let (mut width, mut height, mut compression) = (None, None, None);
        for number in 0..entries.min(MOST) {
            let place = start.checked_add(layout.count as u64 + number * layout.entry as u64)?;
            let entry = at(file, place, &mut bytes[..layout.entry])?;
            match layout.number(&entry[..2]) {
                WIDTH => width = layout.value(entry),
                HEIGHT => height = layout.value(entry),
                COMPRESSION => compression = Some(layout.value(entry)),
                _ => {}
            }
        }
        // Without the entry, nothing is compressed.
        let compression = compression.map_or(Some("none"), |number| method(number?));
        Some(Self { width: width?, height: height?, compression })
    }
}

/// How long the parts of a directory are, and which way round its numbers.
struct Layout {
    is_little: bool,
    /// Bytes of the number of entries.
    count: usize,
    /// Bytes of an entry: two of its tag, two of its kind, how many values it has, and what they are.
    entry: usize,
    /// Where in an entry its value stands.
    value: usize,
}

impl Layout {
    const LONGEST_ENTRY: usize = 20;

    /// The layout of a file, and where its first directory is said to be.
    fn read(file: &mut (impl Read + Seek)) -> Option<(Self, u64)> {
        const BIG: u64 = 43;
        let mut bytes = [0; 16];
        let is_little = at(file, 0, &mut bytes[..4])?[0] == b'I';
        let is_big = number(&bytes[2..4], is_little) == BIG;
        let (layout, place) = if is_big {
            (Self { is_little, count: 8, entry: Self::LONGEST_ENTRY, value: 12 }, 8..16)
        } else {
            (Self { is_little, count: 2, entry: 12, value: 8 }, 4..8)
        };
        let start = layout.number(&at(file, 0, &mut bytes[..place.end])?[place]);
        (start > 0).then_some((layout, start))
    }

    fn number(&self, bytes: &[u8]) -> u64 {
        number(bytes, self.is_little)
    }

    /// The value of an entry that is a whole number, whatever its length; `None` of any other.
    fn value(&self, entry: &[u8]) -> Option<u64> {
        let length = match self.number(&entry[2..4]) {
            1 => 1,
            3 => 2,
            4 => 4,
            16 => 8,
            _ => return None,
        };
        entry.get(self.value..self.value + length).map(|value| self.number(value))
    }
}

/// Fills a buffer with the bytes at a place; `None` when the file ends before.
fn at<'b>(file: &mut (impl Read + Seek), place: u64, buffer: &'b mut [u8]) -> Option<&'b [u8]> {
    file.seek(SeekFrom::Start(place)).ok()?;
    file.read_exact(buffer).ok()?;
    Some(buffer)
}

/// A number of up to 8 bytes.
fn number(bytes: &[u8], is_little: bool) -> u64 {
    let digit = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
    if is_little { bytes.iter().rev().fold(0, digit) } else { bytes.iter().fold(0, digit) }
}

const fn method(number: u64) -> Option<&'static str> {
    Some(match number {
        1 => "none",
        2..=4 => "ccitt",
        5 => "lzw",
        6 | 7 => "jpeg",
        8 | 32946 => "deflate",
        32773 => "rle",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::Directory;

    /// A file whose directory has these entries: tag, kind, value.
    fn file(is_little: bool, is_big: bool, entries: &[(u16, u16, u64)]) -> Vec<u8> {
        // The bytes of a number, the smallest first, turned round where that is to be so.
        let number = |value: u64, length: usize| {
            let mut bytes = value.to_le_bytes()[..length].to_vec();
            if !is_little {
                bytes.reverse();
            }
            bytes
        };
        let mut bytes = if is_little { b"II".to_vec() } else { b"MM".to_vec() };
        let wide = if is_big { 8 } else { 4 };
        if is_big {
            bytes.extend(
                [number(43, 2), number(8, 2), number(0, 2), number(16, 8), number(entries.len() as u64, 8)].concat(),
            );
        } else {
            bytes.extend([number(42, 2), number(8, 4), number(entries.len() as u64, 2)].concat());
        }
        for &(tag, kind, value) in entries {
            let length = [(1, 1), (3, 2), (4, 4), (16, 8)].iter().find(|row| row.0 == kind).map_or(1, |row| row.1);
            let mut value = number(value, length);
            value.resize(wide.max(length), 0);
            bytes.extend([number(tag.into(), 2), number(kind.into(), 2), number(1, wide), value].concat());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<(u64, u64, Option<&'static str>)> {
        let Directory { width, height, compression } = Directory::read(&mut Cursor::new(bytes))?;
        Some((width, height, compression))
    }

    #[test]
    fn whole_numbers_of_any_length_say_the_size() {
        const WIDE: u64 = 1 << 40;
        for is_little in [true, false] {
            for (is_big, kind, value) in [
                (false, 1, 200),
                (false, 3, 60_000),
                (false, 4, 70_000),
                (true, 1, 200),
                (true, 3, 60_000),
                (true, 4, 70_000),
                (true, 16, 70_000),
                (true, 16, WIDE),
            ] {
                let bytes = file(is_little, is_big, &[(254, 4, 0), (256, kind, value), (257, 3, 9)]);
                assert_eq!(read(&bytes), Some((value, 9, Some("none"))), "{is_little} {is_big} {kind} {value}");
            }
        }
    }

    #[test]
    fn the_compression_is_told() {
        for (number, method) in [(1, Some("none")), (5, Some("lzw")), (32773, Some("rle")), (9999, None)] {
            let bytes = file(false, false, &[(256, 3, 7), (257, 3, 9), (259, 3, number)]);
            assert_eq!(read(&bytes), Some((7, 9, method)), "{number}");
        }
    }

    #[test]
    fn a_directory_without_a_size_says_nothing() {
        for entries in
            [&[][..], &[(256, 3, 7)], &[(257, 3, 9)], &[(256, 12, 7), (257, 3, 9)], &[(256, 2, 7), (257, 3, 9)]]
        {
            assert_eq!(read(&file(true, true, entries)), None, "{entries:?}");
        }
    }

    #[test]
    fn what_is_cut_off_says_nothing() {
        for is_big in [true, false] {
            let whole = file(true, is_big, &[(256, 3, 7), (257, 3, 9), (259, 3, 1), (262, 3, 2)]);
            for length in 0..whole.len() {
                assert_eq!(read(&whole[..length]), None, "{is_big} {length}");
            }
        }
    }
}
