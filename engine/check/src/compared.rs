//! Records which comparisons of a run met two values that may be equal. Assay warns of those that never did.

use std::collections::btree_map::{BTreeMap, Entry};

use assay_document::extract::{ValueId, Values};
use assay_report::{Problem, StepKind};
use assay_rule::RuleSet;
use serde::{Deserialize, Serialize};

use super::case::Case;

/// The number of a rule, and the place of a comparison in the rule.
pub(super) type ComparisonKey = (u32, String);

/// The results of the comparisons of rules.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct RunComparisons {
    of: BTreeMap<ComparisonKey, ComparedValues>,
}

/// The result of one comparison.
#[derive(Debug, Deserialize, Serialize)]
enum ComparedValues {
    /// It met two values that may be equal. It is not reported, no matter what other values it met.
    Alike,
    /// It met only values that are never equal: first in the file at `path`, with the warning about that, if any.
    TypeMismatch { path: String, warning: Option<Box<Problem>> },
}

impl RunComparisons {
    /// Adds the comparisons of another part of the run, which may precede or follow this one.
    pub fn merge(&mut self, other: Self) {
        for (key, compared) in other.of {
            self.add(key, compared);
        }
    }

    /// Keeps only the comparisons of some rules.
    pub fn retain(&mut self, keeps: impl Fn(u32) -> bool) {
        self.of.retain(|(rule, _), _| keeps(*rule));
    }

    /// Notes that a comparison met values that may be equal.
    pub fn note_equal(&mut self, key: ComparisonKey) {
        self.add(key, ComparedValues::Alike);
    }

    /// Notes that a comparison met only values that are never equal in the file at `path`, with the warning if any.
    pub fn note_unequal(&mut self, key: ComparisonKey, path: &str, warning: Option<Problem>) {
        self.add(key, ComparedValues::TypeMismatch { path: path.to_owned(), warning: warning.map(Box::new) });
    }

    /// Notes if a name has a value in the file at `path`. If not, `warning` searches the file for a similar name.
    pub fn note_name(
        &mut self,
        key: ComparisonKey,
        path: &str,
        is_met: bool,
        warning: impl FnOnce() -> Option<Problem>,
    ) {
        if is_met {
            self.note_equal(key);
        } else if !self.is_settled(&key, path) {
            // Only the first file is searched, because searching all would take long.
            self.note_unequal(key, path, warning());
        }
    }

    /// Records whether the condition can order these values, if the values alone determine it.
    pub fn note_order(&mut self, rules: &RuleSet, case: &Case<'_>, values: &Values, list: &[ValueId]) {
        let Some(mistake) = case.rule.condition().value_warning(values, list) else { return };
        let key = (case.number, "condition".to_owned());
        match mistake {
            None => self.note_equal(key),
            Some(fault) => {
                let warning = rules.site(case.rule, "condition").into_problem(fault).of_rule(case.rule.name());
                self.note_unequal(key, case.file.path, Some(warning));
            }
        }
    }

    /// Records the comparisons of a rule's script that has just run on a file.
    pub fn note_script(&mut self, rules: &RuleSet, case: &Case<'_>, kind: StepKind) {
        for comparison in rules.host().take_comparisons() {
            let key = (case.number, comparison.at);
            match comparison.unlike {
                None => self.note_equal(key),
                Some(unlike) => {
                    let warning = rules.unlike_warning(case.rule, kind.name(), &unlike, case.file.path);
                    self.note_unequal(key, case.file.path, Some(warning));
                }
            }
        }
    }

    fn add(&mut self, key: ComparisonKey, compared: ComparedValues) {
        match self.of.entry(key) {
            Entry::Vacant(entry) => _ = entry.insert(compared),
            Entry::Occupied(mut known) if known.get().is_replaced_by(&compared) => _ = known.insert(compared),
            Entry::Occupied(_) => {}
        }
    }

    /// Returns true if the file at `path` adds nothing to the known result of that comparison.
    fn is_settled(&self, key: &ComparisonKey, path: &str) -> bool {
        self.of.get(key).is_some_and(|known| match known {
            ComparedValues::Alike => true,
            ComparedValues::TypeMismatch { path: first, .. } => &**first <= path,
        })
    }

    /// Returns the warnings about the comparisons that never met two values that may be equal.
    pub fn into_warnings(self) -> impl Iterator<Item = Problem> {
        self.of.into_values().filter_map(|compared| match compared {
            ComparedValues::Alike => None,
            ComparedValues::TypeMismatch { warning, .. } => warning.map(|warning| *warning),
        })
    }
}

impl ComparedValues {
    fn is_replaced_by(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Alike, _) => false,
            (Self::TypeMismatch { .. }, Self::Alike) => true,
            (Self::TypeMismatch { path, .. }, Self::TypeMismatch { path: other, .. }) => other < path,
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_report::Problem;

    use super::RunComparisons;

    fn unlike(path: &str) -> RunComparisons {
        let mut comparisons = RunComparisons::default();
        let warning = Some(Problem::new("script-never-equal", path));
        comparisons.note_unequal((1, "unit 0 1:1".to_owned()), path, warning);
        comparisons
    }

    fn alike() -> RunComparisons {
        let mut comparisons = RunComparisons::default();
        comparisons.note_equal((1, "unit 0 1:1".to_owned()));
        comparisons
    }

    #[test]
    fn the_first_file_is_reported_in_any_order_of_parts_unless_values_may_be_equal() {
        for (parts, expected) in [
            (vec![unlike("b")], &["b"][..]),
            (vec![unlike("b"), unlike("a"), unlike("c")], &["a"]),
            (vec![unlike("a"), alike(), unlike("b")], &[]),
            (vec![alike(), unlike("b")], &[]),
        ] {
            let mut whole = RunComparisons::default();
            for part in parts {
                whole.merge(part);
            }
            let warnings: Vec<String> = whole.into_warnings().map(|warning| warning.message).collect();
            assert_eq!(warnings, expected);
        }
    }
}
