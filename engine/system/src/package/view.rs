//! Portable asset packages as values of scripts.

use rhai::{Array, Dynamic, ImmutableString, Map};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::list::PackageList;
use super::listed::FileEntry;
use super::packaged::NeededPackage;
use super::packaged::Packaged;
use super::triple::{PARTS, Triple};
use crate::Look;
use crate::view::{names, or_unit, property};

/// A reference to a package of a collection.
pub(super) struct PackageView {
    packages: Rc<PackageList>,
    at: usize,
}

/// A function that returns a property of a package, given the number of its dependency cycle.
type OfPackage = fn(&Packaged, Option<usize>) -> Dynamic;

/// The properties of a package, in order. Those from the metadata have the same names.
const PROPERTIES: [(&str, OfPackage); 8] = [
    ("path", |package, _| package.path.as_str().into()),
    ("place", |package, _| package.triple.place().into()),
    ("assetGroupPath", |package, _| package.triple.asset_group_path.as_str().into()),
    ("revisionGroupPath", |package, _| package.triple.revision_group_path.as_str().into()),
    ("revision", |package, _| rhai::INT::from(package.triple.revision).into()),
    ("dependency", |package, _| package.dependencies.iter().map(needed_entry).collect::<Array>().into()),
    ("revisionFiles", |package, _| package.files.iter().map(file).collect::<Array>().into()),
    ("cycle", |_, cycle| {
        cycle.and_then(|number| rhai::INT::try_from(number).ok()).map_or(Dynamic::UNIT, Dynamic::from)
    }),
];

fn needed_entry(NeededPackage { triple, active, .. }: &NeededPackage) -> Dynamic {
    let values: [Dynamic; 3] = [
        triple.asset_group_path.as_str().into(),
        triple.revision_group_path.as_str().into(),
        rhai::INT::from(triple.revision).into(),
    ];
    let mut map: Map = PARTS.into_iter().map(Into::into).zip(values).collect();
    map.insert("active".into(), (*active).into());
    map.insert("place".into(), triple.place().into());
    Dynamic::from_map(map)
}

fn file(FileEntry { path, size, hash, src_path, .. }: &FileEntry) -> Dynamic {
    let size = size.map_or(Dynamic::UNIT, |(size, _)| rhai::INT::try_from(size).unwrap_or(rhai::INT::MAX).into());
    Dynamic::from_map(BTreeMap::from([
        ("path".into(), path.as_str().into()),
        ("size".into(), size),
        ("hash".into(), or_unit(hash.as_ref().map(|(hash, _)| hash.digits.as_str()))),
        ("srcPath".into(), or_unit(src_path.as_deref())),
    ]))
}

/// Returns the place that an object names: a dependency, or a record of a rule, whose values are lists.
pub(super) fn place_of_record(
    element: &Dynamic,
    spelled: impl Fn(&Dynamic) -> Option<ImmutableString>,
) -> Option<String> {
    let map = element.read_lock::<Map>()?;
    let part = |part: &str| {
        let value = map.get(part)?;
        match value.read_lock::<Array>() {
            Some(list) => spelled(list.first()?),
            None => spelled(value),
        }
    };
    let [assets, revisions, revision] = PARTS.map(part);
    Some(Triple::parse(&assets?, &revisions?, &revision?)?.place())
}

impl PackageView {
    pub const fn new(packages: Rc<PackageList>, at: usize) -> Self {
        Self { packages, at }
    }
}

impl Look for PackageView {
    fn name(&self) -> &'static str {
        "a package"
    }

    fn len(&self) -> usize {
        PROPERTIES.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        property(&PROPERTIES, element).is_some()
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let property = property(&PROPERTIES, key)?;
        self.packages.package(self.at).map(|package| property(package, self.packages.cycle(self.at)))
    }

    fn keys(&self) -> Vec<Dynamic> {
        names(&PROPERTIES)
    }
}
