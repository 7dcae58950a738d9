//! The checks of files and rules together.

use assay_report::{Diagnostics, Report};

use super::{Pipeline, codes, pipeline, sound};
use crate::conversion::CHECKS;

fn check(files: &[(&str, &str)], paths: &[&str]) -> Report {
    sound(files).check(paths, Diagnostics::default())
}

/// Returns findings as `rule path:line: message`.
fn found(report: &Report) -> Vec<String> {
    let line = |finding: &assay_report::Finding| {
        format!("{} {}:{}: {}", finding.rule, finding.path, finding.region.start.line, finding.message)
    };
    report.stored().to_vec().iter().map(line).collect()
}

const BUILT: &str = "<r><rule pattern='.*o'><sourcePattern>o$</sourcePattern><sourceFormat>c</sourceFormat></rule></r>";

#[test]
fn a_built_file_needs_its_source() {
    let report = check(&[("asset_rules.xml", BUILT)], &["a.o", "b.o", "b.c"]);
    assert_eq!(found(&report), ["built-file-without-source a.o:1: the source `a.c` does not exist"]);
    assert_eq!(report.stored().to_vec()[0].related[0].path, "asset_rules.xml");
}

#[test]
fn two_sources_of_one_file_are_reported() {
    let rules = "<r><rule pattern='.*o'><sourcePattern>o$</sourcePattern><sourceFormat>c|d</sourceFormat></rule></r>";
    let report = check(&[("asset_rules.xml", rules)], &["a.o", "a.c", "a.d", "b.o", "b.d", "c.o", "c.c"]);
    assert_eq!(
        found(&report),
        ["built-file-with-two-sources a.o:1: this file can be built from `a.c` and from `a.d`; the first one is used"]
    );
}

#[test]
fn rules_without_an_effect_are_reported() {
    let root = "<r>\n<rule pattern='.*x'><root>true</root></rule>\n<rule pattern='y'><root>true</root></rule></r>";
    let below = "<r><rule pattern='.*x'><root>false</root></rule></r>";
    let report = check(&[("asset_rules.xml", root), ("a/asset_rules.xml", below)], &["a/x", "a/xx"]);
    assert_eq!(
        found(&report),
        [
            "rule-overridden asset_rules.xml:2: this rule has no effect: other rules override it for all 2 files it \
             matches",
            "rule-without-file asset_rules.xml:3: no file below this folder matches the rule"
        ]
    );
    assert_eq!(report.stored().to_vec()[0].related[0].path, "a/asset_rules.xml");
}

#[test]
fn a_rule_without_fields_is_reported() {
    let report = check(&[("asset_rules.xml", "<r><rule pattern='x'/></r>")], &["x"]);
    assert_eq!(found(&report), ["rule-without-field asset_rules.xml:1: the rule has no field"]);
}

#[test]
fn a_rule_with_a_reported_part_is_not_reported_again() {
    for content in ["<rot>true</rot>", "<root>yes</root>"] {
        let (pipeline, diagnostics) =
            pipeline(&[("asset_rules.xml", &format!("<r><rule pattern='x'>{content}</rule></r>"))]);
        assert_eq!(diagnostics.problems.len() + diagnostics.warnings.len(), 1, "{content}");
        assert_eq!(found(&pipeline.check(&["x"], Diagnostics::default())), [""; 0], "{content}");
    }
}

#[test]
fn the_overriding_rule_sets_the_same_field() {
    let root = "<r>\n<rule pattern='.*x'><root>true</root></rule>\n<rule pattern='.*x'><converterParams>p</converterParams></rule></r>";
    let below = "<r><rule pattern='.*x'>\n<root>false</root></rule></r>";
    let report = check(&[("asset_rules.xml", root), ("a/asset_rules.xml", below)], &["a/x"]);
    assert_eq!(report.stored().len(), 1);
    let related = &report.stored().to_vec()[0].related[0];
    assert_eq!((&*related.path, related.region.start.line), ("a/asset_rules.xml", 2));
}

#[test]
fn a_finding_in_a_rule_file_has_its_line_and_the_pattern_as_written() {
    let (pipeline, _) = pipeline(&[("asset_rules.xml", "<r>\n <rule pattern='x\\\\.y'><root>true</root></rule></r>")]);
    let report = pipeline.check(&["a"], Diagnostics::default());
    let finding = &report.stored().to_vec()[0];
    assert_eq!(finding.excerpt.as_ref().map(|excerpt| excerpt.start), Some(1));
    assert_eq!(finding.value, assay_report::Value::Text("x\\\\.y".to_owned()));
}

#[test]
fn a_source_pattern_without_a_match_is_reported_at_its_place() {
    let rules = "<r><rule pattern='.*o'>\n<sourcePattern>0$</sourcePattern><sourceFormat>c</sourceFormat></rule></r>";
    let report = check(&[("asset_rules.xml", rules)], &["a.o", "b.o"]);
    assert_eq!(
        found(&report),
        [
            "rule-without-source asset_rules.xml:2: `sourcePattern` is not found in any of the 2 files that the rule matches"
        ]
    );
}

