//! Facts about a file as a whole: its path, size, hashes, text, and its size as an image.

use thiserror::Error;

use super::Special;
use super::digest::{Algorithm, Hasher};
use super::encoding::{Undecodable, decode_text};
use super::image::{Image, ImageFault};
use super::sniff::extension;
use crate::source::{Source, SourceError, Start, file_name};
use crate::text::IssueCode;

/// A fact about one file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fact {
    /// A string.
    Text(String),
    /// A number.
    Number(u64),
}

/// The reason why a fact about a file is not available.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum FactError {
    /// The source does not return the bytes.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The bytes are not text.
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
    /// The bytes are not an image.
    #[error(transparent)]
    Image(#[from] ImageFault),
    /// The fact is about an entry of a list, not about the file.
    #[error("`{{{}}}` is a fact about an entry of an asset list, not about a file", .0.name())]
    OfEntries(Special),
}

impl FactError {
    /// A short stable name of the kind, such as `image-unknown`.
    pub const fn code(&self) -> IssueCode {
        match self {
            Self::Source(error) => error.code(),
            Self::Undecodable(undecodable) => undecodable.fault.code,
            Self::OfEntries(_) => IssueCode::FactOfEntries,
            Self::Image(ImageFault::StandIn(stand_in)) => stand_in.code,
            Self::Image(ImageFault::Empty | ImageFault::Unknown) => IssueCode::ImageUnknown,
            Self::Image(ImageFault::CutOff { .. } | ImageFault::Short { .. }) => IssueCode::ImageCutOff,
            Self::Image(
                ImageFault::Damaged { .. }
                | ImageFault::Value { .. }
                | ImageFault::Wrong { .. }
                | ImageFault::Size { .. },
            ) => IssueCode::ImageDamaged,
        }
    }
}

/// Returns a fact about the file at `path`. Reads only as much of the file as necessary.
///
/// # Errors
/// Fails if the source does not return the bytes, or if they are not the text or the image that the fact needs. Also
/// fails for a fact about entries ([`Special::of_entries`]).
pub fn fact(special: Special, path: &str, source: &dyn Source) -> Result<Fact, FactError> {
    let name = file_name(path);
    let image = || Image::read::<FactError>(path, source);
    Ok(match special {
        Special::FilePath => Fact::Text(path.to_owned()),
        Special::FileName => Fact::Text(name.to_owned()),
        Special::FileStem => Fact::Text(stem(name).to_owned()),
        Special::FileExt => Fact::Text(extension(name).to_owned()),
        Special::FileSize => Fact::Number(source.size(path)?),
        Special::FileMd5 => Fact::Text(digest(Algorithm::Md5, path, source)?),
        Special::FileSha256 => Fact::Text(digest(Algorithm::Sha256, path, source)?),
        Special::FileText => Fact::Text(decode_text(source.read(path)?)?),
        Special::ImageWidth => Fact::Number(image()?.width.into()),
        Special::ImageHeight => Fact::Number(image()?.height.into()),
        Special::ImageFormat => Fact::Text(image()?.format.to_owned()),
        Special::AssetPath | Special::AssetId | Special::AssetHash => return Err(FactError::OfEntries(special)),
    })
}

/// Returns the hash of the file's bytes, in hexadecimal digits. A long file is never in memory as a whole.
fn digest(algorithm: Algorithm, path: &str, source: &dyn Source) -> Result<String, SourceError> {
    let mut hash = Hasher::new(algorithm);
    match source.start(path)? {
        Start::Whole(bytes) => hash.update(&bytes),
        Start::Long { part, .. } => {
            let (mut buffer, mut offset) = (vec![0; part], 0);
            loop {
                let length = source.read_part(path, offset, &mut buffer)?;
                hash.update(&buffer[..length]);
                offset += length as u64;
                // A part that is not full is the last one.
                if length < part {
                    break;
                }
            }
        }
    }
    Ok(hash.finish())
}

