//! The report for people: findings by document, then what was not checked, then the summary.
//!
//! ```text
//! Package/Tree/resource.repository:14:20
//!   error    `6000` is not <= 5000  [face-budget]
//!       14 | <NumFaces>6000</NumFaces>
//!          |           ^^^^
//! ```
//!
//! Places start at the left margin, where editors and `grep` find them; everything else shares one column. Blocks of
//! one document are together, and a blank line separates documents. The notes of a rule follow its first finding.
//! Frames are ASCII, because box-drawing characters take two columns in East Asian terminals. Problems and the summary
//! come last, because a terminal shows the last lines first.

mod block;
mod page;
mod summary;
mod tested;
mod trace;

#[cfg(test)]
mod tests;

use assay_document::text::IssueCode;
use rustc_hash::FxHashMap;

use self::page::{Ink, Page};
use super::portions::PortionWriter;
use super::wording::{count, group_digits};
use super::written_notes::WrittenNotes;
use super::{Diagnostics, DocumentFindings, Finding, FindingCursor, Problem, Report, RuleStats, Stored};
pub(super) use block::{place, undisplayed_value};
pub use page::Style;
pub use summary::rules_in_words;
pub(super) use summary::{nothing_checked, outcome};
pub(super) use tested::render_tests;
pub(super) use trace::trace;

/// The number of findings of one rule in one document, and of hints in all, that are shown; further ones are only
/// counted.
const MAX_LISTED: usize = 20;

/// The number of findings in a report that are shown, more than anybody reads; further ones are only counted.
const MAX_IN_ALL: u64 = 10_000;

/// Writes reports, one document at a time.
pub(super) fn report(style: Style) -> PortionWriter<Report> {
    let mut page = Page::new(style);
    let mut pending = WrittenNotes::default();
    let (mut next, mut written, mut left) = (FindingCursor::default(), 0, Left::default());
    Box::new(move |report, text| {
        let document = report.stored().next_document(&mut next);
        match document {
            Some(document) if written >= MAX_IN_ALL && !style.all => {
                left.findings += document.len() as u64;
                left.documents += 1;
            }
            Some(document) => {
                written += write_document(&mut page, document, &report.stats().rules, &mut pending) as u64;
            }
            None => {
                left.write(&mut page);
                write_diagnostics(&mut page, report.diagnostics());
                page.gap();
                summary::write(&mut page, report);
            }
        }
        text.extend(page.take().into_bytes());
        document.is_some()
    })
}

/// The number of findings and documents that are left out at the end.
#[derive(Default)]
struct Left {
    findings: u64,
    documents: u64,
}

impl Left {
    fn write(&self, page: &mut Page) {
        if self.findings > 0 {
            let (findings, documents) = (count(self.findings, "more finding"), count(self.documents, "more file"));
            page.gap();
            page.put(Ink::Strong, &format!("\u{2026} and {findings} in {documents}")).end();
            page.plain("  they are counted below; the formats `json` and `jsonl` list all of them").end();
        }
    }
}

/// Renders diagnostics that do not belong to a run, such as those of a package, like a text report without headings.
pub fn render_remarks(diagnostics: &Diagnostics, style: Style) -> String {
    let mut page = Page::new(style);
    hint_lines(&mut page, &diagnostics.hints);
    for (list, noun, ink) in
        [(&diagnostics.warnings, "warning", Ink::Doubtful), (&diagnostics.problems, "error", Ink::Bad)]
    {
        if !list.is_empty() {
            page.gap();
        }
        write_problems(&mut page, &list.iter().collect::<Vec<_>>(), noun, ink);
    }
    page.take()
}

/// Writes the findings of one document: a block for each place, and the number of further findings. Returns the number
/// of findings that are shown.
fn write_document(
    page: &mut Page,
    findings: DocumentFindings<'_>,
    rules: &[RuleStats],
    pending: &mut WrittenNotes,
) -> usize {
    let (listed, rest) = first_of_each_rule(findings, page.style.all);
    page.gap();
    for (at, place) in listed.chunk_by(|a, b| a.region == b.region && a.excerpt == b.excerpt).enumerate() {
        block::write_findings(page, place, rules, pending, at > 0);
    }
    for (finding, count) in rest {
        let more = format!("\u{2026} and {} more of this rule in this file", group_digits(count));
        let severity = finding.severity();
        block::write_entry(page, severity.into(), severity.name(), &more, finding.rule());
    }
    listed.len()
}

