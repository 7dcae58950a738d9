//! The values of one extraction, while they are gathered.

use super::streaming_judge::StreamingJudge;
use super::values::{ValueId, Values};

/// The values of one extraction, while they are gathered.
#[derive(Default)]
pub(super) struct ExtractionList {
    pub ids: Vec<ValueId>,
    /// True if the list has all values, false if it has only the values that judges keep.
    is_whole: bool,
    /// For extractions whose nodes may nest: the place of each value after `settled` in document order. A place is the
    /// start of the node that the value belongs to, then the start of the selected node.
    places: Vec<(u32, u32)>,
    /// The number of values at the start of `ids` that are in document order and have gone through the judge.
    settled: usize,
    judged: Vec<KeptValues>,
}

/// The values that a judge keeps for one `xpath`.
pub(super) struct KeptValues {
    pub xpath: usize,
    pub kept: Vec<ValueId>,
}

impl ExtractionList {
    /// Resets the list for the `xpath`s with these numbers.
    pub fn begin(&mut self, xpaths: &[usize], judge: &dyn StreamingJudge) {
        let judged = xpaths.iter().filter(|&&xpath| judge.judges(xpath));
        self.judged.clear();
        self.judged.extend(judged.map(|&xpath| KeptValues { xpath, kept: Vec::new() }));
        self.is_whole = self.judged.len() < xpaths.len();
        self.ids.clear();
        self.places.clear();
        self.settled = 0;
    }

    /// Returns true if the values stay in the list. Otherwise they exist only until the judge has seen them.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Sets the places of the values that were added since the last call, for a selected node that starts at `node`.
    /// The first values belong to the nodes that start at the places in `own`, all later values to the selected node.
    pub fn place(&mut self, own: impl Iterator<Item = u32>, node: u32) {
        self.places.extend(own.map(|at| (at, node)));
        self.places.resize(self.ids.len() - self.settled, (node, node));
    }

    /// Puts the values of nested nodes into document order, and passes them to the judge. Nested nodes close before the
    /// nodes around them, so their values arrive first. Values in `passing` that the judge keeps are copied to
    /// `values`. Must be called while no selected node is open.
    pub fn settle(&mut self, values: &mut Values, passing: &Values, judge: &mut dyn StreamingJudge) {
        let come = &mut self.ids[self.settled..];
        if !self.places.is_sorted() {
            let mut order: Vec<usize> = (0..come.len()).collect();
            order.sort_by_key(|&at| self.places[at]);
            let sorted: Vec<ValueId> = order.into_iter().map(|at| come[at]).collect();
            come.copy_from_slice(&sorted);
        }
        self.places.clear();
        if !come.is_empty() {
            for KeptValues { xpath, kept } in &mut self.judged {
                if self.is_whole {
                    kept.extend(judge.judge_values(*xpath, values, come));
                } else {
                    kept.extend(
                        judge.judge_values(*xpath, passing, come).into_iter().map(|id| values.take(passing, id)),
                    );
                }
            }
        }
        if !self.is_whole {
            self.ids.clear();
        }
        self.settled = self.ids.len();
    }

    /// Returns the values and the values that judges kept. All values must be settled.
    pub fn take(&mut self) -> (Vec<ValueId>, impl Iterator<Item = KeptValues>) {
        // An empty list keeps its memory for the next document.
        let ids = if self.ids.is_empty() { Vec::new() } else { std::mem::take(&mut self.ids) };
        (ids, self.judged.drain(..))
    }
}
