//! The report as Markdown, for a comment on a change: what was not checked, then the findings, most severe first.
//!
//! Services reject comments above a maximum length. So lists end when that length is reached, and give the number of
//! entries that are missing.

use super::coverage::CoverageGaps;
use super::markup::{MarkupPiece, pieces};
use super::problem::in_more;
use super::text::{outcome, place};
use super::wording::{clean, count, cut, group_digits};
use super::{About, Coverage, Diagnostics, Findings, Problem, Report, RuleStats, Severity, Stored};

/// The number of characters in a comment that GitHub accepts, minus a reserve for the text after the lists.
const ROOM: usize = 60_000;
/// The maximum number of findings that are listed: more than anybody reads in a comment.
const MOST: usize = 100;
/// The maximum number of characters of a message, a path or a name.
const LONGEST: usize = 300;

/// Writes `report`.
pub(super) fn report(report: &Report) -> String {
    let end = outcome(report);
    let mut text = format!("## Assay: {}\n\n", end.result);
    // A table needs a head, even an empty one.
    text.extend(["| | |\n| --- | --- |\n| Rules | ", &end.rules, " |\n| Files | ", &end.files, " |\n"]);
    write_problems(&mut text, report.problems());
    write_findings(&mut text, report.stored());
    write_rules(&mut text, report);
    write_gaps(&mut text, report, end.gaps.as_deref());
    write_folded_remarks(&mut text, report.diagnostics());
    text
}

fn write_problems(text: &mut String, problems: &[Problem]) {
    if !problems.is_empty() {
        let heading = count(problems.len() as u64, "problem");
        text.extend(["\n### ", &heading, ": not everything was checked\n\n"]);
        write_list(text, problems);
    }
}

/// Writes the kinds of files whose content no rule reads, folded away.
fn write_gaps(text: &mut String, report: &Report, gaps: Option<&str>) {
    let Some(gaps) = gaps.filter(|_| text.len() < ROOM) else { return };
    text.extend(["\n<details><summary>", &escape(gaps), "</summary>\n\n| Kind | Files | Looked into |\n"]);
    text.push_str("| --- | ---: | ---: |\n");
    for Coverage { kind, files, looked_into } in CoverageGaps::of(&report.stats().coverage).kinds {
        let (files, looked_into) = (group_digits(*files), group_digits(*looked_into));
        text.extend(["| ", &format_message(kind), " | ", &files, " | ", &looked_into, " |\n"]);
    }
    text.push_str("\n</details>\n");
}

/// Writes warnings and hints, folded away.
fn write_folded_remarks(text: &mut String, diagnostics: &Diagnostics) {
    for (list, noun) in [(&diagnostics.warnings, "warning"), (&diagnostics.hints, "hint")] {
        if !list.is_empty() && text.len() < ROOM {
            let heading = count(list.len() as u64, noun);
            text.extend(["\n<details><summary>", &heading, "</summary>\n\n"]);
            write_list(text, list);
            text.push_str("\n</details>\n");
        }
    }
}

fn write_list(text: &mut String, problems: &[Problem]) {
    write_while_room(text, problems.chunk_by(Problem::is_repeated_by).filter_map(item), |item| item, "- ");
}

/// Returns a problem as a list item, with the number of other files in which it occurs.
fn item(alike: &[Problem]) -> Option<String> {
    let (problem, again) = alike.split_first()?;
    let place =
        problem.path.as_deref().map(|path| format!("{}: ", code(&place(path, problem.region)))).unwrap_or_default();
    let rule = problem.rule.as_deref().map(|rule| format!("{}, ", code(rule))).unwrap_or_default();
    let help = problem.help.as_deref().map(|help| format!("; {}", format_message(help))).unwrap_or_default();
    let also =
        if again.is_empty() { String::new() } else { format!("; also {}", format_message(&in_more(again.iter()))) };
    Some(format!("- {place}{}{help}{also} ({rule}{})\n", format_message(&problem.message), code(problem.code.as_str())))
}

fn write_findings(text: &mut String, findings: &Findings) {
    if findings.is_empty() {
        return;
    }
    text.push_str("\n### Findings\n\n| Severity | Place | Finding | Rule |\n| --- | --- | --- | --- |\n");
    let by_severity = findings.by_severity();
    let severities = Severity::ALL.into_iter().filter(|&(_, severity)| by_severity[severity as usize] > 0);
    let of = |severity| findings.iter().filter(move |stored| stored.severity() == severity);
    write_while_room(text, severities.flat_map(|(_, severity)| of(severity)), row, "\n");
}

/// Writes the descriptive fields of the rules with findings, folded away.
fn write_rules(text: &mut String, report: &Report) {
    let rules = report.stats().rules.iter().filter(|rule| rule.findings > 0);
    let mut items = rules.filter_map(about).peekable();
    if items.peek().is_some() && text.len() < ROOM {
        text.push_str("\n<details><summary>About the rules</summary>\n\n");
        write_while_room(text, items, |item| item, "- ");
        text.push_str("\n</details>\n");
    }
}

/// Returns a rule with its descriptive fields; `None` if it has none.
fn about(rule: &RuleStats) -> Option<String> {
    let About { description, why, .. } = &rule.about;
    let texts: Vec<String> = [description, why].into_iter().flatten().map(|text| format_message(text)).collect();
    // A web address contains no character that would end the link.
    let page = rule.about.page().map(|page| format!("<{page}>"));
    let said = texts.into_iter().chain(page).collect::<Vec<_>>().join(" ");
    (!said.is_empty()).then(|| format!("- {}: {said}\n", code(&rule.name)))
}

fn row(stored: Stored<'_>) -> String {
    let finding = stored.read();
    let place = code(&place(&finding.path, Some(finding.region)));
    format!(
        "| {} | {place} | {} | {} |\n",
        finding.severity,
        format_message(&finding.message_with_caveat("; ")),
        code(&finding.rule)
    )
}

/// Writes items while there is room, then `lead` and the number of remaining items, which are not rendered.
fn write_while_room<T>(text: &mut String, mut items: impl Iterator<Item = T>, show: impl Fn(T) -> String, lead: &str) {
    let mut written = 0;
    while written < MOST && text.len() < ROOM {
        let Some(item) = items.next() else { return };
        text.push_str(&show(item));
        written += 1;
    }
    let more = items.count() as u64;
    if more > 0 {
        text.extend([lead, "\u{2026} and ", &group_digits(more), " more\n"]);
    }
}

/// Returns a message on one line: text between backticks becomes code, and everything else is escaped.
fn format_message(message: &str) -> String {
    let rendered = |piece| match piece {
        MarkupPiece::Words(words) => escape(words),
        MarkupPiece::Code(text) => code(text),
    };
    pieces(&cut(&clean(message), LONGEST)).into_iter().map(rendered).collect()
}

/// Escapes `text` so that no character is markup, mentions a person or refers to an issue.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // In a table it would end a cell, even inside code.
            '|' => escaped.push_str("&#124;"),
            // A zero-width space prevents a link.
            '@' | '#' => escaped.extend([c, '\u{200b}']),
            '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '!' | '$' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped.replace("://", ":\u{200b}//")
}

fn code(text: &str) -> String {
    let text = clean(text);
    let text = cut(&text, LONGEST);
    if text.contains('|') {
        return format!("<code>{}</code>", escape(&text));
    }
    // The fence is longer than any sequence of backticks in the text.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) || text.is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

#[cfg(test)]
mod tests;
