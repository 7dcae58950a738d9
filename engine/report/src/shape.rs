//! The JSON form of reports and findings, and of every other format that people can read: flat, without unset optional
//! fields.
//!
//! Most types of a report are serialised as they are. `Report` and `Finding` differ: the types in `report` are the
//! stored form, and the types here are the serialised form. Positions count from 1, offsets from 0. Columns are in
//! UTF-16 units, as in editors, and also in characters. The JSON Schema is generated from these types (feature
//! `schema`).

use std::borrow::Cow;

use assay_document::text::json::one_line;
use assay_document::text::{FlatRegion, Region, Value};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::findings::Rest;
use super::packed::{pack, unpack};
use super::{Diagnostics, Excerpt, Findings, Problem, Related, RuleStats, Severity, Shard, Stats, Stored, Summary};

/// The version of this form. Reports of other versions cannot be read back.
pub const VERSION: u32 = 1;

// Fields are `Cow`: borrowed when a report is written, owned when it is read.
/// The result of a run.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Report"))]
#[serde(expecting = "a report")]
pub struct ReportShape<'r> {
    /// The version of this form of reports.
    #[serde(deserialize_with = "this_version")]
    pub version: u32,
    /// The shard that the report is about; left out for a whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Cow<'r, Shard>>,
    /// The values that conditions rejected, ordered by path, position, rule and value.
    #[cfg_attr(feature = "schema", schemars(with = "&'r [super::Finding]"))]
    pub findings: Cow<'r, Findings>,
    /// Problems. With at least one, the run is incomplete.
    pub problems: Cow<'r, [Problem]>,
    /// Warnings about input that was used.
    pub warnings: Cow<'r, [Problem]>,
    /// Remarks about input that was read leniently.
    pub hints: Cow<'r, [Problem]>,
    /// The counts of the run.
    pub summary: Summary,
    /// The files that were read, and the result of each rule.
    pub stats: Cow<'r, Stats>,
}

// Not a flattened `Region`: serde buffers flattened fields when it reads them. That is slower, and there may be millions
// of findings. An error in such a field would also lose its name and its place.
/// One value that a rule's condition rejected.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Finding"))]
pub struct FindingShape<'r> {
    /// The name of the rule.
    pub rule: Cow<'r, str>,
    /// The severity, as set by the rule.
    pub severity: Severity,
    /// The message, in one sentence.
    pub message: Cow<'r, str>,
    /// True if a script made the message for this value, so that a baseline also compares the message; left out if
    /// false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_message: bool,
    /// True if the finding may be wrong because a file that the rule's collections are built from could not be read;
    /// left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
    /// The document that holds the value, relative to the root.
    pub path: Cow<'r, str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 units, from 1.
    pub column: u32,
    /// Line of the end, from 1.
    pub end_line: u32,
    /// Column of the end in UTF-16 units, from 1.
    pub end_column: u32,
    /// Column in characters, from 1.
    pub char_column: u32,
    /// Column of the end in characters, from 1.
    pub end_char_column: u32,
    /// Byte offset in the UTF-8 text of the document, from 0.
    pub offset: u32,
    /// Byte offset of the end.
    pub end_offset: u32,
    /// The value itself: a string, a number, a boolean, null, or a record as an object of lists. Null is also the value
    /// of a finding about the document as a whole.
    pub value: Cow<'r, Value>,
    /// The value in a form that only this version reads; left out if JSON represents it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<ExactValue<'r>>,
    /// The value that refers to this document, for rules with `subxpath`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Cow<'r, super::Via>>,
    /// Other places that belong to the finding.
    pub related: Cow<'r, [Related]>,
    /// The line of the document around the value, if the document is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Cow<'r, Excerpt>>,
}

/// The value that refers to the document of a finding.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Via"))]
pub struct ViaShape<'r> {
    /// The document that contains that value.
    pub path: Cow<'r, str>,
    /// The place of the value in that document.
    #[serde(flatten)]
    pub region: Region,
    /// The value.
    pub value: Cow<'r, Value>,
    /// The value in a form that only this version reads; left out if JSON represents it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<ExactValue<'r>>,
}

