//! The files that a run has read, with their sizes.

use rustc_hash::FxHashMap;

use crate::batch::OwnRead;
use crate::content_hashes::ContentHashes;
use crate::gathered::note_read;

#[derive(Default)]
pub(super) struct FilesRead {
    /// The sizes of files other than those of `own`.
    pub others: FxHashMap<String, u64>,
    /// The sizes of the files that are checked.
    pub own: Own,
    /// For a run that was saved: for each path, in order, the size of the file plus one if it was read before.
    pub earlier: Vec<u64>,
    /// For a part of a run: the hashes of files that the other parts read, too.
    pub sums: ContentHashes,
}

/// The sizes of the files that are checked, by their numbers among all files, because there may be very many.
#[derive(Default)]
pub(super) struct Own {
    /// The numbers of these files, in order.
    pub checked: Vec<u32>,
    /// The size of each file plus one; 0 if its bytes were not read. Empty while no size is known.
    sizes: Vec<u64>,
}

impl Own {
    /// Adds the sizes of the files of a batch, which are consecutive.
    pub fn absorb(&mut self, paths: &[String], OwnRead { first, sizes }: &OwnRead) {
        if sizes.is_empty() {
            return;
        }
        let found = self.checked.binary_search_by(|&number| paths[number as usize].cmp(first));
        let Ok(from) = found else { return };
        self.sizes.resize(self.checked.len(), 0);
        for (known, &size) in self.sizes[from..].iter_mut().zip(sizes) {
            *known = size.max(*known);
        }
    }

    /// Returns the sizes by the numbers of all files, merged with `earlier` ones.
    pub fn into_sizes(self, files: usize, mut earlier: Vec<u64>) -> Vec<u64> {
        earlier.resize(files, 0);
        for (number, size) in self.checked.into_iter().zip(self.sizes) {
            let known = &mut earlier[number as usize];
            *known = size.max(*known);
        }
        earlier
    }

    /// Merges the sizes into `read`: all of them if `by_name` is set, otherwise only those of files that it contains
    /// already. Returns the number of the other files and their bytes.
    pub fn merge_sizes(self, paths: &[String], read: &mut FxHashMap<String, u64>, by_name: bool) -> (u64, u64) {
        let (mut files, mut bytes) = (0, 0);
        for (number, size) in self.checked.into_iter().zip(self.sizes) {
            let Some(size) = size.checked_sub(1) else { continue };
            let path = &paths[number as usize];
            if by_name || read.contains_key(path) {
                note_read(read, [(path.clone(), size)]);
            } else {
                files += 1;
                bytes += size;
            }
        }
        (files, bytes)
    }
}
