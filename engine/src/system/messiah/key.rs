//! GUIDs as keys: braces and letter case do not count.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Returns the hash of a key. Two spellings of one key (see [`equal`]) have the same hash.
pub(super) fn hash(key: &str) -> u64 {
    let key = bare(key);
    if key.is_ascii() {
        return hash_folded(key.as_bytes());
    }
    // Character by character, as `equal` does: `str::to_lowercase` has another sigma for the end of a word.
    hash_folded(key.chars().flat_map(char::to_lowercase).collect::<String>().as_bytes())
}

/// Returns true if two spellings mean one key.
pub(super) fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (bare(a), bare(b));
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// The key without braces around it.
fn bare(key: &str) -> &str {
    key.strip_prefix('{').and_then(|key| key.strip_suffix('}')).unwrap_or(key)
}

/// Eight bytes at a time, letters of ASCII as small ones.
fn hash_folded(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        // Letters only: with the bit for small ones set in every byte, `@` and a backtick would be alike, and a hostile
        // file could hold thousands of keys that share one number.
        word.make_ascii_lowercase();
        hasher.write_u64(u64::from_le_bytes(word));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{equal, hash};

    #[test]
    fn spellings_of_one_key_are_equal() {
        for (a, b) in [
            ("914fa3a0-62cd-4b5a-83df-92fdf494534a", "{914FA3A0-62cd-4b5a-83df-92FDF494534A}"),
            ("{}", ""),
            ("Ölberg", "{öLBERG}"),
            ("\u{212a}", "k"),
            ("ΑΣ", "ασ"),
        ] {
            assert!(equal(a, b) && hash(a) == hash(b), "{a} {b}");
        }
        for (a, b) in [("a", "b"), ("{a", "a"), ("a}", "a"), ("{{a}}", "a"), ("@", "`")] {
            assert!(!equal(a, b) && hash(a) != hash(b), "{a} {b}");
        }
    }
}
