//! The vocabulary and the length of sentences in everything that people read: documentation, messages, comments and rules.

mod sentences;
mod texts;
mod vocabulary;

use std::fs;

use anyhow::{Context, Result};

use self::texts::Text;
use crate::places;
use crate::run::Run;

/// A sentence with more words than this is read twice.
const MAX_WORDS: usize = 30;

/// The folders and files with texts for people. Tests and sample projects are data, so they are not listed.
const READ: &[&str] =
    &["README.md", "CHANGELOG.md", "docs", "engine", "examples", "playground", "rules", "wasm", "xtask"];

/// Lists the words to avoid and the long sentences, each as `path:line: finding`, for all files that start with
/// `prefix`.
///
/// # Errors
/// Fails when the files cannot be listed or read.
pub fn findings(prefix: &str) -> Result<Vec<String>> {
    let listed = Run::new("git").args(["ls-files", "--"]).args(READ).silent()?;
    let mut findings = Vec::new();
    for path in listed.lines().filter(|path| path.starts_with(prefix) && !is_data(path)) {
        let Some(read) = texts::reader_of(path) else { continue };
        let content = fs::read_to_string(places::in_root(path)).with_context(|| format!("cannot read `{path}`"))?;
        for text in read(&content) {
            findings.extend(of_text(&text).into_iter().map(|(line, finding)| format!("{path}:{line}: {finding}")));
        }
    }
    Ok(findings)
}

/// Returns true for files whose texts are not written for readers: tests, samples, and what a program generated.
fn is_data(path: &str) -> bool {
    let is_test =
        |part: &str| ["tests", "tests.rs", "fixture.rs", "mistakes", "mistakes.rs", "samples"].contains(&part);
    path.split('/').any(is_test) || path.ends_with("types.ts") || path.ends_with("xtask/src/prose/vocabulary.rs")
}

/// The findings of one text, each with its line.
fn of_text(text: &Text) -> Vec<(usize, String)> {
    let words = vocabulary::matches(&text.plain)
        .map(|(at, word, instead)| (text.line_at(at), format!("\u{201c}{word}\u{201d}: write {instead}")));
    let long = sentences::of(&text.plain).into_iter().filter(|sentence| sentence.words > MAX_WORDS).map(|sentence| {
        let beginning: Vec<&str> = sentence.text.split_whitespace().take(6).collect();
        let finding =
            format!("a sentence of {} words: \u{201c}{} \u{2026}\u{201d}", sentence.words, beginning.join(" "));
        (text.line_at(sentence.at), finding)
    });
    words.chain(long).collect()
}
