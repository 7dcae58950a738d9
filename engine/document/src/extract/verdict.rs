//! Determines which extractions of a group take a node. Each atom is evaluated once, and equal outcomes are remembered.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{Arrangement, Formula, Group};
use super::raw::{Frame, Held, text_of};
use crate::text::Steps;

/// The maximum number of outcomes of each kind to remember for a group. If it is reached, all of them are forgotten.
const MAX_OUTCOMES: usize = 4096;

/// The outcomes of the tests of one plan.
pub(super) struct Verdicts {
    /// The outcomes of each group.
    outcomes: Vec<Outcomes>,
    bits: Vec<u64>,
    /// For each extraction, the pattern that hit its limit in the current document.
    pub limited: Vec<Option<Rc<str>>>,
    /// For each group, the atoms whose patterns hit their limits. These patterns are not searched again: each search
    /// takes milliseconds, and their extractions have no result anyway.
    given_up: Vec<FxHashSet<usize>>,
    /// For each group and atom, the steps that a backtracking pattern may still take in the document.
    steps: Vec<FxHashMap<usize, Steps>>,
    /// The number of slices that the file is cut into. They share the limits of the file.
    pub slices: u32,
}

/// The remembered outcomes of one group. A set of atoms has one bit for each atom.
#[derive(Default)]
struct Outcomes {
    /// The outcomes by the strings that a node's values equal.
    by_texts: FxHashMap<Box<[u64]>, TextVerdict>,
    /// The extractions that take the node, by the set of all atoms that are true.
    by_atoms: FxHashMap<Box<[u64]>, Rc<[usize]>>,
}

/// The result of comparing a node's values with strings.
#[derive(Clone)]
enum TextVerdict {
    /// The extractions that take the node. They do not depend on patterns.
    Settle(Rc<[usize]>),
    /// The patterns to search for, each by its slot and its index there.
    Leave(Rc<[(usize, usize)]>),
}

impl Verdicts {
    pub fn new(arrangement: &Arrangement) -> Self {
        Self {
            outcomes: arrangement.groups.iter().map(|_| Outcomes::default()).collect(),
            bits: Vec::new(),
            limited: vec![None; arrangement.extractions.len()],
            given_up: vec![FxHashSet::default(); arrangement.groups.len()],
            steps: arrangement.groups.iter().map(|_| FxHashMap::default()).collect(),
            slices: 1,
        }
    }

    /// Forgets the results of patterns in the last document, for one of `slices` slices of a file.
    pub fn begin(&mut self, slices: u32) {
        self.slices = slices;
        self.limited.fill(None);
        self.given_up.iter_mut().for_each(FxHashSet::clear);
        self.steps.iter_mut().for_each(FxHashMap::clear);
    }

    /// Returns the extractions that take the node of `frame`.
    ///
    /// Patterns are searched only if the comparisons with strings do not decide, because searching is the slowest part.
    #[inline(never)]
    pub fn passing(&mut self, arrangement: &Arrangement, frame: &Frame, pending: &Held) -> Rc<[usize]> {
        let group = &arrangement.groups[frame.group];
        self.compare(group, frame, pending);
        let by_texts = &mut self.outcomes[frame.group].by_texts;
        let texts = match by_texts.get(&self.bits[..]) {
            Some(known) => known.clone(),
            None => remember(by_texts, &self.bits, text_verdict(arrangement, group, &self.bits)),
        };
        let patterns = match texts {
            TextVerdict::Settle(passing) => return passing,
            TextVerdict::Leave(patterns) => patterns,
        };
        for &(slot, at) in &*patterns {
            self.search(arrangement, frame, (slot, at), pending);
        }
        let by_atoms = &mut self.outcomes[frame.group].by_atoms;
        match by_atoms.get(&self.bits[..]) {
            Some(known) => Rc::clone(known),
            None => remember(
                by_atoms,
                &self.bits,
                matching_extractions(arrangement, group, |atom| Some(is_set(&self.bits, atom))),
            ),
        }
    }

