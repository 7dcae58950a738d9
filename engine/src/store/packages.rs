//! The collection of portable asset packages: triples, and the packages that say that they are it.

use serde::{Deserialize, Serialize};

use rustc_hash::FxHashMap;

use super::circles::circles;
use super::sorted::{Row, Sorted};
use super::triple::PARTS;
use super::{Triple, triple::group_of};
use crate::extract::{ValueId, ValueRef, Values};
use crate::zip;

/// The file at the top of a package's archive that describes the package.
pub const METADATA: &str = "metadata.json";

/// A package, as it describes itself.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Packaged {
    /// The path of its archive.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// The packages that it needs.
    pub needs: Vec<Needed>,
    /// The files that it lists.
    pub files: Vec<PackedFile>,
}

/// A package that another one needs.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// Its name.
    pub triple: Triple,
    /// Whether it is in use.
    pub active: bool,
}

/// A file that a package lists.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct PackedFile {
    /// Its path in the package.
    pub path: String,
    /// Its size in bytes, if that is told.
    pub size: Option<u64>,
    /// Its hash, if that is told: the digits alone.
    pub hash: Option<String>,
    /// Where it was published from, if that is told.
    pub src_path: Option<String>,
}

/// Returns true if the file at `path` describes a package.
#[must_use]
pub fn is_metadata(path: &str) -> bool {
    zip::split(path).is_some_and(|(_, name)| name == METADATA)
}

/// A package with its place.
#[derive(Debug)]
pub(super) struct Placed {
    pub place: String,
    pub package: Packaged,
}

impl From<Packaged> for Placed {
    fn from(package: Packaged) -> Self {
        Self { place: package.triple.place(), package }
    }
}

impl Row for Placed {
    fn key(&self) -> &str {
        &self.place
    }

    fn rank(&self) -> &str {
        &self.package.path
    }
}

/// The relations between packages, computed once for all rules: circles of packages that need each other, and newest
/// revisions.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// The circle of each package, or `None`.
    circles: Vec<Option<usize>>,
    /// The newest revision of each group of packages.
    newest: FxHashMap<String, u32>,
}

impl Relations {
    pub fn of(packages: &Sorted<Placed>) -> Self {
        let rows = packages.rows();
        let mut nodes: FxHashMap<&str, usize> = FxHashMap::default();
        let mut newest: FxHashMap<String, u32> = FxHashMap::default();
        for Placed { place, package } in rows {
            let count = nodes.len();
            nodes.entry(place).or_insert(count);
            let known = newest.entry(group_of(place).to_owned()).or_default();
            *known = package.triple.revision.max(*known);
        }
        let mut next = vec![Vec::new(); nodes.len()];
        for Placed { place, package } in rows {
            let needs = package.needs.iter().filter(|needed| needed.active);
            next[nodes[place.as_str()]].extend(needs.filter_map(|it| nodes.get(it.triple.place().as_str())));
        }
        let found = circles(&next);
        Self { circles: rows.iter().map(|it| found[nodes[it.place.as_str()]]).collect(), newest }
    }

    /// The number of the circle that a package is a part of.
    pub fn circle(&self, at: usize) -> Option<usize> {
        self.circles.get(at).copied().flatten()
    }

    /// The newest revision that is here of the groups that a place is of.
    pub fn newest(&self, place: &str) -> Option<u32> {
        self.newest.get(group_of(place)).copied()
    }
}

/// The place that a value names: a text as it is; a record by the parts of a triple that it has.
pub(super) fn place_of(values: &Values, id: ValueId) -> Option<String> {
    let ValueRef::Record(record) = values.get(id) else { return values.as_text(id).map(str::to_owned) };
    let part = |part: &str| {
        let (_, list) = record.lists().find(|(name, _)| *name == part)?;
        values.as_text(*list.first()?)
    };
    let [assets, revisions, revision] = PARTS.map(part);
    Some(Triple::of_texts(assets?, revisions?, revision?)?.place())
}
