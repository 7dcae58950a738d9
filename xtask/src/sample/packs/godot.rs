//! A Godot project: scenes, resources, scripts and import settings.
//!
//! Everything is a template, except textures and binary files.

use super::super::picture::Picture;
use super::{Draft, Expected, image};

/// Textures of the project. Each has an `.import` file, except the last one.
const TEXTURES: &[&str] =
    &["art/chest.png", "art/rock.png", "art/rock_n.png", "art/wood.png", "icon.png", "art/moss.png"];

/// The rule that must find each fault, and the file.
const FAULTS: &[(&str, &str)] = &[
    ("godot-asset-imported", "art/moss.png"),
    ("godot-file-not-empty", "lamp.tres"),
    ("godot-id-declared", "door.tscn"),
    ("godot-import-source", "art/gone.png.import"),
    ("godot-import-valid", "art/wood.png.import"),
    ("godot-node-parent", "guard.tscn"),
    ("godot-normal-map-lossless", "art/rock_n.png.import"),
    ("godot-project-file-exists", "project.godot"),
    ("godot-reference-exists", "chest.tscn"),
    ("godot-script-file-exists", "guard.gd"),
    ("godot-script-uid-unique", "guard.gd.uid"),
    ("godot-script-uid-unique", "knight.gd.uid"),
    ("godot-uid-current", "rock.tscn"),
    ("godot-uid-unique", "wall.tscn"),
    ("godot-uid-unique", "wall_copy.tscn"),
];

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("godot");
    for path in TEXTURES {
        draft.put(path, image::png(&Picture::painted(path, 8, 8)));
    }
    draft.put("lamp.tres", Vec::new());
    let faults = FAULTS.iter().map(|(rule, path)| Expected { value: None, ..Expected::value(rule, path, "") });
    draft.findings.extend(faults);
    draft
}
