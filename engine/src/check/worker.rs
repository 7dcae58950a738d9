//! The work on one batch: read, extract, filter, judge.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::batch::{Batch, Citation, Counts, Job, Outcome, Target, Task};
use super::knowledge::Knowledge;
use crate::extract::{Plan, ValueId, ValueRef, Values, XPath, Yield};
use crate::format::{Document, Fact, FactError, Malformed, Needs, Special, Undecodable, Unusable, decode_text, fact};
use crate::report::{Excerpt, Finding, Problem, Related, Via};
use crate::rule::{Origin, Rule, RuleSet};
use crate::source::{Source, SourceError, normalize};
use crate::step::{Citations, Filter, FilterContext, Verdict};
use crate::store::{Index, IndexPart, List, Store};
use crate::text::{LineIndex, Place, Region, Span};

/// So many plans are kept; beyond it, files want so many different sets of rules that keeping does not help.
const MAX_PLANS: usize = 256;

/// What one worker knows and remembers during a run.
pub struct Worker {
    store: Store,
    citations: Citations,
}

impl Worker {
    /// A worker that knows what [`super::Run::knowledge`] said.
    ///
    /// # Errors
    /// The bytes are not such knowledge of this version.
    pub fn new(knowledge: &[u8]) -> Result<Self, postcard::Error> {
        if knowledge.is_empty() {
            return Ok(Self::default());
        }
        Ok(Knowledge::from_bytes(knowledge)?.into())
    }
}

/// Knows nothing, as all workers do until the collections are built.
impl Default for Worker {
    fn default() -> Self {
        Self { store: Store::new(Index::new(IndexPart::default()), Vec::new()), citations: Citations::default() }
    }
}

impl From<Knowledge> for Worker {
    fn from(knowledge: Knowledge) -> Self {
        Self { store: knowledge.into_store(), citations: Citations::default() }
    }
}

/// Plans by the set of extractions that they serve.
#[derive(Default)]
pub(super) struct Plans {
    known: RefCell<FxHashMap<PlanKey, Plan>>,
}

/// Which rules' (or own collections') extractions a plan runs, and which of the two of each rule.
#[derive(Clone, Eq, Hash, PartialEq)]
enum PlanKey {
    Rules(Vec<u32>),
    Subs(Vec<u32>),
    Lists(Vec<u32>),
}

/// One batch at work.
pub(super) struct Work<'w> {
    pub rules: &'w RuleSet,
    pub plans: &'w Plans,
    pub worker: &'w mut Worker,
    pub source: &'w dyn Source,
    outcome: Outcome,
    counts: BTreeMap<u32, Counts>,
}

/// The file at hand.
struct File<'f> {
    path: &'f str,
    /// The text that the values' places are places of.
    text: &'f str,
    lines: OnceCell<LineIndex<'f>>,
}

impl<'f> File<'f> {
    fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, text, lines: OnceCell::new() }
    }

    fn region(&self, span: Span) -> Region {
        if span == Span::at(0) {
            return Region { start: Place::START, end: Place::START };
        }
        self.lines.get_or_init(|| LineIndex::new(self.text)).region(span)
    }

    fn excerpt(&self, region: Region) -> Option<Excerpt> {
        let lines = self.lines.get_or_init(|| LineIndex::new(self.text));
        (!self.text.is_empty()).then(|| Excerpt::new(lines, region))
    }

    /// The problem of the file itself: not well formed.
    fn malformed(&self, fault: Malformed) -> Problem {
        let region = self.region(fault.span);
        let problem = Problem::new(fault.code, fault.message).in_file(self.path).at(region, self.excerpt(region));
        Problem { help: fault.help, ..problem }
    }
}

/// One rule on one file, from the values of its (sub) path on.
struct Case<'c> {
    number: u32,
    rule: &'c Rule,
    file: &'c File<'c>,
    /// The value that led to the file.
    via: Option<&'c Via>,
}

