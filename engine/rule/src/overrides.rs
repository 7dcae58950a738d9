//! Overrides by a project: it changes the severities of rules, or switches rules off.

use std::fmt;

use assay_report::Severity;

use super::file_text::Site;

/// The severity that the findings of a rule have in a project, in place of the rule's own.
#[derive(Clone, Debug)]
pub struct Override {
    /// The name of the rule.
    pub rule: String,
    /// The severity; `None` switches the rule off.
    pub severity: Option<Severity>,
    /// The place of the override in the project's configuration.
    pub site: Site,
}

/// The source that switched a rule off: its author or the project.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SwitchedOff {
    /// The rule itself, by `enabled: false`.
    Itself,
    /// The project.
    By {
        /// The path of its configuration.
        path: String,
        /// The line in the configuration.
        line: u32,
    },
    /// The command line or a profile, which selects other rules.
    NotChosen {
        /// The option that selects other rules, such as `--tag fast`.
        by: String,
    },
    /// A parameter that it needs has no value.
    NoValue {
        /// The name of the parameter.
        parameter: String,
    },
}

impl fmt::Display for SwitchedOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Itself => f.write_str("by its `enabled: false`"),
            Self::By { path, line } => write!(f, "at {path}:{line}"),
            Self::NotChosen { by } => write!(f, "by {by}, which selects other rules"),
            Self::NoValue { parameter } => write!(f, "until the project sets its parameter `{parameter}`"),
        }
    }
}
