//! What was read of the files that are checked, by their numbers among all: there may be very many.

use rustc_hash::FxHashMap;

use crate::check::batch::OwnRead;
use crate::check::gathered::note_read;

/// The sizes of the files that are checked.
#[derive(Default)]
pub(super) struct Own {
    /// Which these are, in order.
    checked: Vec<u32>,
    /// Of each, one more than its size; 0 when its bytes were not read. None while nothing is known of any.
    sizes: Vec<u64>,
}

impl Own {
    /// The file with this number is checked. They come in their order.
    pub fn checked(&mut self, number: u32) {
        self.checked.push(number);
    }

    /// Takes over what was read of the files of a batch, which stand together.
    pub fn take(&mut self, paths: &[String], OwnRead { first, sizes }: &OwnRead) {
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

    /// Unites it with what was `read` besides: into that go all files if they are to be known by name, or those that are in it.
    /// Of the others, returns how many they are and their bytes.
    pub fn unite(self, paths: &[String], read: &mut FxHashMap<String, u64>, by_name: bool) -> (u64, u64) {
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
