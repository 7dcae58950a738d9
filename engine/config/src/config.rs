//! The content of a configuration file, as hosts and runs read it.

use std::rc::Rc;

use assay_document::format::{FormatMap, Reader};
use assay_document::text::{AcceptedProblems, Pattern};
use assay_report::{Diagnostics, Problem, Severity};
use assay_rule::{FileOverride, Override, ParameterSetting, RuleChoice, RuleSettings, Site};
use assay_script::Limits;
use serde::Serialize;

use super::folders::ProjectFolders;
use super::key::problem_of_files;

/// The content of a configuration file.
#[derive(Debug, Default)]
pub struct Config {
    pub(super) settings: Vec<(Setting, Site)>,
    pub(super) limits: Limits,
    pub(super) parameters: Vec<ParameterSetting>,
    pub(super) overrides: Vec<FileOverride>,
    pub(super) diagnostics: Diagnostics,
    /// True if other rules are used than those of the configuration.
    pub(super) has_other_rules: bool,
    /// The problems of files that are warnings in this project.
    pub(super) accepted: Rc<AcceptedProblems>,
    /// The folders of the configuration and of the files under check, as the host gave them.
    pub(super) place: Option<ProjectFolders>,
}

/// One setting of a configuration file. A list has a setting for each element, a mapping for each key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setting {
    /// The key. In a section, the name of the section comes first: `definitions.base`.
    pub key: String,
    /// The key of an entry in a mapping, such as the name of a rule or a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The value of the setting, as written.
    pub value: String,
    /// Line of the value, from 1.
    pub line: u32,
    /// Column of the value, from 1, in UTF-16 units.
    pub column: u32,
}

/// The content of a configuration file, for hosts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "ConfigFile"))]
pub struct Shown<'c> {
    /// The settings, in the order of the file.
    pub settings: Vec<&'c Setting>,
    /// The problems of the file. A configuration with problems is not applied.
    pub problems: &'c [Problem],
    /// Remarks about input that was read leniently.
    pub hints: &'c [Problem],
}

impl Setting {
    /// Returns true if the key, such as `definitions.base`, belongs to `section`.
    pub(super) fn is_in(&self, section: &str) -> bool {
        self.key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
    }
}

impl Config {
    /// Returns the settings, in the order of the file.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().map(|(setting, _)| setting)
    }

    /// Returns the problems of the file, and the hints about what was repaired.
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the problems of files that are warnings in this project.
    pub const fn accepted(&self) -> &Rc<AcceptedProblems> {
        &self.accepted
    }

    /// Sets whether other rules are used than those of the configuration, so that it may name rules that are not loaded.
    #[must_use]
    pub fn with_other_rules(self, has_other_rules: bool) -> Self {
        Self { has_other_rules, ..self }
    }

    /// Sets the folders of the configuration and of the files under check. Without them, the configuration is one of
    /// the files under check.
    #[must_use]
    pub fn at(self, place: Option<ProjectFolders>) -> Self {
        Self { place, ..self }
    }

    /// Returns true if a section has any settings.
    pub fn has_section(&self, section: &str) -> bool {
        self.settings().any(|setting| setting.is_in(section))
    }

    /// Returns the limits of scripts.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the settings for rules. Only the rules that all of `choices` select are run.
    pub fn rule_settings(&self, choices: Vec<RuleChoice>) -> RuleSettings {
        RuleSettings {
            severities: self.severities(),
            parameters: self.parameters.clone(),
            overrides: self.overrides.clone(),
            choices,
            has_other_rules: self.has_other_rules,
            uses_examples: false,
        }
    }

    fn severities(&self) -> Vec<Override> {
        let severities = self.settings.iter().filter(|(setting, _)| setting.key == "severity");
        severities
            .filter_map(|(Setting { of, value, .. }, site)| {
                // Names of problems are not names of rules; their severities are in `accepted`.
                let rule = of.clone().filter(|rule| problem_of_files(rule).is_none())?;
                Some(Override { rule, severity: Severity::named(value), site: site.clone() })
            })
            .collect()
    }

    /// Returns the readers of files, by patterns of paths.
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

    /// Returns the settings, problems and hints in the form for hosts.
    pub fn to_host_form(&self) -> Shown<'_> {
        let Diagnostics { problems, hints, .. } = &self.diagnostics;
        Shown { settings: self.settings().collect(), problems, hints }
    }
}