#[test]
fn a_file_that_is_its_source_is_reported() {
    let rules = "<r><rule pattern='.*o'><sourcePattern>o$</sourcePattern><sourceFormat>o</sourceFormat></rule></r>";
    let report = check(&[("asset_rules.xml", rules)], &["a.o"]);
    assert_eq!(found(&report), ["built-file-of-itself a.o:1: a rule makes this file its own source"]);
}

#[test]
fn a_rule_for_excluded_files_is_not_reported() {
    let mut pipeline = sound(&[("asset_rules.xml", BUILT)]);
    let findings = |pipeline: &Pipeline| found(&pipeline.check(&["asset_rules.xml", "a.c"], Diagnostics::default()));
    assert_eq!(findings(&pipeline).len(), 1);
    pipeline.exclude(vec!["a.o".to_owned()]);
    assert_eq!(findings(&pipeline), [""; 0]);
}

#[test]
fn one_of_several_sources_is_enough() {
    let rules = "<r><rule pattern='.*o'><sourcePattern>o$</sourcePattern><sourceFormat>c|d</sourceFormat></rule></r>";
    let report = check(&[("asset_rules.xml", rules)], &["a.o", "a.c", "b.o", "c.o", "c.d"]);
    assert_eq!(found(&report), ["built-file-without-source b.o:1: the source `b.c` or `b.d` does not exist"]);
}

#[test]
fn a_rule_for_built_files_without_a_source_is_reported() {
    let pattern = "<r><rule pattern='.*o'><sourcePattern>o$</sourcePattern></rule></r>";
    let format = "<r><rule pattern='.*o'><sourceFormat>c</sourceFormat></rule></r>";
    for (rules, expected) in [
        (pattern, "the files have no source: no `sourceFormat` gives the replacement for the `sourcePattern`"),
        (format, "the `sourceFormat` has no effect: no rule for these files has a `sourcePattern`"),
    ] {
        let report = check(&[("asset_rules.xml", rules)], &["a.o"]);
        assert_eq!(found(&report), [format!("rule-without-source asset_rules.xml:1: {expected}")]);
    }
}

#[test]
fn a_pattern_that_matches_only_a_part_of_paths_is_reported_once() {
    let (mut pipeline, mut diagnostics) =
        pipeline(&[("asset_rules.xml", "<r><rule pattern='x$'><root>true</root></rule></r>")]);
    diagnostics.warnings.extend(pipeline.find_partial(&["ax".to_owned()]));
    let report = pipeline.check(&["ax"], diagnostics);
    assert_eq!((found(&report), codes(report.warnings())), (vec![], vec!["conversion-partial-match 1:4".to_owned()]));
}

#[test]
fn a_source_outside_the_root_is_reported() {
    let rules = "<r><rule pattern='.*o'><sourcePattern>^</sourcePattern><sourceFormat>../</sourceFormat></rule></r>";
    let report = check(&[("f/asset_rules.xml", rules), ("asset_rules.xml", rules)], &["f/a.o", "b.o", "a.o"]);
    assert_eq!(
        found(&report),
        [
            "built-file-without-source a.o:1: the source `../a.o` leaves the root",
            "built-file-without-source b.o:1: the source `../b.o` leaves the root"
        ]
    );
}

#[test]
fn a_source_without_a_name_is_reported_as_missing() {
    let rules = "<r><rule pattern='.*o'><sourcePattern>.+</sourcePattern><sourceFormat/></rule></r>";
    let report = check(&[("asset_rules.xml", rules)], &["a.o"]);
    assert_eq!(
        found(&report),
        ["built-file-without-source a.o:1: replacing the pattern removes its whole path, so it has no source"]
    );
}

#[test]
fn a_check_without_rules_is_not_clean() {
    let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", "<r><group><rule pattern='x'/></group></r>")]);
    assert_eq!(codes(&diagnostics.warnings), ["conversion-no-rule 1:1", "conversion-unknown-tag 1:5"]);
    let report = pipeline.check(&["a"], diagnostics);
    assert_eq!(codes(report.problems()), ["conversion-no-rules"]);
}

#[test]
fn rule_files_do_not_match_their_rules() {
    let rules = "<r><rule pattern='.*xml'><root>true</root></rule></r>";
    let pipeline = sound(&[("asset_rules.xml", rules)]);
    assert!(pipeline.resolver().resolve("asset_rules.xml").fields[0].is_none());
    let report = pipeline.check(&["asset_rules.xml"], Diagnostics::default());
    assert_eq!(found(&report).len(), 1);
    assert_eq!(report.stored().to_vec()[0].rule, "rule-without-file");
}

#[test]
fn unreadable_rule_files_are_not_a_clean_report() {
    let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", "<r>")]);
    let report = pipeline.check(&["asset_rules.xml", "a"], diagnostics);
    assert_eq!(codes(report.problems()).len(), 1);
    assert_eq!(report.exit_code(assay_report::Severity::Error, assay_report::Least::Something), 2);
}

#[test]
fn checks_are_documented_and_unique() {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), CHECKS.len());
    assert!(CHECKS.iter().all(|check| check.description.ends_with('.') && check.why.ends_with('.')));
}
