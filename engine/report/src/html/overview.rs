//! The beginning of the page: the result, the three states of rules and files, and the number of findings by rule.

use std::cmp::Reverse;

use super::tag::{message, severity, text};
use crate::coverage::CoverageGaps;
use crate::wording::{bytes, group_digits, time};
use crate::{About, Coverage, Least, Reason, Report, RuleState, RuleStats, Severity, Stats, Summary};

/// The number of rules in the chart; more would push the findings out of sight.
const CHARTED: usize = 12;

/// Returns the result and the tiles.
pub(super) fn header(report: &Report, result: &str) -> String {
    let (summary, stats) = (report.summary(), report.stats());
    // The severity that fails a run is not part of its report, so any finding makes the result look bad.
    let look = if summary.exit_code(Severity::Hint, Least::Something) > 0 {
        "bad"
    } else if summary.is_complete() {
        "good"
    } else {
        ""
    };
    let (result, findings) = (text(result), render_found(&summary));
    let (rules, files) = (states(&summary, stats), files(&summary, stats));
    let timings = stats.timings.as_ref();
    let timings = timings.map(|timings| format!("<p class=\"faint\">It took {}.</p>\n", time(timings.total)));
    format!(
        "<header>\n<h1>Assay</h1>\n<p class=\"result {look}\">{result}</p>\n<div class=\"tiles\">\n{findings}{rules}{files}\
         </div>\n{}</header>\n",
        timings.unwrap_or_default()
    )
}

fn render_found(summary: &Summary) -> String {
    let item = |(of, number): (Severity, u64)| {
        let (look, mark, end) = (figure(of.name(), number), severity(of), if number == 1 { "" } else { "s" });
        format!("<li class=\"{look}\"><strong>{}</strong> <span>{mark}{end}</span></li>\n", group_digits(number))
    };
    let items: String = summary.by_severity().into_iter().map(item).collect();
    format!("<section class=\"tile\"><h2>Findings</h2>\n<ul>\n{items}</ul>\n</section>\n")
}

fn states(summary: &Summary, stats: &Stats) -> String {
    let tiles = [
        ("good", summary.rules_passed, "passed"),
        ("error", summary.rules_failed, "failed"),
        ("warning", summary.rules_unchecked, "not checked"),
        ("error", summary.problems, if summary.problems == 1 { "problem" } else { "problems" }),
    ];
    let mut figures = Vec::from(tiles.map(|(look, number, label)| (look, number, label.to_owned())));
    figures.extend(if_any(stats.rules_off, "switched off"));
    tile("Rules", &figures)
}

fn files(summary: &Summary, stats: &Stats) -> String {
    let read = if stats.files_read > 0 { format!("read ({})", bytes(stats.bytes)) } else { "read".to_owned() };
    let mut figures = vec![("", stats.files_seen, "seen".to_owned())];
    figures.extend(if_any(stats.ignored, "ignored"));
    figures.extend(stats.files_named.map(|named| ("", named, "named".to_owned())));
    figures.extend(if_any(stats.cached, "from the cache"));
    figures.extend([
        ("", stats.files_read, read),
        ("error", summary.files_failed, "with findings".to_owned()),
        ("warning", summary.files_unchecked, "not checked".to_owned()),
    ]);
    tile("Files", &figures)
}

/// Returns a figure, or `None` if its number is 0.
fn if_any(number: u64, label: &str) -> Option<(&'static str, u64, String)> {
    (number > 0).then(|| ("", number, label.to_owned()))
}

