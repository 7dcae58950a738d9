//! The hash by which the content of an asset is compared.

use std::fmt;

use assay_document::text::hex_word;

/// The SHA-1 hash of a file's content, as five words. The hash of an empty file is all zero, as in O3DE.
///
/// The engine only compares hashes. The tool that makes a list has read the files, and computes them.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ContentHash(pub [u32; 5]);

impl ContentHash {
    /// Reads 40 hexadecimal digits, in any letter case.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: &[u8; 40] = text.as_bytes().try_into().ok()?;
        let mut words = [0; 5];
        for (word, digits) in words.iter_mut().zip(digits.as_chunks().0) {
            *word = hex_word(*digits)?;
        }
        Some(Self(words))
    }
}

/// The 40 digits, in small letters.
impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|word| write!(f, "{word:08x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::ContentHash;

    #[test]
    fn forty_digits_are_parsed_as_five_words() {
        let hello = ContentHash::parse("F572d396fae9206628714fb2ce00f72e94f2258f").unwrap();
        assert_eq!(hello.0, [4_117_943_190, 4_209_582_182, 678_514_610, 3_456_169_774, 2_498_897_295]);
        assert_eq!(hello.to_string(), "f572d396fae9206628714fb2ce00f72e94f2258f");
    }

    #[test]
    fn other_strings_are_refused() {
        for text in ["", "f572d396fae9206628714fb2ce00f72e94f2258", "g572d396fae9206628714fb2ce00f72e94f2258f"] {
            assert_eq!(ContentHash::parse(text), None, "{text}");
        }
    }
}
