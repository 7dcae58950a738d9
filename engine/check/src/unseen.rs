//! Detects tests that never exercise their rule: they pass and prove nothing, or fail and do not say why.

use assay_document::text::{CodeFlag, IssueCode};
use assay_report::{ExpectedFinding, Problem, Reason, Report, RuleState, RuleStats};
use assay_rule::{RuleTest, SelectedFiles};

use super::checker::Checker;

/// Names of files or rules that are told.
const TOLD: usize = 3;

/// Warns of a test that no rule is run for, of whose files no rule looks at any, or finds a value in none for a slip of
/// letter case, as `slips` are; or else of each rule that it misses a finding of for one of these reasons.
pub(super) fn unseen(
    checker: &Checker,
    test: &RuleTest,
    missing: &[ExpectedFinding],
    report: &Report,
    slips: &[&str],
) -> Vec<Problem> {
    let rules = &report.stats().rules;
    let mut names: Vec<&str> = missing.iter().map(|expected| &*expected.rule).collect();
    names.sort_unstable();
    names.dedup();
    // Problems of other tests do not count. If a rule cannot be used, the files that it would select are unknown.
    let is_whole = !checker.diagnostics().problems.iter().chain(report.problems()).any(|it| !is_of_tests(it));
    let passes = missing.is_empty() && report.stored().is_empty();
    if is_whole && rules.is_empty() && passes {
        let warning = Problem::new(IssueCode::TestRuleOff, "every rule is switched off, so this test proves nothing");
        return vec![test.site.clone().mark(warning).help(SWITCH_ON)];
    }
    if is_whole && !rules.is_empty() && rules.iter().all(|rule| is_so(rule, Reason::NoFile)) {
        let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
        let message = if test.files.is_empty() {
            "this test has no file that a rule could look at".to_owned()
        } else {
            format!("no rule looks at the files of this test: {}", files(test))
        };
        return vec![say_unseen(checker, test, report, message, &names)];
    }
    if is_whole && passes {
        return without_values(test, report, slips).into_iter().collect();
    }
    names.into_iter().filter_map(|name| why_missing(checker, test, report, name)).collect()
}

/// Returns true if [`unseen`] may use the hints about rules that found nothing: if a finding is missing, or if no rule
/// found a value and one has a name that the files spell in another letter case.
pub(super) fn needs_hints(checker: &Checker, test: &RuleTest, missing: &[ExpectedFinding], report: &Report) -> bool {
    if !missing.is_empty() {
        return true;
    }
    let mut looking = report.stats().rules.iter().filter(|rule| !is_so(rule, Reason::NoFile)).peekable();
    if looking.peek().is_none() || !looking.all(|rule| is_so(rule, Reason::NoValue)) {
        return false;
    }
    let names: Vec<&str> = checker.rules().rules().iter().flat_map(|rule| words(rule.xpath().source())).collect();
    let is_other = |word: &str| names.iter().any(|name| *name != word && name.eq_ignore_ascii_case(word));
    test.files.iter().any(|(_, file)| match str::from_utf8(&file.bytes()) {
        Ok(content) if !content.contains('\0') => words(content).any(is_other),
        // UTF-16, or an archive: its words cannot be seen here.
        _ => true,
    })
}

/// Returns the words of a text, which names in documents consist of.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Why a rule finds nothing that a test expects of it, where that is known.
fn why_missing(checker: &Checker, test: &RuleTest, report: &Report, name: &str) -> Option<Problem> {
    let Some(rule) = report.stats().rules.iter().find(|rule| rule.name == name) else {
        let message = format!("`{name}` is switched off (`enabled: false`), and this test expects something of it");
        let warning = Problem::new(IssueCode::TestRuleOff, message).help(SWITCH_ON);
        return checker.rules().idle().any(|idle| idle == name).then(|| test.site.clone().mark(warning));
    };
    if is_so(rule, Reason::NoFile) {
        let message = format!("`{name}` looks at none of the files of this test: {}", files(test));
        return Some(say_unseen(checker, test, report, message, &[name]));
    }
    is_so(rule, Reason::NoValue).then(|| {
        let message = format!("`{name}` finds no value in the files of this test");
        let warning = test.site.clone().mark(Problem::new(IssueCode::TestNoValue, message));
        let help = report.warnings().iter().find(|it| is_no_value_of(it, name)).and_then(|it| it.help.clone());
        Problem { help, ..warning }
    })
}

/// The warning, with what the rules look for.
fn say_unseen(checker: &Checker, test: &RuleTest, report: &Report, message: String, names: &[&str]) -> Problem {
    let warning = test.site.clone().mark(Problem::new(IssueCode::TestUnseen, message));
    let near = |warning: &&Problem| warning.code == IssueCode::RuleNoFile && warning.help.is_some();
    let of = |warning: &&Problem| warning.rule.as_deref().is_some_and(|rule| names.contains(&rule));
    if let Some(near) = report.warnings().iter().filter(near).find(of) {
        let (rule, help) = (near.rule.as_deref().unwrap_or_default(), near.help.as_deref().unwrap_or_default());
        return warning.help(format!("the `rpath` of `{rule}`: {help}"));
    }
    let rules = checker.rules().rules().iter().filter(|rule| names.contains(&rule.name()));
    let sought = rules.filter_map(|rule| match rule.rpath() {
        SelectedFiles::Pattern(pattern) => Some(pattern.source()),
        SelectedFiles::Collection(_) => None,
    });
    let mut sought: Vec<&str> = sought.collect();
    sought.dedup();
    if sought.is_empty() { warning } else { warning.help(format!("rules look for {}", some(sought.into_iter()))) }
}

/// The warning of a test in whose files no rule finds a value, and one of `slips` would in another letter case. That a file
/// without what a rule is about is left alone is worth a test; that one is with it in other letters is none.
fn without_values(test: &RuleTest, report: &Report, slips: &[&str]) -> Option<Problem> {
    let mut looking = report.stats().rules.iter().filter(|rule| !is_so(rule, Reason::NoFile));
    if !looking.clone().all(|rule| is_so(rule, Reason::NoValue)) {
        return None;
    }
    let rule = &*looking.find(|rule| slips.contains(&&*rule.name))?.name;
    let help = report.warnings().iter().find(|it| is_no_value_of(it, rule))?.help.as_deref()?;
    let message = "no rule finds a value in the files of this test, so it proves nothing";
    let warning = Problem::new(IssueCode::TestNoValue, message).help(format!("the `xpath` of `{rule}`: {help}"));
    Some(test.site.clone().mark(warning))
}

/// The help for a rule that is switched off.
const SWITCH_ON: &str = "take `enabled: false` out, or the test";

/// Whether nothing came of a rule for that reason.
fn is_so(rule: &RuleStats, reason: Reason) -> bool {
    rule.state == RuleState::Unchecked(reason)
}

/// Whether something is said of how a test is written.
fn is_of_tests(problem: &Problem) -> bool {
    problem.code.has(CodeFlag::OfTests)
}

fn is_no_value_of(warning: &Problem, rule: &str) -> bool {
    warning.code == IssueCode::RuleNoValue && warning.rule.as_deref() == Some(rule)
}

fn files(test: &RuleTest) -> String {
    some(test.files.iter().map(|(path, _)| path.as_str()))
}

/// The first of some names, and whether there are more.
fn some<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let rest = if names.len() > TOLD { ", \u{2026}" } else { "" };
    let told: Vec<_> = names.take(TOLD).map(|name| format!("`{name}`")).collect();
    told.join(", ") + rest
}
