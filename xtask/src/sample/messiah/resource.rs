//! One resource: its entry in a repository and the files in its folder.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::picture::Picture;
use super::super::random::Random;
use super::super::{radiance, template, tga};
use super::repository::Repository;

/// The file that a resource was imported from, if the folder keeps it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum Source {
    /// `source.tga`, run-length encoded.
    PackedTga(Picture),
    /// `source.tga`, uncompressed and with alpha.
    PlainTga(Picture),
    /// `source.hdr`: width, height and the colour of the zenith.
    Hdr(u16, u16, [u8; 3]),
}

/// One resource of the sample.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Resource {
    /// `Package/Name` as in the catalogue. The GUID follows from it. Faults change packages and names, but never the
    /// key.
    pub key: String,
    /// The repository that lists it.
    pub repository: Repository,
    /// The type, as the engine calls it. The template of the settings has the same name.
    pub kind: String,
    /// The virtual folder.
    pub package: String,
    /// The name within the package.
    pub name: String,
    /// The keys of the resources it needs.
    pub depends_on: Vec<String>,
    /// The artist's file, as recorded by the importer.
    pub source_path: String,
    /// Seconds since 1970.
    pub created: u64,
    /// The key of the shape that its annotation names.
    pub collision_shape: Option<String>,
    /// The values that the template of the settings needs.
    pub settings: Value,
    /// The file it was imported from.
    pub source: Option<Source>,
    /// The number of bytes of built data.
    pub data_size: u64,
    /// True if its repository lists it.
    pub registered: bool,
    /// True if its folder exists.
    pub on_disk: bool,
}

impl Resource {
    /// Returns a resource without faults and dependencies.
    pub fn new(repository: Repository, kind: &str, (package, name): (&str, &str), settings: Value) -> Self {
        let key = format!("{package}/{name}");
        let mut random = Random::named(&format!("{key} history"));
        Self {
            repository,
            kind: kind.to_owned(),
            package: package.to_owned(),
            name: name.to_owned(),
            depends_on: Vec::new(),
            source_path: String::new(),
            created: random.between(FIRST_DAY, LAST_DAY),
            collision_shape: None,
            settings,
            source: None,
            data_size: random.between(64, 160),
            registered: true,
            on_disk: true,
            key,
        }
    }

    /// Adds `keys` to the resources that it needs.
    pub fn needing<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.depends_on.extend(keys.into_iter().map(Into::into));
        self
    }

    /// Marks it as imported from `path` in the depot of the artists.
    pub fn imported_from(mut self, path: String) -> Self {
        self.source_path = path;
        self
    }

    /// Keeps the imported file in its folder.
    pub fn keeping(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// Returns the path of a file in its folder, from the root of the sample.
    pub fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.repository.resource_folder(&self.key))
    }

    /// Returns the files of its folder, each with its path from the root of the sample.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        if !self.on_disk {
            return Vec::new();
        }
        let is_texture = self.kind == "Texture";
        let settings = template::fill(&format!("messiah/{}.xml", self.kind), &json!(self)).text;
        let settings_file = if is_texture { "texture.xml" } else { self.repository.settings_file() };
        let mut files = vec![(self.path(settings_file), settings.into_bytes())];
        if !WITHOUT_DATA.contains(&&*self.kind) {
            files.push((self.path(if is_texture { "texture.data" } else { "resource.data" }), self.data()));
        }
        files.extend(self.source.as_ref().map(|source| match source {
            Source::PackedTga(picture) => (self.path("source.tga"), tga::encode_packed(picture)),
            Source::PlainTga(picture) => (self.path("source.tga"), tga::plain(picture)),
            Source::Hdr(width, height, zenith) => (self.path("source.hdr"), radiance::sky(*width, *height, *zenith)),
        }));
        files
    }

    /// Returns built data. It is random, and is not text.
    fn data(&self) -> Vec<u8> {
        let mut random = Random::named(&format!("{} data", self.key));
        (0..self.data_size).map(|_| random.byte()).collect()
    }
}

/// The types for which no data is built.
const WITHOUT_DATA: &[&str] = &["Effect", "Foliage", "Material", "Model", "RigidBody"];

/// 1 January 2021, when the project began.
const FIRST_DAY: u64 = 1_609_459_200;
/// 30 June 2024, when the sample was frozen.
const LAST_DAY: u64 = 1_719_705_600;
