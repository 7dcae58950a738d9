//! The whole project, in memory: resources, worlds and lists, ready to be spoilt and then written.

use std::collections::BTreeMap;

use super::catalogue;
use super::element::Element;
use super::encoding::Encoding;
use super::guid::Guid;
use super::json;
use super::repository::REPOSITORIES;
use super::resource::{Kind, Resource};
use super::world::WORLDS;

/// A project. As [`Project::new`] makes it, no rule finds anything in it.
pub struct Project {
    /// All resources, of all repositories.
    pub resources: Vec<Resource>,
    /// Worlds and levels by path, each with the encoding it is written in.
    pub documents: BTreeMap<String, (Encoding, Element)>,
    /// The paths of the levels that go into the next release.
    pub release: Vec<String>,
    /// What was reviewed: the resource and what became of it.
    pub reviews: Vec<(Guid, &'static str)>,
    /// Files that belong to nothing.
    pub strays: BTreeMap<String, Vec<u8>>,
}

impl Project {
    /// The project on a good day.
    pub fn new() -> Self {
        let resources = catalogue::resources();
        let mut documents = BTreeMap::new();
        let mut release = Vec::new();
        for world in WORLDS {
            documents.insert(world.path(), (world.encoding, world.document()));
            for level in world.levels {
                let path = world.level_path(level.name);
                documents.insert(path.clone(), (level_encoding(world.encoding), world.level_document(level)));
                release.push(path);
            }
        }
        release.retain(|path| !path.ends_with(UNFINISHED));
        let models = resources.iter().filter(|resource| resource.kind == Kind::Model);
        let reviews = models.zip(["approved", "approved", "changes-requested"].into_iter().cycle());
        let reviews = reviews.map(|(model, status)| (model.guid, status)).collect();
        Self { resources, documents, release, reviews, strays: BTreeMap::new() }
    }

    /// The resource that the catalogue has under `key`.
    ///
    /// # Panics
    /// When the catalogue has none.
    pub fn resource(&mut self, key: &str) -> &mut Resource {
        let found = self.resources.iter_mut().find(|resource| resource.key == key);
        found.unwrap_or_else(|| panic!("the catalogue has no {key}"))
    }

    /// The root of the world or level at `path`.
    ///
    /// # Panics
    /// When there is no such file.
    pub fn document(&mut self, path: &str) -> &mut Element {
        &mut self.documents.get_mut(path).unwrap_or_else(|| panic!("there is no {path}")).1
    }

    /// Every file, by its path from the root of the sample.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.strays.clone();
        let mut resources: Vec<&Resource> = self.resources.iter().collect();
        resources.sort_by(|a, b| a.key.cmp(&b.key));
        for repository in REPOSITORIES {
            let listed = resources.iter().filter(|resource| resource.repository.name == repository.name);
            let listed = listed.filter(|resource| resource.registered).copied();
            files.insert(repository.list_path(), repository.list(listed));
        }
        files.extend(resources.iter().flat_map(|resource| resource.files()));
        for (path, (encoding, root)) in &self.documents {
            files.insert(path.clone(), encoding.encode(&root.to_document(encoding.name())));
        }
        files.insert("Package/Config/release.json".to_owned(), self.release_list().into_bytes());
        files.insert("Package/Config/review.json".to_owned(), self.review_list().into_bytes());
        files
    }

    /// The text of `release.json`.
    fn release_list(&self) -> String {
        let levels: Vec<String> =
            self.release.iter().map(|path| json::object(&[("file", json::quoted(path))])).collect();
        format!("{{\n  \"release\": \"0.9\",\n  \"levels\": {}\n}}\n", json::lines(&levels, 2))
    }

    /// The text of `review.json`.
    fn review_list(&self) -> String {
        let reviews = self.reviews.iter().map(|(guid, status)| {
            json::object(&[("resource", json::quoted(&guid.to_string())), ("status", json::quoted(status))])
        });
        format!("{{\n  \"reviews\": {}\n}}\n", json::lines(&reviews.collect::<Vec<_>>(), 2))
    }
}

/// The level that is not to be released yet.
const UNFINISHED: &str = "/highlands_lake.ilevel";

/// Only the world files came in UTF-16; the levels below them were saved again since.
fn level_encoding(world: Encoding) -> Encoding {
    if world == Encoding::Utf16 { Encoding::Utf8 } else { world }
}
