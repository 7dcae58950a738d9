//! The trait by which the engine reads files.

use thiserror::Error;

use crate::text::IssueCode;

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

    /// The file at `path`, or only its start when it is long and the source can read it in parts.
    ///
    /// # Errors
    /// As [`Source::read`].
    fn start(&self, path: &str) -> Result<Start, SourceError> {
        self.read(path).map(Start::Whole)
    }

    /// Fills `part` with the bytes of the file at `path` from `offset` on, and returns how many they are: fewer than fit
    /// only where the file ends.
    ///
    /// # Errors
    /// As [`Source::read`].
    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        let bytes = self.read(path)?;
        let rest = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
        let length = rest.len().min(part.len());
        part[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

/// How a file starts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Start {
    /// All of it.
    Whole(Vec<u8>),
    /// The first bytes of a long one, which is to be read in parts.
    Long {
        /// The bytes: at least as many as the declaration of an XML document may take, 4 KiB.
        head: Vec<u8>,
        /// How many bytes the file has.
        size: u64,
        /// How many bytes are read at a time.
        part: usize,
    },
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
    /// It lies in an archive that is refused, or is refused itself.
    #[error("the file cannot be read out of its archive: {message}")]
    Refused {
        /// A short stable name of the kind.
        code: IssueCode,
        /// Why.
        message: String,
    },
}

impl SourceError {
    /// A short stable name of the kind.
    #[must_use]
    pub const fn code(&self) -> IssueCode {
        match self {
            Self::NotFound => IssueCode::FileNotFound,
            Self::Unreadable(_) => IssueCode::FileUnreadable,
            Self::Refused { code, .. } => *code,
        }
    }
}
