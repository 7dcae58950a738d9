//! The beginning of the page: the result, the three states of rules and files, and the number of findings by rule.

use std::cmp::Reverse;

use super::tag::Html;
use crate::wording::{bytes, grouped, time};
use crate::{About, Coverage, Least, Reason, Report, RuleState, RuleStats, Severity, Stats, Summary};

/// Rules in the chart; more would push the findings out of sight.
const CHARTED: usize = 12;

/// Writes the result and the tiles.
pub(super) fn write_header(html: &mut Html, report: &Report, result: &str) {
    let (summary, stats) = (report.summary(), report.stats());
    let look = if summary.exit_code(Severity::Hint, Least::Something) > 0 {
        "bad"
    } else if summary.is_complete() {
        "good"
    } else {
        ""
    };
    html.raw("<header>\n<h1>Assay</h1>\n<p class=\"result ").raw(look).raw("\">").text(result).raw("</p>\n");
    html.raw("<div class=\"tiles\">\n");
    write_findings(html, &summary);
    write_states(html, &summary, stats);
    write_files(html, &summary, stats);
    html.raw("</div>\n");
    if let Some(timings) = &stats.timings {
        html.raw("<p class=\"faint\">It took ").text(&time(timings.total)).raw(".</p>\n");
    }
    html.raw("</header>\n");
}

fn write_findings(html: &mut Html, summary: &Summary) {
    html.raw("<section class=\"tile\"><h2>Findings</h2>\n<ul>\n");
    for (severity, number) in summary.by_severity() {
        html.raw("<li class=\"").raw(figure(severity.name(), number)).raw("\"><strong>").raw(&grouped(number));
        html.raw("</strong> <span>").severity(severity).raw(if number == 1 { "" } else { "s" }).raw("</span></li>\n");
    }
    html.raw("</ul>\n</section>\n");
}

fn write_states(html: &mut Html, summary: &Summary, stats: &Stats) {
    let tiles = [
        ("good", summary.rules_passed, "passed"),
        ("error", summary.rules_failed, "failed"),
        ("warning", summary.rules_unchecked, "not checked"),
        ("error", summary.problems, if summary.problems == 1 { "problem" } else { "problems" }),
    ];
    let mut figures = Vec::from(tiles.map(|(look, number, label)| (look, number, label.to_owned())));
    figures.extend(if_any(stats.rules_off, "switched off"));
    write_tile(html, "Rules", &figures);
}

fn write_files(html: &mut Html, summary: &Summary, stats: &Stats) {
    let read = if stats.files_read > 0 { format!("read ({})", bytes(stats.bytes)) } else { "read".to_owned() };
    let named = stats.files_named.map(|named| ("", named, "named".to_owned()));
    let mut figures = vec![("", stats.files_seen, "seen".to_owned())];
    figures.extend(if_any(stats.ignored, "ignored"));
    figures.extend(named);
    figures.extend(if_any(stats.cached, "from the cache"));
    figures.extend([
        ("", stats.files_read, read),
        ("error", summary.files_failed, "with findings".to_owned()),
        ("warning", summary.files_unchecked, "not checked".to_owned()),
    ]);
    figures.extend(stats.missed().into_iter().map(|Coverage { kind, files, .. }| {
        let noun = if *files == 1 { "file" } else { "files" };
        ("warning", *files, format!("{kind} {noun} that no rule looks into"))
    }));
    write_tile(html, "Files", &figures);
}

/// Returns a figure that is shown only where it counts something.
fn if_any(number: u64, label: &str) -> Option<(&'static str, u64, String)> {
    (number > 0).then(|| ("", number, label.to_owned()))
}

