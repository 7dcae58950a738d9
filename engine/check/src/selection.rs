//! The sets of rules that select files. Many files share few sets.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

/// A set of rules, by its number in [`Selections`] or, for a task of a batch, in the batch.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Selection(u32);

/// Sets of rules, each stored once.
#[derive(Default)]
pub(super) struct Selections {
    sets: Vec<Rc<[u32]>>,
    /// Their numbers, in the order of the sets.
    sorted: Vec<Selection>,
    /// The last set and its number, because adjacent files mostly have the same set.
    last: Option<(Rc<[u32]>, Selection)>,
}

impl Selection {
    /// Returns the index of the set in a list of sets.
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

impl Selections {
    pub fn number(&mut self, rules: &Rc<[u32]>) -> Selection {
        if let Some((_, number)) = self.last.as_ref().filter(|(last, _)| Rc::ptr_eq(last, rules)) {
            return *number;
        }
        let number = match self.sorted.binary_search_by(|&known| self.rules(known).cmp(rules)) {
            Ok(at) => self.sorted[at],
            Err(at) => {
                let number = Selection(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
                self.sets.push(Rc::clone(rules));
                self.sorted.insert(at, number);
                number
            }
        };
        self.last = Some((Rc::clone(rules), number));
        number
    }

    pub fn rules(&self, selection: Selection) -> &Rc<[u32]> {
        &self.sets[selection.place()]
    }

    /// Returns all sets, in the order of their numbers.
    pub fn sets(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(|rules| &**rules)
    }

    /// Returns all sets, in the order of their numbers.
    pub fn into_sets(self) -> Vec<Vec<u32>> {
        self.sets.iter().map(|rules| rules.to_vec()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_the_same_number() {
        let mut selections = Selections::default();
        let numbers = [[1, 2], [3, 4], [1, 2]].map(|rules| selections.number(&rules.into()));
        assert_eq!(numbers.map(Selection::place), [0, 1, 0]);
        assert_eq!(**selections.rules(numbers[1]), [3, 4]);
        assert_eq!(selections.into_sets(), [[1, 2], [3, 4]]);
    }
}
