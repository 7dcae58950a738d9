//! Targa: a header without a signature.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

/// Returns true if every field of the header has a plausible value.
///
/// Fields that decoders ignore may have any plausible value. These are the depth of a palette that does not exist (0,
/// 8, 15, 16, 24 or 32) and the number of alpha bits (at most 8).
pub(super) fn is(bytes: &[u8]) -> bool {
    let Some(header) = bytes.first_chunk::<18>() else { return false };
    let (map_type, kind, map_depth, depth, descriptor) = (header[1], header[2], header[7], header[16], header[17]);
    let has_size = header[12..14] != [0, 0] && header[14..16] != [0, 0];
    let map_is_sound = match map_type {
        0 => matches!(map_depth, 0 | 8 | 15 | 16 | 24 | 32),
        1 => matches!(map_depth, 15 | 16 | 24 | 32),
        _ => false,
    };
    map_is_sound
        && has_size
        // The two highest bits are reserved.
        && descriptor & 0xc0 == 0
        && descriptor & 0x0f <= 8
        && match kind {
            1 | 9 => map_type == 1 && matches!(depth, 8 | 16),
            2 | 10 => matches!(depth, 15 | 16 | 24 | 32),
            3 | 11 => matches!(depth, 1 | 8 | 16),
            _ => false,
        }
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let compression = if file.u8(2)? < 8 { "none" } else { "rle" };
    let facts = HeaderFacts::new(file.le16(12)?, file.le16(14)?, compression);
    let depth = file.u8(16)?;
    // Programs disagree about how rows of single bits are stored.
    if compression != "none" || depth == 1 {
        return Ok(facts);
    }
    let bits = |depth: u8| u64::from(depth).next_multiple_of(8);
    let map = u64::from(file.u8(1)?) * u64::from(file.le16(5)?) * bits(file.u8(7)?) / 8;
    let start = 18 + u64::from(file.u8(0)?) + map;
    Ok(facts.with(Extent::of_pixels(start, facts.width, facts.height, bits(depth))))
}
