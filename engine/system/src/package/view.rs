//! Portable asset packages as values of scripts.

use rhai::{Array, Dynamic, ImmutableString, Map};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::list::PackageList;
use super::listed::FileEntry;
use super::packaged::{NeededPackage, Packaged};
use super::triple::{PARTS, Triple};
use crate::{Property, Record, or_unit};

/// A reference to a package of a collection.
pub(super) struct PackageView {
    pub packages: Rc<PackageList>,
    /// The index of the package.
    pub at: usize,
}

/// The properties of a package, in order. Those from the metadata have the same names.
const PROPERTIES: [Property<PackageView>; 8] = [
    ("path", |view| view.package().path.as_str().into()),
    ("place", |view| view.package().triple.place().into()),
    ("assetGroupPath", |view| view.package().triple.asset_group_path.as_str().into()),
    ("revisionGroupPath", |view| view.package().triple.revision_group_path.as_str().into()),
    ("revision", |view| rhai::INT::from(view.package().triple.revision).into()),
    ("dependency", |view| view.package().dependencies.iter().map(needed_entry).collect::<Array>().into()),
    ("revisionFiles", |view| view.package().files.iter().map(file).collect::<Array>().into()),
    ("cycle", |view| {
        let cycle = view.packages.cycles[view.at].and_then(|number| rhai::INT::try_from(number).ok());
        cycle.map_or(Dynamic::UNIT, Dynamic::from)
    }),
];

impl PackageView {
    fn package(&self) -> &Packaged {
        &self.packages.packages.rows()[self.at].package
    }

    /// Returns the package as a value of scripts.
    pub fn into_value(self) -> Dynamic {
        Record::value("a package", &PROPERTIES, self)
    }
}

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
