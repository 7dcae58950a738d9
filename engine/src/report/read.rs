//! A report read back from its JSON: the one that was written, to the byte, so that it can be had in every other format.

use std::str::FromStr;

use thiserror::Error;

use super::packed::unpack;
use super::shape::VERSION;
use super::{
    About, Diagnostics, Excerpt, Finding, Hidden, Problem, Reason, Related, Report, RuleState, RuleStats, Severity,
    Shard, Stats, Timing, Timings, Value, Via,
};
use crate::text::json::one_line;
use crate::text::json::tree::ast::{Object, Value as Json};
use crate::text::json::tree::{Form, Ranged};
use crate::text::{Place, Region};

/// Records of records end long before that depth.
const FORM: Form =
    Form { is_commented: false, max_depth: 256, max_tokens: usize::MAX, code: "report", depth_code: "report" };

/// Why a text is no report that can be shown again.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unread {
    /// It is no JSON, or not that of an object.
    #[error("{reason} on line {line}")]
    Json {
        /// What is wrong, in one lower-case sentence without a full stop.
        reason: String,
        /// Where, from 1.
        line: u32,
    },
    /// It says that it is of another version, or says of none.
    #[error("it is no report of this version: its `version` is {0} and not {VERSION}")]
    Version(String),
    /// Something is not there, or is not what it is in a report.
    #[error("it is a damaged report: {0}")]
    Damaged(String),
}

type Result<T> = std::result::Result<T, Unread>;

impl Report {
    /// Reads the JSON that `--format json` writes.
    ///
    /// # Errors
    /// [`Unread`] when it is something else, of another version, or not whole.
    pub fn from_json(text: &str) -> Result<Self> {
        let text = text.trim_start_matches('\u{feff}');
        match FORM.parse(text).map_err(|fault| not_json(text, &fault.message, fault.span.range().start))? {
            Some(Json::Object(object)) => report(&Node(&object)),
            Some(other) => Err(not_json(text, "an object is expected", other.range().start)),
            None => Err(not_json(text, "the file is empty", 0)),
        }
    }
}

fn not_json(text: &str, reason: &str, at: usize) -> Unread {
    let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    Unread::Json { reason: reason.to_owned(), line: u32::try_from(line).unwrap_or(u32::MAX) }
}

/// One object of the report.
struct Node<'n>(&'n Object<'n>);

impl<'n> Node<'n> {
    fn get(&self, name: &str) -> Option<&'n Json<'n>> {
        self.0.properties.iter().find(|property| property.name.as_str() == name).map(|property| &property.value)
    }

    fn damaged<T>(name: &str, expected: &str) -> Result<T> {
        Err(Unread::Damaged(format!("`{name}` is not there, or is not {expected}")))
    }

