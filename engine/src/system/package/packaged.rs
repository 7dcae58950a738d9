//! Reads the metadata of a package into an element of the collection of packages.

use super::collection::{NeededPackage, Packaged, PackedFile};
use super::metadata::{Dependency, Metadata, UNREADABLE, read};
use super::remarks::Remarks;
use super::{FileEntry, METADATA};
use crate::report::Diagnostics;
use crate::zip::INSIDE;

/// Reads the metadata `bytes` of the package at the path `archive`. Returns `None` if they do not give the revision,
/// which is for rules to find.
///
/// # Errors
/// The metadata cannot be read.
pub(super) fn packaged(archive: &str, bytes: Vec<u8>) -> Result<Option<Packaged>, Diagnostics> {
    let mut remarks = Remarks::default();
    let (text, metadata) = read(bytes, &mut remarks);
    let Metadata { data, dependencies, files } = metadata.unwrap_or_default();
    let mut told = remarks.placed(&text, &format!("{archive}{INSIDE}{METADATA}"));
    told.problems.retain(|problem| problem.code.known().is_some_and(|code| UNREADABLE.contains(&code)));
    if !told.problems.is_empty() {
        told.warnings.clear();
        return Err(told);
    }
    let needed = |Dependency { triple, active, .. }| NeededPackage { triple, active };
    let file = |FileEntry { path, size, hash, src_path, .. }| PackedFile {
        path,
        size: size.map(|(size, _)| size),
        hash: hash.map(|(hash, _)| hash.digits),
        src_path,
    };
    Ok(data.map(|data| Packaged {
        path: archive.to_owned(),
        triple: data.triple,
        needs: dependencies.into_iter().map(needed).collect(),
        files: files.into_iter().map(file).collect(),
    }))
}
