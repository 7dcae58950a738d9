//! The baseline of a project: the known findings, which are not reported again.
//!
//! A baseline is a JSON file, one finding a line, so that two versions of it compare and merge line by line:
//!
//! ```json
//! {
//!   "version": 1,
//!   "findings": [
//!     {"path": "meshes/crate.xml", "rule": "face-budget", "value": "6000"},
//!     {"path": "meshes/crate.xml", "rule": "has-lod", "count": 2},
//!     {"path": "meshes/crate.xml", "rule": "bones", "value": "crate", "message": "`root` has no parent"}
//!   ]
//! }
//! ```
//!
//! A baseline identifies a finding by its rule, path and value, because line numbers change. A finding about a whole
//! file has no `value`. A script can report several problems of one value, so a finding with a message from a script is
//! also identified by its `message`. An entry without `message` covers all messages. The message of a template or
//! condition follows from the value; listing it would only make entries stale when it is reworded.

mod entry;
mod read;
#[cfg(test)]
mod tests;

use assay_document::text::json::one_line;
use assay_document::text::{Fault, IssueCode, counted};
use assay_report::{Diagnostics, Finding, HiddenReason, Problem, Reason, Report, RuleState};
use assay_rule::{FileText, RuleFile};
use assay_zip as zip;
use rustc_hash::{FxHashMap, FxHashSet};

use self::entry::{BaselineEntry, FindingIdentity, VERSION};

/// The maximum number of outdated entries that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Findings that are not reported again.
pub struct Baseline<'f> {
    file: FileText<'f>,
    /// The identity of each entry, with its index in `entries`.
    known: FxHashMap<FindingIdentity, usize>,
    entries: Vec<BaselineEntry>,
}

impl<'f> Baseline<'f> {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns all problems of the file, each with its place: a misread baseline must hide nothing.
    pub fn read(file: &'f RuleFile) -> Result<Self, Diagnostics> {
        let text = FileText::new(&file.path, &file.text);
        let (known, entries) = read::read(&text)?;
        Ok(Self { file: text, known, entries })
    }

    /// Returns the number of findings that it lists.
    pub fn size(&self) -> u64 {
        self.entries.iter().map(|entry| entry.count).sum()
    }

    /// Removes the listed findings from `report`. If fewer findings were found than an entry lists, adds a warning, so
    /// that the file can shrink. An entry gets no warning if its rule was not run or gave no reliable result, or
    /// if its file could not be checked.
    pub fn hide(&self, report: &mut Report) {
        let left = self.hide_listed(report, HiddenReason::Baseline, FindingIdentity::of);
        let warnings = self.warnings(report, &left);
        report.warn(warnings);
    }

    /// Hides the listed findings where files have other paths in the baseline than in `report`, because they were moved.
    /// `listed_paths` maps the path of each of these files in the report to its path in the baseline. Gives no warnings.
    pub fn hide_moved(&self, report: &mut Report, listed_paths: &FxHashMap<&str, &str>) {
        self.hide_listed(report, HiddenReason::Changes, |finding| {
            let known = FindingIdentity::of(finding);
            match listed_path(&known.path, listed_paths) {
                Some(path) => FindingIdentity { path, ..known },
                None => known,
            }
        });
    }

    /// Removes the findings from `report` whose identity is listed. Returns for each entry the number of its findings
    /// that did not occur.
    fn hide_listed(
        &self,
        report: &mut Report,
        reason: HiddenReason,
        identity: impl Fn(&Finding) -> FindingIdentity,
    ) -> Vec<u64> {
        // Each entry hides only as many findings as it lists: a new finding with an equal identity is reported.
        let mut left: Vec<u64> = self.entries.iter().map(|entry| entry.count).collect();
        let mut is_left = |known: &FindingIdentity| match self.known.get(known) {
            Some(&at) if left[at] > 0 => {
                left[at] -= 1;
                true
            }
            _ => false,
        };
        report.hide(reason, |finding| {
            let known = identity(finding);
            // Entries with this message first: an entry without a message can cover other findings, too.
            is_left(&known) || known.message.is_some() && is_left(&FindingIdentity { message: None, ..known })
        });
        left
    }

    /// Returns warnings about entries whose findings no longer occur, and entries of rules that are not run. `left` has
    /// the number of findings of each entry that did not occur. Returns no warnings if only some files were checked,
    /// because such a check cannot know.
    fn warnings(&self, report: &Report, left: &[u64]) -> Vec<Problem> {
        if report.stats().files_named.is_some() {
            return Vec::new();
        }
        let rules: FxHashMap<&str, bool> =
            report.stats().rules.iter().map(|rule| (rule.name.as_str(), is_whole(rule.state))).collect();
        let unchecked = report.diagnostics().unchecked();
        let is_checked = |path: &str| !around(path).any(|place| unchecked.contains(place));
        // A rule that cannot be read still exists. So does a rule that a problem names.
        let are_all_rules_known = !report.problems().iter().any(|problem| problem.in_rules && problem.rule.is_none());
        let broken: FxHashSet<&str> = report.problems().iter().filter_map(|problem| problem.rule.as_deref()).collect();
        let mut in_order: Vec<(&FindingIdentity, usize)> = self.known.iter().map(|(known, &at)| (known, at)).collect();
        in_order.sort_by_key(|&(_, at)| at);
        let mut warnings = Vec::new();
        let (mut gone, mut unknown_rules) = (0, FxHashSet::default());
        for (known, at) in in_order {
            match rules.get(known.rule.as_str()) {
                // A rule that is switched off still exists.
                None if are_all_rules_known
                    && !broken.contains(known.rule.as_str())
                    && !report.is_idle(&known.rule)
                    && unknown_rules.insert(&known.rule) =>
                {
                    warnings.push(self.no_rule(known, at));
                }
                Some(true) if left[at] > 0 && is_checked(&known.path) => {
                    gone += 1;
                    if gone <= MAX_REPORTED {
                        warnings.push(self.outdated_warning(known, at, left[at]));
                    }
                }
                _ => {}
            }
        }
        if gone > MAX_REPORTED {
            let message = counted(
                gone - MAX_REPORTED,
                "more entry lists findings that no longer occur",
                "more entries list findings that no longer occur",
            );
            warnings.push(Problem::new(IssueCode::BaselineGone, message).help(SHRINK).in_file(self.file.path));
        }
        warnings
    }

