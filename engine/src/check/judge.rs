//! The steps of one rule on the values of one file: filter, cite or judge.

use std::borrow::Cow;

use super::batch::{Citation, Target};
use super::file::File;
use super::named::Held;
use super::scene::View;
use super::sieve::Sifted;
use super::times::Step;
use super::wants::extraction_of;
use super::work::Work;
use crate::extract::{ValueId, ValueRef, Values};
use crate::format::{Document, Format};
use crate::report::{Finding, Related, StepKind, Value, Via};
use crate::rule::{Facts, Rule};
use crate::source::normalize;
use crate::step::{ConditionContext, Filter, FilterContext, Halt, Judgement, Signs, Stopped, Verdict};
use crate::text::{Fault, IssueCode, Span, cut};

/// The place of a filter where there is none.
const NO_FILTER: (StepKind, Option<&Filter>) = (StepKind::NotFilter, None);

/// One rule on one file, from the values of its (sub) path on.
pub(super) struct Case<'c> {
    pub number: u32,
    pub rule: &'c Rule,
    pub file: &'c File<'c>,
    /// The value that led to the file.
    pub via: Option<&'c Via>,
    /// The document that the values are from; `None` for facts and entries of lists, and if nothing could be read.
    pub document: Option<&'c Document>,
    /// When its extraction began, when that is measured.
    pub began: Option<f64>,
    /// The file as scripts see it.
    pub view: &'c View<'c>,
}

