//! Reports and findings in JSON, and in every other format that people can read: flat, optional fields left out.
//!
//! Most types of a report are written as they are. A report and a finding are kept in another form than they are written in:
//! the types of these names in `report` are those that a run makes, these types are what a reader gets. Positions count from
//! 1, offsets from 0; columns are in UTF-16 units, as editors count, and once more in characters, as people count. The JSON
//! Schema is generated from these types (feature `schema`).

use std::borrow::Cow;

use assay_document::text::json::one_line;
use assay_document::text::{FlatRegion, Region, Value};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::findings::Rest;
use super::packed::{pack, unpack};
use super::{Diagnostics, Excerpt, Findings, Problem, Related, RuleStats, Severity, Shard, Stats, Stored, Summary};

/// The version of this shape. A report of another one is not read back.
pub const VERSION: u32 = 1;

/// The result of a run.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Report"))]
#[serde(expecting = "a report")]
pub struct ReportShape<'r> {
    /// The version of this form of reports.
    #[serde(deserialize_with = "this_version")]
    pub version: u32,
    /// The part of a run that it is of; left out when it is of a whole one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Shard"))]
    pub shard: Option<Cow<'r, Shard>>,
    /// The values that conditions rejected: by path, position, rule, order of values.
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

// Not a flattened `Region`: serde writes flattened fields through a map, which is slower, and there may be millions of findings.
/// One value that a rule's condition rejected.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Finding"))]
pub struct FindingShape<'r> {
    /// Name of the rule.
    pub rule: Cow<'r, str>,
    /// How much it matters, as the rule says.
    pub severity: Severity,
    /// The message, in one sentence.
    pub message: Cow<'r, str>,
    /// Whether a script said that of this value, so that a baseline knows the finding by it, too; left out where it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_message: bool,
    /// Whether files that the rule's collections are made of could not be read, so that the finding may be wrong; left out
    /// where they could.
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
    /// Byte offset in the document's text as UTF-8, from 0.
    pub offset: u32,
    /// Byte offset of the end.
    pub end_offset: u32,
    /// The value itself: a text, a number, a boolean, null (also of a finding about the document as a whole), or a
    /// record as an object of lists.
    pub value: Cow<'r, Value>,
    /// The value in a form that only this version reads; left out where JSON tells it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<ExactValue<'r>>,
    /// The value that led to this document, for rules with `subxpath`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ViaShape<'r>"))]
    pub via: Option<Cow<'r, super::Via>>,
    /// Other places that belong to the finding.
    pub related: Cow<'r, [Related]>,
    /// The line of the document around the value, when the document is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Excerpt"))]
    pub excerpt: Option<Cow<'r, Excerpt>>,
}

/// The value that named the document in which a finding was made.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Via"))]
pub struct ViaShape<'r> {
    /// The document that holds that value.
    pub path: Cow<'r, str>,
    /// Where the value stands in it.
    #[serde(flatten)]
    pub region: Region,
    /// The value.
    pub value: Cow<'r, Value>,
    /// The value in a form that only this version reads; left out where JSON tells it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<ExactValue<'r>>,
}

/// One line of a report in JSON lines: all of them together are the report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(title = "ReportLine"))]
#[serde(rename_all = "lowercase")]
pub enum Line<'r> {
    /// One of the findings, in their order.
    Finding(FindingShape<'r>),
    /// One of the problems, in their order.
    Problem(&'r Problem),
    /// One of the warnings, in their order.
    Warning(&'r Problem),
    /// One of the hints, in their order.
    Hint(&'r Problem),
    /// One of the rules, in their order.
    Rule(&'r RuleStats),
    /// The files that were read. The list of rules is empty, because each rule has a line of its own.
    Stats(Stats),
    /// The counts of the run; the last line.
    Summary(Summary),
}

/// Reads the version of a report, and refuses any other one.
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

/// The report that was written; its summary is counted anew.
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
    /// Returns a value if JSON loses the spelling of a number in it, or that it is a node; `None` for other values, such as
    /// strings.
    fn of(value: &'r Value) -> Option<Self> {
        (!is_exact_in_json(value)).then_some(Self(Cow::Borrowed(value)))
    }

    /// Returns the value that was written as JSON and, if that does not tell it exactly, in this form.
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
    /// Returns a finding at a place, whose other fields are to be filled in.
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

    /// Returns the shape of a stored finding, whose `rest` was read.
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

/// Gives a type its two forms: for people (JSON) the shape of the same name, and in compact formats its own fields. With
/// `#[serde(remote = "Self")]` the derived functions are plain ones of the type, and these traits choose between them.
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

    /// Every member that `value` has is one that `schema` knows, and every one that must be there is.
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
    fn optional_members_may_be_left_out_and_are_never_null() {
        let root = serde_json::to_value(schema_of::<ReportShape<'static>>()).unwrap();
        let required = root.pointer("/$defs/Problem/required").unwrap();
        assert_eq!(required, &serde_json::json!(["code", "message"]));
        assert_eq!(root.pointer("/$defs/Problem/properties/help/type").unwrap(), "string");
        assert_eq!(root.pointer("/$defs/Problem/properties/line/type").unwrap(), "integer");
    }
}