fn stem(name: &str) -> &str {
    match extension(name).len() {
        0 => name,
        extension => &name[..name.len() - extension - 1],
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::{Fact, FactError, fact};
    use crate::format::{Needs, SPECIALS, Special};
    use crate::source::{MemorySource, Source, SourceError};

    /// A source that records the calls.
    #[derive(Default)]
    struct Watched {
        files: MemorySource,
        reads: RefCell<Vec<&'static str>>,
    }

    impl Source for Watched {
        fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
            self.reads.borrow_mut().push("bytes");
            self.files.read(path)
        }

        fn size(&self, path: &str) -> Result<u64, SourceError> {
            self.reads.borrow_mut().push("size");
            self.files.size(path)
        }

        fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
            self.reads.borrow_mut().push("start");
            self.files.read_start(path, length)
        }
    }

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x05\x08\x06\0\0\0\x80\x71\x56\xa2";
    const TGA: &[u8] = b"\0\0\x02\0\0\0\0\0\0\0\0\0\x04\0\x02\0\x18\0";

    fn of(name: &str, path: &str, bytes: &[u8]) -> Result<Fact, String> {
        let source: MemorySource = [(path, bytes)].into_iter().collect();
        let special = Special::parse(name).ok_or("no such special")?;
        fact(special, path, &source).map_err(|error| format!("{}: {error}", error.code()))
    }

    #[test]
    fn every_special_has_its_row_in_order() {
        for (at, row) in SPECIALS.iter().enumerate() {
            assert_eq!(row.special as usize, at, "{}", row.name);
            assert_eq!(Special::parse(row.name), Some(row.special));
            assert_eq!((row.special.name(), row.special.needs()), (row.name, row.needs));
            assert!(!row.doc.is_empty(), "{}", row.name);
        }
        assert_eq!(SPECIALS.len(), Special::AssetHash as usize + 1);
        for name in ["", "file.foo", "{file.path}", "File.path", "image.size"] {
            assert_eq!(Special::parse(name), None, "{name}");
        }
    }

    #[test]
    fn facts_that_are_strings() {
        for (name, path, bytes, expected) in [
            ("file.path", "a/b c/d.tar.GZ", b"".as_slice(), "a/b c/d.tar.GZ"),
            ("file.name", "a/b c/d.tar.GZ", b"", "d.tar.GZ"),
            ("file.stem", "a/b c/d.tar.GZ", b"", "d.tar"),
            ("file.ext", "a/b c/d.tar.GZ", b"", "GZ"),
            ("file.name", "top", b"", "top"),
            ("file.stem", "a.b/top", b"", "top"),
            ("file.ext", "a.b/top", b"", ""),
            ("file.stem", "a/.gitignore", b"", ".gitignore"),
            ("file.ext", "a/.gitignore", b"", ""),
            ("file.stem", "a/x.", b"", "x."),
            ("file.stem", "a/\u{6a21}\u{578b}.xml", b"", "\u{6a21}\u{578b}"),
            ("file.md5", "a.bin", b"abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("file.md5", "a.bin", b"", "d41d8cd98f00b204e9800998ecf8427e"),
            ("file.sha256", "a.bin", b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("file.text", "a.txt", b" a\r\n\xc3\xa4 ", " a\r\n\u{e4} "),
            ("file.text", "a.txt", b"", ""),
            ("file.text", "a.txt", b"\xef\xbb\xbfa", "a"),
            ("file.text", "a.txt", b"\xff\xfea\0\xe4\0", "a\u{e4}"),
            (
                "file.text",
                "a.xml",
                b"<?xml version='1.0' encoding='latin1'?>\xe4",
                "<?xml version='1.0' encoding='latin1'?>\u{e4}",
            ),
            ("image.format", "a.png", PNG, "png"),
            ("image.format", "a.png", TGA, "tga"),
        ] {
            assert_eq!(of(name, path, bytes), Ok(Fact::Text(expected.to_owned())), "{name} {path}");
        }
    }

    #[test]
    fn facts_that_are_numbers() {
        for (name, bytes, expected) in [
            ("file.size", b"".as_slice(), 0),
            ("file.size", b"12345", 5),
            ("image.width", PNG, 3),
            ("image.height", PNG, 5),
            ("image.width", TGA, 4),
            ("image.height", TGA, 2),
        ] {
            assert_eq!(of(name, "a", bytes), Ok(Fact::Number(expected)), "{name}");
        }
    }

    #[test]
    fn faults_have_a_code_and_a_message() {
        for (name, bytes, expected) in [
            ("file.text", b"a\xffb".as_slice(), "encoding-undecodable: the byte FF is not valid in UTF-8"),
            ("image.width", b"hello", "image-unknown: the content is not an image of a known format"),
            (
                "image.format",
                &PNG[..20],
                "image-cut-off: the png image is truncated: it ends after 20 bytes, before its header does",
            ),
        ] {
            assert_eq!(of(name, "a", bytes), Err(expected.to_owned()), "{name}");
        }
    }

    #[test]
    fn binary_gltf_is_not_an_image() {
        for path in ["a.glb", "b/a.VRM", "a.png", "glb"] {
            let bytes = b"glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0JSON[ 1]";
            let expected = "image-unknown: the content is not an image of a known format";
            assert_eq!(of("image.width", path, bytes), Err(expected.to_owned()), "{path}");
        }
    }

    #[test]
    fn a_missing_file_is_an_error_only_if_it_is_needed() {
        for row in SPECIALS {
            let error = fact(row.special, "gone.png", &MemorySource::new()).err();
            let expected = match row.special.of_entries() {
                Some(_) => Some(FactError::OfEntries(row.special)),
                None => (row.needs > Needs::Path).then_some(FactError::Source(SourceError::NotFound)),
            };
            assert_eq!(error, expected, "{}", row.name);
        }
    }

    #[test]
    fn only_the_needed_bytes_are_read() {
        for row in SPECIALS.iter().filter(|row| row.special.of_entries().is_none()) {
            let mut source = Watched::default();
            source.files.insert("a", PNG);
            let _ = fact(row.special, "a", &source);
            let expected: &[&str] = match row.needs {
                Needs::Path => &[],
                Needs::Size => &["size"],
                Needs::Header => &["start"],
                Needs::Bytes => &["bytes"],
            };
            assert_eq!(*source.reads.borrow(), expected, "{}", row.name);
        }
    }
}
