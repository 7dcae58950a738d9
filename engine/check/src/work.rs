//! Does the jobs of one batch: reads its files, and extracts the values that rules need from each in one pass.

use std::rc::Rc;

use assay_document::extract::{Negated, Values, Yield};
use assay_document::format::{Document, Fact, FactError, Needs as FactNeeds, NoDocument, Slice, Special, Unusable};
use assay_document::source::{Source, SourceError};
use assay_document::text::{IssueCode, Span};
use assay_report::Problem;
use assay_step::limit_problem;
use assay_system::{DataNeeds, FileReport, VirtualFile, report_on};
use rustc_hash::FxHashSet;

use super::archive::list_archive;
use super::batch::{Batch, BatchTask, Job, NegatedTest, Outcome, SliceOutcome, TaskRules};
use super::batch_work::{BatchWork, with_via};
use super::case::Case;
use super::checker::Checker;
use super::file::{CheckedFile, fact_problem, unreadable};
use super::file_context::FileContext;
use super::input::Input;
use super::judge::FailedValues;
use super::plans::PlanKey;
use super::recorder::Recorder;
use super::selected_rules::{SelectedRule, SelectedRules, extraction_of};
use super::streaming_judge::{RuleJudge, StreamState};
use super::times::MeasuredStep;
use super::worker::Worker;
use super::{collect, entries, file_context, judge, named, no_match, reading, remark, virtual_file};

/// The maximum number of times that a file is read again without the rules that keep too much of it in memory.
const MAX_ATTEMPTS: u32 = 8;

/// Processes one batch. The worker needs the knowledge that [`super::Run::knowledge`] returned when the batch was made.
#[must_use]
pub fn process_batch(checker: &Checker, worker: &mut Worker, batch: &Batch, source: Rc<dyn Source>) -> Outcome {
    worker.citations.forget_unread();
    // An outcome that is kept must not depend on earlier batches of the worker.
    if batch.remembered.is_some() {
        worker.forget();
    }
    worker.archives.limit(checker.packages.get().zip);
    let mut input = Input::new(source, &worker.archives, &checker.formats);
    if batch.in_parts {
        input.sum_up();
    }
    let record = Recorder::new(&checker.rules, checker.run_clock(), batch.traced);
    let heeded = FxHashSet::default();
    let mut work = BatchWork { checker, worker, input, record, heeded, reports_notes: true, slice: None };
    do_jobs(&mut work, batch);
    let BatchWork { worker, input, record, .. } = work;
    let mut outcome = record.finish();
    if !outcome.read.own.sizes.is_empty() {
        outcome.read.own.first.clone_from(&batch.tasks[0].path);
    }
    outcome.read.sums.extend(input.take_sums());
    outcome.files = batch.files;
    outcome.notes.untried = worker.overruns.take_untried();
    if let Some(slice) = &mut outcome.slice {
        // Problems of files, and limits, are those of the whole file.
        let unchecked = outcome.counts.iter().filter(|(_, counts)| counts.unchecked > 0).map(|(rule, _)| *rule);
        slice.to_recheck = unchecked.chain(outcome.notes.untried.iter().map(|skipped| skipped.rule)).collect();
    }
    outcome
}

