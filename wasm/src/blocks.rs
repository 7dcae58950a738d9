//! Runs over blocks of a large project, which are saved between two steps and continue in another process.

use std::rc::Rc;

use assay_engine::check;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::checker::Checker;
use crate::error::Error;
use crate::input::split_paths;
use crate::run::Run;

/// The blocks of a project. Every path belongs to one of them; the last block is that of virtual files.
#[wasm_bindgen]
pub struct Blocks {
    inner: check::Blocks,
}

/// The collections of all blocks, ready for lookups.
#[wasm_bindgen]
pub struct BuiltIndex {
    inner: Rc<check::BuiltIndex>,
}

/// Merges what blocks contribute to collections.
#[derive(Default)]
#[wasm_bindgen]
pub struct IndexMerge {
    inner: check::IndexMerge,
}

/// Merges the saved runs of all blocks.
#[wasm_bindgen]
pub struct BlockMerge {
    /// `None` once the merge is finished.
    inner: Option<check::BlockMerge>,
    checker: Rc<check::Checker>,
}

/// A saved run, and what it knows about files of other blocks.
#[wasm_bindgen]
pub struct SavedBlock {
    inner: check::SavedBlock,
}

#[wasm_bindgen]
impl Blocks {
    /// Creates the blocks with these first paths, in order, separated by NUL.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(firsts: &str) -> Self {
        Self { inner: check::Blocks::new(split_paths(firsts)) }
    }
}

#[wasm_bindgen]
impl BuiltIndex {
    /// Reads the bytes of [`IndexMerge::finish`]. Fails if they are not those of this version.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { inner: Rc::new(check::BuiltIndex::new(bytes)?) })
    }
}

#[wasm_bindgen]
impl IndexMerge {
    /// Creates a merge of no contributions.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the contributions of the next block, in the order of blocks. Fails if they are not of this version.
    pub fn add(&mut self, contributions: &[u8]) -> Result<(), Error> {
        Ok(self.inner.add(contributions)?)
    }

    /// Builds the collections, and returns them as bytes. The merge is empty afterwards.
    pub fn finish(&mut self, checker: &Checker) -> Vec<u8> {
        std::mem::take(&mut self.inner).finish(&checker.inner)
    }
}

#[wasm_bindgen]
impl BlockMerge {
    /// Creates a merge of no blocks. `index` are the collections that the blocks used, if they used any.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(checker: &Checker, index: Option<BuiltIndex>) -> Self {
        let index = index.map(|index| index.inner);
        Self { inner: Some(check::BlockMerge::new(&checker.inner, index.as_ref())), checker: Rc::clone(&checker.inner) }
    }

    fn inner(&mut self) -> Result<&mut check::BlockMerge, Error> {
        self.inner.as_mut().ok_or_else(|| Error::misuse("the merge is finished"))
    }

    /// Adds the saved run of the next block, in the order of blocks. Fails if it is not of this version.
    pub fn add(&mut self, saved: &[u8]) -> Result<(), Error> {
        Ok(self.inner()?.add(saved)?)
    }

    /// Returns true if files are missing, so that all paths should be passed to [`BlockMerge::name_twins`].
    #[wasm_bindgen(getter, js_name = hasMissing)]
    pub fn has_missing(&mut self) -> Result<bool, Error> {
        Ok(self.inner()?.has_missing())
    }

    /// Adds help to the problems of missing files for which one of these paths, separated by NUL, looks the same.
    #[wasm_bindgen(js_name = nameTwins)]
    pub fn name_twins(&mut self, paths: &str) -> Result<(), Error> {
        self.inner()?.name_twins(&split_paths(paths));
        Ok(())
    }

    /// Returns the run that makes the report. `first` are the first paths of the project, separated by NUL, at least
    /// 1000 if it has as many. The merge cannot be used afterwards.
    #[wasm_bindgen(js_name = intoRun)]
    pub fn into_run(&mut self, first: &str) -> Result<Run, Error> {
        let merge = self.inner.take().ok_or_else(|| Error::misuse("the merge is finished"))?;
        let run = merge.into_run(&self.checker, split_paths(first));
        Ok(Run::of(Rc::clone(&self.checker), run))
    }
}

