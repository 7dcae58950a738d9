//! The interface through which the engine reads files.

use thiserror::Error;

use crate::text::IssueCode;

/// Files below a root. Paths are relative to the root, with `/` between their parts.
///
/// The engine requests bytes and never opens a file. Folders, archives and the uploads of a browser implement this
/// trait.
pub trait Source {
    /// Returns the bytes of the file at `path`.
    ///
    /// # Errors
    /// Fails with [`SourceError::NotFound`] if there is no file at `path`, and with [`SourceError::Unreadable`] if it
    /// cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError>;

    /// Returns the size of the file at `path` in bytes.
    ///
    /// # Errors
    /// Fails like [`Source::read`].
    fn size(&self, path: &str) -> Result<u64, SourceError> {
        Ok(self.read(path)?.len() as u64)
    }

    /// Returns the first `length` bytes of the file at `path`, or fewer if it is shorter.
    ///
    /// # Errors
    /// Fails like [`Source::read`].
    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let mut bytes = self.read(path)?;
        bytes.truncate(length);
        Ok(bytes)
    }

    /// Returns the file at `path`, or only its start if it is long and the source can read it in parts.
    ///
    /// # Errors
    /// Fails like [`Source::read`].
    fn start(&self, path: &str) -> Result<Start, SourceError> {
        self.read(path).map(Start::Whole)
    }

    /// Fills `part` with the bytes of the file at `path` from `offset` on, and returns their number. It is smaller than
    /// `part` only at the end of the file.
    ///
    /// # Errors
    /// Fails like [`Source::read`].
    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        Ok(copy_part(&self.read(path)?, offset, part))
    }
}

/// Fills `part` with `bytes` from `offset` on, as far as there are any. Returns the number of copied bytes.
pub fn copy_part(bytes: &[u8], offset: u64, part: &mut [u8]) -> usize {
    let rest = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
    let length = rest.len().min(part.len());
    part[..length].copy_from_slice(&rest[..length]);
    length
}

/// The start of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Start {
    /// The whole file.
    Whole(Vec<u8>),
    /// The first bytes of a long file, which should be read in parts.
    Long {
        /// The bytes: at least 4 KiB, which is the limit for the declaration of an XML document.
        head: Vec<u8>,
        /// The number of bytes of the file.
        size: u64,
        /// The number of bytes to read at a time.
        part: usize,
    },
}

/// The reason why the bytes of a file are not available.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SourceError {
    /// The source has no file at the path.
    #[error("there is no such file")]
    NotFound,
    /// The file exists, but cannot be read. The reason is a message of the host.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// The archive that contains the file is refused, or the file itself is refused.
    #[error("the file cannot be read out of its archive: {message}")]
    Refused {
        /// A short stable name of the kind.
        code: IssueCode,
        /// The reason.
        message: String,
    },
}

impl SourceError {
    /// A short stable name of the kind.
    pub const fn code(&self) -> IssueCode {
        match self {
            Self::NotFound => IssueCode::FileNotFound,
            Self::Unreadable(_) => IssueCode::FileUnreadable,
            Self::Refused { code, .. } => *code,
        }
    }
}
