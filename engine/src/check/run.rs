//! The coordinator: which file is read when, by which rules, and what becomes of the answers.
//!
//! A run has five stages. Archives are looked into first, if there are any; definitions are loaded, if a rule looks at them;
//! collections are built, if any rule names one; then every file that a rule wants is checked; then the files that values of
//! rules with `subxpath` named. The batches of one stage can be worked on anywhere, in any order: what they yield is put in
//! order at the end.

mod learn;
mod published;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use self::published::Made;
use super::batch::{Batch, Citation, Counts, Job, Outcome, Target, Task};
use super::knowledge::Knowledge;
use super::overrun::GivenUp;
use super::select::{limit_problem, list_limit_problem};
use super::times::Times;
use super::trace::Traced;
use super::{Checker, Worker};
use crate::format::Format;
use crate::report::{
    About, Diagnostics, Finding, Problem, RULE_NO_FILE, Report, RuleStats, Severity, Stats, Trace, Value, Via,
};
use crate::rule::{Collection, Files, Origin, Rule};
use crate::source::{Twins, normalize, twin_difference, zip};
use crate::store::{Demand, List, ListId, Store};
use crate::system::definition::Published;
use crate::text::sort_by;

/// A stage is cut into so many batches for each worker, so that none waits long for the last.
const BATCHES_A_PART: usize = 8;
/// No batch has more files, so that progress shows.
const MAX_BATCH: usize = 256;

/// One run of a checker over the files of a source.
pub struct Run {
    paths: Vec<String>,
    /// The paths of files in archives, until all archives have been looked into.
    members: Vec<String>,
    next: Stage,
    /// What the patterns of rules and own collections want of each path, by its number.
    wanted: Vec<super::select::Wanted>,
    knowledge: Knowledge,
    /// Whether there is something to know.
    informed: bool,
    /// Made when a host asks for them: a run on one thread hands the knowledge itself to its worker.
    knowledge_bytes: OnceCell<Vec<u8>>,
    /// Parts of own collections, by file.
    lists: Vec<(u32, String, List)>,
    broken_lists: FxHashSet<u32>,
    citations: Vec<Citation>,
    findings: Vec<Finding>,
    diagnostics: Diagnostics,
    counts: Vec<Counts>,
    given_up: GivenUp,
    read: FxHashMap<String, u64>,
    progress: Progress,
    times: Times,
    /// When the run began, when that is measured.
    began: Option<f64>,
    /// What it is restricted to, when it is traced.
    traced: Option<Traced>,
    /// Files that stand in no folder: as they came, and by path.
    published: Vec<Published>,
    made: Vec<Made>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    /// Files of the stage at hand that are done.
    pub done: usize,
    /// Files of the stage at hand.
    pub total: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    Open,
    Define,
    Index,
    Check,
    Cited,
    Done,
}

impl Run {
    pub(super) fn new(checker: &Checker, mut paths: Vec<String>, traced: Option<Traced>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let mut run = Self {
            members: Vec::new(),
            wanted: Vec::new(),
            next: Stage::Open,
            published: Vec::new(),
            made: Vec::new(),
            knowledge: Knowledge::default(),
            informed: false,
            knowledge_bytes: OnceCell::new(),
            lists: Vec::new(),
            broken_lists: FxHashSet::default(),
            citations: Vec::new(),
            findings: Vec::new(),
            diagnostics: Diagnostics::default(),
            counts: vec![Counts::default(); checker.rules().rules().len()],
            given_up: GivenUp::default(),
            read: FxHashMap::default(),
            progress: Progress::default(),
            times: Times::default(),
            began: checker.measured().map(|clock| clock()),
            paths,
            traced,
        };
        if !run.paths.iter().any(|path| zip::is_archive(path)) {
            run.next = Stage::Define;
            run.select(checker);
        }
        run
    }

