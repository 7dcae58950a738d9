//! A file of conversion rules, ready to be asked.

use assay_document::text::{Pattern, Patterns, Place, Region, patterns};
use assay_report::Excerpt;

use super::replacement::SourceFormat;

/// The rules of one folder.
pub struct FolderRules {
    /// The path of the file.
    pub path: String,
    rules: Vec<ConversionRule>,
    /// The patterns of the rules, in their order.
    patterns: Patterns,
    /// Indices of the rules that take too long on too many paths.
    given_up: Vec<usize>,
}

/// A rule that has been compiled.
#[derive(Clone, Debug)]
pub struct ConversionRule {
    /// The place of its start tag.
    pub region: Region,
    /// The line of its start tag.
    pub(super) excerpt: Option<Excerpt>,
    /// The pattern that the whole path below the folder of the rule file has to match.
    pub pattern: Pattern,
    /// The pattern as written in the file.
    pub(super) written: Box<str>,
    /// True if a warning or a problem has been reported for a part of the rule.
    pub(super) is_reported: bool,
    /// True if the pattern matches no path as a whole, but some by searching: a warning has been reported for it.
    pub(super) is_partial: bool,
    pub(super) fields: RuleFields,
}

/// A field of a rule with its place, if the rule has it.
pub(super) type PlacedField<T> = Option<(T, Place)>;

/// The fields of a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleFields {
    pub root: PlacedField<bool>,
    pub converter: PlacedField<String>,
    pub params: PlacedField<String>,
    pub no_conversion: PlacedField<bool>,
    pub source_pattern: PlacedField<SourcePattern>,
    pub source_format: PlacedField<WrittenFormat>,
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
    pub(super) fn new(path: String, rules: Vec<ConversionRule>) -> Self {
        let patterns = Patterns::new(rules.iter().map(|rule| rule.pattern.clone()).collect());
        Self { path, rules, patterns, given_up: Vec::new() }
    }

    /// Returns the folder to which the rules apply: empty for the root, otherwise with a slash at its end.
    #[must_use]
    pub fn folder(&self) -> &str {
        folder_of(&self.path)
    }

    /// Returns the rules in document order.
    #[must_use]
    pub fn rules(&self) -> &[ConversionRule] {
        &self.rules
    }

    pub(super) fn rules_mut(&mut self) -> &mut [ConversionRule] {
        &mut self.rules
    }

    /// Returns a search for the patterns of all rules that have not been given up.
    pub(super) fn search(&self) -> patterns::Search<'_> {
        self.patterns.search_without(&self.given_up)
    }

    /// Gives up a rule: its pattern is not searched for any more.
    pub(super) fn give_up(&mut self, rule: usize) {
        self.given_up.push(rule);
    }

    pub(super) const fn has_given_up(&self) -> bool {
        !self.given_up.is_empty()
    }

    pub(super) fn is_given_up(&self, rule: usize) -> bool {
        self.given_up.contains(&rule)
    }
}

/// Returns the folder of the file at `path`, with a slash at its end unless it is the root.
pub(super) fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

impl ConversionRule {
    /// Returns the value of each field as text with its place, in the order of [`Conversion::last`](super::Conversion::last).
    pub(super) fn values(&self) -> [Option<(&str, Place)>; 6] {
        let RuleFields { root, converter, params, no_conversion, source_pattern, source_format } = &self.fields;
        [
            truth(*root),
            text(converter.as_ref()),
            text(params.as_ref()),
            truth(*no_conversion),
            source_pattern.as_ref().map(|(source, place)| (source.pattern.source(), *place)),
            source_format.as_ref().map(|(format, place)| (&*format.written, *place)),
        ]
    }

    /// Returns true if the rule has no field.
    pub(super) fn is_empty(&self) -> bool {
        self.values().iter().all(Option::is_none)
    }

    /// Returns true if the rule gives the source of built files.
    #[must_use]
    pub const fn is_destination(&self) -> bool {
        self.fields.source_pattern.is_some()
    }

    fn source_pattern(&self) -> Option<&Pattern> {
        self.fields.source_pattern.as_ref().map(|(source, _)| &source.pattern)
    }

    /// Returns true if one of its patterns may hit a limit on some path.
    pub(super) fn is_limited(&self) -> bool {
        [Some(&self.pattern), self.source_pattern()].into_iter().flatten().any(|pattern| pattern.linear().is_none())
    }

    /// Returns true if the rule hits a limit on a path below its folder.
    pub(super) fn hits_limit(&self, below: &str) -> bool {
        match self.pattern.is_match(below) {
            Err(_) => true,
            Ok(matches) => matches && self.source_pattern().is_some_and(|pattern| pattern.is_match(below).is_err()),
        }
    }
}

fn truth(field: PlacedField<bool>) -> Option<(&'static str, Place)> {
    field.map(|(is, place)| (if is { "true" } else { "false" }, place))
}

fn text(field: Option<&(String, Place)>) -> Option<(&str, Place)> {
    field.map(|(text, place)| (text.as_str(), *place))
}
