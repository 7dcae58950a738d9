//! What stands in a file's place: something that is not the file, and whose first bytes say so.

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

/// Every kind.
static STAND_INS: &[StandIn] = &[
    StandIn {
        start: b"version https://git-lfs.github.com/spec/",
        code: "git-lfs-pointer",
        what: "this is a pointer of Git LFS in place of the file",
        help: "fetch the files with `git lfs pull`",
    },
    StandIn {
        start: b"<<<<<<< ",
        code: "merge-conflict",
        what: "the file begins with the mark of a merge conflict",
        help: "resolve the conflict, and remove its marks",
    },
    StandIn {
        start: b"glTF\x02\0\0\0",
        code: "glb-misnamed",
        what: "this is binary glTF, and its name says otherwise",
        help: "call it `.glb`",
    },
];

impl StandIn {
    /// What a file that begins with `head` is in place of the one that its name promises, if it is anything of the kind.
    pub(super) fn of(head: &[u8]) -> Option<&'static Self> {
        STAND_INS.iter().find(|stand_in| head.starts_with(stand_in.start))
    }
}
