//! The result of the conversion rules for one path.

use assay_document::source::normalize;
use assay_document::text::Place;
use serde::Serialize;

use super::field::{FIELDS, Field};
use super::rule::{ConversionRule, FieldValue, folder_of};

/// The result of the conversion rules for one path, with the rule that set each field.
#[derive(Clone, Debug, Default)]
pub struct Conversion<'p> {
    /// The fields that rules set, by [`Field`].
    pub(super) fields: [Option<Said<'p>>; FIELDS.len()],
    /// The paths, from the root, that a built file may come from: the first one that exists counts, otherwise the last.
    pub sources: Vec<String>,
    /// The rules that match the path, in their order.
    pub matched: Vec<Setter<'p>>,
    /// The rules whose effect is unknown, because a pattern takes too long on the path.
    pub limited: Vec<Setter<'p>>,
}

/// A value that a rule sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'p> {
    pub value: &'p FieldValue,
    /// The rule that sets the value.
    pub by: Setter<'p>,
}

/// A rule, with the place of the value that it sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setter<'p> {
    /// The rule file's path.
    pub path: &'p str,
    /// The place of the value, or of the rule's start tag.
    pub place: Place,
    /// The rule file, by its place among those of the pipeline, and the rule, by its place in the file.
    pub rule: (usize, usize),
}

impl<'p> Conversion<'p> {
    /// Lays the fields of a rule over those of the rules before it.
    pub(super) fn lay(&mut self, rule: &'p ConversionRule, by: Setter<'p>) {
        for (field, said) in self.fields.iter_mut().zip(&rule.fields.0) {
            if let Some((value, place)) = said {
                *field = Some(Said { value, by: Setter { place: *place, ..by } });
            }
        }
    }

    fn is(&self, field: Field) -> bool {
        self.fields[field as usize].is_some_and(|said| matches!(said.value, FieldValue::Flag(true)))
    }

    fn text(&self, field: Field) -> Option<&'p str> {
        self.fields[field as usize].map(|said| said.value.as_text())
    }

    /// Returns true if a rule keeps the file from being converted.
    #[must_use]
    pub fn is_excluded(&self) -> bool {
        self.is(Field::NoConversion)
    }

    /// Returns the converter that builds the file. A rule removes the converter that an earlier rule set by an empty one.
    fn converter(&self) -> Option<&'p str> {
        self.text(Field::Converter).filter(|name| !name.is_empty())
    }

    /// Returns true if the file is an asset: a converter builds it, and no rule excludes it.
    #[must_use]
    pub fn is_asset(&self) -> bool {
        self.converter().is_some() && !self.is_excluded()
    }

    /// Returns true if the file is an asset that is converted for its own sake.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.is_asset() && self.is(Field::Root)
    }

    /// Returns the source of a built file: the first one that exists, otherwise the last.
    #[must_use]
    pub fn source(&self, exists: impl Fn(&str) -> bool) -> Option<&str> {
        let found = self.sources.iter().find(|source| exists(source));
        found.or(self.sources.last()).map(String::as_str)
    }

    /// Returns true for a built file of which no source exists. A file for which a rule took too long is not known to be one.
    #[must_use]
    pub fn is_orphan(&self, exists: impl Fn(&str) -> bool) -> bool {
        !self.sources.is_empty() && self.limited.is_empty() && !self.sources.iter().any(|source| exists(source))
    }

    /// Finds the sources of the file at `path`, once all rules have been applied.
    pub(super) fn find_sources(&mut self, path: &str) {
        let [.., Some(pattern), Some(format)] = self.fields else { return };
        let (FieldValue::Pattern(source), FieldValue::Format(written)) = (pattern.value, format.value) else { return };
        // The pattern is matched below the folder of its own rule file, which may be above that of the format.
        let (folder, below) = path.split_at(folder_of(pattern.by.path).len());
        match written.format.apply(&source.pattern, below) {
            Ok(sources) => {
                self.sources = sources.into_iter().map(|source| straight(format!("{folder}{source}"))).collect();
            }
            // The file then has no known source, which is not the same as a missing one.
            Err(_) => self.limited.push(pattern.by),
        }
    }

    /// Returns the rule that set each field, by [`Field`].
    pub(super) fn last(&self) -> [Option<Setter<'p>>; FIELDS.len()] {
        self.fields.map(|said| said.map(|said| said.by))
    }

    /// Returns the result for the file at `path`, as people and programs read it.
    #[must_use]
    pub fn entry<'e>(&'e self, path: &'e str, exists: impl Fn(&str) -> bool) -> ConversionEntry<'e> {
        let [root, converter, params, no_conversion, _, format] = self.last().map(|by| by.map(ConversionSite::from));
        let source = self.source(exists);
        ConversionEntry {
            path,
            asset: self.is_asset(),
            root: self.is(Field::Root),
            excluded: self.is_excluded(),
            converter: self.converter(),
            params: self.text(Field::Params),
            source,
            undecided: self.limited.iter().map(|&setter| setter.into()).collect(),
            overridden: Vec::new(),
            said: ConversionSetters {
                root,
                converter,
                params,
                no_conversion,
                source: format.filter(|_| source.is_some()),
            },
        }
    }
}

/// Resolves `.` and `..` in a path; leaves a path that leaves the root as it is.
fn straight(path: String) -> String {
    let is_odd = path.split('/').any(|part| matches!(part, "" | "." | ".."));
    if is_odd { normalize(&path).unwrap_or(path) } else { path }
}

/// The result of conversion for one path, as people and programs read it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionEntry<'e> {
    /// The path, from the root.
    pub path: &'e str,
    /// Whether something builds it and nothing excludes it.
    pub asset: bool,
    /// Whether rules say that it is converted for its own sake. It is a root asset if it is an asset, too.
    pub root: bool,
    /// Whether a rule keeps it from being converted.
    pub excluded: bool,
    /// The converter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub converter: Option<&'e str>,
    /// The arguments of the converter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub params: Option<&'e str>,
    /// For a built file, the path of the source that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source: Option<&'e str>,
    /// The rules that take too long on the path: what they say of it is not known, and may be something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<ConversionSite<'e>>,
    /// When the path is explained: what rules say of it and others override, in the order of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<ConversionOverridden<'e>>,
    /// The rule that set each field.
    pub said: ConversionSetters<'e>,
}

/// For each field the rule that had the last word.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversionSetters<'e> {
    /// Of `root`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ConversionSite<'e>"))]
    pub root: Option<ConversionSite<'e>>,
    /// Of `converter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ConversionSite<'e>"))]
    pub converter: Option<ConversionSite<'e>>,
    /// Of `params`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ConversionSite<'e>"))]
    pub params: Option<ConversionSite<'e>>,
    /// Of `excluded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ConversionSite<'e>"))]
    pub no_conversion: Option<ConversionSite<'e>>,
    /// Of `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ConversionSite<'e>"))]
    pub source: Option<ConversionSite<'e>>,
}

/// A place in a rule file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionSite<'e> {
    /// The rule file.
    pub path: &'e str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
}

impl<'e> From<Setter<'e>> for ConversionSite<'e> {
    fn from(Setter { path, place, .. }: Setter<'e>) -> Self {
        Self { path, line: place.line, column: place.column }
    }
}

/// Something that a rule says, and another one overrides.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionOverridden<'e> {
    /// The field, by its name in `said`.
    pub field: &'static str,
    /// The content of the rule.
    pub value: &'e str,
    /// The rule file.
    pub path: &'e str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
}
