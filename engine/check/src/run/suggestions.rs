//! The stage that makes suggestions for rules whose `xpath` or `subxpath` yields nothing in any file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::text::Fault;

use super::virtual_files::RunVirtualFiles;
use crate::batch::{BatchTask, Counts, Job};
use crate::checker::Checker;
use crate::no_match::hint::{HintQuery, Mismatch, NoMatchHint};

/// The maximum number of files that are looked at for each extraction: frequent mistakes show among few files, and an
/// editor asks at each key press.
const MOST: usize = 8;

/// The first files that each of a rule's extractions was run on: its `xpath`, its `subxpath`.
type LookedAtFiles = [Vec<String>; 2];

/// The set of rules of the last path, and the number of consecutive paths with this set.
#[derive(Default)]
pub(super) struct Asking {
    last: Option<Rc<[u32]>>,
    times: usize,
}

impl Asking {
    /// Returns true if files still have to be recorded for a set of rules: until [`MOST`] consecutive paths have had
    /// it.
    pub fn needs_files(&mut self, rules: &Rc<[u32]>) -> bool {
        if self.last.as_ref().is_some_and(|last| Rc::ptr_eq(last, rules)) {
            self.times += 1;
        } else {
            *self = Self { last: Some(Rc::clone(rules)), times: 1 };
        }
        self.times <= MOST
    }
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
            if files.len() < MOST {
                files.push(path.to_owned());
            }
        }
    }

    /// Adds explanations.
    pub fn absorb(&mut self, hints: Vec<NoMatchHint>) {
        self.hints.extend(hints);
    }

    /// Returns the tasks that look at the first files of each extraction that yielded nothing. Every part of a run
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
