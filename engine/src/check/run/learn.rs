//! The end of the index stage: builds the collections from the values of files, and warns of incomplete collections.

use super::Run;
use crate::check::Checker;
use crate::report::Problem;
use crate::rule::{Collection, Files, Origin, Rule};
use crate::source::MemorySource;
use crate::store::{IndexPart, ListId, PipelineFiles, Store};
use crate::system::conversion::Pipeline;
use crate::text::{IssueCode, sort_by};

impl Run {
    /// Builds the collections from the results of the index stage; the store itself only when the coordinator needs it.
    pub(super) fn learn(&mut self, checker: &Checker) -> Option<Store> {
        let rules = checker.rules();
        let demand = self.demand(checker);
        if demand.paths {
            self.knowledge.paths.clone_from(&self.paths);
        }
        if demand.disk {
            self.knowledge.part.merge(IndexPart::of_paths(self.paths.iter().map(String::as_str)));
        }
        if demand.pipeline {
            self.learn_pipeline(demand.pipeline_files);
        }
        sort_by(&mut self.lists, |a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        self.knowledge.lists = rules.collections().iter().map(Collection::to_list).collect();
        let mut given = Vec::with_capacity(self.lists.len());
        for (number, path, list) in self.lists.drain(..) {
            self.knowledge.lists[number as usize].append(&path, list);
            given.push((number, path));
        }
        self.warn_of_lists(checker, &given);
        self.find_lacking(checker);
        self.informed = !demand.is_nothing() || !self.knowledge.lists.is_empty();
        let by_collection = rules.rules().iter().any(|rule| matches!(rule.rpath(), Files::Collection(_)));
        by_collection.then(|| self.knowledge.clone().into_parts().0)
    }

    /// Reads conversion rules, tells what is wrong with them, and sorts all files by them when that is asked for.
    fn learn_pipeline(&mut self, with_files: bool) {
        let mut source = MemorySource::new();
        for (path, bytes) in &self.knowledge.part.pipeline().rules {
            source.insert(path.as_str(), bytes.clone());
        }
        let paths = self.knowledge.part.pipeline().rules.iter().map(|(path, _)| path.as_str());
        let (mut pipeline, told) = Pipeline::read(paths, &source);
        self.diagnostics.extend(told);
        self.diagnostics.problems.extend(pipeline.limit(&self.paths));
        self.diagnostics.warnings.extend(pipeline.find_partial(&self.paths));
        let files = if with_files { pipeline.gather(&self.paths) } else { PipelineFiles::default() };
        let given_up = pipeline.given_up();
        self.knowledge.part.merge(IndexPart::of_pipeline(PipelineFiles { given_up, ..files }));
    }

    /// Names own collections that lack something, or came out empty: a rule that looks for what is in one may not find
    /// it, through no fault of the value.
    ///
    /// `given` says which files gave their parts, be it that nothing is in one, in order. Collections that could not be
    /// had at all are told by their problems.
    fn warn_of_lists(&mut self, checker: &Checker, given: &[(u32, String)]) {
        let has_given = |number: u32, path: &str| {
            given.binary_search_by(|(list, file)| (*list, file.as_str()).cmp(&(number, path))).is_ok()
        };
        for (number, collection) in (0..).zip(checker.rules().collections()) {
            if !self.needs_list(checker, number) || self.broken_lists.contains(&number) {
                continue;
            }
            let is_empty = self.knowledge.lists.get(number as usize).is_some_and(|list| list.elements().is_empty());
            let wanted = self.paths.iter().zip(&self.wanted).filter(|(_, wanted)| wanted.lists.contains(&number));
            let made = self.made.iter().filter(|made| made.wanted.lists.contains(&number));
            let made = made.map(|made| made.published.path.as_str());
            let wanted: Vec<&str> = wanted.map(|(path, _)| path.as_str()).chain(made).collect();
            let lacking: Vec<&str> = wanted.iter().copied().filter(|path| !has_given(number, path)).collect();
            let name = collection.name();
            let warning = if !lacking.is_empty() {
                self.lacking_lists.push(number);
                let message =
                    format!("the collection `{name}` is incomplete because {} could not be read", files(&lacking));
                Problem::new(IssueCode::CollectionIncomplete, message)
            } else if is_empty && self.is_idle(checker, number) {
                continue;
            } else if let Some(why) = why_empty(collection, &wanted).filter(|_| is_empty) {
                Problem::new(IssueCode::CollectionEmpty, format!("the collection `{name}` is empty: {why}"))
            } else {
                continue;
            };
            self.diagnostics.warnings.push(checker.rules().collection_site(collection).mark(warning));
        }
    }

    /// Whether no rule that asks a collection looks at any file, which is said of each of these rules.
    fn is_idle(&self, checker: &Checker, list: u32) -> bool {
        let rules = (0..).zip(checker.rules().rules());
        let mut asking = rules.filter(|(_, rule)| rule.lists().any(|ListId(asked)| asked == list)).peekable();
        let is_idle = |(number, rule): (u32, &Rule)| {
            matches!(rule.rpath(), Files::Pattern(_))
                && !self.wanted.iter().any(|wanted| wanted.rules.contains(&number))
        };
        asking.peek().is_some() && asking.all(is_idle)
    }
}

/// Why a collection that was taken from the files at `paths` is empty; `None` of one that was written so.
fn why_empty(collection: &Collection, paths: &[&str]) -> Option<String> {
    match collection.origin() {
        Origin::Values(_) => None,
        Origin::Pending { path } => Some(format!("no line of `{path}` holds a value")),
        Origin::AssetList(_) => Some("it has no entries".to_owned()),
        Origin::Extracted { .. } if paths.is_empty() => Some("its `rpath` matched no file".to_owned()),
        Origin::Extracted { .. } if collection.has_filters() => {
            Some(format!("its `xpath` and its filters let no text through from {}", files(paths)))
        }
        Origin::Extracted { .. } => Some(format!("its `xpath` extracted no text from {}", files(paths))),
    }
}

/// Some files, as a message names them.
pub(in crate::check) fn files(paths: &[&str]) -> String {
    match paths {
        [] => "no file".to_owned(),
        [path] => format!("`{path}`"),
        [path, _] => format!("`{path}` and 1 more file"),
        [path, others @ ..] => format!("`{path}` and {} more files", others.len()),
    }
}
