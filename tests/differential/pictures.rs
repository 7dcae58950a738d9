//! Facts of pictures against Pillow: every mode and format that it writes, in several sizes.
//!
//! `cargo xtask test` sets up a Python with Pillow and names it in `ASSAY_PYTHON`. Without it, this test compares nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assay_engine::format::{FactError, Image};
use assay_engine::source::MemorySource;
use serde::Deserialize;

/// A picture as Pillow reads it; without a format when that is none that rules know.
#[derive(Debug, Deserialize)]
struct Picture {
    name: String,
    format: Option<String>,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    #[serde(default)]
    compression: Option<String>,
}

/// Fewer would mean that the peer wrote less than it should.
const LEAST: usize = 1500;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pictures-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder for files of tests can be written to");
    folder
}

fn pictures(python: &str, folder: &Path) -> Vec<Picture> {
    let peer = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/pictures.py");
    // Pillow writes a line for each format that does not have a mode.
    let output = Command::new(python).arg(peer).arg(folder).stderr(Stdio::null()).output().expect("Python starts");
    assert!(output.status.success(), "{peer} failed: call it by hand to see why");
    serde_json::from_slice(&output.stdout).expect("the peer writes JSON")
}

#[test]
fn facts_of_images_equal_those_of_pillow() {
    let Ok(python) = std::env::var("ASSAY_PYTHON") else {
        eprintln!("nothing compared: `ASSAY_PYTHON` names no Python with Pillow");
        return;
    };
    let folder = folder();
    let pictures = pictures(&python, &folder);
    assert!(pictures.len() >= LEAST, "only {} pictures", pictures.len());
    let mut different = Vec::new();
    for picture in &pictures {
        let bytes = fs::read(folder.join(&picture.name)).expect("the peer wrote it");
        let source: MemorySource = [("a", &bytes[..])].into_iter().collect();
        let read = Image::read::<FactError>("a", &source);
        let is_same = match (&read, &picture.format) {
            (Ok(image), Some(format)) => {
                (image.width, image.height) == (picture.width, picture.height)
                    && image.format == format
                    && image.compression == picture.compression.as_deref()
            }
            (read, format) => read.is_err() && format.is_none(),
        };
        if !is_same {
            different.push(format!("{picture:?}: {read:?}"));
        }
    }
    assert!(different.is_empty(), "{} of {} differ:\n{}", different.len(), pictures.len(), different.join("\n"));
    fs::remove_dir_all(&folder).expect("the folder can be deleted");
}
