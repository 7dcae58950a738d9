//! PBM, PGM, PPM and PFM: width and height in digits, with comments between them.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "its width and height in digits";

pub(super) fn is(head: &[u8]) -> bool {
    matches!(head, [b'P', b'1'..=b'6' | b'F' | b'f', b'\t'..=b'\r' | b' ' | b'#', ..])
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    const AFTER_SIGNATURE: u64 = 2;
    file.go(AFTER_SIGNATURE);
    Ok(HeaderFacts::new(number(file)?, number(file)?, "none"))
}

/// Reads a number up to the next character that is not a digit.
fn number(file: &mut HeaderFields<'_>) -> Result<u64, HeaderFault> {
    /// More digits than any size has.
    const MOST: usize = 10;
    let mut digits = String::new();
    let mut start = file.position();
    loop {
        let [byte] = file.next()?;
        let is_blank = matches!(byte, b'\t'..=b'\r' | b' ');
        if byte.is_ascii_digit() && digits.len() < MOST {
            digits.push(byte.into());
        } else if digits.is_empty() && (is_blank || byte == b'#') {
            if byte == b'#' {
                file.skip_to(b'\n')?;
            }
            start = file.position();
        } else if is_blank || byte == b'#' {
            file.go(file.position() - 1);
            return digits.parse().map_err(|_| file.missing(start, SIZE));
        } else {
            return Err(file.missing(start, SIZE));
        }
    }
}