fn write_tile(html: &mut Html, heading: &str, figures: &[(&'static str, u64, String)]) {
    html.raw("<section class=\"tile\">").element("h2", heading).raw("\n<ul>\n");
    for (look, number, label) in figures {
        html.raw("<li class=\"").raw(figure(look, *number)).raw("\"><strong>").raw(&grouped(*number));
        html.raw("</strong> ").text(label).raw("</li>\n");
    }
    html.raw("</ul>\n</section>\n");
}

/// Returns the look of a figure: `none` if the number is 0.
const fn figure(look: &'static str, number: u64) -> &'static str {
    if number == 0 { "none" } else { look }
}

/// Writes the rules that found something, most first, each with its bar; then those that could not, then those that passed.
pub(super) fn write_rules(html: &mut Html, report: &Report) {
    let rules = &report.stats().rules;
    let mut failed: Vec<_> = rules.iter().filter(|rule| rule.findings > 0).collect();
    failed.sort_by_key(|rule| (Reverse(rule.findings), rule.severity));
    let unchecked: Vec<_> =
        Reason::ALL.iter().flat_map(|&(reason, why)| with(rules, reason).map(move |rule| (rule, why))).collect();
    if rules.is_empty() {
        return;
    }
    html.raw("<section id=\"rules\">\n<h2>Rules</h2>\n");
    write_charts(html, &failed);
    write_unchecked(html, &unchecked);
    let passed: Vec<_> = rules.iter().filter(|rule| rule.state == RuleState::Passed).collect();
    write_passed(html, &passed);
    html.raw("</section>\n");
}

fn with(rules: &[RuleStats], reason: Reason) -> impl Iterator<Item = &RuleStats> {
    rules.iter().filter(move |rule| rule.state == RuleState::Unchecked(reason))
}

/// The rules with the most findings, and folded away the others.
fn write_charts(html: &mut Html, failed: &[&RuleStats]) {
    let Some(most) = failed.first().map(|rule| rule.findings) else { return };
    let (shown, rest) = failed.split_at(failed.len().min(CHARTED));
    write_bars(html, shown, most);
    if !rest.is_empty() {
        html.raw("<details><summary>").raw(&grouped(rest.len() as u64)).raw(" more with findings</summary>\n");
        write_bars(html, rest, most);
        html.raw("</details>\n");
    }
}

/// The bar chart, as a table: each rule with the number of its findings; the longest bar stands for `most`.
fn write_bars(html: &mut Html, failed: &[&RuleStats], most: u64) {
    html.raw("<table class=\"bars\">\n<caption>Findings by rule</caption>\n");
    html.raw("<thead><tr><th scope=\"col\">Rule</th><th scope=\"col\">Severity</th>");
    html.raw("<th scope=\"col\" colspan=\"2\">Findings</th></tr></thead>\n<tbody>\n");
    for rule in failed {
        let name = rule.severity.name();
        html.raw("<tr class=\"")
            .raw(name)
            .raw("\"><th scope=\"row\"><a href=\"#findings\" data-rule=\"")
            .text(&rule.name);
        html.raw("\">").text(&rule.name).raw("</a>");
        write_about(html, rule);
        html.raw("</th><td class=\"severity\">").severity(rule.severity).raw("</td><td class=\"number\">");
        html.raw(&grouped(rule.findings)).raw("</td><td class=\"bar\">");
        write_bar(html, rule.findings, most);
        html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
}

/// A bar of its share of the longest one; never so short that it cannot be seen.
fn write_bar(html: &mut Html, number: u64, most: u64) {
    let thousandths = (number.saturating_mul(1000) / most.max(1)).max(5).to_string();
    html.raw(
        "<svg viewBox=\"0 0 1000 12\" width=\"200\" height=\"12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
    );
    html.raw("<rect width=\"").raw(&thousandths).raw("\" height=\"12\" fill=\"currentColor\"/></svg>");
}

/// Writes the descriptive fields of a rule: what it checks, why that matters, and where further documentation is.
fn write_about(html: &mut Html, rule: &RuleStats) {
    let About { description, why, .. } = &rule.about;
    let page = rule.about.page();
    if description.is_none() && why.is_none() && page.is_none() {
        return;
    }
    html.raw(" <span class=\"faint\">");
    for (at, text) in [description, why].into_iter().flatten().enumerate() {
        // Not everybody ends a description with a full stop.
        html.raw(if at > 0 { "<br>" } else { "" }).message(text);
    }
    if let Some(page) = page {
        html.raw(" <a rel=\"noreferrer\" href=\"").text(page).raw("\">more</a>");
    }
    html.raw("</span>");
}

fn write_unchecked(html: &mut Html, unchecked: &[(&RuleStats, &str)]) {
    if unchecked.is_empty() {
        return;
    }
    html.raw("<h3>Not checked</h3>\n<ul class=\"unchecked\">\n");
    for (rule, why) in unchecked {
        html.raw("<li><span class=\"name\">").text(&rule.name).raw("</span> <em>").raw(why).raw("</em>");
        write_about(html, rule);
        html.raw("</li>\n");
    }
    html.raw("</ul>\n");
}

fn write_passed(html: &mut Html, passed: &[&RuleStats]) {
    if passed.is_empty() {
        return;
    }
    html.raw("<details><summary>").raw(&grouped(passed.len() as u64)).raw(" passed</summary>\n<ul class=\"passed\">\n");
    for rule in passed {
        html.raw("<li><span class=\"name\">").text(&rule.name).raw("</span>");
        write_about(html, rule);
        html.raw("</li>\n");
    }
    html.raw("</ul>\n</details>\n");
}
