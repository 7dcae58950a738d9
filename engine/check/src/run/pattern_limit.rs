//! Rules and collections whose pattern hit its limit, so that their selection is unknown.

use std::collections::BTreeMap;

use crate::select::Limited;

/// Rules and custom collections with a pattern that hit its limit on paths.
#[derive(Default)]
pub(super) struct PatternLimitHits {
    /// For each rule: the first path, the number of paths, and the number of paths that are counted here.
    pub rules: BTreeMap<u32, (String, usize, u64)>,
    /// For each custom collection, the first path.
    pub lists: BTreeMap<u32, String>,
}

impl PatternLimitHits {
    /// Records the patterns that hit their limit on a path.
    pub fn note(&mut self, path: &str, Limited { rules, lists }: Limited, is_counted: impl Fn(u32) -> bool) {
        for rule in rules {
            let (_, paths, counted) = self.rules.entry(rule).or_insert_with(|| (path.to_owned(), 0, 0));
            *paths += 1;
            *counted += u64::from(is_counted(rule));
        }
        for list in lists {
            self.lists.entry(list).or_insert_with(|| path.to_owned());
        }
    }
}
