//! Runs over blocks that are saved between two stages, and continue elsewhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Problem};
use assay_system::VirtualFile;
use assay_zip as zip;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::built_index::BuiltIndex;
use super::findings::KeptFindings;
use super::index_merge::Contributions;
use super::list_sources::ListSources;
use super::scope::RunScope;
use super::state::RunState;
use super::suggestions::LookedAtFiles;
use super::totals::FileTotals;
use super::virtual_files::{RunVirtualFiles, makers_in_use};
use super::{Run, Stage};
use crate::batch::{Citation, CitedFile, Counts, to_bytes};
use crate::block::{Block, Blocks};
use crate::checker::Checker;
use crate::compared::RunComparisons;
use crate::gathered::note_read;
use crate::overrun::SkippedFiles;
use crate::remark::Remark;

/// The maximum number of files of a block whose values are kept if they name the same file. One is enough for a report;
/// further ones are needed if an addition to the project replaces the first.
const MOST_NAMING: usize = 16;

/// Everything that a run over a block knows, except the paths of its files and the contributions to collections.
#[derive(Deserialize, Serialize)]
pub(super) struct SavedRun {
    next: Stage,
    /// The paths of files in archives.
    pub members: Vec<String>,
    pub virtual_files: Vec<VirtualFile>,
    pub found: KeptFindings,
    pub met: Diagnostics,
    pub counts: Vec<Counts>,
    pub notes: SavedNotes,
    pub totals: FileTotals,
    /// For each path, in order, true if a rule looks into the file.
    looked_into: Vec<bool>,
    /// For each path, in order, the size of the file plus one; 0 if its bytes were not read.
    sizes: Vec<u64>,
    /// Further files that were read, with their sizes.
    others: Vec<(String, u64)>,
}

/// The notes of a run that matter after it has been saved.
#[derive(Deserialize, Serialize)]
pub(super) struct SavedNotes {
    /// Comments in documents that hide findings.
    pub remarks: Vec<Remark>,
    pub comparisons: RunComparisons,
    /// The files that abandoned rules skipped.
    pub given_up: Vec<SkippedFiles>,
    /// By rule, some files that it looked at.
    pub samples: Vec<LookedAtFiles>,
    /// By rule, true if it looked at a file of a format other than XML.
    pub other_formats: Vec<bool>,
}

/// The knowledge of a block about files of another block.
#[derive(Default, Deserialize, Serialize)]
struct References {
    /// The values that name these files.
    citations: Vec<Citation>,
    /// The sizes of those that were read.
    reads: Vec<(String, u64)>,
    /// Those that rules look into.
    looked_into: Vec<String>,
}

/// A saved run, and what it knows about files of other blocks.
pub struct SavedBlock {
    /// The run, for [`Run::resume`] or [`super::BlockMerge::add`].
    pub run: Vec<u8>,
    /// By the number of the block, the references to its files, for [`Run::add_references`].
    pub references: BTreeMap<usize, Vec<u8>>,
}

impl Run {
    /// Returns true if files can be checked only after other files have been read for collections or virtual files.
    #[must_use]
    pub fn needs_index(checker: &Checker) -> bool {
        let has_makers = makers_in_use(checker, &RunScope::default()).next().is_some();
        has_makers || !checker.rules().demand().is_nothing() || !checker.rules().collections().is_empty()
    }

    /// Returns true if rules check files that values in other files name.
    #[must_use]
    pub fn follows_values(checker: &Checker) -> bool {
        checker.rules().rules().iter().any(|rule| rule.sub().is_some())
    }

    /// Begins a run over a block. `paths` are those of its files; for the block of virtual files, those that any block
    /// returns from [`Run::virtual_sources`].
    #[must_use]
    pub fn of_block(checker: &Checker, block: Block, paths: Vec<String>) -> Self {
        let strays = paths.iter().filter(|path| !block.is_virtual && !block.owns(path));
        let problems: Vec<Problem> = strays.map(|path| looks_virtual(path)).collect();
        let mut run = Self::in_block(checker, block, paths);
        run.state.met.problems = problems;
        run
    }

    fn in_block(checker: &Checker, block: Block, paths: Vec<String>) -> Self {
        let mut run = Self::new(checker, paths);
        if block.is_virtual {
            // The archives among these files have been opened by their blocks.
            run.next = Stage::Load;
        }
        run.state.scope.block = Some(block);
        run
    }