#[wasm_bindgen]
impl SavedBlock {
    /// Moves out the bytes of the run.
    #[wasm_bindgen(js_name = takeRun)]
    pub fn take_run(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.inner.run)
    }

    /// Returns the numbers of the blocks that the run knows something about, in order.
    #[wasm_bindgen(getter)]
    pub fn targets(&self) -> Vec<u32> {
        self.inner.references.keys().filter_map(|&number| u32::try_from(number).ok()).collect()
    }

    /// Returns what the run knows about each of these blocks.
    pub fn references(&self) -> Vec<Uint8Array> {
        self.inner.references.values().map(|bytes| bytes.as_slice().into()).collect()
    }
}

#[wasm_bindgen]
impl Checker {
    /// Returns true if files can be checked only after other files have been read for collections or virtual files.
    #[wasm_bindgen(getter, js_name = needsIndex)]
    pub fn needs_index(&self) -> bool {
        check::Run::needs_index(&self.inner)
    }

    /// Returns true if rules check files that values in other files name.
    #[wasm_bindgen(getter, js_name = followsValues)]
    pub fn follows_values(&self) -> bool {
        check::Run::follows_values(&self.inner)
    }

    /// Returns a run over the block with this number, from 0, whose files have these paths, separated by NUL; or
    /// continues the run over it that was `saved`. Fails if the bytes are not a run of this version.
    pub fn block(&self, blocks: &Blocks, number: usize, paths: &str, saved: Option<Vec<u8>>) -> Result<Run, Error> {
        let (block, paths) = (blocks.inner.block(number), split_paths(paths));
        let run = match saved {
            Some(saved) => check::Run::resume(&self.inner, block, paths, &saved)?,
            None => check::Run::of_block(&self.inner, block, paths),
        };
        Ok(Run::of(Rc::clone(&self.inner), run))
    }
}

#[wasm_bindgen]
impl Run {
    /// Makes [`Run::batches`] end when all files have been read for collections.
    #[wasm_bindgen(js_name = pauseAfterIndex)]
    pub fn pause_after_index(&mut self) -> Result<(), Error> {
        self.inner()?.pause_after_index();
        Ok(())
    }

    /// Makes [`Run::batches`] end when all files have been checked, before references are followed.
    #[wasm_bindgen(js_name = pauseAfterCheck)]
    pub fn pause_after_check(&mut self) -> Result<(), Error> {
        self.inner()?.pause_after_check();
        Ok(())
    }

    /// Makes [`Run::batches`] end when all references have been followed.
    #[wasm_bindgen(js_name = pauseAfterReferences)]
    pub fn pause_after_references(&mut self) -> Result<(), Error> {
        self.inner()?.pause_after_references();
        Ok(())
    }

    /// Uses the collections of all blocks.
    #[wasm_bindgen(js_name = useIndex)]
    pub fn use_index(&mut self, index: &BuiltIndex) -> Result<(), Error> {
        self.inner()?.use_index(&index.inner);
        Ok(())
    }

    /// Adds what another block knows about files of this one. Fails if the bytes are not of this version.
    #[wasm_bindgen(js_name = addReferences)]
    pub fn add_references(&mut self, references: &[u8]) -> Result<(), Error> {
        Ok(self.inner()?.add_references(references)?)
    }

    /// Adds the values that name files of this run, which extends a project, in files of a block. Fails if the bytes are
    /// not of this version.
    #[wasm_bindgen(js_name = addCitations)]
    pub fn add_citations(&mut self, references: &[u8]) -> Result<(), Error> {
        Ok(self.inner()?.add_citations(references)?)
    }

    /// Returns the paths of files that virtual files may be made of, separated by NUL.
    #[wasm_bindgen(js_name = virtualSources)]
    pub fn virtual_sources(&mut self) -> Result<String, Error> {
        let checker = Rc::clone(&self.checker);
        Ok(self.inner()?.virtual_sources(&checker).join("\0"))
    }

    /// Moves out what the files of the block contribute to collections.
    #[wasm_bindgen(js_name = takeContributions)]
    pub fn take_contributions(&mut self) -> Result<Vec<u8>, Error> {
        let checker = Rc::clone(&self.checker);
        Ok(self.inner()?.take_contributions(&checker))
    }

    /// Saves the run, which cannot be used afterwards.
    pub fn save(&mut self, blocks: &Blocks) -> Result<SavedBlock, Error> {
        Ok(SavedBlock { inner: self.take()?.save(&self.checker, &blocks.inner) })
    }
}
