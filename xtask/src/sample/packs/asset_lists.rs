//! Asset lists: two releases, the patch between them, what may be shipped, and the lists of two platforms.

use std::fmt::Write as _;

use serde_json::json;

use super::super::guid::Guid;
use super::super::random::Random;
use super::written::Place;
use super::{Expected, Sample};

/// An entry of a list: a path, and which version of the asset it is; the first one is 1, and an empty file is 0.
type Entry<'p> = (&'p str, u32);

/// The first release.
const FIRST: &[Entry<'_>] = &[
    ("levels/harbour.spawnable", 1),
    ("levels/market.spawnable", 1),
    ("scripts/gate.luac", 1),
    ("sounds/steps.bnk", 1),
    ("textures/crane_d.dds.streamingimage", 1),
    ("textures/pier_d.dds.streamingimage", 1),
];

/// The second one, with a level and a texture that are new, and three assets that have changed.
const SECOND: &[Entry<'_>] = &[
    ("levels/harbour.spawnable", 2),
    ("levels/lighthouse.spawnable", 1),
    ("levels/market.spawnable", 1),
    ("scripts/gate.luac", 2),
    ("sounds/steps.bnk", 1),
    ("textures/crane_d.dds.streamingimage", 1),
    ("textures/lamp_d.dds.streamingimage", 1),
    ("textures/pier_d.dds.streamingimage", 2),
];

/// The patch as it should be.
const PATCH: &[Entry<'_>] = &[
    ("levels/harbour.spawnable", 2),
    ("levels/lighthouse.spawnable", 1),
    ("scripts/gate.luac", 2),
    ("textures/lamp_d.dds.streamingimage", 1),
    ("textures/pier_d.dds.streamingimage", 2),
];

/// One thing that is wrong with the patch, or with a list of its own.
struct Fault {
    path: &'static str,
    /// What the list holds besides, or in place of the entry with the same path.
    entry: Entry<'static>,
    rule: &'static str,
}

const PATCH_PATH: &str = "lists/patch.assetlist";

/// Every fault but for those of a kind of their own, which [`sample`] adds.
const FAULTS: &[Fault] = &[
    Fault { path: PATCH_PATH, entry: ("scripts/gate.luac", 1), rule: "patch-is-current" },
    Fault { path: "lists/interface.assetlist", entry: ("UI/Logo.dds", 1), rule: "list-path-lower-case" },
    Fault { path: "lists/props.assetlist", entry: ("../work/crate.azmodel", 1), rule: "list-path-form" },
    Fault { path: "lists/sounds.assetlist", entry: ("sounds/bell.wav", 1), rule: "list-no-source-file" },
    Fault { path: "lists/levels.assetlist", entry: ("levels/test/blockout.spawnable", 1), rule: "list-no-test-asset" },
    Fault { path: "lists/scripts.assetlist", entry: ("scripts/door.luac", 0), rule: "list-no-empty-file" },
];

