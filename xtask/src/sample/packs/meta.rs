//! Metadata: assets with the `.meta` files of an engine, a package, and what a studio notes about its assets.

use serde_json::{Value, json};

use super::super::guid::Guid;
use super::super::picture::Picture;
use super::written::Written;
use super::{Expected, Sample, image};

/// Textures and meshes, each with a `.meta` file.
const ASSETS: &[&str] = &[
    "Assets/Crate/SM_Crate.fbx",
    "Assets/Crate/T_Crate_D.png",
    "Assets/Crate/T_Crate_N.png",
    "Assets/Guard/SK_Guard.fbx",
    "Assets/Guard/T_Guard_D.png",
    "Assets/Wall/T_Wall_D.png",
];

/// Materials, each with the texture that it wears.
const MATERIALS: &[(&str, &str)] = &[
    ("Assets/Crate/M_Crate.mat", "Assets/Crate/T_Crate_D.png"),
    ("Assets/Guard/M_Guard.mat", "Assets/Guard/T_Guard_D.png"),
    ("Assets/Wall/M_Wall.mat", "Assets/Wall/T_Wall_D.png"),
];

/// Folders, which have `.meta` files as well.
const FOLDERS: &[&str] = &["Assets/Crate", "Assets/Guard", "Assets/Wall"];

/// What the studio notes about its assets: a name, and the text of the file.
const NOTES: &[(&str, &str)] = &[
    (
        "sources/crate.asset.json",
        "{\n  \"id\": \"crate\",\n  \"source\": \"crate.psd\",\n  \"tags\": [\"wood\"],\n  \"created\": \"2026-03-14\"\n}\n",
    ),
    ("sources/guard.asset.yaml", "id: guard\nsource: guard.psd\ntags: [skin, metal]\ncreated: 2026-04-01\n"),
    ("sources/wall.asset.yaml", "id: wall\nsource: wall.psd\ntags:\n- stone\ncreated: 2026-05-30T10:00:00Z\n"),
];

/// One thing that is wrong: a file that is added or replaced, and what is found in it.
struct Fault {
    path: String,
    bytes: Vec<u8>,
    rule: &'static str,
    value: Value,
}

/// The GUID of an asset, as the engine writes it: without hyphens.
fn guid(key: &str) -> String {
    Guid::named(key).to_string().replace('-', "")
}

/// A `.meta` file, with further lines below its GUID.
fn meta(guid: &str, importer: &str) -> Vec<u8> {
    format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  externalObjects: {{}}\n  userData:\n").into_bytes()
}

/// The importer of a file.
fn importer(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("png") => "TextureImporter",
        Some("fbx") => "ModelImporter",
        Some("mat") => "NativeFormatImporter",
        _ => "DefaultImporter",
    }
}

fn material(name: &str, texture: &str) -> Vec<u8> {
    let shader = "{fileID: 46, guid: 0000000000000000f000000000000000, type: 0}";
    format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Name: {name}\n  \
         m_Shader: {shader}\n  m_SavedProperties:\n    m_TexEnvs:\n    - _MainTex:\n        \
         m_Texture: {{fileID: 2800000, guid: {texture}, type: 3}}\n"
    )
    .into_bytes()
}

/// A picture, or for other kinds of files a line of text.
fn asset(path: &str) -> Vec<u8> {
    if importer(path) == "TextureImporter" {
        image::png(&Picture::painted(path, 8, 8))
    } else {
        format!("{path}\n").into_bytes()
    }
}

fn package() -> Value {
    json!({
        "name": "studio.crates", "version": "1.2.0", "author": {"name": "Mara"}, "license": "CC-BY-4.0",
        "files": ["readme.txt"],
    })
}

/// The project without a fault.
fn sound() -> Sample {
    let mut sample = Sample::new("meta", []);
    for path in ASSETS {
        sample.put(path, asset(path));
        sample.put(&format!("{path}.meta"), meta(&guid(path), importer(path)));
    }
    for (path, texture) in MATERIALS {
        sample.put(path, material(path, &guid(texture)));
        sample.put(&format!("{path}.meta"), meta(&guid(path), importer(path)));
    }
    for path in FOLDERS {
        sample.put(&format!("{path}.meta"), meta(&guid(path), "folderAsset: yes\nDefaultImporter"));
    }
    // Only with its packages is it known what is missing.
    sample.put("Packages/manifest.json", b"{\"dependencies\": {}}\n".to_vec());
    for (path, text) in NOTES {
        sample.put(path, text.as_bytes().to_vec());
        let source = path.replace(".asset.json", ".psd").replace(".asset.yaml", ".psd");
        sample.put(&source, image::psd(8, 8));
    }
    sample.put("package.json", Written::new(&package()).text.into_bytes());
    sample.put("readme.txt", b"Crates, walls and a guard.\n".to_vec());
    sample
}

/// An asset whose `.meta` file is wrong.
fn wrong_meta(rule: &'static str, asset: &str, bytes: Vec<u8>, value: impl Into<Value>) -> Fault {
    Fault { path: format!("{asset}.meta"), bytes, rule, value: value.into() }
}

/// A package that is wrong in one member.
fn wrong_package(rule: &'static str, folder: &str, member: &str, value: Value, found: impl Into<Value>) -> Fault {
    let mut package = package();
    package["files"] = json!([]);
    package[member] = value;
    let bytes = Written::new(&package).text.into_bytes();
    Fault { path: format!("manifests/{folder}/package.json"), bytes, rule, value: found.into() }
}

