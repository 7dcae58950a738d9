//! A game's shaders, textures, models and scenes with the conversion rules that make assets of them, at three depths; and
//! what went wrong with some.

use std::fmt::Write as _;

use super::super::random::Random;
use super::written::Place;
use super::{Expected, Sample};

/// The name of rule files.
const NAME: &str = "asset_rules.xml";

/// A rule: its pattern, its fields, and the rule of the pack that finds something wrong with the pattern.
type Rule = (&'static str, &'static [(&'static str, &'static str)], Option<&'static str>);

/// The rule files by their folders.
const RULES: &[(&str, &[Rule])] = &[
    (
        "",
        &[
            (
                r"^texture_details\.xml$",
                &[
                    ("root", "true"),
                    ("converter", "HierarchicalConfigConverter"),
                    ("converterParams", "-f texture_details.xml -o system/data/texture_detail_levels.xml"),
                ],
                None,
            ),
            (r".*\.scene$", &[("root", "true"), ("converter", "SceneConverter")], None),
            (r".*\.fbx$", &[("converter", "MeshConverter")], None),
            (r".*_test\.[a-z]+$", &[("noConversion", "true")], None),
        ],
    ),
    (
        "shaders/",
        &[
            (r".*(\.fx)$", &[("root", "true"), ("converter", "EffectConverter")], None),
            (r".*(\.fxo)$", &[("sourcePattern", r"(\.[0-1]+)?(\.fxo)$"), ("sourceFormat", ".fx")], None),
            (r"^library/.*", &[("noConversion", "true")], None),
        ],
    ),
    (
        "shaders/custom/",
        &[
            (r".*(\.fx)$", &[("root", "false")], None),
            (r"^glow_test\.fx$", &[("noConversion", "false"), ("converterParams", "-O0")], None),
        ],
    ),
    (
        "textures/",
        &[
            // Too wide: it takes what is built, too.
            (r".*\.(tga|dds)$", &[("converter", "TextureConverter")], None),
            (r".*\.dds$", &[("sourcePattern", r"\.dds$"), ("sourceFormat", ".tga")], None),
        ],
    ),
    ("scenes/old/", &[(".*", &[("root", "false")], None)]),
    (
        "vehicles/trucks/",
        &[
            (".*(.mesh)$", &[("converter", "MeshConvertor")], Some("conversion-pattern-dot")),
            (r".*\.fbx", &[("converterParams", "--scale 0.01")], None),
            (r".*(\\.anim)$", &[("root", "false")], Some("conversion-pattern-backslash")),
            (r".*\.skin$", &[("converter", "MeshConverter")], None),
            (r".*\.skin$", &[], Some("conversion-pattern-unique")),
            (r".*\.meshb$", &[("sourcePattern", r"(\.meshb)$"), ("sourceFormat", "mesh")], None),
        ],
    ),
];

/// Files in which nothing is wrong.
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

/// Files in which something is wrong, with the rule that finds it.
const FAULTS: &[(&str, &str)] = &[
    ("shaders/std/fog.01.fxo", "conversion-orphan"),
    ("textures/sky.dds", "conversion-built-not-converted"),
    ("vehicles/wheel.tga", "conversion-file-converted"),
    ("scenes/old/market.scene", "conversion-scene-root"),
];

/// An asset of which nothing was saved.
const EMPTY: &str = "textures/harbour/foam.tga";

/// The whole project.
pub fn sample() -> Sample {
    let mut sample = Sample::new("conversion", []);
    for path in FILES.iter().copied().chain(FAULTS.iter().map(|(path, _)| *path)) {
        // What is in a file is nothing that conversion rules ask.
        sample.put(path, format!("{:016x}\n", Random::named(path).next()).into_bytes());
    }
    sample.findings.extend(FAULTS.iter().map(|&(path, rule)| Expected::value(rule, path, path)));
    sample.put(EMPTY, Vec::new());
    sample.findings.push(Expected::value("conversion-source-size", EMPTY, 0));
    for (folder, rules) in RULES {
        put_rules(&mut sample, &format!("{folder}{NAME}"), rules);
    }
    sample
}

/// Writes a rule file, and expects what is wrong in it.
fn put_rules(sample: &mut Sample, path: &str, rules: &[Rule]) {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rules>\n".to_owned();
    for (pattern, fields, fault) in rules {
        let place = Place { line: text.matches('\n').count() + 1, column: 3 };
        let _ = writeln!(text, "  <rule pattern=\"{pattern}\">");
        for (tag, value) in *fields {
            let _ = writeln!(text, "    <{tag}>{value}</{tag}>");
            if *value == "MeshConvertor" {
                sample.findings.push(Expected::value("conversion-converter-known", path, *value));
            }
            if *value == "mesh" {
                sample.findings.push(Expected::at("conversion-source-format", path, place));
            }
        }
        text.push_str("  </rule>\n");
        if fields.is_empty() {
            sample.findings.push(Expected::at("conversion-rule-says", path, place));
        }
        sample.findings.extend(fault.map(|rule| Expected::value(rule, path, *pattern)));
    }
    text.push_str("</rules>\n");
    sample.put(path, text.into_bytes());
}
