//! The collections of systems that may be incomplete, because files that they are made of could not be read.

use crate::check::Checker;
use crate::check::publish::rule_looks;
use crate::config::{is_beside_definitions, is_of_definitions};
use crate::report::ProblemCode;
use crate::rule::Rule;
use crate::store::{Demand, is_rule_file};
use crate::text::CodeFamily;
use crate::zip;

/// A kind of collections of a system.
pub(super) struct Kind {
    /// The name of the collections in messages.
    pub name: &'static str,
    /// Whether a rule asks for it.
    pub is_asked: fn(Demand) -> bool,
    /// Whether a problem of that kind with the file at that path leaves something out of it.
    pub is_of: fn(&str, &ProblemCode) -> bool,
}

/// Every kind.
pub(super) const KINDS: &[Kind] = &[
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

/// Returns the data that a rule needs, including the definitions that its `rpath` selects.
pub(super) fn asked(checker: &Checker, number: u32, rule: &Rule) -> Demand {
    let demand = rule.demand();
    Demand { definitions: demand.definitions || rule_looks(checker.rules(), number), ..demand }
}
