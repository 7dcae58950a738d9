//! The table of findings, by file.

use super::excerpt::excerpt;
use super::tag::{message, place, severity, text, value};
use crate::text::undisplayed_value;
use crate::wording::{clean_path, count, group_digits};
use crate::{Finding, Findings, Severity};

/// The maximum number of findings in the table: browsers show this number without delay. The most severe are kept.
pub(super) const MAX_FINDINGS: usize = 5000;

/// Returns the table, with the controls that need the script; an empty string if there are no findings.
pub(super) fn findings(findings: &Findings) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let omitted = findings.len().checked_sub(MAX_FINDINGS).filter(|more| *more > 0).map(|more| {
        let (more, most) = (count(more as u64, "finding"), group_digits(MAX_FINDINGS as u64));
        format!(
            "<p class=\"left-out\">{more} left out, the least severe ones: a page has at most {most}. The other formats \
             hold more.</p>\n"
        )
    });
    let listed: Vec<Finding> = findings.most_severe(MAX_FINDINGS).map(|stored| stored.read()).collect();
    format!(
        "<section id=\"findings\">\n<h2>Findings</h2>\n{}{}{}<p id=\"nothing\" hidden>No findings match the filters.</p>\n\
         </section>\n",
        omitted.unwrap_or_default(),
        controls(&listed),
        table(&listed),
    )
}

/// Returns the controls for the script; they are hidden unless the script runs.
fn controls(findings: &[Finding]) -> String {
    let box_of = |(name, of): (&str, Severity)| {
        let number = findings.iter().filter(|finding| finding.severity == of).count() as u64;
        let (mark, count) = (severity(of), group_digits(number));
        let control = format!(
            "<label class=\"{name}\"><input type=\"checkbox\" name=\"severity\" value=\"{name}\" checked> {mark} \
             <small>{count}</small></label>\n"
        );
        (number > 0).then_some(control)
    };
    let severities: String = Severity::ALL.into_iter().filter_map(box_of).collect();
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let option = |rule: &str| format!("<option>{}</option>", text(rule));
    let rules: String = rules.into_iter().map(option).collect();
    format!(
        r#"<form id="controls" hidden>
<label>Search <input type="search" id="query" autocomplete="off"></label>
<fieldset><legend>Severity</legend>{severities}</fieldset>
<label>Rule <select id="rule"><option value="">all</option>{rules}</select></label>
<label>Group by <select id="group"><option value="path">file</option><option value="rule">rule</option><option value="">nothing</option></select></label>
<output id="count" aria-live="polite"></output>
</form>
"#
    )
}

fn table(findings: &[Finding]) -> String {
    let bodies = findings.chunk_by(|a, b| a.path == b.path).map(|file| {
        let (path, number) = (text(&clean_path(&file[0].path)), group_digits(file.len() as u64));
        let rows: String = file.iter().map(row).collect();
        format!(
            "<tbody>\n<tr class=\"group\"><th colspan=\"4\" scope=\"rowgroup\">{path} <small>{number}</small></th></tr>\n\
             {rows}</tbody>\n"
        )
    });
    let head = r#"<table class="findings" data-group="path">
<thead><tr><th scope="col" data-sort="severity">Severity</th><th scope="col" data-sort="place">Place</th><th scope="col" data-sort="message">Finding</th><th scope="col" data-sort="rule">Rule</th></tr></thead>
"#;
    format!("{head}{}</table>\n", bodies.collect::<String>())
}

fn row(finding: &Finding) -> String {
    let class = finding.severity;
    let line = finding.excerpt.as_ref().map(|line| excerpt(finding.region, line)).unwrap_or_default();
    let (mark, place) = (severity(class), place(&finding.path, Some(finding.region)));
    let (message, notes, rule) = (message(&finding.message), notes(finding), text(&finding.rule));
    format!(
        "<tr class=\"finding {class}\"><td class=\"severity\">{mark}</td><td class=\"place\">{place}</td>\
         <td class=\"what\"><p class=\"message\">{message}</p>{line}{notes}</td><td class=\"rule\">{rule}</td></tr>\n"
    )
}

/// Returns the notes of a finding: a value that is not visible elsewhere, the reference, the caveat, related places.
fn notes(finding: &Finding) -> String {
    let at = |path: &str, region| text(&crate::text::place(path, Some(region)));
    let own = undisplayed_value(finding).map(|hidden| format!("Value: {}", value(&hidden)));
    let via = finding
        .via
        .as_ref()
        .map(|via| format!("Referenced from {} by {}", at(&via.path, via.region), value(&via.value.display())));
    let related = finding.related.iter();
    let related = related.map(|other| format!("See {}: {}", at(&other.path, other.region), message(&other.message)));
    let notes = own.into_iter().chain(via).chain(finding.caveat().map(text)).chain(related);
    let paragraph = |note| format!("<p class=\"note\">{note}</p>");
    notes.map(paragraph).collect()
}
