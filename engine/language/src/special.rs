//! Facts about a file, which an extraction selects by their names.

/// A fact that an `xpath` can select by its name, instead of a path into the document.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Special {
    /// `{file.path}`
    FilePath,
    /// `{file.name}`
    FileName,
    /// `{file.stem}`
    FileStem,
    /// `{file.ext}`
    FileExt,
    /// `{file.size}`
    FileSize,
    /// `{file.md5}`
    FileMd5,
    /// `{file.sha256}`
    FileSha256,
    /// `{file.text}`
    FileText,
    /// `{image.width}`
    ImageWidth,
    /// `{image.height}`
    ImageHeight,
    /// `{image.format}`
    ImageFormat,
    /// `{asset.path}`
    AssetPath,
    /// `{asset.id}`
    AssetId,
    /// `{asset.hash}`
    AssetHash,
}

/// A fact about each entry of an asset list. A file contains many of them, each at its place.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum EntryFact {
    /// The path.
    Path,
    /// The id, if it has one.
    Id,
    /// The hash of its content.
    Hash,
}

/// The data of a file that is needed for a fact about it, from the cheapest to the most expensive.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Needs {
    /// Its path only.
    Path,
    /// Its size in bytes.
    Size,
    /// Its first bytes, and parts that these refer to.
    Header,
    /// All of its bytes.
    Bytes,
}

/// A row of [`SPECIALS`].
#[derive(Clone, Copy, Debug)]
pub struct SpecialSpec {
    /// The fact.
    pub special: Special,
    /// Its name, without the braces.
    pub name: &'static str,
    /// The data of the file that the fact needs.
    pub needs: Needs,
    /// The description of the fact, for the documentation and for completions.
    pub doc: &'static str,
}

/// Every fact with its name.
pub static SPECIALS: &[SpecialSpec] = &[
    row(Special::FilePath, "file.path", Needs::Path, "the path from the root, with `/` between its parts"),
    row(Special::FileName, "file.name", Needs::Path, "the last part of the path"),
    row(Special::FileStem, "file.stem", Needs::Path, "the name without its last extension"),
    row(
        Special::FileExt,
        "file.ext",
        Needs::Path,
        "the last extension without its dot, letter case kept; empty if none",
    ),
    row(Special::FileSize, "file.size", Needs::Size, "the size in bytes, a number"),
    row(Special::FileMd5, "file.md5", Needs::Bytes, "the MD5 hash of the bytes, 32 lower-case hexadecimal digits"),
    row(
        Special::FileSha256,
        "file.sha256",
        Needs::Bytes,
        "the SHA-256 hash of the bytes, 64 lower-case hexadecimal digits",
    ),
    row(Special::FileText, "file.text", Needs::Bytes, "the text: decoded, not trimmed, without a byte order mark"),
    row(Special::ImageWidth, "image.width", Needs::Header, "the width in pixels, a number"),
    row(Special::ImageHeight, "image.height", Needs::Header, "the height in pixels, a number"),
    row(
        Special::ImageFormat,
        "image.format",
        Needs::Header,
        "the format by the content, in lower case: `png`, `jpeg`, `tga`",
    ),
    row(Special::AssetPath, "asset.path", Needs::Bytes, "in an asset list: the path of each entry, at its place"),
    row(
        Special::AssetId,
        "asset.id",
        Needs::Bytes,
        "in an asset list: the id of each entry, `{GUID}:<number>`; null if it has none",
    ),
    row(
        Special::AssetHash,
        "asset.hash",
        Needs::Bytes,
        "in an asset list: the hash of each entry, 40 lower-case hexadecimal digits",
    ),
];

const fn row(special: Special, name: &'static str, needs: Needs, doc: &'static str) -> SpecialSpec {
    SpecialSpec { special, name, needs, doc }
}

impl Special {
    /// Returns the fact called `name`, without braces. Letter case matters.
    pub fn parse(name: &str) -> Option<Self> {
        SPECIALS.iter().find(|row| row.name == name).map(|row| row.special)
    }

    /// Returns the names of all facts, for suggestions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SPECIALS.iter().map(|row| row.name)
    }

    /// Returns the name of the fact that a word means: `image.width`, or for a fact about the file also only `width`.
    pub fn fact_for_word(word: &str) -> Option<&'static str> {
        // `path` alone means the file's, not that of an entry of an asset list.
        let is_last = |row: &&SpecialSpec| {
            row.special.of_entries().is_none() && row.name.split_once('.').is_some_and(|(_, last)| last == word)
        };
        SPECIALS.iter().find(|row| row.name == word || is_last(row)).map(|row| row.name)
    }

    /// Returns its name, without braces.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the data of the file that the fact needs.
    pub fn needs(self) -> Needs {
        self.spec().needs
    }

    /// Returns the fact about each entry of an asset list; `None` if the fact is about the file.
    pub const fn of_entries(self) -> Option<EntryFact> {
        match self {
            Self::AssetPath => Some(EntryFact::Path),
            Self::AssetId => Some(EntryFact::Id),
            Self::AssetHash => Some(EntryFact::Hash),
            _ => None,
        }
    }

    fn spec(self) -> &'static SpecialSpec {
        // The table has one row for each fact, in the order of the variants; a test checks this.
        &SPECIALS[self as usize]
    }
}
