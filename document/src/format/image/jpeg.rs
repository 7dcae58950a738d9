//! JPEG: segments, one after another, of which the frame header says the size.

use std::io::{BufRead, Seek, SeekFrom};

/// Width and height in pixels; `None` where the file ends or something else stands.
pub(super) fn size(file: &mut (impl BufRead + Seek)) -> Option<(u64, u64)> {
    const BEHIND_START: u64 = 2;
    file.seek(SeekFrom::Start(BEHIND_START)).ok()?;
    loop {
        match marker(file)? {
            // Tables for Huffman and arithmetic codes have numbers among those of frames.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let [_, _, _, height @ .., width_high, width_low] = bytes::<7>(file)?;
                return Some((u16::from_be_bytes([width_high, width_low]).into(), u16::from_be_bytes(height).into()));
            }
            // Nothing follows these.
            0x01 | 0xd0..=0xd7 => {}
            // The frame's header has to stand before its pixels, and within the one image.
            0x00 | 0xd8..=0xda => return None,
            _ => {
                let content = u16::from_be_bytes(bytes(file)?).checked_sub(2)?;
                file.seek(SeekFrom::Current(content.into())).ok()?;
            }
        }
    }
}

/// The code of the marker that stands here, behind as many bytes FF as its writer liked.
fn marker(file: &mut impl BufRead) -> Option<u8> {
    const START: u8 = 0xff;
    let [start, mut code] = bytes(file)?;
    while start == START && code == START {
        [code] = bytes(file)?;
    }
    (start == START).then_some(code)
}

/// The next bytes; `None` when the file ends before.
fn bytes<const COUNT: usize>(file: &mut impl BufRead) -> Option<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}
