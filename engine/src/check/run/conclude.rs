//! The end of a run: its report, or its trace.

use super::Run;
use crate::check::Checker;
use crate::format::Format;
use crate::report::{About, Hidden, Problem, RULE_NO_FILE, Report, RuleStats, Severity, Stats, Trace};
use crate::rule::{Files, Rule};
use crate::source::{Twins, twin_difference};

impl Run {
    /// The report.
    #[must_use]
    pub fn finish(mut self, checker: &Checker) -> Report {
        let files_unchecked = std::mem::take(&mut self.given_up).tell(&mut self.diagnostics.problems);
        self.unite_findings();
        self.warn_of_nothing(checker);
        self.name_twins();
        let hidden = Hidden { by_comments: self.heed_remarks(checker), ..Hidden::default() };
        let rules = checker.rules().rules().iter().zip(&self.counts).map(|(rule, counts)| RuleStats {
            files: counts.files,
            unchecked: counts.unchecked,
            values: if rule.sub().is_some() { counts.sub_values } else { counts.values },
            about: about(rule),
            ..RuleStats::new(rule.name().to_owned(), rule.severity())
        });
        let stats = Stats {
            files_seen: self.paths.len() as u64,
            files_unchecked,
            files_read: self.read.len() as u64,
            bytes: self.read.values().sum(),
            values: self.counts.iter().map(|counts| counts.values + counts.sub_values).sum(),
            hidden,
            rules: rules.collect(),
            timings: self.began.zip(checker.measured()).map(|(began, clock)| {
                let times = std::mem::take(&mut self.times);
                times.into_timings(clock() - began, checker.rules())
            }),
        };
        Report::new(self.findings, checker.diagnostics().clone(), self.diagnostics, stats)
    }

    /// The trace of a run that [`Checker::explain`] began; one of nothing for any other.
    #[must_use]
    pub fn finish_trace(mut self, checker: &Checker) -> Trace {
        self.heed_remarks(checker);
        let nothing = || Trace::new("", Severity::default(), "");
        self.traced.map_or_else(nothing, |traced| traced.finish(checker, self.diagnostics))
    }

    /// Names beside a file that is not there the one that reads like it.
    pub(super) fn name_twins(&mut self) {
        let is_missing = |problem: &&mut Problem| problem.code == "file-missing" && problem.help.is_none();
        let mut missing = self.diagnostics.problems.iter_mut().filter(is_missing).peekable();
        if missing.peek().is_none() {
            return;
        }
        let twins = Twins::new(self.paths.iter().map(String::as_str));
        for problem in missing {
            let Some(path) = problem.path.as_deref() else { continue };
            problem.help = twins.of(path).map(|twin| format!("there is `{twin}`, {}", twin_difference(path, twin)));
        }
    }

    /// Names rules that matched no file or extracted no value: a slip of the fingers must not look like a pass.
    pub(super) fn warn_of_nothing(&mut self, checker: &Checker) {
        for (rule, counts) in checker.rules().rules().iter().zip(&self.counts) {
            let is_idle = counts.files == 0 && matches!(rule.rpath(), Files::Pattern(_));
            if let Some(name) = self.broken_list(checker, rule).filter(|_| !is_idle) {
                let message = format!("not checked: the collection `{name}` could not be built, as a problem says");
                let warning = Problem::new("rule-not-checked", message).of_rule(rule.name());
                self.diagnostics.warnings.push(checker.rules().site(rule, "name").mark(warning));
                continue;
            }
            let (code, field, message) = if counts.files == 0 {
                (RULE_NO_FILE, "rpath", "`rpath` matched no file")
            } else if counts.values == 0 && counts.unchecked >= counts.files {
                ("rule-not-checked", "rpath", "not checked: no file that `rpath` matched could be, as the problems say")
            } else if counts.values == 0 {
                ("rule-no-value", "xpath", "`xpath` extracted no value from any file")
            } else if rule.sub().is_some() && counts.sub_values == 0 {
                ("rule-no-value", "subxpath", "`subxpath` extracted no value from any file")
            } else {
                continue;
            };
            let warning = Problem::new(code, message).of_rule(rule.name());
            let help = match rule.rpath() {
                Files::Pattern(pattern) if is_idle => pattern.instead_of_glob(),
                _ if counts.values == 0 && counts.files > 0 => self.instead_of_xml(rule),
                _ => None,
            };
            let warning = Problem { help, ..warning };
            self.diagnostics.warnings.push(checker.rules().site(rule, field).mark(warning));
        }
    }

    /// What to write instead of an `xpath` that asks files of another format for what only XML has.
    pub(super) fn instead_of_xml(&self, rule: &Rule) -> Option<String> {
        let help = rule.xpath().instead_of_xml()?;
        let Files::Pattern(pattern) = rule.rpath() else { return None };
        let is_looked_at = |path: &String| pattern.is_match(&format!("/{path}")) == Ok(true);
        let is_other = |path: &String| Format::of_extension(path).is_some_and(|format| format != Format::Xml);
        self.paths.iter().any(|path| is_other(path) && is_looked_at(path)).then_some(help)
    }
}

/// What reports tell of a rule besides its name.
fn about(rule: &Rule) -> About {
    let [description, why, url] = ["description", "why", "url"].map(|field| rule.shown(field));
    About { description, why, url, tags: rule.tags().to_vec() }
}
