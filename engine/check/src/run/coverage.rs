//! Counts the files that any rule looks into, by kinds of files.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_config::NAMES;
use assay_document::format::{Format, Needs, extension};
use assay_document::source::file_name;
use assay_report::{Coverage, WITHOUT_EXTENSION};
use assay_rule::Rule;
use assay_store::Demand;
use assay_system::report_on;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::listing::Listing;
use super::scope::RunScope;
use crate::checker::Checker;
use crate::select::SelectedBy;

/// The files that rules look into.
#[derive(Default)]
pub(super) struct LookedInto {
    /// For each path of a run, in order, true if a rule looks into the file.
    is_read: Vec<bool>,
    /// Files of other blocks that virtual files are made of.
    pub elsewhere: Vec<String>,
}

/// The numbers of files by their kinds.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct FileKinds {
    /// By kind, the number of files, and of those that a rule looks into.
    counts: BTreeMap<String, (u64, u64)>,
    /// True if there is a file that no rule looks into.
    has_unread: bool,
}

impl FileKinds {
    pub fn add(&mut self, other: Self) {
        for (kind, (files, looked_into)) in other.counts {
            let counts = self.counts.entry(kind).or_default();
            counts.0 += files;
            counts.1 += looked_into;
        }
        self.has_unread |= other.has_unread;
    }

    /// Returns the counts for the report; empty if rules looked into all files, or skipped only settings of tools.
    pub fn into_coverage(self) -> Vec<Coverage> {
        let is_whole = self.counts.values().all(|(files, looked_into)| files == looked_into);
        let kinds = self.counts.into_iter().filter(|_| self.has_unread && !is_whole);
        kinds.map(|(kind, (files, looked_into))| Coverage { kind, files, looked_into }).collect()
    }
}

impl LookedInto {
    /// Determines the files that rules look into, except for files that values name. Files that are only read for a
    /// custom collection do not count, but files for the data of a system do.
    pub fn new(checker: &Checker, demand: Demand, paths: &[String], selected_by: &[SelectedBy]) -> Self {
        let rules: Vec<bool> = checker.rules().rules().iter().map(reads_content).collect();
        let mut last: Option<(&Rc<[u32]>, bool)> = None;
        let mut is_read = Vec::with_capacity(paths.len());
        for (path, selected_by) in paths.iter().zip(selected_by) {
            let by_rules = match last {
                // Adjacent files are mostly selected by the same rules.
                Some((known, reads)) if Rc::ptr_eq(known, &selected_by.rules) => reads,
                _ => selected_by.rules.iter().any(|&rule| rules[rule as usize]),
            };
            last = Some((&selected_by.rules, by_rules));
            is_read.push(by_rules || !demand.is_nothing() && demand.needs_file(path));
        }
        Self { is_read, elsewhere: Vec::new() }
    }

    /// Records that a rule looks into the file with this index.
    pub fn note(&mut self, at: usize) {
        if let Some(is_read) = self.is_read.get_mut(at) {
            *is_read = true;
        }
    }

    /// Records that rules look into the files that virtual files are made of.
    pub fn note_sources(&mut self, scope: &RunScope, files: &Listing) {
        let seen = files.virtual_files.made.iter().filter(|made| !made.selected_by.rules.is_empty());
        for made in seen {
            let subject = report_on(&made.file.path).map(|(_, subject)| subject);
            for path in made.file.files.iter().map(String::as_str).chain(subject) {
                if !scope.is_in_block(path) {
                    self.elsewhere.push(path.to_owned());
                } else if let Some(at) = files.place(path) {
                    self.note(at);
                }
            }
        }
    }

    /// Returns the answers for a run that continues with the same paths.
    pub fn into_list(self) -> Vec<bool> {
        self.is_read
    }

    /// Sets the answers of [`Self::into_list`].
    pub fn restore(&mut self, is_read: Vec<bool>) {
        self.is_read = is_read;
    }

    /// Returns true if there is a file that no rule looks into.
    pub fn has_unread(&self) -> bool {
        self.is_read.contains(&false)
    }

    /// Returns the numbers of files by their kinds.
    pub fn kinds(&self, checker: &Checker, paths: &[String]) -> FileKinds {
        let mut kinds = FileKinds { has_unread: self.has_unread(), ..FileKinds::default() };
        // For an archive that was opened, the files in it count instead.
        let archives: FxHashSet<&str> = paths.iter().filter_map(|path| Some(path.rsplit_once("!/")?.0)).collect();
        let is_asset = |path: &str| is_asset(path) && !archives.contains(path);
        for (path, is_read) in paths.iter().zip(&self.is_read).filter(|(path, _)| is_asset(path)) {
            let (files, looked_into) = kinds.counts.entry(kind_of(checker, path)).or_default();
            *files += 1;
            *looked_into += u64::from(*is_read);
        }
        kinds
    }
}

