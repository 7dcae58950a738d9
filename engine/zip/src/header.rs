//! Reads the header in front of a member's bytes, and the data descriptor after them. Both repeat data of the
//! directory.

use super::bytes::{WIDE, u16_at, u32_at, u64_at, wide_u32};
use super::member::{HEADER_LENGTH, Member};
use super::{ZipFault, directory, extra, name};

/// The signature that a header begins with.
pub const HEADER: &[u8; 4] = b"PK\x03\x04";
/// The maximum length of a header.
pub const MOST: usize = HEADER_LENGTH + 2 * 0xffff;

/// The optional signature of the data descriptor that may follow a member's bytes.
const DESCRIPTOR: &[u8; 4] = b"PK\x07\x08";
/// The maximum length of a data descriptor.
pub const MOST_DESCRIPTOR: usize = 24;

/// The flag that checksum and sizes follow the member's bytes, because the writer did not know them earlier.
const HAS_DESCRIPTOR: u16 = 1 << 3;

/// The properties that only the header of a member has, not the directory.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MemberHeader {
    /// Its length in bytes.
    pub length: usize,
    /// True if the checksum and the sizes follow the member's bytes.
    pub has_descriptor: bool,
}

/// Reads the header at the beginning of `bytes`, and compares it with the directory entry of the member.
///
/// # Errors
/// The header is missing, or differs from the directory.
pub fn read(bytes: &[u8], member: &Member) -> Result<MemberHeader, ZipFault> {
    let disagrees = |what| Err(ZipFault::HeaderDisagrees(what));
    let fixed = bytes.get(..HEADER_LENGTH).filter(|fixed| fixed.starts_with(HEADER)).ok_or(ZipFault::NoHeader)?;
    let short = |at| u16_at(fixed, at).unwrap_or_default();
    let number = |at| wide_u32(fixed, at).unwrap_or_default();
    let name_end = HEADER_LENGTH + usize::from(short(26));
    let length = name_end + usize::from(short(28));
    let (Some(raw), Some(fields)) = (bytes.get(HEADER_LENGTH..name_end), bytes.get(name_end..length)) else {
        return Err(ZipFault::OutOfBounds);
    };
    if raw != member.raw_name() || name::decode(raw, short(6), fields, member.is_dos)? != *member.name {
        return disagrees("its name");
    }
    if !raw.is_ascii() && (short(6) & name::IS_UTF8 != 0) != member.is_utf8 {
        return disagrees("whether its name is UTF-8");
    }
    if short(8) != member.method.number() {
        return disagrees("its compression method");
    }
    if short(6) & (directory::ENCRYPTED | directory::PATCHED) != 0 {
        return disagrees("whether it is encrypted, or a patch");
    }
    let has_descriptor = short(6) & HAS_DESCRIPTOR != 0;
    let (mut packed, mut size) = (number(18), number(22));
    // A writer that does not know the sizes may omit the 64-bit numbers as well.
    let widened = extra::widen(fields, &mut [&mut size, &mut packed]);
    if !has_descriptor {
        widened?;
    }
    let unknown = |number| has_descriptor && (number == 0 || number == WIDE);
    if size != member.size && !unknown(size) || packed != member.packed && !unknown(packed) {
        return disagrees("its size");
    }
    let crc = u32_at(fixed, 14).unwrap_or_default();
    if crc != member.crc && !(has_descriptor && crc == 0) {
        return disagrees("its checksum");
    }
    Ok(MemberHeader { length, has_descriptor })
}

/// Returns true if `bytes`, which follow a member's bytes, are a data descriptor that agrees with the directory. It may
/// have a signature or not, and sizes of 32 or of 64 bits.
pub fn is_descriptor_of(bytes: &[u8], member: &Member) -> bool {
    let read_size = |record: &[u8]| {
        let sizes = match record.len() {
            12 => (wide_u32(record, 4), wide_u32(record, 8)),
            20 => (u64_at(record, 4), u64_at(record, 12)),
            _ => return false,
        };
        u32_at(record, 0) == Some(member.crc) && sizes == (Some(member.packed), Some(member.size))
    };
    read_size(bytes) || bytes.strip_prefix(DESCRIPTOR).is_some_and(read_size)
}
