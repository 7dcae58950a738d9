//! Builds the collections of all blocks from what the files of each block contribute.

use assay_report::{Diagnostics, Problem};
use assay_store::CustomList;
use assay_system::Parts;
use serde::{Deserialize, Serialize};

use super::built_index::StoredIndex;
use super::collections::Collections;
use super::list_sources::ListSources;
use crate::batch::to_bytes;
use crate::checker::Checker;

/// The contributions of the files of one block to the collections.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct Contributions {
    pub parts: Parts,
    pub lists: Vec<(u32, String, CustomList)>,
    /// The custom collections that could not be built, by number.
    pub broken: Vec<u32>,
    pub sources: ListSources,
    /// The problems of files, which may make collections incomplete.
    pub problems: Vec<Problem>,
    /// The paths of its files, if a collection or a script needs those of all files.
    pub paths: Vec<String>,
}

/// Merges the contributions of blocks.
#[derive(Default)]
pub struct IndexMerge {
    collections: Collections,
    sources: ListSources,
    met: Diagnostics,
    paths: Vec<String>,
}

impl IndexMerge {
    /// Adds the contributions of the next block, in the order of blocks, as [`super::Run::take_contributions`] returns
    /// them.
    ///
    /// # Errors
    /// The bytes are not such contributions of this version.
    pub fn add(&mut self, contributions: &[u8]) -> Result<(), postcard::Error> {
        let Contributions { parts, lists, broken, sources, problems, paths } = postcard::from_bytes(contributions)?;
        self.collections.absorb(parts, lists, broken);
        self.sources.absorb(sources);
        self.met.problems.extend(problems);
        self.paths.extend(paths);
        Ok(())
    }

    /// Builds the collections, and returns them as bytes for [`super::BuiltIndex::new`].
    #[must_use]
    pub fn finish(mut self, checker: &Checker) -> Vec<u8> {
        let demand = checker.rules().demand();
        let of_files = self.met.problems.len();
        self.paths.sort_unstable();
        self.collections.build(checker, demand, &self.paths, &self.sources, &mut self.met);
        // Each block reports those of its files.
        let problems = self.met.problems.drain(..of_files).collect();
        let (collections, gaps) = self.collections.into_built();
        let paths = if demand.paths { Vec::new() } else { self.paths };
        to_bytes(&StoredIndex { collections, paths, gaps, problems, diagnostics: self.met })
    }
}
