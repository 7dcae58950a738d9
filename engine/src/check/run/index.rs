//! The stage in which collections are built: finds the files that contribute to them.

use std::collections::BTreeMap;

use super::Run;
use super::published::Made;
use crate::check::Checker;
use crate::check::batch::{Job, Task};
use crate::rule::Origin;
use crate::store::Demand;

impl Run {
    pub(super) fn index_tasks(&self, checker: &Checker) -> Vec<Task> {
        let demand = self.demand(checker);
        let mut jobs: BTreeMap<&str, (bool, Vec<u32>, Vec<u32>)> = BTreeMap::new();
        for (path, wanted) in self.paths.iter().zip(&self.wanted) {
            let index = demand.wants(path);
            if index || !wanted.lists.is_empty() {
                jobs.insert(path, (index, wanted.lists.to_vec(), Vec::new()));
            }
        }
        for (number, list) in (0..).zip(checker.rules().collections()) {
            let is_needed = self.needs_list(checker, number);
            let path = match list.origin() {
                Origin::Pending { path } => path,
                Origin::AssetList(assets) => &assets.path,
                Origin::Values(_) | Origin::Extracted { .. } => continue,
            };
            if is_needed {
                jobs.entry(path).or_default().2.push(number);
            }
        }
        for Made { published, wanted } in &self.made {
            if !wanted.lists.is_empty() {
                jobs.insert(&published.path, (false, wanted.lists.to_vec(), Vec::new()));
            }
        }
        let task = |(path, (index, extracted, lines)): (&str, _)| Task {
            path: path.to_owned(),
            job: Job::Index { index, extracted, lines },
            published: self.made(path).map(|made| made.published.clone()),
        };
        jobs.into_iter().map(task).collect()
    }

    /// Returns the data that must be known before files are checked.
    pub(super) fn demand(&self, checker: &Checker) -> Demand {
        let rules = checker.rules();
        match (&self.traced, &self.focus) {
            (Some(traced), _) => traced.demand(rules),
            (None, Some(focus)) => focus.demand(),
            (None, None) => rules.demand(),
        }
    }

    /// Returns true if a custom collection, by its number, must be known.
    pub(super) fn needs_list(&self, checker: &Checker, number: u32) -> bool {
        let rules = checker.rules();
        self.traced.as_ref().is_none_or(|traced| traced.needs_list(rules, number))
            && self.focus.as_ref().is_none_or(|focus| focus.needs_list(number))
    }
}
