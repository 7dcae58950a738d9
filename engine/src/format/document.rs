//! One document: a file's text in the format it is read as.

use thiserror::Error;

use super::encoding::{self, Undecodable};
use super::sniff::{self, NoReader};
use super::{Format, Malformed, Sink, glb, json, xml, yaml};
use crate::text::Fault;

/// One file under check: its decoded text, and the reader that turns it into nodes.
///
/// The text of a UTF-8 file is the file's bytes, validated once and not copied, byte order mark included; so offsets
/// are those of the file. Of any other encoding it is what the bytes say, without a mark; of binary glTF it is the JSON
/// in it, and offsets count from where that begins.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    format: Format,
    /// Whether to tell of what strict JSON does not have: `.json` promises it, other names do not.
    strict: bool,
}

/// What a reader has to say about a document that is well formed. Each is a warning.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Notes {
    /// The first place of a `.json` file that needs more than strict JSON: a warning, in bytes of the text.
    pub lenient: Option<Fault>,
    /// The first place where a mapping has a key that it has already: a warning, in bytes of the text.
    pub repeated: Option<Fault>,
}

impl Notes {
    /// All that there is to say.
    pub fn warnings(self) -> impl Iterator<Item = Fault> {
        self.lenient.into_iter().chain(self.repeated)
    }
}

/// Why a file's bytes are not to be read as a document.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unusable {
    /// Neither content nor extension names a format that this version reads: a problem of each rule and file.
    #[error(transparent)]
    NoReader(#[from] NoReader),
    /// The bytes are no text of their encoding, or not the container that holds it: one problem for the run, as for any
    /// malformed document.
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
}

impl Document {
    /// Finds the format of the file at `path` and decodes its bytes. Nothing is parsed yet.
    ///
    /// # Errors
    /// [`Unusable::NoReader`] when nothing names a format that this version reads, [`Unusable::Undecodable`] when the
    /// bytes are no text of their encoding, or the encoding is unknown.
    pub fn decode(path: &str, bytes: Vec<u8>) -> Result<Self, Unusable> {
        let format = sniff::sniff(path, encoding::first_char(&bytes))?;
        let text = if format == Format::Glb { glb::decode(bytes)? } else { encoding::decode(bytes)? };
        let strict = format == Format::Json && sniff::extension(path).eq_ignore_ascii_case("json");
        Ok(Self { text, format, strict })
    }

    /// The decoded text; offsets and spans are in bytes of it. It starts with U+FEFF when the file is UTF-8 with a
    /// byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The format it is read as.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Hands the document's nodes to `sink`, in one pass.
    ///
    /// # Errors
    /// Fails at the first place where the text is not well formed. The calls that `sink` has got by then are not
    /// balanced, and what it made of them does not count.
    pub fn read<'t>(&'t self, sink: &mut impl Sink<'t>) -> Result<Notes, Malformed> {
        match self.format {
            Format::Xml => xml::read(&self.text, sink).map(|()| Notes::default()),
            Format::Json | Format::Glb => {
                let lenient = json::read(&self.text, sink)?;
                Ok(Notes { lenient: lenient.filter(|_| self.strict), repeated: None })
            }
            Format::Yaml => Ok(Notes { lenient: None, repeated: yaml::read(&self.text, sink)? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Document, Unusable};
    use crate::format::{Format, events};

    fn outline(path: &str, bytes: &[u8]) -> String {
        let document = Document::decode(path, bytes.to_vec()).unwrap();
        events::outline(document.text(), |sink| document.read(sink))
    }

    #[test]
    fn each_format_has_its_reader() {
        for (path, bytes, expected) in [
            ("a.xml", b"<a>x</a>".as_slice(), "a(\"x\")"),
            ("a.json", b"<a>x</a>", "a(\"x\")"),
            ("a.txt", b"\xef\xbb\xbf <a/>", "a()"),
            ("a.json", b"\xef\xbb\xbf{\"a\": 1}", "-(a(1))"),
            ("a.json", b"\xff\xfe5\0", "-(5)"),
            ("a.gltf", b"{\"meshes\": [{\"name\": \"m\"}]}", "-(meshes(name(\"m\")))"),
            ("a.ini", b"[section]\nk=1\n", "json-bad-word"),
            ("a.json", b" \n", "json-empty"),
            ("a.yaml", b"a: [1, x]", "-(a(1) a(\"x\"))"),
            ("a.yml", b"\xff\xfea\0:\0 \x001\0", "-(a(1))"),
            ("a.png.meta", b"", ""),
            ("a.glb", b"glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0JSON[ 1]", "-(1)"),
        ] {
            assert_eq!(outline(path, bytes), expected, "{path}");
        }
    }

    #[test]
    fn only_json_by_name_has_to_be_strict() {
        for (path, warned) in [
            ("a.json", true),
            ("A.JSON", true),
            ("a.jsonc", false),
            ("a.json5", false),
            ("a.gltf", false),
            ("a", false),
        ] {
            let document = Document::decode(path, b"{a: 1,}".to_vec()).unwrap();
            assert_eq!(document.format(), Format::Json);
            let notes = events::of(document.text(), |sink| {
                let notes = document.read(sink)?;
                assert_eq!(notes.lenient.is_some(), warned, "{path}");
                Ok(())
            });
            assert_eq!(notes.last().unwrap(), "close 7");
        }
    }

    #[test]
    fn what_is_unusable_says_why() {
        for (path, bytes, expected) in [
            ("a.bin", b"\xff\x00\x01".as_slice(), "no reader for `.bin`, and the content is neither XML nor JSON"),
            ("a.glb", b"{}", "binary glTF begins with `glTF`, and this file does not"),
            ("a.yaml", b"a: \xff", "the byte FF is no character of UTF-8"),
            ("a.xml", b"<a>\xff</a>", "the byte FF is no character of UTF-8"),
            ("a.json", b"{\0\"\0", "UTF-16 without a byte order mark"),
        ] {
            let fault = Document::decode(path, bytes.to_vec()).unwrap_err();
            assert_eq!(matches!(fault, Unusable::NoReader(_)), expected.starts_with("no reader"), "{path}");
            assert_eq!(fault.to_string(), expected, "{path}");
        }
    }
}
