//! The collections of all blocks of a project, as they are stored and as runs use them.

use std::rc::Rc;

use assay_report::{Diagnostics, Problem};
use assay_store::Store;
use serde::{Deserialize, Serialize};

use super::collection_gaps::CollectionGaps;
use crate::worker::{SharedIndex, Worker};

/// The form in which the collections of all blocks are stored.
#[derive(Deserialize, Serialize)]
pub(super) struct StoredIndex {
    #[serde(with = "assay_document::text::raw_bytes")]
    pub collections: Vec<u8>,
    /// The paths of all files, if systems need them to complete the collections, and `collections` does not have them.
    pub paths: Vec<String>,
    pub gaps: CollectionGaps,
    /// The problems of files that were read for the collections.
    pub problems: Vec<Problem>,
    /// The problems and warnings from building the collections.
    pub diagnostics: Diagnostics,
}

/// The collections of a published project, from which those of a run over files that extend it are made.
pub(super) struct PublishedIndex {
    pub shared: SharedIndex,
    /// The paths of all files, if systems need them to complete the collections.
    pub paths: Vec<String>,
    pub gaps: CollectionGaps,
    /// The problems of files that were read for the collections.
    pub problems: Vec<Problem>,
}

impl PublishedIndex {
    /// Reads the bytes of [`super::IndexMerge::finish`].
    ///
    /// # Errors
    /// The bytes are not those of this version.
    pub fn new(bytes: &[u8]) -> Result<Self, postcard::Error> {
        let StoredIndex { collections, mut paths, gaps, problems, .. } = postcard::from_bytes(bytes)?;
        let mut shared: SharedIndex = postcard::from_bytes(&collections)?;
        paths.append(&mut shared.paths);
        Ok(Self { shared, paths, gaps, problems })
    }
}

/// The collections of all blocks, ready for lookups.
pub struct BuiltIndex {
    /// Encoded, for workers elsewhere.
    pub(super) encoded: Vec<u8>,
    pub(super) store: Rc<Store>,
    paths: Rc<[String]>,
    pub(super) gaps: CollectionGaps,
    /// The problems and warnings from building the collections.
    pub(super) diagnostics: Diagnostics,
}

impl BuiltIndex {
    /// Reads the bytes of [`super::IndexMerge::finish`].
    ///
    /// # Errors
    /// The bytes are not those of this version.
    pub fn new(bytes: &[u8]) -> Result<Self, postcard::Error> {
        let StoredIndex { collections: encoded, gaps, diagnostics, .. } = postcard::from_bytes(bytes)?;
        let (store, paths) = postcard::from_bytes::<SharedIndex>(&encoded)?.into_parts();
        Ok(Self { encoded, store: Rc::new(store), paths: paths.into(), gaps, diagnostics })
    }

    pub(super) fn worker(&self) -> Worker {
        Worker { store: Rc::clone(&self.store), paths: Rc::clone(&self.paths), ..Worker::default() }
    }
}
