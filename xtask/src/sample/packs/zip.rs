//! Zip archives with uncompressed members.

use super::image::crc32;

/// Returns an archive of these members, in this order.
pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let at = bytes.len();
        bytes.extend_from_slice(b"PK\x03\x04");
        describe(&mut bytes, name, content);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(content);
        // Made on Unix, with the mode of a file that everybody may read.
        directory.extend_from_slice(b"PK\x01\x02\x14\x03");
        describe(&mut directory, name, content);
        put16(&mut directory, &[0, 0, 0]);
        put32(&mut directory, &[0o100_644 << 16, at]);
        directory.extend_from_slice(name.as_bytes());
    }
    let end = bytes.len();
    bytes.extend_from_slice(&directory);
    bytes.extend_from_slice(b"PK\x05\x06");
    put16(&mut bytes, &[0, 0, members.len(), members.len()]);
    put32(&mut bytes, &[directory.len(), end]);
    put16(&mut bytes, &[0]);
    bytes
}

/// Writes the fields that are both in front of a member's bytes and in the directory.
fn describe(out: &mut Vec<u8>, name: &str, content: &[u8]) {
    const NAMES_ARE_UTF8: usize = 1 << 11;
    const FIRST_DAY: usize = 33;
    put16(out, &[20, NAMES_ARE_UTF8, 0, 0, FIRST_DAY]);
    put32(out, &[crc32(content) as usize, content.len(), content.len()]);
    put16(out, &[name.len(), 0]);
}

/// Writes numbers of 16 bits, which are large enough for samples.
fn put16(out: &mut Vec<u8>, numbers: &[usize]) {
    for number in numbers {
        out.extend_from_slice(&number.to_le_bytes()[..2]);
    }
}

/// Writes numbers of 32 bits, which are large enough for samples.
fn put32(out: &mut Vec<u8>, numbers: &[usize]) {
    for number in numbers {
        out.extend_from_slice(&number.to_le_bytes()[..4]);
    }
}