impl<'w> Work<'w> {
    pub fn new(rules: &'w RuleSet, plans: &'w Plans, worker: &'w mut Worker, source: &'w dyn Source) -> Self {
        Self { rules, plans, worker, source, outcome: Outcome::default(), counts: BTreeMap::new() }
    }

    pub fn run(mut self, batch: &Batch) -> Outcome {
        for Task { path, job } in &batch.tasks {
            match job {
                Job::Index { index, extracted, lines } => self.index(path, *index, extracted, lines),
                Job::Check(rules) => {
                    let wants: Vec<(u32, Option<&Via>)> = rules.iter().map(|&rule| (rule, None)).collect();
                    for &rule in rules {
                        self.count(rule).files += 1;
                    }
                    self.check(path, &wants);
                }
                Job::Cited(wants) => {
                    let wants: Vec<(u32, Option<&Via>)> = wants.iter().map(|(rule, via)| (*rule, Some(via))).collect();
                    self.check(path, &wants);
                }
            }
        }
        self.outcome.files = batch.tasks.len();
        self.outcome.counts = self.counts.into_iter().collect();
        self.outcome
    }

    fn count(&mut self, rule: u32) -> &mut Counts {
        self.counts.entry(rule).or_default()
    }

    fn rule(&self, number: u32) -> &'w Rule {
        &self.rules.rules()[number as usize]
    }

    fn problem(&mut self, problem: Problem) {
        self.outcome.diagnostics.problems.push(problem);
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, SourceError> {
        let bytes = self.source.read(path)?;
        self.outcome.read.push((path.to_owned(), bytes.len() as u64));
        Ok(bytes)
    }

    // ---- collections -------------------------------------------------------------------------------------------

    fn index(&mut self, path: &str, index: bool, extracted: &[u32], lines: &[u32]) {
        let bytes = match self.read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.unreadable_list(path, lines, &error),
        };
        if !lines.is_empty() {
            self.list_lines(path, &bytes, lines);
        }
        if !index && extracted.is_empty() {
            return;
        }
        let document = match Document::decode(path, bytes) {
            Ok(document) => document,
            Err(unusable) => return self.problem(unusable_problem(path, unusable)),
        };
        let file = File::new(path, document.text());
        if index {
            match IndexPart::of_file(path, &document) {
                Ok(part) => self.outcome.part.merge(part),
                Err(fault) => return self.problem(file.malformed(fault)),
            }
        }
        if !extracted.is_empty() {
            self.list_values(&file, &document, extracted);
        }
    }

    fn unreadable_list(&mut self, path: &str, lines: &[u32], error: &SourceError) {
        if lines.is_empty() {
            return self.problem(unreadable(path, error));
        }
        self.outcome.broken_lists.extend(lines);
        for &number in lines {
            let list = &self.rules.collections()[number as usize];
            let message = format!("the file `{path}` of the collection `{}` cannot be read: {error}", list.name());
            let problem = Problem::new("collection-file", message);
            self.problem(self.rules.collection_site(list).mark(problem));
        }
    }

    fn list_lines(&mut self, path: &str, bytes: &[u8], lines: &[u32]) {
        match decode_text(bytes.to_vec()) {
            Ok(text) => {
                let list = List::of_lines(&text);
                self.outcome.lists.extend(lines.iter().map(|&number| (number, path.to_owned(), list.clone())));
            }
            Err(undecodable) => {
                self.outcome.broken_lists.extend(lines);
                self.problem(undecodable_problem(path, undecodable));
            }
        }
    }

    fn list_values(&mut self, file: &File<'_>, document: &Document, extracted: &[u32]) {
        let xpath = |number: u32| match self.rules.collections()[number as usize].origin() {
            Origin::Extracted { xpath, .. } => Some(xpath),
            Origin::Values(_) | Origin::Pending { .. } => None,
        };
        let xpaths = extracted.iter().filter_map(|&number| xpath(number));
        let result = self.plans.run(PlanKey::Lists(extracted.to_vec()), xpaths, document);
        let extraction = match result {
            Ok(extraction) => extraction,
            Err(fault) => return self.problem(file.malformed(fault)),
        };
        for (&number, yielded) in extracted.iter().zip(&extraction.yields) {
            if let Yield::List(ids) = yielded {
                let mut list = List::default();
                list.of_values(&extraction.values, ids);
                self.outcome.lists.push((number, file.path.to_owned(), list));
            }
        }
    }

    // ---- rules -------------------------------------------------------------------------------------------------

    /// Checks one file by the rules that want it, or were led to it.
    fn check(&mut self, path: &str, wants: &[(u32, Option<&Via>)]) {
        let special = |number: u32, via: Option<&Via>| extraction_of(self.rule(number), via).special();
        let (facts, trees): (Vec<_>, Vec<_>) = wants.iter().partition(|(number, via)| special(*number, *via).is_some());
        self.check_facts(path, &facts);
        if !trees.is_empty() {
            self.check_tree(path, &trees);
        }
    }

    fn check_facts(&mut self, path: &str, wants: &[(u32, Option<&Via>)]) {
        let mut known: Vec<(Special, Result<Fact, FactError>)> = Vec::new();
        for &(number, via) in wants {
            let rule = self.rule(number);
            let Some(special) = extraction_of(rule, via).special() else { continue };
            if !known.iter().any(|(known, _)| *known == special) {
                known.push((special, self.fact(special, path, via.is_some())));
            }
            let Some((_, fact)) = known.iter().find(|(known, _)| *known == special) else { continue };
            match fact {
                Ok(fact) => {
                    let file = File::new(path, "");
                    let mut values = Values::new("");
                    let id = match fact {
                        Fact::Text(text) => values.made_text(text, Span::at(0)),
                        Fact::Number(number) => values.made_number(&number.to_string(), Span::at(0)),
                    };
                    self.judge(&Case { number, rule, file: &file, via }, &mut values, &[id]);
                }
                Err(error) => {
                    let problem = fact_problem(path, error, rule, via);
                    self.count(number).unchecked += 1;
                    self.problem(problem);
                }
            }
        }
    }

    /// A fact about a file; one that a value only named has to exist, even when the fact can be told without it.
    fn fact(&self, special: Special, path: &str, cited: bool) -> Result<Fact, FactError> {
        if cited && special.needs() == Needs::Path {
            self.source.size(path)?;
        }
        fact(special, path, self.source)
    }

    fn check_tree(&mut self, path: &str, wants: &[(u32, Option<&Via>)]) {
        let bytes = match self.read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.unread(path, wants, Unread::Source(error)),
        };
        let document = match Document::decode(path, bytes) {
            Ok(document) => document,
            Err(unusable) => return self.unread(path, wants, Unread::Unusable(unusable)),
        };
        let file = File::new(path, document.text());
        let numbers: Vec<u32> = wants.iter().map(|(number, _)| *number).collect();
        let key = if wants[0].1.is_some() { PlanKey::Subs(numbers) } else { PlanKey::Rules(numbers) };
        let xpaths = wants.iter().map(|(number, via)| extraction_of(self.rule(*number), *via));
        let mut extraction = match self.plans.run(key, xpaths, &document) {
            Ok(extraction) => extraction,
            Err(fault) => return self.unread(path, wants, Unread::Malformed(file.malformed(fault))),
        };
        if let Some(fault) = extraction.notes.lenient.take() {
            let region = file.region(fault.span);
            let warning = Problem::new(fault.code, fault.message).in_file(path).at(region, file.excerpt(region));
            self.outcome.diagnostics.warnings.push(Problem { help: fault.help, ..warning });
        }
        for (&(number, via), yielded) in wants.iter().zip(&extraction.yields) {
            let case = Case { number, rule: self.rule(number), file: &file, via };
            match yielded {
                Yield::List(ids) => self.judge(&case, &mut extraction.values, ids),
                Yield::Limited => {
                    self.count(number).unchecked += 1;
                    let field = if via.is_some() { "subxpath" } else { "xpath" };
                    let message = format!("a regular expression in `{field}` takes too long on this file");
                    self.problem(Problem::new("pattern-limit", message).of_rule(case.rule.name()).in_file(path));
                }
                Yield::Special => {}
            }
        }
    }

    /// Tells why a file was not checked.
    fn unread(&mut self, path: &str, wants: &[(u32, Option<&Via>)], unread: Unread) {
        for &(number, _) in wants {
            self.count(number).unchecked += 1;
        }
        match unread {
            Unread::Malformed(problem) => self.problem(problem),
            Unread::Unusable(Unusable::NoReader(reason)) => {
                for &(number, via) in wants {
                    let problem = Problem::new("no-reader", reason.message.clone())
                        .of_rule(self.rule(number).name())
                        .in_file(path);
                    self.problem(led_here(Problem { help: Some(reason.help.clone()), ..problem }, via));
                }
            }
            Unread::Unusable(unusable) => self.problem(unusable_problem(path, unusable)),
            Unread::Source(error) if wants[0].1.is_some() => {
                for &(number, via) in wants {
                    let code = if error == SourceError::NotFound { "file-missing" } else { "file-unreadable" };
                    let problem = Problem::new(code, error.to_string()).of_rule(self.rule(number).name()).in_file(path);
                    self.problem(led_here(problem, via));
                }
            }
            Unread::Source(error) => self.problem(unreadable(path, &error)),
        }
    }

    /// Takes the values of a rule's extraction through its steps.
    fn judge(&mut self, case: &Case<'_>, values: &mut Values<'_>, extracted: &[ValueId]) {
        let sub = case.rule.sub();
        let counts = self.count(case.number);
        let (filter, not_filter) = if case.via.is_some() {
            counts.sub_values += extracted.len() as u64;
            (sub.and_then(|sub| sub.filter.as_ref()), None)
        } else {
            counts.values += extracted.len() as u64;
            (case.rule.filter(), case.rule.not_filter())
        };
        let mut kept = std::borrow::Cow::Borrowed(extracted);
        for filter in [filter, not_filter].into_iter().flatten() {
            match self.filter(filter, case, values, &kept) {
                Ok(list) => kept = list.into(),
                Err(problem) => {
                    self.count(case.number).unchecked += 1;
                    return self.problem(problem);
                }
            }
        }
        if sub.is_some() && case.via.is_none() {
            return self.cite(case, values, &kept);
        }
        let judgement = case.rule.condition().judge(values, &kept, &self.worker.store);
        for verdict in &judgement.failed {
            self.outcome.findings.push(finding(case, verdict, values));
        }
    }

    #[expect(clippy::result_large_err, reason = "at most one for a rule and file, on its way to the report")]
    fn filter(
        &mut self,
        filter: &Filter,
        case: &Case<'_>,
        values: &mut Values<'_>,
        list: &[ValueId],
    ) -> Result<Vec<ValueId>, Problem> {
        let mut context = FilterContext {
            rule: case.rule.name(),
            path: case.file.path,
            store: &self.worker.store,
            source: self.source,
            citations: &mut self.worker.citations,
            problems: &mut self.outcome.diagnostics.problems,
        };
        filter.apply(values, list, &mut context)
    }

    /// Notes which files the values of a rule with `subxpath` name.
    fn cite(&mut self, case: &Case<'_>, values: &Values<'_>, list: &[ValueId]) {
        for &id in list {
            let target = match values.get(id) {
                ValueRef::Text(text) => normalize(text).map_or_else(|| Target::Outside(text.to_owned()), Target::File),
                _ => Target::NoPath,
            };
            let region = case.file.region(values.origin(id));
            let via = Via { path: case.file.path.to_owned(), region, value: values.to_value(id) };
            self.outcome.citations.push(Citation { rule: case.number, target, via });
        }
    }
}

