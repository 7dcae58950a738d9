//! What a project has to know of a package, and packages that cannot be in one project together.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::metadata::Dependency;
use super::said::said;
use super::{METADATA, Package, Triple};
use crate::report::{Diagnostics, Problem};
use crate::source::twin_difference;
use crate::text::sort_by;
use crate::zip::folded;

/// What a project has to know of a package.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Where it is.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// What it needs.
    pub dependencies: Vec<Dependency>,
    /// Its files, in the order of their paths.
    pub content: Vec<File>,
}

/// A file of a package, as it is told from others.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Its size in bytes, and its checksum; nothing of the metadata.
    pub sum: Option<(u64, u32)>,
    /// The digits of its hash, once it has been checked; of the metadata that of what they say.
    pub digits: Option<String>,
}

impl File {
    /// Whether it is the same as another one; `None` when it seems so, and no hash says it.
    fn is(&self, other: &Self) -> Option<bool> {
        if self.path != other.path || self.sum != other.sum {
            return Some(false);
        }
        match (&self.digits, &other.digits) {
            (Some(a), Some(b)) if a.len() == b.len() => Some(a == b),
            _ => None,
        }
    }

    fn min_path<'f>(&'f self, other: &'f Self) -> &'f str {
        self.path.as_str().min(&other.path)
    }
}

impl Package {
    /// What a project has to know of it; `None` when it does not say which revision it is. Its files are known by their hashes
    /// once it has been checked, and by their checksums before.
    #[must_use]
    pub fn facts(&self) -> Option<Facts> {
        let triple = self.metadata().data.as_ref()?.triple.clone();
        let members = self.members().iter().enumerate().filter(|(_, member)| !member.is_folder());
        let content = members.map(|(at, member)| {
            let path = member.name.to_string();
            if path == METADATA {
                return File { path, sum: None, digits: Some(said(self.text())) };
            }
            File { path, sum: Some((member.size, member.crc)), digits: self.digits(at) }
        });
        let mut content: Vec<File> = content.collect();
        sort_by(&mut content, |a, b| a.path.cmp(&b.path));
        Some(Facts {
            path: self.path().to_owned(),
            triple,
            dependencies: self.metadata().dependencies.clone(),
            content,
        })
    }
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
        let known = match likeness(&package.content, &other.content) {
            Likeness::Not(file) => {
                let message =
                    format!("this is {triple}, as `{path}` is, and their content differs: `{}`", file.escape_debug());
                told.problems.push(Problem::new("package-conflict", message).in_file(&package.path));
                continue;
            }
            Likeness::AsFarAsKnown => ", as far as sizes and checksums (CRC-32) tell",
            Likeness::Same => "",
        };
        let message = format!("this is {triple}, as `{path}` is, and their content is the same{known}");
        told.warnings.push(Problem::new("package-again", message).in_file(&package.path));
    }
    told.settle();
    told
}

/// How alike two packages are.
enum Likeness<'f> {
    /// They differ in that file.
    Not(&'f str),
    /// They are the same as far as that can be told: not all files are known by hashes of one kind.
    AsFarAsKnown,
    Same,
}

/// Looks for the first file that two packages do not have in common; that is the metadata, which list all, when it is no other.
fn likeness<'f>(one: &'f [File], other: &'f [File]) -> Likeness<'f> {
    let pairs = || one.iter().zip(other);
    let differing = pairs().find(|(a, b)| a.is(b) == Some(false) && a.path != METADATA).map(|(a, b)| a.min_path(b));
    let longer = if one.len() > other.len() { one } else { other };
    let differing = differing.or_else(|| longer.get(one.len().min(other.len())).map(|file| &*file.path));
    match differing.or_else(|| pairs().find(|(a, b)| a.is(b) == Some(false)).map(|(a, _)| &*a.path)) {
        Some(path) => Likeness::Not(path),
        None if pairs().all(|(a, b)| a.is(b).is_some()) => Likeness::Same,
        None => Likeness::AsFarAsKnown,
    }
}
