//! Does the jobs of one batch: reads its files, and extracts the values that rules need from each in one pass.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::archive::look_into;
use super::batch::{Batch, Job, Outcome, Task};
use super::file::{File, fact_problem, unreadable, unusable_problem};
use super::input::Input;
use super::judge::{self, Case};
use super::plans::PlanKey;
use super::recorder::Recorder;
use super::scene::{self, FileContext};
use super::sieve::{Sieve, StreamState};
use super::times::MeasuredStep;
use super::wants::{Want, Wants, extraction_of};
use super::worker::Worker;
use super::{Checker, collect, entries, named, near, reading, remark, virtual_file};
use crate::extract::{Negated, Values, Yield};
use crate::format::{Document, Fact, FactError, Needs as FactNeeds, NoDocument, Special, Unusable};
use crate::report::{Problem, StepKind, Via};
use crate::rule::Rule;
use crate::source::{Source, SourceError};
use crate::step::limit_problem;
use crate::system::Needs;
use crate::text::{IssueCode, Span};

/// The number of times that a file is read again without the rules that hold too much of it.
const MAX_ATTEMPTS: u32 = 8;

/// The work on one batch.
pub(super) struct BatchWork<'w> {
    pub checker: &'w Checker,
    pub worker: &'w mut Worker,
    pub input: Input,
    pub record: Recorder<'w>,
    /// The documents of findings whose comments were looked at.
    heeded: FxHashSet<String>,
}

/// Does the jobs of a batch.
pub(super) fn run(checker: &Checker, worker: &mut Worker, source: Rc<dyn Source>, batch: &Batch) -> Outcome {
    worker.citations.forget_unread();
    if batch.remembered.is_some() {
        worker.forget();
    }
    worker.archives.limit(checker.packages.get().zip);
    let mut input = Input::new(source, &worker.archives, &checker.formats);
    if batch.in_parts {
        input.sum_up();
    }
    let record = Recorder::new(&checker.rules, checker.measured(), batch.traced);
    let work = BatchWork { checker, worker, input, record, heeded: FxHashSet::default() };
    work.run(batch)
}

impl<'w> BatchWork<'w> {
    fn run(mut self, batch: &'w Batch) -> Outcome {
        let rules = &self.checker.rules;
        let wants: Vec<Wants<'_>> = batch.selections.iter().map(|numbers| Wants::of_rules(rules, numbers)).collect();
        // Of each set of rules, how many files it is for: each of its rules counts them at once.
        let mut files = vec![0; wants.len()];
        for (place, Task { path, job, virtual_file }) in batch.tasks.iter().enumerate() {
            self.input.set_virtual_file(virtual_file.as_ref());
            let is_own = virtual_file.is_none() && matches!(job, Job::Check(_) | Job::Lead(_));
            self.record.begin(is_own.then_some((path, place)));
            if self.input.is_summed() {
                self.input.listen(self.is_shared(batch, job));
            }
            match job {
                Job::Open => look_into(&mut self, path),
                Job::Load { system, files, needs, .. } => self.load(*system, files, *needs),
                Job::Index { index, extracted, lines } => collect::index(&mut self, path, *index, extracted, lines),
                Job::Check(selection) => {
                    files[selection.place()] += 1;
                    self.check(path, &wants[selection.place()]);
                }
                Job::Lead(selection) => self.lead(path, &wants[selection.place()]),
                Job::Cited(wants) => self.check(path, &Wants::of_cited(rules, wants)),
                Job::Near(asked) => {
                    self.record.outcome.notes.near.extend(near::misses(self.checker, &self.input.source, path, asked));
                }
            }
        }
        for (rules, files) in batch.selections.iter().zip(files) {
            for &rule in rules {
                self.record.count(rule).files += files;
            }
        }
        scene::clear(rules);
        let mut outcome = self.record.finish();
        if !outcome.read.own.sizes.is_empty() {
            outcome.read.own.first.clone_from(&batch.tasks[0].path);
        }
        outcome.read.sums.extend(self.input.take_sums());
        outcome.files = batch.tasks.len();
        outcome.notes.untried = self.worker.overruns.take_untried();
        outcome
    }