impl Plans {
    /// Runs the plan of `xpaths`, which `key` names, over a document.
    fn run<'t, 'x>(
        &self,
        key: PlanKey,
        xpaths: impl Iterator<Item = &'x XPath>,
        document: &'t Document,
    ) -> Result<crate::extract::Extraction<'t>, Malformed> {
        let mut known = self.known.borrow_mut();
        if known.len() >= MAX_PLANS && !known.contains_key(&key) {
            known.clear();
        }
        known.entry(key).or_insert_with(|| Plan::new(xpaths)).run(document)
    }
}

/// Why the values of a file are not to be had.
enum Unread {
    Source(SourceError),
    Unusable(Unusable),
    Malformed(Problem),
}

/// The extraction that a rule wants of a file: another one when a value led to it.
fn extraction_of<'r>(rule: &'r Rule, via: Option<&Via>) -> &'r XPath {
    match (via, rule.sub()) {
        (Some(_), Some(sub)) => &sub.xpath,
        _ => rule.xpath(),
    }
}

fn finding(case: &Case<'_>, verdict: &Verdict, values: &Values<'_>) -> Finding {
    let (rule, file) = (case.rule, case.file);
    let region = verdict.value.map_or(Region::START, |id| file.region(values.origin(id)));
    let value = verdict.value.map_or(crate::report::Value::Null, |id| values.to_value(id));
    let message = match rule.message() {
        Some(template) => template.render(&crate::rule::Facts {
            value: &value,
            path: file.path,
            rule: rule.name(),
            expected: &rule.condition().expected(),
            line: region.start.line,
        }),
        None => rule.condition().message(verdict, values),
    };
    let related = verdict.related.map(|id| Related {
        message: "first here".to_owned(),
        path: file.path.to_owned(),
        region: file.region(values.origin(id)),
    });
    let located = verdict.value.is_some_and(|id| values.origin(id) != Span::at(0));
    Finding {
        rule: rule.name().to_owned(),
        severity: rule.severity(),
        message,
        path: file.path.to_owned(),
        region,
        value,
        via: case.via.cloned(),
        related: related.into_iter().collect(),
        excerpt: if located { file.excerpt(region) } else { None },
    }
}