/// One line of a report in JSON lines. All lines together are the report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(title = "ReportLine"))]
#[serde(rename_all = "lowercase")]
pub enum Line<'r> {
    /// A finding; findings are in report order.
    Finding(FindingShape<'r>),
    /// A problem; problems are in report order.
    Problem(&'r Problem),
    /// A warning; warnings are in report order.
    Warning(&'r Problem),
    /// A hint; hints are in report order.
    Hint(&'r Problem),
    /// A rule; rules are in report order.
    Rule(&'r RuleStats),
    /// The files that were read. The list of rules is empty, because each rule has a separate line.
    Stats(Stats),
    /// The counts of the run; the last line.
    Summary(Summary),
}

/// Reads the version of a report and rejects other versions.
fn this_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(format_args!("it is {other} and not {VERSION}"))),
    }
}

impl<'r> From<&'r super::Report> for ReportShape<'r> {
    fn from(report: &'r super::Report) -> Self {
        Self {
            version: VERSION,
            shard: report.shard().map(Cow::Borrowed),
            findings: Cow::Borrowed(report.stored()),
            problems: report.problems().into(),
            warnings: report.warnings().into(),
            hints: report.hints().into(),
            summary: report.summary(),
            stats: Cow::Borrowed(report.stats()),
        }
    }
}

/// Converts the serialised form back; the summary is counted again.
impl From<ReportShape<'_>> for super::Report {
    fn from(report: ReportShape<'_>) -> Self {
        let ReportShape { shard, findings, problems, warnings, hints, stats, .. } = report;
        Self {
            findings: findings.into_owned(),
            diagnostics: Diagnostics {
                problems: problems.into_owned(),
                warnings: warnings.into_owned(),
                hints: hints.into_owned(),
            },
            stats: stats.into_owned(),
            shard: shard.map(Cow::into_owned),
            idle: Vec::new(),
            list: super::report::Listed::default(),
        }
    }
}

/// A value in a form that only this version reads.
pub struct ExactValue<'r>(Cow<'r, Value>);

impl<'r> ExactValue<'r> {
    /// Returns the value if JSON cannot represent it exactly: the spelling of a number would be lost, or it is a node.
    /// Returns `None` for other values, such as strings.
    fn of(value: &'r Value) -> Option<Self> {
        (!is_exact_in_json(value)).then_some(Self(Cow::Borrowed(value)))
    }

    /// Returns the exact value if it was written, or else the value from JSON.
    fn or(exact: Option<Self>, written: Cow<'_, Value>) -> Value {
        exact.map_or_else(|| written.into_owned(), |Self(value)| value.into_owned())
    }
}

impl Serialize for ExactValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        pack(&*self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ExactValue<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = unpack(&String::deserialize(deserializer)?);
        value.map(|value| Self(Cow::Owned(value))).ok_or_else(|| D::Error::custom("it is damaged"))
    }
}

fn is_exact_in_json(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Text(_) => true,
        Value::Number(text) => value.is_cut() || one_line(value) == *text,
        Value::Element(_) => false,
        Value::Record(lists) => lists.iter().flat_map(|(_, values)| values).all(is_exact_in_json),
    }
}

impl<'r> From<&'r super::Finding> for FindingShape<'r> {
    fn from(finding: &'r super::Finding) -> Self {
        Self {
            rule: Cow::Borrowed(&finding.rule),
            severity: finding.severity,
            message: Cow::Borrowed(&finding.message),
            own_message: finding.own_message,
            incomplete: finding.incomplete,
            path: Cow::Borrowed(&finding.path),
            value: Cow::Borrowed(&finding.value),
            packed: ExactValue::of(&finding.value),
            via: finding.via.as_ref().map(Cow::Borrowed),
            related: Cow::Borrowed(&finding.related),
            excerpt: finding.excerpt.as_ref().map(Cow::Borrowed),
            ..Self::at(finding.region)
        }
    }
}

impl From<FindingShape<'_>> for super::Finding {
    fn from(finding: FindingShape<'_>) -> Self {
        Self {
            region: finding.region(),
            rule: finding.rule.into_owned(),
            severity: finding.severity,
            message: finding.message.into_owned(),
            own_message: finding.own_message,
            incomplete: finding.incomplete,
            path: finding.path.into_owned(),
            value: ExactValue::or(finding.packed, finding.value),
            via: finding.via.map(Cow::into_owned),
            related: finding.related.into_owned(),
            excerpt: finding.excerpt.map(Cow::into_owned),
        }
    }
}

impl<'r> FindingShape<'r> {
    /// Returns a finding at a place, with its other fields unset.
    fn at(region: Region) -> Self {
        let FlatRegion { line, column, end_line, end_column, char_column, end_char_column, offset, end_offset } =
            region.into();
        Self {
            rule: Cow::Borrowed(""),
            severity: Severity::default(),
            message: Cow::Borrowed(""),
            own_message: false,
            incomplete: false,
            path: Cow::Borrowed(""),
            line,
            column,
            end_line,
            end_column,
            char_column,
            end_char_column,
            offset,
            end_offset,
            value: Cow::Borrowed(&Value::Null),
            packed: None,
            via: None,
            related: Cow::Borrowed(&[]),
            excerpt: None,
        }
    }

