//! The collection of portable asset packages: triples, and the packages that say that they are it.

use serde::{Deserialize, Serialize};

use super::Triple;
use super::sorted::Row;
use super::triple::PARTS;
use crate::extract::{ValueId, ValueRef, Values};
use crate::source::zip;

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