/// Does the jobs of a batch, and counts the files of each rule.
fn do_jobs<'w>(work: &mut BatchWork<'w>, batch: &'w Batch) {
    let rules = &work.checker.rules;
    let requests: Vec<SelectedRules<'_>> =
        batch.selections.iter().map(|numbers| SelectedRules::of_rules(rules, numbers)).collect();
    // The number of files of each set of rules. The counts of its rules are updated at the end.
    let mut files = vec![0; requests.len()];
    for (place, BatchTask { path, job, virtual_file }) in batch.tasks.iter().enumerate() {
        let is_there = set_virtual_file(work, virtual_file.as_ref());
        work.reports_notes = !matches!(job, Job::Check(_, TaskRules::Group { reports_notes: false }));
        work.slice = batch.tasks[place].slice().cloned();
        work.record.outcome.slice = work.slice.as_ref().map(|slice| SliceOutcome {
            path: path.clone(),
            start: slice.start,
            is_last: true,
            ..SliceOutcome::default()
        });
        let is_own = virtual_file.is_none() && matches!(job, Job::Check(_, TaskRules::All) | Job::Lead(_));
        work.record.begin(is_own.then_some((path, place)));
        if work.input.is_summed() {
            work.input.listen(is_shared(work, batch, job));
        }
        match job {
            _ if !is_there => count_omitted(work, batch, job, &mut files),
            Job::Open => list_archive(work, path),
            Job::Load { system, files, needs, .. } => load(work, path, *system, files, *needs),
            Job::Index { index, extracted, lines } => collect::index(work, path, *index, extracted, lines),
            Job::Check(selection, _) => {
                // The first slice counts for the file.
                files[selection.place()] += u64::from(work.slice.as_ref().is_none_or(Slice::is_first));
                check(work, path, &requests[selection.place()]);
            }
            Job::Lead(selection) => collect_references(work, path, &requests[selection.place()]),
            Job::Cited(requests) => check(work, path, &SelectedRules::of_cited(rules, requests)),
            Job::Near(queries) => {
                work.record.outcome.notes.no_match_hints.extend(no_match::explain_misses(
                    work.checker,
                    &work.input.source,
                    path,
                    queries,
                ));
            }
        }
    }
    for (rules, files) in batch.selections.iter().zip(files) {
        for &rule in rules {
            work.record.count(rule).files += files;
        }
    }
    file_context::clear(rules);
}

/// Makes a virtual file readable, in place of the previous one. Returns false for a report that cannot be made.
fn set_virtual_file(work: &mut BatchWork<'_>, file: Option<&VirtualFile>) -> bool {
    let Some((reporter, subject)) = file.and_then(|file| report_on(&file.path)) else {
        work.input.set_virtual_file(file);
        return true;
    };
    work.input.set_virtual_file(None);
    let since = work.record.now();
    let FileReport { file, diagnostics, read } = reporter.report(subject, &work.input.source);
    work.record.add_time_since(MeasuredStep::Read, None, since);
    work.record.outcome.diagnostics.extend(diagnostics);
    work.record.outcome.read.others.extend(read);
    work.input.set_virtual_file(file.as_ref());
    file.is_some()
}

/// Counts a report that could not be made as not checked. The reason has been reported.
fn count_omitted(work: &mut BatchWork<'_>, batch: &Batch, job: &Job, files: &mut [u64]) {
    let rules: Vec<u32> = match job {
        Job::Check(selection, _) => {
            files[selection.place()] += 1;
            batch.rules(*selection).to_vec()
        }
        Job::Cited(requests) => requests.iter().map(|(rule, _)| *rule).collect(),
        Job::Open | Job::Load { .. } | Job::Index { .. } | Job::Lead(_) | Job::Near(_) => Vec::new(),
    };
    for rule in rules {
        work.record.count(rule).unchecked += 1;
    }
}

/// Makes the virtual files of a system, in its `folder`.
fn load(work: &mut BatchWork<'_>, folder: &str, system: usize, files: &[String], needs: DataNeeds) {
    let Some(loaded) = virtual_file::load(work.checker, &work.input.source, system, files, needs) else { return };
    let outcome = &mut work.record.outcome;
    outcome.next.virtual_files.extend(loaded.files);
    outcome.diagnostics.extend(loaded.diagnostics);
    outcome.read.others.extend(loaded.read);
    if let Some(part) = loaded.part {
        outcome.collected.parts.add(system, part, folder);
    }
}

/// Returns true if every part of a run reads the file of a job: for the collections, or to follow its values.
fn is_shared(work: &BatchWork<'_>, batch: &Batch, job: &Job) -> bool {
    match job {
        Job::Load { .. } | Job::Index { .. } | Job::Lead(_) => true,
        Job::Check(selection, _) => batch.rules(*selection).iter().any(|&number| work.rule(number).sub().is_some()),
        Job::Open | Job::Cited(_) | Job::Near(_) => false,
    }
}

