//! The repositories of the sample, and the habits of the tools that wrote them.

use super::element::Element;
use super::encoding::Encoding;
use super::guid::Guid;
use super::resource::Resource;

/// One `<Name>.local` folder.
#[derive(Debug)]
pub struct Repository {
    /// Its name, without `.local`.
    pub name: &'static str,
    /// Whether its resource folders are named in braces.
    pub braces: bool,
    /// Whether `resource.repository` spells GUIDs in capitals.
    pub capitals: bool,
    /// The attribute file of everything but textures.
    pub attribute_file: &'static str,
    /// The encoding of `resource.repository`.
    pub encoding: Encoding,
}

/// Heroes, townsfolk and beasts.
pub const CHARACTERS: Repository = current("Characters");
/// Props, rocks, trees and skies.
pub const ENVIRONMENT: Repository = current("Environment");
/// Icons and panels.
pub const UI: Repository = current("UI");
/// Particles; the effects editor is a tool of its own.
pub const EFFECTS: Repository = Repository { braces: false, encoding: Encoding::Utf8WithMark, ..current("Effects") };
/// Music and ambience, carried over from the previous project.
pub const AUDIO: Repository =
    Repository { braces: false, capitals: true, attribute_file: "resource", ..current("Audio") };

/// All of them.
pub const REPOSITORIES: [&Repository; 5] = [&AUDIO, &CHARACTERS, &EFFECTS, &ENVIRONMENT, &UI];

/// A repository as the current tools write it.
const fn current(name: &'static str) -> Repository {
    Repository { name, braces: true, capitals: false, attribute_file: "resource.xml", encoding: Encoding::Utf8 }
}

impl Repository {
    /// Its folder, from the root of the sample.
    pub fn folder(&self) -> String {
        format!("Package/Repository/{}.local", self.name)
    }

    /// The folder of one of its resources.
    pub fn resource_folder(&self, guid: Guid) -> String {
        let guid = guid.to_string();
        let name = if self.braces { format!("{{{guid}}}") } else { guid.clone() };
        format!("{}/{}/{name}", self.folder(), &guid[..2])
    }

    /// The path of its `resource.repository`.
    pub fn list_path(&self) -> String {
        format!("{}/resource.repository", self.folder())
    }

    /// The bytes of its `resource.repository`, which lists `resources`.
    pub fn list<'a>(&self, resources: impl Iterator<Item = &'a Resource>) -> Vec<u8> {
        let items = Element::new("Items").holding(resources.map(|resource| self.item(resource)));
        let document = Element::new("Repository").holding([items]).to_document(self.encoding.name());
        self.encoding.encode(&document)
    }

    /// The entry of one resource.
    fn item(&self, resource: &Resource) -> Element {
        let mut annotation = Element::new("Annotation").holding([
            Element::leaf("SourcePath", &resource.source_path),
            Element::leaf("CreationTime", resource.created),
        ]);
        for (key, value) in &resource.notes {
            annotation.push(Element::new("Anno").holding([Element::leaf("Key", key), Element::leaf("Value", value)]));
        }
        Element::new("Item")
            .holding([
                Element::leaf("Type", resource.kind.name()),
                Element::leaf("Flags", 0),
                Element::leaf("GUID", self.spelled(resource.guid)),
                Element::leaf("Package", &resource.package),
                Element::leaf("Class", resource.kind.name()),
            ])
            .holding(resource.depends_on.iter().map(|guid| Element::leaf("Deps", self.spelled(*guid))))
            .holding([Element::leaf("Name", &resource.name), annotation])
    }

    /// `guid` as this repository's list spells it.
    fn spelled(&self, guid: Guid) -> String {
        if self.capitals { guid.to_string().to_uppercase() } else { guid.to_string() }
    }
}
