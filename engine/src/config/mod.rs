//! What a project says of itself in its `assay.yaml`: what is checked, by which rules, and how it is reported.
//!
//! One table of keys ([`KEYS`]) says what there is; reading a file yields its settings one by one, each with its place, and
//! everything wrong with the file. What hosts do with paths is their business: here they are texts.

mod baseline;
mod key;
mod project;
mod read;
#[cfg(test)]
mod tests;

pub use baseline::{Baseline, baseline_of};
pub use key::{KEYS, Key, LEVEL_OFF, MAX_COUNT, Takes};
pub use project::{Place, is_beside_definitions, is_of_definitions, project_of};

use serde::Serialize;

use crate::format::{FormatMap, Reader};
use crate::report::{Diagnostics, Problem, Severity};
use crate::rule::{Override, RuleFile, Site};
use crate::script::Limits;
use crate::text::Pattern;

/// The names of the file, of which a folder has one at most.
pub const NAMES: [&str; 3] = ["assay.yaml", "assay.yml", "assay.json"];

/// What a configuration file says.
#[derive(Debug, Default)]
pub struct Config {
    settings: Vec<(Setting, Site)>,
    limits: Limits,
    diagnostics: Diagnostics,
    /// Where the host has it.
    place: Option<Place>,
}

/// One thing that a configuration file says. A list has a setting for each of its texts, a mapping for each of its names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setting {
    /// The key; of one in a section with that before it: `definitions.base`.
    pub key: String,
    /// Of a mapping, the name that it is said of: the rule of a severity, the limit of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub of: Option<String>,
    /// What is said, as it is written.
    pub value: String,
    /// Line of the value, from 1.
    pub line: u32,
    /// Column of the value, from 1, in UTF-16 units.
    pub column: u32,
}

/// What a configuration file says, for hosts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "ConfigFile"))]
pub struct Shown<'c> {
    /// What it says, in its order.
    pub settings: Vec<&'c Setting>,
    /// What is wrong with it: nothing is to be done by a configuration with problems.
    pub problems: &'c [Problem],
    /// What was read forgivingly.
    pub hints: &'c [Problem],
}

impl Config {
    /// Reads a file, YAML or JSON. What is wrong with it is in [`Config::diagnostics`].
    #[must_use]
    pub fn read(file: &RuleFile) -> Self {
        read::read(file)
    }

    /// What it says, in its order.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().map(|(setting, _)| setting)
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// What scripts may use up.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// How much findings of rules matter, in place of what their rules say.
    #[must_use]
    pub fn severities(&self) -> Vec<Override> {
        let severities = self.settings.iter().filter(|(setting, _)| setting.key == "severity");
        severities
            .filter_map(|(Setting { of, value, .. }, site)| {
                let rule = of.clone()?;
                Some(Override { rule, severity: Severity::named(value), site: site.clone() })
            })
            .collect()
    }

    /// How files are read.
    #[must_use]
    pub fn formats(&self) -> FormatMap {
        let mut formats = FormatMap::default();
        for setting in self.settings().filter(|setting| setting.key == "formats") {
            let pattern = setting.of.as_deref().and_then(|pattern| Pattern::new(pattern).ok());
            if let (Some(pattern), Some(reader)) = (pattern, Reader::named(&setting.value)) {
                formats.add(pattern, reader);
            }
        }
        formats
    }

    /// It as hosts are shown it.
    #[must_use]
    pub fn shown(&self) -> Shown<'_> {
        let Diagnostics { problems, hints, .. } = &self.diagnostics;
        Shown { settings: self.settings().collect(), problems, hints }
    }
}

/// The JSON Schemas of what hosts are shown.
#[cfg(feature = "schema")]
#[must_use]
pub fn schemas() -> [(&'static str, schemars::Schema); 1] {
    [("config-file", crate::report::shape::schema_of::<Shown<'static>>())]
}
