//! Warns of names of records that no record of a run has a value for, if a document has a similar name: they are
//! probably misspelled. A forbidden name has no values either, but is rarely similar to another name.

use assay_document::extract::{Negated, ValueId, ValueRef, Values};
use assay_document::text::{Fault, IssueCode, Span};
use assay_report::Problem;
use assay_rule::RuleSet;

use super::case::Case;
use super::compared::{ComparisonKey, RunComparisons};
use super::no_match::{Mismatch, suggest_name, suggest_test_name};
use super::selected_rules::extraction_of;

/// For each name of a rule's records, in the order of its `xpath`, true if a record of a file has a value for it; empty
/// before the first record.
pub(super) struct SeenLabels(Vec<bool>);

impl SeenLabels {
    /// The state before the first record.
    pub const NONE: Self = Self(Vec::new());

    /// Records the names that the records among some values have a value for.
    pub fn note(&mut self, values: &Values, ids: &[ValueId]) {
        for &id in ids {
            let ValueRef::Record(record) = values.get(id) else { continue };
            for (place, (_, list)) in record.lists().enumerate() {
                if place == self.0.len() {
                    self.0.push(false);
                }
                self.0[place] |= !list.is_empty();
            }
        }
    }
}

/// Records whether any selected node has the name of a `!=` comparison. If none has, it also records a suggestion.
pub(super) fn note_test(comparisons: &mut RunComparisons, rules: &RuleSet, case: &Case<'_>, negated: Negated) {
    comparisons.note_name(test_key(case.number, negated.place), case.file.path, negated.is_met, || {
        let xpath = extraction_of(case.rule, case.via);
        let (name, miss) = suggest_test_name(xpath, negated.place, case.document?)?;
        let message = format!("no node has `{name}`, so this test with `!=` is true for every node");
        Some(problem_for(rules, case, Fault::new(IssueCode::XpathTestName, message, Span::at(0)), miss))
    });
}

/// Returns the key of a `!=` comparison of a rule.
pub(super) fn test_key(rule: u32, place: usize) -> ComparisonKey {
    (rule, format!("test {place}"))
}

/// Records which names of records have values. For names without values it also records a suggestion.
pub(super) fn note_names(comparisons: &mut RunComparisons, rules: &RuleSet, case: &Case<'_>, seen_labels: &SeenLabels) {
    /// The maximum number of names. Programs write rules with more names, and do not misspell them.
    const MOST: usize = 64;
    if seen_labels.0.len() > MOST {
        return;
    }
    let xpath = extraction_of(case.rule, case.via);
    for (place, (name, has_value)) in xpath.labels().iter().zip(&seen_labels.0).enumerate() {
        let (path, key) = (case.file.path, (case.number, format!("name {name}")));
        comparisons.note_name(key, path, *has_value, || {
            let miss = suggest_name(xpath, place, case.document?)?;
            let message = format!("no record has a value for `{name}`, neither in {path} nor in any other file");
            Some(problem_for(rules, case, Fault::new(IssueCode::RecordNameEmpty, message, Span::at(0)), miss))
        });
    }
}

/// Returns the message at the field of the rule that extracts the values.
fn problem_for(rules: &RuleSet, case: &Case<'_>, fault: Fault, miss: Mismatch) -> Problem {
    let field = if case.via.is_some() { "subxpath" } else { "xpath" };
    rules.site(case.rule, field).into_problem(miss.explain(fault)).of_rule(case.rule.name())
}