    /// Makes [`Run::batches`] end when all files have been read for collections.
    pub const fn pause_after_index(&mut self) {
        self.pause = Some(Stage::Check);
    }

    /// Makes [`Run::batches`] end when all files have been checked, before references are followed.
    pub const fn pause_after_check(&mut self) {
        self.pause = Some(Stage::Cited);
    }

    /// Makes [`Run::batches`] end when all references have been followed.
    pub const fn pause_after_references(&mut self) {
        self.pause = Some(Stage::Near);
    }

    /// Saves the run. References are passed on once all files have been checked.
    #[must_use]
    pub fn save(mut self, checker: &Checker, blocks: &Blocks) -> SavedBlock {
        let references = if self.next == Stage::Check { BTreeMap::new() } else { self.take_references(blocks) };
        let state = self.state;
        let paths = &state.files.paths;
        let mut others = state.read.others;
        let mut sizes = state.read.own.into_sizes(paths.len(), state.read.earlier);
        let is_virtual = state.scope.block.as_ref().is_some_and(|block| block.is_virtual);
        // The block of virtual files knows paths of other blocks, which count their files.
        for (place, path) in paths.iter().enumerate().filter(|_| !is_virtual) {
            if let Some(size) = others.remove(path) {
                sizes[place] = sizes[place].max(size.saturating_add(1));
            }
        }
        let read = sizes.iter().filter_map(|size| size.checked_sub(1)).chain(others.values().copied());
        let totals = FileTotals {
            seen: if is_virtual { 0 } else { paths.len() as u64 },
            kinds: state.notes.read_files.kinds(checker, paths),
            read: read.fold((0, 0), |(files, bytes), size| (files + 1, bytes + size)),
        };
        let is_member =
            |path: &&String| zip::split(path).is_some_and(|(archive, _)| state.files.place(archive).is_some());
        let members =
            if state.files.has_archives { paths.iter().filter(is_member).cloned().collect() } else { Vec::new() };
        let saved = SavedRun {
            next: self.next,
            members,
            virtual_files: state.files.virtual_files.made.into_iter().map(|made| made.file).collect(),
            found: state.found,
            met: state.met,
            counts: state.counts,
            notes: SavedNotes {
                remarks: state.notes.comments.remarks,
                comparisons: state.notes.comparisons,
                given_up: state.notes.given_up.into_untried(),
                samples: state.notes.unmatched.files,
                other_formats: state.notes.unmatched.other_formats,
            },
            totals,
            looked_into: state.notes.read_files.into_list(),
            sizes,
            others: others.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect(),
        };
        SavedBlock { run: to_bytes(&saved), references }
    }

    /// Continues a saved run over the same block. `paths` are those of [`Run::of_block`].
    ///
    /// # Errors
    /// The bytes are not such a run of this version.
    pub fn resume(checker: &Checker, block: Block, paths: Vec<String>, saved: &[u8]) -> Result<Self, postcard::Error> {
        let saved: SavedRun = postcard::from_bytes(saved)?;
        let mut run = Self::in_block(checker, block, paths);
        let state = &mut run.state;
        run.next = saved.next;
        state.files.members = saved.members;
        // The problems that this finds have been reported before the run was saved.
        let is_virtual = state.scope.block.as_ref().is_some_and(|block| block.is_virtual);
        if !is_virtual {
            state.files.take_members(checker, &state.scope);
        }
        state.files.virtual_files.restore(checker, saved.virtual_files);
        state.found = saved.found;
        state.met = saved.met;
        state.counts = saved.counts;
        state.notes.comments.remarks = saved.notes.remarks;
        state.notes.comparisons = saved.notes.comparisons;
        state.notes.given_up.add(saved.notes.given_up);
        state.notes.unmatched.files = saved.notes.samples;
        state.notes.unmatched.other_formats = saved.notes.other_formats;
        state.notes.read_files.restore(saved.looked_into);
        state.read.earlier = saved.sizes;
        state.read.others = saved.others.into_iter().collect();
        Ok(run)
    }

    /// Adds what another block knows about files of this one.
    ///
    /// # Errors
    /// The bytes are not such references of this version.
    pub fn add_references(&mut self, references: &[u8]) -> Result<(), postcard::Error> {
        let References { citations, reads, looked_into } = postcard::from_bytes(references)?;
        self.state.citations.extend(citations);
        note_read(&mut self.state.read.others, reads);
        for path in looked_into {
            if let Some(at) = self.state.files.place(&path) {
                self.state.notes.read_files.note(at);
            }
        }
        Ok(())
    }

