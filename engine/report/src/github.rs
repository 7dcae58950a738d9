//! The report as workflow commands of GitHub Actions, which show findings beside the lines of a change.
//!
//! GitHub shows at most ten annotations of a kind for one step and silently drops all further ones. So the most severe
//! come first, and the last one gives the number of annotations that are not shown.

use std::borrow::Cow;
use std::fmt::Write;

use assay_document::text::Region;

use super::problem::in_more;
use super::text::outcome;
use super::wording::{clean, clean_lines, clean_path, count, without_marks};
use super::written_notes::WrittenNotes;
use super::{Problem, Report, RuleStats, Severity, Stored};

/// The number of annotations of one kind that GitHub shows.
const MOST: usize = 10;

/// Writes `report`. The last lines are the summary, which is visible only in the log.
pub(super) fn report(report: &Report) -> String {
    let mut text = String::new();
    let mut pending = WrittenNotes::default();
    for command in ["error", "warning", "notice"] {
        let (mut marks, all) = marks(report, command);
        marks.truncate(if all > MOST { MOST - 1 } else { MOST });
        for mark in &mut marks {
            mark.add_notes(&report.stats().rules, &mut pending);
            mark.write(&mut text, command);
        }
        if marks.len() < all {
            let more = count((all - marks.len()) as u64, &format!("more {command}"));
            let message = format!("and {more} not shown here");
            GithubMark { title: "Assay".to_owned(), message, place: None, rule: None }.write(&mut text, command);
        }
    }
    let end = outcome(report);
    let gaps = end.gaps.map(|gaps| format!("gaps: {gaps}\n")).unwrap_or_default();
    text.extend(["rules: ", &end.rules, "\nfiles: ", &end.files, "\n", &gaps, "result: ", &end.result, "\n"]);
    // Azure and TeamCity also execute their commands inside a line for GitHub.
    without_marks(text)
}

/// Returns the annotations of that command, most severe first: at most as many as GitHub shows. Also returns the number
/// of all annotations.
fn marks<'r>(report: &'r Report, command: &str) -> (Vec<GithubMark<'r>>, usize) {
    let (about_run, severities): (&[Problem], &[Severity]) = match command {
        "error" => (report.problems(), &[Severity::Error]),
        "warning" => (report.warnings(), &[Severity::Warning]),
        _ => (report.hints(), &[Severity::Info, Severity::Hint]),
    };
    let by_severity = report.stored().by_severity();
    let found: u64 = severities.iter().map(|&severity| by_severity[severity as usize]).sum();
    let of = |severity| report.stored().iter().filter(move |stored| stored.severity() == severity);
    let findings = severities.iter().filter(|&&severity| by_severity[severity as usize] > 0);
    let findings = findings.flat_map(|&severity| of(severity)).map(GithubMark::from);
    let about_run: Vec<GithubMark<'_>> =
        about_run.chunk_by(Problem::is_repeated_by).filter_map(GithubMark::of).collect();
    let all = usize::try_from(found).unwrap_or(usize::MAX).saturating_add(about_run.len());
    // An unchecked file or rule is worse than a finding. Warnings about rules are not.
    let marks = if command == "error" {
        about_run.into_iter().chain(findings).take(MOST).collect()
    } else {
        findings.chain(about_run).take(MOST).collect()
    };
    (marks, all)
}

/// An annotation, at a line or without a place.
struct GithubMark<'r> {
    title: String,
    message: String,
    place: Option<(&'r str, Option<Region>)>,
    rule: Option<&'r str>,
}

impl<'r> From<Stored<'r>> for GithubMark<'r> {
    fn from(stored: Stored<'r>) -> Self {
        let place = Some((stored.path(), Some(stored.region())));
        let message = stored.read().message_with_caveat("\n");
        Self { title: stored.rule().to_owned(), message, place, rule: Some(stored.rule()) }
    }
}

impl<'r> GithubMark<'r> {
    /// Creates the annotation of a problem, with the other files in which it occurs.
    fn of(alike: &'r [Problem]) -> Option<Self> {
        let (problem, again) = alike.split_first()?;
        let title =
            problem.rule.as_ref().map_or_else(|| problem.code.to_string(), |rule| format!("{rule}: {}", problem.code));
        let help = problem.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
        let also = if again.is_empty() { String::new() } else { format!("\nalso {}", in_more(again.iter())) };
        let place = problem.path.as_deref().map(|path| (path, problem.region));
        Some(Self { title, message: format!("{}{help}{also}", problem.message), place, rule: None })
    }
}

impl GithubMark<'_> {
    /// Adds the descriptive fields of the rule, unless an earlier annotation has them.
    fn add_notes(&mut self, rules: &[RuleStats], pending: &mut WrittenNotes) {
        let notes = self.rule.into_iter().flat_map(|rule| pending.take(rules, rule));
        self.message.extend(notes.map(|(label, text)| format!("\n{label}: {}", clean(text))));
    }

    fn write(&self, text: &mut String, command: &str) {
        text.extend(["::", command, " "]);
        if let Some((path, region)) = self.place {
            text.extend(["file=", &property(&display_path(path)), ","]);
            if let Some(Region { start, end }) = region {
                let _ = write!(text, "line={},endLine={},", start.line, end.line);
                // GitHub accepts columns only if the region is on one line.
                if start.line == end.line && start != end {
                    let _ = write!(text, "col={},endColumn={},", start.column, end.column);
                }
            }
        }
        text.extend(["title=", &property(&clean(&self.title)), "::", &data(&clean_lines(&self.message)), "\n"]);
    }
}

/// Returns a path as GitHub looks it up, or escaped if it contains characters that a terminal would execute.
fn display_path(path: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| c.is_control() && !matches!(c, '\r' | '\n' | '\t');
    if path.chars().any(is_obeyed) { clean_path(path) } else { Cow::Borrowed(path) }
}

/// Escapes a string as the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a string as the value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests;