    /// Searches all paths for the patterns of all rules.
    fn select(&mut self, checker: &Checker) {
        let mut search = checker.selector().search();
        let mut limited: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        let mut limited_lists: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, path) in self.paths.iter().enumerate() {
            let (mut wanted, mut unsure) = search.wanted(path);
            if let Some(traced) = &self.traced {
                traced.restrict(checker.rules(), path, &mut wanted, &mut unsure);
            }
            self.wanted.push(wanted);
            for rule in unsure.rules {
                limited.entry(rule).or_insert((number, 0)).1 += 1;
            }
            for list in unsure.lists {
                limited_lists.entry(list).or_insert(number);
            }
        }
        for (rule, (first, count)) in limited {
            let name = checker.rules().rules()[rule as usize].name();
            self.diagnostics.problems.push(limit_problem(name, &self.paths[first], count));
            self.counts[rule as usize].files += count as u64;
            self.counts[rule as usize].unchecked += count as u64;
        }
        for (list, first) in limited_lists {
            self.broken_lists.insert(list);
            let of = &checker.rules().collections()[list as usize];
            let problem = list_limit_problem(of.name(), "rpath", &self.paths[first]);
            self.diagnostics.problems.push(checker.rules().collection_site(of).mark(problem));
        }
    }

    /// The batches of the next stage, for about `parts` workers; `None` when all is done.
    ///
    /// All batches of a stage have to be absorbed (or told crashed) before the next one is asked for.
    pub fn batches(&mut self, checker: &Checker, parts: usize) -> Option<Vec<Batch>> {
        loop {
            let tasks = match self.next {
                Stage::Open => {
                    self.next = Stage::Define;
                    self.open_tasks()
                }
                Stage::Define => {
                    self.next = Stage::Index;
                    self.take_members(checker);
                    self.define_tasks(checker)
                }
                Stage::Index => {
                    self.absorb_published(checker);
                    self.next = Stage::Check;
                    self.index_tasks(checker)
                }
                Stage::Check => {
                    self.next = Stage::Cited;
                    let store = self.learn(checker);
                    self.check_tasks(checker, store.as_ref())
                }
                Stage::Cited => {
                    self.next = Stage::Done;
                    self.cited_tasks(checker)
                }
                Stage::Done => return None,
            };
            if !tasks.is_empty() {
                self.progress = Progress { done: 0, total: tasks.len() };
                let size = tasks.len().div_ceil(parts.max(1) * BATCHES_A_PART).clamp(1, MAX_BATCH);
                let batch = |tasks: &[Task]| Batch {
                    tasks: tasks.to_vec(),
                    archives: self.archives_of(tasks),
                    traced: self.traced.is_some(),
                };
                return Some(tasks.chunks(size).map(batch).collect());
            }
        }
    }

    /// Takes over what came of a batch.
    pub fn absorb(&mut self, outcome: Outcome) {
        self.progress.done += outcome.files;
        self.members.extend(outcome.members);
        self.findings.extend(outcome.findings);
        self.diagnostics.extend(outcome.diagnostics);
        self.knowledge.part.merge(outcome.part);
        self.lists.extend(outcome.lists);
        self.broken_lists.extend(outcome.broken_lists);
        self.citations.extend(outcome.citations);
        self.published.extend(outcome.published);
        for (path, bytes) in outcome.read {
            // A header may have been read for one rule, and the whole file for the next.
            let most = self.read.entry(path).or_default();
            *most = bytes.max(*most);
        }
        if let Some(traced) = &mut self.traced {
            traced.absorb(outcome.steps);
        }
        if let Some(times) = &outcome.times {
            self.times.merge(times);
        }
        for (rule, counts) in outcome.counts {
            self.counts[rule as usize].add(counts);
        }
        self.given_up.add(outcome.untried);
    }

    /// Notes that a worker broke down over a batch, and why: none of its files is checked.
    ///
    /// A batch of one file names the culprit; [`Batch::split`] makes such batches.
    pub fn crashed(&mut self, batch: &Batch, message: &str) {
        self.progress.done += batch.tasks.len();
        for task in &batch.tasks {
            let problem = Problem::new("internal", format!("the checker broke down over this file: {message}"));
            let problem = problem.in_file(task.path.as_str()).help("please report it, with the file and the rules");
            self.diagnostics.problems.push(problem);
            match &task.job {
                Job::Open | Job::Define { .. } | Job::Index { .. } => {}
                Job::Check(rules) => {
                    for &rule in rules {
                        self.counts[rule as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
                    }
                }
                Job::Cited(wants) => {
                    for (rule, _) in wants {
                        self.counts[*rule as usize].unchecked += 1;
                    }
                }
            }
        }
    }

    /// What workers have to know from the second stage on, for [`super::Worker::new`]; empty when it is nothing.
    #[must_use]
    pub fn knowledge(&self) -> &[u8] {
        if self.informed { self.knowledge_bytes.get_or_init(|| self.knowledge.to_bytes()) } else { &[] }
    }

    /// How far the stage at hand is.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// The report.
    #[must_use]
    pub fn finish(mut self, checker: &Checker) -> Report {
        let files_unchecked = std::mem::take(&mut self.given_up).tell(&mut self.diagnostics.problems);
        self.unite_findings();
        self.warn_of_nothing(checker);
        self.name_twins();
        let rules = checker.rules().rules().iter().zip(&self.counts).map(|(rule, counts)| RuleStats {
            files: counts.files,
            unchecked: counts.unchecked,
            values: if rule.sub().is_some() { counts.sub_values } else { counts.values },
            about: about(rule),
            ..RuleStats::new(rule.name().to_owned(), rule.severity())
        });
        let stats = Stats {
            files_seen: self.paths.len() as u64,
            files_unchecked,
            files_read: self.read.len() as u64,
            bytes: self.read.values().sum(),
            values: self.counts.iter().map(|counts| counts.values + counts.sub_values).sum(),
            rules: rules.collect(),
            timings: self.began.zip(checker.measured()).map(|(began, clock)| {
                let times = std::mem::take(&mut self.times);
                times.into_timings(clock() - began, checker.rules())
            }),
        };
        Report::new(self.findings, checker.diagnostics().clone(), self.diagnostics, stats)
    }

    /// The trace of a run that [`Checker::explain`] began; one of nothing for any other.
    #[must_use]
    pub fn finish_trace(self, checker: &Checker) -> Trace {
        let nothing = || Trace::new("", Severity::default(), "");
        self.traced.map_or_else(nothing, |traced| traced.finish(checker, self.diagnostics))
    }

    // ---- archives ----------------------------------------------------------------------------------------------

    fn open_tasks(&self) -> Vec<Task> {
        let archives = self.paths.iter().filter(|path| zip::is_archive(path));
        archives.map(|path| Task { path: path.clone(), job: Job::Open, published: None }).collect()
    }

    /// The archives that files lie in.
    fn archives_of(&self, tasks: &[Task]) -> BTreeSet<String> {
        let archives = tasks.iter().flat_map(Task::files).filter_map(|path| Some(zip::split(path)?.0));
        archives
            .filter(|path| self.paths.binary_search_by(|known| known.as_str().cmp(path)).is_ok())
            .map(str::to_owned)
            .collect()
    }

    /// Puts the files of archives among the others.
    fn take_members(&mut self, checker: &Checker) {
        if self.wanted.len() == self.paths.len() && self.members.is_empty() {
            return;
        }
        self.paths.append(&mut self.members);
        self.paths.sort_unstable();
        self.paths.dedup();
        self.select(checker);
    }

    // ---- index -------------------------------------------------------------------------------------------------

    fn index_tasks(&self, checker: &Checker) -> Vec<Task> {
        let demand = self.demand(checker);
        let mut jobs: BTreeMap<&str, (bool, Vec<u32>, Vec<u32>)> = BTreeMap::new();
        for (path, wanted) in self.paths.iter().zip(&self.wanted) {
            let index = demand.wants(path);
            if index || !wanted.lists.is_empty() {
                jobs.insert(path, (index, wanted.lists.clone(), Vec::new()));
            }
        }
        for (number, list) in (0..).zip(checker.rules().collections()) {
            let is_needed = self.traced.as_ref().is_none_or(|traced| traced.needs_list(checker.rules(), number));
            let path = match list.origin() {
                Origin::Pending { path } => path,
                Origin::AssetList(assets) => &assets.path,
                Origin::Values(_) | Origin::Extracted { .. } => continue,
            };
            if is_needed {
                jobs.entry(path).or_default().2.push(number);
            }
        }
        for Made { published, wanted } in &self.made {
            if !wanted.lists.is_empty() {
                jobs.insert(&published.path, (false, wanted.lists.clone(), Vec::new()));
            }
        }
        let task = |(path, (index, extracted, lines)): (&str, _)| Task {
            path: path.to_owned(),
            job: Job::Index { index, extracted, lines },
            published: self.made(path).map(|made| made.published.clone()),
        };
        jobs.into_iter().map(task).collect()
    }

    /// What has to be known before files are checked.
    fn demand(&self, checker: &Checker) -> Demand {
        let rules = checker.rules();
        self.traced.as_ref().map_or_else(|| rules.demand(), |traced| traced.demand(rules))
    }

    /// The worker of a run on one thread, once there is something new to know; until then the one at hand serves.
    ///
    /// Asked after each call of [`Run::batches`]. What it takes, [`Run::knowledge`] has no more: a run has one worker
    /// on its own thread, or workers elsewhere.
    pub fn take_worker(&mut self) -> Option<Worker> {
        (self.next == Stage::Cited && self.informed).then(|| {
            self.informed = false;
            std::mem::take(&mut self.knowledge).into()
        })
    }

    /// Adds what the host could not do, such as list a folder.
    pub fn problem(&mut self, problem: Problem) {
        self.diagnostics.problems.push(problem);
    }

    /// Adds what the host did, and somebody should look at.
    pub fn warning(&mut self, warning: Problem) {
        self.diagnostics.warnings.push(warning);
    }

    // ---- check -------------------------------------------------------------------------------------------------

    fn check_tasks(&mut self, checker: &Checker, store: Option<&Store>) -> Vec<Task> {
        let rules = checker.rules().rules();
        let mut wanted: Vec<Vec<u32>> = self.wanted.drain(..).map(|wanted| wanted.rules).collect();
        let search = checker.selector().search();
        for (number, rule) in (0..).zip(rules) {
            let (Files::Collection(collection), Some(store)) = (rule.rpath(), store) else { continue };
            for element in store.paths(*collection).unwrap_or_default() {
                // Elements of own collections are spelled as their authors liked.
                let path = &normalize(element).unwrap_or_else(|| element.clone());
                let is_elsewhere = self.traced.as_ref().is_some_and(|traced| !traced.is_about(number, path));
                match search.excludes(number as usize, path) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(_) if is_elsewhere => continue,
                    Err(_) => {
                        self.diagnostics.problems.push(limit_problem(rule.name(), path, 1));
                        self.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
                        continue;
                    }
                }
                if let Ok(at) = self.paths.binary_search(path) {
                    wanted[at].push(number);
                    continue;
                }
                if is_elsewhere {
                    continue;
                }
                let message = format!("`{path}` is no file; the collection of `rpath` names it");
                let problem = Problem::new("file-missing", message).of_rule(rule.name()).in_file(path.as_str());
                self.diagnostics.problems.push(problem);
                self.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
            }
        }
        if let Some(traced) = &mut self.traced {
            traced.narrow(&self.paths, &mut wanted);
            traced.select(checker.rules(), &search, store, &self.diagnostics.problems);
        }
        let broken: Vec<bool> = rules.iter().map(|rule| self.is_broken(rule)).collect();
        let mut tasks = Vec::new();
        for (path, mut numbers) in self.paths.iter().zip(wanted) {
            numbers.sort_unstable();
            numbers.dedup();
            for &number in numbers.iter().filter(|number| broken[**number as usize]) {
                self.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
            }
            numbers.retain(|&number| !broken[number as usize]);
            if !numbers.is_empty() {
                tasks.push(Task { path: path.clone(), job: Job::Check(numbers), published: None });
            }
        }
        for Made { published, wanted } in &self.made {
            let is_kept = |&&number: &&u32| {
                !broken[number as usize]
                    && self.traced.as_ref().is_none_or(|traced| traced.is_about(number, &published.path))
            };
            let numbers: Vec<u32> = wanted.rules.iter().filter(is_kept).copied().collect();
            for &number in wanted.rules.iter().filter(|number| broken[**number as usize]) {
                self.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
            }
            if !numbers.is_empty() {
                let (path, published) = (published.path.clone(), Some(published.clone()));
                tasks.push(Task { path, job: Job::Check(numbers), published });
            }
        }
        tasks
    }

    /// Whether a rule asks a collection that could not be had.
    fn is_broken(&self, rule: &Rule) -> bool {
        rule.lists().any(|ListId(number)| self.broken_lists.contains(&number))
    }

    /// The name of the first collection that a rule asks and that could not be had.
    fn broken_list<'c>(&self, checker: &'c Checker, rule: &Rule) -> Option<&'c str> {
        let ListId(number) = rule.lists().find(|ListId(number)| self.broken_lists.contains(number))?;
        checker.rules().collections().get(number as usize).map(Collection::name)
    }

    // ---- cited -------------------------------------------------------------------------------------------------

    /// Each file that a rule's values name, once for the rule; the first value that named it is remembered.
    fn cited_tasks(&mut self, checker: &Checker) -> Vec<Task> {
        let mut citations = std::mem::take(&mut self.citations);
        // Stable: the values of one file are in the order in which its rule yielded them.
        sort_by(&mut citations, |a, b| (a.rule, &a.via.path).cmp(&(b.rule, &b.via.path)));
        let mut known: FxHashSet<(u32, Target)> = FxHashSet::default();
        let mut wants: BTreeMap<String, Vec<(u32, Via)>> = BTreeMap::new();
        for Citation { rule, target, via } in citations {
            let is_first = known.insert((rule, target.clone()));
            if let Some(traced) = &mut self.traced {
                traced.cited(&target, &via, is_first);
            }
            if !is_first {
                continue;
            }
            let name = checker.rules().rules()[rule as usize].name();
            match target {
                Target::File(path) => wants.entry(path).or_default().push((rule, via)),
                Target::Outside(path) => {
                    let message = format!(
                        "the path `{path}`, named in `{}` on line {}, leaves the root",
                        via.path, via.region.start.line
                    );
                    self.refuse(rule, Problem::new("path-outside", message).of_rule(name).in_file(path));
                }
                Target::NoPath(_) => {
                    let message = format!("{} is no path, so `subxpath` has no file to read", describe(&via));
                    self.refuse(
                        rule,
                        Problem::new("path-expected", message).of_rule(name).in_file(via.path).at(via.region, None),
                    );
                }
            }
        }
        let task = |(path, wants): (String, _)| {
            let published = self.made(&path).map(|made| made.published.clone());
            Task { path, job: Job::Cited(wants), published }
        };
        wants.into_iter().map(task).collect()
    }

    fn refuse(&mut self, rule: u32, problem: Problem) {
        self.counts[rule as usize].unchecked += 1;
        if let Some(traced) = &mut self.traced {
            traced.refused(&problem);
        }
        self.diagnostics.problems.push(problem);
    }

    // ---- report ------------------------------------------------------------------------------------------------

    /// Names beside a file that is not there the one that reads like it.
    fn name_twins(&mut self) {
        let is_missing = |problem: &&mut Problem| problem.code == "file-missing" && problem.help.is_none();
        let mut missing = self.diagnostics.problems.iter_mut().filter(is_missing).peekable();
        if missing.peek().is_none() {
            return;
        }
        let twins = Twins::new(self.paths.iter().map(String::as_str));
        for problem in missing {
            let Some(path) = problem.path.as_deref() else { continue };
            problem.help = twins.of(path).map(|twin| format!("there is `{twin}`, {}", twin_difference(path, twin)));
        }
    }

    /// Names rules that matched no file or extracted no value: a slip of the fingers must not look like a pass.
    fn warn_of_nothing(&mut self, checker: &Checker) {
        for (rule, counts) in checker.rules().rules().iter().zip(&self.counts) {
            let is_idle = counts.files == 0 && matches!(rule.rpath(), Files::Pattern(_));
            if let Some(name) = self.broken_list(checker, rule).filter(|_| !is_idle) {
                let message = format!("not checked: the collection `{name}` could not be built, as a problem says");
                let warning = Problem::new("rule-not-checked", message).of_rule(rule.name());
                self.diagnostics.warnings.push(checker.rules().site(rule, "name").mark(warning));
                continue;
            }
            let (code, field, message) = if counts.files == 0 {
                (RULE_NO_FILE, "rpath", "`rpath` matched no file")
            } else if counts.values == 0 && counts.unchecked >= counts.files {
                ("rule-not-checked", "rpath", "not checked: no file that `rpath` matched could be, as the problems say")
            } else if counts.values == 0 {
                ("rule-no-value", "xpath", "`xpath` extracted no value from any file")
            } else if rule.sub().is_some() && counts.sub_values == 0 {
                ("rule-no-value", "subxpath", "`subxpath` extracted no value from any file")
            } else {
                continue;
            };
            let warning = Problem::new(code, message).of_rule(rule.name());
            let help = match rule.rpath() {
                Files::Pattern(pattern) if is_idle => pattern.instead_of_glob(),
                _ if counts.values == 0 && counts.files > 0 => self.instead_of_xml(rule),
                _ => None,
            };
            let warning = Problem { help, ..warning };
            self.diagnostics.warnings.push(checker.rules().site(rule, field).mark(warning));
        }
    }

    /// What to write instead of an `xpath` that asks files of another format for what only XML has.
    fn instead_of_xml(&self, rule: &Rule) -> Option<String> {
        let help = rule.xpath().instead_of_xml()?;
        let Files::Pattern(pattern) = rule.rpath() else { return None };
        let is_looked_at = |path: &String| pattern.is_match(&format!("/{path}")) == Ok(true);
        let is_other = |path: &String| Format::of_extension(path).is_some_and(|format| format != Format::Xml);
        self.paths.iter().any(|path| is_other(path) && is_looked_at(path)).then_some(help)
    }
}

fn describe(via: &Via) -> String {
    match &via.value {
        Value::Null => "nothing".to_owned(),
        Value::Text(text) if text.trim().is_empty() => "an empty text".to_owned(),
        value => format!("`{}`", value.display()),
    }
}

/// What reports tell of a rule besides its name.
fn about(rule: &Rule) -> About {
    let [description, why, url] = ["description", "why", "url"].map(|field| rule.shown(field));
    About { description, why, url, tags: rule.tags().to_vec() }
}
