//! Which of the built-in collections a set of rules needs, and so which files have to be read for them.

use serde::{Deserialize, Serialize};

use super::{Builtin, CollectionId, is_metadata};
use crate::source::file_name;
use crate::zip;

/// The name of the files that list a repository's resources.
pub(super) const REPOSITORY: &str = "resource.repository";
/// The name of the files that hold conversion rules.
pub const ASSET_RULES: &str = "asset_rules.xml";
/// How the names of files end that name levels.
const WORLD: &str = ".iworld";

/// The information about a project that is needed before rules can be checked.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to know, and any of them may be wanted")]
pub struct Demand {
    /// The `resource.repository` files.
    pub repositories: bool,
    /// The `*.iworld` files.
    pub worlds: bool,
    /// The metadata of packages.
    pub packages: bool,
    /// The paths of all files: see [`super::IndexPart::of_paths`].
    pub disk: bool,
    /// The paths of all files, as scripts list them.
    pub paths: bool,
    /// The definitions of a game.
    pub definitions: bool,
    /// The values of the definitions.
    pub definition_values: bool,
    /// Conversion rules.
    pub pipeline: bool,
    /// The results of the conversion rules for all files.
    pub pipeline_files: bool,
}

impl Demand {
    /// Returns the demand of looking up values in a collection.
    #[must_use]
    pub fn of(collection: CollectionId) -> Self {
        let nothing = Self::default();
        match collection {
            CollectionId::Builtin(Builtin::ResInRepo | Builtin::ResVirtInfo) => Self { repositories: true, ..nothing },
            CollectionId::Builtin(Builtin::ResInDisk) => Self { disk: true, ..nothing },
            CollectionId::Builtin(Builtin::Ilevels) => Self { worlds: true, ..nothing },
            CollectionId::Builtin(Builtin::AssetPackages) => Self { packages: true, ..nothing },
            CollectionId::Builtin(Builtin::Definitions) => Self { definitions: true, ..nothing },
            CollectionId::Builtin(Builtin::PipelineSources | Builtin::PipelineRoots | Builtin::PipelineOrphans) => {
                Self { pipeline: true, pipeline_files: true, ..nothing }
            }
            CollectionId::Own(_) => nothing,
        }
    }

    /// Returns the union of both demands.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            repositories: self.repositories || other.repositories,
            worlds: self.worlds || other.worlds,
            packages: self.packages || other.packages,
            disk: self.disk || other.disk,
            paths: self.paths || other.paths,
            definitions: self.definitions || other.definitions,
            definition_values: self.definition_values || other.definition_values,
            pipeline: self.pipeline || other.pipeline,
            pipeline_files: self.pipeline_files || other.pipeline_files,
        }
    }

    /// Returns true if no information is needed.
    #[must_use]
    pub const fn is_nothing(self) -> bool {
        let is_read = self.repositories || self.worlds || self.packages || self.definitions || self.pipeline;
        !(is_read || self.disk || self.paths)
    }

    /// Returns true if the demand requires reading the file at `path`.
    #[must_use]
    pub fn wants(self, path: &str) -> bool {
        self.repositories && is_repository(path)
            || self.worlds && is_world(path)
            || self.packages && is_metadata(path)
            || self.pipeline && is_rule_file(path)
    }
}

/// Returns true if the file at `path` lists resources.
pub(super) fn is_repository(path: &str) -> bool {
    file_name(path) == REPOSITORY && !is_packed(path)
}

/// Returns true if the file at `path` holds conversion rules.
#[must_use]
pub fn is_rule_file(path: &str) -> bool {
    file_name(path) == ASSET_RULES && !is_packed(path)
}

/// Returns true if the file at `path` names levels.
pub(super) fn is_world(path: &str) -> bool {
    path.ends_with(WORLD) && !is_packed(path)
}

/// Returns true if a file is in an archive, where no game engine looks for its files.
pub(super) fn is_packed(path: &str) -> bool {
    zip::split(path).is_some()
}

#[cfg(test)]
mod tests {
    use super::Demand;

    #[test]
    fn only_files_of_collections_in_demand_are_wanted() {
        let repositories = Demand { repositories: true, ..Demand::default() };
        let worlds = Demand { worlds: true, ..Demand::default() };
        for (path, by_repositories, by_worlds) in [
            ("a/resource.repository", true, false),
            ("resource.repository", true, false),
            ("a/my.resource.repository", false, false),
            ("resource.repository/a.xml", false, false),
            ("a/w.iworld", false, true),
            ("w.iworld.bak", false, false),
            ("a.zip!/w.iworld", false, false),
            ("a.zip!/b/resource.repository", false, false),
        ] {
            assert_eq!((repositories.wants(path), worlds.wants(path)), (by_repositories, by_worlds), "{path}");
            assert_eq!(repositories.and(worlds).wants(path), by_repositories || by_worlds, "{path}");
            assert!(!Demand { disk: true, ..Demand::default() }.wants(path), "{path}");
        }
        assert!(Demand::default().is_nothing() && !repositories.is_nothing());
    }
}
