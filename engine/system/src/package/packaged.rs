//! Reads the metadata of a package into an element of the collection of packages.

use assay_report::Diagnostics;
use assay_zip::INSIDE;
use serde::{Deserialize, Serialize};

use super::metadata::{Dependency, METADATA, Metadata, UNREADABLE, read};
use super::remarks::Remarks;
use super::{FileEntry, Triple};

/// The metadata of a package.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Packaged {
    /// The path of its archive.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// The packages that it needs.
    pub dependencies: Vec<NeededPackage>,
    /// The files that it lists.
    pub files: Vec<FileEntry>,
}

/// A package that another one needs. Unlike [`Dependency`], it can be sent between workers.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct NeededPackage {
    /// Its name.
    pub triple: Triple,
    /// True if it is in use.
    pub active: bool,
}

/// Reads the metadata `bytes` of the package at the path `archive`. Returns `None` if they lack the revision, which
/// rules can report.
pub(super) fn read_packaged(archive: &str, bytes: Vec<u8>) -> Result<Option<Packaged>, Diagnostics> {
    let mut remarks = Remarks::default();
    let (text, metadata) = read(bytes, &mut remarks);
    let Metadata { data, dependencies, files } = metadata.unwrap_or_default();
    let mut diagnostics = remarks.into_diagnostics(&text, &format!("{archive}{INSIDE}{METADATA}"));
    // `assay package check` reports the other problems. A check of rules needs only those that hide the metadata.
    diagnostics.problems.retain(|problem| problem.code.known().is_some_and(|code| UNREADABLE.contains(&code)));
    if !diagnostics.problems.is_empty() {
        diagnostics.warnings.clear();
        return Err(diagnostics);
    }
    let needed = |Dependency { triple, active, .. }| NeededPackage { triple, active };
    let dependencies = dependencies.into_iter().map(needed).collect();
    Ok(data.map(|data| Packaged { path: archive.to_owned(), triple: data.triple, dependencies, files }))
}
