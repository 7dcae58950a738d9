//! The tree of a rule file or a configuration: values with their positions, read from YAML or JSON.

mod columns;
mod forgiving;
mod json;
mod node;
mod scalar;
mod yaml;

pub use forgiving::Lenience;
pub(super) use node::{Entries, entry};
pub use node::{RuleValue, WrittenNode};
pub(super) use scalar::escape_double_quoted;
pub use scalar::{RuleScalar, TextStyle};

use assay_document::format::told_in_conflict;
use assay_document::source::file_name;
use assay_document::text::Fault;

/// A rule file, read as YAML or JSON.
#[derive(Debug, Default)]
pub struct RuleDocument {
    /// The value of the file; `None` if it is empty, or could not be read to its end (`faults` gives the reason).
    pub root: Option<WrittenNode>,
    /// The parts that cannot be used, with spans in bytes of the file: a syntax error, an alias, a key that is not a
    /// string.
    pub faults: Vec<Fault>,
    /// The deviations from YAML that were accepted.
    pub hints: Vec<Fault>,
}

impl RuleDocument {
    /// Reads `text` as JSON or YAML. It is JSON if the extension of `path` says so or, for an unknown extension, if the
    /// text begins with `{` or `[`. In YAML, the value of a key may deviate from YAML as `lenience` allows.
    pub fn read(path: &str, text: &str, lenience: fn(&str) -> Option<Lenience>) -> Self {
        Self::parse(path, text, lenience, false)
    }

    /// Like [`Self::read`], for a file that a program wrote. An unterminated value of JSON is reported at the end of
    /// the text, because the file was cut off there.
    pub fn read_written(path: &str, text: &str) -> Self {
        Self::parse(path, text, |_| None, true)
    }

    fn parse(path: &str, text: &str, lenience: fn(&str) -> Option<Lenience>, is_written: bool) -> Self {
        let skipped = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
        let mut document = Self::default();
        let root = if Self::is_json(path, text) {
            json::read(text, skipped, is_written)
        } else {
            yaml::read(text, skipped, lenience, &mut document)
        };
        match root {
            Ok(Some(root)) => return Self { root: Some(root), ..document },
            Ok(None) => {}
            Err(fault) => document.faults.push(fault),
        }
        // In a file with merge conflicts, report the conflict and not the syntax error that it causes.
        document.faults = document.faults.into_iter().map(|fault| told_in_conflict(text, fault)).collect();
        document
    }

    /// Returns true if the file is read as JSON, see [`Self::read`].
    pub fn is_json(path: &str, text: &str) -> bool {
        let extension = file_name(path).rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        match extension.as_str() {
            "json" | "jsonc" | "json5" => true,
            "yaml" | "yml" => false,
            _ => text.strip_prefix('\u{feff}').unwrap_or(text).trim_start().starts_with(['{', '[']),
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::Span;

    use super::{RuleDocument, RuleValue, WrittenNode};
    use crate::fields::lenience;

    /// Every part of every string has a place inside the file that begins and ends between characters.
    fn check(node: &WrittenNode, file: &str) {
        assert!(file.get(node.span.range()).is_some(), "{node:?} in {file:?}");
        match &node.value {
            RuleValue::List(items) => items.iter().for_each(|item| check(item, file)),
            RuleValue::Map(entries) => entries.iter().for_each(|(_, node)| check(node, file)),
            RuleValue::Text(text) => {
                for (at, letter) in text.text.char_indices() {
                    let place = text.locate(file, Span::of(at, at + letter.len_utf8()));
                    let raw = file.get(place.range());
                    assert!(raw.is_some(), "{place:?} of {text:?} in {file:?}");
                    // The YAML parser reads a comment as text if only a tab precedes it.
                    let is_comment = file.contains("\t#");
                    assert!(
                        letter.is_whitespace()
                            || is_comment
                            || raw.is_some_and(|raw| raw.starts_with([letter, '\\', '\u{201d}', '\u{201c}'])),
                        "{letter:?} is {raw:?} of {text:?} in {file:?}"
                    );
                }
            }
            RuleValue::Null | RuleValue::Bool(_) | RuleValue::Number(_) | RuleValue::Unusable => {}
        }
    }

    #[test]
    fn damaged_files_never_panic() {
        let parts: Vec<&str> = concat!(
            "a¦: ¦\n¦  ¦- ¦[¦]¦{¦}¦'¦\"¦\\¦|¦>¦#¦ # c¦*¦`¦&x ¦!t ¦\r\n¦\r¦\t¦\u{e9}¦\u{1f600}¦xpath: ¦",
            "condition: ¦{file.¦\u{201d}¦---\n¦...¦%¦? ¦,¦5¦\u{e000}¦\u{feff}¦\0¦\u{85}¦u00e9¦",
            "\\ud83d\\ude00¦''¦//¦/*¦<<: ¦-¦\n    ¦\n\n¦2-\n¦+¦@¦null¦true",
        )
        .split('¦')
        .collect();
        // More rounds: `ASSAY_ROUNDS=1000000 cargo test`.
        let rounds = option_env!("ASSAY_ROUNDS").and_then(|rounds| rounds.parse().ok()).unwrap_or(4000);
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % below
        };
        for round in 0..rounds {
            let file: String = (0..=random(24)).map(|_| parts[random(parts.len())]).collect();
            let path = if round % 4 == 0 { "r.json" } else { "r.yaml" };
            let document = RuleDocument::read(path, &file, lenience);
            for fault in document.faults.iter().chain(&document.hints) {
                assert!(file.get(fault.span.range()).is_some(), "{fault:?} in {file:?}");
            }
            if let Some(root) = &document.root {
                check(root, &file);
            }
        }
    }
}
