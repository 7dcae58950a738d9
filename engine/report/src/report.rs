//! The result of one run, in a fixed order.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::coverage::CoverageGaps;
use super::{
    About, Diagnostics, Finding, Findings, HiddenReason, Least, Problem, REPEATED_KEY, Reason, RuleState, RuleStats,
    Severity, Shard, Stats, Summary,
};

/// The result of a run. Every report format is a pure function of it.
///
/// All its lists are in a fixed order, so two runs over the same input are equal for any number of workers. Each rule
/// has its state.
///
/// It serialises in two forms: flat for people (JSON), and field by field for compact formats (see `shape`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Report {
    pub(super) findings: Findings,
    pub(super) diagnostics: Diagnostics,
    pub(super) stats: Stats,
    pub(super) shard: Option<Shard>,
    /// The names of known rules that were not run; empty in a report that was read from JSON.
    #[serde(skip)]
    pub(super) idle: Vec<String>,
    /// The findings as a list, once it has been requested.
    #[serde(skip)]
    pub(super) list: Listed,
}

/// A list that is built from the findings on request. It is ignored when reports are compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed(OnceCell<Vec<Finding>>);

impl PartialEq for Listed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The bytes are not a report, or another version wrote them.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("these are not the bytes of a report of this version")]
pub struct Damaged;

impl Report {
    /// Creates the report of a run. `rules` are the diagnostics from loading the rules, `run` those from checking.
    ///
    /// `stats` contains the counts of files, bytes and values, and the number of unchecked files without a problem. The
    /// counts of findings, the states of the rules and the number of all unchecked files are filled in here. A rule
    /// that occurs only in a problem is added as a rule that could not be used. The findings of one rule in one
    /// document must come in the order of their values; apart from that, findings may come in any order.
    pub fn new(findings: impl Into<Findings>, rules: Diagnostics, run: Diagnostics, mut stats: Stats) -> Self {
        let mut findings = findings.into();
        findings.settle();
        // Duplicates are adjacent only after sorting.
        drop_read_again(&mut findings);
        stats.files_unchecked += run.unchecked().len() as u64;
        let mut diagnostics = rules;
        diagnostics.extend(run);
        diagnostics.settle();
        settle_rules(&mut stats.rules, &findings, &diagnostics);
        Self { findings, diagnostics, stats, shard: None, idle: Vec::new(), list: Listed::default() }
    }

    /// Hides known findings: those for which `is_known` returns true. `is_known` is called in the order of the
    /// findings. A rule without remaining findings has passed.
    pub fn hide(&mut self, reason: HiddenReason, mut is_known: impl FnMut(&Finding) -> bool) {
        let count = self.findings.retain(|stored| !is_known(&stored.read())) as u64;
        self.stats.hidden.add(reason, count);
        self.list = Listed::default();
        let counts = self.findings.by_rule();
        let broken: FxHashSet<&str> = rules_of(&self.diagnostics.problems).collect();
        let no_verdict: FxHashSet<&str> = self.diagnostics.no_verdict().collect();
        for rule in &mut self.stats.rules {
            let found = counts.get(rule.name.as_str()).copied().unwrap_or(0);
            // Only a rule that lost findings can have a new state.
            if found < std::mem::replace(&mut rule.findings, found) {
                rule.state = rule.final_state(broken.contains(&*rule.name), no_verdict.contains(&*rule.name));
            }
        }
    }

    /// Sets the names of known rules that were not run.
    pub fn set_idle(&mut self, idle: Vec<String>) {
        self.idle = idle;
    }

    /// Returns true if a rule of that name is known but was not run.
    pub fn is_idle(&self, name: &str) -> bool {
        self.idle.iter().any(|idle| idle == name)
    }

    /// Adds warnings and restores the fixed order.
    pub fn warn(&mut self, warnings: Vec<Problem>) {
        self.diagnostics.warnings.extend(warnings);
        self.diagnostics.settle();
    }

    /// Returns the values that conditions rejected, ordered by path, position, rule and value. The first call copies
    /// all findings into a list, which takes memory and time; to read them one by one, use [`stored`](Report::stored).
    pub fn findings(&self) -> &[Finding] {
        self.list.0.get_or_init(|| self.findings.to_vec())
    }

    /// Like [`Report::findings`], but in the compact stored form.
    pub const fn stored(&self) -> &Findings {
        &self.findings
    }

