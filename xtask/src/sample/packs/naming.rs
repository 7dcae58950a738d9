//! Names of files: a project of three folders, and some wrong names.

use super::super::picture::Picture;
use super::super::tga;
use super::{Draft, Expected, image};

/// Files with correct names.
const SOUND: &[&str] = &[
    "LICENSE",
    "art/props/M_Crate.mat",
    "art/props/MI_Crate_Wet.mat",
    "art/props/SM_Barrel.fbx",
    "art/props/SM_Crate.fbx",
    "art/props/SM_CopyMachine.fbx",
    "art/props/T_Barrel_D.tga",
    "art/props/T_Barrel_N.tga",
    "art/props/T_Crate_01_D.png",
    "art/props/T_Crate_01_ORM.png",
    "art/guard/A_Guard_Walk.anim",
    "art/guard/SK_Guard.fbx",
    "art/guard/T_Guard_D.png",
    "art/ui/Icon_Bow.png",
    "art/ui/Icon_Sword.png",
    "audio/MUS_Harbour.ogg",
    "audio/S_Door_Creak_04.wav",
    "audio/VO_Guard_Halt.ogg",
    "docs/readme.txt",
    "levels/harbour.level",
];

/// A file with a wrong name: its path, the rules that find it, and the value of each.
struct Fault {
    path: &'static str,
    finds: &'static [(&'static str, &'static str)],
}

const fn fault(path: &'static str, finds: &'static [(&'static str, &'static str)]) -> Fault {
    Fault { path, finds }
}

/// Every fault of the sample.
const FAULTS: &[Fault] = &[
    fault("art/props/Rope_D.png", &[("name-texture-prefix", "Rope_D.png")]),
    fault("art/props/T_Bench_D.fbx", &[("name-mesh-prefix", "T_Bench_D.fbx")]),
    fault("art/props/Moss.mat", &[("name-material-prefix", "Moss.mat")]),
    fault("art/guard/Run.anim", &[("name-animation-prefix", "Run.anim")]),
    fault("audio/Steps_Gravel.wav", &[("name-sound-prefix", "Steps_Gravel.wav")]),
    fault("art/props/T_Rope_Normal.png", &[("name-texture-suffix", "T_Rope_Normal")]),
    fault(
        "art/props/T_Caf\u{e9}_D.png",
        &[("name-characters", "art/props/T_Caf\u{e9}_D.png"), ("name-form", "T_Caf\u{e9}_D")],
    ),
    fault(
        "art/props/SM_Old Wall.fbx",
        &[("name-characters", "art/props/SM_Old Wall.fbx"), ("name-form", "SM_Old Wall")],
    ),
    fault("art/props/T_rope_N.png", &[("name-form", "T_rope_N")]),
    fault("art/props/SM__Rope.fbx", &[("name-form", "SM__Rope")]),
    fault("art/Harbour/SM_Pier.fbx", &[("name-folder-form", "art/Harbour")]),
    fault("art/guard/T_Guard_N.TGA", &[("name-extension", "T_Guard_N.TGA")]),
    fault("art/guard/notes", &[("name-extension", "notes")]),
    fault(LONG, &[("name-path-length", LONG)]),
    fault(LONG_NAME, &[("name-length", LONG_STEM)]),
    fault("art/a/b/c/d/e/f/SM_Deep.fbx", &[("name-folder-depth", "art/a/b/c/d/e/f/SM_Deep.fbx")]),
    fault("art/props/old/SM_Crate.fbx", &[("name-unique", "SM_Crate.fbx")]),
    fault(
        "art/props/SM_Bucket (1).fbx",
        &[
            ("name-characters", "art/props/SM_Bucket (1).fbx"),
            ("name-form", "SM_Bucket (1)"),
            ("name-no-leftover", "SM_Bucket (1)"),
        ],
    ),
    fault("art/guard/SK_Guard_copy2.fbx", &[("name-form", "SK_Guard_copy2"), ("name-no-leftover", "SK_Guard_copy2")]),
    fault("art/props/SM_Crate_Final2.fbx", &[("name-no-leftover", "SM_Crate_Final2")]),
    fault("levels/harbour_old.level", &[("name-no-leftover", "harbour_old")]),
];

/// 181 characters, in parts that are each short enough.
const LONG: &str = "art/a_folder_that_was_given_the_whole_title_of_the_quest/\
    which_the_writers_then_made_longer_in_the_last_week_of_the_release/\
    and_a_sheet/T_The_Letter_That_The_Guard_Reads_Aloud_D.png";

/// A stem of 65 letters.
const LONG_STEM: &str = "SM_The_Wall_That_Stands_Between_The_Harbour_And_The_Old_Town_Gate";
const LONG_NAME: &str = "art/props/SM_The_Wall_That_Stands_Between_The_Harbour_And_The_Old_Town_Gate.fbx";

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let sound = SOUND.iter().map(|path| ((*path).to_owned(), content(path)));
    let mut draft = Draft::new("naming", sound);
    for Fault { path, finds } in FAULTS {
        draft.put(path, content(path));
        draft.findings.extend(finds.iter().map(|(rule, value)| Expected::value(rule, path, *value)));
    }
    // A level that was written on Windows.
    let level = "levels/pier.xml";
    draft.put(level, b"<level>\n  <texture name=\"../art/props/T_barrel_D.tga\"/>\n</level>\n".to_vec());
    draft.findings.push(Expected::value("name-as-cited", level, level));
    // If two files have the same name, the first one is reported as well.
    draft.findings.push(Expected::value("name-unique", "art/props/SM_Crate.fbx", "SM_Crate.fbx"));
    draft
}

/// Returns a small picture for names of pictures, and a line of text for all other names: no rule reads the content.
fn content(path: &str) -> Vec<u8> {
    let picture = Picture::painted(path, 8, 8);
    match path.to_lowercase().rsplit('.').next() {
        Some("png") => image::png(&picture),
        Some("tga") => tga::encode_packed(&picture),
        _ => format!("{path}\n").into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, LONG_STEM};

    #[test]
    fn long_names_exceed_the_limit_by_one() {
        assert_eq!((LONG.len(), LONG_STEM.len()), (181, 65));
    }
}
