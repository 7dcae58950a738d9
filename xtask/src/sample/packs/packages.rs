//! Portable asset packages: a lamp, its bulb and its rig, a desk, a shot that contains them, and a vase that was packed
//! by hand.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::super::template;
use super::zip::zip;
use super::{Draft, Expected};

/// The name of a package: its assets, its step, and its revision.
type Name = (&'static str, &'static str, u32);

const BULB: Name = ("assets/props/lamp/bulb", "model/high", 3);
const LAMP: Name = ("assets/props/lamp/table", "model/high", 2);
const RIG: Name = ("assets/props/lamp/table", "rig/RenderHigh", 1);
const DESK: Name = ("assets/props/desk/oak", "model/high", 1);
const SHOT: Name = ("shots/ep001/sq001/sh010", "layout/main", 12);
/// A group that is not in the folder of assets.
const VASE: Name = ("assets/vase", "sculpt", 1);

/// A package before it is packed: its file, its name, the packages it needs, its scene and the content of the scene,
/// and the red of its texture.
type Package = (&'static str, Name, &'static [Name], (&'static str, &'static str), Option<u8>);

/// The packages without faults, except that the desk and the vase need each other.
const PACKAGES: &[Package] = &[
    ("bulb_model_r003", BULB, &[], ("bulb.ma", "bulb"), Some(250)),
    ("lamp_model_r002", LAMP, &[BULB], ("lamp.ma", "lamp"), Some(60)),
    ("lamp_rig_r001", RIG, &[LAMP], ("lamp_rig.ma", "lamp"), None),
    (DESK_FILE, DESK, &[VASE], ("desk.ma", "desk"), Some(140)),
    ("sh010_layout_r012", SHOT, &[RIG, DESK], ("sh010.ma", "sh010"), None),
];

const DESK_FILE: &str = "desk_model_r001";

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::new("packages", []);
    for package in PACKAGES {
        draft.put(&format!("incoming/{}.zip", package.0), pack(package));
    }
    let cycle = json!({"assetGroupPath": [DESK.0], "revisionGroupPath": [DESK.1], "revision": ["1"]});
    let desk = format!("incoming/{DESK_FILE}.zip!/metadata.json");
    draft.findings.push(Expected::value("package-no-cycle", &desk, cycle));
    put_vase(&mut draft);
    draft
}

fn pack((_, name, needs, (scene, shown), red): &Package) -> Vec<u8> {
    let mut files =
        vec![((*scene).to_owned(), template::fill("packages/scene.ma", &json!({"name": shown})).text.into())];
    files.extend(red.map(|red| (format!("textures/{shown}_d.ppm"), texture(red))));
    let listed: Vec<Value> = files.iter().map(|(path, content)| file_entry(path, content)).collect();
    let values = json!({"name": name, "needs": needs, "files": listed});
    let metadata = template::fill("packages/metadata.json", &values).text;
    let members = files.iter().map(|(path, content)| (&**path, &**content));
    zip(&[("metadata.json", metadata.as_bytes())].into_iter().chain(members).collect::<Vec<_>>())
}

/// Returns a picture of four by four pixels in one colour.
fn texture(red: u8) -> Vec<u8> {
    [&b"P6 4 4 255\n"[..], &[red, 120, 90].repeat(16)].concat()
}

/// Returns the entry of a file in the metadata of its package.
fn file_entry(path: &str, content: &[u8]) -> Value {
    let hash = Sha256::digest(content).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    json!({"hash": hash, "path": path, "size": content.len()})
}

/// Adds the package that was packed by hand. Most of its faults are marked in its templates.
fn put_vase(draft: &mut Draft) {
    let path = "incoming/vase_final_NEW.zip";
    let metadata = draft.fill_file(&format!("{path}!/metadata.json"), "vase.json", &json!({}));
    let scene = draft.fill_file(&format!("{path}!/vase.ma"), "vase.ma", &json!({}));
    let thumbnails = format!("{path}!/textures/Thumbs.db");
    draft.findings.push(Expected::value("package-no-scratch-file", &thumbnails, &*thumbnails));
    let members = [("metadata.json", &*metadata), ("vase.ma", &scene), ("textures/Thumbs.db", "thumbnails")];
    draft.put(path, zip(&members.map(|(path, text)| (path, text.as_bytes()))));
}
