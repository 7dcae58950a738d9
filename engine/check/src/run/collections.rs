//! The collections of a run: built from the results of the index stage, and passed to workers.

use std::cell::OnceCell;

use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Findings, Problem};
use assay_rule::{CollectionOrigin, Rule, RuleCollection, SelectedFiles};
use assay_store::{CustomList, ListId, Store};
use assay_system::{Parts, SYSTEMS};
use rustc_hash::FxHashSet;

use super::incomplete::IncompleteCollections;
use super::listing::Listing;
use super::scope::RunScope;
use crate::batch::to_bytes;
use crate::checker::Checker;
use crate::file::list_paths;
use crate::worker::SharedIndex;

#[derive(Default)]
pub(super) struct Collections {
    knowledge: SharedIndex,
    /// True if workers need the knowledge.
    workers_need_index: bool,
    /// The encoded knowledge, created on demand: a run on one thread passes it to its worker without encoding.
    encoded: OnceCell<Vec<u8>>,
    /// Parts of custom collections, by file, until they are combined.
    parts: Vec<(u32, String, CustomList)>,
    /// Custom collections that could not be built, by number.
    pub broken: FxHashSet<u32>,
    /// Custom collections that lack the values of a file that could not be read, by number.
    incomplete_lists: Vec<u32>,
    /// The collections of systems that are incomplete.
    incomplete: IncompleteCollections,
    /// The names of rules that use incomplete collections.
    incomplete_rules: FxHashSet<String>,
}

impl Collections {
    /// Adds the results of a batch of the index stage.
    pub fn absorb(&mut self, parts: Parts, lists: Vec<(u32, String, CustomList)>, broken: Vec<u32>) {
        self.knowledge.parts.merge(parts);
        self.parts.extend(lists);
        self.broken.extend(broken);
    }

    /// Builds the collections. Returns the store if the coordinator itself needs it.
    pub fn build(
        &mut self,
        checker: &Checker,
        scope: &RunScope,
        files: &Listing,
        diagnostics: &mut Diagnostics,
    ) -> Option<Store> {
        let rules = checker.rules();
        let demand = scope.demand(rules);
        if demand.paths {
            self.knowledge.paths.clone_from(&files.paths);
        }
        let parts = &mut self.knowledge.parts;
        for system in (0..SYSTEMS.len()).filter(|&system| !demand.needs(system).is_none()) {
            diagnostics.extend(parts.complete(system, demand.needs(system), &files.paths));
        }
        // Outcomes arrive in any order, but all runs must have the same collections.
        parts.sort();
        self.parts.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        self.knowledge.lists = rules.collections().iter().map(RuleCollection::to_list).collect();
        let mut given = Vec::with_capacity(self.parts.len());
        for (number, path, list) in self.parts.drain(..) {
            self.knowledge.lists[number as usize].append(&path, list);
            given.push((number, path));
        }
        self.warn_of_lists(checker, scope, files, &given, diagnostics);
        self.warn_about_incomplete(checker, diagnostics);
        self.workers_need_index = !demand.is_nothing() || !self.knowledge.lists.is_empty();
        let by_collection = rules.rules().iter().any(|rule| matches!(rule.rpath(), SelectedFiles::Collection(_)));
        // A copy, because workers need the knowledge, too.
        by_collection.then(|| self.knowledge.clone().into_parts().0)
    }

    /// Warns of custom collections that are incomplete or empty: a rule may not find a correct value in them. `given`
    /// contains, in order, each collection with each file that contributed to it, even with no values. Collections that
    /// could not be built are reported by their problems.
    fn warn_of_lists(
        &mut self,
        checker: &Checker,
        scope: &RunScope,
        files: &Listing,
        given: &[(u32, String)],
        diagnostics: &mut Diagnostics,
    ) {
        let has_given = |number: u32, path: &str| {
            given.binary_search_by(|(list, file)| (*list, file.as_str()).cmp(&(number, path))).is_ok()
        };
        for (number, collection) in (0..).zip(checker.rules().collections()) {
            if !scope.needs_list(checker.rules(), number) || self.broken.contains(&number) {
                continue;
            }
            let is_in_pack = checker.rules().is_in_pack(collection);
            let is_empty = self.knowledge.lists.get(number as usize).is_some_and(|list| list.elements().is_empty());
            let selected = files
                .paths
                .iter()
                .zip(&files.selected_by)
                .filter(|(_, selected_by)| selected_by.lists.contains(&number));
            let made = files.virtual_files.made.iter().filter(|made| made.selected_by.lists.contains(&number));
            let made = made.map(|made| made.file.path.as_str());
            let selected: Vec<&str> = selected.map(|(path, _)| path.as_str()).chain(made).collect();
            let missing: Vec<&str> = selected.iter().copied().filter(|path| !has_given(number, path)).collect();
            let name = collection.name();
            let warning = if !missing.is_empty() {
                self.incomplete_lists.push(number);
                // The problem of the file is enough: users of a pack can do nothing about its collections.
                if is_in_pack {
                    continue;
                }
                let message =
                    format!("the collection `{name}` is incomplete because {} could not be read", list_paths(&missing));
                Problem::new(IssueCode::CollectionIncomplete, message)
            } else if is_empty && (is_in_pack || is_idle(checker, files, number)) {
                continue;
            } else if let Some(why) = explain_empty(collection, &selected).filter(|_| is_empty) {
                Problem::new(IssueCode::CollectionEmpty, format!("the collection `{name}` is empty: {why}"))
            } else {
                continue;
            };
            diagnostics.warnings.push(checker.rules().collection_site(collection).mark(warning));
        }
    }

