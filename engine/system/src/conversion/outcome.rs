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
    pub(super) fields: [Option<SetValue<'p>>; FIELDS.len()],
    /// The paths, from the root, that a built file may come from: the first one that exists counts, otherwise the last.
    pub sources: Vec<String>,
    /// The rules that match the path, in their order.
    pub matched: Vec<Setter<'p>>,
    /// The rules whose effect is unknown, because a pattern takes too long on the path.
    pub limited: Vec<Setter<'p>>,
}

/// A value that a rule sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetValue<'p> {
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
    /// The rule, by the index of the rule file in the pipeline and the index of the rule in the file.
    pub rule: (usize, usize),
}

impl<'p> Conversion<'p> {
    /// Overrides the fields of earlier rules with the fields of this rule.
    pub(super) fn override_fields(&mut self, rule: &'p ConversionRule, by: Setter<'p>) {
        for (field, setting) in self.fields.iter_mut().zip(&rule.fields.0) {
            if let Some((value, place)) = setting {
                *field = Some(SetValue { value, by: Setter { place: *place, ..by } });
            }
        }
    }

    fn is(&self, field: Field) -> bool {
        self.fields[field as usize].is_some_and(|setting| matches!(setting.value, FieldValue::Flag(true)))
    }

    fn text(&self, field: Field) -> Option<&'p str> {
        self.fields[field as usize].map(|setting| setting.value.as_text())
    }

    /// Returns true if a rule keeps the file from being converted.
    pub fn is_excluded(&self) -> bool {
        self.is(Field::NoConversion)
    }

    /// Returns the converter that builds the file. An empty converter removes the one that an earlier rule set.
    fn converter(&self) -> Option<&'p str> {
        self.text(Field::Converter).filter(|name| !name.is_empty())
    }

    /// Returns true if the file is an asset: a converter builds it, and no rule excludes it.
    pub fn is_asset(&self) -> bool {
        self.converter().is_some() && !self.is_excluded()
    }

    /// Returns true if the file is an asset that is converted for its own sake.
    pub fn is_root(&self) -> bool {
        self.is_asset() && self.is(Field::Root)
    }

    /// Returns the source of a built file: the first one that exists, otherwise the last.
    pub fn source(&self, exists: impl Fn(&str) -> bool) -> Option<&str> {
        let found = self.sources.iter().find(|source| exists(source));
        found.or(self.sources.last()).map(String::as_str)
    }

    /// Returns true for a built file whose sources do not exist. Returns false if a rule took too long on the file.
    pub fn is_orphan(&self, exists: impl Fn(&str) -> bool) -> bool {
        !self.sources.is_empty() && self.limited.is_empty() && !self.sources.iter().any(|source| exists(source))
    }

    /// Finds the sources of the file at `path`, once all rules have been applied.
    pub(super) fn find_sources(&mut self, path: &str) {
        let [.., Some(pattern), Some(format)] = self.fields else { return };
        let (FieldValue::Pattern(source), FieldValue::Format(written)) = (pattern.value, format.value) else { return };
        // The pattern is matched below the folder of the file that defines it, which may be above that of the format.
        let (folder, below) = path.split_at(folder_of(pattern.by.path).len());
        match written.format.apply(&source.pattern, below) {
            Ok(sources) => {
                self.sources = sources.into_iter().map(|source| normalize_path(format!("{folder}{source}"))).collect();
            }
            // The source is then unknown, which is not the same as missing.
            Err(_) => self.limited.push(pattern.by),
        }
    }

    /// Returns the rule that set each field, by [`Field`].
    pub(super) fn last(&self) -> [Option<Setter<'p>>; FIELDS.len()] {
        self.fields.map(|setting| setting.map(|setting| setting.by))
    }

    /// Returns the result for the file at `path`, in the form for people and programs.
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
fn normalize_path(path: String) -> String {
    let is_odd = path.split('/').any(|part| matches!(part, "" | "." | ".."));
    if is_odd { normalize(&path).unwrap_or(path) } else { path }
}

/// The result of conversion for one path, in the form for people and programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionEntry<'e> {
    /// The path, from the root.
    pub path: &'e str,
    /// True if a converter builds the file and no rule excludes it.
    pub asset: bool,
    /// True if rules say that the file is converted for its own sake. It is a root asset only if it is also an asset.
    pub root: bool,
    /// True if a rule keeps the file from being converted.
    pub excluded: bool,
    /// The converter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub converter: Option<&'e str>,
    /// The arguments of the converter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<&'e str>,
    /// For a built file, the path of the source that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'e str>,
    /// The rules that take too long on the path. Their effect is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<ConversionSite<'e>>,
    /// When the path is explained: values of rules that other rules override, in the order of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<ConversionOverridden<'e>>,
    /// The rule that set each field.
    pub said: ConversionSetters<'e>,
}

/// The rule that set each field.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversionSetters<'e> {
    /// The rule that set `root`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<ConversionSite<'e>>,
    /// The rule that set `converter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub converter: Option<ConversionSite<'e>>,
    /// The rule that set `params`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<ConversionSite<'e>>,
    /// The rule that set `excluded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_conversion: Option<ConversionSite<'e>>,
    /// The rule that set `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// A value of a rule that another rule overrides.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionOverridden<'e> {
    /// The field, by its name in `said`.
    pub field: &'static str,
    /// The value.
    pub value: &'e str,
    /// The rule file.
    pub path: &'e str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
}
