//! The collection of portable asset packages: triples, and the packages that say that they are it.

use serde::{Deserialize, Serialize};

use super::Triple;
use super::triple::PARTS;
use crate::extract::{ValueId, ValueRef, Values};
use crate::source::zip;
use crate::text::sort_by;

/// What a package is described by: a file at the top of its archive.
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

/// Whether the file at `path` describes a package.
#[must_use]
pub fn is_metadata(path: &str) -> bool {
    zip::split(path).is_some_and(|(_, name)| name == METADATA)
}

/// All packages of a run.
#[derive(Debug, Default)]
pub(super) struct Packages {
    /// In the order of their places, then of their paths; with their places.
    list: Vec<(String, Packaged)>,
}

impl Packages {
    pub fn new(packages: Vec<Packaged>) -> Self {
        let mut list: Vec<_> = packages.into_iter().map(|package| (package.triple.place(), package)).collect();
        sort_by(&mut list, |(a, one), (b, other)| (a, &one.path).cmp(&(b, &other.path)));
        list.dedup_by(|(_, one), (_, other)| one.path == other.path);
        Self { list }
    }

    /// Where in the list the packages of that place stand.
    pub fn at(&self, place: &str) -> std::ops::Range<usize> {
        let from = self.list.partition_point(|(known, _)| known.as_str() < place);
        from..from + self.list[from..].iter().take_while(|(known, _)| known == place).count()
    }

    pub fn get(&self, at: usize) -> Option<&(String, Packaged)> {
        self.list.get(at)
    }

    /// Where the first package of each place stands.
    pub fn firsts(&self) -> Vec<usize> {
        let is_first = |at: &usize| *at == 0 || self.list[*at].0 != self.list[at - 1].0;
        (0..self.list.len()).filter(is_first).collect()
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
