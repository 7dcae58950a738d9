//! Numbers in an archive: little-endian, at places that need not be there.

/// The number of 16 bits at `at`.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The number of 32 bits at `at`.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The number of 64 bits at `at`.
pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The number of 32 bits at `at`, as one of 64; it stands elsewhere when it is [`WIDE`].
pub fn wide_u32(bytes: &[u8], at: usize) -> Option<u64> {
    u32_at(bytes, at).map(u64::from)
}

/// The value of a 32-bit field whose number is stored elsewhere, in 64 bits.
pub const WIDE: u64 = 0xffff_ffff;

/// The value of a 16-bit field whose number is stored elsewhere.
pub const WIDE_SHORT: u64 = 0xffff;
