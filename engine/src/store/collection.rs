//! The names under which collections are known.

use serde::{Deserialize, Serialize};

use crate::text::nearest;

/// A collection, by what it is.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum CollectionId {
    /// One that every rule knows.
    Builtin(Builtin),
    /// One that a rule file defines.
    Own(ListId),
}

/// A collection that every rule knows.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum Builtin {
    /// GUIDs of the resources that repositories list.
    ResInRepo,
    /// GUIDs of the folders that hold resources' files.
    ResInDisk,
    /// `Package/Name` of the resources that repositories list.
    ResVirtInfo,
    /// Paths of the levels that worlds name.
    Ilevels,
    /// Places of portable asset packages.
    AssetPackages,
    /// Ids of game definitions, merged over mods.
    Definitions,
    /// Paths of the files that conversion rules make assets.
    PipelineSources,
    /// Paths of those that are converted for their own sake.
    PipelineRoots,
    /// Paths of built files whose source is not there.
    PipelineOrphans,
}

/// The place of an own collection in the lists given to [`super::Store::new`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct ListId(pub u32);

/// The kind of content of a collection.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shape {
    /// Keys, each with a list of things: no files for an `rpath`.
    Map,
    /// Paths of files.
    Paths,
    /// The values of an own collection, which may be paths.
    List,
}

/// A built-in collection under one of its names.
#[derive(Clone, Copy, Debug)]
pub struct Collection {
    /// The name, without `artfunc_`.
    pub name: &'static str,
    /// The collection that the name means.
    pub builtin: Builtin,
    /// The meaning of the collection, in one sentence.
    pub doc: &'static str,
}

/// All built-in collections, those of version 2 first.
pub const COLLECTIONS: &[Collection] = &[
    Collection {
        name: "res_store.res_in_repo",
        builtin: Builtin::ResInRepo,
        doc: "each GUID that a `resource.repository` lists, with its resources",
    },
    Collection {
        name: "res_store.res_in_disk",
        builtin: Builtin::ResInDisk,
        doc: "each GUID that names a folder of files, with the paths of those files",
    },
    Collection {
        name: "res_store.res_virt_info",
        builtin: Builtin::ResVirtInfo,
        doc: "each virtual path, `Package/Name`, with its resources",
    },
    Collection {
        name: "res_store.ilevels",
        builtin: Builtin::Ilevels,
        doc: "the paths of the ilevels that iworld files name",
    },
    Collection {
        name: "asset_packages",
        builtin: Builtin::AssetPackages,
        doc: "each place of a portable asset package, `assets/lamp/publish/model/rev001`, with its packages",
    },
    Collection {
        name: "definitions",
        builtin: Builtin::Definitions,
        doc: "each id of a game definition, `Type/Subtype`, with what it is after all mods",
    },
    Collection {
        name: "asset_pipeline.sources",
        builtin: Builtin::PipelineSources,
        doc: "the paths of the files that conversion rules (`asset_rules.xml`) make assets",
    },
    Collection {
        name: "asset_pipeline.roots",
        builtin: Builtin::PipelineRoots,
        doc: "the paths of the assets that are converted for their own sake",
    },
    Collection {
        name: "asset_pipeline.orphans",
        builtin: Builtin::PipelineOrphans,
        doc: "the paths of the built files whose source is not there",
    },
    Collection {
        name: "res_filter.ALL_RES",
        builtin: Builtin::ResInRepo,
        doc: "the name of `res_store.res_in_repo` in version 1",
    },
    Collection {
        name: "res_filter.ALL_RES_GUID",
        builtin: Builtin::ResInDisk,
        doc: "the name of `res_store.res_in_disk` in version 1",
    },
    Collection {
        name: "res_filter.ALL_USED_ILEVEL",
        builtin: Builtin::Ilevels,
        doc: "a name of `res_store.ilevels` in version 1",
    },
    Collection {
        name: "res_filter.ALL_USED_FILTER",
        builtin: Builtin::Ilevels,
        doc: "another name of `res_store.ilevels` in version 1",
    },
];

