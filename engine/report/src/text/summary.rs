//! The last lines of a text report: the states of the rules, and the result.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::page::{Ink, MARGIN, Page, Style};
use crate::coverage::{CoverageGaps, NO_RULE_READS};
use crate::wording::{bytes, clean, count, group_digits, time};
use crate::{Diagnostics, Reason, Report, RuleState, RuleStats, Stats, Summary};

/// The number of findings from which they are also counted by rule.
const MANY: u64 = 10;
/// The maximum number of rules in that list.
const LISTED: usize = 15;

pub(super) fn write(page: &mut Page, report: &Report) {
    let summary = report.summary();
    write_rules(page, &summary, report.stats());
    write_unfinished(page, &report.stats().rules);
    write_counts(page, &summary, report);
    write_files(page, &summary, report.stats());
    write_gaps(page, report.stats());
    if let Some(timings) = &report.stats().timings {
        page.label(Ink::Faint, "time").plain(&time(timings.total)).end();
    }
    write_result(page, &summary, report.stats());
}

/// Returns the reason why nothing was checked although there were no problems.
pub(crate) fn nothing_checked(stats: &Stats) -> &'static str {
    if let Some(named) = stats.files_named {
        if named == 0 {
            "no checked file matches the given paths"
        } else {
            "no rule selects the given files, so nothing was checked"
        }
    } else if stats.rules.is_empty() {
        "no rule is enabled, so nothing was checked"
    } else {
        "no rule matched a file, so nothing was checked"
    }
}

/// The summary of a run in plain sentences, for formats with a different layout.
pub(crate) struct RunSummary {
    /// The number of rules that passed, failed and were not checked, with reasons.
    pub(crate) rules: String,
    /// The number of files that were seen, were read and were not checked.
    pub(crate) files: String,
    /// The number of findings, and whether the run is complete.
    pub(crate) result: String,
    /// The kinds of files whose content no rule reads, if there are any.
    pub(crate) gaps: Option<String>,
    /// Counts of ignored files, of disabled rules and of the kinds of files that no rule reads.
    excluded: Option<String>,
}

impl RunSummary {
    /// Returns the result and what was excluded from the run.
    pub(crate) fn in_one_line(self) -> String {
        let excluded = self.excluded.map(|excluded| format!("; {excluded}")).unwrap_or_default();
        format!("{}{excluded}", self.result)
    }
}

/// Returns the sentences at the end of a text report.
pub(crate) fn outcome(report: &Report) -> RunSummary {
    let summary = report.summary();
    RunSummary {
        rules: sentence(|page| write_rules(page, &summary, report.stats())),
        files: sentence(|page| write_files(page, &summary, report.stats())),
        result: sentence(|page| write_result(page, &summary, report.stats())),
        gaps: CoverageGaps::of(&report.stats().coverage).in_words(),
        excluded: describe_excluded(report.stats()),
    }
}

/// Returns the states of the rules in the words of a text report: `1 passed, 2 not checked (matched no file)`.
pub fn rules_in_words(report: &Report) -> String {
    outcome(report).rules
}

