//! The stage that makes suggestions for rules whose `xpath` or `subxpath` yields nothing in any file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Run;
use crate::check::Checker;
use crate::check::batch::{Job, Task};
use crate::check::near::{Asked, Near};
use crate::text::Fault;

/// The maximum number of files that are looked at for each extraction: frequent mistakes show among few files, and an
/// editor asks at each key press.
const MOST: usize = 8;

/// The first files that each of a rule's extractions was run on: its `xpath`, its `subxpath`.
pub(super) type Files = [Vec<String>; 2];

/// The set of rules of the latest path, and the number of paths in a row that had it.
#[derive(Default)]
pub(super) struct Asking {
    last: Option<Rc<[u32]>>,
    times: usize,
}

impl Asking {
    /// Returns true if files still have to be noted for a set of rules: until [`MOST`] paths in a row have had it.
    pub fn is_news(&mut self, rules: &Rc<[u32]>) -> bool {
        if self.last.as_ref().is_some_and(|last| Rc::ptr_eq(last, rules)) {
            self.times += 1;
        } else {
            *self = Self { last: Some(Rc::clone(rules)), times: 1 };
        }
        self.times <= MOST
    }
}

impl Run {
    /// Notes that extractions of rules are run on the file at `path`. Paths come in their order.
    pub(super) fn note_asked(&mut self, path: &str, rules: impl IntoIterator<Item = u32>, is_sub: bool) {
        if self.traced.is_some() || self.focus.is_some() {
            return;
        }
        for rule in rules {
            let files = &mut self.asked[rule as usize][usize::from(is_sub)];
            if files.len() < MOST {
                files.push(path.to_owned());
            }
        }
    }

    /// Returns the tasks that look at the first files of each extraction that yielded nothing. Every part of a run
    /// looks at the same files.
    pub(super) fn near_tasks(&mut self, checker: &Checker) -> Vec<Task> {
        let mut wants: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
        for (number, files) in (0..).zip(std::mem::take(&mut self.asked)) {
            let counts = &self.counts[number as usize];
            let has_nothing = [counts.values == 0, counts.sub_values == 0];
            let rule = &checker.rules().rules()[number as usize];
            for (is_sub, files) in [false, true].into_iter().zip(files) {
                if has_nothing[usize::from(is_sub)] && rule.xpath().special().is_none() {
                    for path in files {
                        wants.entry(path).or_default().push(Asked { rule: number, is_sub });
                    }
                }
            }
        }
        let task = |(path, asked): (String, _)| {
            let published = self.made(&path).map(|made| made.published.clone());
            Task { path, job: Job::Near(asked), published }
        };
        wants.into_iter().map(task).collect()
    }

    /// Returns the explanation to report for an extraction: from the file in which most of its parts have a match. Of
    /// several such files it is the first with a suggestion, or else the first.
    fn nearest(&self, rule: u32, is_sub: bool) -> Option<&Near> {
        let of = Asked { rule, is_sub };
        let order = |near: &&Near| (Reverse(near.reached), near.meant.is_none(), near.path.clone());
        self.near.iter().filter(|near| near.of == of).min_by_key(order)
    }

    /// Adds the explanation of [`Run::nearest`] to the fault, if there is one.
    pub(super) fn with_near(&self, fault: Fault, rule: u32, is_sub: bool) -> Fault {
        let Some(near) = self.nearest(rule, is_sub) else { return fault };
        let fault = fault.help(format!("in `{}`: {}", near.path, near.said));
        Fault { meant: near.meant.as_deref().map(Into::into), ..fault }
    }

    /// Returns the rules whose `xpath` yields nothing, but would in another letter case.
    pub(in crate::check) fn slips<'c>(&self, checker: &'c Checker) -> Vec<&'c str> {
        let rules = (0..).zip(checker.rules().rules()).filter(|(number, rule)| {
            let meant = self.nearest(*number, false).and_then(|near| near.meant.as_deref());
            meant.is_some_and(|meant| meant.eq_ignore_ascii_case(rule.xpath().source()))
        });
        rules.map(|(_, rule)| rule.name()).collect()
    }
}
