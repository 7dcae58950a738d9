//! The data that the parts of a run have in common: the list of all files, and the contents of those that every part
//! reads. They are stored as hashes, so that parts can be compared when they are merged.

use std::collections::BTreeMap;

use assay_document::source::folder;
use serde::{Deserialize, Serialize};

use super::shard::hash;

/// The hashes of the files of a part.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct ContentHashes {
    /// The contents of files, by path; and the list of files in a folder, by the folder's path followed by a `/`.
    by_path: BTreeMap<String, u64>,
    /// The contents of the files that collections are built of, and of archives: every part has read the same ones.
    known: u64,
    /// The list of all files.
    listed: u64,
}

/// The first difference between two parts.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Difference<'s> {
    /// The list of the files in this folder.
    Listed(&'s str),
    /// The contents of this file.
    Contents(&'s str),
}

impl ContentHashes {
    /// Adds the hashes of file contents. `is_common` is true if every part reads exactly these files.
    pub fn take(&mut self, sums: Vec<(String, u64)>, is_common: bool) {
        for (path, sum) in sums {
            // The first result counts: a file may be read for two purposes.
            if is_common && !self.by_path.contains_key(&path) {
                self.known = self.known.wrapping_add(hash(&format!("{path}\0{sum}")));
            }
            self.by_path.insert(path, sum);
        }
    }

    pub fn list(&mut self, paths: &[String]) {
        // Adjacent files are mostly in the same folder.
        for neighbours in paths.chunk_by(|one, next| folder(one) == folder(next)) {
            // A sum does not depend on the order of its terms.
            let sum = neighbours.iter().fold(0, |sum: u64, path| sum.wrapping_add(hash(path)));
            let there = self.by_path.entry(format!("{}/", folder(&neighbours[0]))).or_default();
            *there = there.wrapping_add(sum);
            self.listed = self.listed.wrapping_add(sum);
        }
    }

    /// Returns a string that identifies the list of all files, and the contents that every part has read.
    pub fn fingerprint(&self) -> String {
        format!("{:x} {:x}", self.listed, self.known)
    }

    /// Returns the first difference from `other`. A file that only one of the two parts has read is not compared.
    pub fn difference<'s>(&'s self, other: &'s Self) -> Option<Difference<'s>> {
        let (own, others) = (&self.by_path, &other.by_path);
        let is_folder = |path: &str| path.ends_with('/');
        let differs = |(path, sum): &(&String, &u64)| others.get(*path).map_or(is_folder(path), |there| there != *sum);
        let further = others.keys().filter(|path| is_folder(path) && !own.contains_key(*path));
        let paths = own.iter().filter(differs).map(|(path, _)| path).chain(further);
        // Missing files may explain differences in other files, so lists of files come first.
        let first = paths.min_by_key(|path| (!is_folder(path), *path))?;
        Some(first.strip_suffix('/').map_or(Difference::Contents(first), Difference::Listed))
    }
}

#[cfg(test)]
mod tests {
    use super::{ContentHashes, Difference};

    /// Returns the hashes of these files, some of which were read.
    fn sums(paths: &[&str], read: &[(&str, u64)]) -> (ContentHashes, String) {
        let mut sums = ContentHashes::default();
        for &(path, sum) in read {
            sums.take(vec![(path.to_owned(), sum)], true);
        }
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        sums.list(&paths);
        let fingerprint = sums.fingerprint();
        (sums, fingerprint)
    }

    #[test]
    fn the_first_difference_is_the_same_from_both_sides() {
        let read = [("a/x", 1), ("a/y", 2), ("b", 3)];
        let all = ["a/b/z", "a/x", "a/y", "b"];
        let (known, fingerprint) = sums(&all, &read);
        for (paths, read, expected) in [
            (&all[..], &[("b", 3), ("a/y", 2), ("a/x", 1)][..], None),
            (&all, &[("a/x", 1), ("a/y", 5), ("b", 4)], Some(Difference::Contents("a/y"))),
            (&["a/b/z", "a/y", "b"], &read[..], Some(Difference::Listed("a"))),
            (&["a/b/y", "a/x", "a/y", "b"], &[("b", 4)], Some(Difference::Listed("a/b"))),
            (&["a/x", "a/y", "b"], &[], Some(Difference::Listed("a/b"))),
            (&["a/b/z", "a/x", "a/y", "b", "c"], &[], Some(Difference::Listed(""))),
        ] {
            let (other, others) = sums(paths, read);
            assert_eq!(known.difference(&other), expected, "{paths:?} {read:?}");
            assert_eq!(other.difference(&known), expected, "{paths:?} {read:?}");
            assert_eq!(fingerprint == others, expected.is_none(), "{paths:?} {read:?}");
        }
    }

    #[test]
    fn files_that_only_one_part_has_read_are_not_compared() {
        let (known, _) = sums(&["a", "b"], &[("a", 1)]);
        assert_eq!(known.difference(&sums(&["a", "b"], &[("b", 1)]).0), None);
    }
}
