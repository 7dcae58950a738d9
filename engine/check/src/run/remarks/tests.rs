//! Tests which findings comments hide, and the messages about comments that hide nothing.

use std::rc::Rc;

use assay_document::source::MemorySource;
use assay_report::{Report, RuleState};
use assay_rule::RuleFile;

use crate::Checker;

const RULES: &str = "
- {name: mass, rpath: \\.xml$, xpath: '*/Mass', condition: ['>', 0]}
- {name: mass in tons, rpath: \\.xml$, xpath: '*/Tons', condition: ['>', 0]}
- {name: small, rpath: \\.xml$, xpath: '{file.size}', condition: ['<', 10]}
- {name: idle, enabled: no, rpath: \\.xml$, xpath: '*/Mass', condition: ['>', 0]}
";

fn check(files: &[(&str, &str)]) -> Report {
    let rules = RuleFile { path: "rules.yaml".to_owned(), text: RULES.to_owned() };
    let source: MemorySource = files.iter().map(|&(path, text)| (path, text)).collect();
    crate::check(&Checker::new(&[rules], &|_| None), source.paths(), Rc::new(source))
}

/// Returns the lines with findings of rules other than `small`, the number of hidden findings, and the messages about
/// comments.
fn of(document: &str) -> (Vec<u32>, u64, Vec<String>) {
    let report = check(&[("a.xml", document)]);
    assert!(report.problems().is_empty(), "{:?}", report.problems());
    let found = report.stored().iter().filter(|finding| finding.rule() != "small");
    let actual =
        report.warnings().iter().chain(report.hints()).filter(|diagnostic| diagnostic.path.as_deref() == Some("a.xml"));
    let actual = actual.map(|diagnostic| {
        let start = diagnostic.region.expect("a comment has a place").start;
        format!("{} {}:{}", diagnostic.code, start.line, start.column)
    });
    (found.map(|finding| finding.region().start.line).collect(), report.stats().hidden.by_comments, actual.collect())
}

#[test]
fn a_comment_applies_to_the_next_element_only() {
    for (document, found, hidden) in [
        ("<R>\n<!-- assay-ignore mass it floats -->\n<Mass>0</Mass>\n<Mass>-1</Mass></R>", vec![4], 1),
        ("<R>\n<Mass>0</Mass>\n<!-- assay-ignore mass it floats --><Mass>-1</Mass></R>", vec![2], 1),
        ("<!--assay-ignore mass old file-->\n<R><Mass>0</Mass>\n<Mass>0</Mass></R>", vec![], 2),
        (
            "<R><!-- assay-ignore mass\n  for many\n  reasons -->\n<A><B><Mass>0</Mass></B>\n</A><Mass>0</Mass></R>",
            vec![5],
            0,
        ),
        (
            "<R>\n<!-- assay-ignore mass a --><!-- assay-ignore mass in tons b -->\n<Mass>0</Mass><Tons>0</Tons></R>",
            vec![3],
            1,
        ),
        ("<R>\n<!-- assay-ignore mass in tons too heavy -->\n<Tons>0</Tons></R>", vec![], 1),
        ("<R>\n<!-- a word on assay-ignore mass x -->\n<Mass>0</Mass></R>", vec![3], 0),
        ("<R>\n<!-- assay-ignore mass x -->text<?p?>\n<Mass>0</Mass></R>", vec![], 1),
        ("<R>\r\n<!-- assay-ignore mass x -->\r\n<Mass/>\r\n<Mass>0</Mass></R>", vec![4], 1),
    ] {
        let (lines, by_comments, _) = of(document);
        assert_eq!((lines, by_comments), (found, hidden), "{document}");
    }
}

#[test]
fn a_comment_before_the_root_applies_to_the_whole_file() {
    let hidden = "<!-- assay-ignore small it is a sample -->\n<R><Mass>1</Mass></R>";
    let report = check(&[("a.xml", hidden), ("b.xml", "<Resources><Mass>1</Mass></Resources>")]);
    let found: Vec<&str> = report.stored().iter().map(|finding| finding.path()).collect();
    assert_eq!((found, report.stats().hidden.by_comments), (vec!["b.xml"], 1));
}

