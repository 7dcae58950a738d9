//! A report read back from its JSON: the one that was written, to the byte, so that it can be had in every other format.

pub(super) mod reading;

use thiserror::Error;

use super::packed::unpack;
use super::shape::VERSION;
use super::{
    About, Coverage, Diagnostics, Excerpt, Finding, Findings, Hidden, Problem, ProblemCode, Reason, Related, Report,
    RuleState, RuleStats, Severity, Shard, Stats, Timing, Timings, Value, Via,
};
use crate::text::json::one_line;
use crate::text::json::tree::ast::{Object, Value as Json};
use crate::text::json::tree::{JsonDialect, Ranged};
use crate::text::{IssueCode, LineIndex, Place, Region};

/// Records of records end long before that depth.
const FORM: JsonDialect = JsonDialect {
    is_commented: false,
    max_depth: 256,
    max_tokens: usize::MAX,
    is_written: true,
    code: IssueCode::UnknownReport,
    depth_code: IssueCode::UnknownReport,
};

/// The reason why a string is not a report that can be shown again.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum UnreadableReport {
    /// It is no JSON, or not that of an object.
    #[error("{reason}")]
    Json {
        /// One lower-case sentence without a full stop that says what is wrong.
        reason: String,
        /// The place of the error.
        place: Place,
    },
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// The report has another version, or none.
    #[error("it is no report of this version: its `version` is {0} and not {VERSION}")]
    Version(String),
    /// A field is missing, or has a value that no report has.
    #[error("it is a damaged report: {reason}")]
    Damaged {
        /// The path to the field, followed by what is wrong with it.
        reason: String,
        /// The place of the value, or of the object that lacks the field.
        place: Place,
    },
}

impl UnreadableReport {
    /// Returns the place in the string; `None` for an error that has no place.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Json { place, .. } | Self::Damaged { place, .. } => Some(*place),
            Self::Empty | Self::Version(_) => None,
        }
    }
}

/// A field that is missing, or has a value that no report has.
struct Damage {
    /// The path to the field: `findings[3].line`.
    way: String,
    /// The words that say what is wrong, to follow the path: `is not there`.
    wrong: String,
    /// The byte offset of the value, or of the object that lacks the field.
    at: usize,
}

/// The reason why an object was not read.
enum ReadStopped {
    Version(String),
    Damaged(Damage),
}

type Result<T> = std::result::Result<T, ReadStopped>;

impl ReadStopped {
    /// Puts `name`, and an `index` in the list of that name, in front of the path to the damage.
    fn within(mut self, name: &str, index: Option<usize>) -> Self {
        if let Self::Damaged(damage) = &mut self {
            let index = index.map(|index| format!("[{index}]")).unwrap_or_default();
            let dot = if damage.way.is_empty() { "" } else { "." };
            damage.way = format!("{name}{index}{dot}{}", damage.way);
        }
        self
    }
}

impl Report {
    /// Reads the JSON that `--format json` writes.
    ///
    /// # Errors
    /// [`UnreadableReport`] when it is something else, of another version, or not whole.
    pub fn from_json(text: &str) -> std::result::Result<Self, UnreadableReport> {
        in_object(text.trim_start_matches('\u{feff}'), |node| report(node, None))
    }
}

