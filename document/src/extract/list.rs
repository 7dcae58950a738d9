//! The values of one extraction, while they are gathered.

use super::sieve::Sieve;
use super::values::{ValueId, Values};

/// The values of one extraction, while they are gathered.
#[derive(Default)]
pub(super) struct List {
    pub ids: Vec<ValueId>,
    /// For extractions whose nodes may nest: where each value behind `settled` belongs in the order of the document.
    /// That is where the node starts that it is a value of, then where the selected node does.
    places: Vec<(u32, u32)>,
    /// So many values are in their order, and went through the sieve.
    settled: usize,
    /// The numbers of the `xpath`s whose values a sieve wants.
    sifted: Vec<usize>,
    /// Whether values are kept: not when only sieves want them.
    is_kept: bool,
}

impl List {
    /// A list for an `xpath` with this number, or for one more; `is_sifted` when a sieve wants its values.
    pub fn asked(&mut self, xpath: usize, is_sifted: bool) {
        if is_sifted {
            self.sifted.push(xpath);
        } else {
            self.is_kept = true;
        }
    }

    /// Adds what the values that came since the last time belong to, for the node that starts at `node`: each to its
    /// own node, by where that starts; those without one to the selected node.
    pub fn place(&mut self, own: impl Iterator<Item = u32>, node: u32) {
        self.places.extend(own.map(|at| (at, node)));
        self.places.resize(self.ids.len() - self.settled, (node, node));
    }

    /// Puts the values of nested nodes, which close before the nodes around them, into the order of the document, and
    /// shows them to the sieve. No node may be open that later ones lie in.
    pub fn settle(&mut self, values: &Values, sieve: &mut dyn Sieve) {
        let come = &mut self.ids[self.settled..];
        if !self.places.is_sorted() {
            let mut order: Vec<usize> = (0..come.len()).collect();
            order.sort_by_key(|&at| self.places[at]);
            let sorted: Vec<ValueId> = order.into_iter().map(|at| come[at]).collect();
            come.copy_from_slice(&sorted);
        }
        self.places.clear();
        if !come.is_empty() {
            for &xpath in &self.sifted {
                sieve.sift(xpath, values, come);
            }
        }
        if !self.is_kept {
            self.ids.clear();
        }
        self.settled = self.ids.len();
    }

    /// The values, once all are settled.
    pub fn into_ids(self) -> Vec<ValueId> {
        self.ids
    }
}
