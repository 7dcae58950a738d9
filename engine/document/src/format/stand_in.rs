//! Content that replaces the expected file, recognised by its first bytes.

use crate::source::{Source, SourceError};
use crate::text::IssueCode;

/// A kind of content that replaces the expected file.
#[derive(Debug, Eq, PartialEq)]
pub struct StandIn {
    /// The first bytes.
    pub(super) start: &'static [u8],
    /// A short stable name of the kind.
    pub code: IssueCode,
    /// The description, in one lower-case sentence without a full stop.
    pub what: &'static str,
    /// The help: how to restore the expected file.
    pub help: &'static str,
}

pub(super) const CONFLICTS: &str = "the line begins with a merge conflict marker";
pub(super) const RESOLVE: &str = "resolve the conflict, and remove its markers";

/// Every kind.
static STAND_INS: &[StandIn] = &[
    StandIn {
        start: b"version https://git-lfs.github.com/spec/",
        code: IssueCode::GitLfsPointer,
        what: "this is a Git LFS pointer instead of the file",
        help: "fetch the files with `git lfs pull`, or accept in `assay.yaml` that they are absent: `severity: {git-lfs-pointer: warning}`",
    },
    StandIn { start: b"<<<<<<< ", code: IssueCode::MergeConflict, what: CONFLICTS, help: RESOLVE },
    StandIn {
        start: b"glTF\x02\0\0\0",
        code: IssueCode::GlbMisnamed,
        what: "this is binary glTF, but the file has another extension",
        help: "rename it to `.glb`",
    },
];

impl StandIn {
    /// Returns the kind of stand-in that begins with `head`; `None` for any other content.
    pub(super) fn of(head: &[u8]) -> Option<&'static Self> {
        STAND_INS.iter().find(|stand_in| head.starts_with(stand_in.start))
    }

    pub(super) fn is_pointer(&self) -> bool {
        self.code == IssueCode::GitLfsPointer
    }

    /// Returns the kind if the file at `path` is a Git LFS pointer instead of the file itself. A file that is too long
    /// for a pointer is not read.
    ///
    /// # Errors
    /// Fails if the source does not return the file.
    pub fn pointer(path: &str, source: &dyn Source) -> Result<Option<&'static Self>, SourceError> {
        /// The size in bytes from which a file cannot be a pointer: Git LFS itself accepts only shorter ones.
        const TOO_LONG: u64 = 1024;
        const START: usize = 64;
        if source.size(path)? >= TOO_LONG {
            return Ok(None);
        }
        let head = source.read_start(path, START)?;
        Ok(Self::of(&head).filter(|stand_in| stand_in.is_pointer()))
    }
}