/// Returns the counts of what was excluded from a run, in words; `None` if nothing was.
fn describe_excluded(stats: &Stats) -> Option<String> {
    let ignored = (stats.ignored > 0).then(|| format!("{} ignored", group_digits(stats.ignored)));
    let off = (stats.rules_off > 0).then(|| format!("{} switched off", count(stats.rules_off, "rule")));
    let gaps = CoverageGaps::of(&stats.coverage).in_words();
    let parts: Vec<String> = ignored.into_iter().chain(off).chain(gaps).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the line that `write` writes, without its label.
fn sentence(write: impl FnOnce(&mut Page)) -> String {
    let mut page = Page::new(Style::default());
    write(&mut page);
    let line = page.take();
    line[MARGIN..].trim_end().to_owned()
}

/// Writes a list on one line, separated by commas, each part in its colour.
pub(super) fn write_parts(page: &mut Page, parts: &[(Ink, String)]) {
    for (at, (ink, part)) in parts.iter().enumerate() {
        page.plain(if at > 0 { ", " } else { "" }).put(*ink, part);
    }
}

/// Returns the numbers that are not zero, each with its state; `none` if all are zero.
pub(super) fn states(numbers: [(u64, Ink, &str); 3]) -> Vec<(Ink, String)> {
    let parts = numbers.into_iter().filter(|(number, ..)| *number > 0);
    let parts: Vec<_> = parts.map(|(number, ink, state)| (ink, format!("{} {state}", group_digits(number)))).collect();
    if parts.is_empty() { vec![(Ink::Doubtful, "none".to_owned())] } else { parts }
}

/// Writes the number of rules that passed, failed and were not checked, with reasons.
fn write_rules(page: &mut Page, summary: &Summary, stats: &Stats) {
    page.label(Ink::Faint, "rules");
    write_parts(
        page,
        &states([
            (summary.rules_passed, Ink::Good, "passed"),
            (summary.rules_failed, Ink::Bad, "failed"),
            (summary.rules_unchecked, Ink::Doubtful, "not checked"),
        ]),
    );
    if summary.rules_unchecked > 0 {
        page.plain(&format!(" ({})", reasons(&stats.rules)));
    }
    if stats.rules_off > 0 {
        page.plain(", ").put(Ink::Faint, &format!("{} switched off", group_digits(stats.rules_off)));
    }
    page.end();
}

/// Writes the names of the rules that could not finish. Problems name files, but not every rule that needed them.
fn write_unfinished(page: &mut Page, rules: &[RuleStats]) {
    /// The maximum number of rules that are named.
    const NAMED: usize = 10;
    let unfinished = rules.iter().filter(|rule| rule.state == RuleState::Unchecked(Reason::Incomplete));
    let names: Vec<_> = unfinished.map(|rule| clean(&rule.name)).collect();
    // In a report about one rule, the name is in the problem.
    if names.is_empty() || rules.len() == 1 {
        return;
    }
    let more = names.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let names = names[..names.len().min(NAMED)].join(", ");
    page.plain(&format!("{:MARGIN$}could not finish: {names}{more}", "")).end();
}

/// Returns the reasons why rules were not checked, each with its count, or only the reason if it is the same for all.
fn reasons(rules: &[RuleStats]) -> String {
    let of = |reason| rules.iter().filter(|rule| rule.state == RuleState::Unchecked(reason)).count() as u64;
    let mut all: Vec<_> = Reason::ALL.iter().map(|&(reason, text)| (of(reason), text)).collect();
    all.retain(|&(number, _)| number > 0);
    if let [(_, only)] = all[..] {
        return only.to_owned();
    }
    all.iter().map(|(number, text)| format!("{} {text}", group_digits(*number))).collect::<Vec<_>>().join(", ")
}

/// Writes the number of findings of each rule, and of problems and warnings of each code, the most severe first.
fn write_counts(page: &mut Page, summary: &Summary, report: &Report) {
    let mut rows: Vec<(String, Ink, &str, Cow<str>)> = Vec::new();
    if summary.findings() > MANY && summary.rules_failed > 1 {
        let mut failed: Vec<_> = report.stats().rules.iter().filter(|rule| rule.findings > 0).collect();
        failed.sort_by_key(|rule| (rule.severity, Reverse(rule.findings)));
        for rule in failed.iter().take(LISTED) {
            rows.push((group_digits(rule.findings), rule.severity.into(), rule.severity.name(), clean(&rule.name)));
        }
        if let Some(more @ 1..) = failed.len().checked_sub(LISTED) {
            let more = format!("and {}", count(more as u64, "more rule"));
            rows.push(("\u{2026}".to_owned(), Ink::Plain, "", more.into()));
        }
    }
    let Diagnostics { problems, warnings, .. } = report.diagnostics();
    for (list, ink, noun) in [(problems, Ink::Bad, "problem"), (warnings, Ink::Doubtful, "warning")] {
        if list.len() as u64 > MANY {
            let mut codes = BTreeMap::<&str, u64>::new();
            for problem in list {
                *codes.entry(problem.code.as_str()).or_default() += 1;
            }
            rows.extend(codes.into_iter().map(|(code, number)| (group_digits(number), ink, noun, code.into())));
        }
    }
    let width = rows.iter().map(|(number, ..)| number.chars().count()).max().unwrap_or(0);
    for (number, ink, label, name) in rows {
        page.plain(&format!("{:MARGIN$}{number:>width$}  ", ""));
        page.put(ink, &format!("{label:7}")).plain("  ").plain(&name).end();
    }
}

/// Writes the number of files that were seen, were read and were not checked.
fn write_files(page: &mut Page, summary: &Summary, stats: &Stats) {
    let read = if stats.files_read > 0 { format!(" ({})", bytes(stats.bytes)) } else { String::new() };
    let part = |ink, number, words: &str| (ink, format!("{} {words}", group_digits(number)));
    let if_any = |ink, number, words| (number > 0).then(|| part(ink, number, words));
    let parts = [
        Some(part(Ink::Plain, stats.files_seen, "seen")),
        if_any(Ink::Faint, stats.ignored, "ignored"),
        stats.files_named.map(|named| part(Ink::Plain, named, "named")),
        Some(part(Ink::Plain, stats.files_read, &format!("read{read}"))),
        if_any(Ink::Plain, stats.cached, "from the cache"),
        if_any(Ink::Doubtful, summary.files_unchecked, "not checked"),
    ];
    page.label(Ink::Faint, "files");
    write_parts(page, &parts.into_iter().flatten().collect::<Vec<_>>());
    page.end();
}

/// Writes the kinds of files whose content no rule reads, one per line if there are several.
fn write_gaps(page: &mut Page, stats: &Stats) {
    let gaps = CoverageGaps::of(&stats.coverage);
    let lines = gaps.lines();
    if gaps.is_empty() {
        return;
    }
    page.label(Ink::Doubtful, "gaps").put(Ink::Doubtful, NO_RULE_READS);
    if let [(number, kind)] = &lines[..] {
        page.put(Ink::Doubtful, &format!(" {number} {kind}")).end();
        return;
    }
    page.end();
    let width = lines.iter().map(|(number, _)| number.len()).max().unwrap_or(0);
    for (number, kind) in &lines {
        page.plain(&format!("{:MARGIN$}{number:>width$} {kind}", "")).end();
    }
}

/// Writes one sentence: the findings, and whether the run is complete. It is green only if everything was checked.
fn write_result(page: &mut Page, summary: &Summary, stats: &Stats) {
    page.label(Ink::Faint, "result");
    if summary.findings() > 0 {
        write_findings(page, summary);
    } else {
        page.put(if summary.is_complete() { Ink::Good } else { Ink::Plain }, "no findings");
    }
    for (at, (number, whose)) in stats.hidden.parts().enumerate() {
        let (comma, word) = if at > 0 { (", ", "") } else { ("; ", "hidden ") };
        page.plain(comma).put(Ink::Faint, &format!("{} {word}{whose}", group_digits(number)));
    }
    if summary.problems > 0 {
        let problems = count(summary.problems, "problem");
        page.plain("; ").put(Ink::Bad, &format!("{problems}, so the run is incomplete"));
    } else if summary.empty {
        page.plain("; ").put(Ink::Bad, nothing_checked(stats));
    }
    page.end();
}

/// Writes the number of findings: `3 errors, 1 warning in 2 files`.
fn write_findings(page: &mut Page, summary: &Summary) {
    let found = summary.by_severity().into_iter().filter(|&(_, number)| number > 0);
    let parts: Vec<_> = found.map(|(severity, number)| (severity.into(), count(number, severity.name()))).collect();
    write_parts(page, &parts);
    page.plain(&format!(" in {}", count(summary.files_failed, "file")));
}
