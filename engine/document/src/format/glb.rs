//! Binary glTF: a header and chunks. The first chunk is the document.

use super::encoding::{self, Undecodable};
use crate::source::{Source, SourceError, copy_part};
use crate::text::{Fault, IssueCode, Span, counted};

/// The header: magic, version and length of the file, each a 32-bit number.
const HEADER: usize = 12;

/// The header of a chunk: the length of the content, and the kind.
const CHUNK_HEADER: usize = 8;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
const BIN: &[u8; 4] = b"BIN\0";

/// Returns true if a file begins like binary glTF.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The lengths of the parts of a binary glTF file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Glb {
    /// The number of bytes of the JSON that describes the scene, including spaces at its end.
    pub json: u32,
    /// The number of bytes of the chunk BIN, including zeros at its end; `None` without such a chunk.
    pub bin: Option<u32>,
}

impl Glb {
    /// Reads the lengths of the file at `path`. Only the headers of the chunks are read.
    ///
    /// # Errors
    /// Fails if the source does not return the bytes, or if they are not binary glTF.
    pub fn read<E: From<SourceError> + From<Undecodable>>(path: &str, source: &dyn Source) -> Result<Self, E> {
        let size = usize::try_from(source.size(path)?).unwrap_or(usize::MAX);
        let read = |offset: usize, part: &mut [u8]| source.read_part(path, offset as u64, part);
        chunks(size, read).map_err(|trouble| match trouble {
            GlbFault::Source(error) => error.into(),
            GlbFault::Unsound(undecodable) => undecodable.into(),
        })
    }
}

/// The reason why there is no text.
#[derive(Debug)]
pub(super) enum GlbFault {
    /// The source does not return the bytes.
    Source(SourceError),
    /// The header or the chunks are not valid in glTF 2.0, or the text is not UTF-8.
    Unsound(Undecodable),
}

impl From<Fault> for GlbFault {
    fn from(fault: Fault) -> Self {
        Self::Unsound(Undecodable { fault, text: String::new() })
    }
}

/// Decodes the text of the first chunk, which is JSON. Of the other chunks, only the lengths are checked.
///
/// Offsets in the text count from the start of the chunk.
///
/// # Errors
/// Fails if the header or the chunks are not valid in glTF 2.0, or if the text is not UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Undecodable> {
    let read = |offset: usize, part: &mut [u8]| Ok(copy_part(bytes, offset as u64, part));
    read_text(bytes.len(), read).map_err(|trouble| match trouble {
        GlbFault::Unsound(undecodable) => undecodable,
        // Reading from memory cannot fail.
        GlbFault::Source(error) => {
            Undecodable { fault: fault(IssueCode::FileUnreadable, error.to_string()), text: String::new() }
        }
    })
}

/// Like [`decode`], for a file of `size` bytes. Reads only the bytes that are needed.
///
/// # Errors
/// Fails like [`decode`], and if `read` fails.
pub(super) fn read_text(
    size: usize,
    mut read: impl FnMut(usize, &mut [u8]) -> Result<usize, SourceError>,
) -> Result<String, GlbFault> {
    let length = chunks(size, &mut read)?.json as usize;
    let mut text = Vec::new();
    let full = |_| SourceError::Unreadable(format!("its {length} bytes of JSON do not fit into memory"));
    text.try_reserve_exact(length).map_err(full).map_err(GlbFault::Source)?;
    text.resize(length, 0);
    let length = read(HEADER + CHUNK_HEADER, &mut text).map_err(GlbFault::Source)?;
    text.truncate(length);
    encoding::utf_8(text).map_err(GlbFault::Unsound)
}

/// Checks the header and the chunks of a file of `size` bytes. Returns the lengths of its parts.
fn chunks(size: usize, mut read: impl FnMut(usize, &mut [u8]) -> Result<usize, SourceError>) -> Result<Glb, GlbFault> {
    let mut start = [0; HEADER];
    let known = read(0, &mut start).map_err(GlbFault::Source)?;
    header(&start[..known], size)?;
    let (mut at, mut glb) = (HEADER, Glb { json: 0, bin: None });
    for number in 1.. {
        let mut start = [0; CHUNK_HEADER];
        let known = read(at, &mut start).map_err(GlbFault::Source)?;
        let length = chunk(&start[..known], at, size, number)?;
        let stated = u32::try_from(length).unwrap_or(u32::MAX);
        match number {
            1 => glb.json = stated,
            2 if start[4..] == *BIN => glb.bin = Some(stated),
            _ => {}
        }
        at += CHUNK_HEADER + length;
        if at == size {
            break;
        }
    }
    Ok(glb)
}