    fn maybe_text(&self, name: &str) -> Result<Option<String>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::StringLit(text)) => Ok(Some(text.value.to_string())),
            Some(_) => Self::damaged(name, "a text"),
        }
    }

    fn text(&self, name: &str) -> Result<String> {
        self.maybe_text(name)?.map_or_else(|| Self::damaged(name, "a text"), Ok)
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T> {
        let literal = self.get(name).and_then(Json::as_number_lit);
        literal.and_then(|literal| literal.value.parse().ok()).map_or_else(|| Self::damaged(name, "a number"), Ok)
    }

    fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Json::as_boolean_lit).is_some_and(|literal| literal.value)
    }

    fn maybe<T>(&self, name: &str, read: impl FnOnce(&Node<'n>) -> Result<T>) -> Result<Option<T>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Object(object)) => read(&Node(object)).map(Some),
            Some(_) => Self::damaged(name, "an object"),
        }
    }

    fn object<T>(&self, name: &str, read: impl FnOnce(&Node<'n>) -> Result<T>) -> Result<T> {
        self.maybe(name, read)?.map_or_else(|| Self::damaged(name, "an object"), Ok)
    }

    fn maybe_list(&self, name: &str) -> Result<&'n [Json<'n>]> {
        match self.get(name) {
            None => Ok(&[]),
            Some(Json::Array(array)) => Ok(&array.elements),
            Some(_) => Self::damaged(name, "a list"),
        }
    }

    fn list<T>(&self, name: &str, read: impl Fn(&Node<'n>) -> Result<T>) -> Result<Vec<T>> {
        if self.get(name).is_none() {
            return Self::damaged(name, "a list");
        }
        self.objects(name, read)
    }

    fn objects<T>(&self, name: &str, read: impl Fn(&Node<'n>) -> Result<T>) -> Result<Vec<T>> {
        let object = |json: &'n Json<'n>| match json {
            Json::Object(object) => read(&Node(object)),
            _ => Self::damaged(name, "a list of objects"),
        };
        self.maybe_list(name)?.iter().map(object).collect()
    }
}

fn report(node: &Node<'_>) -> Result<Report> {
    let version: Option<u32> = node.number("version").ok();
    if version != Some(VERSION) {
        let said = node.get("version").and_then(Json::as_number_lit);
        return Err(Unread::Version(said.map_or_else(|| "not there".to_owned(), |literal| literal.value.to_owned())));
    }
    let report = Report {
        findings: node.list("findings", finding)?,
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
    let is_counted = |members: &Node<'_>| {
        Ok(summary.trim_matches(['{', '}']).split(',').all(|member| {
            let (name, value) = member.split_once(':').unwrap_or_default();
            match members.get(name.trim_matches('"')) {
                Some(Json::NumberLit(literal)) => literal.value == value,
                Some(Json::BooleanLit(literal)) => literal.value == (value == "true"),
                _ => false,
            }
        }))
    };
    if node.object("summary", is_counted)? {
        Ok(report)
    } else {
        Err(Unread::Damaged("its `summary` counts something else than what is in it".to_owned()))
    }
}

fn shard(node: &Node<'_>) -> Result<Shard> {
    let state = super::packed::decode(&node.text("state")?);
    let Some(state) = state else { return Node::damaged("state", "what it was") };
    let digest = node.maybe_text("digest")?.unwrap_or_default();
    Ok(Shard { number: node.number("number")?, of: node.number("of")?, digest, state })
}

fn finding(node: &Node<'_>) -> Result<Finding> {
    Ok(Finding {
        rule: node.text("rule")?,
        severity: severity(node)?,
        message: node.text("message")?,
        own_message: node.flag("own_message"),
        path: node.text("path")?,
        region: region(node)?,
        value: value(node)?,
        via: node.maybe("via", via)?,
        related: node.objects("related", related)?,
        excerpt: node.maybe("excerpt", excerpt)?,
    })
}

fn via(node: &Node<'_>) -> Result<Via> {
    Ok(Via { path: node.text("path")?, region: region(node)?, value: value(node)? })
}

fn related(node: &Node<'_>) -> Result<Related> {
    Ok(Related { message: node.text("message")?, path: node.text("path")?, region: region(node)? })
}

fn problem(node: &Node<'_>) -> Result<Problem> {
    Ok(Problem {
        code: node.text("code")?,
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

fn excerpt(node: &Node<'_>) -> Result<Excerpt> {
    Ok(Excerpt { text: node.text("text")?, start: node.number("start")?, end: node.number("end")? })
}

fn region(node: &Node<'_>) -> Result<Region> {
    let place = |offset, line, column, char_column| {
        Ok(Place {
            offset: node.number(offset)?,
            line: node.number(line)?,
            column: node.number(column)?,
            char_column: node.number(char_column)?,
        })
    };
    Ok(Region {
        start: place("offset", "line", "column", "char_column")?,
        end: place("end_offset", "end_line", "end_column", "end_char_column")?,
    })
}

/// A value: as JSON says it, unless that would be another one.
fn value(node: &Node<'_>) -> Result<Value> {
    if let Some(packed) = node.maybe_text("packed")? {
        return unpack(&packed).map_or_else(|| Node::damaged("packed", "what it was"), Ok);
    }
    node.get("value").map_or_else(|| Node::damaged("value", "a value"), plain_value)
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
                _ => Node::damaged("value", "a value"),
            });
            Value::Record(lists.collect::<Result<_>>()?)
        }
        Json::Array(_) => return Node::damaged("value", "a value"),
    })
}

fn severity(node: &Node<'_>) -> Result<Severity> {
    Severity::named(&node.text("severity")?).map_or_else(|| Node::damaged("severity", "a severity"), Ok)
}

fn stats(node: &Node<'_>) -> Result<Stats> {
    Ok(Stats {
        files_seen: node.number("files_seen")?,
        files_read: node.number("files_read")?,
        files_unchecked: node.number("files_unchecked")?,
        bytes: node.number("bytes")?,
        values: node.number("values")?,
        hidden: node.maybe("hidden", hidden)?.unwrap_or_default(),
        rules: node.list("rules", rule)?,
        timings: node.maybe("timings", timings)?,
    })
}

fn hidden(node: &Node<'_>) -> Result<Hidden> {
    Ok(Hidden { by_baseline: node.number("by_baseline")?, by_comments: node.number("by_comments")? })
}

fn rule(node: &Node<'_>) -> Result<RuleStats> {
    let text = |json: &Json<'_>| match json {
        Json::StringLit(literal) => Ok(literal.value.to_string()),
        _ => Node::damaged("tags", "a list of texts"),
    };
    Ok(RuleStats {
        name: node.text("name")?,
        severity: severity(node)?,
        about: About {
            description: node.maybe_text("description")?,
            why: node.maybe_text("why")?,
            url: node.maybe_text("url")?,
            tags: node.maybe_list("tags")?.iter().map(text).collect::<Result<_>>()?,
        },
        files: node.number("files")?,
        unchecked: node.number("unchecked")?,
        values: node.number("values")?,
        findings: node.number("findings")?,
        state: state(node)?,
    })
}

fn state(node: &Node<'_>) -> Result<RuleState> {
    match (&*node.text("state")?, node.maybe_text("reason")?) {
        ("passed", None) => Ok(RuleState::Passed),
        ("failed", None) => Ok(RuleState::Failed),
        ("unchecked", Some(name)) => {
            let mut reasons = Reason::ALL.into_iter().map(|(reason, _)| reason);
            let reason = reasons.find(|reason| one_line(reason).trim_matches('"') == name);
            reason.map_or_else(|| Node::damaged("reason", "a reason"), |reason| Ok(RuleState::Unchecked(reason)))
        }
        _ => Node::damaged("state", "a state of a rule"),
    }
}

fn timings(node: &Node<'_>) -> Result<Timings> {
    let timing = |node: &Node<'_>| Ok(Timing { name: node.text("name")?, milliseconds: node.number("milliseconds")? });
    Ok(Timings { total: node.number("total")?, steps: node.list("steps", timing)?, rules: node.list("rules", timing)? })
}

#[cfg(test)]
mod tests;