    /// Makes the virtual files of a system.
    fn load(&mut self, system: usize, files: &[String], needs: Needs) {
        let Some(loaded) = virtual_file::load(self.checker, &self.input.source, system, files, needs) else { return };
        let outcome = &mut self.record.outcome;
        outcome.next.virtual_files.extend(loaded.files);
        outcome.diagnostics.extend(loaded.diagnostics);
        outcome.read.others.extend(loaded.read);
        if let Some(part) = loaded.part {
            outcome.collected.parts.add(system, part);
        }
    }

    /// Returns true if every part of a run reads the file of a job: for the collections, or to follow its values.
    fn is_shared(&self, batch: &Batch, job: &Job) -> bool {
        match job {
            Job::Load { .. } | Job::Index { .. } | Job::Lead(_) => true,
            Job::Check(selection) => batch.rules(*selection).iter().any(|&number| self.rule(number).sub().is_some()),
            Job::Open | Job::Cited(_) | Job::Near(_) => false,
        }
    }

    /// Collects the files that values of rules name. Problems, and counts of unchecked files, are kept only if no other
    /// part of the run reports them; findings are dropped.
    fn lead(&mut self, path: &str, wants: &Wants<'_>) {
        let before = self.record.set_aside();
        self.check(path, wants);
        // A part of a run is summed up with the others.
        self.record.keep_citations(before, !self.input.is_summed());
    }

