//! A Unity project: assets with their `.meta` files.
//!
//! All text files are templates. This file adds the assets, and the `.meta` files without faults.

use serde_json::json;

use super::super::picture::Picture;
use super::{Draft, Expected, image};

/// Assets with a `.meta` file.
const ASSETS: &[&str] = &[
    "Assets/Chair/SM_Chair.fbx",
    "Assets/Crate/M_Crate.mat",
    "Assets/Crate/SM_Crate.fbx",
    "Assets/Crate/T_Box_D.png",
    "Assets/Crate/T_Crate_D.png",
    "Assets/Crate/T_Crate_N.png",
    "Assets/Grid/Copy/Grid.asmdef",
    "Assets/Grid/Grid.asmdef",
    "Assets/Guard/M_Guard.mat",
    "Assets/Guard/SK_Guard.fbx",
    "Assets/Guard/T_Guard_D.png",
    "Assets/Guard/T_Guard_M.png",
    "Assets/Sword/M_Sword.mat",
    "Assets/Sword/SM_Sword.fbx",
    "Assets/Sword/T_Sword_Bumps.png",
    "Assets/Sword/T_Sword_D.png",
    "Assets/UI/T_Sword_D.png",
    "Assets/Wall/M_Wall.mat",
    "Assets/Wall/T_Arch_D.png",
    "Assets/Wall/T_Gate_D.png",
    "Assets/Wall/T_Wall_D.png",
];

/// Folders with a `.meta` file.
const FOLDERS: &[&str] =
    &["Assets/Crate", "Assets/Grid", "Assets/Grid/Copy", "Assets/Guard", "Assets/Sword", "Assets/UI", "Assets/Wall"];

/// An asset without a `.meta` file.
const BARE: &str = "Assets/Guard/T_Guard_N.png";

/// An asset in a folder that was created outside of the editor, and has no `.meta` file.
const CHAIR: &str = "Assets/Chair/SM_Chair.fbx";

/// A material that a crash left empty.
const EMPTY: &str = "Assets/Wall/M_Door.mat";

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("unity");
    for path in ASSETS {
        put_asset(&mut draft, path);
        put_meta(&mut draft, path, importer(path));
    }
    for path in FOLDERS {
        put_meta(&mut draft, path, "folder");
    }
    put_asset(&mut draft, BARE);
    draft.findings.push(Expected::value("unity-asset-has-meta", BARE, "T_Guard_N.png"));
    draft.findings.push(Expected::value("unity-folder-has-meta", CHAIR, CHAIR));
    draft.put(EMPTY, Vec::new());
    put_meta(&mut draft, EMPTY, importer(EMPTY));
    draft.findings.push(Expected::value("unity-file-not-empty", EMPTY, 0));
    draft
}

/// Adds an asset that is not a template: a picture, or for other kinds of files a line of text.
fn put_asset(draft: &mut Draft, path: &str) {
    match importer(path) {
        "TextureImporter" => draft.put(path, image::png(&Picture::painted(path, 8, 8))),
        "ModelImporter" => draft.put(path, format!("{path}\n").into_bytes()),
        _ => {}
    }
}

/// Adds the `.meta` file of an asset or a folder, unless a template replaces it.
fn put_meta(draft: &mut Draft, asset: &str, importer: &str) {
    let path = format!("{asset}.meta");
    if !draft.files.contains_key(&path) {
        draft.fill(&path, "asset.meta", &json!({"path": asset, "importer": importer}));
    }
}

/// Returns the importer of a file.
fn importer(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("png") => "TextureImporter",
        Some("fbx") => "ModelImporter",
        Some("asmdef") => "AssemblyDefinitionImporter",
        _ => "NativeFormatImporter",
    }
}
