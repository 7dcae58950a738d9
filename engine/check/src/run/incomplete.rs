//! The collections of systems that are incomplete, because files that they are made of could not be read.

use assay_document::text::IssueCode;
use assay_report::{Problem, ProblemCode};
use assay_rule::Rule;
use assay_store::Demand;
use assay_system::{DataNeeds, SYSTEMS, makers};
use serde::{Deserialize, Serialize};

use crate::checker::Checker;
use crate::file::list_paths;
use crate::virtual_file::rule_reads_folder;

/// The files whose problems leave something out of the collections of systems.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(super) struct IncompleteCollections {
    /// Each file, with the code of its problem and the index of the system, in the order of systems and paths.
    files: Vec<(usize, String, ProblemCode)>,
}

impl IncompleteCollections {
    /// Finds the files of `problems` that the rules of a checker need for collections.
    pub fn of(checker: &Checker, problems: &[Problem]) -> Self {
        let rules = (0..).zip(checker.rules().rules());
        let demand =
            rules.fold(Demand::default(), |demand, (number, rule)| demand.and(demand_of(checker, number, rule)));
        let mut files = Vec::new();
        for problem in problems.iter().filter(|problem| problem.rule.is_none()) {
            let Some(path) = problem.affected_file() else { continue };
            for system in (0..SYSTEMS.len()).filter(|&system| is_made_of(system, demand, path, &problem.code)) {
                files.push((system, path.to_owned(), problem.code.clone()));
            }
        }
        files.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        files.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
        Self { files }
    }

    /// Returns a warning for each system whose collections are incomplete.
    pub fn warnings(&self) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for files in self.files.chunk_by(|a, b| a.0 == b.0) {
            let paths: Vec<&str> = files.iter().map(|(_, path, _)| path.as_str()).collect();
            let message = format!(
                "{} are incomplete because {} could not be read, so rules that use them may miss findings",
                SYSTEMS[files[0].0].name(),
                list_paths(&paths)
            );
            warnings.push(Problem::new(IssueCode::CollectionIncomplete, message));
        }
        warnings
    }

    /// Returns true if a rule uses one of these collections.
    pub fn affects(&self, checker: &Checker, number: u32, rule: &Rule) -> bool {
        let demand = demand_of(checker, number, rule);
        self.files.iter().any(|(system, path, code)| is_made_of(*system, demand, path, code))
    }
}

/// Returns true if something that is in demand is missing because of a problem with the file at `path`.
fn is_made_of(system: usize, demand: Demand, path: &str, code: &ProblemCode) -> bool {
    let needs = demand.needs(system);
    !needs.is_none() && SYSTEMS[system].is_affected_by(needs, path, code)
}

/// Returns the data that a rule needs, including that of the virtual files that its `rpath` selects.
fn demand_of(checker: &Checker, number: u32, rule: &Rule) -> Demand {
    let virtual_makers = makers().filter(|(_, maker)| rule_reads_folder(checker.rules(), number, maker.folder()));
    virtual_makers.map(|(system, _)| Demand::of_system(system, DataNeeds::ALL)).fold(rule.demand(), Demand::and)
}
