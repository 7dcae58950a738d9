//! Names of records that have nothing in any of a run: they are slips, or forbidden.

use super::judge::Case;
use super::wants::extraction_of;
use super::work::Work;
use crate::extract::{ValueId, ValueRef, Values};
use crate::report::Problem;

/// The kind of what is said of a name of records that has nothing in any.
pub(super) const NAME_EMPTY: &str = "record-name-empty";

impl Work<'_> {
    /// Notes which names of records have something in them: one that never has is a slip, or forbidden.
    pub fn note_names(&mut self, case: &Case<'_>, values: &Values, extracted: &[ValueId]) {
        if extraction_of(case.rule, case.via).labels().is_empty() {
            return;
        }
        let records = || {
            extracted.iter().filter_map(|id| match values.get(*id) {
                ValueRef::Record(record) => Some(record),
                _ => None,
            })
        };
        let Some(first) = records().next() else { return };
        for (place, (name, _)) in first.lists().enumerate() {
            let is_held = records().any(|record| record.lists().nth(place).is_some_and(|(_, list)| !list.is_empty()));
            let (path, at) = (case.file.path, format!("name {name}"));
            let comparisons = &mut self.outcome.comparisons;
            if is_held {
                comparisons.alike(case.number, at);
            } else if !comparisons.knows(case.number, &at, path) {
                let message = format!("no record has anything for `{name}`: not over {path}, nor over any other file");
                let field = if case.via.is_some() { "subxpath" } else { "xpath" };
                let hint =
                    Problem::new(NAME_EMPTY, message).help("the tree of a file in the playground shows what there is");
                let hint = self.rules.site(case.rule, field).mark(hint).of_rule(case.rule.name());
                comparisons.unlike(case.number, at, path, hint);
            }
        }
    }
}
