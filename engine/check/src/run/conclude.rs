//! The end of a run: its report, or its trace.

use assay_document::format::Special;
use assay_document::source::{Twins, twin_difference};
use assay_document::text::{Fault, IssueCode, Span};
use assay_report::{About, Finding, Problem, Report, RuleStats, Trace};
use assay_rule::{Rule, SelectedFiles};
use assay_step::{Condition, Needed};

use super::files_read::FilesRead;
use super::remarks::idle_names;
use super::rpath_suggestion::with_suggestion;
use super::scope::RunScope;
use super::state::RunState;
use super::totals::FileTotals;
use crate::checker::Checker;
use crate::finding_limit::FindingLimit;
use crate::focus::PathFilter;
use crate::gathered::{CollectionState, Gathered, GatheredComments, GatheredFiles, GatheredRule, Nothing};
use crate::no_match::{Mismatch, instead_of_xml};

/// Ends a run and returns its report.
pub(super) fn report(mut run: RunState, checker: &Checker) -> Report {
    report_omitted_findings(&mut run, checker);
    if !run.files.virtual_files.made.is_empty() {
        let is_about = |focus: &PathFilter, finding: &Finding| focus.is_about(checker.rules(), finding);
        run.found.merge_virtual(|found| run.scope.focus.as_ref().is_none_or(|focus| is_about(focus, found)));
    }
    name_twins(&mut run.met.problems, &run.files.paths);
    if let Some(accepted) = checker.accepted() {
        run.met.accept(accepted);
    }
    let hidden = run.notes.comments.hide(checker, &mut run.found.findings);
    let conclusion = RunConclusion { run: &run, checker };
    let rules = (0..).zip(checker.rules().rules()).map(|(number, rule)| conclusion.gather_rule(number, rule));
    let mut rules: Vec<GatheredRule> = rules.collect();
    let mut loading = checker.diagnostics().clone();
    // A problem of a script that stopped is in a rule file that could be read.
    if run.met.problems.iter().any(|problem| problem.in_rules && problem.rule.is_none()) {
        // The rule may be in a rule file that the host could not read.
        loading.problems.retain(|problem| problem.code != IssueCode::ConfigUnknownRule);
    }
    let mut totals = run.of_blocks.take().unwrap_or_else(|| count_files(&run, checker));
    if let Some(focus) = &run.scope.focus {
        // A comment in another file may have an effect in another run.
        run.notes.comments.remarks.retain(|remark| focus.names(&remark.path));
        focus.omit_unrelated_rules(&mut rules);
        // A file that could not be read may name them.
        let hint = if run.met.problems.is_empty() { focus.unselected_hint() } else { None };
        run.met.hints.extend(hint);
    }
    let rules = GatheredRule::join_settings(rules);
    let timings = run.notes.began.zip(checker.run_clock());
    let timings = timings.map(|(began, clock)| run.notes.times.into_timings(clock() - began, checker.rules()));
    let RunScope { share, focus, .. } = run.scope;
    let FilesRead { mut others, own, mut sums, .. } = run.read;
    if share.is_some() {
        sums.list(&run.files.paths);
    }
    let own = own.merge_sizes(&run.files.paths, &mut others, share.is_some());
    totals.read = (totals.read.0 + own.0, totals.read.1 + own.1);
    let gathered = Gathered {
        share,
        sums,
        loading,
        met: run.met,
        given_up: run.notes.given_up.into_untried(),
        comments: GatheredComments { remarks: run.notes.comments.remarks, hidden },
        comparisons: run.notes.comparisons,
        rules,
        rules_off: checker.rules().idle().count() as u64,
        idle: idle_names(checker),
        files: GatheredFiles {
            seen: totals.seen,
            coverage: totals.kinds.into_coverage(),
            ignored: run.files.ignored,
            named: focus.as_ref().map(PathFilter::size),
            cached: run.recall.cached,
            read: others,
            own: totals.read,
        },
    };
    gathered.into_part(run.found.findings, timings)
}