/// Collects the files that values name, and the problems that no other part of the run reports.
fn collect_references(work: &mut BatchWork<'_>, path: &str, requests: &SelectedRules<'_>) {
    let before = work.record.suspend_outcome();
    check(work, path, requests);
    // Counts of a part of a run are added to those of the other parts.
    work.record.keep_citations(before, !work.input.is_summed());
}

/// Checks one file by the rules that select it, or whose values name it.
fn check(work: &mut BatchWork<'_>, path: &str, requests: &SelectedRules<'_>) {
    let before = work.record.outcome.findings.len();
    work.record.begin_check(work.slices());
    check_facts(work, path, &requests.facts);
    if !requests.entries.is_empty() {
        entries::check(work, path, &requests.entries);
    }
    let has_trees = !requests.trees.is_empty();
    if has_trees {
        check_tree(work, path, requests);
    }
    take_remarks(work, before, has_trees.then_some(path));
    work.record.end_check(path);
}

/// Collects the comments that address the checker in the documents of all findings since `mark`, except the one at
/// `read`, whose comments have been collected. These are documents whose entries or facts rules looked at, and
/// documents that set a definition.
fn take_remarks(work: &mut BatchWork<'_>, mark: usize, read: Option<&str>) {
    let paths = work.record.outcome.findings.paths_since(mark);
    let others = paths.into_iter().filter(|path| Some(*path) != read && remark::may_be_in(path));
    let paths: Vec<String> = others.map(str::to_owned).filter(|path| work.heeded.insert(path.clone())).collect();
    if paths.is_empty() {
        return;
    }
    let found = remark::of_files(paths.iter().map(String::as_str), &work.checker.formats, &work.input.source);
    work.record.outcome.notes.remarks.extend(found);
}

fn check_facts(work: &mut BatchWork<'_>, path: &str, requests: &[SelectedRule<'_>]) {
    let mut known: Vec<(Special, Result<Fact, FactError>)> = Vec::new();
    let view = FileContext::default();
    for &(number, via) in requests {
        let (rule, began) = (work.rule(number), work.record.now());
        let Some(special) = extraction_of(rule, via).special() else { continue };
        if !known.iter().any(|(known, _)| *known == special) {
            known.push((special, checked_fact(work, special, path, via.is_some())));
        }
        let Some((_, fact)) = known.iter().find(|(known, _)| *known == special) else { continue };
        match fact {
            Ok(fact) => {
                let file = CheckedFile::new(path, "").with_origins(work.input.origins.as_ref());
                let mut values = Values::new();
                let id = match fact {
                    Fact::Text(text) => values.text(text, Span::at(0)),
                    Fact::Number(number) => values.number(&number.to_string(), Span::at(0)),
                };
                let case = Case { number, rule, file: &file, via, document: None, began, view: &view };
                let mut failed = FailedValues::default();
                let verdicts = judge::judge(work, &case, &mut values, &[id]);
                failed.add(case, verdicts, &values);
                failed.report(work, &values);
            }
            Err(error) => work.unextracted((number, via), path, fact_problem(path, error), began),
        }
    }
}

/// Returns a fact about a file. A file that a value names has to exist, even if the fact follows from its path.
fn checked_fact(work: &mut BatchWork<'_>, special: Special, path: &str, cited: bool) -> Result<Fact, FactError> {
    if cited && special.needs() == FactNeeds::Path {
        work.input.source.size(path)?;
    }
    work.input.fact(special, path, &mut work.record)
}

