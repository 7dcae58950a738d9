//! Reserved names: no package is published under them.

use assay_zip::{MOST_OF_PATH, folded_key};

use super::Triple;

/// Names of the parts of a place, and of a revision that is being written. In a group path they would be ambiguous.
const PUBLISHED: &str = "PUBLISH";
const REVISION: &str = "REV";
const DRAFT: (&str, &str) = (".ASSAY-", ".TMP");
/// Folders of version control, whose programs run files in them. The second name is the short form on Windows.
const CONTROL: [&str; 2] = [".GIT", "GIT~1"];

/// Returns the part of a group path that is reserved: it marks a place, or belongs to a tool.
pub(super) fn reserved_group(path: &str, is_asset: bool) -> Option<&str> {
    let is_reserved = |part: &str| {
        let part = folded_key(part);
        let is_place = if is_asset { part == PUBLISHED } else { is_revision(&part) };
        is_place || is_tools(&part)
    };
    path.split('/').find(|part| is_reserved(part))
}

/// Returns the part of a file's path that is a name reserved for a tool.
pub(super) fn reserved_name(path: &str) -> Option<&str> {
    path.split('/').find(|part| is_tools(&folded_key(part)))
}

fn is_tools(part: &str) -> bool {
    CONTROL.contains(&part) || part.starts_with(DRAFT.0) && part.ends_with(DRAFT.1)
}

fn is_revision(part: &str) -> bool {
    let digits = part.strip_prefix(REVISION).unwrap_or_default();
    digits.len() > 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a message if a file's path, without the root of the project, is longer than operating systems allow.
pub(super) fn long_place<'n>(triple: &Triple, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let longest = names.map(str::len).max().unwrap_or_default();
    let length = triple.place().len() + 1 + longest;
    let is_long = length > MOST_OF_PATH;
    is_long.then(|| {
        format!("a file of the package gets a path of {length} bytes in the project: expected at most {MOST_OF_PATH}")
    })
}
