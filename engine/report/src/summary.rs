//! The summary of a run: counts, states of the rules, exit code.

use serde::{Deserialize, Serialize};

use super::Severity;
use super::forms::is_zero;

/// The minimum that a run must check to be complete. Problems always make it incomplete.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Least {
    /// No rule needs to select a file.
    Nothing,
    /// At least one rule must select a file.
    Something,
    /// Each rule must have findings, or judge at least one value and pass. Warnings count as incomplete.
    Everything,
}

impl Least {
    /// All variants with their names, the weakest first.
    pub const ALL: [(&'static str, Self); 3] =
        [("nothing", Self::Nothing), ("something", Self::Something), ("everything", Self::Everything)];

    /// Returns the variant called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, least)| least)
    }
}

/// The counts for the last lines of a report and for the exit code.
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
    /// The number of rules, scripts and files that could not be used.
    pub problems: u64,
    /// The number of files with findings.
    pub files_failed: u64,
    /// The number of files that were needed and could not be read, parsed or checked in full.
    pub files_unchecked: u64,
    /// The number of rules that checked everything they needed and have no findings.
    pub rules_passed: u64,
    /// The number of rules with findings.
    pub rules_failed: u64,
    /// The number of rules without findings for which that proves nothing.
    pub rules_unchecked: u64,
    /// True if no rule selected any file, so nothing was checked.
    pub empty: bool,
    /// The number of known findings, which are not counted here; left out if zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: u64,
}

impl Summary {
    /// Returns the number of findings of each severity, worst first.
    pub const fn by_severity(&self) -> [(Severity, u64); 4] {
        [
            (Severity::Error, self.errors),
            (Severity::Warning, self.warnings),
            (Severity::Info, self.infos),
            (Severity::Hint, self.hints),
        ]
    }

    /// Returns the number of all findings.
    pub const fn findings(&self) -> u64 {
        self.errors + self.warnings + self.infos + self.hints
    }

    /// Returns true if something was checked and nothing went wrong, with or without findings.
    pub const fn is_complete(&self) -> bool {
        self.problems == 0 && self.files_unchecked == 0 && self.rules_unchecked == 0 && !self.empty
    }

    /// Returns the exit code of [`Report::exit_code`](super::Report::exit_code), for a report without warnings.
    pub(super) fn exit_code(&self, fail_on: Severity, least: Least) -> u8 {
        let is_enough = match least {
            Least::Nothing => true,
            Least::Something => !self.empty,
            Least::Everything => self.is_complete(),
        };
        if self.problems > 0 || !is_enough {
            2
        } else {
            // The worst severity is the smallest value.
            u8::from(self.by_severity().into_iter().any(|(severity, count)| count > 0 && severity <= fail_on))
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
