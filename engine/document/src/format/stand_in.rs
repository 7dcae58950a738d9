//! Content that is in the place of a file but is not the file, as its first bytes say.

use super::sniff::{Format, sniff};
use crate::source::{Source, SourceError};
use crate::text::IssueCode;

/// A kind of content in place of a file.
#[derive(Debug, Eq, PartialEq)]
pub struct StandIn {
    /// The bytes that it begins with.
    pub(super) start: &'static [u8],
    /// A short stable name of the kind.
    pub code: IssueCode,
    /// The description, in one lower-case sentence without a full stop.
    pub what: &'static str,
    /// The help: how to restore the expected file.
    pub help: &'static str,
}

pub(super) const CONFLICTS: &str = "the line begins with the mark of a merge conflict";
pub(super) const RESOLVE: &str = "resolve the conflict, and remove its marks";

/// Every kind.
static STAND_INS: &[StandIn] = &[
    StandIn {
        start: b"version https://git-lfs.github.com/spec/",
        code: IssueCode::GitLfsPointer,
        what: "this is a pointer of Git LFS in place of the file",
        help: "fetch the files with `git lfs pull`",
    },
    StandIn { start: b"<<<<<<< ", code: IssueCode::MergeConflict, what: CONFLICTS, help: RESOLVE },
    StandIn {
        start: b"glTF\x02\0\0\0",
        code: IssueCode::GlbMisnamed,
        what: "this is binary glTF, and its name says otherwise",
        help: "call it `.glb`",
    },
];

impl StandIn {
    /// Returns the kind of stand-in that begins with `head`; `None` if it is none.
    pub(super) fn of(head: &[u8]) -> Option<&'static Self> {
        STAND_INS.iter().find(|stand_in| head.starts_with(stand_in.start))
    }

    /// Returns true if the name of the file promises this content: binary glTF that is named as such.
    pub(super) fn is_promised(&self, path: &str) -> bool {
        self.code == IssueCode::GlbMisnamed && sniff(path, self.start) == Ok(Format::Glb)
    }

    /// Returns the kind if the file at `path` is a pointer of Git LFS in place of the file itself. A file that is too
    /// long for a pointer is not read.
    ///
    /// # Errors
    /// The source does not give the file.
    pub fn pointer(path: &str, source: &(impl Source + ?Sized)) -> Result<Option<&'static Self>, SourceError> {
        /// The size in bytes from which a file is no pointer: Git LFS itself only accepts shorter ones.
        const TOO_LONG: u64 = 1024;
        const START: usize = 64;
        if source.size(path)? >= TOO_LONG {
            return Ok(None);
        }
        let head = source.read_start(path, START)?;
        Ok(Self::of(&head).filter(|stand_in| stand_in.code == IssueCode::GitLfsPointer))
    }
}
