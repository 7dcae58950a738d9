//! Directories of TIFF and BigTIFF, in both byte orders.

use crate::format::FactError;
use crate::format::image::Image;
use crate::source::MemorySource;

/// Returns a file whose directory has these entries: tag, type, value.
fn file(is_little: bool, is_big: bool, entries: &[(u16, u16, u64)]) -> Vec<u8> {
    let number = |value: u64, length: usize| {
        let mut bytes = value.to_le_bytes()[..length].to_vec();
        if !is_little {
            bytes.reverse();
        }
        bytes
    };
    let mut bytes = if is_little { b"II".to_vec() } else { b"MM".to_vec() };
    let (wide, count) = if is_big { (8, 8) } else { (4, 2) };
    bytes.extend(number(if is_big { 43 } else { 42 }, 2));
    if is_big {
        bytes.extend([number(8, 2), number(0, 2)].concat());
    }
    bytes.extend([number(if is_big { 16 } else { 8 }, wide), number(entries.len() as u64, count)].concat());
    for &(tag, kind, value) in entries {
        let length = [(1, 1), (3, 2), (4, 4), (16, 8)].iter().find(|row| row.0 == kind).map_or(1, |row| row.1);
        let mut value = number(value, length);
        value.resize(wide.max(length), 0);
        bytes.extend([number(tag.into(), 2), number(kind.into(), 2), number(1, wide), value].concat());
    }
    bytes
}

fn read(bytes: &[u8]) -> Result<(u32, u32, Option<&'static str>), String> {
    let source: MemorySource = [("a", bytes)].into_iter().collect();
    let image = Image::read::<FactError>("a", &source).map_err(|fault| fault.to_string())?;
    Ok((image.width, image.height, image.compression))
}

#[test]
fn whole_numbers_of_any_length_state_the_size() {
    for is_little in [true, false] {
        for (is_big, kind, value) in [
            (false, 1, 200),
            (false, 3, 60_000),
            (false, 4, 70_000),
            (true, 1, 200),
            (true, 3, 60_000),
            (true, 4, 70_000),
            (true, 16, 70_000),
        ] {
            let bytes = file(is_little, is_big, &[(254, 4, 0), (256, kind, value), (257, 3, 9)]);
            let expected = Ok((u32::try_from(value).unwrap(), 9, Some("none")));
            assert_eq!(read(&bytes), expected, "{is_little} {is_big} {kind} {value}");
        }
    }
}

#[test]
fn the_compression_is_stated() {
    for (number, method) in
        [(1, Some("none")), (5, Some("lzw")), (32773, Some("rle")), (50000, Some("zstd")), (9999, None)]
    {
        let bytes = file(false, false, &[(256, 3, 7), (257, 3, 9), (259, 3, number)]);
        assert_eq!(read(&bytes), Ok((7, 9, method)), "{number}");
    }
}

#[test]
fn a_directory_without_a_size_is_damaged() {
    for entries in [&[][..], &[(256, 3, 7)], &[(257, 3, 9)], &[(256, 12, 7), (257, 3, 9)], &[(256, 2, 7), (257, 3, 9)]]
    {
        assert!(read(&file(true, true, entries)).unwrap_err().contains("damaged at byte"), "{entries:?}");
    }
}

#[test]
fn truncated_files_are_refused() {
    for is_big in [true, false] {
        let whole = file(true, is_big, &[(256, 3, 7), (257, 3, 9), (259, 3, 1), (262, 3, 2)]);
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{is_big} {length}");
        }
    }
}
