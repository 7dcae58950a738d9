//! Problems (something could not be used), and warnings and hints (something should be looked at).

use assay_document::text::{AcceptedProblems, CodeFlag, IssueCode, Region};
use rustc_hash::FxHashSet;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::wording::{clean_path, count};
use super::{Excerpt, ProblemCode, Related};

/// A problem, warning or hint about a rule, script or document.
// The list that contains it determines which of the three it is.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Problem {
    /// A short stable name of the kind, such as `xml-unclosed`. Tools may match on it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub code: ProblemCode,
    /// The message, in one sentence.
    pub message: String,
    /// How to fix it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The suggested replacement for everything from `offset` to `end_offset`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The rule concerned, if it is about one rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The document or rule file concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// True if `path` is a rule file; left out if `path` is a document.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_rules: bool,
    /// True for a warning about a file that could not be read and that the configuration accepts; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
    /// The document that was being checked, if `path` is another file: the rule file whose script stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The place in the file at `path`.
    #[serde(flatten, deserialize_with = "region_if_given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Region>"))]
    pub region: Option<Region>,
    /// The line around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Excerpt>,
    /// Other places that belong to it, such as the place in a library where a script stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

/// Reads the fields of a place. Either all of them must be present or none.
fn region_if_given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Region>, D::Error> {
    const FIELDS: [&str; 8] =
        ["line", "column", "end_line", "end_column", "char_column", "end_char_column", "offset", "end_offset"];
    let given = serde_json::Map::deserialize(deserializer)?;
    if FIELDS.iter().all(|field| given.get(*field).is_none_or(serde_json::Value::is_null)) {
        return Ok(None);
    }
    let refused = |_| D::Error::custom("a place has all of its eight fields, from `line` to `end_offset`, or none");
    serde_json::from_value(given.into()).map(Some).map_err(refused)
}

two_forms!(Problem {
    code,
    message,
    help,
    suggestion,
    rule,
    path,
    in_rules,
    accepted,
    document,
    region,
    excerpt,
    related
});

impl Problem {
    /// Creates a problem of the kind `code`, without rule, path and place.
    pub fn new(code: impl Into<ProblemCode>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            help: None,
            suggestion: None,
            rule: None,
            path: None,
            in_rules: false,
            accepted: false,
            document: None,
            region: None,
            excerpt: None,
            related: Vec::new(),
        }
    }

    /// Sets the help: how to fix the problem.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the suggestion that replaces the text at the problem's place, and a help message that contains it.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        let meant = suggestion.into();
        self.help = Some(format!("did you mean `{meant}`?"));
        self.suggestion = Some(meant);
        self
    }

    /// Sets the rule concerned.
    #[must_use]
    pub fn of_rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// Sets the document or rule file concerned.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Marks the file concerned as a rule file.
    #[must_use]
    pub const fn in_rules(mut self) -> Self {
        self.in_rules = true;
        self
    }

    /// Sets the document that was being checked, if it is not the file at `path`.
    #[must_use]
    pub fn checking(mut self, document: impl Into<String>) -> Self {
        self.document = Some(document.into());
        self
    }

    /// Returns the document that could not be checked, or the rule file that could not be used.
    pub fn affected_file(&self) -> Option<&str> {
        self.document.as_deref().or(self.path.as_deref())
    }

    /// Sets the place in the file at `path`, and the line around it.
    #[must_use]
    pub fn at(mut self, region: Region, excerpt: Option<Excerpt>) -> Self {
        self.region = Some(region);
        self.excerpt = excerpt;
        self
    }

    /// Adds another place that belongs to the problem.
    #[must_use]
    pub fn with_related(mut self, related: Related) -> Self {
        self.related.push(related);
        self
    }

    /// Returns true if the problem is that the condition of its rule gives no reliable result.
    pub fn is_without_verdict(&self) -> bool {
        self.code.has(CodeFlag::NoVerdict)
    }

    /// Returns the sort key of problems in a report.
    pub fn order(&self) -> Order<'_> {
        let Self { rule, path, region, .. } = self;
        (path.as_deref(), *region, rule.as_deref(), self.code.as_str(), self.document.as_deref(), &self.message)
    }

    /// Returns true if `other` is of the same kind at the same place of the same rule, and both occurred while a
    /// document was checked.
    pub(crate) fn is_repeated_by(&self, other: &Self) -> bool {
        let Self { path, region, rule, code, document, .. } = self;
        let is_checking = document.is_some() && other.document.is_some();
        is_checking && (path, region, rule, code) == (&other.path, &other.region, &other.rule, &other.code)
    }
}

