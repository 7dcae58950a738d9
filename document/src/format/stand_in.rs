//! What stands in a file's place: something that is not the file, and whose first bytes say so.

use super::sniff::{Format, sniff};
use crate::source::{Source, SourceError};

/// Something in place of a file.
#[derive(Debug, Eq, PartialEq)]
pub struct StandIn {
    /// How it begins.
    pub(super) start: &'static [u8],
    /// A short stable name of the kind.
    pub code: &'static str,
    /// What it is, in one lower-case sentence without a full stop.
    pub what: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

const GIT_LFS_POINTER: &str = "git-lfs-pointer";
const GLB_MISNAMED: &str = "glb-misnamed";

/// As [`super::conflict`] tells of marks further down.
pub(super) const MERGE_CONFLICT: &str = "merge-conflict";
pub(super) const CONFLICTS: &str = "the line begins with the mark of a merge conflict";
pub(super) const RESOLVE: &str = "resolve the conflict, and remove its marks";

/// Every kind.
static STAND_INS: &[StandIn] = &[
    StandIn {
        start: b"version https://git-lfs.github.com/spec/",
        code: GIT_LFS_POINTER,
        what: "this is a pointer of Git LFS in place of the file",
        help: "fetch the files with `git lfs pull`",
    },
    StandIn { start: b"<<<<<<< ", code: MERGE_CONFLICT, what: CONFLICTS, help: RESOLVE },
    StandIn {
        start: b"glTF\x02\0\0\0",
        code: GLB_MISNAMED,
        what: "this is binary glTF, and its name says otherwise",
        help: "call it `.glb`",
    },
];

impl StandIn {
    /// What a file that begins with `head` is in place of the one that its name promises, if it is anything of the kind.
    pub(super) fn of(head: &[u8]) -> Option<&'static Self> {
        STAND_INS.iter().find(|stand_in| head.starts_with(stand_in.start))
    }

    /// Whether it is what the name of the file says: binary glTF that is called so.
    pub(super) fn is_promised(&self, path: &str) -> bool {
        self.code == GLB_MISNAMED && sniff(path, self.start) == Ok(Format::Glb)
    }

    /// The pointer of Git LFS in place of the file at `path`, if there is one. Of a file that is too long for one, nothing
    /// is read.
    ///
    /// # Errors
    /// The source does not give the file.
    pub fn pointer(path: &str, source: &(impl Source + ?Sized)) -> Result<Option<&'static Self>, SourceError> {
        /// What Git LFS itself takes for a pointer is shorter.
        const TOO_LONG: u64 = 1024;
        const START: usize = 64;
        if source.size(path)? >= TOO_LONG {
            return Ok(None);
        }
        let head = source.read_start(path, START)?;
        Ok(Self::of(&head).filter(|stand_in| stand_in.code == GIT_LFS_POINTER))
    }
}
