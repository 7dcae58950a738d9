//! The objects of a SARIF log, as far as reports need them.

use std::collections::BTreeMap;

use assay_document::text::Region as Span;
use serde::Serialize;

use crate::fingerprint::Fingerprint;
use crate::forms::is_zero;
use crate::wording::clean_lines;
use crate::{About, Coverage, Excerpt, Report, RuleState, RuleStats, Severity, Stats, Summary, Value, uri};

/// The base of all document paths: the name that services use for the root of a repository.
pub(super) const ROOT: &str = "%SRCROOT%";

pub(super) type Level = &'static str;

const fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}

/// A message for people.
#[derive(Serialize)]
pub(super) struct SarifMessage {
    text: String,
}

impl SarifMessage {
    /// Creates a message from `text`. Placeholders (`{0}`), links (`[…](…)`) and terminal control characters are
    /// escaped.
    fn new(text: &str) -> Self {
        Self { text: clean_lines(text).replace("](", "] (").replace('{', "{{").replace('}', "}}") }
    }
}

/// A rule, and its result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRule<'r> {
    id: &'r str,
    short_description: SarifMessage,
    full_description: SarifMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<&'r str>,
    /// All descriptive fields of the rule.
    help: SarifMessage,
    default_configuration: SarifConfiguration,
    properties: RuleProperties<'r>,
}

#[derive(Serialize)]
struct SarifConfiguration {
    level: Level,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleProperties<'r> {
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'r [String],
    /// The property in which services look for the severity.
    #[serde(rename = "problem.severity")]
    problem_severity: &'static str,
    #[serde(flatten)]
    state: RuleState,
    files: u64,
    files_unchecked: u64,
    values: u64,
    findings: u64,
}

impl<'r> From<&'r RuleStats> for SarifRule<'r> {
    fn from(rule: &'r RuleStats) -> Self {
        let level = level(rule.severity);
        let About { description, why, url, tags } = &rule.about;
        let help: Vec<&str> = [description, why, url].into_iter().flatten().map(|text| text.trim()).collect();
        let help = if help.is_empty() { "The rule has no description.".to_owned() } else { help.join("\n\n") };
        let description = description.as_deref().unwrap_or(&rule.name);
        Self {
            id: &rule.name,
            short_description: SarifMessage::new(description),
            full_description: SarifMessage::new(description),
            help_uri: rule.about.page(),
            help: SarifMessage::new(&help),
            default_configuration: SarifConfiguration { level },
            properties: RuleProperties {
                tags,
                problem_severity: if level == "note" { "recommendation" } else { level },
                state: rule.state,
                files: rule.files,
                files_unchecked: rule.unchecked,
                values: rule.values,
                findings: rule.findings,
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult<'r> {
    rule_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: Level,
    message: SarifMessage,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    properties: ResultProperties<'r>,
}

#[derive(Serialize)]
struct ResultProperties<'r> {
    severity: Severity,
    value: &'r Value,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
}

impl<'r> SarifResult<'r> {
    pub(super) fn of(finding: &'r crate::Finding, rule_index: Option<usize>, print: &Fingerprint) -> Self {
        let place = Location::new(&finding.path, Some(ROOT), Some(finding.region), finding.excerpt.as_ref());
        let via = finding
            .via
            .iter()
            .map(|via| Location::related(&via.path, via.region, &format!("referenced by `{}`", via.value.display())));
        let related = finding.related.iter();
        let related = related.map(|related| Location::related(&related.path, related.region, &related.message));
        Self {
            rule_id: &finding.rule,
            rule_index,
            level: level(finding.severity),
            message: SarifMessage::new(&finding.message),
            locations: [place],
            related_locations: via.chain(related).collect(),
            partial_fingerprints: BTreeMap::from([
                ("rulePathValue/v1", print.v1.clone()),
                ("rulePathValue/v2", print.v2.clone()),
            ]),
            properties: ResultProperties {
                severity: finding.severity,
                value: &finding.value,
                incomplete: finding.incomplete,
            },
        }
    }
}

/// A message about the run itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Notification<'r> {
    descriptor: Reference<'r>,
    level: Level,
    message: SarifMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    associated_rule: Option<Reference<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Serialize)]
