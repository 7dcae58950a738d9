//! The machine that finds a pattern in linear time.

use std::cell::OnceCell;

use regex_automata::meta;
use regex_automata::nfa::thompson::WhichCaptures;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::plain::Plain;

/// The maximum size of a compiled pattern in bytes. `\w{1,260}`, a name as long as Windows allows, takes nine
/// megabytes.
pub(super) const MAX_SIZE: usize = 16 << 20;

/// A pattern in the syntax of the `regex` crate. It uses comparisons where they suffice, and otherwise an automaton
/// that is built on first use. Building takes time, and most rules of a large set match no file.
#[derive(Debug)]
pub(super) struct Machine {
    plain: Option<Plain>,
    hir: Hir,
    automaton: OnceCell<Option<meta::Regex>>,
}

impl Machine {
    /// Creates the machine of a pattern.
    ///
    /// # Errors
    /// The crate refuses the pattern; the error is its reason.
    ///
    /// Not inlined into its only caller, for the reason that `Translator::step` gives.
    #[inline(never)]
    pub fn new(pattern: &str) -> Result<Self, String> {
        // Only the parsed pattern is kept: the automaton is built from it without parsing again.
        let hir = regex_syntax::parse(pattern).map_err(|error| error.to_string())?;
        Ok(Self { plain: Plain::of(&hir), automaton: OnceCell::new(), hir })
    }

    /// Calls `take` with strings that every match of the pattern contains.
    pub fn needed_strings(&self, take: &mut dyn FnMut(&[u8])) {
        needed_strings(&self.hir, take);
    }

    /// Returns true if the automaton is too large. It is built for this only if the estimate exceeds the limit.
    pub fn is_too_large(&self) -> bool {
        /// The greatest factor by which all automata of a pattern exceed the estimate for one direction.
        const DIRECTIONS: usize = 8;
        self.size().saturating_mul(DIRECTIONS) > MAX_SIZE && self.automaton().is_none()
    }

    /// Returns the approximate size in bytes of the automaton for one direction; 0 if comparisons suffice.
    pub fn size(&self) -> usize {
        /// The size of a state in bytes.
        const STATE: usize = 24;
        if self.is_plain() { 0 } else { states(&self.hir).saturating_mul(STATE) }
    }

    /// Returns true if comparisons suffice for texts of one line.
    pub const fn is_plain(&self) -> bool {
        self.plain.is_some()
    }

    /// Returns the number of groups.
    pub fn groups(&self) -> usize {
        self.hir.properties().explicit_captures_len()
    }

    /// Returns true if the pattern is found in `text`; `None` if the automaton is too large.
    pub fn is_match(&self, text: &str) -> Option<bool> {
        if let Some(found) = self.plain.as_ref().and_then(|plain| plain.is_in(text)) {
            return Some(found);
        }
        Some(self.automaton()?.is_match(text))
    }

    /// Returns the memory of the automaton in bytes; 0 if comparisons suffice.
    pub fn memory(&self) -> usize {
        if self.is_plain() { 0 } else { self.automaton().map_or(0, meta::Regex::memory_usage) }
    }

    fn automaton(&self) -> Option<&meta::Regex> {
        self.automaton.get_or_init(|| build(&self.hir)).as_ref()
    }
}

fn build(hir: &Hir) -> Option<meta::Regex> {
    // The position of a match is never needed, so parts that could determine it are not built.
    let config = meta::Config::new()
        .nfa_size_limit(Some(MAX_SIZE))
        .which_captures(WhichCaptures::None)
        .onepass(false)
        .backtrack(false);
    meta::Builder::new().configure(config).build_from_hir(hir).ok()
}

/// Calls `take` with strings that every match of a part of a pattern contains.
fn needed_strings(hir: &Hir, take: &mut dyn FnMut(&[u8])) {
    match hir.kind() {
        HirKind::Literal(literal) => take(&literal.0),
        HirKind::Capture(capture) => needed_strings(&capture.sub, take),
        HirKind::Repetition(repetition) if repetition.min > 0 => needed_strings(&repetition.sub, take),
        HirKind::Concat(parts) => parts.iter().for_each(|part| needed_strings(part, take)),
        _ => {}
    }
}

/// Returns the approximate size of an automaton, as a number of states of 24 bytes. Every part counts at least once, so
/// that the estimate is never too small by more than a constant factor.
fn states(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Literal(literal) => literal.0.len(),
        // A class of bytes is one state, and three ranges take as much memory as a state.
        HirKind::Class(Class::Unicode(class)) if class.is_ascii() => 1 + class.ranges().len() / 3,
        HirKind::Class(Class::Bytes(class)) => 1 + class.ranges().len() / 3,
        // A range of characters becomes several ranges of bytes in UTF-8.
        HirKind::Class(Class::Unicode(class)) => 2 * class.ranges().len() + 8,
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            states(&repetition.sub).saturating_mul(times).saturating_add(1)
        }
        HirKind::Capture(capture) => states(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().map(states).fold(0, usize::saturating_add),
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;

    #[test]
    fn the_size_is_estimated_well() {
        let patterns = [
            "(?:x{900}y0){40}|a",
            r"\w{1,60}",
            "[a-f]{300}x",
            "[acegikmoqsuwyACEGIKMOQSUWY02468!#%&,;=@~_]{600}",
            "(?:abc|de.f){100}",
            r"\d{200}",
            "(?:a?){500}a{500}",
            "(?:|a|){500}",
        ];
        for pattern in patterns {
            let machine = Machine::new(pattern).unwrap();
            let (size, taken) = (machine.size(), machine.memory());
            assert!((taken / 8..taken * 2).contains(&size), "{pattern}: {size}, and {taken} for all directions");
        }
    }

    #[test]
    fn patterns_that_are_too_large_are_detected_at_once() {
        let many_ranges = "[acegikmoqsuwyACEGIKMOQSUWY02468!#%&,;=@~_]{60000}";
        for pattern in [r"\w{5000}", "(a{1000}){1000}", r"((\w{50}){50}){50}", many_ranges] {
            assert!(Machine::new(pattern).unwrap().is_too_large(), "{pattern}");
        }
    }
}