/// A list as O3DE's asset bundler writes it. The entry at `without_id` has the id of no asset.
fn list(entries: &[Entry<'_>], without_id: Option<usize>) -> Vec<u8> {
    let mut text = "<ObjectStream version=\"3\">\n\t<Class name=\"AssetFileInfoList\" version=\"1\" \
                    type=\"{61F16042-E381-47E4-8AAA-91BC532F4101}\">\n\t\t<Class \
                    name=\"AZStd::vector&lt;AssetFileInfo, allocator&gt;\" field=\"fileInfoList\" \
                    type=\"{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}\">\n"
        .to_owned();
    for (at, &(path, version)) in entries.iter().enumerate() {
        let guid = if without_id == Some(at) { NO_GUID.to_owned() } else { guid(path) };
        write_entry(&mut text, path, &guid, version);
    }
    text.push_str("\t\t</Class>\n\t</Class>\n</ObjectStream>\n\n");
    text.into_bytes()
}

fn write_entry(text: &mut String, path: &str, guid: &str, version: u32) {
    const UINT: &str = "{43DA906B-7DEF-4CA8-9790-854106D3F983}";
    let mut object = |depth: usize, rest: String| {
        let _ = writeln!(text, "{}{rest}", "\t".repeat(depth));
    };
    let open = |name: &str, field: &str, version: &str, id: &str| {
        format!("<Class name=\"{name}\" field=\"{field}\"{version} type=\"{id}\">")
    };
    let value = |name: &str, field: &str, value: &str, id: &str| {
        format!("<Class name=\"{name}\" field=\"{field}\" value=\"{value}\" type=\"{id}\"/>")
    };
    let end = || "</Class>".to_owned();
    let first = " version=\"1\"";
    object(3, open("AssetFileInfo", "element", first, "{F1616D53-9A20-4C04-854E-D458A334B86B}"));
    object(4, open("AssetId", "assetId", first, "{652ED536-3402-439B-AEBE-4A5DBC554085}"));
    object(5, value("AZ::Uuid", "guid", guid, "{E152C105-A133-4D03-BBF8-3D4B2FBA3E2A}"));
    object(5, value("unsigned int", "subId", "0", UINT));
    object(4, end());
    object(4, value("AZStd::string", "assetRelativePath", path, "{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}"));
    object(4, value("AZ::u64", "modificationTime", "0", "{D6597933-47CD-4FC8-B911-63F3E2B0993A}"));
    object(4, open("AZStd::array&lt;unsigned int, 5&gt;", "hash", "", "{B6423B78-0722-5AD2-9CB4-100E6DA85824}"));
    let mut random = Random::named(&format!("{path} {version}"));
    for _ in 0..5 {
        let word = if version == 0 { 0 } else { random.next() >> 32 };
        object(5, value("unsigned int", "element", &word.to_string(), UINT));
    }
    object(4, end());
    object(3, end());
}

/// The GUID of no asset.
const NO_GUID: &str = "{00000000-0000-0000-0000-000000000000}";

fn guid(path: &str) -> String {
    format!("{{{}}}", Guid::named(path).to_string().to_uppercase())
}

/// The project without a fault.
fn sound() -> Sample {
    let mut sample = Sample::new("asset-lists", []);
    for (path, entries) in [
        ("lists/1.0.assetlist", FIRST),
        ("lists/1.1.assetlist", SECOND),
        ("lists/allowed.assetlist", SECOND),
        (PATCH_PATH, PATCH),
        ("lists/base_linux.assetlist", SECOND),
        ("lists/base_pc.assetlist", SECOND),
    ] {
        sample.put(path, list(entries, None));
    }
    let plan = json!({"steps": [
        {"op": "delta", "first": "lists/1.0.assetlist", "second": "lists/1.1.assetlist", "output": "$changed"},
        {"op": "intersection", "first": "lists/allowed.assetlist", "second": "$changed", "output": "patch.assetlist"},
    ]});
    sample.put("patch.plan.json", format!("{plan:#}\n").into_bytes());
    sample
}

/// The project with its faults.
pub fn sample() -> Sample {
    let mut sample = sound();
    let mut patch = PATCH.to_vec();
    for &Fault { path, entry, rule } in FAULTS {
        if path == PATCH_PATH {
            patch.retain(|&(path, _)| path != entry.0);
            patch.push(entry);
        } else {
            sample.put(path, list(&[("levels/market.spawnable", 1), entry], None));
        }
        sample.findings.push(Expected::value(rule, path, entry.0));
    }
    // The patch lacks one asset, and another one in it was never cleared for release.
    let (lacking, secret) = ("textures/lamp_d.dds.streamingimage", "levels/lighthouse.spawnable");
    patch.retain(|&(path, _)| path != lacking);
    sample.put(PATCH_PATH, list(&patch, None));
    let allowed: Vec<Entry<'_>> = SECOND.iter().copied().filter(|&(path, _)| path != secret).collect();
    sample.put("lists/allowed.assetlist", list(&allowed, None));
    sample.findings.push(Expected::value("patch-is-complete", PATCH_PATH, lacking));
    sample.findings.push(Expected::value("patch-is-allowed", PATCH_PATH, secret));
    // One platform has an asset less, and one list an asset without an id.
    let (_, less) = SECOND.split_last().unwrap_or((&SECOND[0], &[]));
    sample.put("lists/base_linux.assetlist", list(less, None));
    let platform = Expected::value("platform-lists-agree", "lists/base_linux.assetlist", SECOND[less.len()].0);
    sample.findings.push(platform);
    sample.put("lists/textures.assetlist", list(&[("textures/buoy_d.dds.streamingimage", 1)], Some(0)));
    sample.findings.push(Expected::at("list-id-present", "lists/textures.assetlist", Place { line: 6, column: 49 }));
    // A path that is too long, made here, as nobody wants to read it.
    let long = format!("textures/{}.streamingimage", "harbour-".repeat(24));
    sample.put("lists/long.assetlist", list(&[(long.as_str(), 1)], None));
    sample.findings.push(Expected::value("list-path-length", "lists/long.assetlist", long));
    sample
}
