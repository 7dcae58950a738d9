//! Projects like those of a game: repositories of resources, with levels, worlds and settings that name them. They have
//! the same bytes in every run.
//!
//! Resources come from [`corpus`](super::corpus) and the metadata of assets from [`metadata`](super::metadata). One
//! file in a few hundred has a fault.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use super::corpus::{Item, TYPES, write_items};
use super::metadata::METADATA;
use super::noise::{decimal, guid, noise, pick};

/// A project to generate.
pub struct Project {
    /// The number of resources.
    pub items: u64,
    /// The number of repositories that list the resources, in equal shares.
    pub repositories: u64,
    /// True if each resource has a folder with its files.
    pub has_files: bool,
}

/// The number of levels.
const LEVELS: u64 = 200;

/// The number of worlds, each with an equal share of the levels.
const WORLDS: u64 = 2;

/// The number of faults of each kind in levels and worlds.
const FAULTS: u64 = 20;

/// The number of assets whose metadata the project has.
const ASSETS: u64 = 200;

/// One file of a resource in this number has a fault.
const FAULT_EVERY: u64 = 150;

/// One folder in this number has no braces around its GUID, like folders from older versions of the engine.
const BARE_EVERY: u64 = 16;

const SHADERS: &[&str] = &["Standard", "Skin", "Foliage", "Water", "Unlit"];
const FORMATS: &[&str] = &["BC1", "BC3", "BC5", "BC7", "RGBA8"];
const USAGES: &[&str] = &["BaseColor", "Normal", "Mask", "Glow"];
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

impl Project {
    /// Writes the whole project.
    ///
    /// # Errors
    /// Fails if a file or a folder cannot be written.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        let share = self.items / self.repositories;
        for number in 0..self.repositories {
            let folder = root.join(format!("Package/Repository/Part{number}.local"));
            let numbers = number * share..(number + 1) * share;
            write_items(&folder.join("resource.repository"), numbers.clone(), self.items)?;
            if self.has_files {
                for number in numbers {
                    write_files(&folder, &Item::numbered(number, self.items))?;
                }
            }
        }
        self.write_worlds(&root.join("Package/World"))?;
        (METADATA.write)(&root.join("Config/assets.json"), ASSETS)?;
        fs::write(root.join("Config/budgets.json"), budgets())
    }

    /// Writes the levels, and the worlds that name all levels but the last three. The names of some levels have a
    /// typing error.
    fn write_worlds(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for number in 0..LEVELS + 3 {
            fs::write(folder.join(level(number)), self.level(number))?;
        }
        for world in 0..WORLDS {
            let mut text = format!("{HEAD}<World>\n  <Levels>\n");
            for number in (world..LEVELS + FAULTS).step_by(usize::try_from(WORLDS).unwrap_or(1)) {
                let path = if number < LEVELS { level(number) } else { format!("level_{number}.ilevl") };
                let _ = match number % 3 {
                    0 if number < LEVELS => writeln!(text, "    <Level><File>Package/World/{path}</File></Level>"),
                    _ => writeln!(text, "    <Level name=\"part{number}\" path=\"Package/World/{path}\"/>"),
                };
            }
            text.push_str("  </Levels>\n</World>\n");
            fs::write(folder.join(format!("world_{world}.iworld")), text)?;
        }
        Ok(())
    }

    /// Returns the text of a level. Each of the first levels names a resource that does not exist.
    fn level(&self, number: u64) -> String {
        let mut text = format!("{HEAD}<Level version=\"7\">\n  <Entities>\n");
        for at in 0..5 + noise(number, 40) % 55 {
            let seed = number * 64 + at;
            let resource = if at == 0 && number < FAULTS { self.items + number } else { noise(seed, 41) % self.items };
            let [x, z] = [43, 44].map(|axis| decimal(900, noise(seed, axis)));
            let _ = write!(
                text,
                "    <Entity name=\"entity{at}\" layer=\"{}\">\n      <Resource>{}</Resource>\n      \
                 <Transform position=\"{x} 0 {z}\" scale=\"1\"/>\n    </Entity>\n",
                noise(seed, 42) % 4,
                guid(resource)
            );
        }
        text.push_str("  </Entities>\n</Level>\n");
        text
    }
}

