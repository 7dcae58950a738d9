//! The order in which builder types are loaded: parents and dependencies first.

use std::collections::{BTreeMap, VecDeque};

use assay_document::text::{Fault, IssueCode};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::note::{Diagnostic, Level, of_fault};
use super::schema::{Depends, Schema};
use crate::cycles::{Walk, reachable, walk};

/// Builder types in load order, and the dependency cycles among them.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionTypeOrder"))]
pub struct TypeOrder {
    /// All types in load order. In a cycle, the dependency that closes the cycle is ignored.
    pub types: Vec<String>,
    /// The dependencies: pairs of indices in `types`, the dependent type first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[usize; 2]>"))]
    pub needs: Vec<(usize, usize)>,
    /// One cycle for each group of types that depend on each other, as a path from type to type. A type may depend on
    /// itself.
    pub cycles: Vec<Vec<String>>,
}

impl TypeOrder {
    /// Returns the order of the types of a schema, and of the types `others` from files.
    pub fn new<'n>(schema: &'n Schema, others: impl IntoIterator<Item = &'n str>) -> Self {
        TypeGraph::new(schema, others).order()
    }
}

/// The maximum number of types of a cycle that a message names.
const MOST_NAMED: usize = 8;

/// Types by name, each with the types that it depends on, by their numbers.
struct TypeGraph<'n> {
    names: Vec<&'n str>,
    needs: Vec<Vec<usize>>,
}

impl<'n> TypeGraph<'n> {
    fn new(schema: &'n Schema, others: impl IntoIterator<Item = &'n str>) -> Self {
        let mut numbers: BTreeMap<&str, usize> = others.into_iter().map(|name| (name, 0)).collect();
        for spec in &schema.types {
            let named = spec.depends.iter().map(|depends| depends.type_name.as_str());
            let named = named.chain(spec.extends.as_deref()).chain([spec.name.as_str()]);
            numbers.extend(named.map(|name| (name, 0)));
        }
        let names: Vec<&str> = numbers.keys().copied().collect();
        // By name, so that the order does not depend on which type is named first.
        numbers.values_mut().zip(0..).for_each(|(number, at)| *number = at);
        let mut needs = vec![Vec::new(); names.len()];
        let mut children = vec![Vec::new(); names.len()];
        for spec in &schema.types {
            if let Some(parent) = spec.extends.as_deref() {
                children[numbers[parent]].push(numbers[spec.name.as_str()]);
            }
        }
        for spec in &schema.types {
            let at = numbers[spec.name.as_str()];
            let mut is_needed = vec![false; names.len()];
            if let Some(parent) = spec.extends.as_deref() {
                is_needed[numbers[parent]] = true;
            }
            for Depends { type_name, recursive } in &spec.depends {
                let on = numbers[type_name.as_str()];
                is_needed[on] = true;
                if *recursive {
                    let is_below = reachable(on, &children);
                    // A type does not wait for itself.
                    (0..names.len()).for_each(|other| is_needed[other] |= is_below[other] && other != at);
                }
            }
            needs[at] = (0..names.len()).filter(|&other| is_needed[other]).collect();
        }
        Self { names, needs }
    }

    fn order(&self) -> TypeOrder {
        let Walk { order, groups } = walk(&self.needs);
        let cycles = groups.iter().filter_map(|members| self.cycle_of(members)).collect();
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &at)| places[at] = place);
        let needs = order.iter().flat_map(|&at| self.needs[at].iter().map(move |&needed| (at, needed)));
        TypeOrder {
            needs: needs.map(|(at, needed)| (places[at], places[needed])).collect(),
            types: order.into_iter().map(|at| self.names[at].to_owned()).collect(),
            cycles,
        }
    }

    /// Returns the shortest path from the first of the types back to it. All types lead to each other. Returns `None`
    /// for a single type that does not depend on itself.
    fn cycle_of(&self, members: &[usize]) -> Option<Vec<String>> {
        let first = *members.iter().min()?;
        let mut before: FxHashMap<usize, usize> = FxHashMap::default();
        let is_member: FxHashSet<usize> = members.iter().copied().collect();
        let mut open = VecDeque::from([first]);
        while let Some(at) = open.pop_front() {
            if self.needs[at].contains(&first) {
                let way = std::iter::successors(Some(at), |at| before.get(at).copied());
                let mut names: Vec<String> = way.map(|at| self.names[at].to_owned()).collect();
                names.reverse();
                return Some(names);
            }
            for &needed in self.needs[at].iter().filter(|needed| is_member.contains(needed)) {
                before.entry(needed).or_insert_with(|| {
                    open.push_back(needed);
                    at
                });
            }
        }
        None
    }
}

/// Returns a diagnostic for each cycle of types.
pub(super) fn check(schema: &Schema) -> Vec<Diagnostic> {
    let cycles = TypeOrder::new(schema, []).cycles;
    let diagnostics = cycles.into_iter().map(|cycle| {
        let span = schema.type_spec(&cycle[0]).map(|spec| spec.span).unwrap_or_default();
        let way = if cycle.len() > MOST_NAMED {
            format!("{} → … → {}", cycle[..MOST_NAMED].join(" → "), cycle[0])
        } else {
            [cycle.as_slice(), &cycle[..1]].concat().join(" → ")
        };
        let message = if cycle.len() == 1 {
            format!("`{}` depends on itself", cycle[0])
        } else {
            format!("types depend on each other: {way}")
        };
        let fault =
            Fault::new(IssueCode::DepCycle, message, span).help("remove one of the dependencies to break the cycle");
        of_fault(Level::Error, fault, &schema.path, &schema.text)
    });
    diagnostics.collect()
}
