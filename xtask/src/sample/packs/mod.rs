//! The sample projects of the packs that know no engine: names, pictures, glTF files, metadata,
//! asset lists, packages; of conversion rules; and of definitions of a game.
//!
//! Each is a small project in which nothing is wrong, and a table of faults that are added to it. A fault says which
//! rule must find it and where, so that the list of expected findings is never written by hand.

mod asset_lists;
mod conversion;
mod gltf;
mod image;
mod meta;
mod naming;
mod packages;
mod textures;
mod written;
mod zip;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value, json};

use super::template::{self, Place};

/// A project with its faults.
pub struct Sample {
    /// Its name: that of the pack that is made for it.
    pub name: &'static str,
    /// The files, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What must be found in it.
    pub findings: Vec<Expected>,
}

/// A finding that a run over a sample must have.
pub struct Expected {
    rule: String,
    path: String,
    /// Anything, when it is `None`.
    value: Option<Value>,
    /// Anywhere in the file, when it is `None`.
    place: Option<Place>,
}

impl Expected {
    /// A finding about a value, wherever it stands.
    fn value(rule: &str, path: &str, value: impl Into<Value>) -> Self {
        Self { rule: rule.to_owned(), path: path.to_owned(), value: Some(value.into()), place: None }
    }

    /// A finding at a place, whatever its value.
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

impl Sample {
    /// A project of these files, in which nothing is wrong yet.
    fn new(name: &'static str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self { name, files: files.into_iter().collect(), findings: Vec::new() }
    }

    /// A project of the files that have a template each.
    fn from_templates(name: &'static str) -> Self {
        let mut sample = Self::new(name, []);
        for path in template::files(name) {
            sample.fill(&path, &format!("files/{path}"), &json!({}));
        }
        sample
    }

    /// Adds the file that a template makes of `values`, and expects the faults that are marked in it.
    fn fill(&mut self, path: &str, template: &str, values: &Value) {
        let document = template::fill(&format!("{}/{template}", self.name), values);
        self.findings.extend(document.marks.into_iter().map(|mark| {
            let place = mark.value.is_none().then_some(mark.place);
            Expected { rule: mark.rule, path: path.to_owned(), value: mark.value, place }
        }));
        self.put(path, document.text.into_bytes());
    }

    /// Adds a file, or replaces one.
    fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), bytes);
    }

    /// The list of the findings: rule, path and value or place of each, a line for each, by path and rule.
    pub fn expected(&self) -> String {
        let mut findings: Vec<&Expected> = self.findings.iter().collect();
        findings.sort_by_key(|finding| (&finding.path, &finding.rule, finding.to_json().to_string()));
        let lines: Vec<String> = findings.iter().map(|finding| format!("  {}", finding.to_json())).collect();
        format!("[\n{}\n]\n", lines.join(",\n"))
    }
}

/// All of them.
pub fn samples() -> Vec<Sample> {
    vec![
        asset_lists::sample(),
        conversion::sample(),
        Sample::from_templates("definitions"),
        gltf::sample(),
        meta::sample(),
        naming::sample(),
        packages::sample(),
        textures::sample(),
    ]
}

/// Writes each into its folder of `root`, which is removed first, and its list of findings beside it.
///
/// # Errors
/// When a file cannot be written or an old one cannot be removed.
pub fn generate(root: &Path) -> io::Result<()> {
    for sample in samples() {
        let folder = root.join(sample.name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        for (path, bytes) in &sample.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(path, bytes)?;
        }
        fs::write(folder.with_extension("expected.json"), sample.expected())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Rules without a fault in a sample, as no repository could hold it: on some system such a file cannot be checked
    /// out, or it would be as large as the rule says; or as all others would find what they find twice, in a package and in
    /// its double. Their own tests show them at work.
    const ONLY_IN_TESTS: &[&str] =
        &["image-file-size", "name-case-twin", "name-no-device", "name-no-trailing-dot", "package-unique"];

    fn rules() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
    }

    #[test]
    fn the_files_in_the_checkout_are_the_ones_generated() {
        for sample in samples() {
            let home = rules().join("samples").join(sample.name);
            for (path, bytes) in &sample.files {
                let found = fs::read(home.join(path));
                assert!(found.is_ok_and(|found| found == *bytes), "{path}: run `cargo xtask sample`");
            }
            let expected = fs::read_to_string(home.with_extension("expected.json"));
            assert_eq!(expected.ok(), Some(sample.expected()), "run `cargo xtask sample`");
        }
    }

    #[test]
    fn every_rule_of_a_pack_has_a_fault_and_every_fault_a_rule() {
        for sample in samples() {
            let files = fs::read_dir(rules().join(sample.name)).expect("the rule pack is there");
            let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
            let rules: BTreeSet<String> =
                names.filter_map(|name| Some(name.strip_suffix(".yaml")?.to_owned())).collect();
            let mut faults: BTreeSet<String> = sample.findings.iter().map(|fault| fault.rule.clone()).collect();
            faults.extend(ONLY_IN_TESTS.iter().map(|&rule| rule.to_owned()).filter(|rule| rules.contains(rule)));
            assert_eq!(faults, rules);
        }
    }

    #[test]
    fn the_samples_stay_small() {
        for sample in samples() {
            let size: usize = sample.files.values().map(Vec::len).sum();
            assert!(size < 500_000 && sample.files.len() <= 120, "{}: {size} bytes", sample.name);
        }
    }
}