/// Parses a string as a JSON object, and returns the result of `read` for that.
fn in_object<T>(
    text: &str,
    read: impl FnOnce(&ReportObject<'_>) -> Result<T>,
) -> std::result::Result<T, UnreadableReport> {
    let place = |at| LineIndex::new(text).place(u32::try_from(at).unwrap_or(u32::MAX));
    let not_json = |reason: &str, at| UnreadableReport::Json { reason: reason.to_owned(), place: place(at) };
    let parsed = FORM.parse(text).map_err(|fault| not_json(&fault.message, fault.span.range().start))?;
    let object = match &parsed {
        Some(Json::Object(object)) => object,
        Some(other) => return Err(not_json("an object is expected", other.range().start)),
        None => return Err(UnreadableReport::Empty),
    };
    read(&ReportObject(object)).map_err(|stopped| match stopped {
        ReadStopped::Version(said) => UnreadableReport::Version(said),
        ReadStopped::Damaged(Damage { way, wrong, at }) => {
            UnreadableReport::Damaged { reason: format!("`{way}` {wrong}"), place: place(at) }
        }
    })
}

/// One object of the report.
struct ReportObject<'n>(&'n Object<'n>);

impl<'n> ReportObject<'n> {
    fn get(&self, name: &str) -> Option<&'n Json<'n>> {
        self.0.properties.iter().find(|property| property.name.as_str() == name).map(|property| &property.value)
    }

    /// Returns the error that the field `name` is missing, or is not what is expected.
    fn damaged<T>(&self, name: &str, expected: &str) -> Result<T> {
        let there = self.get(name);
        let wrong = there.map_or_else(|| "is not there".to_owned(), |_| format!("is not {expected}"));
        let at = there.map_or(self.0.range.start, |json| json.range().start);
        Err(ReadStopped::Damaged(Damage { way: name.to_owned(), wrong, at }))
    }

    fn maybe_text(&self, name: &str) -> Result<Option<String>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::StringLit(text)) => Ok(Some(text.value.to_string())),
            Some(_) => self.damaged(name, "a text"),
        }
    }

    fn text(&self, name: &str) -> Result<String> {
        self.maybe_text(name)?.map_or_else(|| self.damaged(name, "a text"), Ok)
    }

    fn literal(&self, name: &str) -> Option<&'n str> {
        self.get(name).and_then(Json::as_number_lit).map(|literal| literal.value)
    }

    fn count<T: TryFrom<u64>>(&self, name: &str) -> Result<T> {
        match self.literal(name).and_then(|literal| literal.parse::<u64>().ok()) {
            Some(count) => T::try_from(count).or_else(|_| self.damaged(name, "as small as it has to be")),
            None => self.damaged(name, "a whole number from 0 on"),
        }
    }

    /// The count called `name`, which is left out where it is 0.
    fn count_or_zero(&self, name: &str) -> Result<u64> {
        self.get(name).map_or(Ok(0), |_| self.count(name))
    }

    fn number(&self, name: &str) -> Result<f64> {
        let number = self.literal(name).and_then(|literal| literal.parse().ok());
        number.map_or_else(|| self.damaged(name, "a number"), Ok)
    }

    fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Json::as_boolean_lit).is_some_and(|literal| literal.value)
    }

    fn maybe<T>(&self, name: &str, read: impl FnOnce(&ReportObject<'n>) -> Result<T>) -> Result<Option<T>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Object(object)) => {
                read(&ReportObject(object)).map(Some).map_err(|stopped| stopped.within(name, None))
            }
            Some(_) => self.damaged(name, "an object"),
        }
    }

    fn object<T>(&self, name: &str, read: impl FnOnce(&ReportObject<'n>) -> Result<T>) -> Result<T> {
        self.maybe(name, read)?.map_or_else(|| self.damaged(name, "an object"), Ok)
    }

    fn maybe_list(&self, name: &str) -> Result<&'n [Json<'n>]> {
        match self.get(name) {
            None => Ok(&[]),
            Some(Json::Array(array)) => Ok(&array.elements),
            Some(_) => self.damaged(name, "a list"),
        }
    }

    fn list<T>(&self, name: &str, read: impl Fn(&ReportObject<'n>) -> Result<T>) -> Result<Vec<T>> {
        if self.get(name).is_none() {
            return self.damaged(name, "a list");
        }
        self.objects(name, read)
    }

    fn objects<T>(&self, name: &str, read: impl Fn(&ReportObject<'n>) -> Result<T>) -> Result<Vec<T>> {
        let object = |(index, json): (usize, &'n Json<'n>)| {
            let read = match json {
                Json::Object(object) => read(&ReportObject(object)),
                other => odd(other, "an object"),
            };
            read.map_err(|stopped| stopped.within(name, Some(index)))
        };
        self.maybe_list(name)?.iter().enumerate().map(object).collect()
    }
}

/// Returns the error that a value is not what is expected. Callers add the path to it.
fn odd<T>(json: &Json<'_>, expected: &str) -> Result<T> {
    Err(ReadStopped::Damaged(Damage {
        way: String::new(),
        wrong: format!("is not {expected}"),
        at: json.range().start,
    }))
}

/// The report, of whose `findings` some have been read before.
fn report(node: &ReportObject<'_>, known: Option<Findings>) -> Result<Report> {
    let version: Option<u32> = node.count("version").ok();
    if version != Some(VERSION) {
        return Err(ReadStopped::Version(node.literal("version").unwrap_or("not there").to_owned()));
    }
    let report = Report {
        idle: Vec::new(),
        list: super::report::Listed::default(),
        findings: match known {
            Some(findings) => findings,
            None => node.list("findings", finding)?.into(),
        },
        diagnostics: Diagnostics {
            problems: node.list("problems", problem)?,
            warnings: node.list("warnings", problem)?,
            hints: node.list("hints", problem)?,
        },
        stats: node.object("stats", stats)?,
        shard: node.maybe("shard", shard)?,
    };
    // Somebody who took a finding out did not count again.
    let summary = one_line(&report.summary());
    let is_counted = |members: &ReportObject<'_>| {
        Ok(summary.trim_matches(['{', '}']).split(',').all(|member| {
            let (name, value) = member.split_once(':').unwrap_or_default();
            match members.get(name.trim_matches('"')) {
                Some(Json::NumberLit(literal)) => literal.value == value,
                Some(Json::BooleanLit(literal)) => literal.value == (value == "true"),
                _ => false,
            }
        }))
    };
    if node.object("summary", is_counted)? { Ok(report) } else { node.damaged("summary", "what the report adds up to") }
}