impl Work<'_> {
    /// Takes the values of a rule's extraction through its steps.
    pub fn judge(&mut self, case: &Case<'_>, values: &mut Values, extracted: &[ValueId]) {
        let sub = case.rule.sub();
        let counts = self.count(case.number);
        let (kind, filters) = if case.via.is_some() {
            counts.sub_values += extracted.len() as u64;
            (StepKind::Subxpath, [(StepKind::Subfilter, sub.and_then(|sub| sub.filter.as_ref())), NO_FILTER])
        } else {
            counts.values += extracted.len() as u64;
            let not_filter = (StepKind::NotFilter, case.rule.not_filter());
            (StepKind::Xpath, [(StepKind::Filter, case.rule.filter()), not_filter])
        };
        self.note(kind, case, values, case.began, |note| note.extracted(extracted));
        if self.worker.overruns.leaves_out(case.number, case.file.path, self.checker.rules.host().limits().overruns) {
            self.count(case.number).unchecked += 1;
            return;
        }
        if let Err(fault) = self.show(case.rule, extraction_of(case.rule, case.via).yields_nodes(), case.view) {
            self.count(case.number).unchecked += 1;
            return self.problem(case.file.malformed(fault));
        }
        if !extraction_of(case.rule, case.via).labels().is_empty() {
            let mut held = Held::NONE;
            held.note(values, extracted);
            self.note_names(case, &held);
        }
        let Some(kept) = self.filter_all(filters, case, values, extracted) else { return };
        if sub.is_some() && case.via.is_none() {
            self.count(case.number).kept |= !kept.is_empty();
            return self.cite(case, values, &kept);
        }
        let since = self.now();
        let context =
            ConditionContext { path: case.file.path, store: &self.worker.store, host: self.checker.rules.host() };
        let Judgement { failed, unknown, stopped } = case.rule.condition().judge(values, &kept, &context);
        self.note_compared(case, StepKind::Condition);
        self.note_order(case, values, &kept);
        // Of some files there are millions: they are values of their own only where steps are told.
        let mut findings: Vec<Finding> = Vec::new();
        for verdict in &failed {
            let finding = self.finding(case, verdict, values);
            self.room.keep(&mut self.outcome.findings, case.number, &finding);
            if self.said.is_some() {
                findings.push(finding);
            }
        }
        self.note_judged(case, !extracted.is_empty(), !(kept.is_empty() && failed.is_empty()));
        self.note_textless(case, values, failed.iter().filter_map(|verdict| verdict.value));
        self.note_apart(case, values, &kept);
        if let Some(needed) = case.rule.needed_to_fail() {
            self.note_signs(case, needed.signs_of(values, &kept));
        }
        if let Some(stopped) = &stopped {
            self.stopped(case, StepKind::Condition, stopped);
        }
        self.spent(Step::Condition, Some(case.number), since);
        let whereabouts = self.whereabouts(case.rule, values, &kept);
        self.note(StepKind::Condition, case, values, since, |note| {
            note.judged(&kept, &failed, &findings, &unknown, &whereabouts);
        });
    }

    /// Reports the result of a rule that judged its values while the file was read; `failed` are the values that
    /// failed.
    pub fn conclude(&mut self, case: &Case<'_>, values: &Values, sifted: Sifted<'_>, failed: &[ValueId]) {
        self.count(case.number).values += sifted.extracted;
        self.note_names(case, &sifted.held);
        self.took(Step::Filter, Some(case.number), sifted.filtering);
        self.took(Step::Condition, Some(case.number), sifted.judging);
        if let Some((kind, halt)) = sifted.halted {
            return self.halt(case, kind, halt);
        }
        let failed: Vec<Verdict> = if sifted.kept {
            failed.iter().copied().map(Verdict::of).collect()
        } else {
            case.rule.condition().failing(values, &[], &self.worker.store)
        };
        self.note_judged(case, sifted.extracted > 0, sifted.kept || !failed.is_empty());
        self.note_textless(case, values, failed.iter().filter_map(|verdict| verdict.value));
        if case.rule.needed_to_fail().is_some() {
            self.note_signs(case, sifted.signs);
        }
        for verdict in &failed {
            let finding = self.finding(case, verdict, values);
            self.room.keep(&mut self.outcome.findings, case.number, &finding);
        }
    }

    /// Notes which of the properties that a value needs in order to fail the values had. Only the text of XML nodes is
    /// trimmed: any other value may have white space at its ends.
    fn note_signs(&mut self, case: &Case<'_>, signs: Signs) {
        let is_xml = case.document.is_some_and(|document| document.format() == Format::Xml);
        let is_trimmed = is_xml && !extraction_of(case.rule, case.via).yields_attributes();
        let edges = if is_trimmed { Signs::NONE } else { Signs::EDGES };
        let counts = self.count(case.number);
        counts.signs = counts.signs.and(signs).and(edges);
    }

    /// Notes whether the condition had something to judge: a value, or a list that must, or must not, be empty.
    fn note_judged(&mut self, case: &Case<'_>, has_values: bool, has_judged: bool) {
        let is_wanted = has_values && case.rule.condition().wants_none();
        let counts = self.count(case.number);
        let kept = if case.via.is_some() { &mut counts.sub_kept } else { &mut counts.kept };
        *kept |= has_judged || is_wanted;
    }

    /// Counts the failed values that are not missing, if the condition is `[Exist]`: numbers, booleans, and nodes that
    /// have attributes or other nodes instead of text.
    fn note_textless(&mut self, case: &Case<'_>, values: &Values, failed: impl Iterator<Item = ValueId>) {
        // Who asks for the size of a file wants one other than 0.
        let is_fact = extraction_of(case.rule, case.via).special().is_some();
        if is_fact || !case.rule.condition().wants_value() {
            return;
        }
        let is_there = |&id: &ValueId| match values.get(id) {
            ValueRef::Number(_) | ValueRef::Bool(_) => true,
            _ => values.is_holder(id),
        };
        self.count(case.number).textless += failed.filter(is_there).count() as u64;
    }

    /// Notes whether a condition that compares the values of a file with each other had two to compare. A null equals nothing.
    fn note_apart(&mut self, case: &Case<'_>, values: &Values, judged: &[ValueId]) {
        if !case.rule.condition().is_unique() {
            return;
        }
        let number = judged.iter().filter(|&&id| !matches!(values.get(id), ValueRef::Null)).count();
        let counts = self.count(case.number);
        counts.alone += u64::from(number == 1);
        counts.beside |= number > 1;
    }

    /// Applies the filters to the values. Returns `None` if a filter could not decide, after this has been reported.
    fn filter_all<'l>(
        &mut self,
        filters: [(StepKind, Option<&Filter>); 2],
        case: &Case<'_>,
        values: &mut Values,
        extracted: &'l [ValueId],
    ) -> Option<Cow<'l, [ValueId]>> {
        let mut kept = Cow::Borrowed(extracted);
        for (kind, filter) in filters {
            let Some(filter) = filter else { continue };
            let since = self.now();
            let result = self.filter(filter, case, values, &kept);
            self.note_compared(case, kind);
            self.spent(Step::Filter, Some(case.number), since);
            match result {
                Ok(list) => {
                    self.note(kind, case, values, since, |note| note.filtered(&kept, &list));
                    kept = list.into();
                }
                Err(halt) => {
                    self.halt(case, kind, halt);
                    self.note(kind, case, values, since, |note| note.stopped(&kept));
                    return None;
                }
            }
        }
        Some(kept)
    }

    /// Reports why a filter has no result for a file.
    fn halt(&mut self, case: &Case<'_>, kind: StepKind, halt: Halt) {
        match halt {
            Halt::Problem(problem) => {
                self.count(case.number).unchecked += 1;
                self.problem(*problem);
            }
            Halt::Stopped(stopped) => self.stopped(case, kind, &stopped),
        }
    }

    /// Reports that a script of the rule stopped over the file.
    fn stopped(&mut self, case: &Case<'_>, kind: StepKind, stopped: &Stopped) {
        self.count(case.number).unchecked += 1;
        let problem = self.checker.rules.stopped(case.rule, kind.name(), stopped, case.file.path);
        if stopped.error.took_long() {
            self.worker.overruns.note(case.number, &problem);
        }
        self.problem(problem);
    }

    fn filter(
        &mut self,
        filter: &Filter,
        case: &Case<'_>,
        values: &mut Values,
        list: &[ValueId],
    ) -> Result<Vec<ValueId>, Halt> {
        let mut context = FilterContext {
            rule: case.rule.name(),
            path: case.file.path,
            store: &self.worker.store,
            source: &*self.source,
            host: self.checker.rules.host(),
            citations: &mut self.worker.citations,
            problems: &mut self.outcome.diagnostics.problems,
        };
        filter.apply(values, list, &mut context)
    }

    /// Notes which files the values of a rule with `subxpath` name.
    fn cite(&mut self, case: &Case<'_>, values: &Values, list: &[ValueId]) {
        for &id in list {
            let target = match values.get(id) {
                ValueRef::Text(text) if !text.trim().is_empty() => {
                    normalize(text).map_or_else(|| Target::Outside(text.to_owned()), Target::File)
                }
                _ => Target::NoPath(case.file.path.to_owned()),
            };
            let (path, region, _) = case.file.seen(values.origin(id));
            let via = Via { path, region, value: values.to_value(id) };
            self.outcome.citations.push(Citation { rule: case.number, target, via });
        }
    }

    /// The finding of a verdict, with a warning where its message is cut.
    fn finding(&mut self, case: &Case<'_>, verdict: &Verdict, values: &Values) -> Finding {
        let mut finding = finding(case, verdict, values);
        if cut(&mut finding.message, LONGEST) && self.cut.insert(case.number) {
            let message = format!("its messages are longer than {} KiB: reports hold their beginnings", LONGEST >> 10);
            let field = if verdict.message.is_some() { "condition" } else { "message" };
            let fault = Fault::new(IssueCode::MessageCut, message, Span::at(0))
                .help("say what is wrong, not all that is there");
            let warning = self.checker.rules.site(case.rule, field).say(fault).of_rule(case.rule.name());
            self.outcome.diagnostics.warnings.push(warning);
        }
        finding
    }
}