fn level(number: u64) -> String {
    format!("level_{number:03}.ilevel")
}

/// Returns the budgets of all types, as JSON. The first budget is far too large.
fn budgets() -> String {
    let mut types = TYPES.to_vec();
    types.dedup();
    let budget = |(at, kind): (usize, &&str)| {
        let faces = if at == 0 { 90_000_000 } else { 1000 * (at + 1) };
        format!("    {{ \"Type\": \"{kind}\", \"MaxFaces\": {faces}, \"MaxSide\": 2048, \"Strict\": {} }}", at % 2 == 0)
    };
    let budgets: Vec<String> = types.iter().enumerate().map(budget).collect();
    format!("{{\n  \"Version\": 2,\n  \"Budgets\": [\n{}\n  ]\n}}\n", budgets.join(",\n"))
}

/// Writes the folder of a resource. A resource with the GUID of another one has no folder.
fn write_files(repository: &Path, item: &Item) -> io::Result<()> {
    if item.guid != item.number {
        return Ok(());
    }
    let name = guid(item.guid);
    let parent = repository.join(&name[..2]);
    let folder = parent.join(if item.number.is_multiple_of(BARE_EVERY) { name } else { format!("{{{name}}}") });
    fs::create_dir_all(&folder)?;
    let fault = noise(item.number, 45).is_multiple_of(FAULT_EVERY).then(|| noise(item.number, 46) % 2);
    match item.kind {
        "Texture" => write_texture(&folder, item, fault),
        "Material" => fs::write(folder.join("resource.xml"), material(item, fault)),
        "Model" => fs::write(folder.join("resource.xml"), model(item, fault)),
        "Mesh" => {
            let file_name = if fault.is_some() { "final copy.fbx" } else { "resource.data" };
            fs::write(folder.join(file_name), blob(b"MESH", item.number, 128))?;
            fs::write(folder.join("resource"), mesh(item))
        }
        other => {
            let seconds = noise(item.number, 47) % 900;
            let text = format!(
                "{HEAD}<Resource>\n  <{other}Info>\n    <Duration>{seconds}</Duration>\n  </{other}Info>\n</Resource>\n"
            );
            fs::write(folder.join("resource.xml"), text)
        }
    }
}

/// Writes a texture, its source picture, and the data that the engine made from it.
fn write_texture(folder: &Path, item: &Item, fault: Option<u64>) -> io::Result<()> {
    let side = if fault == Some(0) { 12 } else { 4 << (noise(item.number, 48) % 4) };
    let declared = if fault == Some(1) { 2 * side } else { side };
    let usage = pick(USAGES, noise(item.number, 49));
    let format = pick(FORMATS, noise(item.number, 50));
    let srgb = usage == "BaseColor" || usage == "Glow" || fault.is_some();
    let text = format!(
        "{HEAD}<Texture version=\"3\" usage=\"{usage}\">\n  <Width>{declared}</Width>\n  <Height>{declared}</Height>\n  \
         <Format>{format}</Format>\n  <SRGB>{srgb}</SRGB>\n  <Source>source.tga</Source>\n  \
         <Note><![CDATA[made for <{}> & others]]></Note>\n</Texture>\n",
        item.kind
    );
    fs::write(folder.join("texture.xml"), text)?;
    fs::write(folder.join("source.tga"), picture(side, item.number))?;
    let data = if fault == Some(1) { Vec::new() } else { blob(b"TEXT", item.number, 72) };
    fs::write(folder.join("resource.data"), data)
}

/// Returns a square TGA picture with 24 bits for each pixel.
fn picture(side: u64, number: u64) -> Vec<u8> {
    let [low, high] = [side % 256, side / 256].map(|byte| u8::try_from(byte).unwrap_or_default());
    let header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, low, high, low, high, 24, 0];
    blob(&header, number, side * side * 3)
}

/// Returns bytes that look random, after a header.
fn blob(header: &[u8], number: u64, length: u64) -> Vec<u8> {
    let length = header.len() + usize::try_from(length).unwrap_or_default();
    let bytes = (0..).flat_map(|at| noise(number * 512 + at, 51).to_le_bytes());
    header.iter().copied().chain(bytes).take(length).collect()
}

