//! The shape of a report in JSON, and in every other format that people can read: flat, optional fields left out.
//!
//! The stored form is not the shown form: the types of the same names in `report` hold what a run gathers, these types
//! define what a reader gets. Positions count from 1, offsets from 0; columns are in UTF-16 units, as editors count,
//! and once more in characters, as people count. The JSON Schema is generated from these types (feature `schema`).

use serde::{Serialize, Serializer};

use super::findings::Rest;
use super::packed::{encode, pack};
use super::summary::is_zero;
use super::{Coverage, Excerpt, Hidden, Reason, RuleState, Severity, Stored, Summary, Timings};
use crate::text::Value;
use crate::text::json::one_line;

/// The version of this shape. A report of another one is not read back.
pub const VERSION: u32 = 1;

/// The result of a run.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report<'r> {
    /// The version of this form of reports.
    pub version: u32,
    /// The part of a run that it is of; left out when it is of a whole one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Shard"))]
    pub shard: Option<Shard>,
    /// The values that conditions rejected: by path, position, rule, order of values.
    #[cfg_attr(feature = "schema", schemars(with = "&'r [super::Finding]"))]
    pub findings: &'r super::Findings,
    /// Problems. With at least one, the run is incomplete.
    pub problems: &'r [super::Problem],
    /// Warnings about input that was used.
    pub warnings: &'r [super::Problem],
    /// Remarks about input that was read leniently.
    pub hints: &'r [super::Problem],
    /// The counts of the run.
    pub summary: Summary,
    /// The files that were read, and the result of each rule.
    pub stats: Stats<'r>,
}

/// The part of a run that a report is of.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// A hash of what all parts of a run have in common, the files aside that one part alone reads.
    pub digest: String,
    /// The data that `assay report --merge` needs, in a form that only this version reads.
    pub state: String,
}

// The fields of a `Region` are its own: there may be millions of findings, and what is flattened is written as a map, which takes longer.
/// One value that a rule's condition rejected.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding<'r> {
    /// Name of the rule.
    pub rule: &'r str,
    /// How much it matters, as the rule says.
    pub severity: Severity,
    /// The message, in one sentence.
    pub message: &'r str,
    /// Whether a script said that of this value, so that a baseline knows the finding by it, too; left out where it did not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub own_message: bool,
    /// Whether files that the rule's collections are made of could not be read, so that the finding may be wrong; left out
    /// where they could.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub incomplete: bool,
    /// The document that holds the value, relative to the root.
    pub path: &'r str,
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
    pub value: &'r Value,
    /// The value in a form that only this version reads; left out where JSON tells it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<String>,
    /// The value that led to this document, for rules with `subxpath`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Via<'r>"))]
    pub via: Option<&'r super::Via>,
    /// Other places that belong to the finding.
    pub related: &'r [super::Related],
    /// The line of the document around the value, when the document is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Excerpt"))]
    pub excerpt: Option<&'r Excerpt>,
}

/// The value that named the document in which a finding was made.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Via<'r> {
    /// The document that holds that value.
    pub path: &'r str,
    /// Where the value stands in it.
    #[serde(flatten)]
    pub region: Region,
    /// The value.
    pub value: &'r Value,
    /// The value in a form that only this version reads; left out where JSON tells it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub packed: Option<String>,
}

/// Another place that belongs to a finding.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related<'r> {
    /// A description of the place.
    pub message: &'r str,
    /// The document.
    pub path: &'r str,
    /// The place in it.
    #[serde(flatten)]
    pub region: Region,
}

/// A rule, script or document that could not be used, or was used and should be looked at.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem<'r> {
    /// A short stable name of the kind, such as `xml-unclosed`; tools may match on it.
    pub code: &'r str,
    /// The message, in one sentence.
    pub message: &'r str,
    /// How to repair it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub help: Option<&'r str>,
    /// The suggested replacement for everything from `offset` to `end_offset`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub suggestion: Option<&'r str>,
    /// The rule concerned, if it is one rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub rule: Option<&'r str>,
    /// The document or rule file concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub path: Option<&'r str>,
    /// Whether the file at `path` is one that rules are made of; it is left out when that is a document.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub in_rules: bool,
    /// The document that was being checked, when `path` is another file: the rule file whose script stopped there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub document: Option<&'r str>,
    /// Where in the file at `path`.
    #[serde(flatten)]
    pub region: Option<Region>,
    /// The line around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Excerpt"))]
    pub excerpt: Option<&'r Excerpt>,
    /// Other places that belong to it, such as the one in a library where a script stopped.
    #[serde(skip_serializing_if = "<[super::Related]>::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub related: &'r [super::Related],
}

/// From where to where something reaches; the end is behind the last character.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
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
}