    fn rule(&self, number: u32) -> &'w Rule {
        &self.checker.rules.rules()[number as usize]
    }

    /// Checks one file by the rules that want it, or were led to it.
    fn check(&mut self, path: &str, wants: &Wants<'_>) {
        let before = self.record.outcome.findings.mark();
        self.record.begin_check();
        self.check_facts(path, &wants.facts);
        if !wants.entries.is_empty() {
            entries::check(self, path, &wants.entries);
        }
        let has_trees = !wants.trees.is_empty();
        if has_trees {
            self.check_tree(path, wants);
        }
        self.take_remarks(before, has_trees.then_some(path));
        self.record.end_check(path);
    }

    /// Collects the comments that address the checker in the documents of all findings since `mark`, except the one at
    /// `read`, whose comments have been collected. These are documents whose entries or facts rules looked at, and those
    /// that set a definition.
    fn take_remarks(&mut self, mark: usize, read: Option<&str>) {
        let paths = self.record.outcome.findings.paths_since(mark);
        let others = paths.into_iter().filter(|path| Some(*path) != read && remark::may_be_in(path));
        let paths: Vec<String> = others.map(str::to_owned).filter(|path| self.heeded.insert(path.clone())).collect();
        if paths.is_empty() {
            return;
        }
        let found = remark::of_files(paths.iter().map(String::as_str), &self.checker.formats, &self.input.source);
        self.record.outcome.notes.remarks.extend(found);
    }

    fn check_facts(&mut self, path: &str, wants: &[Want<'_>]) {
        let mut known: Vec<(Special, Result<Fact, FactError>)> = Vec::new();
        let view = FileContext::default();
        for &(number, via) in wants {
            let (rule, began) = (self.rule(number), self.record.now());
            let Some(special) = extraction_of(rule, via).special() else { continue };
            if !known.iter().any(|(known, _)| *known == special) {
                known.push((special, self.checked_fact(special, path, via.is_some())));
            }
            let Some((_, fact)) = known.iter().find(|(known, _)| *known == special) else { continue };
            match fact {
                Ok(fact) => {
                    let file = File::new(path, "").made_of(self.input.origins.as_ref());
                    let mut values = Values::new();
                    let id = match fact {
                        Fact::Text(text) => values.text(text, Span::at(0)),
                        Fact::Number(number) => values.number(&number.to_string(), Span::at(0)),
                    };
                    let case = Case { number, rule, file: &file, via, document: None, began, view: &view };
                    judge::judge(self, &case, &mut values, &[id]);
                }
                Err(error) => {
                    let problem = fact_problem(path, error);
                    // Of the file, unless only one rule was led to it.
                    let problem = if via.is_some() { led_here(problem.of_rule(rule.name()), via) } else { problem };
                    self.record.count(number).unchecked += 1;
                    self.record.problem(problem);
                    self.note_nothing(path, number, via, began);
                }
            }
        }
    }

    /// A fact about a file; one that a value only named has to exist, even when the fact can be told without it.
    fn checked_fact(&mut self, special: Special, path: &str, cited: bool) -> Result<Fact, FactError> {
        if cited && special.needs() == FactNeeds::Path {
            self.input.source.size(path)?;
        }
        self.input.fact(special, path, &mut self.record)
    }

    fn check_tree(&mut self, path: &str, Wants { trees: wants, sifts, key, .. }: &Wants<'_>) {
        let document = match self.input.open(path, &mut self.record) {
            Ok(document) => document,
            Err(NoDocument::Source(error)) => return self.unread(path, wants, Unread::Source(error)),
            Err(NoDocument::Unusable { reason, .. }) => return self.unread(path, wants, Unread::Unusable(reason)),
        };
        self.check_document(&document, path, (wants, sifts, key), MAX_ATTEMPTS);
    }

    /// Checks a document by rules. If some of them hold too much of it, they get a problem, and the other rules are
    /// tried again, at most `attempts` times.
    fn check_document(
        &mut self,
        document: &Document,
        path: &str,
        (wants, sifts, key): (&[Want<'_>], &[bool], &PlanKey),
        attempts: u32,
    ) {
        let since = self.record.now();
        let file = File::of(path, document).made_of(self.input.origins.as_ref());
        let xpaths = wants.iter().map(|(number, via)| extraction_of(self.rule(*number), *via));
        let mut sieve = self.sieve(path, wants, sifts);
        let mut extraction = match self.checker.plans.run(key, xpaths, document, &mut sieve) {
            Ok(extraction) => extraction,
            Err(fault) => {
                let problem = file.malformed(fault);
                let holders = self.checker.plans.holders(key);
                if holders.is_empty() || holders.len() == wants.len() || attempts == 0 {
                    return self.unread(path, wants, Unread::Malformed(problem));
                }
                for &place in &holders {
                    let (number, via) = wants[place];
                    let problem = problem.clone().of_rule(self.rule(number).name());
                    self.unread(path, &[(number, via)], Unread::Malformed(problem));
                }
                let others: Vec<usize> = (0..wants.len()).filter(|place| !holders.contains(place)).collect();
                let some = others.iter().map(|&place| wants[place]).collect::<Vec<_>>();
                let sifts = others.iter().map(|&place| sifts[place]).collect::<Vec<_>>();
                return self.check_document(document, path, (&some, &sifts, &key.of(&others)), attempts - 1);
            }
        };
        let sifted = sieve.into_rules();
        self.record.spent(MeasuredStep::Extract, None, since);
        self.record.took(MeasuredStep::Extract, None, -sifted.iter().flatten().map(StreamState::spent).sum::<f64>());
        let notes = std::mem::take(&mut extraction.notes);
        if notes.has_remarks {
            self.record.outcome.notes.remarks.extend(remark::of_document(&file, document));
        }
        reading::report(&file, notes, &mut self.record);
        let view = FileContext::of(document);
        let mut negated = extraction.negated.iter().peekable();
        for (xpath, ((&(number, via), yielded), sifted)) in wants.iter().zip(&extraction.yields).zip(sifted).enumerate()
        {
            let tests: Vec<Negated> =
                std::iter::from_fn(|| negated.next_if(|negated| negated.xpath == xpath).copied()).collect();
            if sifted.as_ref().is_some_and(StreamState::is_idle) && matches!(yielded, Yield::List(_)) && since.is_none()
            {
                continue;
            }
            let (rule, document) = (self.rule(number), Some(document));
            let case = Case { number, rule, file: &file, via, document, began: since, view: &view };
            let has_values = match (&sifted, yielded) {
                (Some(sifted), _) => sifted.extracted > 0,
                (None, Yield::List(ids)) => !ids.is_empty(),
                (None, Yield::Limited(_) | Yield::Special) => false,
            };
            for test in tests.into_iter().filter(|_| has_values) {
                named::note_test(&mut self.record.outcome.notes.comparisons, &self.checker.rules, &case, test);
            }
            match yielded {
                Yield::List(ids) => match sifted {
                    Some(sifted) => judge::conclude(self, &case, &extraction.values, sifted, ids),
                    None => judge::judge(self, &case, &mut extraction.values, ids),
                },
                Yield::Limited(pattern) => {
                    self.record.count(number).unchecked += 1;
                    let field = if via.is_some() { "subxpath" } else { "xpath" };
                    let problem = limit_problem(pattern, field, "this file");
                    self.record.problem(problem.of_rule(case.rule.name()).in_file(path));
                    self.note_nothing(path, number, via, since);
                }
                Yield::Special => {}
            }
        }
    }

    /// A sieve of the rules that can judge while the file is read. Where every step is noted, none does: a step tells
    /// of all its values.
    fn sieve<'s>(&self, path: &'s str, wants: &[Want<'_>], sifts: &[bool]) -> Sieve<'s>
    where
        'w: 's,
    {
        let sifts = sifts.iter().map(|sifts| *sifts && !self.record.is_traced());
        let rules = wants.iter().zip(sifts).map(|(&(number, _), sifts)| sifts.then(|| self.rule(number)));
        Sieve::new(path, rules, Rc::clone(&self.worker.store), self.checker.measured())
    }

    /// Reports why a file was not checked.
    fn unread(&mut self, path: &str, wants: &[Want<'_>], unread: Unread) {
        for &(number, _) in wants {
            self.record.count(number).unchecked += 1;
        }
        match unread {
            Unread::Malformed(problem) => self.record.problem(problem),
            Unread::Unusable(Unusable::NoReader(reason)) => {
                let rules = match wants {
                    [(number, _)] => format!("the rule `{}` needs one", self.rule(*number).name()),
                    wants => format!("{} rules need one", wants.len()),
                };
                let problem = Problem::new(IssueCode::NoReader, format!("{}; {rules}", reason.message)).in_file(path);
                self.record.problem(led_here(problem.help(reason.help), wants[0].1));
            }
            Unread::Unusable(unusable) => self.unusable(path, unusable),
            Unread::Source(error) if wants[0].1.is_some() => {
                for &(number, via) in wants {
                    let code = if error == SourceError::NotFound { IssueCode::FileMissing } else { error.code() };
                    let problem = Problem::new(code, error.to_string()).of_rule(self.rule(number).name()).in_file(path);
                    self.record.problem(led_here(problem, via));
                }
            }
            Unread::Source(error) => self.record.problem(unreadable(path, &error)),
        }
        for &(number, via) in wants {
            self.note_nothing(path, number, via, None);
        }
    }

    /// Reports why the bytes of a file are not a document. A file that Unity writes in binary is valid, so it only gets
    /// a warning.
    pub fn unusable(&mut self, path: &str, unusable: Unusable) {
        let is_right = matches!(&unusable, Unusable::Undecodable(undecodable) if undecodable.is_unity());
        let problem = unusable_problem(path, unusable);
        if is_right {
            self.record.warning(problem);
        } else {
            self.record.problem(problem);
        }
    }

    /// Notes that nothing could be extracted from a file, which has been told.
    pub fn note_nothing(&mut self, path: &str, number: u32, via: Option<&Via>, began: Option<f64>) {
        let (rule, file) = (self.rule(number), &File::new(path, ""));
        let kind = if via.is_some() { StepKind::Subxpath } else { StepKind::Xpath };
        let case = Case { number, rule, file, via, document: None, began, view: &FileContext::default() };
        self.record.note(kind, &case, &Values::new(), began, |note| note.extracted(&[]));
    }
}

/// The reason why the values of a file cannot be read.
enum Unread {
    Source(SourceError),
    Unusable(Unusable),
    Malformed(Problem),
}

/// Says which value led to the file that a problem is about.
pub(super) fn led_here(problem: Problem, via: Option<&Via>) -> Problem {
    let Some(via) = via else { return problem };
    let message = format!("{}; it is named in `{}` on line {}", problem.message, via.path, via.region.start.line);
    Problem { message, ..problem }
}
