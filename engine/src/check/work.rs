//! The work on one batch: files are read, and what is wanted of each is extracted in one pass.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::Checker;
use super::batch::{Batch, Counts, Job, Outcome, Task};
use super::file::{File, fact_problem, unreadable, unusable_problem};
use super::finding_limit::FindingLimit;
use super::judge::Case;
use super::plans::PlanKey;
use super::scene::View;
use super::sieve::{Sieve, Sifted};
use super::summed::Summed;
use super::times::Step;
use super::virtual_file::Origins;
use super::wants::{Want, Wants, extraction_of};
use super::worker::Worker;
use crate::extract::{Negated, Values, Yield};
use crate::format::{Document, Fact, FactError, Needs, NoDocument, Special, Unusable, fact};
use crate::report::{Problem, StepKind, Via};
use crate::rule::Rule;
use crate::source::{Counted, Source, SourceError};
use crate::step::limit_problem;
use crate::text::{IssueCode, Span};
use crate::zip::Inside;

/// The number of times that a file is read again without the rules that hold too much of it.
const MAX_ATTEMPTS: u32 = 8;

/// One batch at work.
pub(super) struct Work<'w> {
    pub checker: &'w Checker,
    pub worker: &'w mut Worker,
    pub source: Rc<dyn Source>,
    /// The source without the files in archives.
    files: Rc<dyn Source>,
    pub outcome: Outcome,
    /// The origins of the parts of the current file, when it is a virtual file.
    pub origins: Option<Origins>,
    /// The file that a part was from last.
    pub last_origin: Rc<RefCell<Option<(String, String)>>>,
    /// Documents whose comments were looked at for their own sake.
    pub heeded: FxHashSet<String>,
    /// Records the contents of files, when other parts of the run read them, too.
    pub summed: Option<Rc<Summed>>,
    /// By rule.
    counts: Vec<Counts>,
    /// The file at hand and its place in the batch, when it is one that the batch is to check.
    own: Option<(&'w str, usize)>,
    pub room: FindingLimit,
    /// The rules that were warned of because a message of theirs is cut, by number.
    pub cut: FxHashSet<u32>,
    /// How many of the problems the steps that were noted have told; `None` when none is noted.
    pub said: Option<usize>,
}

impl<'w> Work<'w> {
    pub fn new(checker: &'w Checker, worker: &'w mut Worker, source: Rc<dyn Source>) -> Self {
        worker.archives.limit(checker.packages.get().zip);
        let files = source;
        let source: Rc<dyn Source> = Rc::new(Inside::new(Rc::clone(&files), Rc::clone(&worker.archives)));
        Self {
            checker,
            worker,
            source,
            files,
            outcome: Outcome::default(),
            origins: None,
            last_origin: Rc::default(),
            heeded: FxHashSet::default(),
            summed: None,
            counts: Vec::new(),
            own: None,
            room: FindingLimit::default(),
            cut: FxHashSet::default(),
            said: None,
        }
    }

    pub fn run(mut self, batch: &'w Batch) -> Outcome {
        self.said = batch.traced.then_some(0);
        self.worker.citations.forget_unread();
        if batch.remembered.is_some() {
            self.worker.forget();
            self.worker.archives.limit(self.checker.packages.get().zip);
            self.source = Rc::new(Inside::new(Rc::clone(&self.files), Rc::clone(&self.worker.archives)));
        }
        if batch.in_parts {
            let summed = Rc::new(Summed::new(Rc::clone(&self.source)));
            self.source = Rc::<Summed>::clone(&summed);
            self.summed = Some(summed);
        }
        let wants: Vec<Wants<'_>> =
            batch.selections.iter().map(|numbers| Wants::of_rules(&self.checker.rules, numbers)).collect();
        // Of each set of rules, how many files it is for: each of its rules counts them at once.
        let mut files = vec![0; wants.len()];
        for (place, Task { path, job, virtual_file }) in batch.tasks.iter().enumerate() {
            self.show_virtual_file(virtual_file.as_ref());
            let is_own = virtual_file.is_none() && matches!(job, Job::Check(_) | Job::Lead(_));
            self.own = is_own.then_some((path, place));
            if let Some(summed) = &self.summed {
                summed.listen(self.is_shared(batch, job));
            }
            match job {
                Job::Open => self.look_into(path),
                Job::Load { system, files, needs, .. } => self.load_virtual_files(*system, files, *needs),
                Job::Index { index, extracted, lines } => self.index(path, *index, extracted, lines),
                Job::Check(selection) => {
                    files[selection.place()] += 1;
                    self.check(path, &wants[selection.place()]);
                }
                Job::Lead(selection) => self.lead(path, &wants[selection.place()]),
                Job::Cited(wants) => self.check(path, &Wants::of_cited(&self.checker.rules, wants)),
                Job::Near(asked) => self.look_near(path, asked),
            }
        }
        self.outcome.diagnostics.warnings.extend(self.checker.rules.host().take_warnings());
        for (rules, files) in batch.selections.iter().zip(files) {
            for &rule in rules {
                self.count(rule).files += files;
            }
        }
        self.show_virtual_file(None);
        self.own = None;
        self.close();
        if !self.outcome.own.sizes.is_empty() {
            self.outcome.own.first.clone_from(&batch.tasks[0].path);
        }
        self.outcome.sums.extend(self.summed.iter().flat_map(|summed| summed.take_sums()));
        self.outcome.files = batch.tasks.len();
        self.outcome.counts = (0..).zip(self.counts).filter(|(_, counts)| *counts != Counts::default()).collect();
        self.outcome.untried = self.worker.overruns.take_untried();
        self.outcome
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
        let (outcome, counts) = (std::mem::take(&mut self.outcome), std::mem::take(&mut self.counts));
        self.check(path, wants);
        let led = std::mem::replace(&mut self.outcome, outcome);
        self.outcome.citations.extend(led.citations);
        let led_counts = std::mem::replace(&mut self.counts, counts);
        // A part of a run is summed up with the others.
        if self.summed.is_none() {
            self.outcome.diagnostics.problems.extend(led.diagnostics.problems);
            for (rule, led) in (0..).zip(led_counts) {
                self.count(rule).unchecked += led.unchecked;
            }
        }
    }

