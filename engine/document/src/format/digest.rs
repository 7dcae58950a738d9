//! Computes hashes of content that is read in parts.

use std::fmt::Write;

use md5::Md5;
use serde::{Deserialize, Serialize};
use sha1::Sha1;
use sha2::Sha256;
use sha2::digest::DynDigest;

/// A hash algorithm.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub enum Algorithm {
    /// MD5, 32 digits.
    Md5,
    /// SHA-1, 40 digits.
    Sha1,
    /// SHA-256, 64 digits.
    Sha256,
}

impl Algorithm {
    /// Returns the algorithm whose hashes have `digits` hexadecimal digits; `None` if no algorithm has.
    #[must_use]
    pub fn of_digits(digits: usize) -> Option<Self> {
        [Self::Md5, Self::Sha1, Self::Sha256].into_iter().find(|algorithm| algorithm.digits() == digits)
    }

    /// Returns the number of hexadecimal digits of a hash.
    #[must_use]
    pub const fn digits(self) -> usize {
        match self {
            Self::Md5 => 32,
            Self::Sha1 => 40,
            Self::Sha256 => 64,
        }
    }

    /// Returns the name of the algorithm in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Md5 => "MD5",
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
        }
    }
}

/// Computes a hash.
#[derive(Clone)]
pub struct Hasher(Box<dyn DynDigest>);

impl Hasher {
    /// Creates a hasher without content.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self(match algorithm {
            Algorithm::Md5 => Box::new(Md5::default()),
            Algorithm::Sha1 => Box::new(Sha1::default()),
            Algorithm::Sha256 => Box::new(Sha256::default()),
        })
    }

    /// Adds more content.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash in lower-case hexadecimal digits.
    #[must_use]
    pub fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

/// Returns bytes in lower-case hexadecimal digits.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{Algorithm, Hasher};

    #[test]
    fn hashes_follow_their_standards() {
        for (algorithm, hash) in [
            (Algorithm::Md5, "900150983cd24fb0d6963f7d28e17f72"),
            (Algorithm::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (Algorithm::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ] {
            let mut hasher = Hasher::new(algorithm);
            hasher.update(b"a");
            hasher.update(b"bc");
            assert_eq!(hasher.finish(), hash);
            assert_eq!((Algorithm::of_digits(hash.len()), algorithm.digits()), (Some(algorithm), hash.len()));
        }
        assert_eq!(Algorithm::of_digits(8), None);
    }
}
