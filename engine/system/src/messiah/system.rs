//! Messiah's resources as a system: its collections, and the files that they are built from.

use std::rc::Rc;

use super::files::{is_repository, is_world};
use super::index::{IndexPart, ResourceIndex};
use super::{maps, things};
use crate::{Built, Collection, CollectionShape, DataNeeds, Part, PathList, System, SystemReader};

/// The flag for the `resource.repository` files.
const REPOSITORIES: DataNeeds = DataNeeds::flag(0);
/// The flag for the `*.iworld` files.
const WORLDS: DataNeeds = DataNeeds::flag(1);
/// The flag for the paths of all files.
const DISK: DataNeeds = DataNeeds::flag(2);

const RES_IN_REPO: Collection = Collection::new(
    "res_store.res_in_repo",
    CollectionShape::Map,
    REPOSITORIES,
    "each GUID that a `resource.repository` lists, with its resources",
);
/// The collection of the folders of resources.
pub const RES_IN_DISK: Collection = Collection::new(
    "res_store.res_in_disk",
    CollectionShape::Map,
    DISK,
    "each GUID that names a folder of files, with the paths of those files",
);
const ILEVELS: Collection = Collection::new(
    "res_store.ilevels",
    CollectionShape::Paths,
    WORLDS,
    "the paths of the ilevels that iworld files name",
);

/// The collections, in the order in which [`System::build`] builds them.
const COLLECTIONS: &[Collection] = &[
    RES_IN_REPO,
    RES_IN_DISK,
    Collection::new(
        "res_store.res_virt_info",
        CollectionShape::Map,
        REPOSITORIES,
        "each virtual path, `Package/Name`, with its resources",
    ),
    ILEVELS,
    RES_IN_REPO.with_name("res_filter.ALL_RES", "the name of `res_store.res_in_repo` in version 1"),
    RES_IN_DISK.with_name("res_filter.ALL_RES_GUID", "the name of `res_store.res_in_disk` in version 1"),
    ILEVELS.with_name("res_filter.ALL_USED_ILEVEL", "a name of `res_store.ilevels` in version 1"),
    ILEVELS.with_name("res_filter.ALL_USED_FILTER", "another name of `res_store.ilevels` in version 1"),
];

/// The system of Messiah's resources.
pub struct Messiah;

impl System for Messiah {
    fn name(&self) -> &'static str {
        "resources"
    }

    fn collections(&self) -> &'static [Collection] {
        COLLECTIONS
    }

    /// The `Type` of a resource's files comes from the repositories.
    fn needs_of_code(&self, needs: DataNeeds, words: &[&str]) -> DataNeeds {
        if needs.has(DISK) && words.contains(&"Type") { needs.and(REPOSITORIES) } else { needs }
    }

    fn needs_file(&self, needs: DataNeeds, path: &str) -> bool {
        needs.has(REPOSITORIES) && is_repository(path) || needs.has(WORLDS) && is_world(path)
    }

    fn reader(&self) -> SystemReader {
        SystemReader::Document(|path, document| IndexPart::of_file(path, document).map(|part| Some(Part::of(&part))))
    }

    fn needs_paths(&self, needs: DataNeeds) -> bool {
        needs.has(DISK)
    }

    fn part_of_paths(&self, needs: DataNeeds, paths: &[String]) -> Option<Part> {
        let part = || IndexPart::of_paths(paths.iter().map(String::as_str));
        needs.has(DISK).then(|| Part::of(&part()))
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let mut whole = IndexPart::default();
        parts.iter().filter_map(|part| part.content()).for_each(|part| whole.merge(part));
        let (index, ilevels) = ResourceIndex::new(whole);
        let (index, ilevels) = (Rc::new(index), PathList::build(ilevels));
        let [in_repo, in_disk, virt_info, old_in_repo, old_in_disk] = maps::maps(&index);
        let [ilevels, used_ilevels, used_filters] = [Rc::clone(&ilevels), Rc::clone(&ilevels), ilevels];
        let collections =
            vec![in_repo, in_disk, virt_info, ilevels, old_in_repo, old_in_disk, used_ilevels, used_filters];
        Built { collections, resolver: None }
    }

    fn register(&self, engine: &mut rhai::Engine) {
        things::register(engine);
    }
}
