//! The whole project in memory: resources, worlds and levels, before they are written.

use std::collections::BTreeMap;

use super::catalogue;
use super::repository::Repository;
use super::resource::Resource;
use super::world::{Document, WORLDS, World};

/// A project. [`Project::new`] makes it without faults.
pub struct Project {
    /// All resources, of all repositories.
    pub resources: Vec<Resource>,
    /// Worlds and levels by path.
    pub documents: BTreeMap<String, Document>,
}

impl Project {
    /// Returns the project without faults.
    pub fn new() -> Self {
        let documents = WORLDS.iter().flat_map(World::documents).collect();
        Self { resources: catalogue::resources(), documents }
    }

    /// Returns the resource with the key `key` in the catalogue.
    ///
    /// # Panics
    /// Panics if the catalogue has no such resource.
    pub fn resource(&mut self, key: &str) -> &mut Resource {
        let found = self.resources.iter_mut().find(|resource| resource.key == key);
        found.unwrap_or_else(|| panic!("the catalogue has no {key}"))
    }

    /// Returns every file that is made from the resources and documents, by its path from the root of the sample.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut resources: Vec<&Resource> = self.resources.iter().collect();
        resources.sort_by_key(|resource| &resource.key);
        let mut files: BTreeMap<_, _> = resources.iter().flat_map(|resource| resource.files()).collect();
        for repository in Repository::ALL {
            let listed = resources.iter().filter(|resource| resource.registered && resource.repository == repository);
            files.insert(repository.list_path(), repository.list(&listed.copied().collect::<Vec<_>>()));
        }
        files.extend(self.documents.iter().map(|(path, document)| (path.clone(), document.bytes())));
        files
    }
}
