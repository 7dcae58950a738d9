//! The content of a rule file. It can have several forms: a mapping with `rules`, a list of rules, a mapping from names
//! to rules, or the fields of a single rule.

use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::Diagnostics;

use super::collection::CollectionSpec;
use super::document::{Entries, RuleDocument, RuleScalar, RuleValue, WrittenNode, entry};
use super::fields::{Field, lenience};
use super::file_text::{FileText, Reporter, unknown_key};
use super::pack::{PackSpec, is_pack};
use super::parameter::{ParameterSpec, read_parameters};
use super::read::RulePosition;
use super::rule_test::RuleTest;
use super::spec::RuleSpec;

/// A key of a rule file that is not part of a rule.
pub struct RuleFileKey {
    /// The name, in any letter case.
    pub name: &'static str,
    /// The description of its value, in one sentence.
    pub doc: &'static str,
    read: fn(&mut RuleFileReader<'_>, &WrittenNode),
}

/// Every key of a rule file.
pub const KEYS: &[RuleFileKey] = &[
    RuleFileKey {
        name: "rules",
        doc: "the rules: a list, or a mapping from name to rule",
        read: |reader, node| reader.rules(node),
    },
    RuleFileKey {
        name: "extends",
        doc: "other rule files, relative to this one",
        read: |reader, node| reader.extends(node),
    },
    RuleFileKey {
        name: "script",
        doc: "functions for every rule of the file, or the path of a file that holds them",
        read: |reader, node| reader.script(node),
    },
    RuleFileKey {
        name: "collections",
        doc: "named lists: inline, `{file: …}`, or `{rpath: …, xpath: …}`",
        read: |reader, node| reader.collections(node),
    },
    RuleFileKey {
        name: "parameters",
        doc: "values that a project can set, each with its `default`, an `example` and a `description`",
        read: |reader, node| reader.spec.parameters = read_parameters(node, &mut reader.report),
    },
    RuleFileKey {
        name: "tests",
        doc: "files, and the findings that are expected in them",
        read: |reader, node| reader.tests(node),
    },
];

impl RuleFileKey {
    fn named(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name))
    }
}

/// A rule file as its author wrote it.
#[derive(Debug, Default)]
pub(super) struct FileSpec {
    /// The rules, including those that are switched off or have errors.
    pub rules: Vec<RuleSpec>,
    /// The other rule files that it names.
    pub extends: Vec<RuleScalar>,
    /// Functions for all rules of the file, or the path of a file with functions.
    pub script: Option<RuleScalar>,
    pub collections: Vec<CollectionSpec>,
    pub tests: Vec<RuleTest>,
    pub parameters: Vec<ParameterSpec>,
    /// The description of a pack, if the file is not a rule file but describes a pack.
    pub pack: Option<PackSpec>,
}

impl FileSpec {
    /// Reads a rule file, or the description of a pack. Problems with its form go to `out`.
    pub fn read(file: &FileText<'_>, out: &mut Diagnostics) -> Self {
        let mut report = Reporter::new(file);
        // As a rule file, a pack would be a mapping from names to rules.
        if is_pack(file.path, file.text) {
            let pack = PackSpec::read(&mut report);
            out.extend(report.diagnostics);
            return Self { pack: Some(pack), ..Self::default() };
        }
        let document = RuleDocument::read(file.path, file.text, lenience);
        let (faults, hints) = (last_first(document.faults), last_first(document.hints));
        let mut reader = RuleFileReader { report, faults, hints, numbered: 0, spec: Self::default() };
        match &document.root {
            Some(root) => reader.root(root),
            None if reader.faults.is_empty() => _ = reader.report.problem(empty("the file", Span::at(0))),
            None => {}
        }
        let RuleFileReader { mut report, faults, hints, spec, .. } = reader;
        // Faults that belong to no rule are reported for the file.
        for fault in faults.into_iter().rev() {
            report.problem(fault);
        }
        for hint in hints.into_iter().rev() {
            report.hint(hint);
        }
        out.extend(report.diagnostics);
        spec
    }
}

struct RuleFileReader<'r> {
    report: Reporter<'r>,
    /// The faults of the document that belong to no rule yet, last first. Rules are read in order, and take their
    /// faults from the end.
    faults: Vec<Fault>,
    hints: Vec<Fault>,
    /// The number of rules that have been read.
    numbered: usize,
    spec: FileSpec,
}

