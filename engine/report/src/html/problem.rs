//! The lists of problems (what was not checked), and of warnings and hints (what should be looked at).

use super::excerpt::excerpt;
use super::tag::{message, path, place, text};
use crate::wording::{count, group_digits};
use crate::{Diagnostics, Problem};

/// The number of problems, warnings or hints that are listed; further ones are only counted.
const MAX_LISTED: usize = 500;

pub(super) fn problems(problems: &[Problem]) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let (number, list) = (count(problems.len() as u64, "problem"), list(problems));
    format!(
        "<section id=\"problems\" class=\"error\">\n<h2>{number}: not everything was checked</h2>\n{list}</section>\n"
    )
}

/// Returns warnings and hints, folded away: most of them concern only the authors of the rules.
pub(super) fn folded_remarks(diagnostics: &Diagnostics) -> String {
    let lists = [
        (&diagnostics.warnings, "warning", "something may be wrong"),
        (&diagnostics.hints, "hint", "possible improvements"),
    ];
    let section = |(problems, noun, meaning): (&Vec<Problem>, &str, &str)| {
        let (number, list) = (count(problems.len() as u64, noun), list(problems));
        format!(
            "<section class=\"{noun}\">\n<details><summary>{number}: {meaning}</summary>\n{list}</details>\n</section>\n"
        )
    };
    lists.into_iter().filter(|(list, ..)| !list.is_empty()).map(section).collect()
}

fn list(problems: &[Problem]) -> String {
    // A script that stops does so in many files: such problems are one entry.
    let groups = || problems.chunk_by(Problem::is_repeated_by).take(MAX_LISTED);
    let items = groups().filter_map(|alike| alike.split_first());
    let entry =
        |(first, again): (&Problem, &[Problem])| format!("<li>{}{}</li>\n", item(first), other_documents(again));
    let items: String = items.map(entry).collect();
    let listed: usize = groups().map(<[Problem]>::len).sum();
    format!("<ul class=\"problems\">\n{items}</ul>\n{}", more(problems.len() - listed))
}

/// Returns the other documents in which a problem occurs, folded away.
fn other_documents(again: &[Problem]) -> String {
    if again.is_empty() {
        return String::new();
    }
    let number = count(again.len() as u64, "more file");
    let documents = again.iter().take(MAX_LISTED).filter_map(|problem| problem.document.as_deref());
    let paragraph = |document: &str| format!("<p class=\"note\">{}</p>\n", path(document));
    let documents: String = documents.map(paragraph).collect();
    let more = more(again.len().saturating_sub(MAX_LISTED));
    format!("<details><summary>also in {number}</summary>\n{documents}{more}</details>\n")
}

fn more(number: usize) -> String {
    if number > 0 { format!("<p>\u{2026} and {} more</p>\n", group_digits(number as u64)) } else { String::new() }
}

fn item(problem: &Problem) -> String {
    let Problem { code, message: sentence, help, rule, path: file, document, region, excerpt: line, .. } = problem;
    let rule = rule.as_ref().map(|rule| format!("{}: ", text(rule))).unwrap_or_default();
    let (said, code) = (message(sentence), text(code.as_str()));
    let head = format!("<p><strong>{said}</strong> <span class=\"faint\">{rule}{code}</span></p>\n");
    let place = file.as_ref().map(|file| format!("<p class=\"place\">{}</p>\n", place(file, *region)));
    let note = |note: String| format!("<p class=\"note\">{note}</p>\n");
    let document = document.as_ref().map(|document| note(format!("while checking {}", path(document))));
    let line = region.zip(line.as_ref()).map(|(region, line)| excerpt(region, line));
    let help = help.as_ref().map(|help| note(format!("Help: {}", message(help))));
    [Some(head), place, document, line, help].into_iter().flatten().collect()
}
