//! The formats that a project configures: patterns of paths, each with a reader.

use super::Format;
use crate::text::Pattern;

/// A reader that a project can choose for its files.
#[derive(Debug)]
pub struct Reader {
    /// The name in `formats:`.
    pub name: &'static str,
    /// The description of the format, in one sentence.
    pub doc: &'static str,
    /// The format; `None` for archives, whose members are files.
    pub format: Option<Format>,
    /// The extension whose JSON dialect the file promises. JSON that is not in the dialect is read with a warning.
    pub(super) promise: &'static str,
}

/// All readers.
pub const READERS: &[Reader] = &[
    reader("xml", Format::Xml, "", "XML"),
    reader("json", Format::Json, "json", "strict JSON; extensions such as comments are read with a warning"),
    reader("jsonc", Format::Json, "jsonc", "JSON with comments and trailing commas"),
    reader("json5", Format::Json, "", "JSON5, which includes strict JSON and JSON with comments"),
    reader("yaml", Format::Yaml, "", "YAML"),
    reader("ini", Format::Ini, "", "sections and keys, as Godot and many tools write them"),
    reader("glb", Format::Glb, "glb", "binary glTF"),
];

const fn reader(name: &'static str, format: Format, promise: &'static str, doc: &'static str) -> Reader {
    Reader { name, doc, format: Some(format), promise }
}

impl Reader {
    /// Returns the reader with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        READERS.iter().find(|reader| reader.name == name)
    }
}

/// The readers that a project has configured for its files. They take precedence over extensions and contents. Files
/// without an entry are read by their extension and content.
#[derive(Clone, Debug, Default)]
pub struct FormatMap {
    entries: Vec<(Pattern, &'static Reader)>,
}

impl FormatMap {
    /// Adds a pattern with its reader. The pattern is searched for in `/` and the path.
    pub fn add(&mut self, pattern: Pattern, reader: &'static Reader) {
        self.entries.push((pattern, reader));
    }

    /// Returns the reader of the file at `path`: that of the first pattern that matches.
    pub fn reader_of(&self, path: &str) -> Option<&'static Reader> {
        if self.entries.is_empty() {
            return None;
        }
        let path = format!("/{}", path.replace('\\', "/"));
        let mut entries = self.entries.iter();
        entries.find(|(pattern, _)| pattern.is_match(&path) == Ok(true)).map(|(_, reader)| *reader)
    }
}

#[cfg(test)]
mod tests {
    use super::{FormatMap, READERS, Reader};
    use crate::format::{Document, Format};
    use crate::text::Pattern;

    #[test]
    fn names_are_unique_and_documented() {
        for (at, reader) in READERS.iter().enumerate() {
            assert!(READERS[..at].iter().all(|other| other.name != reader.name), "{}", reader.name);
            assert!(!reader.doc.is_empty() && !reader.doc.ends_with('.'), "{}", reader.name);
        }
    }

    #[test]
    fn the_first_pattern_decides_and_allows_its_dialect() {
        let mut map = FormatMap::default();
        for (pattern, name) in [(r"\.rul$", "yaml"), ("^/wide/", "json5"), (r"\.json$", "jsonc"), (r"\.txt$", "ini")] {
            map.add(Pattern::new(pattern).unwrap(), Reader::named(name).unwrap());
        }
        for (path, text, format, is_lenient) in [
            ("a.rul", "a: 1", Some(Format::Yaml), false),
            ("a.rul", "<a/>", Some(Format::Yaml), false),
            ("wide/a.json", "{a: 1, // x\n}", Some(Format::Json), false),
            ("a.json", "{\"a\": 1, // x\n}", Some(Format::Json), false),
            ("a.json", "{a: 1}", Some(Format::Json), true),
            ("a.txt", "a = 1", Some(Format::Ini), false),
            ("a.xml", "<a/>", Some(Format::Xml), false),
            ("a.bin", "a", None, false),
        ] {
            let document = Document::decode_by(&map, path, text.into());
            let read = document.as_ref().ok().map(|document| {
                let notes = document.read(&mut crate::format::sink::IgnoredNodes).unwrap_or_default();
                (document.format(), notes.lenient.is_some())
            });
            assert_eq!(read, format.map(|format| (format, is_lenient)), "{path} {text}");
        }
    }
}