impl RuleFileReader<'_> {
    fn root(&mut self, root: &WrittenNode) {
        match &root.value {
            RuleValue::List(_) => self.rules(root),
            RuleValue::Map(entries) if is_single(entries) => self.single(entries, root.span),
            RuleValue::Map(entries) => {
                self.keys(entries);
                self.refuse_hollow(entries);
            }
            RuleValue::Null => _ = self.report.problem(empty("the file", root.span)),
            _ => _ = self.report.problem(wrong_form(root)),
        }
    }

    /// Reads a file that is one rule. Keys of the file may be among its fields.
    fn single(&mut self, entries: &Entries, span: Span) {
        let is_key = |key: &RuleScalar| Field::named(&key.text).is_none() && RuleFileKey::named(&key.text).is_some();
        let (keys, fields): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(|(key, _)| is_key(key));
        let start = fields.first().map_or(span, |(key, _)| key.span);
        self.report.hint(
            Fault::new(IssueCode::RuleFileSingle, "these fields are read as one rule", start)
                .help("write the rule as an item of a list, or below `rules:`"),
        );
        self.rule(&fields, None, span);
        self.keys(&keys);
    }

    /// Reads the keys of a file. Without `rules:`, an unknown key is the name of a rule.
    fn keys(&mut self, entries: &Entries) {
        let has_rules = entry(entries, "rules").is_some();
        for (at, (name, node)) in entries.iter().enumerate() {
            // A rule may have the name of a key, for example `tests`. It is a rule if its value has the fields of a
            // rule.
            let Some(key) = RuleFileKey::named(&name.text).filter(|key| key.name == "rules" || !is_rule(node)) else {
                if has_rules {
                    self.report.warning(unknown_file_key(name));
                } else {
                    self.read_named_rule(name, node);
                }
                continue;
            };
            if let Some((first, _)) = entry(&entries[..at], key.name) {
                let line = self.report.file.line(first.span.start());
                let message = format!("`{}` is given twice, first on line {line}", name.text);
                self.report
                    .problem(Fault::new(IssueCode::RuleFileRepeatedKey, message, name.span).help("merge the two"));
            } else if key.name == "extends" && node.is_empty() {
                // Without a warning, a project would pass without the rules that it relies on.
                let fault =
                    Fault::new(IssueCode::ExtendsEmpty, "`extends` names no rule file, so none is read", name.span);
                self.report.warning(fault.help("name a rule file, or remove the key"));
            } else if !matches!(node.value, RuleValue::Null | RuleValue::Unusable) {
                (key.read)(self, node);
            }
        }
    }

    /// Reports a file whose only content is a key without a value: its content is probably lost. An empty file should
    /// be `rules: []`.
    fn refuse_hollow(&mut self, entries: &Entries) {
        let FileSpec { extends, script, collections, tests, parameters, .. } = &self.spec;
        let holds = self.numbered > 0
            || script.is_some()
            || !(extends.is_empty() && collections.is_empty() && tests.is_empty() && parameters.is_empty());
        let left = entries
            .iter()
            .find(|(name, node)| RuleFileKey::named(&name.text).is_some() && matches!(node.value, RuleValue::Null));
        if let Some((key, _)) = left.filter(|_| !holds) {
            self.report.problem(empty(&format!("`{}`", key.text), key.span));
        }
    }

    fn rules(&mut self, node: &WrittenNode) {
        match &node.value {
            RuleValue::List(items) => {
                for item in items {
                    match &item.value {
                        RuleValue::Map(entries) => self.rule(entries, None, item.span),
                        _ => self.no_rule("an item of the list of rules", item),
                    }
                }
            }
            RuleValue::Map(entries) if is_rule(node) => self.rule(entries, None, node.span),
            RuleValue::Map(entries) => {
                for (name, node) in entries {
                    self.read_named_rule(name, node);
                }
            }
            _ => {
                let must = "`rules` must be a list or a mapping from name to rule";
                self.report.problem(node.wrong_kind(IssueCode::RuleFileRules, must));
            }
        }
    }

    fn read_named_rule(&mut self, name: &RuleScalar, node: &WrittenNode) {
        match &node.value {
            RuleValue::Map(entries) => self.rule(entries, Some(name), node.span),
            // A misspelt `rules` has rules that will not be run.
            _ if nearest(&name.text, KEYS.iter().map(|key| key.name)).is_some() => {
                self.report.problem(unknown_file_key(name));
            }
            _ => self.no_rule(&format!("`{}`", name.text), node),
        }
    }

    /// Reads one rule, and adds the faults of the document that are in its part of the file.
    fn rule(&mut self, entries: &Entries, key: Option<&RuleScalar>, span: Span) {
        self.numbered += 1;
        let mut diagnostics = Diagnostics::default();
        let position = RulePosition { key, number: self.numbered, span };
        let mut spec = RuleSpec::read(entries, &position, self.report.file, &mut diagnostics);
        let lines = entries.iter().map(|(key, node)| key.span.to(node.span));
        let whole = lines.fold(key.map_or(span, |key| key.span.to(span)), Span::to);
        for fault in take_faults_in(&mut self.faults, whole) {
            spec.has_errors = true;
            diagnostics.problems.push(self.report.file.problem(fault).of_rule(&spec.called));
        }
        for hint in take_faults_in(&mut self.hints, whole) {
            diagnostics.hints.push(self.report.file.problem(hint).of_rule(&spec.called));
        }
        // A rule that is switched off is not validated.
        if spec.is_enabled() {
            self.report.diagnostics.extend(diagnostics);
        }
        self.spec.rules.push(spec);
    }

    fn no_rule(&mut self, what: &str, node: &WrittenNode) {
        // It is counted, so that the following rules without a name keep theirs when it is repaired.
        self.numbered += 1;
        if matches!(node.value, RuleValue::Unusable) {
            return;
        }
        let must = format_args!("{what} must be a mapping with the fields of a rule");
        self.report.problem(node.wrong_kind(IssueCode::RuleNoMapping, must));
    }

    fn extends(&mut self, node: &WrittenNode) {
        for item in node.items() {
            if let Some(path) = item.as_text().filter(|path| !path.text.trim().is_empty()) {
                self.spec.extends.push(path);
            } else {
                let must = "an item of `extends` must be the path of a rule file";
                self.report.problem(item.wrong_kind(IssueCode::ExtendsKind, must));
            }
        }
    }

    fn script(&mut self, node: &WrittenNode) {
        if let RuleValue::Text(text) = &node.value {
            self.spec.script = Some(text.clone()).filter(|text| !text.text.trim().is_empty());
        } else {
            self.report.problem(node.wrong_kind(IssueCode::ScriptKind, "`script` must be a string"));
        }
    }

    fn collections(&mut self, node: &WrittenNode) {
        let RuleValue::Map(entries) = &node.value else {
            let fault =
                node.wrong_kind(IssueCode::CollectionsKind, "`collections` must be a mapping from name to list");
            self.report.problem(fault.help("write `NAME: [value, …]` below it"));
            return;
        };
        for (name, node) in entries {
            self.spec.collections.push(CollectionSpec::read(name, node, &mut self.report));
        }
    }

    fn tests(&mut self, node: &WrittenNode) {
        let RuleValue::List(items) = &node.value else {
            self.report.problem(node.wrong_kind(IssueCode::TestsKind, "`tests` must be a list"));
            return;
        };
        self.spec.tests.extend(items.iter().filter_map(|item| RuleTest::read(item, &mut self.report)));
    }
}

