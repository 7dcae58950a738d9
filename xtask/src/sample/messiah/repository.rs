//! The repositories of the sample, and the quirks of the tools that wrote them.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::guid::Guid;
use super::super::template;
use super::encoding::Encoding;
use super::resource::Resource;

/// One `<Name>.local` folder.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Repository {
    /// Music and ambience, carried over from the previous project.
    Audio,
    /// Heroes, townsfolk and beasts.
    Characters,
    /// Particles; the effects editor is a separate tool.
    Effects,
    /// Props, rocks, trees and skies.
    Environment,
    /// Icons and panels.
    UI,
}

use Repository::{Audio, Characters, Effects, Environment, UI};

impl Repository {
    /// All repositories.
    pub const ALL: [Self; 5] = [Audio, Characters, Effects, Environment, UI];

    /// Returns its folder, from the root of the sample.
    pub fn folder(self) -> String {
        format!("Package/Repository/{self:?}.local")
    }

    /// Returns the folder of the resource with this key.
    pub fn resource_folder(self, key: &str) -> String {
        let guid = Guid::named(key).to_string();
        let name = if matches!(self, Audio | Effects) { guid.clone() } else { format!("{{{guid}}}") };
        format!("{}/{}/{name}", self.folder(), &guid[..2])
    }

    /// Returns the name of the file with the settings of a resource that is not a texture.
    pub fn settings_file(self) -> &'static str {
        if self == Audio { "resource" } else { "resource.xml" }
    }

    /// Returns the path of its `resource.repository`.
    pub fn list_path(self) -> String {
        format!("{}/resource.repository", self.folder())
    }

    /// Returns its `resource.repository`, which lists `resources`.
    pub fn list(self, resources: &[&Resource]) -> Vec<u8> {
        let encoding = if self == Effects { Encoding::Utf8WithMark } else { Encoding::Utf8 };
        let values = json!({"capitals": self == Audio, "resources": resources});
        encoding.encode(&template::fill("messiah/resource.repository", &values).text)
    }
}
