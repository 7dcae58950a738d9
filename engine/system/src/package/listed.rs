//! A file that a package lists.

use std::str::FromStr;

use assay_document::format::Algorithm;
use assay_document::text::Span;
use serde::{Deserialize, Serialize};

/// An entry of `revisionFiles`: the properties of one file.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its path in the archive.
    pub path: String,
    /// The place of the path in the metadata.
    pub path_span: Span,
    /// Its size in bytes, and the place of the size.
    pub size: Option<(u64, Span)>,
    /// Its hash, and the place of the hash.
    pub hash: Option<(Hash, Span)>,
    /// The path that the file was published from.
    pub src_path: Option<String>,
}

/// A hash in metadata: `<size> <md5>`, or the digits alone.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Hash {
    /// The size in front of the digits.
    pub size: Option<u64>,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its digits, in lower case.
    pub digits: String,
}

impl Hash {
    /// Parses a hash; returns `None` if the text is not a hash.
    pub fn parse(text: &str) -> Option<Self> {
        let (size, digits) = match text.split_once(' ') {
            Some((size, digits)) => (Some(whole_number(size)?), digits),
            None => (None, text),
        };
        let algorithm = Algorithm::of_digits(digits.len())?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hexadecimal.then(|| Self { size, algorithm, digits: digits.to_ascii_lowercase() })
    }
}

/// Parses a whole number in decimal digits. A `+` in front, which Rust accepts, is not allowed.
pub fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use assay_document::format::Algorithm;

    use super::Hash;

    const MD5: &str = "03856a554f964226dff4052342741ea8";

    #[test]
    fn the_algorithm_of_a_hash_follows_from_its_length() {
        let parse = |text: &str| Hash::parse(text).map(|hash| (hash.size, hash.algorithm));
        for (text, expected) in [
            (format!("1814092 {MD5}"), Some((Some(1_814_092), Algorithm::Md5))),
            (MD5.to_uppercase(), Some((None, Algorithm::Md5))),
            (format!("{MD5}12345678"), Some((None, Algorithm::Sha1))),
            (format!("7 {MD5}{MD5}"), Some((Some(7), Algorithm::Sha256))),
            (String::new(), None),
            (MD5[1..].to_owned(), None),
            (format!("x {MD5}"), None),
            (format!("-1 {MD5}"), None),
            (format!("1  {MD5}"), None),
            (MD5.replace('a', "g"), None),
        ] {
            assert_eq!(parse(&text), expected, "{text}");
        }
    }
}