    /// Returns the problems: files and rules that could not be used. The run is incomplete if there are any.
    pub fn problems(&self) -> &[Problem] {
        &self.diagnostics.problems
    }

    /// Returns the warnings about input that was used anyway.
    pub fn warnings(&self) -> &[Problem] {
        &self.diagnostics.warnings
    }

    /// Returns the hints about input that was read leniently.
    pub fn hints(&self) -> &[Problem] {
        &self.diagnostics.hints
    }

    /// Returns problems, warnings and hints together.
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the counts of the run, and the state of each rule.
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns the shard of this report; `None` if the report is about a whole run.
    pub const fn shard(&self) -> Option<&Shard> {
        self.shard.as_ref()
    }

    /// Marks this report as the report of a shard.
    #[must_use]
    pub fn of_shard(self, shard: Shard) -> Self {
        Self { shard: Some(shard), ..self }
    }

    /// Returns only the findings, to be merged with those of other shards.
    pub fn into_findings(self) -> Findings {
        self.findings
    }

    /// Returns the counts for the last lines of a report and for the exit code.
    pub fn summary(&self) -> Summary {
        let [errors, warnings, infos, hints] = self.findings.by_severity();
        let mut summary = Summary {
            errors,
            warnings,
            infos,
            hints,
            problems: self.problems().len() as u64,
            files_failed: self.findings.documents().count() as u64,
            files_unchecked: self.stats.files_unchecked,
            hidden: self.stats.hidden.total(),
            empty: self.stats.rules.iter().all(|rule| rule.files == 0),
            ..Summary::default()
        };
        for rule in &self.stats.rules {
            *match rule.state {
                RuleState::Passed => &mut summary.rules_passed,
                RuleState::Failed => &mut summary.rules_failed,
                RuleState::Unchecked(_) => &mut summary.rules_unchecked,
            } += 1;
        }
        summary
    }

    /// Returns the exit code: 2 if the run is incomplete, else 1 if a finding has at least the severity `fail_on`, else
    /// 0. A run is incomplete if it has problems, or if it checked less than `least`. With [`Least::Everything`], it is
    /// also incomplete if it has any warning.
    pub fn exit_code(&self, fail_on: Severity, least: Least) -> u8 {
        let has_remarks = least == Least::Everything && !self.warnings().is_empty();
        if has_remarks { 2 } else { self.summary().exit_code(fail_on, least) }
    }

    /// Returns true if a rule was not checked for a reason that `why` accepts.
    pub fn has_unchecked(&self, why: impl Fn(Reason) -> bool) -> bool {
        self.stats.rules.iter().any(|rule| matches!(rule.state, RuleState::Unchecked(reason) if why(reason)))
    }

    /// Returns true if there are assets whose content no rule reads.
    pub fn has_gaps(&self) -> bool {
        !CoverageGaps::of(&self.stats.coverage).is_empty()
    }

    /// Encodes the report in a compact form that only this version reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Findings make up most of a long report. Encoding fails only for types of unknown length and for full buffers
        // of fixed size, which do not occur here.
        postcard::to_extend(self, Vec::with_capacity(self.findings.size() + (1 << 12))).unwrap_or_default()
    }

    /// Decodes a report from [`Report::to_bytes`].
    ///
    /// # Errors
    /// Returns [`Damaged`] if the bytes are not such a report.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damaged> {
        postcard::from_bytes(bytes).map_err(|_| Damaged)
    }
}

/// Returns the rules that problems are about.
fn rules_of(problems: &[Problem]) -> impl Iterator<Item = &str> {
    problems.iter().filter_map(|problem| problem.rule.as_deref())
}

/// Removes duplicate findings of repeated keys: a file may be read for a collection and for rules, and by several
/// shards.
fn drop_read_again(findings: &mut Findings) {
    if !findings.by_rule().contains_key(REPEATED_KEY) {
        return;
    }
    let mut last: Option<Finding> = None;
    findings.retain(|stored| {
        if stored.rule() != REPEATED_KEY {
            return true;
        }
        let finding = Some(stored.read());
        let is_repeated = last == finding;
        last = finding;
        !is_repeated
    });
}

