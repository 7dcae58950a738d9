//! Files that are compressed with gzip, as some games save their definitions. They are expanded before they are
//! decoded.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use crate::source::Crc;

/// The maximum size of an expanded file in bytes.
const MAX_UNPACKED: usize = 256 << 20;

/// The start of the header of a gzip file: its signature, and deflate as the method.
const MAGIC: &[u8] = &[0x1f, 0x8b, 8];

/// The reason why a gzip file cannot be expanded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum GzipFault {
    /// The file is truncated, or its checksum does not match.
    Damaged,
    /// The file expands to more than [`MAX_UNPACKED`] bytes.
    TooLarge,
}

/// Returns true if a file that begins with `head` is compressed with gzip.
pub(super) fn is_packed(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// Expands a file of one or more members.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, GzipFault> {
    let mut unpacked = Vec::new();
    let mut rest = packed;
    while is_packed(rest) {
        rest = member(rest, &mut unpacked).ok_or(GzipFault::Damaged)??;
    }
    // Files from tapes are padded with zeros.
    if rest.iter().all(|&byte| byte == 0) { Ok(unpacked) } else { Err(GzipFault::Damaged) }
}

/// Expands the first member and returns what follows it; `None` if the member is damaged.
fn member<'p>(packed: &'p [u8], unpacked: &mut Vec<u8>) -> Option<Result<&'p [u8], GzipFault>> {
    /// The maximum memory in bytes that is reserved before anything has been expanded.
    const AT_ONCE: usize = 16 << 20;
    let mut rest = packed.get(header(packed)?..)?;
    let start = unpacked.len();
    let mut end = start;
    let mut inflate = Box::<DecompressorOxide>::default();
    unpacked.resize(start + (4 * rest.len()).clamp(1024, AT_ONCE), 0);
    loop {
        // A member cannot refer to the content of earlier members.
        let (output, flags) = (&mut unpacked[start..], inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
        let (status, read, written) = decompress(&mut inflate, rest, output, end - start, flags);
        rest = &rest[read..];
        end += written;
        match status {
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput if unpacked.len() >= MAX_UNPACKED => return Some(Err(GzipFault::TooLarge)),
            TINFLStatus::HasMoreOutput => unpacked.resize((2 * unpacked.len()).min(MAX_UNPACKED), 0),
            _ => return None,
        }
    }
    unpacked.truncate(end);
    let (checksum, rest) = rest.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let mut crc = Crc::default();
    crc.update(&unpacked[start..]);
    let is_sound = crc.value() == u32::from_le_bytes(*checksum)
        && u32::try_from(end - start).is_ok_and(|unpacked| unpacked == u32::from_le_bytes(*length));
    is_sound.then_some(Ok(rest))
}

/// Returns the length of the header that `packed` begins with.
fn header(packed: &[u8]) -> Option<usize> {
    const CHECKSUM: u8 = 1 << 1;
    const EXTRA: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;
    let flags = *packed.get(3)?;
    // RFC 1952: signature, method, flags, time, extra flags and system take ten bytes.
    let mut at = 10;
    if flags & EXTRA != 0 {
        let length = packed.get(at..)?.first_chunk()?;
        at += 2 + usize::from(u16::from_le_bytes(*length));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            at += memchr::memchr(0, packed.get(at..)?)? + 1;
        }
    }
    Some(at + if flags & CHECKSUM != 0 { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::{GzipFault, MAX_UNPACKED, is_packed, unpack};
    use crate::source::Crc;

    /// Returns a member with these flags and optional fields.
    fn packed(content: &[u8], flags: u8, fields: &[u8]) -> Vec<u8> {
        let mut crc = Crc::default();
        crc.update(content);
        let mut packed = vec![0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3];
        packed.extend(fields);
        packed.extend(miniz_oxide::deflate::compress_to_vec(content, 6));
        packed.extend(crc.value().to_le_bytes());
        packed.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        packed
    }

    #[test]
    fn members_are_unpacked_with_any_header_fields() {
        let long: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        for content in [b"".as_slice(), b"<a/>", &long] {
            for (flags, fields) in [
                (0, b"".as_slice()),
                (8, b"a.sbc\0"),
                (16, b"a comment\0"),
                (4, b"\x03\0xyz"),
                (2, b"\0\0"),
                (30, b"\x01\0xn\0c\0\0\0"),
            ] {
                assert_eq!(unpack(&packed(content, flags, fields)).as_deref(), Ok(content), "{flags}");
            }
        }
        let two = [packed(b"ab", 0, b""), packed(b"abc", 8, b"n\0"), vec![0; 5]].concat();
        assert!(is_packed(&two));
        assert_eq!(unpack(&two).as_deref(), Ok(b"ababc".as_slice()));
    }

    #[test]
    fn damaged_or_too_large_files_are_refused() {
        let whole = packed(b"<a>some text</a>", 8, b"a.sbc\0");
        for length in 3..whole.len() {
            assert_eq!(unpack(&whole[..length]), Err(GzipFault::Damaged), "{length}");
        }
        for at in whole.len() - 8..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert_eq!(unpack(&damaged), Err(GzipFault::Damaged), "{at}");
        }
        assert_eq!(unpack(&[whole, b"x".to_vec()].concat()), Err(GzipFault::Damaged));
        assert_eq!(unpack(&packed(&vec![0; MAX_UNPACKED + 1], 0, b"")), Err(GzipFault::TooLarge));
    }
}
