//! The table of the functions that scripts can call besides those of Rhai.

use assay_system::SYSTEMS;

/// A function of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryEntry {
    /// Its name.
    pub name: &'static str,
    /// How it is called, and what it returns.
    pub signature: &'static str,
    /// The description of the function, in one sentence.
    pub doc: &'static str,
    /// True if the result depends on the arguments only, not on the project.
    pub(crate) is_of_texts: bool,
}

const fn entry(name: &'static str, signature: &'static str, doc: &'static str) -> LibraryEntry {
    LibraryEntry { name, signature, doc, is_of_texts: false }
}

const fn of_texts(name: &'static str, signature: &'static str, doc: &'static str) -> LibraryEntry {
    LibraryEntry { name, signature, doc, is_of_texts: true }
}

impl LibraryEntry {
    /// Returns true if the function always returns a list or a boolean.
    pub(crate) fn always_gives(&self) -> bool {
        self.signature.ends_with("-> list") || self.signature.ends_with("-> boolean")
    }

    /// Returns the number of parameters.
    pub(crate) fn parameters(&self) -> usize {
        let inside = self.signature.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        inside.map_or(0, |(parameters, _)| parameters.split(',').count())
    }
}

/// Returns every function that scripts can call besides Rhai's: those of [`LIBRARY`], then those of systems.
#[must_use]
pub fn functions() -> Vec<LibraryEntry> {
    let mut all = LIBRARY.to_vec();
    for system in SYSTEMS {
        all.extend(system.functions().iter().map(|it| entry(it.name, it.signature, it.doc)));
    }
    all
}

/// Returns the function of that name.
pub(crate) fn function(name: &str) -> Option<LibraryEntry> {
    functions().into_iter().find(|entry| entry.name == name)
}

/// The functions that belong to no system.
const LIBRARY: &[LibraryEntry] = &[
    entry(
        "exists",
        "exists(path) -> boolean",
        "whether there is a file at the path, from the root of the files under check",
    ),
    entry("read_text", "read_text(path) -> text", "the text of a file, decoded, without a byte order mark"),
    entry(
        "files",
        "files(regex) -> list",
        "the paths of the files in whose `/` + path the regex is found, sorted; whether one file is there, `exists` tells faster",
    ),
    entry(
        "first_file",
        "first_file(folder) -> text",
        "the path of the first file below a folder, in order; `()` when there is no such folder",
    ),
    entry(
        "twin",
        "twin(path) -> text",
        "the path of a file that is spelled so in another letter case, or with accents put together otherwise; else `()`",
    ),
    entry("xpath", "xpath(path, expression) -> list", "what an `xpath` of a rule extracts from a file"),
    entry("image", "image(path) -> map", "`width`, `height`, `format` and `compression` of an image, from its header"),
    entry("glb", "glb(path) -> map", "the lengths of the chunks of a binary glTF: `json`, and `bin` or `()`, in bytes"),
    entry(
        "size",
        "size(path) -> number",
        "the size of a file in bytes, an error for a pointer of Git LFS in its place",
    ),
    entry("md5", "md5(path) -> text", "the MD5 hash of a file in hexadecimal digits"),
    entry("sha256", "sha256(path) -> text", "the SHA-256 hash of a file in hexadecimal digits"),
    of_texts("matches", "matches(text, regex) -> boolean", "whether the regex is found in the text"),
    of_texts(
        "captures",
        "captures(text, regex) -> list",
        "the first place where the regex is found and its groups, `()` for those that took no part; empty when it is not found",
    ),
    of_texts(
        "replace_all",
        "replace_all(text, regex, with) -> text",
        "the text with every place where the regex is found replaced; `\\1` and `\\g<name>` are groups",
    ),
    of_texts("decode_uri", "decode_uri(text) -> text", "the text with the letters that `%` and two digits stand for"),
    entry(
        "assetlist",
        "assetlist(path) -> asset list",
        "the entries of an asset list, each with `path`, `hash`, `id`, `modified`",
    ),
    entry("delta", "delta(first, second) -> asset list", "what is new in the second list, or has another hash there"),
    entry(
        "union",
        "union(first, second) -> asset list",
        "what is in either list; of what is in both, the second list's",
    ),
    entry(
        "intersection",
        "intersection(first, second) -> asset list",
        "what is in both lists, as the second one has it",
    ),
    entry("complement", "complement(first, second) -> asset list", "what is in the second list only"),
    entry(
        "pattern",
        "pattern(list, pattern) -> asset list",
        "the entries whose whole path a wildcard matches; with `\"regex\"` as third argument, a POSIX regular expression",
    ),
    entry(
        "count",
        "count(lists, count) -> asset list",
        "what is in at least so many of the lists, as the earliest one has it",
    ),
    entry(
        "finding",
        "finding(value, message) -> finding",
        "a value that fails, with what is wrong with it, for a condition to return; a third argument, a value or a list of values, is reported as related",
    ),
    entry("print", "print(value)", "shows a value in a trace"),
    entry("debug", "debug(value)", "shows a value in a trace, as code would write it"),
];