fn tile(heading: &str, figures: &[(&'static str, u64, String)]) -> String {
    let item = |(look, number, label): &(&'static str, u64, String)| {
        let (look, number, label) = (figure(look, *number), group_digits(*number), text(label));
        format!("<li class=\"{look}\"><strong>{number}</strong> {label}</li>\n")
    };
    let items: String = figures.iter().map(item).collect();
    format!("<section class=\"tile\"><h2>{heading}</h2>\n<ul>\n{items}</ul>\n</section>\n")
}

/// Returns the CSS class of a figure: `none` if the number is 0.
const fn figure(look: &'static str, number: u64) -> &'static str {
    if number == 0 { "none" } else { look }
}

/// Returns the rules: with findings, most findings first, each with its bar; then not checked; then passed.
pub(super) fn rules(report: &Report) -> String {
    let rules = &report.stats().rules;
    if rules.is_empty() {
        return String::new();
    }
    let mut failed: Vec<_> = rules.iter().filter(|rule| rule.findings > 0).collect();
    failed.sort_by_key(|rule| (Reverse(rule.findings), rule.severity));
    let (charts, unchecked, passed) = (charts(&failed), render_unchecked(rules), render_passed(rules));
    format!("<section id=\"rules\">\n<h2>Rules</h2>\n{charts}{unchecked}{passed}</section>\n")
}

/// Returns the rules with the most findings, and the other failed rules folded away.
fn charts(failed: &[&RuleStats]) -> String {
    let Some(most) = failed.first().map(|rule| rule.findings) else { return String::new() };
    let (charted, rest) = failed.split_at(failed.len().min(CHARTED));
    let shown = bars(charted, most);
    if rest.is_empty() {
        return shown;
    }
    let (number, rest) = (group_digits(rest.len() as u64), bars(rest, most));
    format!("{shown}<details><summary>{number} more with findings</summary>\n{rest}</details>\n")
}

/// Returns the bar chart as a table: each rule with the number of its findings. The longest bar represents `most`.
fn bars(failed: &[&RuleStats], most: u64) -> String {
    let row = |rule: &&RuleStats| {
        let (class, name, about) = (rule.severity, text(&rule.name), about(rule));
        let (mark, number, bar) = (severity(class), group_digits(rule.findings), bar(rule.findings, most));
        format!(
            "<tr class=\"{class}\"><th scope=\"row\"><a href=\"#findings\" data-rule=\"{name}\">{name}</a>{about}</th>\
             <td class=\"severity\">{mark}</td><td class=\"number\">{number}</td><td class=\"bar\">{bar}</td></tr>\n"
        )
    };
    let rows: String = failed.iter().map(row).collect();
    format!(
        "<table class=\"bars\">\n<caption>Findings by rule</caption>\n<thead><tr><th scope=\"col\">Rule</th>\
         <th scope=\"col\">Severity</th><th scope=\"col\" colspan=\"2\">Findings</th></tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n"
    )
}

/// Returns the table of the kinds of files with gaps in their coverage; empty if rules look into all assets.
pub(super) fn coverage(stats: &Stats) -> String {
    let gaps = CoverageGaps::of(&stats.coverage);
    let Some(sentence) = gaps.in_words() else { return String::new() };
    let row = |Coverage { kind, files, looked_into }: &Coverage| {
        let (kind, files, looked_into) = (text(kind), group_digits(*files), group_digits(*looked_into));
        format!(
            "<tr><th scope=\"row\">{kind}</th><td class=\"number\">{files}</td><td class=\"number\">{looked_into}</td></tr>\n"
        )
    };
    let rows: String = gaps.kinds.into_iter().map(row).collect();
    format!(
        "<section id=\"coverage\">\n<h2>Coverage</h2>\n<p>{}</p>\n<table>\n<thead><tr><th scope=\"col\">Kind</th>\
         <th scope=\"col\">Files</th><th scope=\"col\">Looked into</th></tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n</section>\n",
        text(&sentence.replacen('n', "N", 1))
    )
}

/// Returns a bar in proportion to the longest one; never so short that it is invisible.
fn bar(number: u64, most: u64) -> String {
    let thousandths = (number.saturating_mul(1000) / most.max(1)).max(5);
    format!(
        "<svg viewBox=\"0 0 1000 12\" width=\"200\" height=\"12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect width=\"{thousandths}\" height=\"12\" fill=\"currentColor\"/></svg>"
    )
}

/// Returns the descriptive fields of a rule: what it checks, why that matters, and where further documentation is.
fn about(rule: &RuleStats) -> String {
    let About { description, why, .. } = &rule.about;
    let texts: Vec<String> = [description, why].into_iter().flatten().map(|part| message(part)).collect();
    let page = rule.about.page().map(|page| format!(" <a rel=\"noreferrer\" href=\"{}\">more</a>", text(page)));
    if texts.is_empty() && page.is_none() {
        return String::new();
    }
    // Not every description ends with a full stop.
    format!(" <span class=\"faint\">{}{}</span>", texts.join("<br>"), page.unwrap_or_default())
}

fn render_unchecked(rules: &[RuleStats]) -> String {
    let of = |reason| rules.iter().filter(move |rule| rule.state == RuleState::Unchecked(reason));
    let unchecked = Reason::ALL.into_iter().flat_map(|(reason, why)| of(reason).map(move |rule| (rule, why)));
    let item = |(rule, why): (&RuleStats, &str)| {
        format!("<li><span class=\"name\">{}</span> <em>{why}</em>{}</li>\n", text(&rule.name), about(rule))
    };
    let items: String = unchecked.map(item).collect();
    if items.is_empty() {
        return items;
    }
    format!("<h3>Not checked</h3>\n<ul class=\"unchecked\">\n{items}</ul>\n")
}

fn render_passed(rules: &[RuleStats]) -> String {
    let passed: Vec<_> = rules.iter().filter(|rule| rule.state == RuleState::Passed).collect();
    if passed.is_empty() {
        return String::new();
    }
    let item =
        |rule: &&RuleStats| format!("<li><span class=\"name\">{}</span>{}</li>\n", text(&rule.name), about(rule));
    let (number, items) = (group_digits(passed.len() as u64), passed.iter().map(item).collect::<String>());
    format!("<details><summary>{number} passed</summary>\n<ul class=\"passed\">\n{items}</ul>\n</details>\n")
}
