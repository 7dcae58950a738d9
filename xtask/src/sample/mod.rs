//! The sample projects: small projects like those of a studio, with a fault for every rule to find.
//!
//! The documents of the samples are [templates](template). For each fault, a table or a mark in a template names the
//! rule that must find it, and its place or value. The list of expected findings is computed from them and never
//! written by hand. A finding that is not in the list is an error of a rule.
//!
//! All random numbers are computed from names and one seed, so every run writes the same bytes on every machine.

mod guid;
mod messiah;
mod packs;
mod picture;
mod radiance;
mod random;
mod template;
mod tga;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// A project with its faults.
struct Sample {
    /// The name, which is also the name of the rule pack that checks it.
    name: &'static str,
    /// The files, by path.
    files: BTreeMap<String, Vec<u8>>,
    /// The list of the findings that its rule pack must report, as JSON.
    expected: String,
}

/// Returns all samples.
fn samples() -> Vec<Sample> {
    let mut samples = packs::samples();
    samples.push(messiah::sample());
    samples
}

/// Writes each sample into its folder in `root`, and the list of its findings next to the folder. An old folder is
/// removed first.
///
/// # Errors
/// Fails if a file cannot be written or an old folder cannot be removed.
pub fn generate(root: &Path) -> io::Result<()> {
    for sample in samples() {
        let folder = root.join(sample.name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        for (path, bytes) in &sample.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(path, bytes)?;
        }
        fs::write(folder.with_extension("expected.json"), sample.expected)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// Rules without a fault in a sample. Some of these faults cannot be in a repository: the file would be too large,
    /// or could not be checked out on every system. A package and its copy would make all other rules report everything
    /// twice. Two rules are for projects of Unity without packages, and the sample has its packages. The tests of these rules
    /// show their faults.
    const ONLY_IN_TESTS: &[&str] = &[
        "image-file-size",
        "name-case-twin",
        "name-composed",
        "name-no-device",
        "name-no-forbidden-character",
        "name-no-trailing-dot",
        "package-unique",
        "unity-audio-load-type",
        "unity-local-reference-exists",
        "unity-material-texture-exists",
    ];

    fn rules() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
    }

    #[test]
    fn the_generated_files_are_current() {
        for sample in samples() {
            let home = rules().join("samples").join(sample.name);
            for (path, bytes) in &sample.files {
                let found = fs::read(home.join(path));
                assert!(found.is_ok_and(|found| found == *bytes), "{path}: run `cargo xtask sample`");
            }
            let expected = fs::read_to_string(home.with_extension("expected.json"));
            assert_eq!(expected.ok(), Some(sample.expected), "run `cargo xtask sample`");
        }
    }

    #[test]
    fn two_runs_generate_the_same_bytes() {
        assert!(samples().iter().map(|sample| &sample.files).eq(samples().iter().map(|sample| &sample.files)));
    }

    #[test]
    fn every_rule_of_a_pack_has_a_fault_and_every_fault_a_rule() {
        for sample in samples() {
            let files = fs::read_dir(rules().join(sample.name)).expect("the rule pack is there");
            let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
            let names = names.filter(|name| name != "pack.yaml");
            let rules: BTreeSet<String> =
                names.filter_map(|name| Some(name.strip_suffix(".yaml")?.to_owned())).collect();
            let findings: Vec<Value> = serde_json::from_str(&sample.expected).expect("it is JSON");
            let mut faults: BTreeSet<String> =
                findings.iter().filter_map(|finding| Some(finding["rule"].as_str()?.to_owned())).collect();
            faults.extend(ONLY_IN_TESTS.iter().map(|&rule| rule.to_owned()).filter(|rule| rules.contains(rule)));
            assert_eq!(faults, rules);
        }
    }

    #[test]
    fn samples_are_small() {
        for sample in samples() {
            let size: usize = sample.files.values().map(Vec::len).sum();
            let (bytes, files) = if sample.name == "messiah" { (1_000_000, 500) } else { (500_000, 120) };
            assert!(size < bytes && sample.files.len() <= files, "{}: {size} bytes", sample.name);
        }
    }
}
