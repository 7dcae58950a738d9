//! The files of the product: tracked by git, without tests, generated files and files that are not part of a release.

use std::fs;

use anyhow::{Context, Result};

use super::VAGUE_BEGINNINGS;
use crate::places;
use crate::run::Run;

/// A file of product code.
pub(super) struct File {
    /// The path from the root of the checkout.
    pub path: String,
    pub language: Language,
    pub text: String,
    /// The number of lines that are not blank.
    pub lines: usize,
}

#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Language {
    Rust,
    TypeScript,
    Svelte,
}

/// Folders that are not product code.
const NOT_PRODUCT: &[&str] = &["docs/", "examples/", "tests/", "xtask/", "rules/", "vitest."];
/// Files that a program generates.
const GENERATED: &[&str] = &["wasm/ts/types.ts"];

/// Lists and reads the files of the product.
///
/// # Errors
/// Fails if git cannot list them, or if a file cannot be read.
pub(super) fn of_product() -> Result<Vec<File>> {
    let listed = Run::new("git").arg("ls-files").silent()?;
    let mut files = Vec::new();
    for path in listed.lines().filter(|path| is_product(path)) {
        let Some(language) = language(path) else { continue };
        let text = fs::read_to_string(places::in_root(path)).with_context(|| format!("cannot read `{path}`"))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        files.push(File { path: path.to_owned(), language, text, lines });
    }
    let of_tests: Vec<String> = files.iter().flat_map(File::test_modules).collect();
    files.retain(|file| !of_tests.iter().any(|module| file.is_of_module(module)));
    Ok(files)
}

fn is_product(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains(".test.");
    !is_test && !GENERATED.contains(&path) && !NOT_PRODUCT.iter().any(|folder| path.starts_with(folder))
}

fn language(path: &str) -> Option<Language> {
    match path.rsplit_once('.')?.1 {
        "rs" => Some(Language::Rust),
        "ts" => Some(Language::TypeScript),
        "svelte" => Some(Language::Svelte),
        _ => None,
    }
}

impl File {
    /// Returns the folder that the file counts for: that of a crate, and the one below its `src` or `ts`.
    pub fn room(&self) -> &str {
        let parts: Vec<(usize, &str)> = self.path.match_indices('/').collect();
        let depth = if ["src", "ts"].iter().any(|it| self.path.split('/').nth(1) == Some(it)) { 3 } else { 2 };
        let end = parts.get(depth - 1).or(parts.last()).map_or(self.path.len(), |(at, _)| *at);
        &self.path[..end]
    }

    /// Returns the modules that a Rust file declares only for tests, each as its path without `.rs`.
    fn test_modules(&self) -> Vec<String> {
        let Some(path) = self.path.strip_suffix(".rs") else { return Vec::new() };
        let folder = ["/lib", "/mod", "/main"].iter().find_map(|name| path.strip_suffix(name)).unwrap_or(path);
        let declared = |(attribute, item): (&str, &str)| {
            let is_of_tests = ["#[cfg(test)]", "#[cfg(any(test,"].iter().any(|start| attribute.starts_with(start));
            let (_, name) = item.strip_suffix(';')?.split_once("mod ")?;
            is_of_tests.then(|| format!("{folder}/{name}"))
        };
        self.text.lines().zip(self.text.lines().skip(1)).filter_map(declared).collect()
    }

    /// Returns true for the file of this module, and for those of modules in it.
    fn is_of_module(&self, module: &str) -> bool {
        self.path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    }

    /// Returns the names of types that a file in TypeScript or Svelte declares.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let lines = if self.language == Language::Rust { "" } else { self.text.as_str() }.lines();
        lines.filter_map(|line| {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("abstract ").unwrap_or(line);
            let rest = ["interface ", "type ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
            let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
            name.starts_with(char::is_uppercase).then_some(name)
        })
    }

    /// Returns the doc comments with a [vague beginning](VAGUE_BEGINNINGS): the number and the text of the first line
    /// of each.
    pub fn vague_docs(&self) -> Vec<(usize, &str)> {
        let mut is_inside = false;
        let mut vague = Vec::new();
        for (at, line) in self.text.lines().map(str::trim_start).enumerate() {
            let doc = ["/// ", "//! "].iter().find_map(|mark| line.strip_prefix(mark));
            let first = line.strip_prefix("/** ").or(doc.filter(|_| !is_inside));
            if first.is_some_and(|text| VAGUE_BEGINNINGS.iter().any(|it| text.starts_with(it))) {
                vague.push((at + 1, line));
            }
            is_inside = line.starts_with("///") || line.starts_with("//!");
        }
        vague
    }
}

#[cfg(test)]
mod tests {
    use super::{File, Language};

    fn file(path: &str, language: Language, text: &str) -> File {
        File { path: path.to_owned(), language, text: text.to_owned(), lines: text.lines().count() }
    }

    #[test]
    fn rooms() {
        for (path, room) in [
            ("engine/report/src/html/tag.rs", "engine/report"),
            ("wasm/src/lib.rs", "wasm/src"),
            ("wasm/ts/cli/check.ts", "wasm/ts/cli"),
            ("playground/src/App.svelte", "playground/src"),
        ] {
            assert_eq!(file(path, Language::Rust, "").room(), room);
        }
    }

    #[test]
    fn modules_of_tests() {
        let text = "#[cfg(test)]\nmod fixture;\n#[cfg(any(test, feature = \"testing\"))]\npub mod toy;\nmod real;\n";
        let modules = file("engine/check/src/lib.rs", Language::Rust, text).test_modules();
        assert_eq!(modules, ["engine/check/src/fixture", "engine/check/src/toy"]);
        let is_of_fixture = |path: &str| file(path, Language::Rust, "").is_of_module(&modules[0]);
        assert!(is_of_fixture("engine/check/src/fixture.rs") && is_of_fixture("engine/check/src/fixture/a.rs"));
        assert!(!is_of_fixture("engine/check/src/fixtures.rs"));
    }

    #[test]
    fn types_of_typescript() {
        let text = "export interface Run {\ntype Kind = 1;\nexport abstract class Pool {\nconst type = 1;\n  type Inner = 2;\n";
        assert_eq!(file("a.ts", Language::TypeScript, text).types().collect::<Vec<_>>(), ["Run", "Kind", "Pool"]);
    }

    #[test]
    fn only_the_first_line_of_a_doc_comment_counts() {
        let text =
            "/// What it is.\n/// What it does.\nfn a() {}\n/// Reads.\n/// The same.\nfn b() {}\n/** Who knows. */\n";
        let vague =
            file("a.rs", Language::Rust, text).vague_docs().into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(vague, [1, 7]);
    }
}