impl CollectionId {
    /// Returns the kind of content that it holds.
    #[must_use]
    pub const fn shape(self) -> Shape {
        match self {
            Self::Builtin(
                Builtin::Ilevels | Builtin::PipelineSources | Builtin::PipelineRoots | Builtin::PipelineOrphans,
            ) => Shape::Paths,
            Self::Builtin(_) => Shape::Map,
            Self::Own(_) => Shape::List,
        }
    }
}

/// The names that can be used where a rule stands: the built-in ones, and those its rule file adds.
#[derive(Clone, Debug, Default)]
pub struct CollectionNames {
    own: Vec<(String, ListId)>,
}

impl CollectionNames {
    /// The built-in ones.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an own one. False when the name is taken; nothing is added then.
    pub fn add(&mut self, name: &str, list: ListId) -> bool {
        let free = self.resolve(name).is_none();
        if free {
            self.own.push((name.to_owned(), list));
        }
        free
    }

    /// The collection of that name (without `artfunc_`), if there is one.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<CollectionId> {
        let builtin = COLLECTIONS.iter().find(|known| known.name == name);
        let own = || self.own.iter().find(|(known, _)| known == name);
        builtin
            .map(|known| CollectionId::Builtin(known.builtin))
            .or_else(|| own().map(|&(_, list)| CollectionId::Own(list)))
    }

    /// The own ones.
    pub fn own(&self) -> impl Iterator<Item = (&str, ListId)> {
        self.own.iter().map(|(name, list)| (name.as_str(), *list))
    }

    /// All names, built-in ones first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        COLLECTIONS.iter().map(|known| known.name).chain(self.own.iter().map(|(name, _)| name.as_str()))
    }

    /// The known name most like one that is not known.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.all())
    }
}

#[cfg(test)]
mod tests {
    use super::{Builtin, COLLECTIONS, CollectionId, CollectionNames, ListId, Shape};

    #[test]
    fn names_are_unique_and_documented() {
        for (at, collection) in COLLECTIONS.iter().enumerate() {
            assert!(COLLECTIONS[..at].iter().all(|other| other.name != collection.name), "{}", collection.name);
            assert!(!collection.doc.is_empty() && !collection.doc.ends_with('.'), "{}", collection.name);
        }
    }

    #[test]
    fn own_names_join_the_built_in_ones() {
        let mut names = CollectionNames::new();
        assert!(names.add("fruit", ListId(3)));
        assert!(!names.add("fruit", ListId(4)));
        assert!(!names.add("res_store.ilevels", ListId(5)));
        for (name, expected) in [
            ("fruit", Some(CollectionId::Own(ListId(3)))),
            ("res_store.res_in_repo", Some(CollectionId::Builtin(Builtin::ResInRepo))),
            ("res_filter.ALL_RES", Some(CollectionId::Builtin(Builtin::ResInRepo))),
            ("res_filter.ALL_RES_GUID", Some(CollectionId::Builtin(Builtin::ResInDisk))),
            ("res_filter.ALL_USED_ILEVEL", Some(CollectionId::Builtin(Builtin::Ilevels))),
            ("res_filter.ALL_USED_FILTER", Some(CollectionId::Builtin(Builtin::Ilevels))),
            ("res_store.res_virt_info", Some(CollectionId::Builtin(Builtin::ResVirtInfo))),
            ("Fruit", None),
            ("res_in_repo", None),
        ] {
            assert_eq!(names.resolve(name), expected, "{name}");
        }
    }

    #[test]
    fn a_slip_finds_its_collection() {
        let mut names = CollectionNames::new();
        names.add("fruit", ListId(0));
        assert_eq!(names.nearest("friut"), Some("fruit"));
        assert_eq!(names.nearest("res_store.res_in_repos"), Some("res_store.res_in_repo"));
        assert_eq!(names.nearest("vegetables"), None);
    }

    #[test]
    fn only_maps_have_no_paths() {
        assert_eq!(CollectionId::Builtin(Builtin::Ilevels).shape(), Shape::Paths);
        assert_eq!(CollectionId::Builtin(Builtin::ResVirtInfo).shape(), Shape::Map);
        assert_eq!(CollectionId::Own(ListId(0)).shape(), Shape::List);
    }
}
