//! Blocks: ranges of the sorted paths of a project that is too large for one process.
//!
//! A run over a block goes as far as it can without the other blocks, is saved, and continues when their results are
//! known. What a block learns about files of other blocks is passed to these blocks as references.

use assay_system::{report_on, virtual_folder};
use assay_zip as zip;

/// The blocks of a project, by the first path of each. Every path belongs to exactly one block.
///
/// A further block, the last one, consists of the virtual files that systems make from files of all blocks.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// The first paths of all blocks except the first one, which begins before all paths.
    starts: Vec<String>,
}

/// One block of a project.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Block {
    /// The first path that belongs to it.
    from: String,
    /// The first path that belongs to the next one; `None` for the last block of files.
    to: Option<String>,
    /// True if it consists of virtual files.
    pub(super) is_virtual: bool,
}

impl Blocks {
    /// Creates the blocks with these first paths, in order; that of the first block is ignored.
    #[must_use]
    pub fn new(firsts: Vec<String>) -> Self {
        Self { starts: firsts.into_iter().skip(1).collect() }
    }

    /// Returns the number of the block of virtual files, which is that of all other blocks.
    pub const fn of_virtual_files(&self) -> usize {
        self.starts.len() + 1
    }

    /// Returns the block with this number, from 0.
    pub fn block(&self, number: usize) -> Block {
        let start = |number: usize| number.checked_sub(1).and_then(|at| self.starts.get(at)).cloned();
        Block {
            from: start(number).unwrap_or_default(),
            to: start(number + 1),
            is_virtual: number == self.of_virtual_files(),
        }
    }

    /// Returns the number of the block that the file at `path` belongs to.
    pub fn find(&self, path: &str) -> usize {
        match home(path) {
            Some(home) => self.starts.partition_point(|start| start.as_str() <= home),
            None => self.of_virtual_files(),
        }
    }
}

impl Block {
    /// Returns true if the file at `path` belongs to this block.
    pub(super) fn owns(&self, path: &str) -> bool {
        match home(path) {
            Some(home) => {
                !self.is_virtual && home >= self.from.as_str() && self.to.as_deref().is_none_or(|to| home < to)
            }
            None => self.is_virtual,
        }
    }
}

/// Returns the path that decides about the block of a file: that of its archive, or of the file that a report is about.
/// Returns `None` for a virtual file that is made from several files.
fn home(path: &str) -> Option<&str> {
    let path = match report_on(path) {
        Some((_, subject)) => subject,
        None if virtual_folder(path).is_some() => return None,
        None => path,
    };
    Some(zip::split(path).map_or(path, |(archive, _)| archive))
}

#[cfg(test)]
mod tests {
    use super::Blocks;

    #[test]
    fn every_path_belongs_to_one_block() {
        let blocks = Blocks::new(["a.zip", "b/", "c"].map(str::to_owned).to_vec());
        for (path, number) in [
            ("", 0),
            ("A", 0),
            ("a.zip", 0),
            // The archive decides.
            ("b.zip!/x", 0),
            ("b/", 1),
            ("b/x", 1),
            ("c", 2),
            ("é", 2),
            ("@toys/x", 3),
        ] {
            assert_eq!(blocks.find(path), number, "{path}");
            for other in 0..4 {
                assert_eq!(blocks.block(other).owns(path), other == number, "{path} {other}");
            }
        }
    }
}
