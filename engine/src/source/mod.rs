//! Where documents come from: one small trait, and the source that lives in memory.

mod memory;
mod path;

use thiserror::Error;

pub use memory::MemorySource;
pub use path::{file_name, folder, join, normalize};

/// Files under one root. Paths are relative to it, with `/` between parts.
///
/// The engine asks for bytes and never opens a file: a folder, an archive and a browser's upload all stand behind
/// this trait.
pub trait Source {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// [`SourceError::NotFound`] when there is no file at `path`, [`SourceError::Unreadable`] when there is one and
    /// its bytes cannot be had.
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError>;

    /// The size of the file at `path` in bytes.
    ///
    /// # Errors
    /// As [`Source::read`].
    fn size(&self, path: &str) -> Result<u64, SourceError> {
        Ok(self.read(path)?.len() as u64)
    }

    /// The first `length` bytes of the file at `path`, fewer when it is shorter.
    ///
    /// # Errors
    /// As [`Source::read`].
    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let mut bytes = self.read(path)?;
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// Why a file's bytes are not to be had.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SourceError {
    /// The source has no file at the path.
    #[error("there is no such file")]
    NotFound,
    /// There is a file, and reading it failed; the reason is the host's.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
}
