//! The parts for the collections of all systems.

#[cfg(any(test, feature = "testing"))]
use assay_document::format::Document;
use assay_report::Diagnostics;
use serde::{Deserialize, Serialize};

#[cfg(any(test, feature = "testing"))]
use super::interface::SystemReader;
use super::needs::DataNeeds;
use super::part::Part;
use super::systems::SYSTEMS;

/// The parts of all systems, each with the index of its system in [`SYSTEMS`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Parts(Vec<(usize, Part)>);

impl Parts {
    /// Adds a part of a system.
    pub fn add(&mut self, system: usize, part: Part) {
        self.0.push((system, part));
    }

    /// Adds all parts of `other`.
    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Puts the parts in an order that does not depend on when they were added.
    pub fn sort(&mut self) {
        // Workers finish in any order, and the collections must not depend on it.
        self.0.sort();
    }

    /// Returns the parts of a system.
    #[must_use]
    pub fn of(&self, system: usize) -> Vec<&Part> {
        self.0.iter().filter(|(of, _)| *of == system).map(|(_, part)| part).collect()
    }

    /// Returns the parts made from files with these paths and texts, for tests.
    ///
    /// # Panics
    /// Panics if a file cannot be read.
    #[cfg(any(test, feature = "testing"))]
    pub fn of_files(files: &[(&str, &str)]) -> Self {
        let mut parts = Self::default();
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        for (at, system) in SYSTEMS.iter().enumerate() {
            for (path, text) in files.iter().filter(|(path, _)| system.needs_file(DataNeeds::ALL, path)) {
                let bytes = text.as_bytes().to_vec();
                let part = match system.reader() {
                    SystemReader::Bytes(read) => read(path, bytes).unwrap(),
                    SystemReader::Document(read) => read(path, &Document::decode(path, bytes).unwrap()).unwrap(),
                };
                parts.0.extend(part.map(|part| (at, part)));
            }
            parts.complete(at, DataNeeds::ALL, &paths);
        }
        parts
    }

    /// Adds the parts of a system that need the paths of all files, or the parts of all files.
    pub fn complete(&mut self, system: usize, needs: DataNeeds, paths: &[String]) -> Diagnostics {
        let known = SYSTEMS[system];
        self.0.extend(known.part_of_paths(needs, paths).map(|part| (system, part)));
        let (part, diagnostics) = known.complete(needs, &self.of(system), paths);
        self.0.extend(part.map(|part| (system, part)));
        diagnostics
    }
}