    /// Adds the values that name files of this run, which extends a project, in files of a block that it does not
    /// replace.
    ///
    /// # Errors
    /// The bytes are not references of this version.
    pub fn add_citations(&mut self, references: &[u8]) -> Result<(), postcard::Error> {
        let References { mut citations, .. } = postcard::from_bytes(references)?;
        let files = &self.state.files;
        let is_own = |path: &str| files.place(zip::split(path).map_or(path, |(archive, _)| archive)).is_some();
        citations.retain(|citation| is_own(citation.target.path()) && !is_own(&citation.via.path));
        self.state.citations.extend(citations);
        Ok(())
    }

    /// Moves out what the run knows about files that belong to other blocks, and all values that name files.
    fn take_references(&mut self, blocks: &Blocks) -> BTreeMap<usize, Vec<u8>> {
        let state = &mut self.state;
        let mut all: BTreeMap<usize, References> = BTreeMap::new();
        let mut citations = std::mem::take(&mut state.citations);
        // A rule checks each file once, with the first value that names it. Some files are named very often.
        citations.sort_by(|a, b| (a.rule, &a.via.path).cmp(&(b.rule, &b.via.path)));
        // The number of files that name each file for a rule, and the last of them.
        let mut known: FxHashMap<(u32, CitedFile), (usize, String)> = FxHashMap::default();
        citations.retain(|citation| {
            let (count, last) = known.entry((citation.rule, citation.target.clone())).or_default();
            let is_kept = *count < MOST_NAMING && *last != citation.via.path;
            if is_kept {
                *count += 1;
                last.clone_from(&citation.via.path);
            }
            is_kept
        });
        for citation in citations {
            all.entry(blocks.find(citation.target.path())).or_default().citations.push(citation);
        }
        let is_own = |path: &str| state.scope.owns(path);
        let (own, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut state.read.others).into_iter().partition(|(path, _)| is_own(path));
        state.read.others = own.into_iter().collect();
        for (path, size) in others {
            all.entry(blocks.find(&path)).or_default().reads.push((path, size));
        }
        for path in std::mem::take(&mut state.notes.read_files.elsewhere) {
            all.entry(blocks.find(&path)).or_default().looked_into.push(path);
        }
        let sorted = |mut references: References| {
            // Equal results have equal bytes.
            references.reads.sort_unstable();
            references.looked_into.sort_unstable();
            references.looked_into.dedup();
            to_bytes(&references)
        };
        all.into_iter().map(|(block, references)| (block, sorted(references))).collect()
    }
}

impl Run {
    /// Returns the files that virtual files may be made of, with their archives, for the block of virtual files.
    pub fn virtual_sources(&self, checker: &Checker) -> Vec<String> {
        RunVirtualFiles::sources(checker, &self.state.scope, &self.state.files.paths)
    }

    /// Moves out what the files of the block contribute to the collections, for [`super::IndexMerge::add`].
    #[must_use]
    pub fn take_contributions(&mut self, checker: &Checker) -> Vec<u8> {
        let RunState { scope, files, collections, met, .. } = &mut self.state;
        let sources = ListSources::of_run(checker, scope, files, &collections.contributors());
        let demand = checker.rules().demand();
        let is_virtual = scope.block.as_ref().is_some_and(|block| block.is_virtual);
        let needs_paths = !is_virtual && demand.needs_paths();
        let (parts, lists) = collections.take_contributions();
        to_bytes(&Contributions {
            parts,
            lists,
            broken: collections.gaps.broken.iter().copied().collect(),
            sources,
            problems: met.problems.clone(),
            paths: if needs_paths { files.paths.clone() } else { Vec::new() },
        })
    }

    /// Uses the collections of all blocks.
    pub fn use_index(&mut self, index: &Rc<BuiltIndex>) {
        self.state.collections.adopt(index);
    }
}

/// Returns the problem of a file whose path is that of a virtual file.
fn looks_virtual(path: &str) -> Problem {
    let message = "this file is not checked: in steps, paths that begin like this are those of virtual files";
    Problem::new(IssueCode::FileUnreadable, message).in_file(path).help("rename its folder, or check it without steps")
}

#[cfg(test)]
mod tests;
