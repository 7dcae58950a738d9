//! The collections of a run: built from the results of the index stage, and passed to workers.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Findings, Problem};
use assay_rule::{CollectionOrigin, Rule, RuleCollection, SelectedFiles};
use assay_store::{CustomList, Demand, ListId, Store};
use assay_system::{Parts, SYSTEMS};
use assay_zip as zip;
use rustc_hash::FxHashSet;

use super::built_index::{BuiltIndex, PublishedIndex};
use super::collection_gaps::CollectionGaps;
use super::incomplete::IncompleteCollections;
use super::list_sources::{ListSources, PathSample};
use crate::batch::to_bytes;
use crate::checker::Checker;
use crate::worker::{SharedIndex, Worker};

#[derive(Default)]
pub(super) struct Collections {
    knowledge: SharedIndex,
    /// True if workers need the knowledge.
    workers_need_index: bool,
    /// The encoded knowledge, created on demand: a run on one thread passes it to its worker without encoding.
    encoded: OnceCell<Vec<u8>>,
    /// Parts of custom collections, by file, until they are combined.
    parts: Vec<(u32, String, CustomList)>,
    pub gaps: CollectionGaps,
    /// The collections of all blocks, for a run over one of them.
    of_all_blocks: Option<Rc<BuiltIndex>>,
    /// The collections of the project that the run extends, until they are extended.
    pub published: Option<PublishedIndex>,
    /// True if the collections also have values of a project whose files are not here.
    are_extended: bool,
}

impl Collections {
    /// Uses these collections instead of building some.
    pub fn adopt(&mut self, index: &Rc<BuiltIndex>) {
        self.gaps = index.gaps.clone();
        self.of_all_blocks = Some(Rc::clone(index));
        self.workers_need_index = true;
    }

    /// Returns the store of the collections of all blocks, if they are known.
    pub fn store_of_all_blocks(&self) -> Option<Rc<Store>> {
        self.of_all_blocks.as_ref().map(|index| Rc::clone(&index.store))
    }

    /// Moves out what the files of a block contribute to the collections.
    pub fn take_contributions(&mut self) -> (Parts, Vec<(u32, String, CustomList)>) {
        (std::mem::take(&mut self.knowledge.parts), std::mem::take(&mut self.parts))
    }

    /// Returns each custom collection with each file that contributed to it, even with no values, in order.
    pub fn contributors(&self) -> Vec<(u32, &str)> {
        let mut given: Vec<(u32, &str)> = self.parts.iter().map(|(list, path, _)| (*list, path.as_str())).collect();
        given.sort_unstable();
        given
    }

    /// Adds the results of a batch of the index stage.
    pub fn absorb(&mut self, parts: Parts, lists: Vec<(u32, String, CustomList)>, broken: Vec<u32>) {
        self.knowledge.parts.merge(parts);
        self.parts.extend(lists);
        self.gaps.broken.extend(broken);
    }

