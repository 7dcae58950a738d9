//! Portable asset packages: a lamp, its bulb and its rig, a desk, a shot that shows them, and a vase that somebody packed by hand.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::zip::zip;
use super::{Draft, Expected};

const MODEL: &str = "model/high";
const BULB: &str = "assets/props/lamp/bulb";
const LAMP: &str = "assets/props/lamp/table";
const DESK: &str = "assets/props/desk/oak";
const SHOT: &str = "shots/ep001/sq001/sh010";
/// Not where assets belong.
const VASE: &str = "assets/vase";

/// A package before it is packed.
struct Package {
    path: &'static str,
    name: (&'static str, &'static str, u32),
    /// What it needs: names of packages, and what else is said of each.
    needs: Vec<Value>,
    files: Vec<(&'static str, Vec<u8>)>,
}

fn need(assets: &str, revisions: &str, revision: u32) -> Value {
    json!({
        "active": true, "assetGroupPath": assets, "comment": "", "online": "Yes", "revision": revision.to_string(),
        "revisionGroupPath": revisions, "tag": "",
    })
}

fn scene(name: &str) -> Vec<u8> {
    let texture = format!("textures/{name}_d.ppm");
    format!(
        "//Maya ASCII 2016 scene\ncreateNode file -n \"{name}\";\nsetAttr \".ftn\" -type \"string\" \"{texture}\";\n"
    )
    .into_bytes()
}

/// A picture of four by four points of one colour.
fn texture(red: u8) -> Vec<u8> {
    [&b"P6 4 4 255\n"[..], &[red, 120, 90].repeat(16)].concat()
}

fn packages() -> Vec<Package> {
    vec![
        Package {
            path: "incoming/bulb_model_r003.zip",
            name: (BULB, MODEL, 3),
            needs: vec![],
            files: vec![("bulb.ma", scene("bulb")), ("textures/bulb_d.ppm", texture(250))],
        },
        Package {
            path: "incoming/lamp_model_r002.zip",
            name: (LAMP, MODEL, 2),
            needs: vec![need(BULB, MODEL, 3)],
            files: vec![("lamp.ma", scene("lamp")), ("textures/lamp_d.ppm", texture(60))],
        },
        Package {
            path: "incoming/lamp_rig_r001.zip",
            name: (LAMP, "rig/RenderHigh", 1),
            needs: vec![need(LAMP, MODEL, 2)],
            files: vec![("lamp_rig.ma", scene("lamp"))],
        },
        Package {
            path: "incoming/desk_model_r001.zip",
            name: (DESK, MODEL, 1),
            needs: vec![need(VASE, "sculpt", 1)],
            files: vec![("desk.ma", scene("desk")), ("textures/desk_d.ppm", texture(140))],
        },
        Package {
            path: "incoming/sh010_layout_r012.zip",
            name: (SHOT, "layout/main", 12),
            needs: vec![need(LAMP, "rig/RenderHigh", 1), need(DESK, MODEL, 1)],
            files: vec![("sh010.ma", scene("sh010"))],
        },
    ]
}

/// What a package says of itself.
fn metadata(package: &Package) -> Value {
    let (assets, revisions, revision) = package.name;
    let files: Vec<Value> = package.files.iter().map(|(path, content)| listed(path, content)).collect();
    json!({
        "data": {
            "assetGroupPath": assets, "exportTime": "2026-03-14 09:30:00.000000", "projectName": "Harbour",
            "revision": revision.to_string(), "revisionGroupPath": revisions, "tag": "", "userName": "jo",
        },
        "dependency": package.needs,
        "metadata": [],
        "revisionFiles": files,
    })
}

fn listed(path: &str, content: &[u8]) -> Value {
    let hash = Sha256::digest(content).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    json!({"hash": hash, "path": path, "size": content.len(), "srcPath": format!("D:/game/{path}")})
}

fn packed(package: &Package, metadata: &Value) -> Vec<u8> {
    let text = format!("{metadata:#}\n");
    let mut members = vec![("metadata.json", text.as_bytes())];
    members.extend(package.files.iter().map(|(path, content)| (*path, content.as_slice())));
    zip(&members)
}

/// The one that was packed by hand: each thing that is wrong with it, and what must be found of it.
fn vase(draft: &mut Draft) {
    const PATH: &str = "incoming/vase_final_NEW.zip";
    const META: &str = "incoming/vase_final_NEW.zip!/metadata.json";
    const TEXTURE: &str = "D:/game/vase/textures/vase_d.ppm";
    let mut expect = |rule, path: &str, value: Value| draft.findings.push(Expected::value(rule, path, value));
    let mut online = need(LAMP, MODEL, 2);
    online["online"] = json!("No");
    expect("package-dependency-online", META, json!(LAMP));
    let package = Package {
        path: PATH,
        name: (VASE, "sculpt", 1),
        needs: vec![need(DESK, MODEL, 1), need(BULB, MODEL, 2), online],
        files: vec![
            ("vase.ma", format!("setAttr \".ftn\" -type \"string\" \"{TEXTURE}\";\n").into_bytes()),
            ("textures/Thumbs.db", b"thumbnails".to_vec()),
        ],
    };
    let mut metadata = metadata(&package);
    expect("package-asset-group", META, json!(VASE));
    expect("package-step", META, json!("sculpt"));
    metadata["data"]["projectName"] = json!("Lighthouse");
    expect("package-project", META, json!("Lighthouse"));
    metadata["data"]["exportTime"] = json!("14.3.26");
    expect("package-export-time", META, json!("14.3.26"));
    let old = json!({"assetGroupPath": [BULB], "revisionGroupPath": [MODEL], "revision": ["2"]});
    expect("package-dependency-exists", META, old.clone());
    expect("package-dependency-newest", META, old);
    // The desk needs the vase, and the vase the desk.
    for (path, (assets, revisions)) in
        [(META, (VASE, "sculpt")), ("incoming/desk_model_r001.zip!/metadata.json", (DESK, MODEL))]
    {
        let name = json!({"assetGroupPath": [assets], "revisionGroupPath": [revisions], "revision": ["1"]});
        expect("package-no-circle", path, name);
    }
    metadata["revisionFiles"] = json!([{"path": "vase.ma"}, listed("textures/vase_d.ppm", b"")]);
    expect("package-file-hash", META, Value::Null);
    expect("package-file-exists", META, json!("textures/vase_d.ppm"));
    expect("package-file-listed", META, json!("textures/Thumbs.db"));
    let thumbnails = format!("{PATH}!/textures/Thumbs.db");
    expect("package-no-scratch-file", &thumbnails, json!(thumbnails));
    expect("package-scene-path", &format!("{PATH}!/vase.ma"), json!(TEXTURE));
    draft.put(PATH, packed(&package, &metadata));
}

/// The project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::new("packages", []);
    for package in packages() {
        draft.put(package.path, packed(&package, &metadata(&package)));
    }
    vase(&mut draft);
    draft
}
