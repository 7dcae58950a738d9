//! The facts about a package that a project needs, and the conflicts between packages in one project.

use assay_document::source::twin_difference;
use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Problem};
use assay_zip::folded_key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::metadata::Dependency;
use super::metadata_hash::metadata_hash;
use super::{METADATA, Package, Triple};

/// The facts about a package that a project needs.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// The path of its archive.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// The packages that it needs.
    pub dependencies: Vec<Dependency>,
    /// Its files, in the order of their paths.
    pub content: Vec<File>,
}

/// A file of a package, with the properties by which it is compared with others.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Its size in bytes, and its checksum; `None` for the metadata.
    pub sum: Option<(u64, u32)>,
    /// The digits of its hash, once it has been checked; for the metadata, the digits of a hash of their content.
    pub digits: Option<String>,
}

impl File {
    /// Returns true if both are the same file; `None` if no hash confirms equal sizes and checksums.
    fn is(&self, other: &Self) -> Option<bool> {
        if self.path != other.path || self.sum != other.sum {
            return Some(false);
        }
        match (&self.digits, &other.digits) {
            (Some(a), Some(b)) if a.len() == b.len() => Some(a == b),
            _ => None,
        }
    }
}

impl Package {
    /// Returns the facts about the package; `None` if its revision is missing. A package that has been checked
    /// identifies its files by hashes, other packages by checksums.
    pub fn facts(&self) -> Option<Facts> {
        let triple = self.metadata().data.as_ref()?.triple.clone();
        let members = self.members().iter().enumerate().filter(|(_, member)| !member.is_folder());
        let content = members.map(|(at, member)| {
            let path = member.name.to_string();
            // Metadata may be formatted differently, so they are compared by their content.
            if path == METADATA {
                return File { path, sum: None, digits: Some(metadata_hash(&self.text)) };
            }
            File { path, sum: Some((member.size, member.crc)), digits: self.digits(at) }
        });
        let mut content: Vec<File> = content.collect();
        content.sort_by(|a, b| a.path.cmp(&b.path));
        Some(Facts {
            path: self.path().to_owned(),
            triple,
            dependencies: self.metadata().dependencies.clone(),
            content,
        })
    }
}

/// Reports packages that cannot be in a project together: two with the same name and different content, or two whose
/// places are the same on some systems. If a package occurs twice with the same content, that is a warning.
pub fn conflicts(packages: &[Facts]) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let mut first: FxHashMap<&Triple, &Facts> = FxHashMap::default();
    let mut places: FxHashMap<String, &Facts> = FxHashMap::default();
    for package in packages {
        let triple = &package.triple;
        let Some(other) = first.get(triple) else {
            first.insert(triple, package);
            // If a file system ignores letter case, both packages would be unpacked into one folder.
            let first = places.entry(folded_key(&triple.place())).or_insert(package);
            if first.triple != *triple {
                let difference = twin_difference(&triple.place(), &first.triple.place());
                let message = format!("this is {triple}, similar to the place of `{}`, {difference}", first.path);
                diagnostics.problems.push(Problem::new(IssueCode::PackagePlace, message).in_file(&package.path));
            }
            continue;
        };
        let path = &other.path;
        if let Some(file) = differing_file(&package.content, &other.content) {
            let message =
                format!("this is {triple}, like `{path}`, but their content differs: `{}`", file.escape_debug());
            diagnostics.problems.push(Problem::new(IssueCode::PackageConflict, message).in_file(&package.path));
            continue;
        }
        let is_certain = package.content.iter().zip(&other.content).all(|(a, b)| a.is(b).is_some());
        let known = if is_certain { "" } else { ", judging by sizes and checksums (CRC-32)" };
        let message = format!("this is {triple}, like `{path}`, and their content is the same{known}");
        diagnostics.warnings.push(Problem::new(IssueCode::PackageAgain, message).in_file(&package.path));
    }
    diagnostics.settle();
    diagnostics
}

/// Returns the first file that differs; the metadata, which list all files, only if no other file differs.
fn differing_file<'f>(one: &'f [File], other: &'f [File]) -> Option<&'f str> {
    let pairs = || one.iter().zip(other);
    let is_other = |(a, b): &(&File, &File)| a.is(b) == Some(false);
    let differing = pairs().find(|pair| is_other(pair) && pair.0.path != METADATA);
    // The lists are sorted, so a file that only one package has comes first in that package.
    let differing = differing.map(|(a, b)| a.path.as_str().min(&b.path));
    let longer = if one.len() > other.len() { one } else { other };
    let differing = differing.or_else(|| longer.get(one.len().min(other.len())).map(|file| &*file.path));
    differing.or_else(|| pairs().find(is_other).map(|(a, _)| &*a.path))
}
