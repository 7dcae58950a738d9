//! PNG headers like those of PngSuite: every legal pair of colour type and depth, and its invalid files.

use super::{message_of, png, read, sealed};

/// Returns a header with this depth, colour type, compression, filter and interlacing.
fn header(depth: u8, colour: u8, methods: [u8; 3]) -> Vec<u8> {
    let mut header = png(32, 32);
    header[24..26].copy_from_slice(&[depth, colour]);
    header[26..29].copy_from_slice(&methods);
    sealed(header)
}

const LEGAL: [(u8, &[u8]); 5] =
    [(0, &[1, 2, 4, 8, 16]), (2, &[8, 16]), (3, &[1, 2, 4, 8]), (4, &[8, 16]), (6, &[8, 16])];

#[test]
fn png_bad_depth_colour() {
    for colour in 0..=255 {
        let depths = LEGAL.iter().find(|(legal, _)| *legal == colour).map_or(&[][..], |(_, depths)| *depths);
        for depth in 0..=255 {
            let message = message_of(&header(depth, colour, [0; 3]));
            let place =
                if depths.is_empty() { "at byte 25: the colour type cannot be" } else { "at byte 24: the bit depth" };
            if depths.contains(&depth) {
                assert_eq!(read(&header(depth, colour, [0; 3])), Ok((32, 32, "png")), "{colour} {depth}");
                assert_eq!(read(&header(depth, colour, [0, 0, 1])), Ok((32, 32, "png")), "interlaced {colour} {depth}");
            } else {
                assert!(message.contains(place), "{colour} {depth}: {message}");
            }
        }
    }
}

#[test]
fn methods_that_do_not_exist_are_refused() {
    for value in 1..=255 {
        for (at, methods) in [(26, [value, 0, 0]), (27, [0, value, 0]), (28, [0, 0, value])] {
            let message = message_of(&header(8, 2, methods));
            let is_reported = message.contains(&format!("damaged at byte {at}: "))
                && message.ends_with(&format!("cannot be {value}"));
            assert!(is_reported || (at, value) == (28, 1), "{at} {value}: {message}");
        }
    }
}

#[test]
fn png_bad_ihdr_crc() {
    let sound = header(8, 2, [0; 3]);
    for at in 16..33 {
        for bit in 0..8 {
            let mut damaged = sound.clone();
            damaged[at] ^= 1 << bit;
            assert_eq!(
                message_of(&damaged),
                "the png image is damaged at byte 29: the checksum of `IHDR` does not match",
                "{at}"
            );
        }
    }
}

/// The files whose names begin with `x`. Two of them are damaged only after their header.
#[test]
fn files_of_png_suite_with_errors() {
    let sound = header(1, 0, [0; 3]);
    let with = |at: usize, byte: u8| {
        let mut bytes = sound.clone();
        bytes[at] = byte;
        bytes
    };
    // A text-mode transfer replaces the carriage return or the line feed by a line break.
    let cr_added = [&sound[..5], b"\r\n", &sound[5..]].concat();
    let lf_added = [&sound[..4], b"\n", &sound[4..]].concat();
    let no_pixels = [&sound[..], b"\0\0\0\0IEND\xae\x42\x60\x82"].concat();
    let bad_pixels = [&sound[..], b"\0\0\0\x01IDAT\0\x12\x34\x56\x78"].concat();
    for (name, bytes, expected) in [
        ("xs1n0g01", with(0, 0x09), "the content is not an image of a known format"),
        ("xs2n0g01", with(1, b'Q'), "the content is not an image of a known format"),
        ("xs4n0g01", with(3, b'g'), "the content is not an image of a known format"),
        (
            "xs7n0g01",
            with(6, b' '),
            "the png image is damaged at byte 4: the end of the signature, which text transfers change, is missing",
        ),
        (
            "xcrn0g04",
            cr_added,
            "the png image is damaged at byte 4: the end of the signature, which text transfers change, is missing",
        ),
        (
            "xlfn0g04",
            lf_added,
            "the png image is damaged at byte 4: the end of the signature, which text transfers change, is missing",
        ),
        (
            "xhdn0g08",
            with(29, sound[29] ^ 1),
            "the png image is damaged at byte 29: the checksum of `IHDR` does not match",
        ),
        ("xc1n0g08", header(8, 1, [0; 3]), "the png image is damaged at byte 25: the colour type cannot be 1"),
        ("xc9n2c08", header(8, 9, [0; 3]), "the png image is damaged at byte 25: the colour type cannot be 9"),
        (
            "xd0n2c08",
            header(0, 2, [0; 3]),
            "the png image is damaged at byte 24: the bit depth of a colour image cannot be 0",
        ),
        (
            "xd3n2c08",
            header(3, 2, [0; 3]),
            "the png image is damaged at byte 24: the bit depth of a colour image cannot be 3",
        ),
        (
            "xd9n2c08",
            header(99, 2, [0; 3]),
            "the png image is damaged at byte 24: the bit depth of a colour image cannot be 99",
        ),
        ("xdtn0g01", no_pixels, "(32, 32, \"png\")"),
        ("xcsn0g01", bad_pixels, "(32, 32, \"png\")"),
    ] {
        assert_eq!(message_of(&bytes), expected, "{name}");
    }
}

/// Headers that were made by hand, for tests of rules, end before the checksum or have zeros in its place.
#[test]
fn a_header_without_a_checksum_is_read() {
    let sound = header(8, 2, [0; 3]);
    assert_eq!(read(&sound[..29]), Ok((32, 32, "png")));
    assert_eq!(read(&[&sound[..29], &[0; 4]].concat()), Ok((32, 32, "png")));
    assert_eq!(
        message_of(&header(8, 9, [0; 3])[..29]),
        "the png image is damaged at byte 25: the colour type cannot be 9"
    );
}
