//! Finds incomplete collections: files that they are made of could not be read, so lookups in them prove nothing.

use super::Run;
use super::learn::files;
use crate::check::Checker;
use crate::check::publish::rule_looks;
use crate::config::{is_beside_definitions, is_of_definitions};
use crate::report::{Findings, Problem, ProblemCode};
use crate::rule::Rule;
use crate::store::{Demand, ListId, is_rule_file};
use crate::text::{CodeFamily, IssueCode};
use crate::zip;

/// A kind of collections of a system, which may be incomplete.
struct Kind {
    /// The name of the collections in messages.
    name: &'static str,
    /// Whether a rule asks for it.
    is_asked: fn(Demand) -> bool,
    /// Whether a problem of that kind with the file at that path leaves something out of it.
    is_of: fn(&str, &ProblemCode) -> bool,
}

const KINDS: &[Kind] = &[
    Kind { name: "conversion rules", is_asked: |demand| demand.pipeline, is_of: |path, _| is_rule_file(path) },
    Kind {
        name: "packages",
        is_asked: |demand| demand.packages,
        is_of: |path, code| {
            zip::is_archive(path)
                || code.known().is_some_and(|code| code.family() == CodeFamily::Archives)
                || Demand { packages: true, ..Demand::default() }.wants(path)
        },
    },
    Kind {
        name: "definitions",
        is_asked: |demand| demand.definitions,
        is_of: |path, _| is_of_definitions(path) || is_beside_definitions(path),
    },
    Kind {
        name: "resources",
        is_asked: |demand| demand.repositories || demand.worlds,
        is_of: |path, _| Demand { repositories: true, worlds: true, ..Demand::default() }.wants(path),
    },
];

impl Run {
    /// Finds the incomplete collections of systems and warns of them. This happens when they are built, and before
    /// files are checked, so that all parts of a run know the same.
    pub(super) fn find_lacking(&mut self, checker: &Checker) {
        let rules = || (0..).zip(checker.rules().rules());
        for (at, kind) in KINDS.iter().enumerate() {
            if !rules().any(|(number, rule)| (kind.is_asked)(asked(checker, number, rule))) {
                continue;
            }
            let concerned = self.diagnostics.problems.iter().filter(|problem| problem.rule.is_none());
            let concerned = concerned.filter_map(|problem| Some((problem.concerned()?, &problem.code)));
            let mut paths: Vec<&str> =
                concerned.filter(|(path, code)| (kind.is_of)(path, code)).map(|(path, _)| path).collect();
            paths.sort_unstable();
            paths.dedup();
            if paths.is_empty() {
                continue;
            }
            let message = format!(
                "{} are incomplete because {} could not be read, so rules that use them may miss findings",
                kind.name,
                files(&paths)
            );
            let warning = Problem::new(IssueCode::CollectionIncomplete, message);
            self.diagnostics.warnings.push(warning);
            self.lacking_kinds.push(at);
        }
        let lacking = rules().filter(|&(number, rule)| self.is_lacking(checker, number, rule));
        self.incomplete_rules = lacking.map(|(_, rule)| rule.name().to_owned()).collect();
    }

    /// Marks the findings of rules with incomplete collections: they may be wrong.
    pub(super) fn mark_incomplete(&self, findings: &mut Findings) {
        if !self.incomplete_rules.is_empty() {
            findings.alter(|rule| self.incomplete_rules.contains(rule), |finding| finding.incomplete = true);
        }
    }

    /// Returns true if a collection that a rule uses is incomplete.
    pub(super) fn is_lacking(&self, checker: &Checker, number: u32, rule: &Rule) -> bool {
        let demand = asked(checker, number, rule);
        rule.lists().any(|ListId(list)| self.lacking_lists.contains(&list))
            || self.lacking_kinds.iter().any(|&kind| (KINDS[kind].is_asked)(demand))
    }
}

/// Returns the data that a rule needs, including the definitions that its `rpath` selects.
fn asked(checker: &Checker, number: u32, rule: &Rule) -> Demand {
    let demand = rule.demand();
    Demand { definitions: demand.definitions || rule_looks(checker.rules(), number), ..demand }
}