fn material(item: &Item, fault: Option<u64>) -> String {
    let shader = if fault == Some(0) { "Debug" } else { pick(SHADERS, noise(item.number, 48)) };
    let rough = if fault == Some(1) { 1_500 } else { noise(item.number, 49) % 1000 };
    let mut textures = String::new();
    for (slot, texture) in item.dependencies.iter().enumerate() {
        let _ = writeln!(textures, "      <Texture slot=\"{slot}\">{{{}}}</Texture>", guid(*texture).to_uppercase());
    }
    format!(
        "{HEAD}<Resource>\n  <MaterialInfo>\n    <Shader>{shader}</Shader>\n    <Params>\n      \
         <Param name=\"Roughness\" type=\"float\" value=\"{}.{:03}\"/>\n      \
         <Param name=\"Metal\" type=\"float\" value=\"0.{:03}\"/>\n      \
         <Param name=\"TwoSided\" type=\"bool\" value=\"{}\"/>\n    </Params>\n    \
         <Textures>\n{textures}    </Textures>\n  </MaterialInfo>\n</Resource>\n",
        rough / 1000,
        rough % 1000,
        noise(item.number, 50) % 1000,
        item.number.is_multiple_of(2)
    )
}

fn model(item: &Item, fault: Option<u64>) -> String {
    let faces = if fault == Some(0) { 48_000 } else { 20 + noise(item.number, 48) % 4_900 };
    let count = if fault == Some(1) { String::new() } else { format!("        <NumFaces>{faces}</NumFaces>\n") };
    let mut materials = String::new();
    for (slot, material) in item.dependencies.iter().enumerate() {
        let _ = writeln!(materials, "          <Material slot=\"{slot}\">{}</Material>", guid(*material));
    }
    let mut lods = String::new();
    for at in 0..=noise(item.number, 50) % 4 {
        let (distance, faces) = (10 << (2 * at), faces >> at);
        let _ = writeln!(lods, "      <LOD level=\"{at}\" distance=\"{distance}\" faces=\"{faces}\"/>");
    }
    format!(
        "{HEAD}<Resource>\n  <ModelInfo>\n    <Root>\n      <Entity>\n{count}        \
         <NumVertices>{}</NumVertices>\n        <NumBones>{}</NumBones>\n        \
         <Materials>\n{materials}        </Materials>\n      </Entity>\n    </Root>\n    \
         <LODs>\n{lods}    </LODs>\n  </ModelInfo>\n</Resource>\n",
        faces * 3 / 5,
        noise(item.number, 49) % 101
    )
}

fn mesh(item: &Item) -> String {
    let mut parts = String::new();
    for at in 0..=noise(item.number, 48) % 3 {
        let faces = 1 + noise(item.number, 49 + at) % 59_100;
        let _ = writeln!(parts, "    <SubMesh index=\"{at}\" faces=\"{faces}\" vertices=\"{}\"/>", faces * 3 / 5);
    }
    format!("{HEAD}<Resource>\n  <MeshInfo>\n{parts}  </MeshInfo>\n</Resource>\n")
}

#[cfg(test)]
mod tests {
    use super::{Item, Project, budgets, model, picture};

    #[test]
    fn budgets_are_json() {
        assert!(serde_json::from_str::<serde_json::Value>(&budgets()).is_ok());
    }

    #[test]
    fn an_image_has_all_its_pixels() {
        assert_eq!(picture(12, 7).len(), 18 + 12 * 12 * 3);
    }

    #[test]
    fn a_model_cites_its_dependencies() {
        let item = (0..100).map(|number| Item::numbered(number, 100)).find(|item| item.dependencies.len() == 3);
        assert_eq!(item.map(|item| model(&item, None).matches("</Material>").count()), Some(3));
    }

    #[test]
    fn the_first_levels_name_a_resource_that_does_not_exist() {
        let project = Project { items: 100, repositories: 1, has_files: false };
        assert!(project.level(3).contains(&super::guid(103)));
        assert!(!project.level(30).contains(&super::guid(130)));
    }
}
