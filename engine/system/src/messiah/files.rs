//! The names of the files that list resources and levels.

use assay_document::source::file_name;
use assay_zip as zip;

/// The name of the files that list a repository's resources.
pub(super) const REPOSITORY: &str = "resource.repository";
/// The ending of the names of files that list levels.
const WORLD: &str = ".iworld";

/// Returns true if the file at `path` lists resources.
pub(super) fn is_repository(path: &str) -> bool {
    file_name(path) == REPOSITORY && !is_packed(path)
}

/// Returns true if the file at `path` names levels.
pub(super) fn is_world(path: &str) -> bool {
    path.ends_with(WORLD) && !is_packed(path)
}

/// Returns true if a file is in an archive, where no game engine looks for its files.
pub(super) fn is_packed(path: &str) -> bool {
    zip::split(path).is_some()
}
