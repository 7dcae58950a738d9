//! Records which comparisons of a run met two values that may be equal. Assay warns of those that never did.

use assay_document::extract::{ValueId, Values};
use assay_report::{Problem, StepKind};
use assay_rule::RuleSet;
use serde::{Deserialize, Serialize};

use super::case::Case;

/// The results of the comparisons, by rule and by place in the rule's script.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct RunComparisons {
    /// In order. A script compares at few places.
    of: Vec<(u32, String, ComparedValues)>,
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
        for (rule, at, compared) in other.of {
            self.add(rule, at, compared);
        }
    }

    /// Notes that the comparison at that place of a rule met values that may be equal.
    pub fn note_equal(&mut self, rule: u32, at: String) {
        self.add(rule, at, ComparedValues::Alike);
    }

    /// Notes that the comparison met only values that are never equal in the file at `path`, and the warning about
    /// that, if any.
    pub fn note_unequal(&mut self, rule: u32, at: String, path: &str, warning: Option<Problem>) {
        self.add(rule, at, ComparedValues::TypeMismatch { path: path.to_owned(), warning: warning.map(Box::new) });
    }

    /// Records whether the condition can order these values, if the values alone determine it.
    pub fn note_order(&mut self, rules: &RuleSet, case: &Case<'_>, values: &Values, list: &[ValueId]) {
        let Some(mistake) = case.rule.condition().value_warning(values, list) else { return };
        let at = "condition".to_owned();
        match mistake {
            None => self.note_equal(case.number, at),
            Some(fault) => {
                let warning = rules.site(case.rule, "condition").into_problem(fault).of_rule(case.rule.name());
                self.note_unequal(case.number, at, case.file.path, Some(warning));
            }
        }
    }

    /// Records the comparisons of a rule's script that has just run on a file.
    pub fn note_script(&mut self, rules: &RuleSet, case: &Case<'_>, kind: StepKind) {
        for comparison in rules.host().take_comparisons() {
            match comparison.unlike {
                None => self.note_equal(case.number, comparison.at),
                Some(unlike) => {
                    let warning = rules.unlike_warning(case.rule, kind.name(), &unlike, case.file.path);
                    self.note_unequal(case.number, comparison.at, case.file.path, Some(warning));
                }
            }
        }
    }

    fn add(&mut self, rule: u32, at: String, compared: ComparedValues) {
        let place = self.of.partition_point(|(number, known, _)| (*number, &**known) < (rule, &*at));
        match self.of.get_mut(place) {
            Some((number, known, other)) if *number == rule && *known == at => {
                if other.is_replaced_by(&compared) {
                    *other = compared;
                }
            }
            _ => self.of.insert(place, (rule, at, compared)),
        }
    }

    /// Returns true if the file at `path` adds nothing to the known result of that comparison.
    pub fn is_settled(&self, rule: u32, at: &str, path: &str) -> bool {
        let known = self.of.binary_search_by(|(number, known, _)| (*number, &**known).cmp(&(rule, at)));
        known.is_ok_and(|place| match &self.of[place].2 {
            ComparedValues::Alike => true,
            ComparedValues::TypeMismatch { path: first, .. } => &**first <= path,
        })
    }

    /// Returns the warnings about the comparisons that never met two values that may be equal.
    pub fn into_warnings(self) -> impl Iterator<Item = Problem> {
        self.of.into_iter().filter_map(|(.., compared)| match compared {
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

    use super::{ComparedValues, RunComparisons};

    fn unlike(path: &str) -> RunComparisons {
        let warning = Some(Box::new(Problem::new("script-never-equal", path)));
        RunComparisons {
            of: vec![(1, "unit 0 1:1".to_owned(), ComparedValues::TypeMismatch { path: path.to_owned(), warning })],
        }
    }

    fn alike() -> RunComparisons {
        RunComparisons { of: vec![(1, "unit 0 1:1".to_owned(), ComparedValues::Alike)] }
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
