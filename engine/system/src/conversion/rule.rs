//! A compiled file of conversion rules.

use assay_document::source::file_name;
use assay_document::text::{IssueCode, Pattern, Patterns, Place, Region, patterns};
use assay_report::{Excerpt, Problem};
use assay_zip as zip;

use super::field::{FIELDS, Field};
use super::replacement::SourceFormat;

/// The name of the files that hold conversion rules.
pub const ASSET_RULES: &str = "asset_rules.xml";

/// Returns true if the file at `path` holds conversion rules.
pub fn is_rule_file(path: &str) -> bool {
    file_name(path) == ASSET_RULES && zip::split(path).is_none()
}

pub(super) struct FolderRules {
    pub path: String,
    /// The rules in document order.
    pub rules: Vec<ConversionRule>,
    /// The patterns of the rules, in their order.
    patterns: Patterns,
    /// Indices of the rules that take too long on too many paths. Their patterns are not searched for any more.
    pub given_up: Vec<usize>,
}

/// A rule that has been compiled.
#[derive(Clone, Debug)]
pub(super) struct ConversionRule {
    /// The place of its start tag.
    pub region: Region,
    /// The line of its start tag.
    pub excerpt: Option<Excerpt>,
    /// The pattern that the whole path below the folder of the rule file has to match.
    pub pattern: Pattern,
    /// The pattern as written in the file.
    pub written: Box<str>,
    /// True if a warning or a problem has been reported for a part of the rule.
    pub is_reported: bool,
    /// True if the pattern matches only parts of paths, and a warning has been reported for it.
    pub is_partial: bool,
    pub fields: RuleFields,
}

/// The fields of a rule, by [`Field`]: the value of each that the rule has, with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleFields(pub [Option<(FieldValue, Place)>; FIELDS.len()]);

#[derive(Clone, Debug)]
pub(super) enum FieldValue {
    Flag(bool),
    Text(String),
    Pattern(SourcePattern),
    Format(WrittenFormat),
}

impl FieldValue {
    /// Returns the value as text.
    pub fn as_text(&self) -> &str {
        match self {
            Self::Flag(true) => "true",
            Self::Flag(false) => "false",
            Self::Text(text) => text,
            Self::Pattern(source) => source.pattern.source(),
            Self::Format(format) => &format.written,
        }
    }
}

impl RuleFields {
    /// Sets a field.
    pub fn set(&mut self, field: Field, value: FieldValue, place: Place) {
        self.0[field as usize] = Some((value, place));
    }

    /// Adds the fields of another rule that this rule does not have. Each counts as set at `place`.
    pub fn inherit(&mut self, other: &Self, place: Place) {
        for (field, inherited) in self.0.iter_mut().zip(&other.0) {
            if field.is_none() {
                *field = inherited.as_ref().map(|(value, _)| (value.clone(), place));
            }
        }
    }

    /// Returns the value of a field.
    pub fn get(&self, field: Field) -> Option<&FieldValue> {
        self.0[field as usize].as_ref().map(|(value, _)| value)
    }

    /// Returns the `sourcePattern`.
    pub fn source_pattern(&self) -> Option<&SourcePattern> {
        match self.get(Field::SourcePattern) {
            Some(FieldValue::Pattern(pattern)) => Some(pattern),
            _ => None,
        }
    }
}

/// A `sourcePattern`: its first match in the path of a built file is replaced.
#[derive(Clone, Debug)]
pub(super) struct SourcePattern {
    pub pattern: Pattern,
    pub region: Region,
    pub excerpt: Option<Excerpt>,
}

/// A `sourceFormat`, and its text as written.
#[derive(Clone, Debug)]
pub(super) struct WrittenFormat {
    pub format: SourceFormat,
    pub written: String,
}

impl FolderRules {
    /// Compiles the rules of the file at `path`.
    pub fn new(path: String, rules: Vec<ConversionRule>) -> Self {
        let patterns = Patterns::new(rules.iter().map(|rule| rule.pattern.clone()).collect());
        Self { path, rules, patterns, given_up: Vec::new() }
    }

    /// Returns the folder to which the rules apply: empty for the root, otherwise with a slash at its end.
    pub fn folder(&self) -> &str {
        folder_of(&self.path)
    }

    /// Returns a search for the patterns of all rules that have not been given up.
    pub fn search(&self) -> patterns::Search<'_> {
        self.patterns.search_without(&self.given_up)
    }

    /// Returns a problem or a warning about a rule, at its start tag.
    pub fn problem(&self, rule: &ConversionRule, code: IssueCode, message: impl Into<String>) -> Problem {
        Problem::new(code, message).in_file(&self.path).at(rule.region, rule.excerpt.clone())
    }
}

/// Returns the folder of the file at `path`, with a slash at its end unless it is the root.
pub(super) fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

impl ConversionRule {
    /// Returns true if the rule has no field.
    pub fn is_empty(&self) -> bool {
        self.fields.0.iter().all(Option::is_none)
    }

    /// Returns true if one of its patterns may hit a limit on some path.
    pub fn is_limited(&self) -> bool {
        let source = self.fields.source_pattern().map(|source| &source.pattern);
        source.into_iter().chain([&self.pattern]).any(|pattern| pattern.linear().is_none())
    }

    /// Returns true if the rule hits a limit on a path below its folder.
    pub fn hits_limit(&self, below: &str) -> bool {
        // The `sourcePattern` is searched for only in paths that the rule matches.
        match self.pattern.is_match(below) {
            Err(_) => true,
            Ok(false) => false,
            Ok(true) => self.fields.source_pattern().is_some_and(|source| source.pattern.is_match(below).is_err()),
        }
    }
}
