//! Radiance: lines of text, then an empty line, then a line with the name and length of each axis.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "the line of its resolution (such as `-Y 512 +X 1024`)";

pub(super) fn is(head: &[u8]) -> bool {
    head.starts_with(b"#?RADIANCE") || head.starts_with(b"#?RGBE")
}

/// Reads all lines. The last line begins with the axis along which the rows of pixels are stored: usually `-Y 512 +X
/// 1024`, but `+X 1024 -Y 512` in an image that is stored by columns. Both are 1024 pixels wide.
pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    /// Far more lines than any program writes.
    const LINES: usize = 1000;
    let mut lines = 0;
    while !line(file)?.is_empty() {
        lines += 1;
        if lines > LINES {
            return Err(file.missing(file.position(), "the empty line that ends the header"));
        }
    }
    let start = file.position();
    let text = line(file)?;
    let (width, height, row) = resolution(&text).ok_or_else(|| file.missing(start, SIZE))?;
    // A row that is run-length encoded begins with 2, 2 and its length. Other rows have the encoding from before 1991,
    // or no encoding.
    let is_rle = file.next().is_ok_and(|[first, second, high, low]| {
        (first, second) == (2, 2) && u64::from(u16::from_be_bytes([high, low])) == row
    });
    Ok(HeaderFacts::new(width, height, is_rle.then_some("rle")))
}

fn line(file: &mut HeaderFields<'_>) -> Result<String, HeaderFault> {
    const LONGEST: usize = 4096;
    let start = file.position();
    let bytes =
        file.string(b'\n', LONGEST)?.ok_or_else(|| file.missing(start + LONGEST as u64, "the end of a line"))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_suffix('\r').unwrap_or(&text).to_owned())
}

/// Returns the width, the height and the length of a row that the line states.
fn resolution(line: &str) -> Option<(u64, u64, u64)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [first, rows, second, row] = words[..] else { return None };
    let (rows, row) = (rows.parse().ok()?, row.parse().ok()?);
    match (axis(first)?, axis(second)?) {
        ('X', 'Y') => Some((rows, row, row)),
        ('Y', 'X') => Some((row, rows, row)),
        _ => None,
    }
}

/// Returns the axis that a word names, in either direction.
fn axis(word: &str) -> Option<char> {
    word.strip_prefix(['+', '-'])?.parse().ok().filter(|&axis: &char| matches!(axis, 'X' | 'Y'))
}