/// Counts each rule's findings and sets its state.
fn settle_rules(rules: &mut Vec<RuleStats>, findings: &Findings, diagnostics: &Diagnostics) {
    let counts = findings.by_rule();
    let mut open: FxHashSet<&str> = rules_of(&diagnostics.problems).collect();
    let no_verdict: FxHashSet<&str> = diagnostics.no_verdict().collect();
    for rule in &mut *rules {
        rule.findings = counts.get(rule.name.as_str()).copied().unwrap_or(0);
        rule.state = rule.final_state(open.remove(rule.name.as_str()), no_verdict.contains(rule.name.as_str()));
    }
    // The built-in rule has a row only if it found something.
    if let Some(&count) = counts.get(REPEATED_KEY).filter(|_| rules.iter().all(|rule| rule.name != REPEATED_KEY)) {
        let found = || findings.iter().filter(|stored| stored.rule() == REPEATED_KEY);
        let severity = found().next().map(|stored| stored.severity()).unwrap_or_default();
        let files = found().map(|stored| stored.path()).collect::<FxHashSet<_>>().len() as u64;
        let (about, state) = (About::repeated_key(), RuleState::Failed);
        let row = RuleStats::new(REPEATED_KEY, severity);
        rules.push(RuleStats { about, state, files, values: count, findings: count, ..row });
    }
    // Rules that could not be loaded occur only in problems.
    for name in rules_of(&diagnostics.problems) {
        if open.remove(name) {
            let state = RuleState::Unchecked(Reason::Invalid);
            rules.push(RuleStats { state, ..RuleStats::new(name, Severity::default()) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Damaged, Report};
    use crate::fixture::{REPOSITORY, everything, finding, nth_finding, problem, report, rule, stats};
    use crate::{Diagnostics, Finding, HiddenReason, Least, Problem, Reason, RuleState, RuleStats, Severity, Value};

    fn run(findings: Vec<Finding>, problems: Vec<Problem>, rules: Vec<RuleStats>) -> Report {
        let met = Diagnostics { problems, ..Diagnostics::default() };
        Report::new(findings, Diagnostics::default(), met, stats(rules))
    }

    #[test]
    fn findings_are_sorted() {
        let of = |rule: &str, path: &str, value: &str| finding(rule, Severity::Error, path, REPOSITORY, value);
        let ordered = [
            of("b", "B/a.xml", "Mesh"),
            of("z", "a.xml", "Mesh"),
            of("a", "a.xml", "Wall"),
            of("b", "a.xml", "Wall"),
            of("a", "a.xml", "6000"),
            of("a", "a/a.xml", "Mesh"),
            of("a", "\u{e4}.xml", "Mesh"),
        ];
        let mut shuffled = ordered.to_vec();
        shuffled.reverse();
        shuffled.swap(1, 4);
        assert_eq!(report(shuffled).stored().to_vec(), ordered);
    }

    #[test]
    fn values_at_one_place_keep_their_order() {
        let with = |value: &str| Finding {
            value: Value::Text(value.to_owned()),
            ..finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall")
        };
        let findings = ["z", "a", "m"].map(with);
        assert_eq!(report(findings.to_vec()).stored().to_vec(), findings);
    }

    #[test]
    fn an_unchecked_file_is_counted_once() {
        let at = |rule: &str, path: &str| Problem::new("x", "no such file").of_rule(rule).in_file(path);
        let report = run(Vec::new(), vec![at("a", "1.xml"), at("b", "1.xml"), at("a", "2.xml")], Vec::new());
        assert_eq!((report.problems().len(), report.stats().files_unchecked), (3, 2));
    }

    #[test]
    fn a_script_that_stopped_leaves_the_documents_unchecked() {
        let stopped = problem("script-error", "it stopped", "rules.yaml", REPOSITORY, "<Items>").of_rule("r");
        let problems = ["b.xml", "a.xml", "a.xml"].map(|document| stopped.clone().checking(document));
        let report = run(Vec::new(), problems.to_vec(), vec![rule("r", Severity::Error, 2, 2)]);
        let documents: Vec<_> = report.problems().iter().map(|problem| problem.document.as_deref()).collect();
        assert_eq!((documents, report.stats().files_unchecked), (vec![Some("a.xml"), Some("b.xml")], 2));
    }

    #[test]
    fn a_warning_is_incomplete_where_everything_counts() {
        let rules = || vec![rule("r", Severity::Error, 1, 1)];
        let warned = Diagnostics { warnings: vec![Problem::new("x", "y")], ..Diagnostics::default() };
        for (met, least, code) in [
            (warned.clone(), Least::Something, 0),
            (warned, Least::Everything, 2),
            (Diagnostics::default(), Least::Everything, 0),
        ] {
            let report = Report::new(Vec::new(), Diagnostics::default(), met, stats(rules()));
            assert_eq!(report.exit_code(Severity::Error, least), code, "{least:?}");
        }
    }

    #[test]
    fn repeated_problems_are_removed() {
        let broken = problem("xml-unclosed", "never closed", "a.xml", REPOSITORY, "<Items>");
        assert_eq!(run(Vec::new(), vec![broken.clone(), broken], Vec::new()).problems().len(), 1);
    }

    #[test]
    fn rule_files_with_problems_are_not_counted_as_unchecked() {
        let rules =
            Diagnostics { problems: vec![Problem::new("x", "y").in_file("rules.yaml")], ..Diagnostics::default() };
        let report = Report::new(Vec::new(), rules, Diagnostics::default(), stats(Vec::new()));
        assert_eq!((report.problems().len(), report.stats().files_unchecked), (1, 0));
    }

    #[test]
    fn states_of_rules() {
        let found = nth_finding("failed", Severity::Error, "a.xml", REPOSITORY, "Wall", 1);
        let unread = RuleStats { unchecked: 1, ..rule("unread", Severity::Error, 2, 1) };
        let failed_and_unread = RuleStats { unchecked: 1, ..rule("failed", Severity::Error, 2, 1) };
        let of = |rule: &str| Problem::new("x", "y").of_rule(rule);
        let report = run(
            vec![found],
            vec![of("stopped"), of("unusable"), of("unusable"), of("failed")],
            vec![
                rule("passed", Severity::Error, 1, 1),
                failed_and_unread,
                rule("no-file", Severity::Error, 0, 0),
                rule("no-value", Severity::Error, 1, 0),
                unread,
                rule("stopped", Severity::Error, 1, 1),
            ],
        );
        let states: Vec<_> =
            report.stats().rules.iter().map(|rule| (rule.name.as_str(), rule.findings, rule.state)).collect();
        assert_eq!(
            states,
            [
                ("passed", 0, RuleState::Passed),
                ("failed", 1, RuleState::Failed),
                ("no-file", 0, RuleState::Unchecked(Reason::NoFile)),
                ("no-value", 0, RuleState::Unchecked(Reason::NoValue)),
                ("unread", 0, RuleState::Unchecked(Reason::Incomplete)),
                ("stopped", 0, RuleState::Unchecked(Reason::Incomplete)),
                ("unusable", 0, RuleState::Unchecked(Reason::Invalid)),
            ]
        );
    }

    #[test]
    fn a_rule_without_a_verdict_has_not_passed() {
        let warning = |code: &str, rule: &str| Problem::new(code, "y").of_rule(rule);
        let found = |rule: &str| nth_finding(rule, Severity::Error, "a.xml", REPOSITORY, "Wall", 1);
        let no_verdict =
            ["constant", "fails", "hidden", "stopped"].map(|rule| warning("expression-always-holds", rule));
        let sound = [warning("rule-severity", "other"), warning("script-never-equal", "other")];
        let names = ["constant", "fails", "hidden", "stopped", "other"];
        let problems = vec![Problem::new("x", "y").of_rule("stopped")];
        let warnings = no_verdict.into_iter().chain(sound).collect();
        let met = Diagnostics { problems, warnings, ..Diagnostics::default() };
        let rules = names.map(|name| rule(name, Severity::Error, 1, 1)).to_vec();
        let findings = vec![found("fails"), found("hidden")];
        let mut report = Report::new(findings, Diagnostics::default(), met, stats(rules));
        report.hide(HiddenReason::Baseline, |finding| finding.rule == "hidden");
        let states: Vec<_> = report.stats().rules.iter().map(|rule| rule.state).collect();
        let no_verdict = RuleState::Unchecked(Reason::NoVerdict);
        let incomplete = RuleState::Unchecked(Reason::Incomplete);
        assert_eq!(states, [no_verdict, RuleState::Failed, no_verdict, incomplete, RuleState::Passed]);
        assert!(!report.summary().is_complete());
    }

    #[test]
    fn the_compact_form_is_read_back() {
        let bytes = everything().to_bytes();
        assert_eq!(Report::from_bytes(&bytes), Ok(everything()));
        assert_eq!(Report::from_bytes(&bytes[..bytes.len() / 2]), Err(Damaged));
        assert_eq!(Report::from_bytes(b"\xff\xff\xff\xff\xff\xff\xff\xff\x01"), Err(Damaged));
    }
}
