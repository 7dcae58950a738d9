//! Extraction plans. One is made for each set of rules that selects a file.

use std::cell::RefCell;

use assay_document::extract::{Extraction, Plan, StreamingJudge, XPath};
use assay_document::format::Document;
use assay_document::text::Fault;
use rustc_hash::FxHashMap;

/// The maximum number of plans that are kept. If the sets of rules are more numerous, keeping plans does not help.
const MAX_PLANS: usize = 256;

/// Plans by the set of extractions that they serve.
#[derive(Default)]
pub(super) struct Plans {
    known: RefCell<FxHashMap<PlanKey, Plan>>,
}

/// The rules or custom collections whose extractions a plan runs, and which of the two extractions of each rule.
#[derive(Clone, Eq, Hash, PartialEq)]
pub(super) enum PlanKey {
    Rules(Vec<u32>),
    Subs(Vec<u32>),
    Lists(Vec<u32>),
}

impl PlanKey {
    /// Returns the key of some of its rules or collections, by their indexes.
    pub fn of(&self, places: &[usize]) -> Self {
        let some = |numbers: &[u32]| places.iter().map(|&place| numbers[place]).collect();
        match self {
            Self::Rules(numbers) => Self::Rules(some(numbers)),
            Self::Subs(numbers) => Self::Subs(some(numbers)),
            Self::Lists(numbers) => Self::Lists(some(numbers)),
        }
    }
}

impl Plans {
    /// Returns the indexes of the `xpath`s that caused the plan to be abandoned: they kept too much in memory.
    pub fn over_memory_limit(&self, key: &PlanKey) -> Vec<usize> {
        self.known.borrow().get(key).map_or_else(Vec::new, |plan| plan.over_memory_limit().to_vec())
    }

    /// Runs the plan of `xpaths`, which `key` identifies. Values that `judge` can judge are passed to it.
    pub fn run<'x>(
        &self,
        key: &PlanKey,
        xpaths: impl Iterator<Item = &'x XPath>,
        document: &Document,
        judge: &mut dyn StreamingJudge,
    ) -> Result<Extraction, Fault> {
        let mut known = self.known.borrow_mut();
        if let Some(plan) = known.get_mut(key) {
            return plan.extract_with(document, judge);
        }
        // All plans are dropped, because it is unknown which will be used again.
        if known.len() >= MAX_PLANS {
            known.clear();
        }
        known.entry(key.clone()).or_insert_with(|| Plan::new(xpaths)).extract_with(document, judge)
    }
}
