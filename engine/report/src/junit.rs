//! The report as JUnit XML, which services show as tests: a suite for each rule, a case for each file.
//!
//! A report contains only the paths of files with findings; all other files of a rule are one passing case. A finding
//! is a failure if its severity is `fail_on` or worse; the default is `error`. A case with only less severe findings
//! passes and lists them. Problems are errors in a separate suite, which comes first. Rules that were not checked are
//! skipped cases, so that nothing that went wrong is shown as passed.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{nothing_checked, outcome, place};
use super::wording::{clean, clean_lines, clean_path, escape_markup, group_digits};
use super::{Coverage, Problem, Reason, Report, RuleState, RuleStats, Severity, Stored};

/// The number of findings of one rule in one file that are listed; further ones are only counted.
const MOST_LINES: usize = 1000;

/// Writes `report`.
pub(super) fn report(report: &Report, fail_on: Severity) -> String {
    // Findings are sorted by file, and suites by rule.
    let mut of_rule = FxHashMap::<&str, Vec<Stored<'_>>>::default();
    for stored in report.stored().iter() {
        of_rule.entry(stored.rule()).or_default().push(stored);
    }
    let rules = report.stats().rules.iter();
    let of_named = report.stats().files_named.is_some();
    let found = |rule: &RuleStats| of_rule.get(rule.name.as_str()).map_or(&[][..], Vec::as_slice);
    let suites = rules.map(|rule| suite(rule, found(rule), fail_on, of_named));
    let suites: Vec<Suite> = problems(report).into_iter().chain(suites).collect();
    write(&suites, &outcome(report).in_one_line(), &report.stats().coverage)
}

struct Suite {
    name: String,
    cases: Vec<JunitCase>,
}

/// One file under one rule.
struct JunitCase {
    name: String,
    outcome: CaseOutcome,
}

/// The outcome of a case. The second string of a failure and of an error has all details; the first one is a message.
enum CaseOutcome {
    Passed,
    /// It passed, with findings that are not failures.
    Noted(String),
    Failed(String, String),
    Broken(String, String),
    Skipped(String),
}

/// Returns the suite of the problems, with a case if nothing was checked; `None` if there are no cases.
fn problems(report: &Report) -> Option<Suite> {
    let named = |problem: &Problem| problem.affected_file().or(problem.rule.as_deref()).unwrap_or("the run").to_owned();
    let broken = |problem: &Problem| {
        let help = problem.help.as_deref().map(|help| format!("\n{help}")).unwrap_or_default();
        let place =
            problem.path.as_deref().map(|path| format!("{}: ", place(path, problem.region))).unwrap_or_default();
        JunitCase {
            name: named(problem),
            outcome: CaseOutcome::Broken(problem.message.clone(), format!("{place}{}{help}", problem.message)),
        }
    };
    let mut cases: Vec<JunitCase> = report.problems().iter().map(broken).collect();
    // Without a case, services would show a run that checked nothing as passed.
    if report.summary().empty {
        let message = nothing_checked(report.stats()).to_owned();
        cases.push(JunitCase { name: "the run".to_owned(), outcome: CaseOutcome::Broken(message.clone(), message) });
    }
    (!cases.is_empty()).then(|| Suite { name: "not checked".to_owned(), cases })
}

