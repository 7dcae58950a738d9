//! The summary of a run: counts, the three states, the exit code.

use serde::{Deserialize, Serialize};

use super::Severity;
use super::forms::is_zero;

/// The least that a run has to have checked so as not to count as incomplete. What went wrong always counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Least {
    /// No rule needs to select any file.
    Nothing,
    /// Some rule selects some file.
    Something,
    /// Each rule finds something, or has something to judge and passes, and nothing is to be looked at: there is no warning.
    Everything,
}

impl Least {
    /// Every one with its name, the least first.
    pub const ALL: [(&'static str, Self); 3] =
        [("nothing", Self::Nothing), ("something", Self::Something), ("everything", Self::Everything)];

    /// The one called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, least)| least)
    }
}

/// The counts that the last lines of a report, and the exit code, are made of.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Findings of severity `error`.
    pub errors: u64,
    /// Findings of severity `warning`.
    pub warnings: u64,
    /// Findings of severity `info`.
    pub infos: u64,
    /// Findings of severity `hint`.
    pub hints: u64,
    /// Rules, scripts and files that could not be used.
    pub problems: u64,
    /// Files with findings.
    pub files_failed: u64,
    /// Files that were wanted and could not be read, parsed or judged in full.
    pub files_unchecked: u64,
    /// Rules that checked everything they wanted and found nothing.
    pub rules_passed: u64,
    /// Rules with findings.
    pub rules_failed: u64,
    /// Rules that found nothing, where that proves nothing.
    pub rules_unchecked: u64,
    /// Whether no rule selected any file: nothing at all was checked.
    pub empty: bool,
    /// Findings that are known and not counted here; left out when there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: u64,
    /// Warnings and hints. Reports list them, and do not count them.
    #[serde(skip)]
    pub remarks: u64,
}

impl Summary {
    /// Findings of each severity, worst first.
    #[must_use]
    pub const fn by_severity(&self) -> [(Severity, u64); 4] {
        [
            (Severity::Error, self.errors),
            (Severity::Warning, self.warnings),
            (Severity::Info, self.infos),
            (Severity::Hint, self.hints),
        ]
    }

    /// All findings.
    #[must_use]
    pub const fn findings(&self) -> u64 {
        self.errors + self.warnings + self.infos + self.hints
    }

    /// The severity of the worst finding, if there is one.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.by_severity().into_iter().find(|&(_, count)| count > 0).map(|(severity, _)| severity)
    }

    /// Whether something was checked and nothing went wrong, found or not.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.problems == 0 && self.files_unchecked == 0 && self.rules_unchecked == 0 && !self.empty
    }

    /// 2 when the run is incomplete (a problem, or less was checked than `least`, which may be that all was and without a
    /// warning), else 1 when there is a finding at or
    /// above `fail_on`, else 0.
    #[must_use]
    pub fn exit_code(&self, fail_on: Severity, least: Least) -> u8 {
        let is_enough = match least {
            Least::Nothing => true,
            Least::Something => !self.empty,
            Least::Everything => self.is_complete() && self.remarks == 0,
        };
        if self.problems > 0 || !is_enough {
            2
        } else {
            // The worst severity is the least.
            u8::from(self.worst().is_some_and(|worst| worst <= fail_on))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Least::{self, Everything, Nothing, Something};
    use super::Summary;
    use crate::Severity::{self, Error, Hint, Info, Warning};
    use crate::fixture::everything;

    #[test]
    fn everything_is_counted() {
        let expected = Summary {
            errors: 2,
            warnings: 1,
            infos: 1,
            hints: 1,
            problems: 3,
            files_failed: 3,
            files_unchecked: 2,
            rules_passed: 1,
            rules_failed: 5,
            rules_unchecked: 2,
            empty: false,
            hidden: 0,
            remarks: 2,
        };
        assert_eq!(everything().summary(), expected);
    }

    #[test]
    fn exit_codes() {
        let clean = Summary { rules_passed: 1, ..Summary::default() };
        let idle = Summary { rules_unchecked: 1, ..clean };
        let empty = Summary { rules_unchecked: 1, empty: true, ..Summary::default() };
        let error = Summary { errors: 1, ..clean };
        let warning = Summary { warnings: 1, ..clean };
        let hint = Summary { hints: 1, ..clean };
        let cases: &[(&str, Summary, Severity, Least, u8)] = &[
            ("clean", clean, Error, Something, 0),
            ("one rule without a file", idle, Error, Something, 0),
            ("one rule without a file, where all count", idle, Error, Everything, 2),
            (
                "one rule without a file, where all count, and an error",
                Summary { errors: 1, ..idle },
                Error,
                Everything,
                2,
            ),
            ("all rules passed, where all count", clean, Error, Everything, 0),
            ("something to look at", Summary { remarks: 1, ..clean }, Error, Something, 0),
            ("something to look at, where all count", Summary { remarks: 1, ..clean }, Error, Everything, 2),
            ("an error, where all count", error, Error, Everything, 1),
            ("no rule, where all count", Summary { empty: true, ..Summary::default() }, Error, Everything, 2),
            ("an error", error, Error, Something, 1),
            ("an error, whatever else fails", error, Hint, Something, 1),
            ("a warning", warning, Error, Something, 0),
            ("a warning that fails", warning, Warning, Something, 1),
            ("a warning where infos fail", warning, Info, Something, 1),
            ("a hint", hint, Info, Something, 0),
            ("a hint that fails", hint, Hint, Something, 1),
            ("a problem", Summary { problems: 1, ..clean }, Error, Nothing, 2),
            ("a problem wins over an error", Summary { problems: 1, ..error }, Error, Something, 2),
            ("no file", empty, Error, Something, 2),
            ("no file, and none needed", empty, Error, Nothing, 0),
            ("no file, and a problem", Summary { problems: 1, ..empty }, Error, Nothing, 2),
        ];
        for &(name, summary, fail_on, least, code) in cases {
            assert_eq!(summary.exit_code(fail_on, least), code, "{name}");
        }
    }
}