/// Checks the header of a file of `size` bytes. `bytes` is the header, or less if the file is shorter.
fn header(bytes: &[u8], size: usize) -> Result<(), Fault> {
    // A short file is compared as far as possible, so that another format is not reported as truncated.
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        let fault = fault(IssueCode::GlbBadMagic, "binary glTF begins with `glTF`, but this file does not");
        return Err(fault.help("a scene that is JSON has the extension `.gltf`"));
    }
    if bytes.len() < HEADER || size < HEADER + CHUNK_HEADER {
        let message =
            format!("the file ends after {}, inside its header or the header of the first chunk", count(size));
        return Err(cut_off(fault(IssueCode::GlbTooShort, message)));
    }
    let (version, length) = (number(bytes, 4), number(bytes, 8));
    if version != 2 {
        return Err(fault(
            IssueCode::GlbBadVersion,
            format!("the version is {version}, but only version 2 is supported"),
        ));
    }
    if length != size {
        let message = format!("the header says {}, but the file has {}", count(length), count(size));
        return Err(cut_off(fault(IssueCode::GlbWrongLength, message)));
    }
    Ok(())
}

/// Checks the chunk with the number `number_of_chunk` at `at` in a file of `size` bytes. Returns the length of its
/// content. `bytes` is the header of the chunk, or less if the file is shorter.
fn chunk(bytes: &[u8], at: usize, size: usize, number_of_chunk: usize) -> Result<usize, Fault> {
    let place = format!("chunk {number_of_chunk}, at byte {at},");
    let left = size - at;
    if left < CHUNK_HEADER || bytes.len() < CHUNK_HEADER {
        let message = format!("{place} has {}, which is too short for the header of a chunk", count(left));
        return Err(cut_off(fault(IssueCode::GlbCutChunk, message)));
    }
    let (length, kind) = (number(bytes, 0), &bytes[4..]);
    if number_of_chunk == 1 && kind != JSON {
        return Err(fault(IssueCode::GlbNoJson, format!("{place} is not the JSON that describes the scene")));
    }
    if number_of_chunk != 1 && kind == JSON || number_of_chunk > 2 && kind == BIN {
        let name = if kind == JSON { "JSON" } else { "BIN" };
        return Err(fault(
            IssueCode::GlbChunkOrder,
            format!("{place} is {name}, but only the first chunk can be JSON, and only the second BIN"),
        ));
    }
    if length > left - CHUNK_HEADER {
        let message = format!("{place} says {}, but the file has only {} more", count(length), left - CHUNK_HEADER);
        return Err(cut_off(fault(IssueCode::GlbCutChunk, message)));
    }
    // glTF 2.0: chunks begin and end at multiples of four bytes.
    if length % 4 != 0 {
        let message = format!("{place} has {}, which is not a multiple of 4", count(length));
        return Err(fault(IssueCode::GlbMisaligned, message).help("pad JSON with spaces, BIN with zeros"));
    }
    Ok(length)
}

/// Returns the 32-bit number at `at`, in little-endian byte order.
fn number(bytes: &[u8], at: usize) -> usize {
    let number: [u8; 4] = std::array::from_fn(|offset| bytes[at + offset]);
    usize::try_from(u32::from_le_bytes(number)).unwrap_or(usize::MAX)
}

fn count(bytes: usize) -> String {
    counted(bytes, "byte", "bytes")
}

fn fault(code: IssueCode, message: impl Into<String>) -> Fault {
    Fault::new(code, message, Span::at(0))
}

fn cut_off(fault: Fault) -> Fault {
    fault.help("the file may be truncated; export it again")
}

#[cfg(test)]
mod tests {
    use super::{Glb, decode};
    use crate::format::FactError;
    use crate::source::MemorySource;

