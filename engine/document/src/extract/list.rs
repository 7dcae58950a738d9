//! The values of one extraction, while they are gathered.

use super::sieve::Sieve;
use super::values::{ValueId, Values};

/// The values of one extraction, while they are gathered.
#[derive(Default)]
pub(super) struct ExtractionList {
    pub ids: Vec<ValueId>,
    /// Whether all of them are listed, and not only what sieves keep of them.
    is_whole: bool,
    /// For extractions whose nodes may nest: where each value behind `settled` belongs in the order of the document.
    /// That is where the node starts that it is a value of, then where the selected node does.
    places: Vec<(u32, u32)>,
    /// The number of values at the start of `ids` that are in document order and went through the sieve.
    settled: usize,
    sifted: Vec<Sifted>,
}

/// The values that a sieve keeps for one `xpath`.
pub(super) struct Sifted {
    pub xpath: usize,
    pub kept: Vec<ValueId>,
}

impl ExtractionList {
    /// Begins anew as the list for the `xpath`s with these numbers.
    pub fn begin(&mut self, xpaths: &[usize], sieve: &dyn Sieve) {
        let wanted = xpaths.iter().filter(|&&xpath| sieve.wants(xpath));
        self.sifted.clear();
        self.sifted.extend(wanted.map(|&xpath| Sifted { xpath, kept: Vec::new() }));
        self.is_whole = self.sifted.len() < xpaths.len();
        self.ids.clear();
        self.places.clear();
        self.settled = 0;
    }

    /// Whether its values stay, and are not only there until the sieve has seen them.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Notes where the values belong that came since this was last said, for a selected node that starts at `node`: of
    /// the first of them each to the node that starts at `own`, the others to the selected one.
    pub fn place(&mut self, own: impl Iterator<Item = u32>, node: u32) {
        self.places.extend(own.map(|at| (at, node)));
        self.places.resize(self.ids.len() - self.settled, (node, node));
    }

    /// Puts the values of nested nodes, which close before the nodes around them, into the order of the document, and
    /// shows them to the sieve; what it keeps of those that only pass comes to `values`. No selected node is open.
    pub fn settle(&mut self, values: &mut Values, passing: &Values, sieve: &mut dyn Sieve) {
        let come = &mut self.ids[self.settled..];
        if !self.places.is_sorted() {
            let mut order: Vec<usize> = (0..come.len()).collect();
            order.sort_by_key(|&at| self.places[at]);
            let sorted: Vec<ValueId> = order.into_iter().map(|at| come[at]).collect();
            come.copy_from_slice(&sorted);
        }
        self.places.clear();
        if !come.is_empty() {
            for Sifted { xpath, kept } in &mut self.sifted {
                if self.is_whole {
                    kept.extend(sieve.sift(*xpath, values, come));
                } else {
                    kept.extend(sieve.sift(*xpath, passing, come).into_iter().map(|id| values.take(passing, id)));
                }
            }
        }
        if !self.is_whole {
            self.ids.clear();
        }
        self.settled = self.ids.len();
    }

    /// The values, once all are settled, and what sieves kept of them.
    pub fn take(&mut self) -> (Vec<ValueId>, impl Iterator<Item = Sifted>) {
        let ids = if self.ids.is_empty() { Vec::new() } else { std::mem::take(&mut self.ids) };
        (ids, self.sifted.drain(..))
    }
}
