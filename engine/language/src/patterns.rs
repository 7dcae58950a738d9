//! Searches for many patterns at once.

mod grams;

use regex::{RegexSet, RegexSetBuilder};

use self::grams::Grams;

use super::{BacktrackLimit, Pattern};

/// The number of strings on which a pattern may hit its limit before it is given up. Each takes milliseconds.
pub const MAX_LIMITS: usize = 8;
/// The help message for a pattern that hits its limit.
pub const LIMIT_HELP: &str =
    "nested repetitions such as `(a+)+` make it slow; patterns without look-around have no limit";
/// The maximum number of patterns that are searched one by one. A common machine would take longer to build than their
/// own machines.
const FEW: usize = 4;
/// The maximum number of plain patterns that are searched one by one. More patterns are found faster together.
const FEW_PLAIN: usize = 32;
/// From this number of patterns on, a pattern that requires certain four bytes is searched only in strings that contain
/// them. A machine for all would have a state for each letter of each pattern.
const MANY: usize = 2000;
/// The maximum size in bytes of the automata of a set. A larger set is split in two.
const SET_SIZE: usize = 64 << 20;

/// Patterns that are ready to be searched for in any number of strings.
pub struct Patterns {
    all: Vec<Pattern>,
    /// Sets of linear patterns, each with the numbers of its patterns.
    sets: Vec<(RegexSet, Vec<usize>)>,
    /// The numbers of the patterns that are searched one by one: those that are not linear, and few or simple ones.
    others: Vec<usize>,
    /// Of very many patterns, those that are searched only in strings with the bytes that they require.
    grams: Option<Grams>,
}

/// Searches strings, and counts how often patterns hit their limits.
pub struct Search<'p> {
    patterns: &'p Patterns,
    found: Vec<bool>,
    hit: Vec<usize>,
    limits: Vec<usize>,
}

impl Patterns {
    /// Prepares patterns. They are identified by their indexes from now on.
    pub fn new(patterns: Vec<Pattern>) -> Self {
        let mut all: Vec<usize> = (0..patterns.len()).collect();
        let mut grams = None;
        if all.len() >= MANY {
            let (index, others) = Grams::new(&patterns, all);
            (grams, all) = (Some(index), others);
        }
        let is_few_plain = all.iter().copied().filter(|&at| patterns[at].is_plain()).count() <= FEW_PLAIN;
        let (together, mut others): (Vec<usize>, _) =
            // A large pattern keeps its separate machine, so that it is not built twice.
            all.into_iter().partition(|&at| {
                let pattern = &patterns[at];
                pattern.linear().is_some() && !pattern.is_large() && !(is_few_plain && pattern.is_plain())
            });
        let mut sets = Vec::new();
        if together.len() > FEW {
            // A set reads each string once for all its patterns.
            build(&patterns, together, &mut sets, &mut others);
        } else {
            others.extend(together);
        }
        Self { all: patterns, sets, others, grams }
    }

    /// Begins a search.
    pub fn search(&self) -> Search<'_> {
        let count = self.all.len();
        Search { patterns: self, found: vec![false; count], hit: Vec::new(), limits: vec![0; count] }
    }

    /// Like [`Self::search`], without the patterns that have been given up before.
    pub fn search_without(&self, given_up: &[usize]) -> Search<'_> {
        let mut search = self.search();
        for &at in given_up {
            search.limits[at] = MAX_LIMITS;
        }
        search
    }

    /// Returns true if one of the patterns is found in a string.
    ///
    /// # Errors
    /// The pattern hit its limit.
    pub fn is_found(&self, at: usize, text: &str) -> Result<bool, BacktrackLimit> {
        self.all[at].is_match(text)
    }
}

/// Builds one set of the patterns, or several if one would be too large.
fn build(patterns: &[Pattern], members: Vec<usize>, sets: &mut Vec<(RegexSet, Vec<usize>)>, others: &mut Vec<usize>) {
    if members.is_empty() {
        return;
    }
    let sources = members.iter().filter_map(|&at| patterns[at].linear());
    match RegexSetBuilder::new(sources).size_limit(SET_SIZE).build() {
        Ok(set) => sets.push((set, members)),
        // A pattern that does not fit into a set is searched separately.
        Err(_) if members.len() == 1 => others.extend(members),
        Err(_) => {
            // Halving finds the patterns that do not fit without an estimate of their sizes.
            let (left, right) = members.split_at(members.len() / 2);
            build(patterns, left.to_vec(), sets, others);
            build(patterns, right.to_vec(), sets, others);
        }
    }
}

impl Search<'_> {
    /// Searches a string for all patterns.
    pub fn search_all(&mut self, text: &str) {
        self.found.fill(false);
        self.hit.clear();
        for (set, members) in &self.patterns.sets {
            for at in set.matches(text) {
                self.found[members[at]] = true;
            }
        }
        if let Some(grams) = &self.patterns.grams {
            grams.candidates(text, |at| {
                // A pattern may be a candidate several times; once found, it is not searched again. The patterns here
                // are linear, so they have no limit to count.
                self.found[at] = self.found[at] || self.patterns.is_found(at, text) == Ok(true);
            });
        }
        for &at in &self.patterns.others {
            if self.limits[at] >= MAX_LIMITS {
                self.hit.push(at);
            } else if let Ok(found) = self.patterns.is_found(at, text) {
                self.found[at] = found;
            } else {
                self.limits[at] += 1;
                self.hit.push(at);
            }
        }
    }

    /// Returns for each pattern if it was found in the string.
    pub fn found(&self) -> &[bool] {
        &self.found
    }

    /// Returns true if a pattern was found in the string.
    pub fn is_found(&self, at: usize) -> bool {
        self.found[at]
    }

    /// Returns true if the result of some pattern is unknown.
    pub const fn has_hits(&self) -> bool {
        !self.hit.is_empty()
    }

    /// Returns true if the result of a pattern is unknown, because it hit its limit.
    pub fn is_hit(&self, at: usize) -> bool {
        self.hit.contains(&at)
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY, Patterns};
    use crate::Pattern;

    /// Very many patterns are found like each of them separately.
    #[test]
    fn many_patterns_are_found_at_once() {
        let kinds =
            [r"^/dir{}/.*\.xml$", r"tex_{}\.", "(?:ab|cd){}", r"(?i)mesh{}", r"\d{3}x{}", r"a{}(?!b)", "(sub/)+{}/?"];
        let sources: Vec<String> =
            (0..MANY + 100).map(|at| kinds[at % kinds.len()].replace("{}", &(at % 211).to_string())).collect();
        let all: Vec<Pattern> = sources.iter().map(|source| Pattern::new(source).unwrap()).collect();
        let patterns = Patterns::new(all.clone());
        let mut search = patterns.search();
        for text in
            ["/dir7/a.xml", "/x/tex_8.png", "/ab9", "/MESH10", "/123x11", "/a12", "/a12b", "/sub/sub/13/", "", "/"]
        {
            search.search_all(text);
            let found: Vec<usize> = (0..all.len()).filter(|&at| search.is_found(at)).collect();
            let expected: Vec<usize> = (0..all.len()).filter(|&at| all[at].is_match(text) == Ok(true)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
