//! The project data that a set of rules needs. It determines which files must be read.

use assay_system::{DataNeeds, SYSTEMS};

use super::CollectionId;

/// The information about a project that is needed before rules can be checked.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Demand {
    /// The paths of all files, as scripts list them.
    pub paths: bool,
    /// The data of each system, in the order of [`SYSTEMS`].
    pub systems: [DataNeeds; SYSTEMS.len()],
}

impl Demand {
    /// Returns the demand of looking up values in a collection.
    pub fn of(collection: CollectionId) -> Self {
        match collection {
            CollectionId::System { system, row } => {
                Self::of_system(system.into(), SYSTEMS[usize::from(system)].collections()[usize::from(row)].needs)
            }
            CollectionId::Own(_) => Self::default(),
        }
    }

    /// Returns the demand for data of the system with that index in [`SYSTEMS`].
    pub fn of_system(system: usize, needs: DataNeeds) -> Self {
        let mut demand = Self::default();
        demand.systems[system] = needs;
        demand
    }

    /// Returns the needed data of the system with that index in [`SYSTEMS`].
    pub const fn needs(&self, system: usize) -> DataNeeds {
        self.systems[system]
    }

    /// Returns the union of both demands.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut systems = self.systems;
        for (own, others) in systems.iter_mut().zip(other.systems) {
            *own = own.and(others);
        }
        Self { paths: self.paths || other.paths, systems }
    }

    /// Returns true if the paths of all files are needed.
    pub fn needs_paths(self) -> bool {
        self.paths || SYSTEMS.iter().zip(self.systems).any(|(system, needs)| system.needs_paths(needs))
    }

    /// Returns true if no information is needed.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Returns true if the demand requires reading the file at `path`.
    pub fn needs_file(self, path: &str) -> bool {
        // If nothing of a system is needed, its test is skipped: this runs for each path of the project.
        SYSTEMS.iter().zip(self.systems).any(|(system, needs)| !needs.is_none() && system.needs_file(needs, path))
    }
}

#[cfg(test)]
mod tests {
    use super::super::CollectionNames;
    use super::Demand;

    fn of(name: &str) -> Demand {
        Demand::of(CollectionNames::new().resolve(name).unwrap())
    }

    #[test]
    fn only_files_of_needed_collections_are_read() {
        let (repositories, worlds) = (of("res_store.res_in_repo"), of("res_store.ilevels"));
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
            assert_eq!(
                (repositories.needs_file(path), worlds.needs_file(path)),
                (by_repositories, by_worlds),
                "{path}"
            );
            assert_eq!(repositories.and(worlds).needs_file(path), by_repositories || by_worlds, "{path}");
            assert!(!of("res_store.res_in_disk").needs_file(path), "{path}");
        }
        assert!(Demand::default().is_nothing() && !repositories.is_nothing());
    }
}
