//! The samples of all packs except `messiah`: names, pictures, glTF files, metadata, Unity, Godot, asset lists,
//! packages, conversion rules and definitions.
//!
//! Each is a small project of templates and generated files, with marked faults and a table of additional faults.

mod asset_lists;
mod conversion;
mod gltf;
mod godot;
mod image;
mod meta;
mod naming;
mod packages;
mod textures;
mod unity;
mod written;
mod zip;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Sample;
use super::template::{self, Place};

/// A sample that is being built.
struct Draft {
    name: &'static str,
    files: BTreeMap<String, Vec<u8>>,
    findings: Vec<Expected>,
}

/// A finding that a run over a sample must have.
struct Expected {
    rule: String,
    path: String,
    /// The value; `None` for any value.
    value: Option<Value>,
    /// The place; `None` for any place in the file.
    place: Option<Place>,
}

impl Expected {
    /// Returns a finding about a value, at any place.
    fn value(rule: &str, path: &str, value: impl Into<Value>) -> Self {
        Self { rule: rule.to_owned(), path: path.to_owned(), value: Some(value.into()), place: None }
    }

    /// Returns a finding at a place, with any value.
    fn at(rule: &str, path: &str, place: Place) -> Self {
        Self { rule: rule.to_owned(), path: path.to_owned(), value: None, place: Some(place) }
    }

    fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("rule".to_owned(), json!(self.rule));
        members.insert("path".to_owned(), json!(self.path));
        if let Some(value) = &self.value {
            members.insert("value".to_owned(), value.clone());
        }
        if let Some(Place { line, column }) = self.place {
            members.insert("line".to_owned(), json!(line));
            members.insert("column".to_owned(), json!(column));
        }
        Value::Object(members)
    }
}

impl Draft {
    /// Returns a project of these files, without faults.
    fn new(name: &'static str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self { name, files: files.into_iter().collect(), findings: Vec::new() }
    }

    /// Returns a project of the files that each have a template.
    fn from_templates(name: &'static str) -> Self {
        let mut draft = Self::new(name, []);
        for path in template::files(name) {
            draft.fill(&path, &format!("files/{path}"), &json!({}));
        }
        draft
    }

    /// Adds the file that a template makes of `values`, and expects the faults that are marked in it.
    fn fill(&mut self, path: &str, template: &str, values: &Value) {
        let text = self.fill_file(path, template, values);
        self.put(path, text.into_bytes());
    }

    /// Returns the text that a template makes of `values`. The faults that are marked in it are expected at `path`.
    fn fill_file(&mut self, path: &str, template: &str, values: &Value) -> String {
        let document = template::fill(&format!("{}/{template}", self.name), values);
        self.findings.extend(document.marks.into_iter().map(|mark| {
            let place = mark.value.is_none().then_some(mark.place);
            Expected { rule: mark.rule, path: path.to_owned(), value: mark.value, place }
        }));
        document.text
    }

    /// Adds a file, or replaces one.
    fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), bytes);
    }

    /// Returns the sample with the list of its findings: one line for each, with its rule, path, and value or place,
    /// sorted by path and rule.
    fn finish(mut self) -> Sample {
        self.findings
            .sort_by_cached_key(|finding| (finding.path.clone(), finding.rule.clone(), finding.to_json().to_string()));
        let lines: Vec<String> = self.findings.iter().map(|finding| format!("  {}", finding.to_json())).collect();
        let expected = format!("[\n{}\n]\n", lines.join(",\n"));
        Sample { name: self.name, files: self.files, expected }
    }
}

/// Returns all samples.
pub fn samples() -> Vec<Sample> {
    let drafts = [
        asset_lists::sample(),
        conversion::sample(),
        Draft::from_templates("definitions"),
        gltf::sample(),
        godot::sample(),
        meta::sample(),
        naming::sample(),
        packages::sample(),
        textures::sample(),
        unity::sample(),
    ];
    drafts.into_iter().map(Draft::finish).collect()
}
