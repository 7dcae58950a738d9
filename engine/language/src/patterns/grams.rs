//! An index of very many patterns by four bytes that a string must contain for a match.

use rustc_hash::FxHashMap;

use crate::Pattern;

/// Four bytes that follow each other.
type Gram = [u8; 4];

/// Patterns by their rarest gram.
pub(super) struct Grams {
    by_gram: FxHashMap<Gram, Vec<usize>>,
}

impl Grams {
    /// Creates the index of some of the patterns. Also returns the patterns without a gram.
    pub fn new(patterns: &[Pattern], members: Vec<usize>) -> (Self, Vec<usize>) {
        let mut counts: FxHashMap<Gram, usize> = FxHashMap::default();
        for &at in &members {
            grams(&patterns[at], |gram| *counts.entry(gram).or_default() += 1);
        }
        let mut by_gram: FxHashMap<Gram, Vec<usize>> = FxHashMap::default();
        let mut others = Vec::new();
        for at in members {
            // The rarest gram leads to the fewest searches in vain: many patterns contain `.xml`.
            let mut rarest: Option<(usize, Gram)> = None;
            grams(&patterns[at], |gram| {
                let count = counts.get(&gram).copied().unwrap_or_default();
                if rarest.is_none_or(|(least, _)| count < least) {
                    rarest = Some((count, gram));
                }
            });
            match rarest {
                Some((_, gram)) => by_gram.entry(gram).or_default().push(at),
                None => others.push(at),
            }
        }
        (Self { by_gram }, others)
    }

    /// Calls `take` with each pattern that may be found in a string, possibly more than once.
    pub fn candidates(&self, text: &str, mut take: impl FnMut(usize)) {
        if self.by_gram.is_empty() {
            return;
        }
        for gram in text.as_bytes().windows(size_of::<Gram>()) {
            let patterns = <Gram>::try_from(gram).ok().and_then(|gram| self.by_gram.get(&gram));
            patterns.into_iter().flatten().for_each(|&at| take(at));
        }
    }
}

/// Calls `take` with each gram of the strings that a pattern requires.
fn grams(pattern: &Pattern, mut take: impl FnMut(Gram)) {
    pattern.needed_strings(&mut |text| {
        text.windows(size_of::<Gram>()).filter_map(|gram| gram.try_into().ok()).for_each(&mut take);
    });
}
