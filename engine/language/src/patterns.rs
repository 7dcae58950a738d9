//! Many patterns that are searched for in a text at once.

mod grams;

use regex::{RegexSet, RegexSetBuilder};

use self::grams::Grams;

use super::{BacktrackLimit, Pattern};

/// The number of texts on which a pattern may hit its limit before it is given up. Each costs milliseconds.
pub const MAX_LIMITS: usize = 8;
/// The help message for a pattern that hits its limit.
pub const LIMIT_HELP: &str =
    "repetitions inside repetitions, such as `(a+)+`, make it slow; patterns without look-around have no limit";
/// The largest number of patterns that are searched for one by one. A machine for all would take longer to build than
/// their own.
const FEW: usize = 4;
/// The largest number of plain patterns that are searched for one by one. More are found faster all at once.
const FEW_PLAIN: usize = 32;
/// From this number of patterns on, those that need four bytes in a row are only searched for where these are: a
/// machine for all has a state for each letter of each of them.
const MANY: usize = 2000;
/// A set whose automata would be larger is split in two, in bytes.
const SET_SIZE: usize = 64 << 20;

/// Patterns, ready to be searched for in any number of texts.
pub struct Patterns {
    all: Vec<Pattern>,
    /// Sets over the patterns that run in linear time, each with the numbers of its patterns.
    sets: Vec<(RegexSet, Vec<usize>)>,
    /// The patterns that do not, and those that are few or simple: searched for one by one.
    others: Vec<usize>,
    /// Those of very many that are searched for only where a text has what they need.
    grams: Option<Grams>,
}

/// Searches texts; counts the limits that patterns hit.
pub struct Search<'p> {
    patterns: &'p Patterns,
    found: Vec<bool>,
    hit: Vec<usize>,
    limits: Vec<usize>,
}

impl Patterns {
    /// Patterns that are known by their places from now on.
    #[must_use]
    pub fn new(patterns: Vec<Pattern>) -> Self {
        let mut all: Vec<usize> = (0..patterns.len()).collect();
        let mut grams = None;
        if all.len() >= MANY {
            let (index, others) = Grams::new(&patterns, all);
            (grams, all) = (Some(index), others);
        }
        let is_few_plain = all.iter().copied().filter(|&at| patterns[at].is_plain()).count() <= FEW_PLAIN;
        let (together, mut others): (Vec<usize>, _) =
            // A large one has a machine of its own, and need not be built twice.
            all.into_iter().partition(|&at| {
                let pattern = &patterns[at];
                pattern.linear().is_some() && !pattern.is_large() && !(is_few_plain && pattern.is_plain())
            });
        let mut sets = Vec::new();
        if together.len() > FEW {
            build(&patterns, together, &mut sets, &mut others);
        } else {
            others.extend(together);
        }
        Self { all: patterns, sets, others, grams }
    }

    /// A search through texts.
    #[must_use]
    pub fn search(&self) -> Search<'_> {
        let count = self.all.len();
        Search { patterns: self, found: vec![false; count], hit: Vec::new(), limits: vec![0; count] }
    }

    /// Like [`Self::search`], without the patterns that have been given up before.
    #[must_use]
    pub fn search_without(&self, given_up: &[usize]) -> Search<'_> {
        let mut search = self.search();
        for &at in given_up {
            search.limits[at] = MAX_LIMITS;
        }
        search
    }

    /// Whether one of the patterns is found in a text.
    ///
    /// # Errors
    /// It hit its limit.
    pub fn is_found(&self, at: usize, text: &str) -> Result<bool, BacktrackLimit> {
        self.all[at].is_match(text)
    }
}

/// Builds one set of the patterns, or, when that would be too large, several.
fn build(patterns: &[Pattern], members: Vec<usize>, sets: &mut Vec<(RegexSet, Vec<usize>)>, others: &mut Vec<usize>) {
    if members.is_empty() {
        return;
    }
    let sources = members.iter().filter_map(|&at| patterns[at].linear());
    match RegexSetBuilder::new(sources).size_limit(SET_SIZE).build() {
        Ok(set) => sets.push((set, members)),
        // Each runs by itself, so a single one that does not fit a set is searched for by itself.
        Err(_) if members.len() == 1 => others.extend(members),
        Err(_) => {
            let (left, right) = members.split_at(members.len() / 2);
            build(patterns, left.to_vec(), sets, others);
            build(patterns, right.to_vec(), sets, others);
        }
    }
}

impl Search<'_> {
    /// Searches a text for all patterns.
    pub fn look(&mut self, text: &str) {
        self.found.fill(false);
        self.hit.clear();
        for (set, members) in &self.patterns.sets {
            for at in set.matches(text) {
                self.found[members[at]] = true;
            }
        }
        if let Some(grams) = &self.patterns.grams {
            grams.candidates(text, |at| {
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

    /// For each pattern whether it was found in the text.
    #[must_use]
    pub fn found(&self) -> &[bool] {
        &self.found
    }

    /// Whether a pattern was found in the text.
    #[must_use]
    pub fn is_found(&self, at: usize) -> bool {
        self.found[at]
    }

    /// Whether some pattern cannot say.
    #[must_use]
    pub const fn has_hits(&self) -> bool {
        !self.hit.is_empty()
    }

    /// Whether a pattern cannot say, because it hit its limit.
    #[must_use]
    pub fn is_hit(&self, at: usize) -> bool {
        self.hit.contains(&at)
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY, Patterns};
    use crate::Pattern;

    /// Very many patterns are found as each by itself is.
    #[test]
    fn very_many_patterns_are_found() {
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
            search.look(text);
            let found: Vec<usize> = (0..all.len()).filter(|&at| search.is_found(at)).collect();
            let expected: Vec<usize> = (0..all.len()).filter(|&at| all[at].is_match(text) == Ok(true)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