fn shard(node: &ReportObject<'_>) -> Result<Shard> {
    let state = super::packed::decode(&node.text("state")?);
    let Some(state) = state else { return node.damaged("state", "what it was") };
    let digest = node.maybe_text("digest")?.unwrap_or_default();
    Ok(Shard { number: node.count("number")?, of: node.count("of")?, digest, state })
}

fn finding(node: &ReportObject<'_>) -> Result<Finding> {
    Ok(Finding {
        rule: node.text("rule")?,
        severity: severity(node)?,
        message: node.text("message")?,
        own_message: node.flag("own_message"),
        incomplete: node.flag("incomplete"),
        path: node.text("path")?,
        region: region(node)?,
        value: value(node)?,
        via: node.maybe("via", via)?,
        related: node.objects("related", related)?,
        excerpt: node.maybe("excerpt", excerpt)?,
    })
}

fn via(node: &ReportObject<'_>) -> Result<Via> {
    Ok(Via { path: node.text("path")?, region: region(node)?, value: value(node)? })
}

fn related(node: &ReportObject<'_>) -> Result<Related> {
    Ok(Related { message: node.text("message")?, path: node.text("path")?, region: region(node)? })
}

fn problem(node: &ReportObject<'_>) -> Result<Problem> {
    Ok(Problem {
        code: ProblemCode::from(&*node.text("code")?),
        message: node.text("message")?,
        help: node.maybe_text("help")?,
        suggestion: node.maybe_text("suggestion")?,
        rule: node.maybe_text("rule")?,
        path: node.maybe_text("path")?,
        in_rules: node.flag("in_rules"),
        document: node.maybe_text("document")?,
        region: node.get("line").map(|_| region(node)).transpose()?,
        excerpt: node.maybe("excerpt", excerpt)?,
        related: node.objects("related", related)?,
    })
}

fn excerpt(node: &ReportObject<'_>) -> Result<Excerpt> {
    Ok(Excerpt { text: node.text("text")?, start: node.count("start")?, end: node.count("end")? })
}

fn region(node: &ReportObject<'_>) -> Result<Region> {
    let place = |offset, line, column, char_column| {
        Ok(Place {
            offset: node.count(offset)?,
            line: node.count(line)?,
            column: node.count(column)?,
            char_column: node.count(char_column)?,
        })
    };
    Ok(Region {
        start: place("offset", "line", "column", "char_column")?,
        end: place("end_offset", "end_line", "end_column", "end_char_column")?,
    })
}

/// A value: as JSON says it, unless that would be another one.
fn value(node: &ReportObject<'_>) -> Result<Value> {
    if let Some(packed) = node.maybe_text("packed")? {
        return unpack(&packed).map_or_else(|| node.damaged("packed", "what it was"), Ok);
    }
    let plain = |json| plain_value(json).map_err(|stopped| stopped.within("value", None));
    node.get("value").map_or_else(|| node.damaged("value", "a value"), plain)
}

