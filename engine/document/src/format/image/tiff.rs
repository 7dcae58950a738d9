//! TIFF, and BigTIFF with longer numbers: the first directory.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "the size in the first directory (`ImageWidth`, `ImageLength`)";

pub(super) fn is(head: &[u8]) -> bool {
    matches!(head, [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..])
}

/// The tags of the entries that are read: `ImageWidth`, `ImageLength`, `Compression`.
const TAGS: [u64; 3] = [256, 257, 259];

/// Reads the first directory.
pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    /// The maximum number of entries that decoders accept. No directory has as many.
    const MOST: u64 = 4096;
    let (layout, start) = TiffLayout::read(file)?;
    let entries = layout.number(file, start, layout.count)?;
    file.require((1..=MOST).contains(&entries), start, "the number of entries", entries)?;
    let mut values = [None; TAGS.len()];
    for number in 0..entries {
        // A directory at the end of the 64-bit range has no entry.
        let place = start.checked_add(layout.count + number * layout.entry).ok_or(HeaderFault::CutOff)?;
        let tag = layout.number(file, place, 2)?;
        if let Some(at) = TAGS.iter().position(|known| *known == tag)
            && values[at].replace(layout.value(file, place)?).is_some()
        {
            return Err(file.wrong(place, "an entry is in the directory twice"));
        }
    }
    file.go(start + layout.count + entries * layout.entry - 1);
    file.next::<1>()?;
    let [Some(width), Some(height), compression] = values else {
        return Err(file.missing(start, SIZE));
    };
    // Without this entry, nothing is compressed.
    Ok(HeaderFacts::new(width, height, compression.map_or(Some("none"), method)))
}

/// The sizes of the parts of a directory, and the byte order.
struct TiffLayout {
    is_little: bool,
    /// The size in bytes of the number of entries.
    count: u64,
    /// The size in bytes of an entry: two bytes of its tag, two of its type, the number of its values, and its value.
    entry: u64,
    /// The size in bytes of the number of values, and of the longest value that fits into an entry.
    wide: u64,
}

impl TiffLayout {
    /// Reads the layout of a file, and the place of its first directory.
    fn read(file: &mut HeaderFields<'_>) -> Result<(Self, u64), HeaderFault> {
        const BIG: u64 = 43;
        let is_little = file.u8(0)? == b'I';
        let classic = Self { is_little, count: 2, entry: 12, wide: 4 };
        let (layout, place) = if classic.number(file, 2, 2)? == BIG {
            let big = Self { is_little, count: 8, entry: 20, wide: 8 };
            let (length, zero) = (big.number(file, 4, 2)?, big.number(file, 6, 2)?);
            file.require(length == 8, 4, "the size of an offset", length)?;
            file.require(zero == 0, 6, "the reserved field of the header", zero)?;
            (big, 8)
        } else {
            (classic, 4)
        };
        let start = layout.number(file, place, layout.wide)?;
        file.require(start >= place + layout.wide, place, "the offset of the first directory", start)?;
        Ok((layout, start))
    }

    /// Reads a number of up to 8 bytes.
    fn number(&self, file: &mut HeaderFields<'_>, place: u64, length: u64) -> Result<u64, HeaderFault> {
        file.go(place);
        let mut number = 0;
        for index in 0..length {
            let [byte] = file.next()?;
            number =
                if self.is_little { number | u64::from(byte) << (8 * index) } else { number << 8 | u64::from(byte) };
        }
        Ok(number)
    }

    /// Reads the only value of an entry, an integer of any size.
    fn value(&self, file: &mut HeaderFields<'_>, place: u64) -> Result<u64, HeaderFault> {
        let kind = self.number(file, place + 2, 2)?;
        let length = match kind {
            1 => 1,
            3 => 2,
            4 => 4,
            // In other layouts, the value does not fit into the entry.
            16 if self.wide == 8 => 8,
            _ => 0,
        };
        file.require(length > 0, place + 2, "the type of the entry", kind)?;
        let count = self.number(file, place + 4, self.wide)?;
        file.require(count == 1, place + 4, "the number of values of the entry", count)?;
        self.number(file, place + 4 + self.wide, length)
    }
}

const fn method(number: u64) -> Option<&'static str> {
    Some(match number {
        1 => "none",
        2..=4 | 32771 => "ccitt",
        5 => "lzw",
        6 | 7 => "jpeg",
        8 | 32946 => "deflate",
        32773 => "rle",
        34712 => "jpeg2000",
        34887 => "lerc",
        34925 => "lzma",
        50000 => "zstd",
        50001 => "webp",
        50002 => "jpegxl",
        _ => return None,
    })
}
