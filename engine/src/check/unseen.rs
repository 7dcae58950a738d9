//! Tests over whose files nothing was asked: they pass, and prove nothing; or fail, and do not tell why.

use super::Checker;
use crate::report::{ExpectedFinding, Problem, RULE_NO_FILE, Reason, Report, RuleState, RuleStats};
use crate::rule::{Files, RuleTest};

/// Names of files or rules that are told.
const TOLD: usize = 3;

impl Checker {
    /// Warns of a test of whose files no rule looks at any, or else of each rule that it misses a finding of and that looks at
    /// none of them.
    pub(super) fn unseen(&self, test: &RuleTest, missing: &[ExpectedFinding], report: &Report) -> Vec<Problem> {
        let rules = &report.stats().rules;
        // Of a rule that cannot be used nobody knows what it would look at.
        let is_idle = |rule: &RuleStats| rule.state == RuleState::Unchecked(Reason::NoFile);
        let is_whole = self.diagnostics().problems.is_empty() && report.problems().is_empty();
        if is_whole && rules.iter().all(is_idle) {
            let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
            let message = if test.files.is_empty() {
                "this test has no file that a rule could look at".to_owned()
            } else {
                format!("no rule looks at the files of this test: {}", files(test))
            };
            return vec![self.say_unseen(test, report, message, &names)];
        }
        let mut names: Vec<&str> = missing.iter().map(|expected| &*expected.rule).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| rules.iter().any(|rule| rule.name == *name && is_idle(rule)));
        let say = |name| {
            let message = format!("`{name}` looks at none of the files of this test: {}", files(test));
            self.say_unseen(test, report, message, &[name])
        };
        names.into_iter().map(say).collect()
    }

    /// The warning, with what the rules look for.
    fn say_unseen(&self, test: &RuleTest, report: &Report, message: String, names: &[&str]) -> Problem {
        let warning = test.site.clone().mark(Problem::new("test-unseen", message));
        let near = |warning: &&Problem| warning.code == RULE_NO_FILE && warning.help.is_some();
        let of = |warning: &&Problem| warning.rule.as_deref().is_some_and(|rule| names.contains(&rule));
        if let Some(near) = report.warnings().iter().filter(near).find(of) {
            let (rule, help) = (near.rule.as_deref().unwrap_or_default(), near.help.as_deref().unwrap_or_default());
            return warning.help(format!("the `rpath` of `{rule}`: {help}"));
        }
        let rules = self.rules().rules().iter().filter(|rule| names.contains(&rule.name()));
        let sought = rules.filter_map(|rule| match rule.rpath() {
            Files::Pattern(pattern) => Some(pattern.source()),
            Files::Collection(_) => None,
        });
        let mut sought: Vec<&str> = sought.collect();
        sought.dedup();
        if sought.is_empty() { warning } else { warning.help(format!("rules look for {}", some(sought.into_iter()))) }
    }
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
