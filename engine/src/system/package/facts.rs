//! What a project has to know of a package, and packages that cannot be in one project together.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::metadata::Dependency;
use super::{METADATA, Package, Triple, json};
use crate::format::{Algorithm, Hasher};
use crate::report::{Diagnostics, Problem};
use crate::source::twin_difference;
use crate::source::zip::folded;
use crate::text::sort_by;

/// What a project has to know of a package.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Where it is.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// What it needs.
    pub dependencies: Vec<Dependency>,
    /// The paths of its files in order, each with what is the same of two files that are the same. That of the metadata is
    /// what they say, however they are written.
    pub content: Vec<(String, String)>,
}

impl Package {
    /// What a project has to know of it; `None` when it does not say which revision it is. Its files are known by their hashes
    /// once it has been checked, and by their checksums before.
    #[must_use]
    pub fn facts(&self) -> Option<Facts> {
        let triple = self.metadata().data.as_ref()?.triple.clone();
        let members = self.members().iter().enumerate().filter(|(_, member)| !member.is_folder());
        let content = members.map(|(at, member)| {
            let known = if *member.name == *METADATA { Some(said(self.text())) } else { self.digits(at) };
            (member.name.to_string(), known.unwrap_or_else(|| format!("{} {:08x}", member.size, member.crc)))
        });
        let mut content: Vec<_> = content.collect();
        sort_by(&mut content, Ord::cmp);
        Some(Facts {
            path: self.path().to_owned(),
            triple,
            dependencies: self.metadata().dependencies.clone(),
            content,
        })
    }
}

/// A hash of what metadata says, without comments and blanks.
fn said(text: &str) -> String {
    let mut plain = String::new();
    if let Ok(value) = json::parse(text) {
        json::write(&mut plain, &value, 0);
    }
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(plain.as_bytes());
    hasher.finish()
}

/// What is wrong with packages that are in a project together: a name that two of them have, or a place.
#[must_use]
pub fn conflicts(packages: &[Facts]) -> Diagnostics {
    let mut told = Diagnostics::default();
    let mut first: FxHashMap<&Triple, &Facts> = FxHashMap::default();
    let mut places: FxHashMap<String, &Facts> = FxHashMap::default();
    for package in packages {
        let triple = &package.triple;
        let Some(other) = first.get(triple) else {
            first.insert(triple, package);
            let near = places.entry(folded(&triple.place())).or_insert(package);
            if near.triple != *triple {
                let difference = twin_difference(&triple.place(), &near.triple.place());
                let message = format!("this is {triple}, and `{}` has nearly its place, {difference}", near.path);
                told.problems.push(Problem::new("package-place", message).in_file(&package.path));
            }
            continue;
        };
        let path = &other.path;
        if let Some(file) = difference(&package.content, &other.content) {
            let message =
                format!("this is {triple}, as `{path}` is, and their content differs: `{}`", file.escape_debug());
            told.problems.push(Problem::new("package-conflict", message).in_file(&package.path));
        } else {
            let message = format!("this is {triple}, as `{path}` is, and their content is the same");
            told.warnings.push(Problem::new("package-again", message).in_file(&package.path));
        }
    }
    told.settle();
    told
}

/// The first file that two packages do not have in common; the metadata, which list all, when it is no other.
fn difference<'f>(one: &'f [(String, String)], other: &'f [(String, String)]) -> Option<&'f str> {
    let mut differing = one.iter().zip(other).find(|(a, b)| a != b && a.0 != METADATA).map(|(a, b)| a.min(b));
    let longer = if one.len() > other.len() { one } else { other };
    differing = differing.or_else(|| longer.get(one.len().min(other.len())));
    differing.or_else(|| one.iter().zip(other).find(|(a, b)| a != b).map(|(a, _)| a)).map(|(path, _)| path.as_str())
}