    pub fn count(&mut self, rule: u32) -> &mut Counts {
        let at = rule as usize;
        if at >= self.counts.len() {
            self.counts.resize(self.checker.rules.rules().len().max(at + 1), Counts::default());
        }
        &mut self.counts[at]
    }

    fn rule(&self, number: u32) -> &'w Rule {
        &self.checker.rules.rules()[number as usize]
    }

    pub fn problem(&mut self, problem: Problem) {
        self.outcome.diagnostics.problems.push(problem);
    }

    /// Returns the time, when it is measured.
    pub fn now(&self) -> Option<f64> {
        self.checker.measured().map(|clock| clock())
    }

    /// Notes what has been spent on a step, for one rule or for all, since [`Work::now`] was asked.
    pub fn spent(&mut self, step: Step, rule: Option<u32>, since: Option<f64>) {
        if let (Some(since), Some(now)) = (since, self.now()) {
            self.took(step, rule, now - since);
        }
    }

    /// Adds milliseconds to a step, when they are measured.
    pub fn took(&mut self, step: Step, rule: Option<u32>, milliseconds: f64) {
        if self.checker.measured().is_some() {
            self.outcome.times.get_or_insert_default().add(step, rule, milliseconds);
        }
    }

    pub fn read(&mut self, path: &str) -> Result<Vec<u8>, SourceError> {
        let since = self.now();
        let bytes = self.source.read(path)?;
        self.spent(Step::Read, None, since);
        self.note_read(path, bytes.len() as u64);
        Ok(bytes)
    }

    /// Notes the number of bytes of a file that were read. Virtual files are not counted.
    pub fn note_read(&mut self, path: &str, bytes: u64) {
        if self.origins.is_some() {
            return;
        }
        match self.own {
            Some((own, place)) if own == path => self.outcome.own.note(place, bytes),
            _ => self.outcome.read.push((path.to_owned(), bytes)),
        }
    }

    /// The document in a file: read, or ready to be read part by part.
    pub fn open(&mut self, path: &str) -> Result<Document, NoDocument> {
        let since = self.now();
        let opened = Document::open_by(&self.checker.formats, path, &self.source);
        self.spent(Step::Read, None, since);
        let size = match &opened {
            Ok(document) => document.size(),
            Err(NoDocument::Unusable { size, .. }) => *size,
            Err(NoDocument::Source(_)) => return opened,
        };
        self.note_read(path, size);
        opened
    }

    /// Checks one file by the rules that want it, or were led to it.
    fn check(&mut self, path: &str, wants: &Wants<'_>) {
        let before = self.outcome.findings.mark();
        self.room.begin(&self.outcome.findings, self.checker.rules.host().limits().findings);
        self.check_facts(path, &wants.facts);
        if !wants.entries.is_empty() {
            self.check_entries(path, &wants.entries);
        }
        let has_trees = !wants.trees.is_empty();
        if has_trees {
            self.check_tree(path, wants);
        }
        self.take_remarks_from(before, has_trees.then_some(path));
        for (number, count) in self.room.take_left_out() {
            self.count(number).unchecked += 1;
            self.problem(FindingLimit::problem(path, count).of_rule(self.rule(number).name()));
        }
    }

    fn check_facts(&mut self, path: &str, wants: &[Want<'_>]) {
        let mut known: Vec<(Special, Result<Fact, FactError>)> = Vec::new();
        let view = View::default();
        for &(number, via) in wants {
            let (rule, began) = (self.rule(number), self.now());
            let Some(special) = extraction_of(rule, via).special() else { continue };
            if !known.iter().any(|(known, _)| *known == special) {
                known.push((special, self.checked_fact(special, path, via.is_some())));
            }
            let Some((_, fact)) = known.iter().find(|(known, _)| *known == special) else { continue };
            match fact {
                Ok(fact) => {
                    let file = File::new(path, "").made_of(self.origins.as_ref());
                    let mut values = Values::new();
                    let id = match fact {
                        Fact::Text(text) => values.text(text, Span::at(0)),
                        Fact::Number(number) => values.number(&number.to_string(), Span::at(0)),
                    };
                    let case = Case { number, rule, file: &file, via, document: None, began, view: &view };
                    self.judge(&case, &mut values, &[id]);
                }
                Err(error) => {
                    let problem = fact_problem(path, error);
                    // Of the file, unless only one rule was led to it.
                    let problem = if via.is_some() { led_here(problem.of_rule(rule.name()), via) } else { problem };
                    self.count(number).unchecked += 1;
                    self.problem(problem);
                    self.note_nothing(path, number, via, began);
                }
            }
        }
    }

    /// A fact about a file; one that a value only named has to exist, even when the fact can be told without it.
    fn checked_fact(&mut self, special: Special, path: &str, cited: bool) -> Result<Fact, FactError> {
        if cited && special.needs() == Needs::Path {
            self.source.size(path)?;
        }
        self.fact(special, path)
    }

    /// A fact about a file. What it takes of the file counts as read.
    pub fn fact(&mut self, special: Special, path: &str) -> Result<Fact, FactError> {
        let counted = Counted::new(&*self.source);
        let fact = fact(special, path, &counted);
        if let Some(bytes) = counted.read() {
            self.note_read(path, bytes);
        }
        fact
    }

    fn check_tree(&mut self, path: &str, Wants { trees: wants, sifts, key, .. }: &Wants<'_>) {
        let document = match self.open(path) {
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
        let since = self.now();
        let file = File::of(path, document).made_of(self.origins.as_ref());
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
        self.spent(Step::Extract, None, since);
        self.took(Step::Extract, None, -sifted.iter().flatten().map(Sifted::spent).sum::<f64>());
        let notes = std::mem::take(&mut extraction.notes);
        if notes.has_remarks {
            self.take_remarks(&file, document);
        }
        self.note_reading(&file, notes);
        let view = View::of(document);
        let mut negated = extraction.negated.iter().peekable();
        for (xpath, ((&(number, via), yielded), sifted)) in wants.iter().zip(&extraction.yields).zip(sifted).enumerate()
        {
            let tests: Vec<Negated> =
                std::iter::from_fn(|| negated.next_if(|negated| negated.xpath == xpath).copied()).collect();
            if sifted.as_ref().is_some_and(Sifted::is_idle) && matches!(yielded, Yield::List(_)) && since.is_none() {
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
                self.note_test(&case, test);
            }
            match yielded {
                Yield::List(ids) => match sifted {
                    Some(sifted) => self.conclude(&case, &extraction.values, sifted, ids),
                    None => self.judge(&case, &mut extraction.values, ids),
                },
                Yield::Limited(pattern) => {
                    self.count(number).unchecked += 1;
                    let field = if via.is_some() { "subxpath" } else { "xpath" };
                    let problem = limit_problem(pattern, field, "this file");
                    self.problem(problem.of_rule(case.rule.name()).in_file(path));
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
        let sifts = sifts.iter().map(|sifts| *sifts && self.said.is_none());
        let rules = wants.iter().zip(sifts).map(|(&(number, _), sifts)| sifts.then(|| self.rule(number)));
        Sieve::new(path, rules, Rc::clone(&self.worker.store), self.checker.measured())
    }

    /// Reports why a file was not checked.
    fn unread(&mut self, path: &str, wants: &[Want<'_>], unread: Unread) {
        for &(number, _) in wants {
            self.count(number).unchecked += 1;
        }
        match unread {
            Unread::Malformed(problem) => self.problem(problem),
            Unread::Unusable(Unusable::NoReader(reason)) => {
                let rules = match wants {
                    [(number, _)] => format!("the rule `{}` needs one", self.rule(*number).name()),
                    wants => format!("{} rules need one", wants.len()),
                };
                let problem = Problem::new(IssueCode::NoReader, format!("{}; {rules}", reason.message)).in_file(path);
                self.problem(led_here(problem.help(reason.help), wants[0].1));
            }
            Unread::Unusable(unusable) => self.unusable(path, unusable),
            Unread::Source(error) if wants[0].1.is_some() => {
                for &(number, via) in wants {
                    let code = if error == SourceError::NotFound { IssueCode::FileMissing } else { error.code() };
                    let problem = Problem::new(code, error.to_string()).of_rule(self.rule(number).name()).in_file(path);
                    self.problem(led_here(problem, via));
                }
            }
            Unread::Source(error) => self.problem(unreadable(path, &error)),
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
            self.outcome.diagnostics.warnings.push(problem);
        } else {
            self.problem(problem);
        }
    }

    /// Notes that nothing could be extracted from a file, which has been told.
    pub fn note_nothing(&mut self, path: &str, number: u32, via: Option<&Via>, began: Option<f64>) {
        let (rule, file) = (self.rule(number), &File::new(path, ""));
        let kind = if via.is_some() { StepKind::Subxpath } else { StepKind::Xpath };
        let case = Case { number, rule, file, via, document: None, began, view: &View::default() };
        self.note(kind, &case, &Values::new(), began, |note| note.extracted(&[]));
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