fn check_tree(
    work: &mut BatchWork<'_>,
    path: &str,
    SelectedRules { trees: requests, is_streamed, key, .. }: &SelectedRules<'_>,
) {
    let document = match work.input.open(path, &mut work.record) {
        Ok(document) => document,
        Err(NoDocument::Source(error)) => return report_unread(work, path, requests, UnreadReason::Source(error)),
        Err(NoDocument::Unusable { reason, .. }) => {
            return report_unread(work, path, requests, UnreadReason::Unusable(reason));
        }
    };
    let slice = match work.slice.as_ref().map(|slice| document.sliced(slice)) {
        // The file has changed since it was cut. It is checked again as a whole.
        Some(None) => return report_unread(work, path, requests, UnreadReason::Source(SourceError::NotFound)),
        slice => slice.flatten(),
    };
    let read = slice.as_ref().unwrap_or(&document);
    check_document(work, (&document, read), path, (requests, is_streamed, key), MAX_ATTEMPTS);
}

/// Checks a document by rules. Values are read from `read`: the document, or a slice of it. If some rules keep too much
/// in memory, they get a problem, and the document is checked again by the remaining rules, at most `attempts` times.
fn check_document(
    work: &mut BatchWork<'_>,
    (document, read): (&Document, &Document),
    path: &str,
    (requests, is_streamed, key): (&[SelectedRule<'_>], &[bool], &PlanKey),
    attempts: u32,
) {
    let since = work.record.now();
    let file = CheckedFile::of(path, read).with_origins(work.input.origins.as_ref());
    let xpaths = requests.iter().map(|(number, via)| extraction_of(work.rule(*number), *via));
    let mut judge = create_judge(work, path, requests, is_streamed);
    let mut extraction = match work.checker.plans.run(key, xpaths, read, &mut judge) {
        Ok(extraction) => extraction,
        Err(fault) => {
            let problem = file.problem(fault);
            let holders = work.checker.plans.over_memory_limit(key);
            if holders.is_empty() || attempts == 0 {
                return report_unread(work, path, requests, UnreadReason::Malformed(problem));
            }
            for &place in &holders {
                let (number, via) = requests[place];
                let problem = problem.clone().of_rule(work.rule(number).name());
                report_unread(work, path, &[(number, via)], UnreadReason::Malformed(problem));
            }
            let others: Vec<usize> = (0..requests.len()).filter(|place| !holders.contains(place)).collect();
            if others.is_empty() {
                return;
            }
            let some = others.iter().map(|&place| requests[place]).collect::<Vec<_>>();
            let is_streamed = others.iter().map(|&place| is_streamed[place]).collect::<Vec<_>>();
            return check_document(work, (document, read), path, (&some, &is_streamed, &key.of(&others)), attempts - 1);
        }
    };
    let streams = judge.rules;
    work.record.add_time_since(MeasuredStep::Extract, None, since);
    // `conclude` counts the time of filters and conditions that ran while the file was read.
    let judged: f64 = streams.iter().flatten().map(|stream| stream.filtering + stream.judging).sum();
    work.record.add_time(MeasuredStep::Extract, None, -judged);
    let notes = std::mem::take(&mut extraction.notes);
    if notes.has_remarks {
        // All comments of the file, also if only a slice is checked.
        let file = CheckedFile::of(path, document).with_origins(work.input.origins.as_ref());
        work.record.outcome.notes.remarks.extend(remark::of_document(&file, document));
    }
    if work.reports_notes {
        reading::report(&file, notes, &mut work.record);
    }
    let view = FileContext::of(document);
    let mut negated = extraction.negated.iter().peekable();
    let mut failed = FailedValues::default();
    for (xpath, ((&(number, via), yielded), stream)) in requests.iter().zip(&extraction.yields).zip(streams).enumerate()
    {
        let tests: Vec<Negated> =
            std::iter::from_fn(|| negated.next_if(|negated| negated.xpath == xpath).copied()).collect();
        let has_values = match (&stream, yielded) {
            (Some(stream), _) => stream.extracted > 0,
            (None, Yield::List(ids)) => !ids.is_empty(),
            (None, Yield::Limited(_) | Yield::Special) => false,
        };
        if let Some(slice) = &mut work.record.outcome.slice {
            let of_slice =
                |&Negated { place, is_met, .. }: &Negated| NegatedTest { rule: number, place, has_values, is_met };
            slice.negated.extend(tests.iter().map(of_slice));
        }
        // Most rules have no value in most files, so nothing is recorded for them unless the run is measured.
        if stream.as_ref().is_some_and(StreamState::is_idle) && matches!(yielded, Yield::List(_)) && since.is_none() {
            continue;
        }
        let (rule, document) = (work.rule(number), Some(document));
        let case = Case { number, rule, file: &file, via, document, began: since, view: &view };
        for test in tests.into_iter().filter(|_| has_values && work.slice.is_none()) {
            named::note_test(&mut work.record.outcome.notes.comparisons, &work.checker.rules, &case, test);
        }
        match yielded {
            Yield::List(ids) => {
                let verdicts = match stream {
                    Some(stream) => judge::conclude(work, &case, &extraction.values, stream, ids),
                    None => judge::judge(work, &case, &mut extraction.values, ids),
                };
                failed.add(case, verdicts, &extraction.values);
                if failed.are_many() {
                    std::mem::take(&mut failed).report(work, &extraction.values);
                }
            }
            Yield::Limited(pattern) => {
                work.record.count(number).unchecked += 1;
                let field = if via.is_some() { "subxpath" } else { "xpath" };
                let problem = limit_problem(pattern, field, "this file");
                work.record.problem(problem.of_rule(case.rule.name()).in_file(path));
                work.note_nothing(path, number, via, since);
            }
            Yield::Special => {}
        }
    }
    failed.report(work, &extraction.values);
}

/// Creates the judge for the rules that judge while the file is read: none if steps list all values.
fn create_judge<'w, 's>(
    work: &BatchWork<'w>,
    path: &'s str,
    requests: &[SelectedRule<'_>],
    is_streamed: &[bool],
) -> RuleJudge<'s>
where
    'w: 's,
{
    let is_streamed = is_streamed.iter().map(|is_streamed| *is_streamed && !work.record.is_traced());
    let rules =
        requests.iter().zip(is_streamed).map(|(&(number, _), is_streamed)| is_streamed.then(|| work.rule(number)));
    RuleJudge::new((path, work.slices()), rules, Rc::clone(&work.worker.store), work.checker.run_clock())
}

/// Reports why a file was not checked.
fn report_unread(work: &mut BatchWork<'_>, path: &str, requests: &[SelectedRule<'_>], unread: UnreadReason) {
    for &(number, _) in requests {
        work.record.count(number).unchecked += 1;
    }
    match unread {
        UnreadReason::Malformed(problem) => work.record.problem(problem),
        UnreadReason::Unusable(Unusable::NoReader(reason)) => {
            let rules = match requests {
                [(number, _)] => format!("the rule `{}` needs one", work.rule(*number).name()),
                requests => format!("{} rules need one", requests.len()),
            };
            let problem = Problem::new(IssueCode::NoReader, format!("{}; {rules}", reason.message)).in_file(path);
            work.record.problem(with_via(problem.help(reason.help), requests[0].1));
        }
        UnreadReason::Unusable(unusable) => work.unusable(path, unusable),
        UnreadReason::Source(error) if requests[0].1.is_some() => {
            for &(number, via) in requests {
                let code = if error == SourceError::NotFound { IssueCode::FileMissing } else { error.code() };
                let problem = Problem::new(code, error.to_string()).of_rule(work.rule(number).name()).in_file(path);
                work.record.problem(with_via(problem, via));
            }
        }
        UnreadReason::Source(error) => work.record.problem(unreadable(path, &error)),
    }
    for &(number, via) in requests {
        work.note_nothing(path, number, via, None);
    }
}

/// The reason why the values of a file cannot be read.
enum UnreadReason {
    Source(SourceError),
    Unusable(Unusable),
    Malformed(Problem),
}