/// The files that were read, and the result of each rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats<'r> {
    /// Files the source listed.
    pub files_seen: u64,
    /// Files that were named, when only these were to be checked, an archive as one; left out when it was all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64", default))]
    pub files_named: Option<u64>,
    /// Files and folders that ignore patterns leave out; a folder counts as one. Left out itself when there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub ignored: u64,
    /// Files whose results came from a cache; left out when there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub cached: u64,
    /// Rules that are switched off; left out when there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub rules_off: u64,
    /// Files whose bytes were read.
    pub files_read: u64,
    /// Files that were wanted and could not be read, parsed or judged in full.
    pub files_unchecked: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Values extracted.
    pub values: u64,
    /// How many files any rule looked into, by kinds of files in their order; left out where all were.
    #[serde(skip_serializing_if = "<[Coverage]>::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub coverage: &'r [Coverage],
    /// How many findings are left out, as they are known; left out itself when there are none.
    #[serde(skip_serializing_if = "Hidden::is_none")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub hidden: Hidden,
    /// Each rule, in the order of the rule files; those that could not be used at the end.
    pub rules: &'r [super::RuleStats],
    /// How long it took, in milliseconds, when the host measured it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Timings"))]
    pub timings: Option<&'r Timings>,
}

/// The files and values that one rule judged, and its findings.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleStats<'r> {
    /// Name of the rule.
    pub name: &'r str,
    /// Its severity.
    pub severity: Severity,
    /// The description of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub description: Option<&'r str>,
    /// Why that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub why: Option<&'r str>,
    /// Where more is written about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'r str"))]
    pub url: Option<&'r str>,
    /// Words to group rules by.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub tags: &'r [String],
    /// The result of the rule.
    pub state: State,
    /// Why a rule without findings does not count as passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Reason"))]
    pub reason: Option<Reason>,
    /// Files that its `rpath` selected.
    pub files: u64,
    /// Of these, and of those that its collections are made of, the files that could not be read or parsed.
    pub unchecked: u64,
    /// Values that its `subxpath`, or else its `xpath`, extracted.
    pub values: u64,
    /// Its findings.
    pub findings: u64,
}

/// The three states of a rule.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Everything it wanted was checked, and nothing was found.
    Passed,
    /// It found something.
    Failed,
    /// It found nothing, and that proves nothing; `reason` says why.
    Unchecked,
}

/// One line of a report in JSON lines: all of them together are the report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(title = "ReportLine"))]
#[serde(rename_all = "lowercase")]
pub enum Line<'r> {
    /// One of the findings, in their order.
    Finding(Finding<'r>),
    /// One of the problems, in their order.
    Problem(&'r super::Problem),
    /// One of the warnings, in their order.
    Warning(&'r super::Problem),
    /// One of the hints, in their order.
    Hint(&'r super::Problem),
    /// One of the rules, in their order.
    Rule(&'r super::RuleStats),
    /// The files that were read. The list of rules is empty, because each rule has a line of its own.
    Stats(Stats<'r>),
    /// The counts of the run; the last line.
    Summary(Summary),
}

impl<'r> From<&'r super::Report> for Report<'r> {
    fn from(report: &'r super::Report) -> Self {
        let shard = report.shard().map(|super::Shard { number, of, digest, state }| Shard {
            number: *number,
            of: *of,
            digest: digest.clone(),
            state: encode(state),
        });
        Self {
            version: VERSION,
            shard,
            findings: report.stored(),
            problems: report.problems(),
            warnings: report.warnings(),
            hints: report.hints(),
            summary: report.summary(),
            stats: report.stats().into(),
        }
    }
}

/// Packs a value if JSON loses the spelling of a number in it, or that it is a node; `None` for other values, such as
/// strings.
fn packed(value: &Value) -> Option<String> {
    (!is_told_by_json(value)).then(|| pack(value))
}

fn is_told_by_json(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Text(_) => true,
        Value::Number(text) => value.is_cut() || one_line(value) == *text,
        Value::Element(_) => false,
        Value::Record(lists) => lists.iter().flat_map(|(_, values)| values).all(is_told_by_json),
    }
}

impl<'r> From<&'r super::Finding> for Finding<'r> {
    fn from(finding: &'r super::Finding) -> Self {
        Self {
            rule: &finding.rule,
            severity: finding.severity,
            message: &finding.message,
            own_message: finding.own_message,
            incomplete: finding.incomplete,
            path: &finding.path,
            value: &finding.value,
            packed: packed(&finding.value),
            via: finding.via.as_ref(),
            related: &finding.related,
            excerpt: finding.excerpt.as_ref(),
            ..Self::at(finding.region)
        }
    }
}

impl<'r> Finding<'r> {
    /// Returns a finding at a place, whose other fields are to be filled in.
    fn at(region: crate::text::Region) -> Self {
        let Region { line, column, end_line, end_column, char_column, end_char_column, offset, end_offset } =
            region.into();
        Self {
            rule: "",
            severity: Severity::default(),
            message: "",
            own_message: false,
            incomplete: false,
            path: "",
            line,
            column,
            end_line,
            end_column,
            char_column,
            end_char_column,
            offset,
            end_offset,
            value: &Value::Null,
            packed: None,
            via: None,
            related: &[],
            excerpt: None,
        }
    }

    /// Returns the shape of a stored finding, whose `rest` was read.
    pub(super) fn of(stored: Stored<'r>, rest: &'r Rest<'r>) -> Self {
        Self {
            rule: stored.rule(),
            severity: stored.severity(),
            message: rest.message,
            own_message: rest.own_message,
            incomplete: rest.incomplete,
            path: stored.path(),
            value: &rest.value,
            packed: packed(&rest.value),
            via: rest.via.as_ref(),
            related: &rest.related,
            excerpt: rest.excerpt.as_ref(),
            ..Self::at(rest.region)
        }
    }
}

impl<'r> From<&'r super::Via> for Via<'r> {
    fn from(via: &'r super::Via) -> Self {
        Self { path: &via.path, region: via.region.into(), value: &via.value, packed: packed(&via.value) }
    }
}

impl<'r> From<&'r super::Related> for Related<'r> {
    fn from(related: &'r super::Related) -> Self {
        Self { message: &related.message, path: &related.path, region: related.region.into() }
    }
}