struct Reference<'r> {
    id: &'r str,
}

impl<'r> Notification<'r> {
    /// Creates a notification without a place.
    pub(super) fn new(code: &'r str, level: Level, message: &str) -> Self {
        let (descriptor, message) = (Reference { id: code }, SarifMessage::new(message));
        Self { descriptor, level, message, associated_rule: None, locations: Vec::new() }
    }

    /// Creates the notification of a problem. Its file may be a rule file outside of the checked folder, so it has no
    /// base.
    pub(super) fn of(problem: &'r crate::Problem, level: Level) -> Self {
        let help = problem.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        let place = problem.path.as_deref();
        let place = place.map(|path| Location::new(path, None, problem.region, problem.excerpt.as_ref()));
        let document = problem.document.as_deref().map(|path| Location::new(path, Some(ROOT), None, None));
        Self {
            associated_rule: problem.rule.as_deref().map(|id| Reference { id }),
            locations: place.into_iter().chain(document).collect(),
            ..Self::new(problem.code.as_str(), level, &format!("{}{help}", problem.message))
        }
    }
}

/// A place in a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<SarifMessage>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifRegion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context_region: Option<SarifContext>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// The start and the end of a place. For a document as a whole only the first line, which services require.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: u32,
    #[serde(flatten)]
    rest: Option<SarifColumns>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifColumns {
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

/// The line around a place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifContext {
    start_line: u32,
    /// The text of the line as shown: tabs are spaces.
    snippet: SarifMessage,
}

impl Location {
    fn new(path: &str, base: Option<&'static str>, region: Option<Span>, excerpt: Option<&Excerpt>) -> Self {
        // A viewer resolves a path with a base below the checked folder.
        let uri_base_id = base.filter(|_| !uri::is_absolute(path));
        let context_region = region.zip(excerpt).and_then(|(region, excerpt)| SarifContext::of(region, excerpt));
        let artifact_location = Artifact { uri: uri::reference(path), uri_base_id };
        let region = region.map(|region| {
            let Span { start, end } = region;
            let columns = SarifColumns { start_column: start.column, end_line: end.line, end_column: end.column };
            SarifRegion { start_line: start.line, rest: (region != Span::START).then_some(columns) }
        });
        let physical_location = Physical { artifact_location, region, context_region };
        Self { physical_location, message: None }
    }

    /// Creates the location of another place that belongs to a finding.
    fn related(path: &str, region: Span, message: &str) -> Self {
        Self { message: Some(SarifMessage::new(message)), ..Self::new(path, Some(ROOT), Some(region), None) }
    }
}

impl SarifContext {
    /// Returns the whole line; `None` if it was cut, or if the place spans several lines.
    fn of(region: Span, excerpt: &Excerpt) -> Option<Self> {
        let is_whole = !excerpt.text.starts_with('\u{2026}') && !excerpt.text.ends_with('\u{2026}');
        let is_around = is_whole && region.start.line == region.end.line;
        let snippet = || SarifMessage { text: excerpt.text.clone() };
        is_around.then(|| Self { start_line: region.start.line, snippet: snippet() })
    }
}

/// The counts of a run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifOutcome<'r> {
    summary: Summary,
    files_seen: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    files_named: Option<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    ignored: u64,
    #[serde(skip_serializing_if = "is_zero")]
    cached: u64,
    #[serde(skip_serializing_if = "is_zero")]
    rules_off: u64,
    files_read: u64,
    bytes: u64,
    values: u64,
    #[serde(skip_serializing_if = "<[Coverage]>::is_empty")]
    coverage: &'r [Coverage],
}

impl<'r> From<&'r Report> for SarifOutcome<'r> {
    fn from(report: &'r Report) -> Self {
        let &Stats { files_seen, files_named, ignored, cached, rules_off, files_read, bytes, values, .. } =
            report.stats();
        let summary = report.summary();
        let coverage = &report.stats().coverage;
        Self { summary, files_seen, files_named, ignored, cached, rules_off, files_read, bytes, values, coverage }
    }
}
