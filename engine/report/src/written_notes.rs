//! The notes of rules that a report has not written yet.

use rustc_hash::FxHashSet;

use super::RuleStats;

/// The rules whose notes have already been written, for reports that write the notes at the first finding of each rule.
#[derive(Default)]
pub(super) struct WrittenNotes {
    written: FxHashSet<String>,
}

impl WrittenNotes {
    /// Returns the notes of a rule; an empty result if they were already taken.
    pub fn take<'r>(
        &mut self,
        rules: &'r [RuleStats],
        rule: &str,
    ) -> impl Iterator<Item = (&'static str, &'r str)> + use<'r> {
        let is_news = !self.written.contains(rule) && self.written.insert(rule.to_owned());
        let rule = rules.iter().find(|known| is_news && known.name == rule);
        rule.into_iter().flat_map(|rule| rule.about.notes())
    }
}
