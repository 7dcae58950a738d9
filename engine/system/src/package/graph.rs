//! The graph of dependencies between packages, with missing packages, dependencies that are not in use, and cycles.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Dependency, Facts, Triple};
use crate::cycles;

/// Packages and their dependencies.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PackageGraph"))]
pub struct Graph {
    /// The existing packages, in the order in which they were given, followed by missing packages that others need.
    pub packages: Vec<Node>,
    /// The dependencies.
    pub needs: Vec<Need>,
}

/// A package.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PackageNode"))]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Its name.
    #[serde(flatten)]
    pub triple: Triple,
    /// The path of the package; nothing if it is missing.
    pub path: Option<String>,
    /// The number of the cycle that it is a part of, from 1.
    pub cycle: Option<usize>,
}

/// A dependency of one package on another.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PackageNeed"))]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// The package that needs it, as an index into the list of packages.
    pub from: usize,
    /// The package that is needed.
    pub to: usize,
    /// True if the dependency is in use.
    pub active: bool,
    /// True if both belong to one cycle.
    pub in_cycle: bool,
}

impl Graph {
    /// Returns the graph of these packages. Those of one name are one node with all their dependencies.
    pub fn of(packages: &[Facts]) -> Self {
        let mut graph = Self::default();
        let mut places: FxHashMap<&Triple, usize> = FxHashMap::default();
        for package in packages {
            places.entry(&package.triple).or_insert_with(|| graph.add(&package.triple, Some(&package.path)));
        }
        let mut known: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for package in packages {
            let from = places[&package.triple];
            for Dependency { triple, active, .. } in &package.dependencies {
                let to = *places.entry(triple).or_insert_with(|| graph.add(triple, None));
                let place = *known.entry((from, to)).or_insert(graph.needs.len());
                if let Some(need) = graph.needs.get_mut(place) {
                    need.active |= active;
                } else {
                    graph.needs.push(Need { from, to, active: *active, in_cycle: false });
                }
            }
        }
        graph.find_cycles();
        graph
    }

    fn add(&mut self, triple: &Triple, path: Option<&str>) -> usize {
        self.packages.push(Node { triple: triple.clone(), path: path.map(str::to_owned), cycle: None });
        self.packages.len() - 1
    }

    fn find_cycles(&mut self) {
        let mut next = vec![Vec::new(); self.packages.len()];
        // A package for a dependency that is not in use need not come first.
        for need in self.needs.iter().filter(|need| need.active) {
            next[need.from].push(need.to);
        }
        for (node, cycle) in self.packages.iter_mut().zip(cycles(&next)) {
            node.cycle = cycle;
        }
        for need in &mut self.needs {
            let cycle = self.packages[need.from].cycle;
            need.in_cycle = need.active && cycle.is_some() && cycle == self.packages[need.to].cycle;
        }
    }
}