/// Notes about an asset that are wrong.
fn wrong_note(rule: &'static str, name: &str, text: &str, value: impl Into<Value>) -> Fault {
    Fault { path: format!("sources/{name}"), bytes: text.as_bytes().to_vec(), rule, value: value.into() }
}

/// Every fault of the sample.
fn faults() -> Vec<Fault> {
    let short = guid("Assets/Wall/T_Arch_D.png")[..31].to_owned();
    let gone = guid("a texture that was deleted");
    let shared = guid("Assets/Crate/T_Crate_D.png");
    let bare = guid("Assets/Guard/T_Guard_M.png");
    let colours = "TextureImporter:\n  mipmaps:\n    sRGBTexture: 1\n  textureType: 0\n";
    vec![
        wrong_meta(
            "meta-guid-present",
            "Assets/Wall/T_Gate_D.png",
            b"fileFormatVersion: 2\nTextureImporter:\n  externalObjects: {}\n".to_vec(),
            Value::Null,
        ),
        wrong_meta("meta-guid-form", "Assets/Wall/T_Arch_D.png", meta(&short, "TextureImporter"), short.as_str()),
        wrong_meta("meta-guid-unique", "Assets/Crate/T_Box_D.png", meta(&shared, "TextureImporter"), shared.as_str()),
        wrong_meta("meta-guid-unique", "Assets/Crate/T_Crate_D.png", meta(&shared, "TextureImporter"), shared.as_str()),
        wrong_meta("meta-has-asset", "Assets/Old", meta(&guid("Assets/Old"), "DefaultImporter"), "Old.meta"),
        Fault {
            path: "Assets/Guard/T_Guard_N.png".to_owned(),
            bytes: asset("Assets/Guard/T_Guard_N.png"),
            rule: "meta-of-asset",
            value: json!("T_Guard_N.png"),
        },
        wrong_meta(
            "meta-importer-present",
            "Assets/Guard/T_Guard_M.png",
            format!("fileFormatVersion: 2\nguid: {bare}\n").into_bytes(),
            bare.as_str(),
        ),
        Fault {
            path: "Assets/Crate/T_Crate_N.png.meta".to_owned(),
            bytes: format!("fileFormatVersion: 2\nguid: {}\n{colours}", guid("Assets/Crate/T_Crate_N.png"))
                .into_bytes(),
            rule: "meta-data-linear",
            value: json!("<sRGBTexture>"),
        },
        Fault {
            path: "Assets/Wall/M_Wall.mat".to_owned(),
            bytes: material("M_Wall", &gone),
            rule: "meta-reference-exists",
            value: json!(gone),
        },
        wrong_package("manifest-version", "walls", "version", json!("1.2"), "1.2"),
        wrong_package("manifest-name", "guards", "name", json!("Studio Guards"), "Studio Guards"),
        wrong_package("manifest-author", "ropes", "author", json!(""), json!({"author": [""], "author.name": []})),
        wrong_package("manifest-license", "skies", "license", json!("CC-BY-NC-4.0"), "CC-BY-NC-4.0"),
        wrong_package("manifest-file-exists", "doors", "files", json!(["SM_Door.fbx"]), "SM_Door.fbx"),
        Fault {
            path: "manifests/lamps/package.json".to_owned(),
            bytes: b"[]\n".to_vec(),
            rule: "manifest-object",
            value: Value::Null,
        },
        wrong_note(
            "asset-source-exists",
            "gate.asset.json",
            "{\"id\": \"gate\", \"source\": \"door.psd\", \"tags\": [\"wood\"]}\n",
            "door.psd",
        ),
        wrong_note(
            "asset-tags-known",
            "rock.asset.yaml",
            "id: rock\nsource: wall.psd\ntags:\n- stone\n- rocky\n",
            "rocky",
        ),
        wrong_note("asset-tags-present", "moss.asset.yaml", "id: moss\nsource: wall.psd\n", Value::Null),
        wrong_note(
            "asset-date-form",
            "sand.asset.yaml",
            "id: sand\nsource: wall.psd\ntags: [stone]\ncreated: 14.03.2026\n",
            "14.03.2026",
        ),
        wrong_note(
            "asset-id-unique",
            "wall2.asset.json",
            "{\"id\": \"wall\", \"source\": \"wall.psd\", \"tags\": [\"stone\"]}\n",
            "wall",
        ),
        wrong_note(
            "asset-keys-known",
            "bench.asset.yaml",
            "id: bench\nsource: crate.psd\ntags: [wood]\ncreatd: 2026-06-01\n",
            "creatd",
        ),
    ]
}

/// The project with its faults.
pub fn sample() -> Sample {
    let mut sample = sound();
    for Fault { path, bytes, rule, value } in faults() {
        // Most of the `.meta` files belong to an asset of their own; only that of the deleted folder belongs to nothing.
        if let Some(asset_path) = path.strip_suffix(".meta").filter(|path| importer(path) == "TextureImporter") {
            sample.put(asset_path, asset(asset_path));
        }
        sample.put(&path, bytes);
        sample.findings.push(Expected::value(rule, &path, value));
    }
    // A folder that was made outside of the editor.
    let chair = "Assets/Chair/SM_Chair.fbx";
    sample.put(chair, asset(chair));
    sample.put(&format!("{chair}.meta"), meta(&guid(chair), importer(chair)));
    sample.findings.push(Expected::value("meta-of-folder", chair, chair));
    // Of two assets with one id, the one that was there first is found as well.
    sample.findings.push(Expected::value("asset-id-unique", "sources/wall.asset.yaml", "wall"));
    sample
}
