//! The steps of one rule on the values of one file: filter, cite or judge.

use std::borrow::Cow;

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::format::Format;
use assay_document::source::normalize;
use assay_document::text::{Fault, IssueCode, Span, cut};
use assay_report::{Finding, Related, StepKind, Value, Via};
use assay_rule::MessageFacts;
use assay_step::{ConditionContext, Filter, FilterContext, FilterHalt, Judgement, Signs, StoppedScript, Verdict};

use super::batch::{Citation, CitedFile};
use super::batch_work::BatchWork;
use super::case::Case;
use super::named::{SeenLabels, note_names};
use super::selected_rules::extraction_of;
use super::streaming_judge::StreamState;
use super::times::MeasuredStep;
use super::trace::value_sources;

/// The entry for a missing filter.
const NO_FILTER: (StepKind, Option<&Filter>) = (StepKind::NotFilter, None);

/// Takes the values of a rule's extraction through its steps. Returns those that failed.
#[must_use]
pub(super) fn judge(
    work: &mut BatchWork<'_>,
    case: &Case<'_>,
    values: &mut Values,
    extracted: &[ValueId],
) -> Vec<Verdict> {
    let sub = case.rule.sub();
    let counts = work.record.count(case.number);
    let (kind, filters) = if case.via.is_some() {
        counts.sub_values += extracted.len() as u64;
        (StepKind::Subxpath, [(StepKind::Subfilter, sub.and_then(|sub| sub.filter.as_ref())), NO_FILTER])
    } else {
        counts.values += extracted.len() as u64;
        let not_filter = (StepKind::NotFilter, case.rule.not_filter());
        (StepKind::Xpath, [(StepKind::Filter, case.rule.filter()), not_filter])
    };
    work.record.note(kind, case, values, case.began, |note| note.add_extracted(extracted));
    // A trace lists the values of a rule even if the rule is abandoned.
    if work.worker.overruns.leaves_out(case.number, case.file.path, work.checker.rules.host().limits().overruns) {
        work.record.count(case.number).unchecked += 1;
        return Vec::new();
    }
    if let Err(fault) = show(work, case) {
        work.record.count(case.number).unchecked += 1;
        work.record.problem(case.file.problem(fault));
        return Vec::new();
    }
    if !extraction_of(case.rule, case.via).labels().is_empty() {
        let mut seen_labels = SeenLabels::NONE;
        seen_labels.note(values, extracted);
        note_names(&mut work.record.outcome.notes.comparisons, &work.checker.rules, case, &seen_labels);
    }
    let Some(kept) = filter_all(work, filters, case, values, extracted) else { return Vec::new() };
    if sub.is_some() && case.via.is_none() {
        work.record.count(case.number).kept |= !kept.is_empty();
        cite(work, case, values, &kept);
        return Vec::new();
    }
    let since = work.record.now();
    let context = ConditionContext { path: case.file.path, store: &work.worker.store, host: work.checker.rules.host() };
    let Judgement { failed, unknown, stopped } = case.rule.condition().judge(values, &kept, &context);
    work.record.outcome.notes.comparisons.note_script(&work.checker.rules, case, StepKind::Condition);
    work.record.outcome.notes.comparisons.note_order(&work.checker.rules, case, values, &kept);
    // Some files have millions of findings, so they are kept as separate values only when a run is traced.
    let traced = if work.record.is_traced() { &failed[..] } else { &[] };
    let findings: Vec<Finding> = traced.iter().map(|verdict| cut_finding(work, case, verdict, values)).collect();
    note_judged(work, case, !extracted.is_empty(), !(kept.is_empty() && failed.is_empty()));
    note_textless(work, case, values, failed.iter().filter_map(|verdict| verdict.value));
    note_single_values(work, case, values, &kept);
    if let Some(needed) = case.rule.needed_to_fail() {
        note_properties(work, case, needed.properties_of(values, &kept));
    }
    if let Some(stopped) = &stopped {
        report_stop(work, case, StepKind::Condition, stopped);
    }
    work.record.add_time_since(MeasuredStep::Condition, Some(case.number), since);
    let (rules, store) = (&work.checker.rules, &work.worker.store);
    work.record.note(StepKind::Condition, case, values, since, |note| {
        let found = value_sources(rules, store, case.rule, values, &kept);
        note.add_judged(&kept, &failed, &findings, &unknown, &found);
    });
    failed
}