impl<'r> From<&'r super::Problem> for Problem<'r> {
    fn from(problem: &'r super::Problem) -> Self {
        Self {
            code: problem.code.as_str(),
            message: &problem.message,
            help: problem.help.as_deref(),
            suggestion: problem.suggestion.as_deref(),
            rule: problem.rule.as_deref(),
            path: problem.path.as_deref(),
            in_rules: problem.in_rules,
            document: problem.document.as_deref(),
            region: problem.region.map(Region::from),
            excerpt: problem.excerpt.as_ref(),
            related: &problem.related,
        }
    }
}

impl From<crate::text::Region> for Region {
    fn from(region: crate::text::Region) -> Self {
        let (start, end) = (region.start, region.end);
        Self {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            char_column: start.char_column,
            end_char_column: end.char_column,
            offset: start.offset,
            end_offset: end.offset,
        }
    }
}

impl<'r> From<&'r super::Stats> for Stats<'r> {
    fn from(stats: &'r super::Stats) -> Self {
        Self {
            files_seen: stats.files_seen,
            files_named: stats.files_named,
            ignored: stats.ignored,
            cached: stats.cached,
            rules_off: stats.rules_off,
            files_read: stats.files_read,
            files_unchecked: stats.files_unchecked,
            bytes: stats.bytes,
            values: stats.values,
            coverage: &stats.coverage,
            hidden: stats.hidden,
            rules: &stats.rules,
            timings: stats.timings.as_ref(),
        }
    }
}

impl<'r> From<&'r super::RuleStats> for RuleStats<'r> {
    fn from(rule: &'r super::RuleStats) -> Self {
        let (state, reason) = match rule.state {
            RuleState::Passed => (State::Passed, None),
            RuleState::Failed => (State::Failed, None),
            RuleState::Unchecked(reason) => (State::Unchecked, Some(reason)),
        };
        Self {
            name: &rule.name,
            severity: rule.severity,
            description: rule.about.description.as_deref(),
            why: rule.about.why.as_deref(),
            url: rule.about.url.as_deref(),
            tags: &rule.about.tags,
            state,
            reason,
            files: rule.files,
            unchecked: rule.unchecked,
            values: rule.values,
            findings: rule.findings,
        }
    }
}

/// Gives a stored type its two forms: the shape of the same name for people, its own fields for compact formats. With
/// `#[serde(remote = "Self")]` the derived functions are plain ones of the type, and these traits choose between them.
macro_rules! two_forms {
    ($($name:ident),+) => {$(
        impl Serialize for crate::report::$name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    $name::from(self).serialize(serializer)
                } else {
                    Self::serialize(self, serializer)
                }
            }
        }

        /// Reads the compact form only.
        impl<'de> serde::Deserialize<'de> for crate::report::$name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for crate::report::$name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$name as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$name as schemars::JsonSchema>::json_schema(generator)
            }
        }
    )+};
}

two_forms!(Report, Finding, Via, Related, Problem, Stats, RuleStats);

pub mod tested;
pub mod trace;

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::Report;
    use crate::report::fixture::everything;
    use crate::report::schema::schema_of;

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
        let root = serde_json::to_value(schema_of::<Report<'static>>()).unwrap();
        assert_describes(&root, &root, &serde_json::to_value(everything()).unwrap(), "report");
    }

    #[test]
    fn optional_members_may_be_left_out_and_are_never_null() {
        let root = serde_json::to_value(schema_of::<Report<'static>>()).unwrap();
        let required = root.pointer("/$defs/Problem/required").unwrap();
        assert_eq!(required, &serde_json::json!(["code", "message"]));
        assert_eq!(root.pointer("/$defs/Problem/properties/help/type").unwrap(), "string");
        assert_eq!(root.pointer("/$defs/Problem/properties/line/type").unwrap(), "integer");
    }
}