/// Bytes of a message, and of a value, that reports hold.
const LONGEST: usize = 64 << 10;

fn finding(case: &Case<'_>, verdict: &Verdict, values: &Values) -> Finding {
    let (rule, file) = (case.rule, case.file);
    let origin = verdict.value.map_or(Span::at(0), |id| values.origin(id));
    let (path, region, excerpt) = file.seen(origin);
    let mut value = verdict.value.map_or(Value::Null, |id| values.to_value(id));
    value.cut(LONGEST);
    let message = match rule.message() {
        Some(template) if verdict.message.is_none() => {
            let expected = &rule.condition().expected();
            let facts = Facts { value: &value, path: file.path, rule: rule.name(), expected, line: region.start.line };
            template.render(&facts, LONGEST)
        }
        _ => rule.condition().message(verdict, values),
    };
    let related = verdict.related.iter().map(|&id| {
        let (path, region, _) = file.seen(values.origin(id));
        let message = if verdict.message.is_some() { "belongs to it" } else { "first here" };
        Related { message: message.to_owned(), path, region }
    });
    Finding {
        rule: rule.name().to_owned(),
        severity: rule.severity(),
        message,
        own_message: verdict.message.is_some(),
        incomplete: false,
        path,
        region,
        value,
        via: case.via.cloned(),
        related: related.chain(file.beside(origin)).collect(),
        excerpt,
    }
}
