//! Compares short strings without a function call, which would cost more than the comparison.

/// Returns true if two strings have the same bytes. It is for names of a few letters in loops: it compares eight bytes
/// at a time, without a call.
#[must_use]
pub fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    a.iter().zip(b).all(|(a, b)| word(a) == word(b)) && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::same_bytes;

    #[test]
    fn one_different_byte_is_detected() {
        for length in 0..40 {
            let text: Vec<u8> = (0..length).collect();
            assert!(same_bytes(&text, &text.clone()));
            assert!(!same_bytes(&text, &[&text[..], b"x"].concat()));
            for at in 0..text.len() {
                let mut other = text.clone();
                other[at] ^= 0x80;
                assert!(!same_bytes(&text, &other), "{at} of {length}");
            }
        }
    }
}
