//! A source that takes the checksum of each file that is read completely, so that files that all parts of a run read
//! can be compared.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use assay_document::source::{Source, SourceError, Start};
use assay_zip::Crc;
use rustc_hash::FxHashMap;

/// A source that records checksums of the files that are read, while it listens.
pub(super) struct HashingSource {
    source: Rc<dyn Source>,
    listens: Cell<bool>,
    files: RefCell<FxHashMap<String, ContentSum>>,
}

/// The checksum of the start of a file, as far as it was read.
#[derive(Default)]
struct ContentSum {
    crc: Crc,
    read: u64,
    /// The size of the file, once it is known.
    size: Option<u64>,
}

impl HashingSource {
    pub fn new(source: Rc<dyn Source>) -> Self {
        Self { source, listens: Cell::new(false), files: RefCell::default() }
    }

    /// Sets whether files that are read from now on are recorded.
    pub fn listen(&self, listens: bool) {
        self.listens.set(listens);
    }

    /// Returns the files that were read whole, each with the result of [`sum_of`].
    pub fn take_sums(&self) -> impl Iterator<Item = (String, u64)> + use<> {
        let files = std::mem::take(&mut *self.files.borrow_mut());
        files
            .into_iter()
            .filter(|(_, sum)| sum.size == Some(sum.read))
            .map(|(path, sum)| (path, sum_of(sum.crc, sum.read)))
    }

    /// Adds bytes of a file to its checksum. Bytes that are read again, for the lines around a finding, are ignored.
    fn note(&self, path: &str, offset: u64, bytes: &[u8], size: Option<u64>) {
        if !self.listens.get() {
            return;
        }
        let mut files = self.files.borrow_mut();
        let sum = files.entry(path.to_owned()).or_default();
        sum.size = size.or(sum.size);
        // After a gap nothing is added, so the file does not count as read whole.
        let known = sum.read.checked_sub(offset).and_then(|known| usize::try_from(known).ok());
        if let Some(news) = known.and_then(|known| bytes.get(known..)) {
            sum.crc.update(news);
            sum.read += news.len() as u64;
        }
    }

    fn note_whole(&self, path: &str, bytes: &[u8]) {
        self.note(path, 0, bytes, Some(bytes.len() as u64));
    }
}

/// Returns a number for the contents of a file, made of its checksum and its length.
pub(super) fn sum_of(crc: Crc, size: u64) -> u64 {
    u64::from(crc.value()) << 32 ^ size
}

impl Source for HashingSource {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        let bytes = self.source.read(path)?;
        self.note_whole(path, &bytes);
        Ok(bytes)
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        self.source.size(path)
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        self.source.read_start(path, length)
    }

    /// The head of a long file is read again with its parts.
    fn start(&self, path: &str) -> Result<Start, SourceError> {
        let start = self.source.start(path)?;
        match &start {
            Start::Whole(bytes) => self.note_whole(path, bytes),
            // The following parts contain the bytes, so only the size is recorded here.
            Start::Long { size, .. } => self.note(path, 0, &[], Some(*size)),
        }
        Ok(start)
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        let length = self.source.read_part(path, offset, part)?;
        self.note(path, offset, &part[..length], None);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use assay_document::source::{MemorySource, Source};

    use super::HashingSource;

    fn files(text: &str) -> HashingSource {
        let files: MemorySource = [("a", text), ("b", text)].into_iter().collect();
        let summed = HashingSource::new(Rc::new(files));
        summed.listen(true);
        summed
    }

    fn sums(summed: &HashingSource) -> Vec<(String, u64)> {
        summed.take_sums().collect()
    }

    #[test]
    fn hashes_do_not_depend_on_how_files_are_read() {
        let whole = files("0123456789");
        assert!(whole.read("a").is_ok());
        let known = sums(&whole);
        assert_eq!(known.len(), 1);
        for (parts, is_known) in [
            (&[(0, 4), (4, 4), (8, 4)][..], true),
            (&[(0, 10)], true),
            (&[(0, 6), (2, 3), (3, 9), (0, 2)], true),
            (&[(0, 9)], false),
            (&[(1, 9)], false),
            (&[(0, 4), (5, 5)], false),
        ] {
            let in_parts = files("0123456789");
            in_parts.note("a", 0, &[], Some(10));
            for &(offset, length) in parts {
                assert!(in_parts.read_part("a", offset, &mut vec![0; length]).is_ok());
            }
            assert_eq!(sums(&in_parts), if is_known { known.clone() } else { Vec::new() }, "{parts:?}");
        }
    }

    #[test]
    fn different_contents_have_different_hashes() {
        let of = |text: &str| {
            let summed = files(text);
            assert!(summed.start("a").is_ok());
            sums(&summed)
        };
        assert_eq!(of("one"), of("one"));
        assert!(of("one") != of("two") && of("") != of("\0") && of("\0") != of("\0\0"));
    }

    #[test]
    fn only_reads_while_listening_are_hashed() {
        let summed = files("0");
        summed.listen(false);
        assert!(summed.read("a").is_ok() && summed.read_start("b", 1).is_ok() && summed.size("b").is_ok());
        assert_eq!(sums(&summed), []);
    }
}
