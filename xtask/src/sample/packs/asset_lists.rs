//! Asset lists: two releases, the patch between them, the list of allowed assets, and the lists of two platforms.

use serde_json::{Value, json};

use super::super::random::Random;
use super::{Draft, Expected};

/// An entry of a list: a path, and the version of the asset. The first version is 1; an empty file has version 0.
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

/// The second release, with a new level and a new texture, and three changed assets.
const SECOND: &[Entry<'_>] = &[
    ("levels/harbour.spawnable", 2),
    (SECRET, 1),
    ("levels/market.spawnable", 1),
    ("scripts/gate.luac", 2),
    ("sounds/steps.bnk", 1),
    ("textures/crane_d.dds.streamingimage", 1),
    ("textures/lamp_d.dds.streamingimage", 1),
    (LAST, 2),
];

/// The patch: it has the old version of a script, lacks the texture of the lamp, and has a level that is not allowed.
const PATCH: &[Entry<'_>] = &[("levels/harbour.spawnable", 2), (SECRET, 1), (LAST, 2), ("scripts/gate.luac", 1)];

/// The level that was never cleared for release.
const SECRET: &str = "levels/lighthouse.spawnable";

/// The asset that the list of one platform lacks.
const LAST: &str = "textures/pier_d.dds.streamingimage";

/// The asset whose entry has no id.
const WITHOUT_ID: &str = "textures/buoy_d.dds.streamingimage";

/// Small lists: the name, an entry in addition to the market, and the rule that must report it.
const FAULTS: &[(&str, Entry<'_>, &str)] = &[
    ("interface", ("UI/Logo.dds", 1), "list-path-lower-case"),
    ("props", ("../work/crate.azmodel", 1), "list-path-form"),
    ("sounds", ("sounds/bell.wav", 1), "list-no-source-file"),
    ("levels", ("levels/test/blockout.spawnable", 1), "list-no-test-asset"),
    ("scripts", ("scripts/door.luac", 0), "list-no-empty-file"),
];

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("asset-lists");
    let second_without = |omitted| -> Vec<_> { SECOND.iter().copied().filter(|&(path, _)| path != omitted).collect() };
    put(&mut draft, "1.0", FIRST, &[]);
    put(&mut draft, "1.1", SECOND, &[]);
    put(&mut draft, "allowed", &second_without(SECRET), &[]);
    let patch_faults = [
        ("patch-is-current", "scripts/gate.luac"),
        ("patch-is-complete", "textures/lamp_d.dds.streamingimage"),
        ("patch-is-allowed", SECRET),
    ];
    put(&mut draft, "patch", PATCH, &patch_faults);
    put(&mut draft, "base_pc", SECOND, &[]);
    put(&mut draft, "base_linux", &second_without(LAST), &[("platform-lists-agree", LAST)]);
    for &(name, entry, rule) in FAULTS {
        put(&mut draft, name, &[("levels/market.spawnable", 1), entry], &[(rule, entry.0)]);
    }
    put(&mut draft, "textures", &[(WITHOUT_ID, 1)], &[]);
    let long = format!("textures/{}.streamingimage", "harbour-".repeat(24));
    put(&mut draft, "long", &[(&long, 1)], &[("list-path-length", &long)]);
    draft
}

/// Adds the list with a name, and expects its faults: for each the rule and the path that the rule must report.
fn put(draft: &mut Draft, name: &str, entries: &[Entry<'_>], faults: &[(&str, &str)]) {
    let entries: Vec<Value> =
        entries.iter().map(|&(path, version)| json!({"path": path, "hash": hash(path, version)})).collect();
    let path = format!("lists/{name}.assetlist");
    draft.fill(&path, "list.assetlist", &json!({"entries": entries, "without_id": WITHOUT_ID}));
    draft.findings.extend(faults.iter().map(|&(rule, value)| Expected::value(rule, &path, value)));
}

/// Returns the hash of a version of an asset.
fn hash(path: &str, version: u32) -> [u64; 5] {
    let mut random = Random::named(&format!("{path} {version}"));
    [0; 5].map(|zero| if version == 0 { zero } else { random.next() >> 32 })
}
