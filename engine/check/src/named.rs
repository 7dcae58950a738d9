//! Names of records that have nothing in any of a run, and are like one that a document has: they are slips. A name that is
//! forbidden has nothing in any, either, and mostly is like none.

use assay_document::extract::{Negated, ValueId, ValueRef, Values};
use assay_document::text::{Fault, IssueCode, Span};
use assay_report::Problem;
use assay_rule::RuleSet;

use super::case::Case;
use super::compared::RunComparisons;
use super::near::{Miss, slip, test_slip};
use super::wants::extraction_of;

/// Which names of a rule's records have something in one of a file, in the order of its `xpath`; empty until a record came.
pub(super) struct SeenLabels(Vec<bool>);

impl SeenLabels {
    /// Whether nothing came so far.
    pub const NONE: Self = Self(Vec::new());

    /// Notes what the records among some values have something for.
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

/// Notes whether any selected node has the name of a comparison by `!=`, and if not, what was probably meant.
pub(super) fn note_test(comparisons: &mut RunComparisons, rules: &RuleSet, case: &Case<'_>, negated: Negated) {
    let at = format!("test {}", negated.place);
    let path = case.file.path;
    if negated.is_met {
        comparisons.alike(case.number, at);
    } else if !comparisons.knows(case.number, &at, path) {
        // The first file tells, as asking each would take long.
        let xpath = extraction_of(case.rule, case.via);
        let slip = case.document.and_then(|document| test_slip(xpath, negated.place, document));
        let warning = slip.map(|(name, miss)| {
            let message = format!("no node has `{name}`, so this test by `!=` holds for all of them");
            said(rules, case, Fault::new(IssueCode::XpathTestName, message, Span::at(0)), miss)
        });
        comparisons.unlike(case.number, at, path, warning);
    }
}

/// Notes which names of records have something in them, and of those that have nothing what was meant.
pub(super) fn note_names(comparisons: &mut RunComparisons, rules: &RuleSet, case: &Case<'_>, held: &SeenLabels) {
    /// Records of more names are made by programs, and programs make no slips.
    const MOST: usize = 64;
    if held.0.len() > MOST {
        return;
    }
    let xpath = extraction_of(case.rule, case.via);
    for (place, (name, is_held)) in xpath.labels().iter().zip(&held.0).enumerate() {
        let (path, at) = (case.file.path, format!("name {name}"));
        if *is_held {
            comparisons.alike(case.number, at);
        } else if !comparisons.knows(case.number, &at, path) {
            // The first file tells, as asking each would take long.
            let hint = case.document.and_then(|document| slip(xpath, place, document)).map(|miss| {
                let message = format!("no record has anything for `{name}`: not over {path}, nor over any other file");
                said(rules, case, Fault::new(IssueCode::RecordNameEmpty, message, Span::at(0)), miss)
            });
            comparisons.unlike(case.number, at, path, hint);
        }
    }
}

/// Returns the message about the field of the rule that the values are extracted by.
fn said(rules: &RuleSet, case: &Case<'_>, fault: Fault, miss: Miss) -> Problem {
    let field = if case.via.is_some() { "subxpath" } else { "xpath" };
    rules.site(case.rule, field).say(miss.explain(fault)).of_rule(case.rule.name())
}
