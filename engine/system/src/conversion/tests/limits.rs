//! Patterns that take too long.

use assay_report::{Diagnostics, Problem};

use super::super::Pipeline;
use super::{codes, sound};

/// Takes too long on many `a` that are followed by anything but `c`.
const SLOW: &str = "(a|aa)+(\\1)c";

/// Returns a pipeline of one rule file after finding its limits on these paths.
fn limited(rules: &str, paths: &[String]) -> (Pipeline, Vec<Problem>) {
    let mut pipeline = sound(&[("asset_rules.xml", rules)]);
    let problems = pipeline.limit(paths);
    (pipeline, problems)
}

fn slow_paths(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{}{at}", "a".repeat(60))).chain(["z.fx".to_owned()]).collect()
}

fn rules(attributes: &str, content: &str) -> String {
    format!("<r>\n<rule {attributes}>{content}</rule></r>")
}

#[test]
fn an_unknown_result_for_a_file_is_one_problem_at_the_rule() {
    let paths = slow_paths(2);
    let by_pattern = rules(&format!("pattern='{SLOW}|z\\.fx'"), "<root>true</root>");
    let by_source =
        rules("pattern='.*'", &format!("<sourcePattern>{SLOW}$</sourcePattern><sourceFormat>x</sourceFormat>"));
    for rules in [by_pattern, by_source] {
        let (pipeline, problems) = limited(&rules, &paths);
        assert_eq!(codes(&problems), ["pattern-limit 2:1"], "{rules}");
        assert!(
            problems[0].message.contains(" and 1 more: its effect on such files is unknown"),
            "{}",
            problems[0].message
        );
        let mut resolver = pipeline.resolver();
        let limited: Vec<usize> = paths.iter().map(|path| resolver.resolve(path).limited.len()).collect();
        assert_eq!(limited, [1, 1, 0], "{rules}");
    }
}

#[test]
fn an_abandoned_rule_is_abandoned_for_every_file_in_any_order() {
    let paths = slow_paths(9);
    let (pipeline, problems) = limited(&rules(&format!("pattern='{SLOW}|z\\.fx'"), "<root>true</root>"), &paths);
    assert_eq!(codes(&problems), ["pattern-limit 2:1"]);
    assert!(problems[0].message.ends_with(" and 7 more: its effect on any file is unknown"), "{}", problems[0].message);
    let mut resolver = pipeline.resolver();
    for path in paths.iter().chain(paths.iter().rev()) {
        let (one, alone) = (resolver.resolve(path), pipeline.resolver().resolve(path));
        assert_eq!((one.limited.len(), alone.limited.len()), (1, 1), "{path}");
    }
    assert_eq!(pipeline.abandoned_rules(), [(0, 0)]);
    let entry = pipeline.resolver().resolve("z.fx");
    assert_eq!(entry.entry("z.fx", |_| false).undecided.len(), 1);
}

#[test]
fn many_slow_rules_are_abandoned_before_all_are_evaluated() {
    let slow = format!("<rule pattern='{SLOW}'><root>true</root></rule>").repeat(40);
    let (pipeline, problems) = limited(&format!("<r>{slow}<rule pattern='(?=z).*'/></r>"), &slow_paths(8));
    assert_eq!(problems.len(), 9, "eight are evaluated on eight paths each, and the other rules are reported together");
    assert!(problems[8].message.contains("because they are not evaluated"), "{}", problems[8].message);
    assert_eq!((pipeline.abandoned_rules().len(), pipeline.resolver().resolve("z.fx").limited.len()), (41, 41));
}

#[test]
fn abandoned_rules_can_be_passed_to_another_pipeline() {
    let mut other = sound(&[("asset_rules.xml", &rules("pattern='.*fx'", "<root>true</root>"))]);
    other.give_up(&[(0, 0)]);
    assert_eq!(other.resolver().resolve("z.fx").limited.len(), 1);
}

#[test]
fn a_rule_with_an_unknown_result_is_not_reported() {
    for rules in [
        rules(&format!("pattern='{SLOW}'"), "<root>true</root>"),
        rules("pattern='a.*'", &format!("<sourcePattern>{SLOW}$</sourcePattern><sourceFormat>x</sourceFormat>")),
    ] {
        let paths = slow_paths(1);
        let (pipeline, problems) = limited(&rules, &paths);
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let report = pipeline.check(&paths, Diagnostics { problems, ..Diagnostics::default() });
        assert_eq!((report.stored().len(), report.problems().len()), (0, 1), "{rules}");
    }
}

#[test]
fn built_files_with_an_unknown_result_are_not_orphans() {
    let rules = format!(
        "<r><rule pattern='.*'><sourcePattern>a</sourcePattern><sourceFormat>x</sourceFormat></rule><rule pattern='{SLOW}'><root>true</root></rule></r>"
    );
    let paths = slow_paths(1);
    let (pipeline, _) = limited(&rules, &paths);
    assert!(paths.iter().all(|path| !pipeline.resolver().resolve(path).is_orphan(|_| false)));
}
