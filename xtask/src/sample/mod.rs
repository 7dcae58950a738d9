//! The sample project: a small game as a studio might have it, with a fault for every rule to find.
//!
//! A project is first stocked from the [`catalogue`] and is then without fault; each row of [`fault::FAULTS`] spoils
//! one thing in it and says which rule must find that, where, and with what value. So the list of expected findings
//! is never written by hand, and a finding that no row accounts for is an error of a rule.
//!
//! Everything follows from names and one seed: the same bytes in every run, on every machine.

mod catalogue;
mod details;
mod element;
mod encoding;
mod expected;
mod fault;
mod guid;
mod json;
pub mod packs;
mod picture;
mod project;
mod radiance;
mod random;
mod repository;
mod resource;
mod template;
mod tga;
mod world;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// Writes the sample project into the folder `root`, and beside it the list of what must be found there: for
/// `rules/samples/messiah` that is `rules/samples/messiah.expected.json`.
///
/// The project is the folder `Package` of `root`, which is removed first, so that nothing of an earlier version stays.
///
/// # Errors
/// When a file cannot be written or the old sample cannot be removed.
pub fn generate(root: &Path) -> io::Result<()> {
    let package = root.join("Package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    let sample = sample();
    for (path, bytes) in sample.files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(path, bytes)?;
    }
    fs::write(root.with_extension("expected.json"), sample.expected)
}

/// What [`generate`] writes.
struct Sample {
    /// The files of the project, by path.
    files: BTreeMap<String, Vec<u8>>,
    /// The list of findings.
    expected: String,
}

/// Stocks a project, spoils it, and notes what must be found.
fn sample() -> Sample {
    let mut project = project::Project::new();
    fault::plant(&mut project);
    let files = project.files();
    let expected = expected::findings(&mut project, &files);
    Sample { files, expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the sample lies in the checkout.
    fn home() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/samples/messiah")
    }

    #[test]
    fn the_files_in_the_checkout_are_the_ones_generated() {
        let sample = sample();
        for (path, bytes) in sample.files {
            assert!(fs::read(home().join(&path)).is_ok_and(|found| found == bytes), "{path}: run `cargo xtask sample`");
        }
        let expected = fs::read_to_string(home().with_extension("expected.json"));
        assert_eq!(expected.ok(), Some(sample.expected), "run `cargo xtask sample`");
    }

    #[test]
    fn two_runs_make_the_same_bytes() {
        assert_eq!(sample().files, sample().files);
    }

    #[test]
    fn the_sample_stays_small() {
        let size: usize = sample().files.values().map(Vec::len).sum();
        assert!(size < 1_000_000, "{size} bytes");
    }
}