/// Ends a run that is traced and returns the trace; an empty trace for any other run.
pub(super) fn trace(mut run: RunState, checker: &Checker) -> Trace {
    run.notes.comments.hide(checker, &mut run.found.findings);
    run.met.warnings.extend(run.notes.comments.warnings_of_hidden());
    let compared = std::mem::take(&mut run.notes.comparisons).into_warnings();
    // A single file does not show what other files contain.
    let of_all = [IssueCode::ScriptFoundNothing, IssueCode::RecordNameEmpty, IssueCode::XpathTestName];
    run.met
        .warnings
        .extend(compared.filter(|warning| !warning.code.known().is_some_and(|code| of_all.contains(&code))));
    let conclusion = RunConclusion { run: &run, checker };
    let textless = (0..).zip(checker.rules().rules()).filter_map(|(number, rule)| {
        let is_textless = run.counts[number as usize].is_textless(rule.sub().is_some());
        conclusion.textless(number, rule).filter(|_| is_textless)
    });
    let unfailing = checker.rules().rules().iter().zip(&run.counts).filter_map(|(rule, counts)| {
        let (needed, warning) = conclusion.unfailing_warning(rule)?;
        let has_judged = if rule.sub().is_some() { counts.sub_kept } else { counts.kept };
        let is_shown = needed.is_shown_by_one_file() && !needed.may_be_among(counts.properties);
        (has_judged && counts.unchecked == 0 && is_shown).then_some(warning)
    });
    let warnings: Vec<Problem> = textless.chain(unfailing).collect();
    run.met.warnings.extend(warnings);
    run.scope.traced.map(|traced| traced.finish(checker, run.met)).unwrap_or_default()
}

/// Counts the files of a run, except those that were read. Their kinds matter only if all files were to be checked, and
/// some were not looked into.
fn count_files(run: &RunState, checker: &Checker) -> FileTotals {
    let has_gaps = run.scope.focus.is_none() && run.notes.read_files.has_unread();
    let kinds = has_gaps.then(|| run.notes.read_files.kinds(checker, &run.files.paths));
    FileTotals { seen: run.files.paths.len() as u64, kinds: kinds.unwrap_or_default(), read: (0, 0) }
}

/// Reports the documents whose findings were left out.
fn report_omitted_findings(run: &mut RunState, checker: &Checker) {
    for (path, (count, rules)) in std::mem::take(&mut run.found.omitted) {
        for (rule, counts) in checker.rules().rules().iter().zip(&mut run.counts) {
            counts.unchecked += u64::from(rules.contains(rule.name()));
        }
        run.met.problems.push(FindingLimit::problem(&path, count));
    }
}

/// Returns true for the problem of a missing file without a help.
pub(super) fn is_missing(problem: &Problem) -> bool {
    problem.code == IssueCode::FileMissing && problem.help.is_none()
}

/// Adds to the problem of each missing file a help that names an existing file with a similar path.
pub(super) fn name_twins(problems: &mut [Problem], paths: &[String]) {
    let mut missing = problems.iter_mut().filter(|problem| is_missing(problem)).peekable();
    if missing.peek().is_none() {
        return;
    }
    let twins = Twins::new(paths.iter().map(String::as_str));
    for problem in missing {
        let Some(path) = problem.path.as_deref() else { continue };
        problem.help = twins.of(path).map(|twin| format!("there is `{twin}`, {}", twin_difference(path, twin)));
    }
}

/// Makes the results and messages of each rule at the end of a run.
struct RunConclusion<'r> {
    run: &'r RunState,
    checker: &'r Checker,
}