    /// Warns of incomplete collections of systems, before files are checked: then all parts of a run have the same
    /// data.
    fn warn_about_incomplete(&mut self, checker: &Checker, diagnostics: &mut Diagnostics) {
        self.incomplete = IncompleteCollections::of(checker, &diagnostics.problems);
        diagnostics.warnings.extend(self.incomplete.warnings());
        let rules = (0..).zip(checker.rules().rules());
        let incomplete = rules.filter(|&(number, rule)| self.uses_incomplete(checker, number, rule));
        self.incomplete_rules = incomplete.map(|(_, rule)| rule.name().to_owned()).collect();
    }

    /// Marks the findings of rules with incomplete collections: they may be wrong.
    pub fn mark_incomplete(&self, findings: &mut Findings) {
        if !self.incomplete_rules.is_empty() {
            findings.alter(|rule| self.incomplete_rules.contains(rule), |finding| finding.incomplete = true);
        }
    }

    /// Returns true if a collection that a rule uses is incomplete.
    pub fn uses_incomplete(&self, checker: &Checker, number: u32, rule: &Rule) -> bool {
        rule.lists().any(|ListId(list)| self.incomplete_lists.contains(&list))
            || self.incomplete.affects(checker, number, rule)
    }

    /// Returns true if a rule uses a custom collection that could not be built.
    pub fn is_broken(&self, rule: &Rule) -> bool {
        rule.lists().any(|ListId(number)| self.broken.contains(&number))
    }

    /// Returns the name of the first collection that a rule uses and that could not be built.
    pub fn broken_of<'c>(&self, checker: &'c Checker, rule: &Rule) -> Option<&'c str> {
        let ListId(number) = rule.lists().find(|ListId(number)| self.broken.contains(number))?;
        checker.rules().collections().get(number as usize).map(RuleCollection::name)
    }

    /// Returns the collections, encoded for workers; empty if workers need none.
    pub fn encoded_collections(&self) -> &[u8] {
        if self.workers_need_index { self.encoded.get_or_init(|| to_bytes(&self.knowledge)) } else { &[] }
    }

    /// Moves the collections out, for a worker on the thread of the run; `None` if workers need none.
    pub fn take(&mut self) -> Option<SharedIndex> {
        std::mem::take(&mut self.workers_need_index).then(|| std::mem::take(&mut self.knowledge))
    }
}

/// Returns true if no rule that uses a collection looks at any file. This is reported for each of these rules.
fn is_idle(checker: &Checker, files: &Listing, list: u32) -> bool {
    let rules = (0..).zip(checker.rules().rules());
    let mut asking = rules.filter(|(_, rule)| rule.lists().any(|ListId(id)| id == list)).peekable();
    let is_idle = |(number, rule): (u32, &Rule)| {
        matches!(rule.rpath(), SelectedFiles::Pattern(_))
            && !files.selected_by.iter().any(|selected_by| selected_by.rules.contains(&number))
    };
    match asking.peek() {
        Some(_) => asking.all(is_idle),
        // The rules that use it may not have been selected.
        None => checker.rules().has_choice(),
    }
}

/// Returns the reason why a collection of the files at `paths` is empty; `None` if it is written in the rule file.
fn explain_empty(collection: &RuleCollection, paths: &[&str]) -> Option<String> {
    match collection.origin() {
        CollectionOrigin::Values(_) => None,
        CollectionOrigin::Pending { path } => Some(format!("no line of `{path}` contains a value")),
        CollectionOrigin::AssetList(_) => Some("it has no entries".to_owned()),
        CollectionOrigin::Extracted { .. } if paths.is_empty() => Some("its `rpath` matched no file".to_owned()),
        CollectionOrigin::Extracted { .. } if collection.has_filters() => {
            Some(format!("its `xpath` and its filters yield no string from {}", list_paths(paths)))
        }
        CollectionOrigin::Extracted { .. } => {
            Some(format!("its `xpath` extracted no string from {}", list_paths(paths)))
        }
    }
}
