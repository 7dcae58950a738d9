//! What the header of each format must have, and where it says the size of the image.

/// The header of a format.
struct Header {
    format: &'static str,
    /// Its bytes, when they are always as many.
    length: usize,
    /// What says the size.
    size: &'static str,
    /// The longest side that it can say.
    most: u32,
    /// What stands at a place of every such header: place, bytes, and what they are called.
    marks: &'static [(usize, &'static [u8], &'static str)],
}

/// All formats by their names.
const HEADERS: &[Header] = &[
    row("astc", 16, "the size in bytes 7 to 12"),
    row("bmp", 26, "the size from byte 18 on"),
    Header {
        marks: &[(4, &[124, 0, 0, 0], "the header's length of 124 bytes")],
        ..row("dds", 128, "the size in bytes 12 to 19")
    },
    row("exr", 0, "the attribute `dataWindow`"),
    row("gif", 13, "the size in bytes 6 to 9"),
    row("hdr", 0, "the line of its resolution (such as `-Y 512 +X 1024`)"),
    row("jpeg", 0, "the frame header with its size"),
    row("ktx2", 80, "the size in bytes 20 to 27"),
    row("pkm", 16, "the size in bytes 12 to 15"),
    Header {
        marks: &[
            (4, b"\r\n\x1a\n", "the rest of the signature, which transfers as text change,"),
            (8, b"\0\0\0\rIHDR", "the chunk `IHDR`"),
        ],
        // The highest bit of a length is never set.
        most: i32::MAX.cast_unsigned(),
        ..row("png", 29, "the size in bytes 16 to 23")
    },
    row("pnm", 0, "its width and height in digits"),
    row("psd", 26, "the size in bytes 14 to 21"),
    row("pvr", 52, "the size within the first 52 bytes"),
    row("qoi", 14, "the size in bytes 4 to 11"),
    row("tga", 18, "the size in bytes 12 to 15"),
    row("tiff", 0, "the size in the first directory (`ImageWidth`, `ImageLength`)"),
    row("vtf", 64, "the size in bytes 16 to 19"),
    row("webp", 25, "the size from byte 21 on"),
];

const fn row(format: &'static str, length: usize, size: &'static str) -> Header {
    Header { format, length, size, most: u32::MAX, marks: &[] }
}

/// The names of all formats, for a message.
pub(super) fn formats() -> String {
    let names: Vec<&str> = HEADERS.iter().map(|header| header.format).collect();
    names.join(", ")
}

/// What says the size of an image of this format.
pub(super) fn size_of(format: &str) -> &'static str {
    HEADERS.iter().find(|header| header.format == format).map_or("its size", |header| header.size)
}

/// The longest side that an image of this format can have.
pub(super) fn most_of(format: &str) -> u32 {
    HEADERS.iter().find(|header| header.format == format).map_or(u32::MAX, |header| header.most)
}

/// The bytes of the header of an image of this format, 0 when they are not always as many.
pub(super) fn length_of(format: &str) -> usize {
    HEADERS.iter().find(|header| header.format == format).map_or(0, |header| header.length)
}

/// What is wrong with the start of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Wrong {
    /// The header is longer.
    CutOff,
    /// At this place something else must stand.
    Mark(usize, &'static str),
}

/// Checks the first bytes of an image of this format, which are all of the file when they are few.
pub(super) fn check(format: &str, head: &[u8]) -> Option<Wrong> {
    let header = HEADERS.iter().find(|header| header.format == format)?;
    let is_wrong = |&&(at, mark, _): &&(usize, &[u8], &str)| {
        let found = head.get(at..).unwrap_or_default();
        let length = found.len().min(mark.len());
        found[..length] != mark[..length]
    };
    let wrong = header.marks.iter().find(is_wrong).map(|&(at, _, what)| Wrong::Mark(at, what));
    wrong.or((head.len() < header.length).then_some(Wrong::CutOff))
}
