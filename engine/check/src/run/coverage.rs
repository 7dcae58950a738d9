//! How many files any rule looks into, by kinds of files.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_config::NAMES;
use assay_document::format::{Format, Needs, extension};
use assay_document::source::file_name;
use assay_report::Coverage;
use assay_rule::{Rule, RuleCollection};
use assay_store::Demand;

use crate::checker::Checker;
use crate::select::{SelectedBy, extraction};

/// Of each path of a run, in order, whether a rule looks into the file.
#[derive(Default)]
pub(super) struct LookedInto(Vec<bool>);

impl LookedInto {
    /// Notes which files rules and collections look into, before it is known which files values name.
    pub fn new(checker: &Checker, demand: Demand, paths: &[String], wanted: &[SelectedBy]) -> Self {
        let rules: Vec<bool> = checker.rules().rules().iter().map(looks_into).collect();
        let lists: Vec<bool> = checker.rules().collections().iter().map(list_looks_into).collect();
        let mut last: Option<(&Rc<[u32]>, bool)> = None;
        let mut looked = Vec::with_capacity(paths.len());
        for (path, wanted) in paths.iter().zip(wanted) {
            let by_rules = match last {
                // Files beside each other are mostly wanted by the same rules.
                Some((known, looks)) if Rc::ptr_eq(known, &wanted.rules) => looks,
                _ => wanted.rules.iter().any(|&rule| rules[rule as usize]),
            };
            last = Some((&wanted.rules, by_rules));
            looked.push(
                by_rules
                    || wanted.lists.iter().any(|&list| lists[list as usize])
                    || !demand.is_nothing() && demand.wants(path),
            );
        }
        Self(looked)
    }

    /// Notes that a rule looks into the file with this index among the paths.
    pub fn note(&mut self, at: usize) {
        if let Some(looked) = self.0.get_mut(at) {
            *looked = true;
        }
    }

    /// Returns the number of files of each kind, and how many of them any rule looked into; empty if rules looked into
    /// all files.
    pub fn by_kind(&self, checker: &Checker, paths: &[String]) -> Vec<Coverage> {
        if self.0.iter().all(|looked| *looked) {
            return Vec::new();
        }
        let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        // The configuration is read before any rule is.
        let is_asset = |path: &str| !NAMES.contains(&file_name(path));
        for (path, looked) in paths.iter().zip(&self.0).filter(|(path, _)| is_asset(path)) {
            let (files, looked_into) = kinds.entry(kind_of(checker, path)).or_default();
            *files += 1;
            *looked_into += u64::from(*looked);
        }
        kinds.into_iter().map(|(kind, (files, looked_into))| Coverage { kind, files, looked_into }).collect()
    }
}

/// Whether a rule looks into the files that it wants, and not only at their names and sizes.
fn looks_into(rule: &Rule) -> bool {
    let needs = |rule: &Rule| rule.xpath().special().map(|fact| (fact.of_entries().is_some(), fact.needs()));
    rule.has_scripts() || !matches!(needs(rule), Some((false, Needs::Path | Needs::Size)))
}

fn list_looks_into(collection: &RuleCollection) -> bool {
    let fact = extraction(collection).and_then(|(_, xpath)| xpath.special());
    fact.is_none_or(|fact| fact.of_entries().is_some() || fact.needs() > Needs::Size)
}

/// Returns the name of a file's kind: its format, if the name or the configuration determines that, otherwise its
/// extension.
fn kind_of(checker: &Checker, path: &str) -> String {
    let by_project = checker.formats.reader_of(path).and_then(|reader| reader.format);
    let extension = extension(path).to_lowercase();
    if ["gltf", "glb", "vrm"].contains(&extension.as_str()) && by_project.is_none() {
        return "glTF".to_owned();
    }
    match by_project.or_else(|| Format::of_extension(path)) {
        Some(Format::Xml) => "XML".to_owned(),
        Some(Format::Json) => "JSON".to_owned(),
        Some(Format::Glb) => "glTF".to_owned(),
        Some(Format::Yaml) => "YAML".to_owned(),
        Some(Format::Ini) => "INI".to_owned(),
        None if extension.is_empty() => "without extension".to_owned(),
        None => format!(".{extension}"),
    }
}