    /// Returns a file with these chunks and a valid header.
    fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, content) in chunks {
            bytes.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
            bytes.extend(*kind);
            bytes.extend(*content);
        }
        let length = u32::try_from(bytes.len()).unwrap();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    fn changed(at: usize, to: &[u8]) -> Vec<u8> {
        let mut bytes = file(&[(b"JSON", b"{}  "), (b"BIN\0", &[0; 8])]);
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    }

    #[test]
    fn the_first_chunk_is_the_document() {
        for (bytes, text) in [
            (file(&[(b"JSON", b"{}  ")]), "{}  "),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[0xff; 8])]), "{}  "),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[])]), "{}  "),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[1; 4]), (b"XYZW", &[2; 4])]), "{}  "),
            (file(&[(b"JSON", b"{}  "), (b"XYZW", &[2; 4])]), "{}  "),
            (file(&[(b"JSON", b"")]), ""),
        ] {
            assert_eq!(decode(&bytes).unwrap(), text);
        }
    }

    #[test]
    fn lengths_of_the_parts_are_returned() {
        let parse = |bytes: Vec<u8>| {
            let source: MemorySource = [("a.glb", bytes)].into_iter().collect();
            Glb::read::<FactError>("a.glb", &source).map_err(|error| error.to_string())
        };
        for (bytes, json, bin) in [
            (file(&[(b"JSON", b"{}  ")]), 4, None),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[0; 8])]), 4, Some(8)),
            (file(&[(b"JSON", b"{}  "), (b"BIN\0", &[])]), 4, Some(0)),
            (file(&[(b"JSON", b"{\"a\": 1}"), (b"XYZW", &[2; 4])]), 8, None),
        ] {
            assert_eq!(parse(bytes), Ok(Glb { json, bin }));
        }
        assert_eq!(parse(b"{}".to_vec()), Err("binary glTF begins with `glTF`, but this file does not".to_owned()));
    }

    #[test]
    fn each_fault_has_a_code_and_a_sentence() {
        let whole = changed(0, b"");
        for (bytes, code, message) in [
            (
                Vec::new(),
                "glb-too-short",
                "the file ends after 0 bytes, inside its header or the header of the first chunk",
            ),
            (
                whole[..1].to_vec(),
                "glb-too-short",
                "the file ends after 1 byte, inside its header or the header of the first chunk",
            ),
            (
                whole[..19].to_vec(),
                "glb-too-short",
                "the file ends after 19 bytes, inside its header or the header of the first chunk",
            ),
            (b"{}".to_vec(), "glb-bad-magic", "binary glTF begins with `glTF`, but this file does not"),
            (changed(0, b"glTf"), "glb-bad-magic", "binary glTF begins with `glTF`, but this file does not"),
            (changed(4, &[1]), "glb-bad-version", "the version is 1, but only version 2 is supported"),
            (changed(8, &[41]), "glb-wrong-length", "the header says 41 bytes, but the file has 40 bytes"),
            (whole[..39].to_vec(), "glb-wrong-length", "the header says 40 bytes, but the file has 39 bytes"),
            (changed(16, b"BIN\0"), "glb-no-json", "chunk 1, at byte 12, is not the JSON that describes the scene"),
            (
                changed(28, b"JSON"),
                "glb-chunk-order",
                "chunk 2, at byte 24, is JSON, but only the first chunk can be JSON, and only the second BIN",
            ),
            (changed(12, &[24]), "glb-cut-chunk", "chunk 1, at byte 12, says 24 bytes, but the file has only 20 more"),
            (
                changed(12, &[0xff; 4]),
                "glb-cut-chunk",
                "chunk 1, at byte 12, says 4294967295 bytes, but the file has only 20 more",
            ),
            (
                changed(12, &[16]),
                "glb-cut-chunk",
                "chunk 2, at byte 36, has 4 bytes, which is too short for the header of a chunk",
            ),
            (changed(24, &[12]), "glb-cut-chunk", "chunk 2, at byte 24, says 12 bytes, but the file has only 8 more"),
            (changed(12, &[3]), "glb-misaligned", "chunk 1, at byte 12, has 3 bytes, which is not a multiple of 4"),
            (changed(20, b"\xff"), "encoding-undecodable", "the byte FF is not valid in UTF-8"),
        ] {
            let fault = decode(&bytes).unwrap_err().fault;
            assert_eq!((fault.code.as_str(), fault.message.as_str()), (code, message), "{bytes:?}");
        }
    }

    #[test]
    fn truncated_and_changed_bytes_never_panic() {
        let whole = file(&[(b"JSON", b"{\"a\": 1}"), (b"BIN\0", &[7; 12])]);
        for at in 0..whole.len() {
            assert!(decode(&whole[..at]).is_err(), "cut at {at}");
            for byte in [0, 1, 2, 3, 4, 0x7f, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                let text = decode(&bytes).map_err(|undecodable| undecodable.fault.code.as_str());
                assert!(text.is_ok() || text.is_err_and(|code| code.starts_with("glb-") || at >= 20), "{at} {byte}");
            }
        }
    }
}