/// Returns the findings to show and, for each rule with more, one of the omitted findings and their number.
fn first_of_each_rule(findings: DocumentFindings<'_>, all: bool) -> (Vec<Finding>, Vec<(Stored<'_>, u64)>) {
    let mut seen = FxHashMap::<&str, (usize, usize)>::default();
    let mut rest = Vec::<(Stored<'_>, u64)>::new();
    let mut first = Vec::new();
    for finding in findings.iter() {
        let (count, place) = seen.entry(finding.rule()).or_default();
        *count += 1;
        if all || *count <= MAX_LISTED {
            first.push(finding.read());
        } else if *count == MAX_LISTED + 1 {
            *place = rest.len();
            rest.push((finding, 1));
        } else {
            rest[*place].1 += 1;
        }
    }
    (first, rest)
}

/// Writes hints, warnings and problems, each list under a heading; problems, the most severe, come last.
fn write_diagnostics(page: &mut Page, diagnostics: &Diagnostics) {
    // On one line each, because the rules of hints work as they are.
    if !diagnostics.hints.is_empty() {
        write_heading(page, Ink::Notable, diagnostics.hints.len(), "hint", "possible improvements");
        hint_lines(page, &diagnostics.hints);
    }
    for (list, noun, meaning, ink) in [
        (&diagnostics.warnings, "warning", "something may be wrong", Ink::Doubtful),
        (&diagnostics.problems, "problem", "not everything was checked", Ink::Bad),
    ] {
        if !list.is_empty() {
            write_heading(page, ink, list.len(), noun, meaning);
            let (idle, list) = separate_unmatched(list, page.style.all);
            write_idle(page, &idle, noun, ink);
            let (list, more) = first_of_each_message(list, page.style.all);
            write_problems(page, &list, noun, ink);
            write_more(page, &more, noun, ink);
        }
    }
}

fn write_heading(page: &mut Page, ink: Ink, length: usize, noun: &str, meaning: &str) {
    page.gap();
    page.put(ink, &count(length as u64, noun)).plain(": ").plain(meaning).end();
    page.gap();
}

fn hint_lines(page: &mut Page, hints: &[Problem]) {
    let limit = if page.style.all { hints.len() } else { MAX_LISTED.min(hints.len()) };
    for hint in &hints[..limit] {
        block::write_hint(page, hint);
    }
    if limit < hints.len() {
        let more = format!("\u{2026} and {}", count((hints.len() - limit) as u64, "more hint"));
        block::write_entry(page, Ink::Notable, "hint", &more, "");
    }
}

/// Separates rules that matched no file, if many. In a small project most rules of a pack may match nothing.
fn separate_unmatched(problems: &[Problem], all: bool) -> (Vec<&Problem>, Vec<&Problem>) {
    /// Up to this number, each one is shown at its place.
    const FEW: usize = 3;
    let (idle, others): (Vec<_>, Vec<_>) =
        problems.iter().partition(|problem| problem.code == IssueCode::RuleNoFile && problem.help.is_none());
    if all || idle.len() <= FEW { (Vec::new(), problems.iter().collect()) } else { (idle, others) }
}

/// Separates problems whose message many files have, as without Git LFS, and returns one of each kind with a number.
fn first_of_each_message(problems: Vec<&Problem>, all: bool) -> (Vec<&Problem>, Vec<(&Problem, u64)>) {
    /// Up to this number, each of them is shown at its place.
    const FEW: u64 = 5;
    let mut numbers = FxHashMap::<(&str, &str), u64>::default();
    let mut more = Vec::<(&Problem, u64)>::new();
    let mut listed = Vec::new();
    for problem in problems {
        let number = numbers.entry((problem.code.as_str(), &problem.message)).or_default();
        let is_alike = !all && problem.path.is_some() && problem.rule.is_none() && problem.document.is_none();
        *number += u64::from(is_alike);
        if !is_alike || *number <= FEW {
            listed.push(problem);
            continue;
        }
        match more.iter_mut().find(|(first, _)| first.code == problem.code && first.message == problem.message) {
            Some((_, number)) => *number += 1,
            None => more.push((problem, 1)),
        }
    }
    (listed, more)
}

fn write_more(page: &mut Page, more: &[(&Problem, u64)], label: &str, ink: Ink) {
    for &(problem, number) in more {
        page.gap();
        let message = format!("\u{2026} and {} with this message: {}", count(number, "more file"), problem.message);
        block::write_entry(page, ink, label, &message, problem.code.as_str());
    }
}

/// Writes all rules that matched no file as one entry.
fn write_idle(page: &mut Page, idle: &[&Problem], label: &str, ink: Ink) {
    /// The number of rules that are listed.
    const NAMED: usize = 12;
    if idle.is_empty() {
        return;
    }
    let rules = idle.iter().filter_map(|problem| problem.rule.as_deref());
    let mut names: Vec<String> = rules.take(NAMED).map(|rule| format!("`{rule}`")).collect();
    if idle.len() > NAMED {
        names.push(format!("and {} more", group_digits((idle.len() - NAMED) as u64)));
    }
    page.gap();
    let message = format!("{} matched no file: {}", count(idle.len() as u64, "rule"), names.join(", "));
    block::write_entry(page, ink, label, &message, IssueCode::RuleNoFile.as_str());
}

/// Writes problems or warnings by file. Those that differ only in the checked document are one entry.
fn write_problems(page: &mut Page, problems: &[&Problem], label: &str, ink: Ink) {
    let all = page.style.all;
    for file in problems.chunk_by(|a, b| a.path == b.path) {
        page.gap();
        let mut above = None;
        for alike in file.chunk_by(|a, b| !all && a.is_repeated_by(b)) {
            let Some((&problem, others)) = alike.split_first() else { continue };
            block::write_problem(page, problem, label, ink, above);
            block::write_documents(page, others);
            above = Some(problem);
        }
    }
}
