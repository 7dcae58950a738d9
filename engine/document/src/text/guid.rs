//! GUIDs: 8-4-4-4-12 hexadecimal digits, with or without braces, in any letter case.

use std::fmt;

use super::hex_word;

/// A GUID as 128 bits, to compare GUIDs regardless of braces and letter case.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize)]
pub struct Guid(u128);

impl Guid {
    /// Parses a GUID; `None` if `text` as a whole is not a GUID.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = match text.as_bytes() {
            [b'{', inner @ .., b'}'] => inner,
            bytes => bytes,
        };
        let digits: &[u8; 36] = bytes.try_into().ok()?;
        if [8, 13, 18, 23].into_iter().any(|at| digits[at] != b'-') {
            return None;
        }
        let word = |first: usize, second: usize| {
            let mut eight = [0; 8];
            eight[..4].copy_from_slice(&digits[first..first + 4]);
            eight[4..].copy_from_slice(&digits[second..second + 4]);
            hex_word(eight).map(u128::from)
        };
        Some(Self(word(0, 4)? << 96 | word(9, 14)? << 64 | word(19, 24)? << 32 | word(28, 32)?))
    }

    /// Returns the 16 bytes of the digits.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// Returns the GUID of 16 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}

/// Writes the GUID in lower case, without braces.
impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        write!(f, "{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
    }
}

#[cfg(test)]
mod tests {
    use super::Guid;

    #[test]
    fn braces_and_letter_case_are_ignored() {
        let plain = Guid::parse("914fa3a0-62cd-4b5a-83df-92fdf494534a");
        assert!(plain.is_some());
        assert_eq!(Guid::parse("{914FA3A0-62CD-4b5a-83DF-92FDF494534A}"), plain);
    }

    #[test]
    fn guids_are_formatted_in_lower_case() {
        let guid = Guid::parse("{014FA3A0-62CD-4b5a-83df-92FDF494534A}").unwrap();
        assert_eq!(guid.to_string(), "014fa3a0-62cd-4b5a-83df-92fdf494534a");
        assert_eq!(Guid::from_bytes(guid.to_bytes()), guid);
    }

    #[test]
    fn other_strings_are_refused() {
        for text in [
            "",
            "914fa3a0-62cd-4b5a-83df-92fdf494534",
            "914fa3a0-62cd-4b5a-83df-92fdf494534g",
            "{914fa3a0-62cd-4b5a-83df-92fdf494534a",
            "914fa3a062cd4b5a83df92fdf494534a",
            "914fa3a0-62cd-4b5a-83df+92fdf494534a",
        ] {
            assert_eq!(Guid::parse(text), None, "{text}");
        }
    }
}
