//! A file of conversion rules, ready to be asked.

use super::replacement::Replacement;
use crate::text::{Pattern, Patterns, Place, Region};

/// The rules of one folder.
pub struct RuleFile {
    /// Where it lies.
    pub path: String,
    rules: Vec<ConversionRule>,
    /// Those of the rules, in their order.
    pub(super) patterns: Patterns,
}

/// One rule.
#[derive(Clone, Debug)]
pub struct ConversionRule {
    /// Where its start tag stands.
    pub region: Region,
    /// What is searched for in paths.
    pub pattern: Pattern,
    pub(super) says: Says,
}

/// What a rule says of the paths that it matches.
#[derive(Clone, Debug)]
pub(super) enum Says {
    /// Of sources.
    Source(Fields),
    /// Of a built file: its source.
    Built(Replacement),
}

/// What is said of a source, field by field; `None` where nothing is.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub root: Option<(bool, Place)>,
    pub converter: Option<(String, Place)>,
    pub params: Option<(String, Place)>,
    pub no_conversion: Option<(bool, Place)>,
}

impl RuleFile {
    /// The file at `path`.
    pub(super) fn new(path: String, rules: Vec<ConversionRule>) -> Self {
        let patterns = Patterns::new(rules.iter().map(|rule| rule.pattern.clone()).collect());
        Self { path, rules, patterns }
    }

    /// The folder that its rules count for: empty for the root, else with a slash behind it.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.path[..self.path.rfind('/').map_or(0, |slash| slash + 1)]
    }

    /// The rules, in the order of the document.
    #[must_use]
    pub fn rules(&self) -> &[ConversionRule] {
        &self.rules
    }
}

impl ConversionRule {
    /// Whether it says nothing of any file.
    pub(super) const fn is_silent(&self) -> bool {
        matches!(self.says, Says::Source(Fields { root: None, converter: None, params: None, no_conversion: None }))
    }

    /// Whether it tells the source of built files.
    #[must_use]
    pub const fn is_of_built(&self) -> bool {
        matches!(self.says, Says::Built(_))
    }
}
