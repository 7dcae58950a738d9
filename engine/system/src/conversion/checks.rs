//! The checks of a pipeline as a whole.

use assay_report::{About, RuleStats, Severity};

/// A check of a pipeline as a whole.
pub struct Check {
    /// Its name, as that of a rule in reports.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The requirement that it checks, in one sentence.
    pub description: &'static str,
    /// The reason for the requirement.
    pub why: &'static str,
}

/// All checks: those of files first, then those of rules.
pub const CHECKS: &[Check] = &[
    Check {
        name: "built-file-without-source",
        severity: Severity::Error,
        description: "The source of every built file exists.",
        why: "A built file without a source is still shipped, but cannot be built again.",
    },
    Check {
        name: "built-file-with-two-sources",
        severity: Severity::Error,
        description: "Only one of the possible sources of a built file exists.",
        why: "Changes of the other source have no effect, and the reason is hard to find.",
    },
    Check {
        name: "built-file-of-itself",
        severity: Severity::Warning,
        description: "No built file is its own source.",
        why: "Such a file is never reported as a file without a source, and its real source cannot be found.",
    },
    Check {
        name: "rule-without-file",
        severity: Severity::Warning,
        description: "Every rule matches at least one file.",
        why: "A rule that matches no file has a typing error, or its files have been removed.",
    },
    Check {
        name: "rule-without-source",
        severity: Severity::Warning,
        description: "Every rule for built files finds a source for at least one file.",
        why: "A `sourcePattern` that is not found, or that has no `sourceFormat`, has no effect, and a missing source goes unnoticed.",
    },
    Check {
        name: "rule-without-field",
        severity: Severity::Warning,
        description: "Every rule has a field.",
        why: "A rule without a field has no effect: it is unfinished, or its last field was removed.",
    },
    Check {
        name: "rule-overridden",
        severity: Severity::Warning,
        description: "Every rule sets a value that is in effect for at least one file.",
        why: "A rule that other rules override for every file has no effect and misleads readers.",
    },
];

/// The index of each check in [`CHECKS`].
pub(super) const WITHOUT_SOURCE: usize = 0;
pub(super) const TWO_SOURCES: usize = 1;
pub(super) const OF_ITSELF: usize = 2;
pub(super) const WITHOUT_FILE: usize = 3;
pub(super) const NO_SOURCE_REPORTED: usize = 4;
pub(super) const WITHOUT_FIELD: usize = 5;
pub(super) const OVERRIDDEN: usize = 6;

/// Returns the statistics of the checks before any file is checked.
pub(super) fn stats() -> Vec<RuleStats> {
    let stats = CHECKS.iter().map(|check| RuleStats {
        about: About {
            description: Some(check.description.to_owned()),
            why: Some(check.why.to_owned()),
            ..About::default()
        },
        ..RuleStats::new(check.name, check.severity)
    });
    stats.collect()
}