    fn region(&self) -> Region {
        let &Self { line, column, end_line, end_column, char_column, end_char_column, offset, end_offset, .. } = self;
        FlatRegion { line, column, end_line, end_column, char_column, end_char_column, offset, end_offset }.into()
    }

    /// Returns the serialised form of a stored finding, whose other fields were decoded into `rest`.
    pub(super) fn of(stored: Stored<'r>, rest: &'r Rest<'r>) -> Self {
        Self {
            rule: Cow::Borrowed(stored.rule()),
            severity: stored.severity(),
            message: Cow::Borrowed(rest.message),
            own_message: rest.own_message,
            incomplete: rest.incomplete,
            path: Cow::Borrowed(stored.path()),
            value: Cow::Borrowed(&rest.value),
            packed: ExactValue::of(&rest.value),
            via: rest.via.as_ref().map(Cow::Borrowed),
            related: Cow::Borrowed(&rest.related),
            excerpt: rest.excerpt.as_ref().map(Cow::Borrowed),
            ..Self::at(rest.region)
        }
    }
}

impl<'r> From<&'r super::Via> for ViaShape<'r> {
    fn from(via: &'r super::Via) -> Self {
        let super::Via { path, region, value } = via;
        Self { path: path.into(), region: *region, value: Cow::Borrowed(value), packed: ExactValue::of(value) }
    }
}

impl From<ViaShape<'_>> for super::Via {
    fn from(ViaShape { path, region, value, packed }: ViaShape<'_>) -> Self {
        Self { path: path.into_owned(), region, value: ExactValue::or(packed, value) }
    }
}

/// Gives a type two serialised forms: the shape of the same name for people (JSON), and its own fields in compact
/// formats. With `#[serde(remote = "Self")]` the derived functions are plain functions of the type, and these traits
/// choose between them.
macro_rules! shaped {
    ($($name:ident: $shape:ident),+) => {$(
        impl Serialize for super::$name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    $shape::from(self).serialize(serializer)
                } else {
                    Self::serialize(self, serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for super::$name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    $shape::deserialize(deserializer).map(Self::from)
                } else {
                    Self::deserialize(deserializer)
                }
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for super::$name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$shape as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$shape as schemars::JsonSchema>::json_schema(generator)
            }
        }
    )+};
}

shaped!(Report: ReportShape, Finding: FindingShape, Via: ViaShape);

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::ReportShape;
    use crate::fixture::everything;
    use crate::schema::schema_of;

    /// Asserts that `schema` describes every member of `value`, and that `value` has every required member.
    fn assert_describes(root: &serde_json::Value, schema: &serde_json::Value, value: &serde_json::Value, place: &str) {
        let target = schema.get("$ref").and_then(|name| root.pointer(name.as_str()?.trim_start_matches('#')));
        let schema = target.unwrap_or(schema);
        if let (Some(elements), Some(item)) = (value.as_array(), schema.get("items")) {
            for element in elements {
                assert_describes(root, item, element, place);
            }
        }
        let (Some(members), Some(known)) = (value.as_object(), schema.get("properties")) else { return };
        for (name, member) in members {
            let place = format!("{place}.{name}");
            let known = known.get(name).unwrap_or_else(|| panic!("{place} is not in the schema"));
            assert!(known.get("description").is_some() || known.get("$ref").is_some(), "{place} is not described");
            assert_describes(root, known, member, &place);
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(members.contains_key(name.as_str().unwrap()), "{place} lacks {name}");
        }
    }

    #[test]
    fn the_schema_describes_every_member() {
        let root = serde_json::to_value(schema_of::<ReportShape<'static>>()).unwrap();
        assert_describes(&root, &root, &serde_json::to_value(everything()).unwrap(), "report");
    }

    #[test]
    fn optional_members_may_be_missing_and_are_never_null() {
        let root = serde_json::to_value(schema_of::<ReportShape<'static>>()).unwrap();
        let required = root.pointer("/$defs/Problem/required").unwrap();
        assert_eq!(required, &serde_json::json!(["code", "message"]));
        assert_eq!(root.pointer("/$defs/Problem/properties/help/type").unwrap(), "string");
        assert_eq!(root.pointer("/$defs/Problem/properties/line/type").unwrap(), "integer");
    }
}