    /// Marks the atoms that compare with a string which a value of their slot equals.
    fn compare(&mut self, group: &Group, frame: &Frame, pending: &Held) {
        self.bits.clear();
        self.bits.resize(group.atoms.len().div_ceil(64), 0);
        for (texts, captured) in group.texts.iter().zip(&frame.captured).filter(|(texts, _)| !texts.is_empty()) {
            for text in captured.iter().filter_map(|captured| text_of(&captured.raw, pending)) {
                for &atom in texts.get(text).into_iter().flatten() {
                    set(&mut self.bits, atom);
                }
            }
        }
    }

    /// Marks the atom of a pattern if a value of its slot matches.
    #[inline(never)]
    fn search(&mut self, arrangement: &Arrangement, frame: &Frame, (slot, at): (usize, usize), pending: &Held) {
        let group = &arrangement.groups[frame.group];
        let (pattern, atom) = &group.patterns[slot][at];
        if self.given_up[frame.group].contains(atom) {
            return;
        }
        let texts = frame.captured[slot].iter().filter_map(|captured| text_of(&captured.raw, pending));
        for text in texts {
            let found = if pattern.linear().is_some() {
                pattern.is_match(text)
            } else {
                let steps = self.steps[frame.group].entry(*atom).or_insert_with(|| Steps::of_file(self.slices));
                pattern.is_match_counted(text, steps)
            };
            match found {
                Ok(true) => return set(&mut self.bits, *atom),
                Ok(false) => {}
                Err(_) => return self.give_up(arrangement, frame.group, *atom, pattern.source()),
            }
        }
    }

    fn give_up(&mut self, arrangement: &Arrangement, number: usize, atom: usize, pattern: &str) {
        self.given_up[number].insert(atom);
        for &number in &arrangement.groups[number].extractions {
            let formula = arrangement.extractions[number].test.as_ref();
            if formula.is_some_and(|formula| formula.mentions(atom)) {
                self.limited[number].get_or_insert_with(|| pattern.into());
            }
        }
    }
}

fn set(bits: &mut [u64], atom: usize) {
    bits[atom / 64] |= 1 << (atom % 64);
}

fn is_set(bits: &[u64], atom: usize) -> bool {
    bits[atom / 64] >> (atom % 64) & 1 == 1
}

#[inline(never)]
fn remember<T: Clone>(outcomes: &mut FxHashMap<Box<[u64]>, T>, bits: &[u64], outcome: T) -> T {
    if outcomes.len() == MAX_OUTCOMES {
        outcomes.clear();
    }
    outcomes.insert(bits.into(), outcome.clone());
    outcome
}

/// Returns the result of the comparisons with strings in `bits`, while the results of patterns are unknown.
#[inline(never)]
fn text_verdict(arrangement: &Arrangement, group: &Group, bits: &[u64]) -> TextVerdict {
    let unknown: FxHashSet<usize> = group.patterns.iter().flatten().map(|(_, atom)| *atom).collect();
    let holds = |atom: usize| (!unknown.contains(&atom)).then(|| is_set(bits, atom));
    let tests = group.extractions.iter().filter_map(|&number| arrangement.extractions[number].test.as_ref());
    let open: Vec<&Formula> = tests.filter(|test| test.holds(&holds).is_none()).collect();
    if open.is_empty() {
        return TextVerdict::Settle(matching_extractions(arrangement, group, holds));
    }
    let places =
        (0..).zip(&group.patterns).flat_map(|(slot, of)| (0..).zip(of).map(move |(at, (_, atom))| (slot, at, *atom)));
    let needed = places.filter(|(_, _, atom)| open.iter().any(|test| test.mentions(*atom)));
    TextVerdict::Leave(needed.map(|(slot, at, _)| (slot, at)).collect())
}

#[inline(never)]
fn matching_extractions(
    arrangement: &Arrangement,
    group: &Group,
    atom_holds: impl Fn(usize) -> Option<bool>,
) -> Rc<[usize]> {
    let takes = |number: &usize| {
        arrangement.extractions[*number].test.as_ref().is_none_or(|test| test.holds(&atom_holds) == Some(true))
    };
    group.extractions.iter().copied().filter(takes).collect()
}
