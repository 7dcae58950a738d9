//! Searches in steps, which the caller can end. They are used if the pattern and the text are so large that a search
//! may take too long.
//!
//! In the worst case, a search takes a step for each state of the machine and each byte of the text. This is rare, so
//! large searches are not refused. Instead they go byte by byte, and ask from time to time if they may go on.

use std::cell::RefCell;

use regex_automata::hybrid::dfa::{self, Cache, DFA};
use regex_automata::hybrid::{LazyStateID, regex};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, Match};

use super::{BacktrackLimit, MAX_SIZE};

/// The limits of a search, and a function that decides if it may go on.
#[derive(Clone, Copy)]
pub struct SearchBudget<'p> {
    /// The number of worst-case steps that are taken without asking. A step is one state of the pattern's machine on
    /// one byte of the text.
    pub at_once: usize,
    /// Returns true if the search may go on.
    pub go_on: &'p dyn Fn() -> bool,
    /// The total number of steps that a pattern with look-around, references or atomic groups may take.
    pub steps: u64,
}

impl SearchBudget<'_> {
    /// The number of steps that are taken between two calls of [`SearchBudget::go_on`].
    pub(super) const PIECE: usize = 1 << 20;

    /// Returns an error if the search must end.
    pub(super) fn check_limit(&self) -> Result<(), BacktrackLimit> {
        if (self.go_on)() { Ok(()) } else { Err(BacktrackLimit) }
    }

    /// Calls [`Self::check_limit`] for some of the matches, by their number.
    pub(super) fn check_at(&self, place: usize) -> Result<(), BacktrackLimit> {
        /// The number of matches between two calls.
        const PLACES: usize = 64;
        if place % PLACES == PLACES - 1 { self.check_limit() } else { Ok(()) }
    }
}

/// A machine that searches byte by byte.
#[derive(Debug)]
pub(super) struct Stepped {
    regex: regex::Regex,
    cache: RefCell<regex::Cache>,
    /// The number of bytes between two calls of [`SearchBudget::go_on`].
    piece: usize,
}

impl Stepped {
    /// Creates the machine of a pattern in the syntax of the `regex` crate. `states` is its approximate number of
    /// states. `None` if it is too large.
    pub fn new(pattern: &str, states: usize) -> Option<Self> {
        // Without `skip_cache_capacity_check`, a pattern whose states exceed the default cache would be refused.
        let dfa = dfa::Config::new().unicode_word_boundary(true).skip_cache_capacity_check(true);
        let nfa = thompson::Config::new().nfa_size_limit(Some(MAX_SIZE));
        let regex = regex::Regex::builder().dfa(dfa).thompson(nfa).build(pattern).ok()?;
        let cache = RefCell::new(regex.create_cache());
        Some(Self { regex, cache, piece: (SearchBudget::PIECE / states.max(1)).max(1) })
    }

    /// Returns the first match in `text` from the byte `start` on.
    ///
    /// # Errors
    /// The search was ended, or the machine cannot decide: word boundaries next to letters beyond ASCII, and matches
    /// inside a character.
    pub fn find(&self, text: &str, start: usize, pace: &SearchBudget<'_>) -> Result<Option<Match>, BacktrackLimit> {
        if start > text.len() {
            return Ok(None);
        }
        let mut cache = self.cache.borrow_mut();
        let (forward, reverse) = cache.as_parts_mut();
        let bytes = text.as_bytes();
        let mut walk = Walk { dfa: self.regex.forward(), cache: forward, left: self.piece, piece: self.piece, pace };
        let state = walk.dfa.start_state_forward(walk.cache, &Input::new(text).range(start..));
        let places = (start..text.len()).map(|at| (at, bytes[at]));
        let Some(end) = walk.last_match(decided_state(state)?, places, None, text.len())? else { return Ok(None) };
        // The forward machine only finds the end of a match. The reversed one finds its start from there.
        let mut walk = Walk { dfa: self.regex.reverse(), cache: reverse, left: self.piece, piece: self.piece, pace };
        let back = Input::new(text).range(start..end).anchored(Anchored::Yes);
        let state = walk.dfa.start_state_reverse(walk.cache, &back);
        // Assertions such as `\b` depend on the byte in front of the match, too.
        let before = start.checked_sub(1).map(|at| bytes[at]);
        let places = (start..end).rev().map(|at| (at + 1, bytes[at]));
        let begin = walk.last_match(decided_state(state)?, places, before, start)?.ok_or(BacktrackLimit)?;
        // The machine reads bytes, so an empty match may be inside a character.
        let is_whole = text.is_char_boundary(begin) && text.is_char_boundary(end);
        if is_whole { Ok(Some(Match::must(0, begin..end))) } else { Err(BacktrackLimit) }
    }
}

