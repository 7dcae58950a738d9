//! GUIDs that are computed from names.

use std::fmt;

use super::random::Random;

/// The identity of one resource, in the shape of a version 4 UUID.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Guid(u128); // invariant: version 4, variant 1

impl Guid {
    /// Returns the GUID of `name`. It is the same in every run.
    pub fn named(name: &str) -> Self {
        let mut random = Random::named(name);
        let bits = (u128::from(random.next()) << 64) | u128::from(random.next());
        let version = 0xF << 76;
        let variant = 0b11 << 62;
        Self((bits & !version & !variant) | (0x4 << 76) | (0b10 << 62))
    }
}

impl fmt::Display for Guid {
    /// Formats it in lower case, without braces: `914fa3a0-62cd-4b5a-83df-92fdf494534a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
        f.write_str(&groups.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_and_variant_are_at_their_positions() {
        for name in ["a", "b", "c", "Environment/Rocks/env_cliff"] {
            let text = Guid::named(name).to_string();
            assert_eq!(text.len(), 36);
            assert_eq!(&text[14..15], "4");
            assert!("89ab".contains(&text[19..20]), "{text}");
        }
    }
}