fn last_first(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| std::cmp::Reverse(fault.span.start()));
    faults
}

/// Removes the faults that begin within `whole` from `faults`, which are sorted last first.
fn take_faults_in(faults: &mut Vec<Fault>, whole: Span) -> Vec<Fault> {
    let after = |offset: u32| faults.partition_point(|fault| fault.span.start() >= offset);
    let range = after(whole.end())..after(whole.start());
    faults.drain(range).rev().collect()
}

fn unknown_file_key(name: &RuleScalar) -> Fault {
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    let help = format!("besides rules, a file can have `{}`", names[1..].join("`, `"));
    unknown_key(IssueCode::RuleFileUnknownKey, name, names, help)
}

/// Returns the fault of a file that is a scalar.
pub(super) fn wrong_form(root: &WrittenNode) -> Fault {
    root.wrong_kind(IssueCode::RuleFileForm, "a rule file must be a list or a mapping")
}

/// Returns the fault of a file without rules. Such a file has usually lost its content, for example through a failed
/// write.
pub(super) fn empty(what: &str, place: Span) -> Fault {
    Fault::new(IssueCode::NoRules, format!("{what} is empty"), place)
}

/// Returns true if a file is a single rule: it has a field of a rule, and the value of that field is not a mapping. In
/// a mapping from names to rules, each value would be one.
fn is_single(entries: &Entries) -> bool {
    let is_step = |key: &RuleScalar| Field::named(&key.text).is_some_and(Field::is_step);
    entry(entries, "rules").is_none()
        && entries.iter().any(|(key, node)| is_step(key) && !matches!(node.value, RuleValue::Map(_)))
}

/// Returns true if a value is a rule, under any key.
fn is_rule(node: &WrittenNode) -> bool {
    let RuleValue::Map(entries) = &node.value else { return false };
    let has = |name: &str| entry(entries, name).is_some();
    has("condition") && (has("rpath") || has("xpath"))
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    #[test]
    fn keys_are_unique_and_documented() {
        for (at, key) in KEYS.iter().enumerate() {
            assert!(KEYS[..at].iter().all(|other| other.name != key.name), "{}", key.name);
            assert!(key.doc.len() > 10 && !key.doc.ends_with('.'), "{}", key.name);
        }
    }
}
