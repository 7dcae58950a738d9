//! The stage in which collections are built: finds the files that contribute to them.

use std::collections::BTreeMap;

use assay_rule::CollectionOrigin;

use super::listing::Listing;
use super::scope::RunScope;
use crate::batch::{BatchTask, Job};
use crate::checker::Checker;

/// Returns the tasks that read files for the collections.
pub(super) fn tasks(checker: &Checker, scope: &RunScope, files: &Listing) -> Vec<BatchTask> {
    let demand = scope.demand(checker.rules());
    let mut jobs: BTreeMap<&str, (bool, Vec<u32>, Vec<u32>)> = BTreeMap::new();
    for (path, selected_by) in files.paths.iter().zip(&files.selected_by) {
        let index = demand.needs_file(path);
        if index || !selected_by.lists.is_empty() {
            jobs.insert(path, (index, selected_by.lists.to_vec(), Vec::new()));
        }
    }
    for (number, list) in (0..).zip(checker.rules().collections()) {
        let path = match list.origin() {
            CollectionOrigin::Pending { path } => path,
            CollectionOrigin::AssetList(assets) => &assets.path,
            CollectionOrigin::Values(_) | CollectionOrigin::Extracted { .. } => continue,
        };
        if scope.needs_list(checker.rules(), number) && scope.is_in_block(path) {
            jobs.entry(path).or_default().2.push(number);
        }
    }
    for made in files.virtual_files.made.iter().filter(|made| !made.selected_by.lists.is_empty()) {
        jobs.insert(&made.file.path, (false, made.selected_by.lists.to_vec(), Vec::new()));
    }
    let task = |(path, (index, extracted, lines)): (&str, _)| BatchTask {
        path: path.to_owned(),
        job: Job::Index { index, extracted, lines },
        virtual_file: files.virtual_files.file(path),
    };
    jobs.into_iter().map(task).collect()
}
