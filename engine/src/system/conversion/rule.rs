//! A file of conversion rules, ready to be asked.

use super::replacement::Replacement;
use crate::report::Excerpt;
use crate::text::{Pattern, Patterns, Place, Region, patterns};

/// The rules of one folder.
pub struct RuleFile {
    /// Where it lies.
    pub path: String,
    rules: Vec<ConversionRule>,
    /// Those of the rules, in their order.
    patterns: Patterns,
    /// The rules that take too long on too many paths, by their places.
    given_up: Vec<usize>,
}

/// One rule.
#[derive(Clone, Debug)]
pub struct ConversionRule {
    /// Where its start tag stands.
    pub region: Region,
    /// That line.
    pub(super) excerpt: Option<Excerpt>,
    /// What is searched for in paths.
    pub pattern: Pattern,
    /// The pattern as it is written.
    pub(super) written: Box<str>,
    /// Whether a warning or a problem was told of a part of it.
    pub(super) is_told: bool,
    pub(super) says: Says,
}

/// What a rule says of the paths that it matches.
#[derive(Clone, Debug)]
pub(super) enum Says {
    /// Of sources.
    Source(Fields),
    /// Of a built file: its source.
    Built(Box<Built>),
}

/// How a built file tells its source.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub replacement: Replacement,
    /// Where that is said.
    pub place: Place,
    /// Where the pattern stands whose places are replaced.
    pub region: Region,
    /// That line.
    pub excerpt: Option<Excerpt>,
}

/// What a rule says of a source, field by field; `None` where it says nothing.
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
        Self { path, rules, patterns, given_up: Vec::new() }
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

    /// A search for the patterns of the rules that have not been given up.
    pub(super) fn search(&self) -> patterns::Search<'_> {
        self.patterns.search_without(&self.given_up)
    }

    /// Asks a rule no more.
    pub(super) fn give_up(&mut self, rule: usize) {
        self.given_up.push(rule);
    }

    /// Whether some rule is asked no more.
    pub(super) const fn has_given_up(&self) -> bool {
        !self.given_up.is_empty()
    }

    pub(super) fn is_given_up(&self, rule: usize) -> bool {
        self.given_up.contains(&rule)
    }
}

impl ConversionRule {
    /// What it says of each field, in the order of [`Conversion::last`](super::Conversion::last), as text, and where. What it
    /// says of the source differs from file to file: only where it is said.
    pub(super) fn says(&self) -> [Option<(&str, Place)>; 5] {
        match &self.says {
            Says::Source(Fields { root, converter, params, no_conversion }) => {
                [truth(*root), text(converter.as_ref()), text(params.as_ref()), truth(*no_conversion), None]
            }
            Says::Built(built) => [None, None, None, None, Some(("", built.place))],
        }
    }

    /// Whether it says nothing of any file.
    pub(super) fn is_silent(&self) -> bool {
        self.says().iter().all(Option::is_none)
    }

    /// Whether it tells the source of built files.
    #[must_use]
    pub const fn is_of_built(&self) -> bool {
        matches!(self.says, Says::Built(_))
    }

    /// Whether it may hit a limit on some path.
    pub(super) fn is_limited(&self) -> bool {
        let replaced = match &self.says {
            Says::Source(_) => None,
            Says::Built(built) => Some(built.replacement.pattern()),
        };
        [Some(&self.pattern), replaced].into_iter().flatten().any(|pattern| pattern.linear().is_none())
    }

    /// Whether it hits a limit on a path below its folder.
    pub(super) fn hits_limit(&self, below: &str) -> bool {
        match (self.pattern.is_match(below), &self.says) {
            (Err(_), _) => true,
            (Ok(true), Says::Built(built)) => built.replacement.apply(below).is_err(),
            (Ok(_), _) => false,
        }
    }
}

fn truth(said: Option<(bool, Place)>) -> Option<(&'static str, Place)> {
    said.map(|(is, place)| (if is { "true" } else { "false" }, place))
}

fn text(said: Option<&(String, Place)>) -> Option<(&str, Place)> {
    said.map(|(text, place)| (text.as_str(), *place))
}
