//! Which extractions of a group take a node: its atoms are judged once, and equal outcomes are remembered.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{Arrangement, Group};
use super::raw::{Frame, Held, text_of};

/// So many outcomes are remembered for a group; more are judged anew.
const MAX_OUTCOMES: usize = 4096;

/// The judge of one plan.
pub(super) struct Verdicts {
    /// By group.
    outcomes: Vec<Outcomes>,
    bits: Vec<u64>,
    /// Extractions of which a pattern hit its limit in the document at hand.
    pub limited: Vec<bool>,
    /// By group: atoms whose pattern did. They are searched for no more: each time takes milliseconds, and nothing can
    /// be said of their extractions anyway.
    given_up: Vec<FxHashSet<usize>>,
}

/// For each set of atoms that held on a node, a bit for each: the extractions that take it.
type Outcomes = FxHashMap<Box<[u64]>, Rc<[usize]>>;

impl Verdicts {
    pub fn new(arrangement: &Arrangement) -> Self {
        Self {
            outcomes: arrangement.groups.iter().map(|_| Outcomes::default()).collect(),
            bits: Vec::new(),
            limited: vec![false; arrangement.extractions.len()],
            given_up: vec![FxHashSet::default(); arrangement.groups.len()],
        }
    }

    /// Forgets what the last document did.
    pub fn begin(&mut self) {
        self.limited.fill(false);
        self.given_up.iter_mut().for_each(FxHashSet::clear);
    }

    /// The extractions that take the node of `frame`.
    pub fn passing(&mut self, arrangement: &Arrangement, frame: &Frame, source: &str, held: &Held) -> Rc<[usize]> {
        let group = &arrangement.groups[frame.group];
        self.bits.clear();
        self.bits.resize(group.atoms.len().div_ceil(64), 0);
        for (slot, captured) in frame.captured[..group.slots.len()].iter().enumerate() {
            if group.texts[slot].is_empty() && group.patterns[slot].is_empty() {
                continue;
            }
            for captured in captured {
                if let Some(text) = text_of(&captured.raw, source, held) {
                    self.judge(arrangement, frame.group, slot, text);
                }
            }
        }
        let bits = &self.bits[..];
        let outcomes = &mut self.outcomes[frame.group];
        if let Some(known) = outcomes.get(bits) {
            return Rc::clone(known);
        }
        if outcomes.len() == MAX_OUTCOMES {
            outcomes.clear();
        }
        let passing = decide(arrangement, group, bits);
        outcomes.insert(bits.into(), Rc::clone(&passing));
        passing
    }

    /// Marks the atoms that hold for one value of a slot.
    fn judge(&mut self, arrangement: &Arrangement, number: usize, slot: usize, text: &str) {
        let (group, given_up) = (&arrangement.groups[number], &mut self.given_up[number]);
        for &atom in group.texts[slot].get(text).into_iter().flatten() {
            self.bits[atom / 64] |= 1 << (atom % 64);
        }
        for (pattern, atom) in &group.patterns[slot] {
            if self.bits[atom / 64] >> (atom % 64) & 1 == 1 || given_up.contains(atom) {
                continue;
            }
            match pattern.is_match(text) {
                Ok(true) => self.bits[atom / 64] |= 1 << (atom % 64),
                Ok(false) => {}
                Err(_) => {
                    given_up.insert(*atom);
                    for &number in &group.extractions {
                        let formula = arrangement.extractions[number].test.as_ref();
                        self.limited[number] |= formula.is_some_and(|formula| formula.mentions(*atom));
                    }
                }
            }
        }
    }
}

fn decide(arrangement: &Arrangement, group: &Group, bits: &[u64]) -> Rc<[usize]> {
    let holds = |atom: usize| bits[atom / 64] >> (atom % 64) & 1 == 1;
    let takes = |number: &usize| arrangement.extractions[*number].test.as_ref().is_none_or(|test| test.holds(&holds));
    group.extractions.iter().copied().filter(takes).collect()
}
