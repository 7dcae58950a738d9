//! The lists of problems (what was not checked), and of warnings and hints (what should be looked at).

use super::excerpt;
use super::tag::Html;
use crate::wording::{clean_path, count, grouped};
use crate::{Diagnostics, Problem};

/// Problems, warnings or hints that are listed; the others are counted.
const SHOWN: usize = 500;

/// Writes the problems: the first thing to read.
pub(super) fn write_problems(html: &mut Html, problems: &[Problem]) {
    if problems.is_empty() {
        return;
    }
    html.raw("<section id=\"problems\" class=\"error\">\n<h2>");
    html.text(&count(problems.len() as u64, "problem")).raw(": what they name was not checked</h2>\n");
    write_list(html, problems);
    html.raw("</section>\n");
}

/// Writes warnings and hints, folded away: most concern the authors of the rules only.
pub(super) fn write_asides(html: &mut Html, diagnostics: &Diagnostics) {
    for (list, noun, meaning, class) in [
        (&diagnostics.warnings, "warning", "used, and worth a look", "warning"),
        (&diagnostics.hints, "hint", "worth knowing", "hint"),
    ] {
        if !list.is_empty() {
            html.raw("<section class=\"").raw(class).raw("\">\n<details><summary>");
            html.text(&count(list.len() as u64, noun)).raw(": ").raw(meaning).raw("</summary>\n");
            write_list(html, list);
            html.raw("</details>\n</section>\n");
        }
    }
}

fn write_list(html: &mut Html, problems: &[Problem]) {
    html.raw("<ul class=\"problems\">\n");
    let mut more = problems.len();
    for alike in problems.chunk_by(Problem::is_repeated_by).take(SHOWN) {
        let [first, again @ ..] = alike else { continue };
        html.raw("<li>");
        write_problem(html, first);
        write_again(html, again);
        html.raw("</li>\n");
        more -= alike.len();
    }
    html.raw("</ul>\n");
    write_more(html, more);
}

/// Writes the other documents in which a problem occurs, folded away.
fn write_again(html: &mut Html, again: &[Problem]) {
    if again.is_empty() {
        return;
    }
    html.raw("<details><summary>also in ").text(&count(again.len() as u64, "more file")).raw("</summary>\n");
    for document in again.iter().take(SHOWN).filter_map(|problem| problem.document.as_deref()) {
        html.raw("<p class=\"note\"><span class=\"path\">").text(&clean_path(document)).raw("</span></p>\n");
    }
    write_more(html, again.len().saturating_sub(SHOWN));
    html.raw("</details>\n");
}

fn write_more(html: &mut Html, more: usize) {
    if more > 0 {
        html.raw("<p>\u{2026} and ").raw(&grouped(more as u64)).raw(" more</p>\n");
    }
}

fn write_problem(html: &mut Html, problem: &Problem) {
    html.raw("<p><strong>").message(&problem.message).raw("</strong> <span class=\"faint\">");
    if let Some(rule) = &problem.rule {
        html.text(rule).raw(": ");
    }
    html.text(problem.code.as_str()).raw("</span></p>\n");
    if let Some(path) = &problem.path {
        html.raw("<p class=\"place\">").place(path, problem.region).raw("</p>\n");
    }
    if let Some(document) = &problem.document {
        html.raw("<p class=\"note\">while checking <span class=\"path\">")
            .text(&clean_path(document))
            .raw("</span></p>\n");
    }
    if let Some((region, line)) = problem.region.zip(problem.excerpt.as_ref()) {
        excerpt::write(html, region, line);
    }
    if let Some(help) = &problem.help {
        html.raw("<p class=\"note\">Help: ").message(help).raw("</p>\n");
    }
}
