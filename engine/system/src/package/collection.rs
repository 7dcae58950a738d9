//! Portable asset packages as a system: the collection `asset_packages`, by the triples of packages.

use std::rc::Rc;

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::CodeFamily;
use assay_report::ProblemCode;
use assay_zip as zip;
use rhai::{Dynamic, ImmutableString};

use super::Triple;
use super::list::PackageList;
use super::metadata::METADATA;
use super::packaged::{Packaged, read_packaged};
use super::triple::PARTS;
use super::view::{PackageView, place_of_record};
use crate::{Built, BuiltCollection, Collection, CollectionShape, DataNeeds, Part, System, SystemReader};

/// The flag for the metadata of packages.
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

    fn needs_file(&self, needs: DataNeeds, path: &str) -> bool {
        needs.has(NEEDED) && is_metadata(path)
    }

    fn reader(&self) -> SystemReader {
        SystemReader::Bytes(|path, bytes| {
            let archive = zip::split(path).map_or(path, |(archive, _)| archive);
            Ok(read_packaged(archive, bytes)?.map(|package| Part::of(&package)))
        })
    }

    fn is_affected_by(&self, _needs: DataNeeds, path: &str, code: &ProblemCode) -> bool {
        // An archive that cannot be opened may contain a package.
        zip::is_archive(path)
            || code.known().is_some_and(|code| code.family() == CodeFamily::Archives)
            || is_metadata(path)
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let packages = parts.iter().filter_map(|part| part.content::<Packaged>());
        Built { collections: vec![Rc::new(AssetPackages(Rc::new(PackageList::new(packages))))], resolver: None }
    }
}

struct AssetPackages(Rc<PackageList>);

impl BuiltCollection for AssetPackages {
    fn len(&self) -> usize {
        self.0.packages.firsts().count()
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

    fn entries(&self, place: &str) -> Vec<Dynamic> {
        let view = |at| PackageView { packages: Rc::clone(&self.0), at }.into_value();
        self.0.packages.at(place).map(view).collect()
    }

    fn takes_records(&self) -> bool {
        true
    }

    fn key_of(&self, record: &Dynamic, text: &dyn Fn(&Dynamic) -> Option<ImmutableString>) -> Option<String> {
        place_of_record(record, text)
    }

    fn newest(&self, place: &str) -> Option<Dynamic> {
        let newest = self.0.newest(place);
        Some(newest.map_or(Dynamic::UNIT, |revision| rhai::INT::from(revision).into()))
    }
}

/// Returns true if the file at `path` describes a package.
pub fn is_metadata(path: &str) -> bool {
    zip::split(path).is_some_and(|(_, name)| name == METADATA)
}

/// Returns the place that a value names. A string is the place itself; a record has the parts of a triple.
fn place_of(values: &Values, id: ValueId) -> Option<String> {
    let ValueRef::Record(record) = values.get(id) else { return values.as_text(id).map(str::to_owned) };
    let part = |part: &str| {
        let (_, list) = record.lists().find(|(name, _)| *name == part)?;
        values.as_text(*list.first()?)
    };
    let [assets, revisions, revision] = PARTS.map(part);
    Some(Triple::parse(assets?, revisions?, revision?)?.place())
}
