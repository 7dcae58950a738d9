//! The information that files give about the collections of systems, in the form that travels between workers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::SYSTEMS;
#[cfg(test)]
use super::{Needs, Reader};
#[cfg(test)]
use crate::format::Document;

/// The information that a file gives about the collections of one system, in an encoding of that system.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Part(#[serde(with = "crate::text::raw_bytes")] Vec<u8>);

impl Part {
    /// Encodes a part.
    #[must_use]
    pub fn of(content: &impl Serialize) -> Self {
        Self(postcard::to_allocvec(content).unwrap_or_default())
    }

    /// Decodes the part. `None` if it is damaged.
    #[must_use]
    pub fn content<T: DeserializeOwned>(&self) -> Option<T> {
        postcard::from_bytes(&self.0).ok()
    }
}

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