#[test]
fn comments_apply_in_files_whose_content_no_rule_reads() {
    let rules = "r: {rpath: \\.xml$, xpath: '{file.size}', condition: ['<', 10]}";
    let rules = RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() };
    let source: MemorySource = [("a.xml", "<!-- assay-ignore r because -->\n<Root/>")].into_iter().collect();
    let report = crate::check(&Checker::new(&[rules], &|_| None), source.paths(), Rc::new(source));
    assert_eq!((report.stored().len(), report.stats().hidden.by_comments), (0, 1));
}

#[test]
fn comments_that_hide_nothing_are_reported() {
    for (document, expected) in [
        ("<R>\n  <!-- assay-ignore mass it floats -->\n<Mass>1</Mass></R>", "ignore-unused 2:3"),
        ("<R>\n<!-- assay-ignore mass -->\n<Mass>0</Mass></R>", "ignore-no-reason 2:1"),
        ("<R>\n<Mass>1</Mass><!-- assay-ignore mass x --></R>", "ignore-nothing 2:15"),
        ("<R><Mass>1</Mass></R>\n<!-- assay-ignore mass x -->", "ignore-nothing 2:1"),
        ("<R>\n<!-- assay-ignore nonsense x --><Mass>1</Mass></R>", "ignore-unknown-rule 2:1"),
        ("<R>\n<!-- assay-ignore masses x --><Mass>1</Mass></R>", "ignore-unknown-rule 2:1"),
        ("<R>\n<!-- assay-ignore --><Mass>1</Mass></R>", "ignore-no-rule 2:1"),
        ("<R>\n<!-- assay-ingore mass x --><Mass>1</Mass></R>", "remark-unknown 2:1"),
        ("<R>\n<!-- Assay ignore mass x --><Mass>1</Mass></R>", "remark-unknown 2:1"),
        ("<R>\n<!-- assay_ignore mass x --><Mass>1</Mass></R>", "remark-unknown 2:1"),
        ("<R>\n<!-- assay-ignore mass x\n assay-ignore small y --><Mass>0</Mass></R>", "ignore-twice 2:1"),
    ] {
        assert_eq!(of(document).2, [expected], "{document}");
    }
    for silent in [
        "<R>\n<!-- assay-ignore idle it is switched off -->\n<Mass>1</Mass></R>",
        "<R>\n<!-- an assay-ignore in a text -->\n<Mass>1</Mass></R>",
    ] {
        assert_eq!(of(silent).2, [""; 0], "{silent}");
    }
}

#[test]
fn a_comment_is_not_reported_as_unused_if_its_rule_failed_to_run() {
    let rules = "r:\n  rpath: \\.xml$\n  xpath: '*/A'\n  func_str: |\n    fn boom(data, filepath, condition) { throw \"no\" }\n  condition: [func_boom]\n";
    let rules = RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() };
    let document = "<R><!-- assay-ignore r x --><A>1</A></R>";
    let source: MemorySource = [("a.xml", document)].into_iter().collect();
    let report = crate::check(&Checker::new(&[rules], &|_| None), source.paths(), Rc::new(source));
    assert!(!report.problems().is_empty());
    assert!(
        report.warnings().iter().all(|diagnostic| diagnostic.code.as_str() != "ignore-unused"),
        "{:?}",
        report.warnings()
    );
}

#[test]
fn a_rule_whose_findings_are_all_hidden_passes() {
    let report = check(&[("a.xml", "<R><!-- assay-ignore mass x --><Mass>0</Mass></R>")]);
    let of = |name: &str| report.stats().rules.iter().find(|rule| rule.name == name).map(|rule| rule.state);
    assert_eq!(of("mass"), Some(RuleState::Passed));
}