/// Returns the suite of a rule: a case for each file with findings, and one for all other files.
fn suite(rule: &RuleStats, findings: &[Stored<'_>], fail_on: Severity, of_named: bool) -> Suite {
    let mut cases: Vec<JunitCase> =
        findings.chunk_by(|a, b| a.path() == b.path()).map(|file| case(rule, file, fail_on)).collect();
    cases.extend(clean_files_case(rule, findings, of_named));
    Suite { name: rule.name.clone(), cases }
}

/// Returns the case of a file: its findings and the notes of the rule, because many readers see only the case.
fn case(rule: &RuleStats, findings: &[Stored<'_>], fail_on: Severity) -> JunitCase {
    let line = |finding: &Stored<'_>| {
        let place = place(finding.path(), Some(finding.region()));
        format!("{place}: {}: {}", finding.severity(), clean(&finding.read().message_with_caveat("; ")))
    };
    let more = findings.len().saturating_sub(MOST_LINES) as u64;
    let more = (more > 0).then(|| format!("\u{2026} and {} more in this file", group_digits(more)));
    let about = rule.about.notes().map(|(label, text)| format!("{label}: {}", clean(text)));
    let all = findings.iter().take(MOST_LINES).map(line).chain(more).chain(about).collect::<Vec<_>>().join("\n");
    // The worst severity is the smallest value.
    let mut failures = findings.iter().filter(|finding| finding.severity() <= fail_on);
    let outcome = match (failures.next(), failures.next()) {
        (None, _) => CaseOutcome::Noted(all),
        (Some(first), None) => CaseOutcome::Failed(first.read().message, all),
        (Some(first), Some(_)) => CaseOutcome::Failed(format!("{} (and more)", first.read().message), all),
    };
    JunitCase { name: findings[0].path().to_owned(), outcome }
}

/// Returns one case for the files without findings. Its name does not depend on their number, so that services
/// recognise the case in later runs.
fn clean_files_case(rule: &RuleStats, findings: &[Stored<'_>], of_named: bool) -> Option<JunitCase> {
    let which = if of_named { " that are named" } else { "" };
    let case = |name: &str, outcome| Some(JunitCase { name: format!("{name}{which}"), outcome });
    match rule.state {
        RuleState::Unchecked(reason) => {
            let why = Reason::ALL.into_iter().find(|(known, _)| *known == reason).map_or("", |(_, why)| why);
            case("all files", CaseOutcome::Skipped(format!("the rule {why}")))
        }
        RuleState::Passed => case("all files", CaseOutcome::Passed),
        RuleState::Failed if other_files(rule, findings) > 0 => case("all other files", CaseOutcome::Passed),
        RuleState::Failed => None,
    }
}

/// Returns the number of files of the rule that were read, have no finding and refer to no file with one.
fn other_files(rule: &RuleStats, findings: &[Stored<'_>]) -> u64 {
    // Either all findings of a rule are in referenced files, or none are.
    let is_cited = findings.first().is_some_and(|stored| stored.read().via.is_some());
    let failed = if is_cited {
        let selected = findings.iter().filter_map(|stored| Some(stored.read().via?.path));
        selected.collect::<FxHashSet<_>>().len() as u64
    } else {
        findings.chunk_by(|a, b| a.path() == b.path()).count() as u64
    };
    rule.files.saturating_sub(failed + rule.unchecked)
}

fn write(suites: &[Suite], result: &str, coverage: &[Coverage]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Assay: ");
    text.push_str(&escape(result));
    let tests: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    let [failures, errors] = [0, 1].map(|kind| suites.iter().map(|suite| suite.counts()[kind]).sum::<usize>());
    let _ = writeln!(text, "\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">");
    for (at, suite) in suites.iter().enumerate() {
        // The format has no element for properties of all suites.
        suite.write(&mut text, if at == 0 { coverage } else { &[] });
    }
    text.push_str("</testsuites>\n");
    text
}

impl Suite {
    /// Returns the numbers of failures, of errors and of skipped cases.
    fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for case in &self.cases {
            match case.outcome {
                CaseOutcome::Passed | CaseOutcome::Noted(_) => {}
                CaseOutcome::Failed(..) => counts[0] += 1,
                CaseOutcome::Broken(..) => counts[1] += 1,
                CaseOutcome::Skipped(_) => counts[2] += 1,
            }
        }
        counts
    }

    fn write(&self, text: &mut String, coverage: &[Coverage]) {
        let [failures, errors, skipped] = self.counts();
        let (name, tests) = (escape(&self.name), self.cases.len());
        let _ = write!(text, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\"");
        let _ = writeln!(text, " errors=\"{errors}\" skipped=\"{skipped}\">");
        write_coverage(text, coverage);
        for case in &self.cases {
            case.write(text, &name);
        }
        text.push_str("  </testsuite>\n");
    }
}

/// Writes the number of files that rules looked into as properties of a suite, one for each kind of file.
fn write_coverage(text: &mut String, coverage: &[Coverage]) {
    if coverage.is_empty() {
        return;
    }
    text.push_str("    <properties>\n");
    for Coverage { kind, files, looked_into } in coverage {
        let kind = escape(kind);
        let _ = writeln!(text, "      <property name=\"coverage {kind}\" value=\"{looked_into} of {files}\"/>");
    }
    text.push_str("    </properties>\n");
}

impl JunitCase {
    fn write(&self, text: &mut String, suite: &str) {
        text.extend(["    <testcase classname=\"", suite, "\" name=\"", &escape(&clean_path(&self.name)), "\""]);
        let (element, message, all) = match &self.outcome {
            CaseOutcome::Passed => return text.push_str("/>\n"),
            CaseOutcome::Noted(all) => ("system-out", None, all.as_str()),
            CaseOutcome::Failed(message, all) => ("failure", Some(message), all.as_str()),
            CaseOutcome::Broken(message, all) => ("error", Some(message), all.as_str()),
            CaseOutcome::Skipped(message) => ("skipped", Some(message), ""),
        };
        text.extend([">\n      <", element]);
        if let Some(message) = message {
            text.extend([" message=\"", &escape(message), "\""]);
        }
        text.extend([">", &escape(all), "</", element, ">\n    </testcase>\n"]);
    }
}

/// Returns `text` without characters that XML forbids, and with markup escaped; line ends stay.
fn escape(text: &str) -> String {
    let text = escape_markup(&clean_lines(text)).replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}");
    // A literal line end in an attribute would be read as a space.
    text.replace('\n', "&#10;")
}

#[cfg(test)]
mod tests;
