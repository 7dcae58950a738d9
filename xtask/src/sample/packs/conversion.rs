//! A game's shaders, textures, models and scenes, with the conversion rules that make assets from them, at three
//! depths, and with faults.

use super::super::random::Random;
use super::{Draft, Expected};

/// Files without faults.
const FILES: &[&str] = &[
    "texture_details.xml",
    "system/data/texture_detail_levels.xml",
    "scenes/harbour.scene",
    "scenes/pier.scene",
    "shaders/std/light.fx",
    "shaders/std/light.fxo",
    "shaders/std/light.00.fxo",
    "shaders/std/light.01.fxo",
    "shaders/std/light_test.fx",
    "shaders/library/common.fx",
    "shaders/custom/glow.fx",
    "shaders/custom/glow.fxo",
    "shaders/custom/glow_test.fx",
    "textures/harbour/wall.tga",
    "textures/harbour/water.tga",
    "textures/sky.tga",
    "vehicles/boat.fbx",
    "vehicles/trucks/crane.fbx",
    "vehicles/trucks/crane.skin",
];

/// Files with faults, each with the rule that finds it.
const FAULTS: &[(&str, &str)] = &[
    ("shaders/std/fog.01.fxo", "conversion-orphan"),
    ("textures/sky.dds", "conversion-built-not-converted"),
    ("vehicles/wheel.tga", "conversion-file-converted"),
    ("scenes/old/market.scene", "conversion-scene-root"),
];

/// An empty asset.
const EMPTY: &str = "textures/harbour/foam.tga";

/// Returns the whole project. Its conversion rules, with their faults, are templates.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("conversion");
    for path in FILES.iter().copied().chain(FAULTS.iter().map(|(path, _)| *path)) {
        // No conversion rule reads the content of a file.
        draft.put(path, format!("{:016x}\n", Random::named(path).next()).into_bytes());
    }
    draft.findings.extend(FAULTS.iter().map(|&(path, rule)| Expected::value(rule, path, path)));
    draft.put(EMPTY, Vec::new());
    draft.findings.push(Expected::value("conversion-source-size", EMPTY, 0));
    draft
}
