//! A YAML file like a scene of Unity: a document for each component of each object, with the same bytes in every run.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::noise::{decimal, guid, noise, pick};
use super::prepared::Corpus;

/// A scene, by its number of objects.
pub const SCENE: Corpus = Corpus { path: "Assets/Scenes/harbour.unity", generator: include_str!("scene.rs"), write };

/// The tags that objects may carry.
pub const TAGS: &[&str] = &["Untagged", "Walkable", "Pickup", "Respawn"];

const SUBJECTS: &[&str] = &["Barrel", "Crate", "Lantern", "Mooring_Post", "Market_Stall", "Rope"];

/// The documents of each object (itself, its transform and its renderer) have consecutive numbers.
const NUMBERS_PER_OBJECT: u64 = 10;

/// One object in this number has a fault, of one of the kinds in [`Object::numbered`].
const FAULT_EVERY: u64 = 200;

/// Writes a scene with this number of objects.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
fn write(path: &Path, objects: u64) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n")?;
    for number in 0..objects {
        Object::numbered(number).write(&mut out)?;
    }
    out.flush()
}

/// The values of one object that can have a fault.
struct Object {
    number: u64,
    name: String,
    tag: &'static str,
    layer: u64,
    /// The object that its transform refers to.
    owner: u64,
    scale: &'static str,
    material: String,
}

impl Object {
    /// Returns the object with this number.
    fn numbered(number: u64) -> Self {
        let subject = pick(SUBJECTS, noise(number, 1));
        let mut object = Self {
            number,
            name: format!("{subject}_{number:05}"),
            tag: pick(TAGS, noise(number, 2)),
            layer: noise(number, 3) % 32,
            owner: number,
            scale: pick(&["1", "1.5", "0.75"], noise(number, 4)),
            material: guid(noise(number, 5) % 500).replace('-', ""),
        };
        if number % FAULT_EVERY == FAULT_EVERY - 1 {
            match noise(number, 6) % 7 {
                0 => object.name = format!("GameObject ({number})"),
                1 => object.tag = "EditorOnly",
                2 => object.layer = 40,
                3 => object.owner = number - 1,
                4 => object.scale = "0",
                5 => object.name = String::new(),
                _ => object.material.truncate(20),
            }
        }
        object
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_itself(out)?;
        self.write_place(out)?;
        self.write_look(out)
    }

    /// Returns the number of a document of an object. Its first document has `part` 0.
    fn id(object: u64, part: u64) -> u64 {
        100 + object * NUMBERS_PER_OBJECT + part
    }

    fn write_itself(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { number, name, tag, layer, .. } = self;
        writeln!(out, "--- !u!1 &{}\nGameObject:\n  m_ObjectHideFlags: 0", Self::id(*number, 0))?;
        writeln!(out, "  m_PrefabInstance: {{fileID: 0}}\n  serializedVersion: 6\n  m_Component:")?;
        for part in 1..=2 {
            writeln!(out, "  - component: {{fileID: {}}}", Self::id(*number, part))?;
        }
        writeln!(out, "  m_Layer: {layer}\n  m_Name: {name}\n  m_TagString: {tag}")?;
        writeln!(out, "  m_Icon: {{fileID: 0}}\n  m_StaticEditorFlags: {}\n  m_IsActive: 1", noise(*number, 7) % 128)
    }

    fn write_place(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { number, owner, scale, .. } = self;
        let of = |limit, purpose| decimal(limit, noise(*number, purpose));
        writeln!(out, "--- !u!4 &{}\nTransform:\n  m_ObjectHideFlags: 0", Self::id(*number, 1))?;
        writeln!(out, "  m_GameObject: {{fileID: {}}}", Self::id(*owner, 0))?;
        writeln!(out, "  m_LocalRotation: {{x: -0, y: {}, z: -0, w: {}}}", of(1, 8), of(1, 9))?;
        writeln!(out, "  m_LocalPosition: {{x: {}, y: {}, z: {}}}", of(500, 10), of(20, 11), of(500, 12))?;
        writeln!(out, "  m_LocalScale: {{x: {scale}, y: {scale}, z: {scale}}}")?;
        writeln!(out, "  m_Children: []\n  m_Father: {{fileID: 0}}\n  m_RootOrder: {number}")
    }

    fn write_look(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { number, material, .. } = self;
        writeln!(out, "--- !u!23 &{}\nMeshRenderer:\n  m_ObjectHideFlags: 0", Self::id(*number, 2))?;
        writeln!(out, "  m_GameObject: {{fileID: {}}}\n  m_Enabled: {}", Self::id(*number, 0), number % 2)?;
        writeln!(out, "  m_CastShadows: 1\n  m_ReceiveShadows: 1\n  m_LightProbeUsage: 1\n  m_Materials:")?;
        writeln!(out, "  - {{fileID: 2100000, guid: {material}, type: 2}}")?;
        writeln!(out, "  - {{fileID: 10303, guid: 0000000000000000f000000000000000, type: 0}}")?;
        writeln!(out, "  m_ProbeAnchor: {{fileID: 0}}\n  m_SortingOrder: 0")
    }
}

#[cfg(test)]
mod tests {
    use super::Object;

    /// The average with which the objects of the bench take 20 MB.
    const BYTES_PER_OBJECT: usize = 970;

    #[test]
    fn objects_have_the_stated_size() {
        let mut bytes = Vec::new();
        for number in 0..10_000 {
            Object::numbered(number).write(&mut bytes).expect("writing to memory does not fail");
        }
        let average = bytes.len() / 10_000;
        assert!(average.abs_diff(BYTES_PER_OBJECT) <= 10, "{average} bytes an object");
    }
}
