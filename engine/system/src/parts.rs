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

/// The parts of all systems.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Parts(Vec<PartOfSystem>);

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
struct PartOfSystem {
    /// The index of the system in [`SYSTEMS`].
    system: usize,
    part: Part,
    /// The file, or the folder of virtual files, that it is made of; `None` if [`Parts::complete`] has made it.
    source: Option<String>,
}

impl Parts {
    /// Adds the part of a system, by its index in [`SYSTEMS`], that is made of the file at `source`.
    pub fn add(&mut self, system: usize, part: Part, source: &str) {
        self.0.push(PartOfSystem { system, part, source: Some(source.to_owned()) });
    }

    /// Keeps the parts of the files for which `keep` is true. Drops those that [`Parts::complete`] makes.
    pub fn retain_files(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|part| part.source.as_deref().is_some_and(&keep));
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
    pub fn of(&self, system: usize) -> Vec<&Part> {
        self.0.iter().filter(|part| part.system == system).map(|part| &part.part).collect()
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
                if let Some(part) = part {
                    parts.add(at, part, path);
                }
            }
            parts.complete(at, DataNeeds::ALL, &paths);
        }
        parts
    }

    /// Adds the parts of a system that need the paths of all files, or the parts of all files.
    pub fn complete(&mut self, system: usize, needs: DataNeeds, paths: &[String]) -> Diagnostics {
        let known = SYSTEMS[system];
        let made = |part| PartOfSystem { system, part, source: None };
        self.0.extend(known.part_of_paths(needs, paths).map(made));
        let (part, diagnostics) = known.complete(needs, &self.of(system), paths);
        self.0.extend(part.map(made));
        diagnostics
    }
}
