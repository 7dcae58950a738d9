//! Detects tests that never exercise their rule: they pass and prove nothing, or fail and do not say why.

use assay_document::text::{CodeFlag, IssueCode};
use assay_report::{ExpectedFinding, Problem, Reason, Report, RuleState, RuleStats};
use assay_rule::{RuleTest, SelectedFiles};

use super::checker::Checker;

/// The maximum number of files or rules that a message names.
const MAX_NAMED: usize = 3;

/// Warns of a test that proves nothing because no rule is run for it, or no rule looks at its files. The same applies
/// if no rule finds a value in them because of letter case (`wrong_case`). Otherwise warns of each rule whose expected
/// findings are missing for such a reason.
pub(super) fn find_unexercised(
    checker: &Checker,
    test: &RuleTest,
    missing: &[ExpectedFinding],
    report: &Report,
    wrong_case: &[&str],
) -> Vec<Problem> {
    let rules = &report.stats().rules;
    let mut names: Vec<&str> = missing.iter().map(|expected| &*expected.rule).collect();
    names.sort_unstable();
    names.dedup();
    // Problems of other tests do not count. If a rule cannot be used, the files that it would select are unknown.
    let mut problems = checker.diagnostics().problems.iter().chain(report.problems());
    let is_whole = problems.all(|problem| problem.code.has(CodeFlag::OfTests));
    let passes = missing.is_empty() && report.stored().is_empty();
    if is_whole && rules.is_empty() && passes {
        let warning = Problem::new(IssueCode::TestRuleOff, "every rule is switched off, so this test proves nothing");
        return vec![test.site.clone().mark(warning).help(SWITCH_ON)];
    }
    if is_whole && !rules.is_empty() && rules.iter().all(|rule| has_reason(rule, Reason::NoFile)) {
        let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
        let message = if test.files.is_empty() {
            "this test has no file that a rule could look at".to_owned()
        } else {
            format!("no rule looks at the files of this test: {}", files(test))
        };
        return vec![unexercised_warning(checker, test, report, message, &names)];
    }
    if is_whole && passes {
        return without_values(test, report, wrong_case).into_iter().collect();
    }
    names.into_iter().filter_map(|name| explain_missing(checker, test, report, name)).collect()
}

/// Returns true if [`find_unexercised`] may use the hints about rules that found nothing. This is the case if a finding
/// is missing, or if no rule found a value and the files contain a name of a rule in another letter case.
pub(super) fn needs_hints(checker: &Checker, test: &RuleTest, missing: &[ExpectedFinding], report: &Report) -> bool {
    if !missing.is_empty() {
        return true;
    }
    let mut looking = report.stats().rules.iter().filter(|rule| !has_reason(rule, Reason::NoFile)).peekable();
    if looking.peek().is_none() || !looking.all(|rule| has_reason(rule, Reason::NoValue)) {
        return false;
    }
    let names: Vec<&str> = checker.rules().rules().iter().flat_map(|rule| words(rule.xpath().source())).collect();
    let is_other = |word: &str| names.iter().any(|name| *name != word && name.eq_ignore_ascii_case(word));
    test.files.iter().any(|(_, file)| match str::from_utf8(&file.bytes()) {
        Ok(content) if !content.contains('\0') => words(content).any(is_other),
        // The words of UTF-16 and of archives cannot be searched here.
        _ => true,
    })
}

