//! Hexadecimal digits → numbers, eight digits at a time, because lists can have a million hashes and GUIDs.

/// Returns the number of eight hexadecimal digits, in any letter case; `None` if a character is not a digit.
#[must_use]
pub fn hex_word(digits: [u8; 8]) -> Option<u32> {
    // Each step processes all eight bytes. The sums never carry over into the next byte, because ASCII ends at 127.
    let text = u64::from_be_bytes(digits);
    let small = text | repeat(0x20);
    let from = |text: u64, first: u8| text + repeat(0x80 - first);
    let is_digit = from(text & repeat(0x7f), b'0') & !from(text & repeat(0x7f), b'9' + 1);
    let is_letter = from(small & repeat(0x7f), b'a') & !from(small & repeat(0x7f), b'f' + 1);
    if (is_digit | is_letter) & !text & repeat(0x80) != repeat(0x80) {
        return None;
    }
    // Letters have the bit 64. The lower bits of the first letter are 1, and its value is 10.
    let values = (text & repeat(0x0f)) + 9 * (text >> 6 & repeat(1));
    let pairs = (values | values >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    #[expect(clippy::cast_possible_truncation, reason = "the lower half contains all eight digits")]
    Some((fours | fours >> 16) as u32)
}

const fn repeat(byte: u8) -> u64 {
    u64::from_be_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::hex_word;

    #[test]
    fn eight_digits_are_a_number() {
        for (digits, number) in [
            (b"00000000", 0),
            (b"01234567", 0x0123_4567),
            (b"89abcdef", 0x89ab_cdef),
            (b"89ABCDEF", 0x89ab_cdef),
            (b"ffffffff", u32::MAX),
        ] {
            assert_eq!(hex_word(*digits), Some(number));
        }
    }

    #[test]
    fn every_byte_is_decoded_or_refused_at_any_position() {
        for byte in 0..=u8::MAX {
            let value = char::from(byte).to_digit(16);
            for at in 0..8 {
                let mut digits = *b"9aF09aF0";
                digits[at] = byte;
                let spelled = std::str::from_utf8(&digits).ok().filter(|_| value.is_some());
                let expected = spelled.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                assert_eq!(hex_word(digits), expected, "{byte:#x} at {at}");
            }
        }
    }
}
