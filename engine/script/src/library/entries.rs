//! The table of the functions that scripts can call in addition to those of Rhai.

use assay_system::SYSTEMS;

/// A function of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryEntry {
    /// The name of the function.
    pub name: &'static str,
    /// The signature: its parameters and its result.
    pub signature: &'static str,
    /// The description of the function, in one sentence.
    pub doc: &'static str,
    /// True if the result depends only on the arguments, not on the project.
    pub(crate) is_of_texts: bool,
}

const fn entry(name: &'static str, signature: &'static str, doc: &'static str) -> LibraryEntry {
    LibraryEntry { name, signature, doc, is_of_texts: false }
}

const fn for_strings(name: &'static str, signature: &'static str, doc: &'static str) -> LibraryEntry {
    LibraryEntry { name, signature, doc, is_of_texts: true }
}

impl LibraryEntry {
    /// Returns true if the function always returns a list or a boolean.
    pub(crate) fn always_returns(&self) -> bool {
        self.signature.ends_with("-> list") || self.signature.ends_with("-> boolean")
    }

    pub(crate) fn parameters(&self) -> usize {
        let inside = self.signature.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        inside.map_or(0, |(parameters, _)| parameters.split(',').count())
    }
}

/// Returns every function that scripts can call in addition to Rhai's: those of [`LIBRARY`], then those of systems.
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

/// The functions that do not belong to a system.
const LIBRARY: &[LibraryEntry] = &[
    entry(
        "exists",
        "exists(path) -> boolean",
        "true if there is a file at the path, relative to the root of the checked files",
    ),
    entry(
        "before",
        "before(path) -> string",
        "the path of a file's previous version, which other functions can read; without `--changes`, the path itself",
    ),
    entry("read_text", "read_text(path) -> string", "the text of a file, decoded, without a byte order mark"),
    entry(
        "files",
        "files(regex) -> list",
        "the sorted paths of the files whose `/` + path matches the regex; to test for one file, `exists` is faster",
    ),
    entry(
        "first_file",
        "first_file(folder) -> string",
        "the path of the first file below a folder, in sorted order; `()` if there is no such folder",
    ),
    entry(
        "twin",
        "twin(path) -> string",
        "the path of a file that differs from this path only in letter case or in the encoding of accents; else `()`",
    ),
    entry("xpath", "xpath(path, expression) -> list", "the values that an `xpath` extracts from a file, as in a rule"),
    entry("image", "image(path) -> map", "`width`, `height`, `format` and `compression` of an image, from its header"),
    entry("glb", "glb(path) -> map", "the lengths of the chunks of a binary glTF: `json`, and `bin` or `()`, in bytes"),
    entry("size", "size(path) -> number", "the size of a file in bytes; a Git LFS pointer in its place is an error"),
    entry("md5", "md5(path) -> string", "the MD5 hash of a file in hexadecimal digits"),
    entry("sha256", "sha256(path) -> string", "the SHA-256 hash of a file in hexadecimal digits"),
    for_strings("matches", "matches(text, regex) -> boolean", "true if the regex is found in the text"),
    for_strings(
        "captures",
        "captures(text, regex) -> list",
        "the first match of the regex and its groups, with `()` for groups without a match; empty if there is no match",
    ),
    for_strings(
        "replace_all",
        "replace_all(text, regex, with) -> string",
        "the text with every match of the regex replaced; `\\1` and `\\g<name>` refer to groups",
    ),
    for_strings("decode_uri", "decode_uri(text) -> string", "the text with each `%` and two digits decoded"),
    entry(
        "assetlist",
        "assetlist(path) -> asset list",
        "the entries of an asset list, each with `path`, `hash`, `id` and `modified`",
    ),
    entry(
        "delta",
        "delta(first, second) -> asset list",
        "the entries of the second list that are new or have another hash",
    ),
    entry(
        "union",
        "union(first, second) -> asset list",
        "the entries of both lists; if both have an entry, that of the second list",
    ),
    entry(
        "intersection",
        "intersection(first, second) -> asset list",
        "the entries of the second list that are also in the first",
    ),
    entry("complement", "complement(first, second) -> asset list", "the entries that are only in the second list"),
    entry(
        "pattern",
        "pattern(list, pattern) -> asset list",
        "the entries whose whole path matches a wildcard; with `\"regex\"` as third argument, a POSIX regular expression",
    ),
    entry(
        "count",
        "count(lists, count) -> asset list",
        "the entries that are in at least `count` of the lists, taken from the first list that has them",
    ),
    entry(
        "finding",
        "finding(value, message) -> finding",
        "a failed value with a message, for a condition to return; the optional third argument, a value or a list of values, is reported as related",
    ),
    entry(
        "not_checked",
        "not_checked(reason)",
        "ends the function: the rule cannot judge this file. It is then reported as not checked, with the reason",
    ),
    entry("print", "print(value)", "shows a value in a trace"),
    entry("debug", "debug(value)", "shows a value in a trace, as code would write it"),
];