fn plain_value(json: &Json<'_>) -> Result<Value> {
    Ok(match json {
        Json::NullKeyword(_) => Value::Null,
        Json::BooleanLit(literal) => Value::Bool(literal.value),
        Json::NumberLit(literal) => Value::Number(literal.value.to_owned()),
        Json::StringLit(literal) => Value::Text(literal.value.to_string()),
        Json::Object(object) => {
            let lists = object.properties.iter().map(|property| match &property.value {
                Json::Array(array) => {
                    let values: Result<Vec<Value>> = array.elements.iter().map(plain_value).collect();
                    Ok((property.name.as_str().to_owned(), values?))
                }
                other => odd(other, "a list"),
            });
            Value::Record(lists.collect::<Result<_>>()?)
        }
        Json::Array(_) => return odd(json, "a value"),
    })
}

fn severity(node: &ReportObject<'_>) -> Result<Severity> {
    Severity::named(&node.text("severity")?).map_or_else(|| node.damaged("severity", "a severity"), Ok)
}

fn stats(node: &ReportObject<'_>) -> Result<Stats> {
    Ok(Stats {
        files_seen: node.count("files_seen")?,
        files_named: node.get("files_named").map(|_| node.count("files_named")).transpose()?,
        ignored: node.count_or_zero("ignored")?,
        cached: node.count_or_zero("cached")?,
        rules_off: node.count_or_zero("rules_off")?,
        files_read: node.count("files_read")?,
        files_unchecked: node.count("files_unchecked")?,
        bytes: node.count("bytes")?,
        values: node.count("values")?,
        coverage: node.objects("coverage", coverage)?,
        hidden: node.maybe("hidden", hidden)?.unwrap_or_default(),
        rules: node.list("rules", rule)?,
        timings: node.maybe("timings", timings)?,
    })
}

fn coverage(node: &ReportObject<'_>) -> Result<Coverage> {
    let (files, looked_into) = (node.count("files")?, node.count("looked_into")?);
    Ok(Coverage { kind: node.text("kind")?, files, looked_into })
}

fn hidden(node: &ReportObject<'_>) -> Result<Hidden> {
    Ok(Hidden { by_baseline: node.count("by_baseline")?, by_comments: node.count("by_comments")? })
}

fn rule(node: &ReportObject<'_>) -> Result<RuleStats> {
    let text = |(index, json): (usize, &Json<'_>)| match json {
        Json::StringLit(literal) => Ok(literal.value.to_string()),
        other => odd(other, "a text").map_err(|stopped| stopped.within("tags", Some(index))),
    };
    Ok(RuleStats {
        name: node.text("name")?,
        severity: severity(node)?,
        about: About {
            description: node.maybe_text("description")?,
            why: node.maybe_text("why")?,
            url: node.maybe_text("url")?,
            tags: node.maybe_list("tags")?.iter().enumerate().map(text).collect::<Result<_>>()?,
        },
        files: node.count("files")?,
        unchecked: node.count("unchecked")?,
        values: node.count("values")?,
        findings: node.count("findings")?,
        state: state(node)?,
    })
}

fn state(node: &ReportObject<'_>) -> Result<RuleState> {
    match (&*node.text("state")?, node.maybe_text("reason")?) {
        ("passed", None) => Ok(RuleState::Passed),
        ("failed", None) => Ok(RuleState::Failed),
        ("unchecked", Some(name)) => {
            let mut reasons = Reason::ALL.into_iter().map(|(reason, _)| reason);
            let reason = reasons.find(|reason| one_line(reason).trim_matches('"') == name);
            reason.map_or_else(|| node.damaged("reason", "a reason"), |reason| Ok(RuleState::Unchecked(reason)))
        }
        _ => node.damaged("state", "a state of a rule"),
    }
}

fn timings(node: &ReportObject<'_>) -> Result<Timings> {
    let timing =
        |node: &ReportObject<'_>| Ok(Timing { name: node.text("name")?, milliseconds: node.number("milliseconds")? });
    Ok(Timings { total: node.number("total")?, steps: node.list("steps", timing)?, rules: node.list("rules", timing)? })
}

#[cfg(test)]
mod tests;
