//! Fields behind an entry: numbers of 64 bits, and a name in UTF-8.

use assay_document::source::Crc;

use super::ZipFault;
use super::bytes::{u16_at, u32_at, u64_at};

/// The field that holds numbers of 64 bits.
const WIDE_NUMBERS: u16 = 0x0001;
/// The field that holds a name in UTF-8, beside one in the encoding of the machine.
const UNICODE_PATH: u16 = 0x7075;

/// The field of that kind.
///
/// # Errors
/// A field is cut off, or that one is there twice. What is too short to be a field fills up, as writers that align members have it.
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

/// Puts the numbers of 64 bits into the places of those that say that they are there, in this order.
///
/// # Errors
/// One is not there.
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

/// The name in UTF-8, when the entry has one and it is that of `raw`.
///
/// # Errors
/// A field is cut off, or that one is there twice.
pub fn unicode_path<'e>(extra: &'e [u8], raw: &[u8]) -> Result<Option<&'e [u8]>, ZipFault> {
    let Some(content) = field(extra, UNICODE_PATH)? else { return Ok(None) };
    let mut crc = Crc::default();
    crc.update(raw);
    let is_of_raw = content.first() == Some(&1) && u32_at(content, 1) == Some(crc.value());
    Ok(content.get(5..).filter(|_| is_of_raw))
}