/// Reports the result of a rule that judged its values while the file was read. `failed` are the values that failed.
/// Returns them, or the failure of the file.
#[must_use]
pub(super) fn conclude(
    work: &mut BatchWork<'_>,
    case: &Case<'_>,
    values: &Values,
    stream: StreamState<'_>,
    failed: &[ValueId],
) -> Vec<Verdict> {
    work.record.count(case.number).values += stream.extracted;
    note_names(&mut work.record.outcome.notes.comparisons, &work.checker.rules, case, &stream.seen_labels);
    work.record.add_time(MeasuredStep::Filter, Some(case.number), stream.filtering);
    work.record.add_time(MeasuredStep::Condition, Some(case.number), stream.judging);
    if let Some((kind, halt)) = stream.halted {
        report_halt(work, case, kind, halt);
        return Vec::new();
    }
    let failed: Vec<Verdict> = if stream.kept {
        failed.iter().copied().map(Verdict::of).collect()
    } else {
        case.rule.condition().failing(values, &[], &work.worker.store)
    };
    note_judged(work, case, stream.extracted > 0, stream.kept || !failed.is_empty());
    note_textless(work, case, values, failed.iter().filter_map(|verdict| verdict.value));
    if case.rule.needed_to_fail().is_some() {
        note_properties(work, case, stream.properties);
    }
    failed
}

/// The values of a file that failed, each with its rule.
#[derive(Default)]
pub(super) struct FailedValues<'c> {
    cases: Vec<Case<'c>>,
    /// The offset of each value, the index of its case, and the value.
    verdicts: Vec<(u32, u32, Verdict)>,
}

impl<'c> FailedValues<'c> {
    pub fn add(&mut self, case: Case<'c>, failed: Vec<Verdict>, values: &Values) {
        // Most rules pass in most files, which then need no memory.
        if failed.is_empty() {
            return;
        }
        let number = u32::try_from(self.cases.len()).unwrap_or(u32::MAX);
        let offset = |verdict: &Verdict| verdict.value.map_or(0, |id| values.origin(id).start());
        self.verdicts.extend(failed.into_iter().map(|verdict| (offset(&verdict), number, verdict)));
        self.cases.push(case);
    }

    /// Returns true if many values are held. They should be reported now.
    pub const fn are_many(&self) -> bool {
        self.verdicts.len() > 1 << 18
    }

    /// Adds a finding for each value, in the order of the file: a long file is read again around each of them.
    pub fn report(mut self, work: &mut BatchWork<'_>, values: &Values) {
        self.verdicts.sort_by_key(|(offset, ..)| *offset);
        for (_, case, verdict) in &self.verdicts {
            let case = &self.cases[*case as usize];
            let finding = cut_finding(work, case, verdict, values);
            work.record.add_finding(case.number, &finding);
        }
    }
}

/// Shows the file to the scripts of the rule, if it has any.
fn show(work: &BatchWork<'_>, case: &Case<'_>) -> Result<(), Fault> {
    if !case.rule.has_scripts() {
        return Ok(());
    }
    let needs_tree = extraction_of(case.rule, case.via).yields_nodes();
    case.view.show(work.checker.rules.host(), needs_tree, || work.scene())
}

