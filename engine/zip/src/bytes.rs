//! Reads numbers of an archive: little-endian, at offsets that may be out of bounds.

/// Reads the 16-bit number at `at`.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Reads the 32-bit number at `at` as a 64-bit number. If it is [`WIDE`], the number is stored elsewhere.
pub fn wide_u32(bytes: &[u8], at: usize) -> Option<u64> {
    u32_at(bytes, at).map(u64::from)
}

/// The value of a 32-bit field whose number is stored elsewhere with 64 bits.
pub const WIDE: u64 = 0xffff_ffff;

/// The value of a 16-bit field whose number is stored elsewhere.
pub const WIDE_SHORT: u64 = 0xffff;
