//! One resource: its entry in a repository and the files in its folder.

use super::element::Element;
use super::guid::Guid;
use super::picture::Picture;
use super::random::Random;
use super::repository::Repository;
use super::{radiance, tga};

/// What a resource is, in the words of the engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A movement of a skeleton.
    Animation,
    /// A simple hull that things bump into.
    CollisionShape,
    /// A set of particle emitters.
    Effect,
    /// Plants that are scattered over the ground.
    Foliage,
    /// A shader and the textures it reads.
    Material,
    /// Triangles.
    Mesh,
    /// Meshes and materials, ready to be placed in a level.
    Model,
    /// Something that falls and is pushed about.
    RigidBody,
    /// Bones.
    Skeleton,
    /// A piece of music or a noise.
    Sound,
    /// A picture.
    Texture,
}

impl Kind {
    /// Its name in `Type` and `Class`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Animation => "Animation",
            Self::CollisionShape => "CollisionShape",
            Self::Effect => "Effect",
            Self::Foliage => "Foliage",
            Self::Material => "Material",
            Self::Mesh => "Mesh",
            Self::Model => "Model",
            Self::RigidBody => "RigidBody",
            Self::Skeleton => "Skeleton",
            Self::Sound => "Sound",
            Self::Texture => "Texture",
        }
    }

    /// The file of built data, for kinds that have one.
    fn data_file(self) -> Option<&'static str> {
        match self {
            Self::Effect | Self::Foliage | Self::Material | Self::Model | Self::RigidBody => None,
            Self::Texture => Some("texture.data"),
            _ => Some("resource.data"),
        }
    }
}

/// The file that a resource was imported from, when the folder keeps it.
#[derive(Clone, Debug)]
pub enum Source {
    /// The folder keeps none.
    None,
    /// `source.tga`, run-length encoded.
    PackedTga(Picture),
    /// `source.tga`, uncompressed and with alpha.
    PlainTga(Picture),
    /// `source.hdr`: width, height and the colour of the zenith.
    Hdr(u16, u16, [u8; 3]),
}

/// One resource of the sample.
#[derive(Clone, Debug)]
pub struct Resource {
    /// `Package/Name` as the catalogue has it. Faults change packages and names, but never this.
    pub key: String,
    /// Where it lives.
    pub repository: &'static Repository,
    /// Its identity, which follows from the key.
    pub guid: Guid,
    /// What it is.
    pub kind: Kind,
    /// The virtual folder.
    pub package: String,
    /// The name within the package.
    pub name: String,
    /// The resources it needs.
    pub depends_on: Vec<Guid>,
    /// The artist's file, as the importer wrote it down.
    pub source_path: String,
    /// Seconds since 1970.
    pub created: u64,
    /// Keys and values of the annotation.
    pub notes: Vec<(&'static str, String)>,
    /// The root of its attribute file.
    pub details: Element,
    /// The file it was imported from.
    pub source: Source,
    /// How many bytes of built data there are.
    pub data_size: u64,
    /// Whether its repository lists it.
    pub registered: bool,
    /// Whether its folder is there.
    pub on_disk: bool,
}

impl Resource {
    /// A sound resource with no dependencies; `details` are the children of its attribute file's root.
    pub fn new(
        repository: &'static Repository,
        kind: Kind,
        (package, name): (&str, &str),
        details: impl IntoIterator<Item = Element>,
    ) -> Self {
        let key = format!("{package}/{name}");
        let guid = Guid::named(&key);
        let mut random = Random::named(&format!("{key} history"));
        let root = Element::new(if kind == Kind::Texture { "Texture" } else { "Resource" });
        Self {
            repository,
            guid,
            kind,
            package: package.to_owned(),
            name: name.to_owned(),
            depends_on: Vec::new(),
            source_path: String::new(),
            created: random.between(FIRST_DAY, LAST_DAY),
            notes: Vec::new(),
            details: root.with("GUID", guid).with("Type", kind.name()).with("Version", 4).holding(details),
            source: Source::None,
            data_size: random.between(64, 160),
            registered: true,
            on_disk: true,
            key,
        }
    }

    /// The same resource, needing `keys` as well.
    pub fn needing<K: AsRef<str>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.depends_on.extend(keys.into_iter().map(|key| Guid::named(key.as_ref())));
        self
    }

    /// The same resource, imported from `path` in the artists' depot.
    pub fn imported_from(mut self, path: String) -> Self {
        self.source_path = path;
        self
    }

    /// The same resource with the imported file kept beside it.
    pub fn keeping(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    /// Its folder, from the root of the sample.
    pub fn folder(&self) -> String {
        self.repository.resource_folder(self.guid)
    }

    /// The path of its attribute file.
    pub fn attribute_path(&self) -> String {
        let name = if self.kind == Kind::Texture { "texture.xml" } else { self.repository.attribute_file };
        format!("{}/{name}", self.folder())
    }

    /// The path of its data file.
    pub fn data_path(&self) -> Option<String> {
        self.kind.data_file().map(|name| format!("{}/{name}", self.folder()))
    }

    /// The files of its folder, each with its path from the root of the sample.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        if !self.on_disk {
            return Vec::new();
        }
        let mut files = vec![(self.attribute_path(), self.details.to_document("utf-8").into_bytes())];
        files.extend(self.data_path().map(|path| (path, self.data())));
        let source = match &self.source {
            Source::None => return files,
            Source::PackedTga(picture) => ("source.tga", tga::packed(picture)),
            Source::PlainTga(picture) => ("source.tga", tga::plain(picture)),
            Source::Hdr(width, height, zenith) => ("source.hdr", radiance::sky(*width, *height, *zenith)),
        };
        files.push((format!("{}/{}", self.folder(), source.0), source.1));
        files
    }

    /// Built data: nobody reads it, it only has to look like something that is no text.
    fn data(&self) -> Vec<u8> {
        let mut random = Random::named(&format!("{} data", self.key));
        (0..self.data_size).map(|_| random.byte()).collect()
    }
}

/// 1 January 2021, when the project began.
const FIRST_DAY: u64 = 1_609_459_200;
/// 30 June 2024, when the sample was frozen.
const LAST_DAY: u64 = 1_719_705_600;