/// Returns the number of documents in which a problem occurs again, with the first paths:
/// `in 17 more files: a.xml, b.xml, c.xml, …`.
pub(super) fn in_more<'p>(again: impl ExactSizeIterator<Item = &'p Problem>) -> String {
    /// The number of documents that are listed.
    const NAMED: usize = 3;
    let number = count(again.len() as u64, "more file");
    let rest = if again.len() > NAMED { ", \u{2026}" } else { "" };
    let named: Vec<_> = again.take(NAMED).filter_map(|problem| problem.document.as_deref()).map(clean_path).collect();
    format!("in {number}: {}{rest}", named.join(", "))
}

/// Path, place, rule, kind, document and message of a problem.
type Order<'p> = (Option<&'p str>, Option<Region>, Option<&'p str>, &'p str, Option<&'p str>, &'p str);

/// Problems, warnings and hints, collected while rules are loaded or files are checked.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostics {
    /// Problems that make the run incomplete.
    pub problems: Vec<Problem>,
    /// Warnings about input that was used anyway.
    pub warnings: Vec<Problem>,
    /// Remarks about input that was read leniently.
    pub hints: Vec<Problem>,
}

impl Diagnostics {
    /// Adds everything from `other`.
    pub fn extend(&mut self, other: Self) {
        self.problems.extend(other.problems);
        self.warnings.extend(other.warnings);
        self.hints.extend(other.hints);
    }

    /// Marks the files of all problems, warnings and hints as rule files.
    pub fn in_rules(&mut self) {
        for problem in [&mut self.problems, &mut self.warnings, &mut self.hints].into_iter().flatten() {
            problem.in_rules = problem.path.is_some();
        }
    }

    /// Returns the names of the rules whose conditions give no reliable result, according to a warning.
    pub(super) fn no_verdict(&self) -> impl Iterator<Item = &str> {
        self.warnings
            .iter()
            .filter(|warning| warning.is_without_verdict())
            .filter_map(|warning| warning.rule.as_deref())
    }

    /// Returns the documents that were not checked completely: those of problems, and those that a project accepts.
    pub fn unchecked(&self) -> FxHashSet<&str> {
        let accepted = self.warnings.iter().filter(|warning| warning.accepted);
        self.problems.iter().chain(accepted).filter_map(Problem::affected_file).collect()
    }

    /// Turns problems of files that a project accepts into warnings.
    pub fn accept(&mut self, accepted: &AcceptedProblems) {
        let is_accepted = |problem: &mut Problem| {
            let file = problem.path.as_deref().filter(|_| !problem.in_rules).zip(problem.code.known());
            file.is_some_and(|(path, code)| accepted.contains(path, code))
        };
        let of_files = self.problems.extract_if(.., is_accepted);
        self.warnings.extend(of_files.map(|problem| {
            // The help about a pointer also explains how to accept it, which has been done.
            let is_pointer = problem.code == IssueCode::GitLfsPointer;
            let problem = if is_pointer { problem.help("fetch the files with `git lfs pull`") } else { problem };
            Problem { accepted: true, ..problem }
        }));
    }

    /// Sorts each list into its fixed order and removes duplicates, such as a fault of one document that two readers
    /// reported.
    pub fn settle(&mut self) {
        for list in [&mut self.problems, &mut self.warnings, &mut self.hints] {
            // `sort_by_key` cannot return a key that borrows from the problem.
            list.sort_by(|a, b| a.order().cmp(&b.order()));
            list.dedup();
        }
    }
}
