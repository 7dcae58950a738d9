//! The table of findings, by file.

use super::excerpt;
use super::tag::Html;
use crate::text::{place, unseen_value};
use crate::wording::{clean_path, count, grouped};
use crate::{Finding, Findings, Severity};

/// Findings in the table: what a browser still shows without delay. The gravest are kept.
pub(super) const SHOWN: usize = 5000;

/// Writes the table, with the controls that need the script.
pub(super) fn write(html: &mut Html, findings: &Findings) {
    if findings.is_empty() {
        return;
    }
    html.raw("<section id=\"findings\">\n<h2>Findings</h2>\n");
    if let Some(more @ 1..) = findings.len().checked_sub(SHOWN) {
        html.raw("<p class=\"left-out\">")
            .text(&count(more as u64, "finding"))
            .raw(" left out, the least grave ones: ");
        html.raw("a page has at most ").raw(&grouped(SHOWN as u64)).raw(". The other formats hold more.</p>\n");
    }
    let shown: Vec<Finding> = findings.gravest(SHOWN).map(|stored| stored.read()).collect();
    write_controls(html, &shown);
    write_table(html, &shown);
    html.raw("<p id=\"nothing\" hidden>No finding is like that.</p>\n</section>\n");
}

/// Writes the controls that the script uses; they are hidden where no script runs.
fn write_controls(html: &mut Html, findings: &[Finding]) {
    html.raw("<form id=\"controls\" hidden>\n<label>Search <input type=\"search\" id=\"query\" autocomplete=\"off\"></label>\n");
    html.raw("<fieldset><legend>Severity</legend>");
    for (name, severity) in Severity::ALL {
        let number = findings.iter().filter(|finding| finding.severity == severity).count();
        if number > 0 {
            html.raw("<label class=\"")
                .raw(name)
                .raw("\"><input type=\"checkbox\" name=\"severity\" value=\"")
                .raw(name);
            html.raw("\" checked> ")
                .severity(severity)
                .raw(" <small>")
                .raw(&grouped(number as u64))
                .raw("</small></label>\n");
        }
    }
    html.raw("</fieldset>\n<label>Rule <select id=\"rule\"><option value=\"\">all</option>");
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    for rule in rules {
        html.element("option", rule);
    }
    html.raw("</select></label>\n<label>Group by <select id=\"group\"><option value=\"path\">file</option>");
    html.raw("<option value=\"rule\">rule</option><option value=\"\">nothing</option></select></label>\n");
    html.raw("<output id=\"count\" aria-live=\"polite\"></output>\n</form>\n");
}

fn write_table(html: &mut Html, findings: &[Finding]) {
    html.raw("<table class=\"findings\" data-group=\"path\">\n<thead><tr><th scope=\"col\" data-sort=\"severity\">Severity</th>");
    html.raw("<th scope=\"col\" data-sort=\"place\">Place</th><th scope=\"col\" data-sort=\"message\">Finding</th>");
    html.raw("<th scope=\"col\" data-sort=\"rule\">Rule</th></tr></thead>\n");
    for file in findings.chunk_by(|a, b| a.path == b.path) {
        html.raw("<tbody>\n<tr class=\"group\"><th colspan=\"4\" scope=\"rowgroup\">").text(&clean_path(&file[0].path));
        html.raw(" <small>").raw(&grouped(file.len() as u64)).raw("</small></th></tr>\n");
        for finding in file {
            write_row(html, finding);
        }
        html.raw("</tbody>\n");
    }
    html.raw("</table>\n");
}

fn write_row(html: &mut Html, finding: &Finding) {
    html.raw("<tr class=\"finding ")
        .raw(finding.severity.name())
        .raw("\"><td class=\"severity\">")
        .severity(finding.severity);
    html.raw("</td><td class=\"place\">").place(&finding.path, Some(finding.region));
    html.raw("</td><td class=\"what\"><p class=\"message\">").message(&finding.message).raw("</p>");
    if let Some(excerpt) = &finding.excerpt {
        excerpt::write(html, finding.region, excerpt);
    }
    write_notes(html, finding);
    html.raw("</td><td class=\"rule\">").text(&finding.rule).raw("</td></tr>\n");
}

/// Writes the notes of a finding: its value unless it is visible already, the value that led to the file, the caveat
/// and related places.
fn write_notes(html: &mut Html, finding: &Finding) {
    if let Some(value) = unseen_value(finding) {
        html.raw("<p class=\"note\">Value: ").value(&value).raw("</p>");
    }
    if let Some(via) = &finding.via {
        html.raw("<p class=\"note\">Led here from ").text(&place(&via.path, Some(via.region))).raw(" by ");
        html.value(&via.value.display()).raw("</p>");
    }
    if let Some(caveat) = finding.caveat() {
        html.raw("<p class=\"note\">").text(caveat).raw("</p>");
    }
    for related in &finding.related {
        html.raw("<p class=\"note\">See ").text(&place(&related.path, Some(related.region))).raw(": ");
        html.message(&related.message).raw("</p>");
    }
}