/// A search in progress.
struct Walk<'w> {
    dfa: &'w DFA,
    cache: &'w mut Cache,
    /// The number of bytes until the next call of [`SearchBudget::go_on`].
    left: usize,
    piece: usize,
    pace: &'w SearchBudget<'w>,
}

impl Walk<'_> {
    /// Reads bytes from a start state on, in either direction, and returns the last place at which the machine matches.
    /// Each byte comes with the place from which it is read. `beyond` is the byte after the last one, at the place
    /// `end`.
    fn last_match(
        &mut self,
        mut state: LazyStateID,
        bytes: impl Iterator<Item = (usize, u8)>,
        beyond: Option<u8>,
        end: usize,
    ) -> Result<Option<usize>, BacktrackLimit> {
        let mut found = None;
        for (at, byte) in bytes {
            state = self.step(state, byte)?;
            // The machine reports a match one byte late.
            if state.is_match() {
                found = Some(at);
            } else if state.is_dead() {
                return Ok(found);
            }
        }
        let last = match beyond {
            Some(byte) => self.dfa.next_state(self.cache, state, byte),
            None => self.dfa.next_eoi_state(self.cache, state),
        };
        Ok(if decided_state(last)?.is_match() { Some(end) } else { found })
    }

    fn step(&mut self, state: LazyStateID, byte: u8) -> Result<LazyStateID, BacktrackLimit> {
        self.left -= 1;
        if self.left == 0 {
            self.left = self.piece;
            self.pace.check_limit()?;
        }
        decided_state(self.dfa.next_state(self.cache, state, byte))
    }
}

/// Returns an error for a state in which the machine cannot decide.
fn decided_state<E>(state: Result<LazyStateID, E>) -> Result<LazyStateID, BacktrackLimit> {
    state.ok().filter(|state| !state.is_quit()).ok_or(BacktrackLimit)
}

#[cfg(test)]
mod tests {
    use super::SearchBudget;
    use crate::Pattern;

    const ALWAYS: &dyn Fn() -> bool = &|| true;

    /// A search in steps finds the same as a search in one go.
    #[test]
    fn a_search_in_steps_finds_the_same() {
        let texts =
            ["", "a", "aab ab", "foo.dds bar.dds", "x\ny\nz", "\u{6a21}\u{578b}a\u{e9}", "aaa", "word, word", "b"];
        let patterns = [
            "a+",
            "a*",
            "b|ab",
            "a|ab",
            "(a)(b)?",
            "(\\w+)\\.dds",
            "^y$",
            "(?m)^y$",
            "z\\Z",
            "x*",
            "[^a]+?",
            "(?s).*a",
            "\\bword",
            "\\Bb",
            "",
            "$",
            "^",
            "a{2,3}",
        ];
        for pattern in patterns {
            let compiled = Pattern::new(pattern).unwrap();
            for text in texts {
                let places = |at_once| {
                    let mut places = Vec::new();
                    let pace = SearchBudget { at_once, go_on: ALWAYS, steps: 0 };
                    let done = compiled.for_each_match(text, &pace, |groups| {
                        places.push((0..groups.len()).map(|at| groups.get(at).map(str::to_owned)).collect::<Vec<_>>());
                        true
                    });
                    done.map(|()| places)
                };
                let stepped = places(0);
                // A search in steps does not support words beyond ASCII, and positions inside characters.
                assert!(stepped.is_ok() || !text.is_ascii(), "{pattern} in {text}");
                if stepped.is_ok() {
                    assert_eq!(stepped, places(usize::MAX), "{pattern} in {text}");
                    let is_match =
                        compiled.is_match_within(text, &SearchBudget { at_once: 0, go_on: ALWAYS, steps: 0 });
                    assert_eq!(is_match, compiled.is_match(text), "{pattern} in {text}");
                }
            }
        }
    }

    #[test]
    fn a_search_in_steps_can_be_stopped() {
        let text = "a".repeat(10_000);
        let pattern = Pattern::new("(?:a?){5000}a{5000}b").unwrap();
        let pace = SearchBudget { at_once: 1000, go_on: &|| false, steps: 0 };
        assert!(pattern.is_match_within(&text, &pace).is_err());
        assert!(pattern.captures(&text, &pace).is_err());
        assert!(pattern.for_each_match(&text, &pace, |_| true).is_err());
    }
}
