//! Numbers that look random and are computed from an item, and values made from such numbers.

/// Returns one of the choices.
pub fn pick<T: Copy>(choices: &[T], noise: u64) -> T {
    // A remainder of a slice's length is a valid index, whatever the word size of the machine.
    choices[usize::try_from(noise % choices.len() as u64).unwrap_or_default()]
}

/// Returns 64 bits that look random, for one item and one purpose: the mixing step of SplitMix64.
pub fn noise(item: u64, purpose: u64) -> u64 {
    let mut mixed = (item * 64 + purpose).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Returns the GUID of the item with this number.
pub fn guid(number: u64) -> String {
    let (high, low) = (noise(number, 30), noise(number, 31));
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// Returns a number with three decimals, below `limit` and above `-limit`.
pub fn decimal(limit: i64, noise: u64) -> String {
    let thousandths = i64::try_from(noise >> 1).unwrap_or_default() % (limit * 1000);
    let sign = if noise & 1 == 0 { "" } else { "-" };
    format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::{decimal, guid};

    #[test]
    fn a_guid_follows_from_the_number() {
        assert_eq!(guid(7), guid(7));
        assert_ne!(guid(7), guid(8));
        assert_eq!(guid(7).len(), 36);
    }

    #[test]
    fn decimals_have_three_places_and_keep_their_limit() {
        let table = [(0, "0.000"), (1, "-0.000"), (2, "0.001"), (19_999, "-9.999"), (20_000, "0.000")];
        for (noise, expected) in table {
            assert_eq!(decimal(10, noise), expected);
        }
    }
}
