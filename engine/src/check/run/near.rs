//! The stage that looks what rules mean whose `xpath` or `subxpath` yields nothing of any file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Run;
use crate::check::Checker;
use crate::check::batch::{Job, Task};
use crate::check::near::{Asked, Near};
use crate::text::Fault;

/// So many files of a rule are looked at: what is often meant wrongly is found among few, and each key press asks.
const MOST: usize = 8;

/// Of a rule, the first files that each of its extractions was asked of: its `xpath`, its `subxpath`.
pub(super) type Files = [Vec<String>; 2];

/// Which rules were asked of the paths at hand.
#[derive(Default)]
pub(super) struct Asking {
    last: Option<Rc<[u32]>>,
    times: usize,
}

impl Asking {
    /// Whether files are still to be noted for a set of rules. That so many neighbours wanted the very same is soon seen.
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
    /// Notes that extractions of rules are asked of the file at `path`. Paths come in their order.
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

    /// A look at the first files of each extraction that yielded nothing. Every part of a run takes it at the same files.
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

    /// What of an extraction is told: of the file in which it comes furthest, of several such files the first that knows what
    /// was meant, or else the first.
    fn nearest(&self, rule: u32, is_sub: bool) -> Option<&Near> {
        let of = Asked { rule, is_sub };
        let order = |near: &&Near| (Reverse(near.reached), near.meant.is_none(), near.path.clone());
        self.near.iter().filter(|near| near.of == of).min_by_key(order)
    }

    /// The same fault with what that file has nothing for.
    pub(super) fn with_near(&self, fault: Fault, rule: u32, is_sub: bool) -> Fault {
        let Some(near) = self.nearest(rule, is_sub) else { return fault };
        let fault = fault.help(format!("in `{}`: {}", near.path, near.said));
        Fault { meant: near.meant.as_deref().map(Into::into), ..fault }
    }

    /// The rules whose `xpath` yields nothing and would in another letter case.
    pub(in crate::check) fn slips<'c>(&self, checker: &'c Checker) -> Vec<&'c str> {
        let rules = (0..).zip(checker.rules().rules()).filter(|(number, rule)| {
            let meant = self.nearest(*number, false).and_then(|near| near.meant.as_deref());
            meant.is_some_and(|meant| meant.eq_ignore_ascii_case(rule.xpath().source()))
        });
        rules.map(|(_, rule)| rule.name()).collect()
    }
}
