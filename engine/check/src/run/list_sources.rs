//! The files that custom collections are made of, as far as messages about the collections need them.

use std::rc::Rc;

use assay_rule::{Rule, SelectedFiles};
use assay_store::ListId;
use serde::{Deserialize, Serialize};

use super::listing::Listing;
use super::scope::RunScope;
use crate::checker::Checker;
use crate::file::list_first;

/// The files of custom collections. Those of disjoint sets of files can be merged.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct ListSources {
    /// By the number of the collection; `None` for one that the run does not need.
    lists: Vec<Option<ListFiles>>,
    /// By the number of the rule, true if it selects a file.
    selecting: Vec<bool>,
}

/// The files of one custom collection.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct ListFiles {
    /// The files that its `rpath` selects.
    pub selected: PathSample,
    /// Those of them that could not be read.
    pub missing: PathSample,
}

/// The first path of a sorted list of files, and their number.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct PathSample {
    first: Option<String>,
    count: usize,
}

impl PathSample {
    fn add(&mut self, path: &str) {
        self.count += 1;
        self.first.get_or_insert_with(|| path.to_owned());
    }

    fn absorb(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Names the files in a message.
    pub fn names(&self) -> String {
        list_first(self.first.as_deref(), self.count)
    }
}

impl ListSources {
    /// Returns the files of the collections of a run. `given` is sorted and contains each collection with each file that
    /// contributed to it.
    pub fn of_run(checker: &Checker, scope: &RunScope, files: &Listing, given: &[(u32, &str)]) -> Self {
        let files_of = |number: u32| {
            let listed = files.paths.iter().zip(&files.selected_by);
            let listed = listed.filter(|(_, selected_by)| selected_by.lists.contains(&number));
            let made = files.virtual_files.made.iter().filter(|made| made.selected_by.lists.contains(&number));
            let mut sources = ListFiles::default();
            for path in listed.map(|(path, _)| path.as_str()).chain(made.map(|made| made.file.path.as_str())) {
                sources.selected.add(path);
                if given.binary_search(&(number, path)).is_err() {
                    sources.missing.add(path);
                }
            }
            sources
        };
        let lists = (0..).zip(checker.rules().collections());
        let lists = lists.map(|(number, _)| scope.needs_list(checker.rules(), number).then(|| files_of(number)));
        let lists: Vec<Option<ListFiles>> = lists.collect();
        let mut selecting = Vec::new();
        if !lists.is_empty() {
            selecting.resize(checker.rules().rules().len(), false);
            // Adjacent files are mostly selected by the same rules.
            for neighbours in files.selected_by.chunk_by(|a, b| Rc::ptr_eq(&a.rules, &b.rules)) {
                for &rule in neighbours[0].rules.iter() {
                    selecting[rule as usize] = true;
                }
            }
        }
        Self { lists, selecting }
    }

    /// Adds the files of a block whose paths are after those that are known.
    pub fn absorb(&mut self, later: Self) {
        self.lists.resize_with(self.lists.len().max(later.lists.len()), || None);
        for (own, later) in self.lists.iter_mut().zip(later.lists) {
            let Some(later) = later else { continue };
            let own = own.get_or_insert_default();
            own.selected.absorb(later.selected);
            own.missing.absorb(later.missing);
        }
        self.selecting.resize(self.selecting.len().max(later.selecting.len()), false);
        for (own, later) in self.selecting.iter_mut().zip(later.selecting) {
            *own |= later;
        }
    }

    /// Returns the files of a collection; `None` if the run does not need it.
    pub fn of(&self, list: u32) -> Option<&ListFiles> {
        self.lists.get(list as usize)?.as_ref()
    }

    /// Returns true if no rule that uses a collection looks at any file. This is reported for each of these rules.
    pub fn is_idle(&self, checker: &Checker, list: u32) -> bool {
        let rules = (0..).zip(checker.rules().rules());
        let mut asking = rules.filter(|(_, rule)| rule.lists().any(|ListId(id)| id == list)).peekable();
        let is_idle = |(number, rule): (usize, &Rule)| {
            matches!(rule.rpath(), SelectedFiles::Pattern(_)) && self.selecting.get(number) != Some(&true)
        };
        match asking.peek() {
            Some(_) => asking.all(is_idle),
            // The rules that use it may not have been selected.
            None => checker.rules().has_choice(),
        }
    }
}