    /// Returns the warning that `left` findings of an entry no longer occur.
    fn outdated_warning(&self, known: &FindingIdentity, at: usize, left: u64) -> Problem {
        let FindingIdentity { path, rule, value, message } = known;
        let of_listed = match (left, self.entries[at].count) {
            (_, 1) => String::new(),
            (left, count) if left == count => format!(" ({count} listed findings)"),
            (left, count) => format!(" ({left} of {count} listed findings)"),
        };
        let what = match (message, value) {
            (Some(message), Some(value)) => format!("{message} for `{value}` in"),
            (Some(message), None) => format!("{message} in"),
            (None, Some(value)) => format!("`{value}` in"),
            // The entry does not cover findings with a value, which the rule may still report in this file.
            (None, None) => "a finding about the whole file".to_owned(),
        };
        let message = format!("`{rule}` no longer reports {what} `{path}`{of_listed}");
        self.problem_at(at, IssueCode::BaselineGone, message, SHRINK)
    }

    fn no_rule(&self, known: &FindingIdentity, at: usize) -> Problem {
        let help = "if the rule no longer exists, remove its entries";
        let message = format!("this hides nothing, because no rule `{}` is run", known.rule);
        self.problem_at(at, IssueCode::BaselineUnknownRule, message, help)
    }

    fn problem_at(&self, at: usize, code: IssueCode, message: String, help: &str) -> Problem {
        let problem = self.file.problem(Fault::new(code, message, self.entries[at].span).help(help));
        Problem { in_rules: false, ..problem }
    }
}

/// Returns the path in a baseline of a file that was moved, or that is in an archive that was moved.
fn listed_path(path: &str, moved: &FxHashMap<&str, &str>) -> Option<String> {
    if let Some(&listed) = moved.get(path) {
        return Some(listed.to_owned());
    }
    let (archive, inside) = zip::split(path)?;
    Some(format!("{}!/{inside}", moved.get(archive)?))
}

/// Returns a baseline of all findings of `report`, by path, rule, value and script message. Findings that are already
/// hidden are not included.
///
/// Entries of an `earlier` baseline are kept if nothing is known about their findings: their rule was not run or gave no
/// reliable result, or their file was not checked.
pub fn baseline_of(report: &Report, earlier: Option<&Baseline<'_>>) -> String {
    let mut counts = FxHashMap::<FindingIdentity, u64>::default();
    for stored in report.stored().iter() {
        *counts.entry(FindingIdentity::of(&stored.read())).or_default() += 1;
    }
    let whole: FxHashSet<&str> =
        report.stats().rules.iter().filter(|rule| is_whole(rule.state)).map(|rule| rule.name.as_str()).collect();
    let kept =
        earlier.into_iter().flat_map(|earlier| earlier.known.iter().map(|(known, &at)| (known, &earlier.entries[at])));
    let unchecked = report.diagnostics().unchecked();
    let is_unknown = |known: &FindingIdentity| {
        !whole.contains(known.rule.as_str()) || around(&known.path).any(|place| unchecked.contains(place))
    };
    for (known, entry) in kept.filter(|(known, _)| is_unknown(known)) {
        // The larger count, because a part of the known findings may be found in this check, too.
        let count = counts.entry(known.clone()).or_default();
        *count = entry.count.max(*count);
    }
    // Sorted, so that two versions of the file compare and merge line by line.
    let mut counts: Vec<(FindingIdentity, u64)> = counts.into_iter().collect();
    counts.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
    for (at, (FindingIdentity { path, rule, value, message }, count)) in counts.iter().enumerate() {
        // One finding a line, so that version control merges entries and not the whole list.
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

/// Returns the path itself, the path of the archive that contains it, and the paths of the folders around it.
fn around(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    [Some(path), zip::split(path).map(|(archive, _)| archive)].into_iter().flatten().chain(folders)
}

/// Returns true if a rule reported everything that it could find. What it did not find is then gone.
const fn is_whole(state: RuleState) -> bool {
    !matches!(state, RuleState::Unchecked(Reason::Invalid | Reason::Incomplete | Reason::NoVerdict))
}

const SHRINK: &str = "remove the entry, or rewrite the baseline with `--update-baseline`";
