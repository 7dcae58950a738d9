//! The stage in which definitions are loaded, when a rule looks at them. They are files like others from then on.

use super::listing::Unsure;
use super::scope::RunScope;
use crate::check::Checker;
use crate::check::batch::{Job, Rows, Task};
use crate::check::focus::Focus;
use crate::check::publish::{anyone_looks, list_looks, rule_looks};
use crate::check::select::Wanted;
use crate::check::trace::Traced;
use crate::config::{Config, is_beside_definitions, is_of_definitions};
use crate::report::Problem;
use crate::store::Demand;
use crate::system::definition::{FOLDER, Published};
use crate::text::IssueCode;
use crate::text::sort_by_key;

/// The definitions of a run.
#[derive(Default)]
pub(super) struct VirtualFiles {
    /// Those that batches have made, until all are there.
    pub published: Vec<Published>,
    /// All of them, in the order of their paths.
    pub made: Vec<VirtualFile>,
}

/// A virtual file, and the rules and collections that select it.
pub(super) struct VirtualFile {
    pub published: Published,
    pub wanted: Wanted,
}

impl VirtualFiles {
    /// Returns the task that loads the definitions among the files at `paths`; none if no rule looks at them.
    pub fn tasks(checker: &Checker, scope: &RunScope, paths: &[String]) -> Vec<Task> {
        let demand = scope.demand(checker.rules());
        let files: Vec<String> = paths.iter().filter(|path| is_of_definitions(path)).cloned().collect();
        let may_look = scope.focus.as_ref().is_none_or(Focus::may_look);
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
        let beside = paths.iter().filter(|path| is_beside_definitions(path)).cloned().collect();
        let job = Job::Define { files, beside, rows };
        vec![Task { path: format!("{FOLDER}/all.sbc"), job, published: None }]
    }

    /// Selects the rules and collections that want the definitions. Returns a problem if the file that is traced is a
    /// definition that does not exist.
    pub fn select(&mut self, checker: &Checker, scope: &RunScope) -> (Unsure, Option<Problem>) {
        let rules = checker.rules();
        let mut unsure = Unsure::default();
        let mut all = std::mem::take(&mut self.published);
        sort_by_key(&mut all, |published| published.path.clone());
        let mut search = checker.selector().search();
        for published in all {
            let path = &published.path;
            let (mut wanted, mut limited) = search.wanted(path);
            wanted.rules = wanted.rules.iter().copied().filter(|&rule| rule_looks(rules, rule)).collect();
            wanted.lists = wanted.lists.iter().copied().filter(|&list| list_looks(rules, list)).collect();
            limited.rules.retain(|&rule| rule_looks(rules, rule));
            limited.lists.retain(|&list| list_looks(rules, list));
            if let Some(traced) = &scope.traced {
                traced.restrict(rules, path, &mut wanted, &mut limited);
            }
            unsure.note(path, limited, |_| scope.owns(path));
            self.made.push(VirtualFile { published, wanted });
        }
        let asked = scope.traced.as_ref().map(Traced::path).filter(|path| path.starts_with(FOLDER));
        let missing = asked.filter(|path| self.made(path).is_none()).map(|path| {
            Problem::new(IssueCode::FileMissing, "no definition that the rule looks at is this file").in_file(path)
        });
        (unsure, missing)
    }

    /// Returns the virtual file at a path.
    pub fn made(&self, path: &str) -> Option<&VirtualFile> {
        let at = self.made.binary_search_by(|made| made.published.path.as_str().cmp(path)).ok()?;
        self.made.get(at)
    }

    /// Returns the contents of the virtual file at a path.
    pub fn published(&self, path: &str) -> Option<Published> {
        self.made(path).map(|made| made.published.clone())
    }
}
