//! All packages by place, and the relations between them.

use rustc_hash::FxHashMap;

use super::packaged::Packaged;
use super::triple::group_of;
use crate::cycles;
use crate::sorted::{Row, Sorted};

/// All packages, by place, with the relations between them, which are computed once for all rules.
pub(super) struct PackageList {
    pub packages: Sorted<PlacedPackage>,
    /// The dependency cycle that each package is a part of.
    pub cycles: Vec<Option<usize>>,
    /// The newest revision of each group of packages.
    newest: FxHashMap<String, u32>,
}

impl PackageList {
    pub fn new(packages: impl Iterator<Item = Packaged>) -> Self {
        let placed = |package: Packaged| PlacedPackage { place: package.triple.place(), package };
        let packages = Sorted::new(packages.map(placed).collect());
        let rows = packages.rows();
        let mut nodes: FxHashMap<&str, usize> = FxHashMap::default();
        let mut newest: FxHashMap<String, u32> = FxHashMap::default();
        for PlacedPackage { place, package } in rows {
            let count = nodes.len();
            nodes.entry(place).or_insert(count);
            let known = newest.entry(group_of(place).to_owned()).or_default();
            *known = package.triple.revision.max(*known);
        }
        let mut next = vec![Vec::new(); nodes.len()];
        for PlacedPackage { place, package } in rows {
            // A package for a dependency that is not in use need not come first.
            let needed = package.dependencies.iter().filter(|needed| needed.active);
            next[nodes[place.as_str()]].extend(needed.filter_map(|it| nodes.get(it.triple.place().as_str())));
        }
        let found = cycles(&next);
        let cycles = rows.iter().map(|it| found[nodes[it.place.as_str()]]).collect();
        Self { packages, cycles, newest }
    }

    /// Returns the newest revision in the group of a place; `None` if the group has no package.
    pub fn newest(&self, place: &str) -> Option<u32> {
        self.newest.get(group_of(place)).copied()
    }
}

/// A package with its place.
pub(super) struct PlacedPackage {
    place: String,
    pub package: Packaged,
}

impl Row for PlacedPackage {
    fn key(&self) -> &str {
        &self.place
    }

    fn rank(&self) -> &str {
        &self.package.path
    }
}
