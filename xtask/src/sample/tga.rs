//! Truevision TGA, the format in which artists save textures.

use super::picture::Picture;

/// Image type 2: true colour, one pixel after the other.
const PLAIN: u8 = 2;
/// Image type 10: true colour, runs of equal pixels.
const RUN_LENGTH: u8 = 10;
/// The first row is the top one. Without this bit TGA counts from the bottom.
const TOP_DOWN: u8 = 0x20;
/// The longest run that one packet holds.
const LONGEST_RUN: u16 = 128;
/// Version 2 files end with two offsets, both zero here, and this signature.
const FOOTER: &[u8; 26] = b"\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0";

/// Returns a picture with 24 bits for each pixel, run-length encoded.
pub fn encode_packed(picture: &Picture) -> Vec<u8> {
    let mut bytes = header(RUN_LENGTH, picture, 24, TOP_DOWN);
    for y in 0..picture.height {
        let mut x = 0;
        while x < picture.width {
            let pixel = picture.pixel(x, y);
            let same = (x..picture.width).take_while(|at| picture.pixel(*at, y) == pixel);
            let run = u16::try_from(same.take(usize::from(LONGEST_RUN)).count()).unwrap_or(LONGEST_RUN);
            bytes.push(0x80 | run.to_le_bytes()[0].wrapping_sub(1));
            bytes.extend(blue_first(pixel));
            x += run;
        }
    }
    bytes.extend(FOOTER);
    bytes
}

/// Returns a picture with 32 bits for each pixel, opaque, uncompressed.
pub fn plain(picture: &Picture) -> Vec<u8> {
    /// The low bits of the descriptor: the number of alpha bits of each pixel.
    const ALPHA_BITS: u8 = 8;
    let mut bytes = header(PLAIN, picture, 32, TOP_DOWN | ALPHA_BITS);
    for y in 0..picture.height {
        for x in 0..picture.width {
            bytes.extend(blue_first(picture.pixel(x, y)));
            bytes.push(0xFF);
        }
    }
    bytes.extend(FOOTER);
    bytes
}

/// Returns the 18 bytes at the start of every TGA file; no colour map, no image identifier, origin at zero.
fn header(image_type: u8, picture: &Picture, bits: u8, descriptor: u8) -> Vec<u8> {
    let mut bytes = vec![0, 0, image_type, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(picture.width.to_le_bytes());
    bytes.extend(picture.height.to_le_bytes());
    bytes.extend([bits, descriptor]);
    bytes
}

/// Returns the order in TGA: blue, green, red.
fn blue_first([red, green, blue]: [u8; 3]) -> [u8; 3] {
    [blue, green, red]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the pixels in the packets of a packed file.
    fn unpacked_pixels(bytes: &[u8]) -> usize {
        let packets = &bytes[18..bytes.len() - FOOTER.len()];
        packets.chunks(4).map(|packet| usize::from(packet[0] & 0x7F) + 1).sum()
    }

    #[test]
    fn packed_contains_every_pixel_once() {
        for (width, height) in [(4, 4), (64, 32), (512, 256), (300, 100)] {
            let bytes = encode_packed(&Picture::painted("t", width, height));
            assert_eq!(unpacked_pixels(&bytes), usize::from(width) * usize::from(height), "{width}x{height}");
        }
    }

    #[test]
    fn size_and_signature_are_at_their_positions() {
        let bytes = plain(&Picture::painted("t", 32, 16));
        assert_eq!(bytes[12..16], [32, 0, 16, 0]);
        assert_eq!(bytes.len(), 18 + 32 * 16 * 4 + 26);
        assert!(bytes.ends_with(b"TRUEVISION-XFILE.\0"));
    }
}