/// Says which value led to the file that a problem is about.
fn led_here(problem: Problem, via: Option<&Via>) -> Problem {
    let Some(via) = via else { return problem };
    let message = format!("{}; it is named in `{}` on line {}", problem.message, via.path, via.region.start.line);
    Problem { message, ..problem }
}

fn unreadable(path: &str, error: &SourceError) -> Problem {
    Problem::new("file-unreadable", error.to_string()).in_file(path)
}

fn unusable_problem(path: &str, unusable: Unusable) -> Problem {
    match unusable {
        Unusable::NoReader(reason) => Problem::new("no-reader", reason.message).help(reason.help).in_file(path),
        Unusable::Undecodable(undecodable) => undecodable_problem(path, undecodable),
    }
}

fn undecodable_problem(path: &str, undecodable: Undecodable) -> Problem {
    File::new(path, &undecodable.text).malformed(undecodable.malformed)
}

/// The problem of a fact that is not to be had: of the file, unless only one rule was led to it.
fn fact_problem(path: &str, error: &FactError, rule: &Rule, via: Option<&Via>) -> Problem {
    let problem = match error {
        FactError::Undecodable(undecodable) => undecodable_problem(path, undecodable.clone()),
        other => Problem::new(other.code(), other.to_string()).in_file(path),
    };
    if via.is_some() { led_here(problem.of_rule(rule.name()), via) } else { problem }
}
