//! Pictures in the formats that artists and engines exchange, uncompressed or with run-length encoding only.

use super::super::picture::Picture;

/// Returns a PNG file with 24 bits for each pixel.
pub fn png(picture: &Picture) -> Vec<u8> {
    png_with(picture, &[])
}

/// Returns a PNG file with a chunk of text after its pixels, in which painting programs store their histories.
pub fn png_with(picture: &Picture, text: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(u32::from(picture.width).to_be_bytes());
    header.extend(u32::from(picture.height).to_be_bytes());
    // Eight bits, red, green and blue; deflate, filters, not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    let mut rows = Vec::new();
    for y in 0..picture.height {
        rows.push(0);
        rows.extend((0..picture.width).flat_map(|x| picture.pixel(x, y)));
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut bytes, *b"IHDR", &header);
    chunk(&mut bytes, *b"IDAT", &zlib_stored(&rows));
    if !text.is_empty() {
        chunk(&mut bytes, *b"tEXt", &[b"History\0", text].concat());
    }
    chunk(&mut bytes, *b"IEND", &[]);
    bytes
}

fn chunk(bytes: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    bytes.extend(length_of(data).to_be_bytes());
    let start = bytes.len();
    bytes.extend(name);
    bytes.extend(data);
    let sum = crc32(&bytes[start..]);
    bytes.extend(sum.to_be_bytes());
}

/// Returns a zlib stream with uncompressed blocks.
fn zlib_stored(data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = data.chunks(usize::from(u16::MAX)).collect();
    for (at, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        bytes.push(u8::from(at + 1 == blocks.len()));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(*block);
    }
    bytes.extend(adler32(data).to_be_bytes());
    bytes
}

/// Returns the CRC-32 of some bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

fn adler32(bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65521;
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % PRIME;
        (low, (high + low) % PRIME)
    });
    high << 16 | low
}

/// Returns a grey JPEG file. All coefficients are zero, so a table with one code each is enough.
pub fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0".to_vec();
    bytes.extend(b"\xff\xdb\0\x43\0");
    bytes.extend([1; 64]);
    bytes.extend(b"\xff\xc0\0\x0b\x08");
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend(b"\x01\x01\x11\0");
    for class in [0x00, 0x10] {
        bytes.extend([0xff, 0xc4, 0, 20, class, 1]);
        // One code of one bit, for zero.
        bytes.extend([0; 16]);
    }
    bytes.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0");
    // Two codes for each block of eight by eight pixels; the last byte is padded with ones.
    let bits = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8)) * 2;
    bytes.extend(vec![0; bits / 8]);
    if bits % 8 > 0 {
        bytes.push(0xff >> (bits % 8));
    }
    bytes.extend(b"\xff\xd9");
    bytes
}

/// Returns a DDS file compressed in blocks of eight bytes, with all its mip maps.
pub fn dds(width: u16, height: u16) -> Vec<u8> {
    dds_with(width, height, u16::BITS - width.max(height).leading_zeros())
}

/// Returns a DDS file with the first `levels` of its mip maps.
pub fn dds_with(width: u16, height: u16, levels: u32) -> Vec<u8> {
    let blocks = |level: u32| {
        let [across, down] = [width, height].map(|side| usize::from((side >> level).max(1).div_ceil(4)));
        across * down
    };
    let mut words = [0_u32; 32];
    words[0] = u32::from_le_bytes(*b"DDS ");
    words[1] = 124;
    // The flags for capabilities, height, width, format, size and the number of mip maps.
    words[2] = 0x000A_1007;
    words[3] = height.into();
    words[4] = width.into();
    words[5] = u32::try_from(blocks(0) * 8).unwrap_or(u32::MAX);
    words[7] = levels;
    words[19] = 32;
    // The format is given by four letters.
    words[20] = 4;
    words[21] = u32::from_le_bytes(*b"DXT1");
    // The flags for a texture with more than one surface and with mip maps.
    words[27] = 0x0040_1008;
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend([0x08, 0x42, 0x08, 0x42, 0, 0, 0, 0].repeat((0..levels).map(blocks).sum()));
    bytes
}

/// Returns a PSD file with one grey channel and no layers.
pub fn psd(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"8BPS\0\x01\0\0\0\0\0\0\0\x01".to_vec();
    bytes.extend(u32::from(height).to_be_bytes());
    bytes.extend(u32::from(width).to_be_bytes());
    // Eight bits, grey; no colours, resources and layers; uncompressed pixels.
    bytes.extend(b"\0\x08\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(vec![128; usize::from(width) * usize::from(height)]);
    bytes
}

fn length_of(data: &[u8]) -> u32 {
    u32::try_from(data.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{adler32, crc32, dds, dds_with, jpeg, psd};

    #[test]
    fn checksums_follow_the_standards() {
        assert_eq!((crc32(b"123456789"), adler32(b"Wikipedia")), (0xCBF4_3926, 0x11E6_0398));
    }

    #[test]
    fn files_have_the_length_of_their_pixels() {
        assert_eq!(dds_with(64, 32, 1).len(), 128 + 16 * 8 * 8);
        assert_eq!(dds(64, 32).len(), 128 + (128 + 32 + 8 + 2 + 1 + 1 + 1) * 8);
        assert_eq!(psd(6, 5).len(), 26 + 14 + 30);
        assert_eq!(jpeg(8, 8)[jpeg(8, 8).len() - 3..], [0x3f, 0xff, 0xd9]);
    }
}
