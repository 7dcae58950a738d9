//! glTF files: a crate without faults, and one file for each kind of fault.
//!
//! The crate and the table of its faults, `faults.json`, are templates.

use json_patch::Patch;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::picture::Picture;
use super::super::template::{self, Place};
use super::written::Written;
use super::{Draft, Expected, image};

/// A crate with one fault.
#[derive(Deserialize)]
struct Fault {
    /// The name of the file. A file whose name ends in `.glb` is binary.
    file: String,
    /// The rule that must find it.
    rule: String,
    /// The part of the document that the rule must report.
    #[serde(flatten)]
    at: At,
    /// The changes to the document.
    patch: Patch,
}

/// A part of a document, given by its JSON pointer.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum At {
    /// A node, starting at its name.
    Node(String),
    /// The value of a node.
    Value(String),
    /// The start of the file.
    Start(()),
}

impl At {
    fn place(&self, written: &Written) -> Place {
        match self {
            Self::Node(pointer) => written.node(pointer),
            Self::Value(pointer) => written.value_at(pointer),
            Self::Start(()) => Place { line: 1, column: 1 },
        }
    }
}

/// The bytes of the crate's buffer: positions, normals and coordinates of its corners, joints, weights, indices, two
/// matrices, and the animation of its lid. The accessors of the crate have the offset of each.
const BUFFER: &[u8] = include_bytes!("../../../templates/gltf/SM_Crate.bin");

/// Returns the faults of the crate.
fn faults() -> Vec<Fault> {
    let text = template::fill("gltf/faults.json", &json!({})).text;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("faults.json: {error}"))
}

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("gltf");
    let sound: Value = serde_json::from_slice(&draft.files["props/SM_Crate.gltf"]).expect("the crate is JSON");
    let in_one_file = in_one_file(&sound);
    draft.put("props/SM_Crate.bin", BUFFER.to_vec());
    draft.put("props/SM_Crate.glb", binary(&Written::new(&in_one_file).text));
    draft.put("props/textures/Old wood.png", image::png(&Picture::painted("wood", 16, 16)));
    for Fault { file, rule, at, patch } in faults() {
        let is_binary = file.rsplit('.').next() == Some("glb");
        let mut spoilt = if is_binary { in_one_file.clone() } else { sound.clone() };
        json_patch::patch(&mut spoilt, &patch).unwrap_or_else(|error| panic!("{file}: {error}"));
        let written = Written::new(&spoilt);
        let path = format!("props/{file}");
        draft.findings.push(Expected::at(&rule, &path, at.place(&written)));
        draft.put(&path, if is_binary { binary(&written.text) } else { written.text.into_bytes() });
    }
    draft
}

/// Returns the document for a file that also contains the buffer.
fn in_one_file(gltf: &Value) -> Value {
    let mut gltf = gltf.clone();
    if let Some(buffer) = gltf["buffers"][0].as_object_mut() {
        buffer.remove("uri");
    }
    gltf
}

/// Returns binary glTF: a header, the document and the buffer, each padded to a multiple of four bytes.
fn binary(text: &str) -> Vec<u8> {
    let mut chunks = chunk(*b"JSON", text.as_bytes(), b' ');
    chunks.extend(chunk(*b"BIN\0", BUFFER, 0));
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(length(12 + chunks.len()));
    bytes.extend(chunks);
    bytes
}

fn chunk(kind: [u8; 4], content: &[u8], filler: u8) -> Vec<u8> {
    let whole = content.len().next_multiple_of(4);
    let mut bytes = length(whole).to_vec();
    bytes.extend(kind);
    bytes.extend(content);
    bytes.resize(8 + whole, filler);
    bytes
}

fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::faults;

    #[test]
    fn each_fault_has_a_file() {
        let files: BTreeSet<String> = faults().into_iter().map(|fault| fault.file).collect();
        assert_eq!(files.len(), faults().len());
    }
}
