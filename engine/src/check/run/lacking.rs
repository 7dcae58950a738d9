//! The collections of systems that are incomplete, because files that they are made of could not be read.

use super::collections::listed;
use crate::check::Checker;
use crate::check::virtual_file::rule_looks;
use crate::report::{Problem, ProblemCode};
use crate::rule::Rule;
use crate::store::Demand;
use crate::system::{Needs, SYSTEMS, makers};
use crate::text::{IssueCode, sort_by};

/// The files whose problems leave something out of the collections of systems.
#[derive(Default)]
pub(super) struct Lacking {
    /// By system, in the order of [`SYSTEMS`]: the files, each once, with the code of its first problem.
    files: Vec<Vec<(String, ProblemCode)>>,
}

impl Lacking {
    /// Finds the files of `problems` that the rules of a checker need for collections.
    pub fn of(checker: &Checker, problems: &[Problem]) -> Self {
        let rules = (0..).zip(checker.rules().rules());
        let demand = rules.fold(Demand::default(), |demand, (number, rule)| demand.and(asked(checker, number, rule)));
        let concerned = problems.iter().filter(|problem| problem.rule.is_none());
        let concerned: Vec<(&str, &ProblemCode)> =
            concerned.filter_map(|problem| Some((problem.concerned()?, &problem.code))).collect();
        let files_of = |at: usize| {
            let needs = demand.needs(at);
            let is_missing = |&&(path, code): &&(&str, &ProblemCode)| SYSTEMS[at].is_made_of(needs, path, code);
            let missing = concerned.iter().filter(is_missing).filter(|_| !needs.is_none());
            let mut files: Vec<_> = missing.map(|&(path, code)| (path.to_owned(), code.clone())).collect();
            sort_by(&mut files, |a, b| a.0.cmp(&b.0));
            files.dedup_by(|a, b| a.0 == b.0);
            files
        };
        Self { files: (0..SYSTEMS.len()).map(files_of).collect() }
    }

    /// Returns a warning for each system whose collections are incomplete.
    pub fn warnings(&self) -> impl Iterator<Item = Problem> {
        SYSTEMS.iter().zip(&self.files).filter(|(_, files)| !files.is_empty()).map(|(system, files)| {
            let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
            let message = format!(
                "{} are incomplete because {} could not be read, so rules that use them may miss findings",
                system.name(),
                listed(&paths)
            );
            Problem::new(IssueCode::CollectionIncomplete, message)
        })
    }

    /// Returns true if a rule uses one of these collections.
    pub fn concerns(&self, checker: &Checker, number: u32, rule: &Rule) -> bool {
        let demand = asked(checker, number, rule);
        self.files.iter().enumerate().any(|(at, files)| {
            let needs = demand.needs(at);
            !needs.is_none() && files.iter().any(|(path, code)| SYSTEMS[at].is_made_of(needs, path, code))
        })
    }
}

/// Returns the data that a rule needs, including that of the virtual files that its `rpath` selects.
fn asked(checker: &Checker, number: u32, rule: &Rule) -> Demand {
    let looked_at = makers().filter(|(_, maker)| rule_looks(checker.rules(), number, maker.folder()));
    looked_at.map(|(system, _)| Demand::of_system(system, Needs::ALL)).fold(rule.demand(), Demand::and)
}
