//! The table of all systems.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use super::interface::Reader;
use super::interface::System;
#[cfg(test)]
use super::needs::Needs;
use super::part::Part;
#[cfg(test)]
use super::tests;
use super::virtual_files::VirtualFiles;
use super::{conversion, definition, messiah, package};
#[cfg(test)]
use crate::format::Document;

/// All systems.
pub const SYSTEMS: &[&dyn System] = &[
    &messiah::Messiah,
    &package::Packages,
    &definition::MergedDefinitions,
    &conversion::ConversionRules,
    #[cfg(test)]
    &tests::Toys,
];

/// The parts of all systems.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Parts([Vec<Part>; SYSTEMS.len()]);

impl Parts {
    /// Adds a part of the system with that index in [`SYSTEMS`].
    pub fn add(&mut self, system: usize, part: Part) {
        self.0[system].push(part);
    }

    /// Adds all parts of `other`.
    pub fn merge(&mut self, other: Self) {
        for (own, others) in self.0.iter_mut().zip(other.0) {
            own.extend(others);
        }
    }

    /// Returns the parts that files with these paths and texts give, for tests.
    #[cfg(test)]
    pub(crate) fn of_files(files: &[(&str, &str)]) -> Self {
        let mut parts = Self::default();
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        for (at, system) in SYSTEMS.iter().enumerate() {
            for (path, text) in files.iter().filter(|(path, _)| system.wants(Needs::ALL, path)) {
                let bytes = text.as_bytes().to_vec();
                let part = match system.reader() {
                    Reader::Bytes(read) => read(path, bytes).unwrap(),
                    Reader::Document(read) => read(path, &Document::decode(path, bytes).unwrap()).unwrap(),
                };
                parts.0[at].extend(part);
            }
            parts.0[at].extend(system.part_of_paths(Needs::ALL, &paths));
            system.complete(Needs::ALL, parts.of_mut(at), &paths);
        }
        parts
    }

    /// Puts the parts in an order that does not depend on when they were added.
    pub fn sort(&mut self) {
        for parts in &mut self.0 {
            parts.sort_unstable();
        }
    }

    /// Returns the parts of the system with that index in [`SYSTEMS`].
    #[must_use]
    pub fn of(&self, system: usize) -> &[Part] {
        &self.0[system]
    }

    /// Returns the parts of the system with that index, to be changed.
    pub fn of_mut(&mut self, system: usize) -> &mut Vec<Part> {
        &mut self.0[system]
    }
}

/// Returns the systems that make virtual files, each with its index in [`SYSTEMS`].
pub fn makers() -> impl Iterator<Item = (usize, &'static dyn VirtualFiles)> {
    SYSTEMS.iter().enumerate().filter_map(|(at, system)| Some((at, system.virtual_files()?)))
}

/// Returns the folder of virtual files that a path is in.
#[must_use]
pub fn virtual_folder(path: &str) -> Option<&'static str> {
    makers().map(|(_, maker)| maker.folder()).find(|folder| path.starts_with(folder))
}

/// Returns true if virtual files cannot be made without the file at `path`.
#[must_use]
pub fn makes_virtual_files(path: &str) -> bool {
    makers().any(|(_, maker)| maker.needs(path))
}