    /// Adds the collections of the project that the run extends, if there are any, and the problems that make them
    /// incomplete, except what comes from the files at `paths`. Returns the paths of all files.
    pub fn add_published<'p>(
        &mut self,
        checker: &Checker,
        paths: &'p [String],
        diagnostics: &mut Diagnostics,
    ) -> Cow<'p, [String]> {
        let Some(PublishedIndex { shared, paths: all, gaps, problems }) = self.published.take() else {
            return Cow::Borrowed(paths);
        };
        self.are_extended = true;
        let SharedIndex { mut parts, lists, .. } = shared;
        let is_kept = |path: &str| {
            let file = zip::split(path).map_or(path, |(archive, _)| archive);
            paths.binary_search_by(|known| known.as_str().cmp(file)).is_err()
        };
        parts.retain_files(is_kept);
        self.knowledge.parts.merge(parts);
        // Files that rules name, such as lists, are read by every run, even if they are not among its files.
        let read: FxHashSet<(u32, String)> = self.parts.iter().map(|(list, path, _)| (*list, path.clone())).collect();
        for (number, list) in (0..).zip(lists) {
            let files = list.by_file().map(|(path, list)| (number, path.to_owned(), list));
            self.parts.extend(files.filter(|(_, path, _)| is_kept(path) && !read.contains(&(number, path.clone()))));
        }
        let of_lists = checker.rules().collections();
        let is_extracted = |number: &u32| {
            of_lists
                .get(*number as usize)
                .is_some_and(|list| matches!(list.origin(), CollectionOrigin::Extracted { .. }))
        };
        self.gaps.broken.extend(gaps.broken.into_iter().filter(is_extracted));
        let before = diagnostics.problems.len();
        diagnostics.problems.extend(
            problems.into_iter().filter(|problem| problem.in_rules || problem.affected_file().is_none_or(is_kept)),
        );
        // It is not known which file a list lacks: if all files can be read now, it lacks none.
        if diagnostics.problems.len() > before {
            self.gaps.lists.extend(gaps.lists);
        }
        let mut all: Vec<String> = all.into_iter().filter(|path| is_kept(path)).collect();
        all.extend_from_slice(paths);
        all.sort_unstable();
        Cow::Owned(all)
    }

    /// Builds the collections of a run with the files at `paths`. Returns the store if the coordinator itself needs it.
    pub fn build(
        &mut self,
        checker: &Checker,
        demand: Demand,
        paths: &[String],
        sources: &ListSources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Rc<Store>> {
        let rules = checker.rules();
        if demand.paths {
            paths.clone_into(&mut self.knowledge.paths);
        }
        let parts = &mut self.knowledge.parts;
        for system in (0..SYSTEMS.len()).filter(|&system| !demand.needs(system).is_none()) {
            diagnostics.extend(parts.complete(system, demand.needs(system), paths));
        }
        // Outcomes arrive in any order, but all runs must have the same collections.
        parts.sort();
        self.parts.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        self.knowledge.lists = rules.collections().iter().map(RuleCollection::to_list).collect();
        for (number, path, list) in self.parts.drain(..) {
            self.knowledge.lists[number as usize].append(&path, &list);
        }
        self.warn_of_lists(checker, sources, diagnostics);
        self.warn_about_incomplete(checker, diagnostics);
        self.workers_need_index = !demand.is_nothing() || !self.knowledge.lists.is_empty();
        let by_collection = rules.rules().iter().any(|rule| matches!(rule.rpath(), SelectedFiles::Collection(_)));
        // A copy, because workers need the knowledge, too.
        by_collection.then(|| Rc::new(self.knowledge.clone().into_parts().0))
    }

    /// Warns of custom collections that are incomplete or empty: a rule may not find a correct value in them.
    /// Collections that could not be built are reported by their problems.
    fn warn_of_lists(&mut self, checker: &Checker, sources: &ListSources, diagnostics: &mut Diagnostics) {
        for (number, collection) in (0..).zip(checker.rules().collections()) {
            let Some(files) = sources.of(number).filter(|_| !self.gaps.broken.contains(&number)) else { continue };
            let is_in_pack = checker.rules().is_in_pack(collection);
            let is_empty = self.knowledge.lists.get(number as usize).is_some_and(|list| list.elements().is_empty());
            let name = collection.name();
            let warning = if !files.missing.is_empty() {
                self.gaps.lists.push(number);
                // The problem of the file is enough: users of a pack can do nothing about its collections.
                if is_in_pack {
                    continue;
                }
                let message = format!(
                    "the collection `{name}` is incomplete because {} could not be read",
                    files.missing.names()
                );
                Problem::new(IssueCode::CollectionIncomplete, message)
            } else if is_empty && (is_in_pack || self.are_extended || sources.is_idle(checker, number)) {
                continue;
            } else if let Some(why) = explain_empty(collection, &files.selected).filter(|_| is_empty) {
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
        self.gaps.systems = IncompleteCollections::of(checker, &diagnostics.problems);
        diagnostics.warnings.extend(self.gaps.systems.warnings());
        let rules = (0..).zip(checker.rules().rules());
        let incomplete = rules.filter(|&(number, rule)| self.uses_incomplete(checker, number, rule));
        self.gaps.rules = incomplete.map(|(_, rule)| rule.name().to_owned()).collect();
    }

    /// Marks the findings of rules with incomplete collections: they may be wrong.
    pub fn mark_incomplete(&self, findings: &mut Findings) {
        if !self.gaps.rules.is_empty() {
            findings.alter(|rule| self.gaps.rules.contains(rule), |finding| finding.incomplete = true);
        }
    }

    /// Returns true if a collection that a rule uses is incomplete.
    pub fn uses_incomplete(&self, checker: &Checker, number: u32, rule: &Rule) -> bool {
        rule.lists().any(|ListId(list)| self.gaps.lists.contains(&list))
            || self.gaps.systems.affects(checker, number, rule)
    }

    /// Returns true if a rule uses a custom collection that could not be built.
    pub fn is_broken(&self, rule: &Rule) -> bool {
        rule.lists().any(|ListId(number)| self.gaps.broken.contains(&number))
    }

    /// Returns the name of the first collection that a rule uses and that could not be built.
    pub fn broken_of<'c>(&self, checker: &'c Checker, rule: &Rule) -> Option<&'c str> {
        let ListId(number) = rule.lists().find(|ListId(number)| self.gaps.broken.contains(number))?;
        checker.rules().collections().get(number as usize).map(RuleCollection::name)
    }

    /// Returns the collections, encoded for workers; empty if workers need none.
    pub fn encoded_collections(&self) -> &[u8] {
        match &self.of_all_blocks {
            Some(index) => &index.encoded,
            None if self.workers_need_index => self.encoded.get_or_init(|| to_bytes(&self.knowledge)),
            None => &[],
        }
    }

    /// Returns the collections that were built, encoded, and what is broken or incomplete among them.
    pub fn into_built(self) -> (Vec<u8>, CollectionGaps) {
        (to_bytes(&self.knowledge), self.gaps)
    }

    /// Returns a worker with the collections, for the thread of the run; `None` if workers need none.
    pub fn take_worker(&mut self) -> Option<Worker> {
        if !std::mem::take(&mut self.workers_need_index) {
            return None;
        }
        Some(match &self.of_all_blocks {
            Some(index) => index.worker(),
            None => std::mem::take(&mut self.knowledge).into(),
        })
    }
}

/// Returns the reason why a collection of these files is empty; `None` if it is written in the rule file.
fn explain_empty(collection: &RuleCollection, files: &PathSample) -> Option<String> {
    match collection.origin() {
        CollectionOrigin::Values(_) => None,
        CollectionOrigin::Pending { path } => Some(format!("no line of `{path}` contains a value")),
        CollectionOrigin::AssetList(_) => Some("it has no entries".to_owned()),
        CollectionOrigin::Extracted { .. } if files.is_empty() => Some("its `rpath` matched no file".to_owned()),
        CollectionOrigin::Extracted { .. } if collection.has_filters() => {
            Some(format!("its `xpath` and its filters yield no string from {}", files.names()))
        }
        CollectionOrigin::Extracted { .. } => Some(format!("its `xpath` extracted no string from {}", files.names())),
    }
}
