//! Portable asset packages as a system: the collection `asset_packages`, by the triples that packages say that they are.

use std::rc::Rc;

use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::Triple;
use super::packaged;
use super::triple::{PARTS, group_of};
use super::view::{PackageView, place_of_record};
use crate::extract::{ValueId, ValueRef, Values};
use crate::report::ProblemCode;
use crate::system::sorted::{Row, Sorted};
use crate::system::{
    Built, BuiltCollection, Collection, CollectionShape, DataNeeds, Part, System, SystemReader, View, circles,
};
use crate::text::CodeFamily;
use crate::zip;

/// The file at the top of a package's archive that describes the package.
pub const METADATA: &str = "metadata.json";

/// The metadata of packages.
const NEEDED: DataNeeds = DataNeeds::flag(0);

const COLLECTIONS: &[Collection] = &[Collection::new(
    "asset_packages",
    CollectionShape::Map,
    NEEDED,
    "each place of a portable asset package, `assets/lamp/publish/model/rev001`, with its packages",
)];

/// The system of portable asset packages.
pub struct Packages;

impl System for Packages {
    fn name(&self) -> &'static str {
        "packages"
    }

    fn collections(&self) -> &'static [Collection] {
        COLLECTIONS
    }

    fn wants(&self, needs: DataNeeds, path: &str) -> bool {
        needs.has(NEEDED) && is_metadata(path)
    }

    fn reader(&self) -> SystemReader {
        SystemReader::Bytes(|path, bytes| {
            let archive = zip::split(path).map_or(path, |(archive, _)| archive);
            Ok(packaged(archive, bytes)?.map(|package| Part::of(&package)))
        })
    }

    fn is_made_of(&self, _needs: DataNeeds, path: &str, code: &ProblemCode) -> bool {
        zip::is_archive(path)
            || code.known().is_some_and(|code| code.family() == CodeFamily::Archives)
            || is_metadata(path)
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let placed = parts.iter().filter_map(|part| part.content::<Packaged>()).map(PlacedPackage::from);
        Built { collections: vec![Rc::new(AssetPackages(Rc::new(PackageList::new(placed.collect()))))], resolver: None }
    }
}

/// All packages, by place.
pub(super) struct PackageList {
    packages: Sorted<PlacedPackage>,
    relations: Relations,
}

impl PackageList {
    fn new(placed: Vec<PlacedPackage>) -> Self {
        let packages = Sorted::new(placed);
        let relations = Relations::of(&packages);
        Self { packages, relations }
    }

    /// Returns the package with that index.
    pub fn package(&self, at: usize) -> Option<&Packaged> {
        self.packages.get(at).map(|placed| &placed.package)
    }

    /// Returns the number of the dependency cycle that the package with that index is a part of.
    pub fn circle(&self, at: usize) -> Option<usize> {
        self.relations.circle(at)
    }
}

/// The collection of packages.
struct AssetPackages(Rc<PackageList>);

impl BuiltCollection for AssetPackages {
    fn len(&self) -> usize {
        self.0.packages.firsts().count()
    }

    fn contains(&self, place: &str) -> bool {
        !self.0.packages.at(place).is_empty()
    }

    fn contains_value(&self, values: &Values, id: ValueId) -> bool {
        place_of(values, id).is_some_and(|place| self.contains(&place))
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.0.packages.keys().map(Into::into).collect()
    }

    fn count(&self, place: &str) -> usize {
        self.0.packages.at(place).len()
    }

    fn things(&self, place: &str) -> Vec<Dynamic> {
        let view = |at| Dynamic::from(View(Rc::new(PackageView::new(Rc::clone(&self.0), at))));
        self.0.packages.at(place).map(view).collect()
    }

    fn takes_records(&self) -> bool {
        true
    }

    fn key_of(&self, record: &Dynamic, text: &dyn Fn(&Dynamic) -> Option<ImmutableString>) -> Option<String> {
        place_of_record(record, text)
    }

    fn newest(&self, place: &str) -> Option<Dynamic> {
        let newest = self.0.relations.newest(place);
        Some(newest.map_or(Dynamic::UNIT, |revision| rhai::INT::from(revision).into()))
    }
}

/// A package, as it describes itself.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Packaged {
    /// The path of its archive.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// The packages that it needs.
    pub needs: Vec<NeededPackage>,
    /// The files that it lists.
    pub files: Vec<PackedFile>,
}

/// A package that another one needs.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct NeededPackage {
    /// Its name.
    pub triple: Triple,
    /// True if it is in use.
    pub active: bool,
}

/// A file that a package lists.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct PackedFile {
    /// Its path in the package.
    pub path: String,
    /// Its size in bytes, if the metadata has it.
    pub size: Option<u64>,
    /// The digits of its hash, if the metadata has it.
    pub hash: Option<String>,
    /// The path that it was published from, if the metadata has it.
    pub src_path: Option<String>,
}

/// Returns true if the file at `path` describes a package.
#[must_use]
pub fn is_metadata(path: &str) -> bool {
    zip::split(path).is_some_and(|(_, name)| name == METADATA)
}

/// A package with its place.
struct PlacedPackage {
    place: String,
    package: Packaged,
}

impl From<Packaged> for PlacedPackage {
    fn from(package: Packaged) -> Self {
        Self { place: package.triple.place(), package }
    }
}

impl Row for PlacedPackage {
    fn key(&self) -> &str {
        &self.place
    }

    fn rank(&self) -> &str {
        &self.package.path
    }
}

/// The relations between packages, computed once for all rules: circles of packages that need each other, and newest
/// revisions.
#[derive(Default)]
struct Relations {
    /// The circle of each package, or `None`.
    circles: Vec<Option<usize>>,
    /// The newest revision of each group of packages.
    newest: FxHashMap<String, u32>,
}

impl Relations {
    fn of(packages: &Sorted<PlacedPackage>) -> Self {
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
            let needs = package.needs.iter().filter(|needed| needed.active);
            next[nodes[place.as_str()]].extend(needs.filter_map(|it| nodes.get(it.triple.place().as_str())));
        }
        let found = circles(&next);
        Self { circles: rows.iter().map(|it| found[nodes[it.place.as_str()]]).collect(), newest }
    }

    /// The number of the circle that a package is a part of.
    fn circle(&self, at: usize) -> Option<usize> {
        self.circles.get(at).copied().flatten()
    }

    /// The newest revision that is here of the groups that a place is of.
    fn newest(&self, place: &str) -> Option<u32> {
        self.newest.get(group_of(place)).copied()
    }
}

/// The place that a value names: a text as it is; a record by the parts of a triple that it has.
fn place_of(values: &Values, id: ValueId) -> Option<String> {
    let ValueRef::Record(record) = values.get(id) else { return values.as_text(id).map(str::to_owned) };
    let part = |part: &str| {
        let (_, list) = record.lists().find(|(name, _)| *name == part)?;
        values.as_text(*list.first()?)
    };
    let [assets, revisions, revision] = PARTS.map(part);
    Some(Triple::of_texts(assets?, revisions?, revision?)?.place())
}
