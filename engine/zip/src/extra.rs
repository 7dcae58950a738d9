//! Reads the extra fields of an entry: 64-bit numbers, and a name in UTF-8.

use assay_document::source::Crc;

use super::ZipFault;
use super::bytes::{u16_at, u32_at, u64_at};

/// The field for 64-bit numbers.
const WIDE_NUMBERS: u16 = 0x0001;
/// The field for an additional name in UTF-8, if the first name has the encoding of the machine.
const UNICODE_PATH: u16 = 0x7075;

/// Returns the content of the field of that kind, if there is one.
///
/// # Errors
/// A field is truncated, or the requested field occurs twice. Bytes that are too short for a field are padding of
/// writers that align members.
fn field(extra: &[u8], kind: u16) -> Result<Option<&[u8]>, ZipFault> {
    let (mut rest, mut only) = (extra, None);
    while let (Some(found), Some(length)) = (u16_at(rest, 0), u16_at(rest, 2)) {
        let end = 4 + usize::from(length);
        let content = rest.get(4..end).ok_or(ZipFault::ExtraDamaged)?;
        if found == kind && only.replace(content).is_some() {
            return Err(ZipFault::ExtraTwice);
        }
        rest = &rest[end..];
    }
    Ok(only)
}

/// Replaces numbers that are [`WIDE`](super::bytes::WIDE) by the 64-bit numbers of the extra field, in this order.
///
/// # Errors
/// A number is missing.
pub fn widen(extra: &[u8], places: &mut [&mut u64]) -> Result<(), ZipFault> {
    let field = field(extra, WIDE_NUMBERS)?;
    let mut at = 0;
    for place in places {
        if **place == super::bytes::WIDE {
            **place = field.and_then(|field| u64_at(field, at)).ok_or(ZipFault::Wide)?;
            at += 8;
        }
    }
    Ok(())
}

/// Returns the additional name in UTF-8, if the entry has one that belongs to the name `raw`.
///
/// # Errors
/// A field is truncated, or the field occurs twice.
pub fn unicode_path<'e>(extra: &'e [u8], raw: &[u8]) -> Result<Option<&'e [u8]>, ZipFault> {
    let Some(content) = field(extra, UNICODE_PATH)? else { return Ok(None) };
    let mut crc = Crc::default();
    crc.update(raw);
    let is_of_raw = content.first() == Some(&1) && u32_at(content, 1) == Some(crc.value());
    Ok(content.get(5..).filter(|_| is_of_raw))
}
