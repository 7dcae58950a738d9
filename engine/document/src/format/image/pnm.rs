//! PBM, PGM, PPM and PFM: width and height in digits, with comments between them.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "its width and height in digits";

pub(super) fn is(head: &[u8]) -> bool {
    matches!(head, [b'P', b'1'..=b'6' | b'F' | b'f', b'\t'..=b'\r' | b' ' | b'#', ..])
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let [_, kind] = file.at(0)?;
    let facts = HeaderFacts::new(number(file)?, number(file)?, "none");
    let bits = match kind {
        b'4' => 1,
        b'5' | b'6' => {
            // A file without the largest value is not judged.
            let Ok(largest) = number(file) else { return Ok(facts) };
            (if largest > 255 { 16 } else { 8 }) * if kind == b'6' { 3 } else { 1 }
        }
        b'f' => 32,
        b'F' => 96,
        _ => return Ok(facts),
    };
    // One space follows the last number.
    Ok(facts.with(Extent::of_pixels(file.position() + 1, facts.width, facts.height, bits)))
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
