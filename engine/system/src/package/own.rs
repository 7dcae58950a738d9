//! Names that belong to a tool: nothing is published under them.

use assay_zip::{MOST_OF_PATH, folded};

use super::Triple;

/// Names that a place has, or a revision on its way there, and where these would be taken for what they are not.
const PUBLISHED: &str = "PUBLISH";
const REVISION: &str = "REV";
const DRAFT: (&str, &str) = (".ASSAY-", ".TMP");
/// Folders of version control, the second as Windows spells the first: what is in them is run by whoever works beside them.
const CONTROL: [&str; 2] = [".GIT", "GIT~1"];

/// Returns the part of a group path that is reserved: a part that marks a place (`publish` in the path of an asset,
/// `rev001` in that of a revision), or a name that belongs to a tool.
pub(super) fn reserved_group(path: &str, is_asset: bool) -> Option<&str> {
    let is_reserved = |part: &str| {
        let part = folded(part);
        let is_place = if is_asset { part == PUBLISHED } else { is_revision(&part) };
        is_place || is_tools(&part)
    };
    path.split('/').find(|part| is_reserved(part))
}

/// Returns the part of the path of a file that is the name of something that belongs to a tool.
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

/// Returns a message if the path of one of a revision's files is longer than systems allow, not counting the root of
/// the project.
pub(super) fn long_place<'n>(triple: &Triple, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let longest = names.map(str::len).max().unwrap_or_default();
    let length = triple.place().len() + 1 + longest;
    let is_long = length > MOST_OF_PATH;
    is_long.then(|| format!("in its place a file has a path of {length} bytes: expected at most {MOST_OF_PATH}"))
}
