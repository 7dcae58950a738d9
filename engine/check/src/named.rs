//! Names of records that have nothing in any of a run, and are like one that a document has: they are slips. A name that is
//! forbidden has nothing in any, either, and mostly is like none.

use assay_document::extract::{Negated, ValueId, ValueRef, Values};
use assay_document::text::{Fault, IssueCode, Span};
use assay_rule::RuleSet;

use super::case::Case;
use super::compared::RunComparisons;
use super::near::{slip, test_slip};
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
        let warning = slip.map(|(name, meant)| {
            let message = format!("no node has `{name}`, so this test by `!=` holds for all of them");
            let fault = Fault::new(IssueCode::XpathTestName, message, Span::at(0)).help(meant.said);
            let fault = Fault { meant: meant.meant.map(Into::into), ..fault };
            rules.site(case.rule, field(case)).say(fault).of_rule(case.rule.name())
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
            let hint = case.document.and_then(|document| slip(xpath, place, document)).map(|meant| {
                let message = format!("no record has anything for `{name}`: not over {path}, nor over any other file");
                let fault = Fault::new(IssueCode::RecordNameEmpty, message, Span::at(0)).help(meant.said);
                let fault = Fault { meant: meant.meant.map(Into::into), ..fault };
                rules.site(case.rule, field(case)).say(fault).of_rule(case.rule.name())
            });
            comparisons.unlike(case.number, at, path, hint);
        }
    }
}

/// The field of the rule that the values are extracted by.
const fn field(case: &Case<'_>) -> &'static str {
    if case.via.is_some() { "subxpath" } else { "xpath" }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use assay_document::source::MemorySource;
    use assay_rule::RuleFile;

    use crate::checker::Checker;

    /// The hints on a rule with that path and condition over some files, each with what is to be put for the path.
    fn hints(xpath: &str, condition: &str, files: &[&str]) -> Vec<(String, Option<String>)> {
        let text = format!("- {{name: r, rpath: '[.]x$', xpath: '{xpath}', condition: [{condition}]}}\n");
        let checker = Checker::new(&[RuleFile { path: "r.yaml".to_owned(), text }], &|_| None);
        let paths: Vec<String> = (0..files.len()).map(|number| format!("{number}.x")).collect();
        let source: MemorySource = paths.iter().zip(files).map(|(path, file)| (&**path, file.as_bytes())).collect();
        let report = crate::check(&checker, source.paths(), Rc::new(source));
        report.hints().iter().map(|hint| (hint.message.clone(), hint.suggestion.clone())).collect()
    }

    #[test]
    fn a_name_without_anything_is_told_where_it_is_a_slip_and_all_is_checked() {
        const FEW: &str = "Satisfy the expression, 'len(d.naem) < 2'";
        const NO_LOD: &str = "Satisfy the expression, 'len(d.lod) == 0'";
        const MESH: &str = "<L><Mesh id='1' name='a'/></L>";
        const BARE: &str = "<L><Mesh id='1'/></L>";
        const SLIP: &str = "<L><Mesh id='1' naem='a'/></L>";
        const CUT: &str = "<L><Mesh";
        for (xpath, condition, files, told) in [
            ("L/Mesh:id,naem", FEW, &[MESH][..], true),
            ("L/Mesh:id,naem", "Exist", &[MESH], true),
            ("L/Mesh:id,naem", "Exist", &[MESH, MESH], true),
            // Another file has it, or may have it.
            ("L/Mesh:id,naem", "Exist", &[MESH, SLIP], false),
            ("L/Mesh:id,naem", "Exist", &[MESH, CUT], false),
            // The first one has nothing like it.
            ("L/Mesh:id,naem", "Exist", &[BARE, MESH], false),
            // It is forbidden, or may be absent.
            ("L/Mesh:id,lod", NO_LOD, &[MESH], false),
            ("L/Mesh:id,naem", FEW, &[BARE], false),
            ("L/Mesh:id,naem?", "Exist", &[MESH], false),
            ("L/Mesh:id,naem,name", FEW, &[MESH], false),
            // By it something was found.
            ("L/Mesh:id,naem", "Not exist", &[MESH], false),
        ] {
            let said = "no record has anything for `naem`: not over 0.x, nor over any other file".to_owned();
            let expected = told.then(|| (said, Some("'L/Mesh:id,name'".to_owned())));
            assert_eq!(hints(xpath, condition, files), Vec::from_iter(expected), "{xpath} {condition} {files:?}");
        }
    }
}