impl RunConclusion<'_> {
    /// Returns the result of a rule, with the warnings to report if it proves nothing.
    fn gather_rule(&self, number: u32, rule: &Rule) -> GatheredRule {
        let collections = &self.run.collections;
        let is_in_pack = self.checker.rules().has_pack(rule);
        let mut gathered = GatheredRule {
            stats: RuleStats { about: about(rule), ..RuleStats::new(rule.name().to_owned(), rule.severity()) },
            has_sub: rule.sub().is_some(),
            is_in_pack,
            is_named: rule.is_named(),
            collection_state: match (
                collections.is_broken(rule),
                collections.uses_incomplete(self.checker, number, rule),
            ) {
                (true, _) => CollectionState::Broken,
                (_, true) => CollectionState::Incomplete,
                _ => CollectionState::Whole,
            },
            by_pattern: matches!(rule.rpath(), SelectedFiles::Pattern(_)),
            counts: self.run.counts[number as usize],
            warnings: Vec::new(),
            textless: self.textless(number, rule).filter(|_| !is_in_pack),
            single_values_hint: self.single_values_hint(number, rule).filter(|_| !is_in_pack),
            unfailing: self.unfailing_warning(rule).filter(|_| !is_in_pack),
            is_passed_over: false,
        };
        let possible = gathered.possible_reasons();
        gathered.warnings =
            possible.into_iter().map(|nothing| (nothing, self.warning_for(number, rule, nothing))).collect();
        gathered
    }

    /// Returns the warning about a rule that proves nothing: a typing error must not look like a pass.
    fn warning_for(&self, number: u32, rule: &Rule, nothing: Nothing) -> Problem {
        let (code, message, mut field) = match nothing {
            Nothing::Broken => {
                let name = self.run.collections.broken_of(self.checker, rule).unwrap_or_default();
                let message =
                    format!("not checked: the collection `{name}` could not be built; see the problem reported for it");
                let warning = Problem::new(IssueCode::RuleNotChecked, message).of_rule(rule.name());
                return self.checker.rules().site(rule, "name").mark(warning);
            }
            Nothing::NoFile => (IssueCode::RuleNoFile, "`rpath` matched no file", "rpath"),
            Nothing::Unchecked => (
                IssueCode::RuleNotChecked,
                "not checked: none of the files that `rpath` matched could be checked; see the problems reported for \
                 them",
                "rpath",
            ),
            Nothing::NoValue => (IssueCode::RuleNoValue, "`xpath` extracted no value from any file", "xpath"),
            Nothing::NoSubValue => (IssueCode::RuleNoValue, "`subxpath` extracted no value from any file", "subxpath"),
            Nothing::SubFiltered => {
                (IssueCode::RuleFiltered, "`subfilter` removed every value of every file", "subfilter")
            }
            Nothing::Filtered => match (rule.filter(), rule.not_filter()) {
                (Some(_), None) => (IssueCode::RuleFiltered, "`filter` removed every value of every file", "filter"),
                (None, _) => (IssueCode::RuleFiltered, "`not_filter` removed every value of every file", "not_filter"),
                _ => (IssueCode::RuleFiltered, "`filter` and `not_filter` removed every value of every file", "filter"),
            },
        };
        let fault = Fault::new(code, message, Span::at(0));
        let fault = match (nothing, rule.rpath()) {
            (Nothing::NoFile, SelectedFiles::Pattern(pattern)) => {
                let is_searched = self.run.notes.unmatched_rules.contains(&number);
                with_suggestion(fault, &self.run.files.paths, pattern, rule.not_rpath(), is_searched)
            }
            (Nothing::Unchecked | Nothing::NoValue, _) => {
                let miss =
                    fact(rule, nothing).or_else(|| self.instead_of_xml(number, rule)).or_else(|| below_any_root(rule));
                match miss {
                    Some(miss) => {
                        // The suggestion replaces the `xpath`.
                        field = "xpath";
                        miss.explain(fault)
                    }
                    None => self.run.notes.unmatched.explain(fault, number, false),
                }
            }
            (Nothing::NoSubValue, _) => self.run.notes.unmatched.explain(fault, number, true),
            (Nothing::Filtered | Nothing::SubFiltered, _) => fault.help(format!(
                "no value was checked: `assay explain {} FILE` shows the values that were removed from a file",
                rule.name()
            )),
            _ => fault,
        };
        self.checker.rules().site(rule, field).into_problem(fault).of_rule(rule.name())
    }

    /// Returns the warning about a rule with `[Exist]` some of whose values have only attributes or other nodes.
    fn textless(&self, number: u32, rule: &Rule) -> Option<Problem> {
        (self.run.counts[number as usize].textless > 0).then(|| {
            let message =
                "`[Exist]` requires a string that is not empty, or a number other than 0, but no value is one";
            let fault = Fault::new(IssueCode::ConditionWithoutText, message, Span::at(0));
            let fault = fault.help("to test only that values exist, write `[Not null collection]`");
            self.checker.rules().site(rule, "condition").into_problem(fault).of_rule(rule.name())
        })
    }

    /// Returns the hint about a rule that compares the values of a file with each other, if a file had only one value.
    /// Returns `None` for a fact that each file has once, which is reported earlier.
    fn single_values_hint(&self, number: u32, rule: &Rule) -> Option<Problem> {
        // For a fact that each file has once, this has been reported before.
        let judged = rule.sub().map_or(rule.xpath(), |sub| &sub.xpath);
        let is_known = judged.special().is_some_and(|fact| fact.of_entries().is_none());
        (self.run.counts[number as usize].alone > 0 && !is_known).then(|| {
            let message = "`Unique` compares the values of one file, but no file had more than one value";
            let xpath = rule.written(if rule.sub().is_some() { "subxpath" } else { "xpath" }).unwrap_or_default();
            let fault =
                Fault::new(IssueCode::ConditionUniqueAlone, message, Span::at(0)).help(Condition::unique_in_all(xpath));
            self.checker.rules().site(rule, "condition").into_problem(fault).of_rule(rule.name())
        })
    }

    /// Returns the properties without which no value fails a rule, with a warning; `None` if ordinary values can fail.
    fn unfailing_warning(&self, rule: &Rule) -> Option<(Needed, Problem)> {
        let needed = rule.needed_to_fail()?.clone();
        let (message, help) = rule.condition().explain_unfailing(&needed);
        let fault = Fault::new(IssueCode::ConditionCannotFail, message, Span::at(0)).help(help);
        Some((needed, self.checker.rules().site(rule, "condition").into_problem(fault).of_rule(rule.name())))
    }

    /// Suggests an `xpath` for a rule that uses features of XML and selects files of another format.
    fn instead_of_xml(&self, number: u32, rule: &Rule) -> Option<Mismatch> {
        let miss = instead_of_xml(rule.xpath())?;
        self.run.notes.unmatched.other_formats[number as usize].then_some(miss)
    }
}

/// Suggests the fact about a file whose name the `xpath` gives without braces. If no file could be read, the first part
/// of the name may be missing.
fn fact(rule: &Rule, nothing: Nothing) -> Option<Mismatch> {
    let word = rule.xpath().source();
    let name = Special::fact_for_word(word).filter(|name| *name == word || nothing == Nothing::Unchecked)?;
    let meant = format!("{{{name}}}");
    Some(Mismatch { message: format!("write a fact about the file in braces: `{meant}`"), suggestion: Some(meant) })
}

/// Suggests an `xpath` without the `/` at its beginning, with which paths start at the root in other languages.
fn below_any_root(rule: &Rule) -> Option<Mismatch> {
    let path = rule.written("xpath")?.trim().strip_prefix('/')?;
    path.starts_with(|c: char| c.is_alphanumeric() || c == '_').then(|| Mismatch {
        message: format!("an `xpath` begins with the name of the root, not with `/`: did you mean `{path}`?"),
        suggestion: Some(path.to_owned()),
    })
}

/// Returns the descriptive fields of a rule for reports.
fn about(rule: &Rule) -> About {
    let [description, why, url] = ["description", "why", "url"].map(|field| rule.display_field(field));
    About { description, why, url, tags: rule.tags().to_vec() }
}