/// Records which of the properties that a value needs in order to fail the values had. Only the text of XML nodes is
/// trimmed: any other value may have white space at its ends.
fn note_properties(work: &mut BatchWork<'_>, case: &Case<'_>, properties: Signs) {
    let is_xml = case.document.is_some_and(|document| document.format() == Format::Xml);
    let is_trimmed = is_xml && !extraction_of(case.rule, case.via).yields_attributes();
    let edges = if is_trimmed { Signs::NONE } else { Signs::EDGES };
    let counts = work.record.count(case.number);
    counts.properties = counts.properties.and(properties).and(edges);
}

/// Records whether the condition had something to judge: a value, or a list that must, or must not, be empty.
fn note_judged(work: &mut BatchWork<'_>, case: &Case<'_>, has_values: bool, has_judged: bool) {
    let requires_none = has_values && case.rule.condition().requires_none();
    let counts = work.record.count(case.number);
    let kept = if case.via.is_some() { &mut counts.sub_kept } else { &mut counts.kept };
    *kept |= has_judged || requires_none;
}

/// Counts the failed values of `[Exist]` that exist: numbers, booleans, and nodes without text but with content.
fn note_textless(work: &mut BatchWork<'_>, case: &Case<'_>, values: &Values, failed: impl Iterator<Item = ValueId>) {
    // For a fact such as the size of a file, `[Exist]` requires a number other than 0.
    let is_fact = extraction_of(case.rule, case.via).special().is_some();
    if is_fact || !case.rule.condition().requires_value() {
        return;
    }
    let is_there = |&id: &ValueId| match values.get(id) {
        ValueRef::Number(_) | ValueRef::Bool(_) => true,
        _ => values.is_holder(id),
    };
    work.record.count(case.number).textless += failed.filter(is_there).count() as u64;
}

/// Records whether `Unique` had two values to compare. Nulls do not count, because a null equals nothing.
fn note_single_values(work: &mut BatchWork<'_>, case: &Case<'_>, values: &Values, judged: &[ValueId]) {
    if !case.rule.condition().is_unique() {
        return;
    }
    let number = judged.iter().filter(|&&id| !matches!(values.get(id), ValueRef::Null)).count();
    let counts = work.record.count(case.number);
    counts.alone += u64::from(number == 1);
    counts.beside |= number > 1;
}

/// Applies the filters to the values. Returns `None` if a filter could not decide, after this has been reported.
fn filter_all<'l>(
    work: &mut BatchWork<'_>,
    filters: [(StepKind, Option<&Filter>); 2],
    case: &Case<'_>,
    values: &mut Values,
    extracted: &'l [ValueId],
) -> Option<Cow<'l, [ValueId]>> {
    // Most rules have no filter: the list is copied only where one drops values.
    let mut kept = Cow::Borrowed(extracted);
    for (kind, filter) in filters {
        let Some(filter) = filter else { continue };
        let since = work.record.now();
        let result = apply(work, filter, case, values, &kept);
        work.record.outcome.notes.comparisons.note_script(&work.checker.rules, case, kind);
        work.record.add_time_since(MeasuredStep::Filter, Some(case.number), since);
        match result {
            Ok(list) => {
                work.record.note(kind, case, values, since, |note| note.add_filtered(&kept, &list));
                kept = list.into();
            }
            Err(halt) => {
                report_halt(work, case, kind, halt);
                work.record.note(kind, case, values, since, |note| note.add_stopped(&kept));
                return None;
            }
        }
    }
    Some(kept)
}

/// Reports why a filter has no result for a file.
fn report_halt(work: &mut BatchWork<'_>, case: &Case<'_>, kind: StepKind, halt: FilterHalt) {
    match halt {
        FilterHalt::Problem(problem) => {
            work.record.count(case.number).unchecked += 1;
            work.record.problem(*problem);
        }
        FilterHalt::Stopped(stopped) => report_stop(work, case, kind, &stopped),
    }
}

