//! The stage that makes suggestions for rules whose `xpath` or `subxpath` yields nothing in any file.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use assay_document::text::Fault;

use super::virtual_files::RunVirtualFiles;
use crate::batch::{BatchTask, Counts, Job};
use crate::checker::Checker;
use crate::no_match::hint::{HintQuery, Mismatch, NoMatchHint};

/// The maximum number of files that are looked at for each extraction: frequent mistakes show among few files, and an
/// editor asks at each key press.
const MOST: usize = 32;
/// The maximum number of these files in one folder: the files of a folder are often of one kind.
const MOST_OF_FOLDER: usize = 8;

/// Some files that each of a rule's extractions was run on: its `xpath`, its `subxpath`.
type LookedAtFiles = [Vec<String>; 2];

/// Leaves out most files of large folders, so that not every file costs time for hints. Paths come in their order.
#[derive(Default)]
pub(super) struct FileSample<'p> {
    /// The folder of the last path.
    folder: &'p str,
    /// The number of paths in it so far.
    seen: usize,
}

impl<'p> FileSample<'p> {
    /// Returns true if the file at `path` is in the sample.
    pub fn includes(&mut self, path: &'p str) -> bool {
        /// Different rules may select the files of a folder in turn, such as images and their settings.
        const MOST_SEEN: usize = 8 * MOST_OF_FOLDER;
        let folder = folder_of(path);
        if folder != self.folder {
            *self = Self { folder, seen: 0 };
        }
        self.seen += 1;
        self.seen <= MOST_SEEN
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The extractions that may yield nothing, and the explanations for those that do not.
#[derive(Default)]
pub(super) struct Unmatched {
    /// By rule, until the stage begins.
    files: Vec<LookedAtFiles>,
    /// The explanations from the files that were looked at again.
    hints: Vec<NoMatchHint>,
}

impl Unmatched {
    /// Creates an empty record for this number of rules.
    pub fn new(rules: usize) -> Self {
        Self { files: vec![LookedAtFiles::default(); rules], hints: Vec::new() }
    }

    /// Notes that extractions of rules are run on the file at `path`. Paths come in their order.
    pub fn note_extractions(&mut self, path: &str, rules: impl IntoIterator<Item = u32>, is_sub: bool) {
        for rule in rules {
            let files = &mut self.files[rule as usize][usize::from(is_sub)];
            // The files of a folder come one after the other.
            let first_of_folder = files.len().checked_sub(MOST_OF_FOLDER).map(|at| folder_of(&files[at]));
            if files.len() < MOST && first_of_folder != Some(folder_of(path)) {
                files.push(path.to_owned());
            }
        }
    }

    /// Adds explanations.
    pub fn absorb(&mut self, hints: Vec<NoMatchHint>) {
        self.hints.extend(hints);
    }

    /// Returns the tasks that look again at files of each extraction that yielded nothing. Every part of a run
    /// looks at the same files.
    pub fn tasks(&mut self, checker: &Checker, counts: &[Counts], virtual_files: &RunVirtualFiles) -> Vec<BatchTask> {
        let mut queries: BTreeMap<String, Vec<HintQuery>> = BTreeMap::new();
        for (number, files) in (0..).zip(std::mem::take(&mut self.files)) {
            let counts = &counts[number as usize];
            let has_nothing = [counts.values == 0, counts.sub_values == 0];
            let rule = &checker.rules().rules()[number as usize];
            for (is_sub, files) in [false, true].into_iter().zip(files) {
                if has_nothing[usize::from(is_sub)] && rule.xpath().special().is_none() {
                    for path in files {
                        queries.entry(path).or_default().push(HintQuery { rule: number, is_sub });
                    }
                }
            }
        }
        let task = |(path, queries): (String, _)| {
            let virtual_file = virtual_files.file(&path);
            BatchTask { path, job: Job::Near(queries), virtual_file }
        };
        queries.into_iter().map(task).collect()
    }

    /// Returns the explanation to report for an extraction: from the file in which most of its parts have a match. Of
    /// several such files it is the first with a suggestion, or else the first.
    pub fn nearest(&self, rule: u32, is_sub: bool) -> Option<&NoMatchHint> {
        let of = HintQuery { rule, is_sub };
        let order = |hint: &&NoMatchHint| (Reverse(hint.reached), hint.miss.suggestion.is_none(), hint.path.clone());
        self.hints.iter().filter(|hint| hint.of == of).min_by_key(order)
    }

    /// Adds the explanation of [`Self::nearest`] to the fault, if there is one.
    pub fn explain(&self, fault: Fault, rule: u32, is_sub: bool) -> Fault {
        let Some(hint) = self.nearest(rule, is_sub) else { return fault };
        let message = format!("in `{}`: {}", hint.path, hint.miss.message);
        Mismatch { message, ..hint.miss.clone() }.explain(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::{FileSample, MOST, MOST_OF_FOLDER, Unmatched};

    #[test]
    fn files_of_many_folders_are_looked_at() {
        let folders = (0..10).flat_map(|folder| (0..100).map(move |file| format!("f{folder}/{file:02}")));
        let paths: Vec<String> = folders.flat_map(|path| [format!("{path}.png"), format!("{path}.png.meta")]).collect();
        let mut sample = FileSample::default();
        let mut unmatched = Unmatched::new(2);
        for path in paths.iter().filter(|path| sample.includes(path)) {
            unmatched.note_extractions(path, [u32::from(path.contains(".meta"))], false);
        }
        for files in &unmatched.files {
            assert_eq!(files[0].len(), MOST);
            let of_first = files[0].iter().filter(|path| path.starts_with("f0/"));
            assert_eq!(of_first.count(), MOST_OF_FOLDER);
        }
    }
}
