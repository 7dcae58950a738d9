//! Names that belong to a tool: nobody publishes anything under them.

use super::Triple;
use crate::zip::{MOST_OF_PATH, folded};

/// Names that a place has, or a revision on its way there, and where these would be taken for what they are not.
const PUBLISHED: &str = "PUBLISH";
const REVISION: &str = "REV";
const DRAFT: (&str, &str) = (".ASSAY-", ".TMP");
/// Folders of version control, the second as Windows spells the first: what is in them is run by whoever works beside them.
const CONTROL: [&str; 2] = [".GIT", "GIT~1"];

/// Whether a group path has a part that a place is told by, or what is on its way there: `publish` in that of an asset, `rev001`
/// in that of a revision.
pub(super) fn reserved_group(path: &str, is_asset: bool) -> Option<&str> {
    let is_reserved = |part: &str| {
        let part = folded(part);
        let is_place = if is_asset { part == PUBLISHED } else { is_revision(&part) };
        is_place || is_tools(&part)
    };
    path.split('/').find(|part| is_reserved(part))
}

/// The part of the path of a file that only tools give.
pub(super) fn reserved(path: &str) -> Option<&str> {
    path.split('/').find(|part| is_tools(&folded(part)))
}

fn is_tools(part: &str) -> bool {
    CONTROL.contains(&part) || part.starts_with(DRAFT.0) && part.ends_with(DRAFT.1)
}

fn is_revision(part: &str) -> bool {
    let digits = part.strip_prefix(REVISION).unwrap_or_default();
    digits.len() > 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What there is to say when paths of a revision's files are longer than systems take, the root of the project aside.
pub(super) fn long_place<'n>(triple: &Triple, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let longest = names.map(str::len).max().unwrap_or_default();
    let length = triple.place().len() + 1 + longest;
    let is_long = length > MOST_OF_PATH;
    is_long.then(|| format!("in its place a file has a path of {length} bytes: expected at most {MOST_OF_PATH}"))
}