/// Reports that a script of the rule stopped on the file.
fn report_stop(work: &mut BatchWork<'_>, case: &Case<'_>, kind: StepKind, stopped: &StoppedScript) {
    work.record.count(case.number).unchecked += 1;
    let problem = work.checker.rules.stopped_problem(case.rule, kind.name(), stopped, case.file.path);
    if problem.code == IssueCode::ScriptNotChecked {
        return work.record.outcome.diagnostics.warnings.push(problem);
    }
    // If only a slice is checked, the file is checked again.
    if stopped.error.ran_long() && work.slice.is_none() {
        work.worker.overruns.note(case.number, &problem);
    }
    work.record.problem(problem);
}

fn apply(
    work: &mut BatchWork<'_>,
    filter: &Filter,
    case: &Case<'_>,
    values: &mut Values,
    list: &[ValueId],
) -> Result<Vec<ValueId>, FilterHalt> {
    let mut context = FilterContext {
        rule: case.rule.name(),
        path: case.file.path,
        slices: work.slices(),
        needs_whole_file: false,
        store: &work.worker.store,
        source: &*work.input.source,
        host: work.checker.rules.host(),
        citations: &mut work.worker.citations,
        problems: &mut work.record.outcome.diagnostics.problems,
    };
    let result = filter.apply(values, list, &mut context);
    if context.needs_whole_file {
        // The rule checks the whole file afterwards.
        work.record.count(case.number).unchecked += 1;
    }
    result
}

/// Records the files that the values of a rule with `subxpath` name.
fn cite(work: &mut BatchWork<'_>, case: &Case<'_>, values: &Values, list: &[ValueId]) {
    for &id in list {
        let target = match values.get(id) {
            ValueRef::Text(text) if !text.trim().is_empty() => {
                normalize(text).map_or_else(|| CitedFile::Outside(text.to_owned()), CitedFile::File)
            }
            _ => CitedFile::NoPath(case.file.path.to_owned()),
        };
        let (path, region, _) = case.file.place_in_source(values.origin(id));
        let via = Via { path, region, value: values.to_value(id) };
        work.record.outcome.next.citations.push(Citation { rule: case.number, target, via });
    }
}

/// Returns the finding of a verdict, and warns if its message is cut.
fn cut_finding(work: &mut BatchWork<'_>, case: &Case<'_>, verdict: &Verdict, values: &Values) -> Finding {
    let mut finding = finding(case, verdict, values);
    if cut(&mut finding.message, LONGEST) && work.record.note_cut(case.number) {
        let message = format!(
            "the messages of this rule are longer than {} KiB: reports contain only their beginning",
            LONGEST >> 10
        );
        let field = if verdict.message.is_some() { "condition" } else { "message" };
        let fault = Fault::new(IssueCode::MessageCut, message, Span::at(0))
            .help("write only what is wrong, not the whole content");
        let warning = work.checker.rules.site(case.rule, field).into_problem(fault).of_rule(case.rule.name());
        work.record.warning(warning);
    }
    finding
}

/// The maximum number of bytes of a message, and of a value, in a report.
const LONGEST: usize = 64 << 10;

fn finding(case: &Case<'_>, verdict: &Verdict, values: &Values) -> Finding {
    let (rule, file) = (case.rule, case.file);
    let origin = verdict.value.map_or(Span::at(0), |id| values.origin(id));
    let (path, region, excerpt) = file.place_in_source(origin);
    let mut value = verdict.value.map_or(Value::Null, |id| values.to_value(id));
    value.cut(LONGEST);
    let message = match rule.message() {
        Some(template) if verdict.message.is_none() => {
            let expected = &rule.condition().describe_expected();
            let facts =
                MessageFacts { value: &value, path: file.path, rule: rule.name(), expected, line: region.start.line };
            template.render(&facts, LONGEST)
        }
        _ => rule.condition().message(verdict, values),
    };
    let related = verdict.related.iter().map(|&id| {
        let (path, region, _) = file.place_in_source(values.origin(id));
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
        related: related.chain(file.related_in_file(origin)).collect(),
        excerpt,
    }
}