/// Returns true if a rule extracts more than names and sizes. Scripts do not count: most look up a few other files.
fn reads_content(rule: &Rule) -> bool {
    let needs = rule.xpath().special().map(|fact| (fact.of_entries().is_some(), fact.needs()));
    !matches!(needs, Some((false, Needs::Path | Needs::Size)))
}

/// Returns false for a configuration of Assay, and for settings of tools, which are hidden.
fn is_asset(path: &str) -> bool {
    !NAMES.contains(&file_name(path)) && !path.split('/').any(|part| part.starts_with('.'))
}

/// Returns the name of a file's kind: its format by its name or by the configuration, otherwise its extension.
fn kind_of(checker: &Checker, path: &str) -> String {
    let by_project = checker.formats.reader_of(path).and_then(|reader| reader.format);
    let extension = extension(path).to_lowercase();
    // Two formats, JSON and GLB, but one kind of model.
    if ["gltf", "glb", "vrm"].contains(&extension.as_str()) && by_project.is_none() {
        return "glTF".to_owned();
    }
    match by_project.or_else(|| Format::of_extension(path)) {
        Some(Format::Xml) => "XML".to_owned(),
        Some(Format::Json) => "JSON".to_owned(),
        Some(Format::Glb) => "glTF".to_owned(),
        Some(Format::Yaml) => "YAML".to_owned(),
        Some(Format::Ini) => "INI".to_owned(),
        None if extension.is_empty() => WITHOUT_EXTENSION.to_owned(),
        None => format!(".{extension}"),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use assay_document::source::MemorySource;
    use assay_rule::RuleFile;

    use crate::Checker;

    /// The kinds of files that are not looked into by a rule: `KIND LOOKED_INTO/FILES`.
    fn coverage(rule: &str, files: &[(&str, &str)]) -> String {
        let checker = Checker::new(&[RuleFile { path: "r.yaml".to_owned(), text: rule.to_owned() }], &|_| None);
        assert!(checker.diagnostics().problems.is_empty(), "{rule}: {:?}", checker.diagnostics().problems);
        let source: MemorySource = files.iter().copied().collect();
        let report = crate::check(&checker, source.paths(), Rc::new(source));
        let kinds = report.stats().coverage.iter();
        kinds.map(|it| format!("{} {}/{}", it.kind, it.looked_into, it.files)).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn files_are_covered_if_rules_read_their_content() {
        let files = [("a.xml", "<A><B>b.xml</B></A>"), ("b.xml", "<A/>"), ("c.json", "{}"), (".git/d.json", "{}")];
        for (rule, expected) in [
            ("rule: {rpath: ., xpath: '*', condition: [Not null collection]}", ""),
            ("rule: {rpath: xml$, xpath: '*', condition: [Not null collection]}", "JSON 0/1, XML 2/2"),
            ("rule: {rpath: ., not_rpath: b, xpath: '*', condition: [Not null collection]}", "JSON 1/1, XML 1/2"),
            // Names and sizes are not content.
            ("rule: {rpath: ., xpath: '{file.size}', condition: ['>', 0]}", "JSON 0/1, XML 0/2"),
            (
                "rule: {rpath: ., xpath: '{file.path}', condition: [func_a], func_str: 'fn a(d, p, c) { d }'}",
                "JSON 0/1, XML 0/2",
            ),
            // Reading a file for a collection does not count, but checking a file that a value names does.
            (
                "rules: [{rpath: a.xml, xpath: A/B, condition: [Exist in, artfunc_all]}]\n\
                 collections: {all: {rpath: json$, xpath: '*'}}",
                "JSON 0/1, XML 1/2",
            ),
            ("rule: {rpath: a.xml, xpath: A/B, subxpath: A, condition: [Not null collection]}", "JSON 0/1, XML 2/2"),
        ] {
            assert_eq!(coverage(rule, &files), expected, "{rule}");
        }
    }

    #[test]
    fn files_that_virtual_files_are_made_of_are_covered() {
        let files = [("red.toybox", "<Box/>"), ("letter.xml", "<Letter/>")];
        let rule = "rule: {rpath: '@toys/', xpath: Toys/Boxes, condition: ['==', 1]}";
        assert_eq!(coverage(rule, &files), ".toybox 1/1, XML 0/1");
    }
}
