//! The report as SARIF 2.1.0, for services that store findings over time: one rule, result or notification per line.
//!
//! Notifications of the tool, and the states of the rules in their properties, show what was not checked. Columns are
//! in UTF-16 units. The paths of documents are relative to the checked folder, which is the base `%SRCROOT%`.

mod shape;

#[cfg(test)]
mod tests;

use assay_document::text::{IssueCode, json};
use rustc_hash::{FxHashMap, FxHashSet};

use self::shape::{Notification, SarifOutcome, SarifResult, SarifRule};
use super::fingerprint::{Fingerprint, Fingerprints};
use super::json::write_elements;
use super::text::nothing_checked;
use super::wording::count;
use super::{Finding, Report};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The maximum number of results per run; services reject a run with more.
const MOST_RESULTS: usize = 25_000;

/// Writes `report`.
pub(super) fn report(report: &Report) -> String {
    write(report, MOST_RESULTS)
}

/// Writes `report` with at most `most` results.
fn write(report: &Report, most: usize) -> String {
    let summary = report.summary();
    let mut text = String::from("{\n");
    text.extend(["  \"$schema\": \"", SCHEMA, "\",\n  \"version\": \"2.1.0\",\n  \"runs\": [{\n"]);
    text.extend(["    \"tool\": { \"driver\": { \"name\": \"Assay\", \"version\": \"", env!("CARGO_PKG_VERSION")]);
    text.push_str("\", \"rules\": [");
    write_elements(&mut text, "    ", report.stats().rules.iter().map(SarifRule::from));
    text.push_str("] } },\n    \"columnKind\": \"utf16CodeUnits\",\n");
    text.extend(["    \"originalUriBaseIds\": { \"", shape::ROOT, "\": { \"description\": { \"text\": "]);
    text.push_str("\"the folder under check\" } } },\n");
    text.push_str("    \"invocations\": [{ \"executionSuccessful\": ");
    // This is about the work of the tool, so findings do not matter.
    text.push_str(if summary.problems == 0 && !summary.empty { "true" } else { "false" });
    text.push_str(", \"toolExecutionNotifications\": [");
    write_elements(&mut text, "    ", notifications(report, most));
    text.push_str("] }],\n    \"results\": [");
    write_elements(&mut text, "    ", results(report, &most_severe(report, most)));
    text.push_str("],\n    \"properties\": ");
    text.push_str(&json::one_line(&SarifOutcome::from(report)));
    text.push_str("\n  }]\n}\n");
    text
}

/// Returns the problems, warnings and hints, and notes that nothing was checked or that results were left out.
fn notifications(report: &Report, most: usize) -> Vec<Notification<'_>> {
    let mut all = Vec::new();
    if report.summary().empty {
        all.push(Notification::new(IssueCode::NothingChecked.as_str(), "error", nothing_checked(report.stats())));
    }
    if let Some(more @ 1..) = report.stored().len().checked_sub(most) {
        let [more, most] = [more, most].map(|number| count(number as u64, "finding"));
        let message = format!("{more} left out, the least severe ones: a SARIF run has at most {most}");
        all.push(Notification::new(IssueCode::ResultsLeftOut.as_str(), "warning", &message));
    }
    for (list, level) in [(report.problems(), "error"), (report.warnings(), "warning"), (report.hints(), "note")] {
        all.extend(list.iter().map(|problem| Notification::of(problem, level)));
    }
    all
}

/// Returns the most severe findings in report order, each with its fingerprint. A fingerprint also depends on earlier
/// findings of the same rule and document, whether they are kept or not.
fn most_severe(report: &Report, most: usize) -> Vec<(Finding, Fingerprint)> {
    let alike: FxHashSet<(&str, &str)> =
        report.stored().most_severe(most).map(|stored| (stored.path(), stored.rule())).collect();
    let mut fingerprints = Fingerprints::default();
    let printed = report.stored().with_most_severe(most).filter_map(|(stored, is_kept)| {
        alike.contains(&(stored.path(), stored.rule())).then(|| {
            let finding = stored.read();
            let fingerprint = fingerprints.of(&finding);
            is_kept.then_some((finding, fingerprint))
        })?
    });
    printed.collect()
}

/// Returns the results of these findings, each with the index of its rule in the list of rules.
fn results<'r>(report: &'r Report, findings: &'r [(Finding, Fingerprint)]) -> impl Iterator<Item = SarifResult<'r>> {
    let rules = report.stats().rules.iter().enumerate();
    let indices: FxHashMap<&str, usize> = rules.map(|(at, rule)| (rule.name.as_str(), at)).collect();
    findings
        .iter()
        .map(move |(finding, print)| SarifResult::of(finding, indices.get(finding.rule.as_str()).copied(), print))
}