/// Returns the words in `text`. Names in documents consist of words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns a warning with the reason why a rule has no finding that a test expects, if it is known.
fn explain_missing(checker: &Checker, test: &RuleTest, report: &Report, name: &str) -> Option<Problem> {
    let Some(rule) = report.stats().rules.iter().find(|rule| rule.name == name) else {
        let message = format!("`{name}` is switched off (`enabled: false`), but this test expects findings of it");
        let warning = Problem::new(IssueCode::TestRuleOff, message).help(SWITCH_ON);
        return checker.rules().idle().any(|idle| idle == name).then(|| test.site.clone().mark(warning));
    };
    if has_reason(rule, Reason::NoFile) {
        let message = format!("`{name}` looks at none of the files of this test: {}", files(test));
        return Some(unexercised_warning(checker, test, report, message, &[name]));
    }
    has_reason(rule, Reason::NoValue).then(|| {
        let message = format!("`{name}` finds no value in the files of this test");
        let warning = test.site.clone().mark(Problem::new(IssueCode::TestNoValue, message));
        let help = report.warnings().iter().find(|it| is_no_value_of(it, name)).and_then(|it| it.help.clone());
        Problem { help, ..warning }
    })
}

/// Returns the warning, with a help that shows what the rules look for.
fn unexercised_warning(
    checker: &Checker,
    test: &RuleTest,
    report: &Report,
    message: String,
    names: &[&str],
) -> Problem {
    let warning = test.site.clone().mark(Problem::new(IssueCode::TestUnseen, message));
    let has_help = |warning: &&Problem| warning.code == IssueCode::RuleNoFile && warning.help.is_some();
    let of = |warning: &&Problem| warning.rule.as_deref().is_some_and(|rule| names.contains(&rule));
    if let Some(no_file) = report.warnings().iter().filter(has_help).find(of) {
        let (rule, help) = (no_file.rule.as_deref().unwrap_or_default(), no_file.help.as_deref().unwrap_or_default());
        return warning.help(format!("the `rpath` of `{rule}`: {help}"));
    }
    let rules = checker.rules().rules().iter().filter(|rule| names.contains(&rule.name()));
    let sought = rules.filter_map(|rule| match rule.rpath() {
        SelectedFiles::Pattern(pattern) => Some(pattern.source()),
        SelectedFiles::Collection(_) => None,
    });
    let mut sought: Vec<&str> = sought.collect();
    sought.dedup();
    if sought.is_empty() { warning } else { warning.help(format!("rules look for {}", list_first(sought.into_iter()))) }
}

/// Returns the warning about a test in whose files no rule finds a value, if a rule of `wrong_case` would find one in
/// another letter case. A test may intend that a rule finds nothing, but not because of letter case.
fn without_values(test: &RuleTest, report: &Report, wrong_case: &[&str]) -> Option<Problem> {
    let mut looking = report.stats().rules.iter().filter(|rule| !has_reason(rule, Reason::NoFile));
    if !looking.clone().all(|rule| has_reason(rule, Reason::NoValue)) {
        return None;
    }
    let rule = &*looking.find(|rule| wrong_case.contains(&&*rule.name))?.name;
    let help = report.warnings().iter().find(|it| is_no_value_of(it, rule))?.help.as_deref()?;
    let message = "no rule finds a value in the files of this test, so it proves nothing";
    let warning = Problem::new(IssueCode::TestNoValue, message).help(format!("the `xpath` of `{rule}`: {help}"));
    Some(test.site.clone().mark(warning))
}

/// The help for a rule that is switched off.
const SWITCH_ON: &str = "remove `enabled: false` or the test";

/// Returns true if a rule was not checked for that reason.
fn has_reason(rule: &RuleStats, reason: Reason) -> bool {
    rule.state == RuleState::Unchecked(reason)
}

fn is_no_value_of(warning: &Problem, rule: &str) -> bool {
    warning.code == IssueCode::RuleNoValue && warning.rule.as_deref() == Some(rule)
}

fn files(test: &RuleTest) -> String {
    list_first(test.files.iter().map(|(path, _)| path.as_str()))
}

/// Lists the first names, followed by `…` if there are more.
fn list_first<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let rest = if names.len() > MAX_NAMED { ", \u{2026}" } else { "" };
    let listed: Vec<_> = names.take(MAX_NAMED).map(|name| format!("`{name}`")).collect();
    listed.join(", ") + rest
}
