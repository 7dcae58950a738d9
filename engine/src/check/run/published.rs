//! The stage in which definitions are loaded, when a rule looks at them. They are files like others from then on.

use super::Run;
use crate::check::Checker;
use crate::check::batch::{Job, Rows, Task};
use crate::check::focus::Focus;
use crate::check::publish::{anyone_looks, list_looks, rule_looks};
use crate::check::select::{Wanted, limit_problem, list_limit_problem};
use crate::check::trace::Traced;
use crate::config::{Config, is_beside_definitions, is_of_definitions};
use crate::report::{Finding, Problem};
use crate::store::Demand;
use crate::system::definition::{FOLDER, Published};
use crate::text::{IssueCode, sort_by_key};

/// The maximum number of definitions that are named with a finding that all of them have.
const MOST_NAMED: usize = 5;

/// A virtual file, and the rules and collections that select it.
pub(super) struct Made {
    pub published: Published,
    pub wanted: Wanted,
}

impl Run {
    pub(super) fn define_tasks(&self, checker: &Checker) -> Vec<Task> {
        let demand = self.demand(checker);
        let files: Vec<String> = self.paths.iter().filter(|path| is_of_definitions(path)).cloned().collect();
        let may_look = self.focus.as_ref().is_none_or(Focus::may_look);
        let is_wanted = demand.definitions || may_look && anyone_looks(checker.rules());
        let is_named = checker.config.as_ref().is_some_and(Config::is_of_definitions);
        if !is_wanted || files.is_empty() && !is_named {
            return Vec::new();
        }
        let rows = match demand {
            Demand { definition_values: true, .. } => Rows::WithValues,
            Demand { definitions: true, .. } => Rows::Plain,
            _ => Rows::Unasked,
        };
        let beside = self.paths.iter().filter(|path| is_beside_definitions(path)).cloned().collect();
        let job = Job::Define { files, beside, rows };
        vec![Task { path: format!("{FOLDER}/all.sbc"), job, published: None }]
    }

    /// Adds virtual files to the run.
    pub(super) fn absorb_published(&mut self, checker: &Checker) {
        let mut all = std::mem::take(&mut self.published);
        sort_by_key(&mut all, |published| published.path.clone());
        let mut search = checker.selector().search();
        for published in all {
            let (mut wanted, mut unsure) = search.wanted(&published.path);
            let looking = wanted.rules.iter().copied().filter(|&rule| rule_looks(checker.rules(), rule));
            wanted.rules = looking.collect();
            let looking = wanted.lists.iter().copied().filter(|&list| list_looks(checker.rules(), list));
            wanted.lists = looking.collect();
            unsure.rules.retain(|&rule| rule_looks(checker.rules(), rule));
            unsure.lists.retain(|&list| list_looks(checker.rules(), list));
            if let Some(traced) = &self.traced {
                traced.restrict(checker.rules(), &published.path, &mut wanted, &mut unsure);
            }
            for rule in unsure.rules {
                let of = &checker.rules().rules()[rule as usize];
                self.diagnostics.problems.push(limit_problem(of, &published.path, 1));
                let own = u64::from(self.owns(&published.path));
                self.counts[rule as usize].files += own;
                self.counts[rule as usize].unchecked += own;
            }
            for list in unsure.lists {
                self.broken_lists.insert(list);
                let of = &checker.rules().collections()[list as usize];
                let problem = list_limit_problem(of.name(), "rpath", &published.path);
                self.diagnostics.problems.push(checker.rules().collection_site(of).mark(problem));
            }
            self.made.push(Made { published, wanted });
        }
        let asked = self.traced.as_ref().map(Traced::path).filter(|path| path.starts_with(FOLDER));
        if let Some(path) = asked.filter(|path| self.made(path).is_none()) {
            let problem = Problem::new(IssueCode::FileMissing, "no definition that the rule looks at is this file");
            self.diagnostics.problems.push(problem.in_file(path));
        }
    }

    /// Returns the virtual file at a path.
    pub(super) fn made(&self, path: &str) -> Option<&Made> {
        let at = self.made.binary_search_by(|made| made.published.path.as_str().cmp(path)).ok()?;
        self.made.get(at)
    }

    /// Merges findings that differ only in the definition in which they were made: a value that a definition copied
    /// from another one is found again, and its place is in that one.
    pub(super) fn unite_findings(&mut self, checker: &Checker) {
        if self.made.is_empty() {
            return;
        }
        let is_seen = |other: &Finding| other.related.iter().any(|related| related.path.starts_with(FOLDER));
        let mut findings: Vec<Finding> = Vec::new();
        self.findings.retain(|stored| {
            let finding = stored.read();
            let is_seen = is_seen(&finding);
            if is_seen {
                findings.push(finding);
            }
            !is_seen
        });
        // Whoever checked what when: the first to find it is the first by its path.
        sort_by_key(&mut findings, |finding| finding.related.last().map(|related| related.path.clone()));
        let mut united: Vec<Finding> = Vec::with_capacity(findings.len());
        let mut known: rustc_hash::FxHashMap<(String, String, u32), Vec<usize>> = rustc_hash::FxHashMap::default();
        for mut finding in findings {
            if !self.is_of_focus(checker, &finding) {
                continue;
            }
            let key = (finding.rule.clone(), finding.path.clone(), finding.region.start.offset);
            let same = known.entry(key).or_default();
            let other = same.iter().copied().find(|&at| {
                let other = &united[at];
                (&other.message, &other.value, &other.via) == (&finding.message, &finding.value, &finding.via)
            });
            if let Some(at) = other {
                let related = &mut united[at].related;
                let room = MOST_NAMED.saturating_sub(related.len());
                finding.related.retain(|other| !related.contains(other));
                related.extend(finding.related.drain(..).take(room));
            } else {
                same.push(united.len());
                united.push(finding);
            }
        }
        for finding in united {
            self.findings.push(&finding);
        }
    }
}
