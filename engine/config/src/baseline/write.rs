//! A report → a baseline that lists all its findings.

use assay_document::text::json::one_line;
use assay_report::Report;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Baseline, FindingIdentity, VERSION, is_whole};

/// Returns a baseline of all findings of `report`, by path, rule, value and script message. Findings that are already
/// hidden are not included.
///
/// Entries of an `earlier` baseline are kept if their rule was not run, or cannot tell right from wrong: nothing is
/// known about their findings.
#[must_use]
pub fn baseline_of(report: &Report, earlier: Option<&Baseline<'_>>) -> String {
    let mut counts = FxHashMap::<FindingIdentity, u64>::default();
    for stored in report.stored().iter() {
        *counts.entry(FindingIdentity::of(&stored.read())).or_default() += 1;
    }
    let whole: FxHashSet<&str> =
        report.stats().rules.iter().filter(|rule| is_whole(rule.state)).map(|rule| rule.name.as_str()).collect();
    let kept =
        earlier.into_iter().flat_map(|earlier| earlier.known.iter().map(|(known, &at)| (known, &earlier.entries[at])));
    for (known, entry) in kept.filter(|(known, _)| !whole.contains(known.rule.as_str())) {
        counts.insert(known.clone(), entry.count);
    }
    let mut counts: Vec<(FindingIdentity, u64)> = counts.into_iter().collect();
    counts.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
    for (at, (FindingIdentity { path, rule, value, message }, count)) in counts.iter().enumerate() {
        text.push_str(if at > 0 { ",\n    " } else { "\n    " });
        text.extend(["{\"path\": ", &one_line(path), ", \"rule\": ", &one_line(rule)]);
        for (name, written) in [("value", value), ("message", message)] {
            if let Some(written) = written {
                text.extend([", \"", name, "\": ", written]);
            }
        }
        if *count > 1 {
            text.extend([", \"count\": ", &count.to_string()]);
        }
        text.push('}');
    }
    text.push_str(if counts.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}
