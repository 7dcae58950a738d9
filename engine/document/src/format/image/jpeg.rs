//! JPEG: a series of segments. The frame header states the size.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) const SIZE: &str = "the frame header with its size";

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    const AFTER_START: u64 = 2;
    file.go(AFTER_START);
    loop {
        let code = marker(file)?;
        let start = file.position();
        match code {
            // Tables for Huffman and arithmetic coding have numbers between those of frames.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return frame(file, start),
            // These markers have no segment.
            0x01 | 0xd0..=0xd7 => {}
            // The frame header must be before the pixels, and in the same image.
            0xd8..=0xda => return Err(file.missing(start - 2, SIZE)),
            _ => {
                let length = file.be16(start)?;
                file.require(length >= 2, start, "the length of a segment", length)?;
                file.go(start + u64::from(length));
            }
        }
    }
}

/// Reads the code of the next marker. Like decoders, it skips other bytes before the marker, and any number of FF
/// bytes.
fn marker(file: &mut HeaderFields<'_>) -> Result<u8, HeaderFault> {
    loop {
        let start = file.position();
        // If all bytes up to the end are skipped, the segment should have been at the first one.
        let skipped = file.skip_to(0xff);
        skipped.map_err(|fault| if file.position() > start { file.missing(start, SIZE) } else { fault })?;
        let mut code = 0xff;
        while code == 0xff {
            [code] = file.next()?;
        }
        // The byte FF followed by a zero is data.
        if code != 0 {
            return Ok(code);
        }
    }
}

fn frame(file: &mut HeaderFields<'_>, start: u64) -> Result<HeaderFacts, HeaderFault> {
    let (length, precision) = (file.be16(start)?, file.u8(start + 2)?);
    let facts = HeaderFacts::new(file.be16(start + 5)?, file.be16(start + 3)?, "jpeg");
    let components = file.u8(start + 7)?;
    file.require(components > 0, start + 7, "the number of components", components)?;
    file.require(length == 8 + 3 * u16::from(components), start, "the length of the frame header", length)?;
    file.require((2..=16).contains(&precision), start + 2, "the bit depth", precision)?;
    // Only a preview, which is in front of the frame header, has the mark too.
    Ok(facts.with(Extent::Mark { bytes: b"\xff\xd9", from: start + u64::from(length) }))
}
