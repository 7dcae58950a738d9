//! The stage that makes suggestions for rules whose `xpath` or `subxpath` yields nothing in any file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::format::Format;
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
pub(super) type LookedAtFiles = [Vec<String>; 2];

/// Leaves out most files of large folders, so that not every file costs time for hints. Paths come in their order.
#[derive(Default)]
pub(super) struct FileSample<'p> {
    /// The folder of the last path, and the rules that select it.
    last: Option<(&'p str, Rc<[u32]>)>,
    /// The number of consecutive paths with this folder and these rules.
    seen: usize,
}

impl<'p> FileSample<'p> {
    /// Returns true if the file at `path`, which these rules select, is in the sample.
    pub fn includes(&mut self, path: &'p str, rules: &Rc<[u32]>) -> bool {
        let folder = folder_of(path);
        let is_same = self.last.as_ref().is_some_and(|(last, of)| Rc::ptr_eq(of, rules) && *last == folder);
        if !is_same {
            *self = Self { last: Some((folder, Rc::clone(rules))), seen: 0 };
        }
        self.seen += 1;
        self.seen <= MOST_OF_FOLDER
    }
}

/// Returns true if the file at `path` is added to these files. The files of a folder come one after the other.
fn has_room(files: &[String], path: &str) -> bool {
    let first_of_folder = files.len().checked_sub(MOST_OF_FOLDER).map(|at| folder_of(&files[at]));
    files.len() < MOST && first_of_folder != Some(folder_of(path))
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The extractions that may yield nothing, and the explanations for those that do not.
#[derive(Default)]
pub(super) struct Unmatched {
    /// By rule.
    pub files: Vec<LookedAtFiles>,
    /// By rule, true if it looks at a file of a format other than XML.
    pub other_formats: Vec<bool>,
    /// The rules of the last file of another format.
    last_other: Option<Rc<[u32]>>,
    /// The explanations from the files that were looked at again.
    pub hints: Vec<NoMatchHint>,
}

impl Unmatched {
    /// Creates an empty record for this number of rules.
    pub fn new(rules: usize) -> Self {
        Self { files: vec![LookedAtFiles::default(); rules], other_formats: vec![false; rules], ..Self::default() }
    }

    /// Notes that extractions of rules are run on the file at `path`. Paths come in their order.
    pub fn note_extractions(&mut self, path: &str, rules: impl IntoIterator<Item = u32>, is_sub: bool) {
        for rule in rules {
            let files = &mut self.files[rule as usize][usize::from(is_sub)];
            if has_room(files, path) {
                files.push(path.to_owned());
            }
        }
    }

    /// Notes that rules look at the file at `path`, for suggestions about its format.
    pub fn note_format(&mut self, path: &str, rules: &Rc<[u32]>) {
        let is_known = self.last_other.as_ref().is_some_and(|last| Rc::ptr_eq(last, rules));
        if !is_known && Format::of_extension(path).is_some_and(|format| format != Format::Xml) {
            for &rule in rules.iter() {
                self.other_formats[rule as usize] = true;
            }
            self.last_other = Some(Rc::clone(rules));
        }
    }

    /// Adds the files of a block, which come after those that are known.
    pub fn add_samples(&mut self, later: Vec<LookedAtFiles>, other_formats: &[bool]) {
        for (own, later) in self.other_formats.iter_mut().zip(other_formats) {
            *own |= later;
        }
        for (own, later) in self.files.iter_mut().flatten().zip(later.into_iter().flatten()) {
            for path in later {
                if has_room(own, &path) {
                    own.push(path);
                }
            }
        }
    }

    /// Returns the tasks that look again at some files of each extraction that yielded nothing, equal in all parts.
    pub fn tasks(&self, checker: &Checker, counts: &[Counts], virtual_files: &RunVirtualFiles) -> Vec<BatchTask> {
        let mut queries: BTreeMap<String, Vec<HintQuery>> = BTreeMap::new();
        for (number, files) in (0..).zip(&self.files) {
            let counts = &counts[number as usize];
            let has_nothing = [counts.values == 0, counts.sub_values == 0];
            let rule = &checker.rules().rules()[number as usize];
            for (is_sub, files) in [false, true].into_iter().zip(files) {
                if has_nothing[usize::from(is_sub)] && rule.xpath().special().is_none() {
                    for path in files {
                        queries.entry(path.clone()).or_default().push(HintQuery { rule: number, is_sub });
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
    use std::rc::Rc;

    use super::{FileSample, MOST, MOST_OF_FOLDER, Unmatched};

    #[test]
    fn files_of_many_folders_are_looked_at() {
        let selections: [Rc<[u32]>; 3] = [[0].into(), [1].into(), [2].into()];
        // Images and their settings alternate; the document of a folder comes after them.
        let files = |folder: u32| {
            let images =
                (0..100).flat_map(move |file| [(format!("{file:02}.png"), 0), (format!("{file:02}.png.meta"), 1)]);
            images.chain([("z.xml".to_owned(), 2)]).map(move |(name, rule)| (format!("f{folder}/{name}"), rule))
        };
        let paths: Vec<(String, usize)> = (0..10).flat_map(files).collect();
        let mut sample = FileSample::default();
        let mut unmatched = Unmatched::new(selections.len());
        for (path, rule) in &paths {
            if sample.includes(path, &selections[*rule]) {
                unmatched.note_extractions(path, selections[*rule].iter().copied(), false);
            }
        }
        let of_folder = |rule: usize| unmatched.files[rule][0].iter().filter(|path| path.starts_with("f0/")).count();
        assert_eq!([0, 1, 2].map(of_folder), [MOST_OF_FOLDER, MOST_OF_FOLDER, 1]);
        assert_eq!([0, 1, 2].map(|rule| unmatched.files[rule][0].len()), [MOST, MOST, 10]);
    }
}
