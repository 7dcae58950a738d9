//! OpenEXR: attributes, each with a name, a type and a size. If the file has several parts, the first one is used.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "the attribute `dataWindow`";

const METHODS: [&str; 12] =
    ["none", "rle", "deflate", "deflate", "piz", "pxr24", "b44", "b44", "dwa", "dwa", "htj2k", "htj2k"];

#[derive(Default)]
struct ExrAttributes {
    /// Width and height.
    window: Option<(u64, u64)>,
    has_compression: bool,
    /// The method; `None` if its number is unknown.
    compression: Option<&'static str>,
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let mut found = ExrAttributes::default();
    match read_header(file, &mut found) {
        // The header is truncated, but after the attributes that are needed.
        Err(HeaderFault::CutOff) if found.window.is_some() && found.has_compression => {}
        result => result?,
    }
    let (width, height) = found.window.ok_or_else(|| file.missing(file.position() - 1, SIZE))?;
    Ok(HeaderFacts::new(width, height, found.compression))
}

/// Reads the attributes of the first part up to its end.
fn read_header(file: &mut HeaderFields<'_>, found: &mut ExrAttributes) -> Result<(), HeaderFault> {
    const VERSION: u8 = 2;
    /// The flags for tiles, long names, deep data and several parts.
    const FLAGS: u32 = 0x1e00;
    const LONG_NAMES: u32 = 0x400;
    /// Far more attributes than any program writes.
    const MOST: usize = 10_000;
    let version = file.u8(4)?;
    file.require(version == VERSION, 4, "the version", version)?;
    let flags = file.le32(4)? & !0xff;
    file.require(flags & !FLAGS == 0, 5, "the flags", flags >> 8)?;
    let longest = if flags & LONG_NAMES == 0 { 31 } else { 255 };
    for _ in 0..MOST {
        let start = file.position();
        let name = string(file, longest, "the name of an attribute is too long")?;
        if name.is_empty() {
            return Ok(());
        }
        let kind_start = file.position();
        let kind = string(file, longest, "the type of an attribute is too long")?;
        let size_start = file.position();
        let size = u32::from_le_bytes(file.next()?);
        file.require(size <= i32::MAX.cast_unsigned(), size_start, "the size of an attribute", size)?;
        let value = file.position();
        match (&name[..], &kind[..]) {
            (b"compression", b"compression") => {
                file.require(size == 1, size_start, "the size of the attribute `compression`", size)?;
                found.compression = METHODS.get(usize::from(file.u8(value)?)).copied();
                if std::mem::replace(&mut found.has_compression, true) {
                    return Err(file.wrong(start, "the attribute `compression` occurs twice"));
                }
            }
            (b"dataWindow", b"box2i") => {
                file.require(size == 16, size_start, "the size of the attribute `dataWindow`", size)?;
                if found.window.replace(data_window(file, value)?).is_some() {
                    return Err(file.wrong(start, "the attribute `dataWindow` occurs twice"));
                }
            }
            (b"compression" | b"dataWindow", _) | (_, b"") => {
                return Err(file.wrong(kind_start, "the type of an attribute is wrong"));
            }
            _ => {}
        }
        file.go(value + u64::from(size));
    }
    Err(file.wrong(file.position(), "the header has too many attributes"))
}

fn string(file: &mut HeaderFields<'_>, longest: usize, too_long: &'static str) -> Result<Vec<u8>, HeaderFault> {
    let start = file.position();
    file.string(0, longest)?.ok_or_else(|| file.wrong(start, too_long))
}

/// Returns the width and the height of a window, which is stored as its first and last column and row.
fn data_window(file: &mut HeaderFields<'_>, at: u64) -> Result<(u64, u64), HeaderFault> {
    let mut number = |index: u64| file.at(at + 4 * index).map(|bytes| i64::from(i32::from_le_bytes(bytes)));
    let (left, top, right, bottom) = (number(0)?, number(1)?, number(2)?, number(3)?);
    match (u64::try_from(right - left), u64::try_from(bottom - top)) {
        (Ok(columns), Ok(rows)) => Ok((columns + 1, rows + 1)),
        _ => Err(file.wrong(at, "the attribute `dataWindow` ends before it starts")),
    }
}
