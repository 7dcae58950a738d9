//! What a project has to know of a package, and packages that cannot be in one project together.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::Triple;
use super::metadata::{Dependency, Metadata};
use crate::format::{Algorithm, Hasher};
use crate::report::{Diagnostics, Problem};
use crate::source::zip::Member;
use crate::text::sort_by_key;

/// What a project has to know of a package.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Where it is.
    pub path: String,
    /// Its name.
    pub triple: Triple,
    /// What it needs.
    pub dependencies: Vec<Dependency>,
    /// The same of two packages when their metadata, and the names and checksums of their members, are.
    pub content: String,
}

impl Facts {
    pub(super) fn of(path: &str, metadata: &Metadata, members: &[Member], text: &str) -> Option<Self> {
        let triple = metadata.data.as_ref()?.triple.clone();
        let mut files: Vec<_> = members.iter().map(|member| (&*member.name, member.size, member.crc)).collect();
        sort_by_key(&mut files, |(name, ..)| *name);
        let mut hasher = Hasher::new(Algorithm::Sha256);
        hasher.update(text.as_bytes());
        for (name, size, crc) in files {
            hasher.update(format!("\0{name}\0{size}\0{crc}").as_bytes());
        }
        let dependencies = metadata.dependencies.clone();
        Some(Self { path: path.to_owned(), triple, dependencies, content: hasher.finish() })
    }
}

/// What is wrong with packages that are in a project together: a name that two of them have.
#[must_use]
pub fn conflicts(packages: &[Facts]) -> Diagnostics {
    let mut told = Diagnostics::default();
    let mut first: FxHashMap<&Triple, &Facts> = FxHashMap::default();
    for package in packages {
        let Some(other) = first.get(&package.triple) else {
            first.insert(&package.triple, package);
            continue;
        };
        let (triple, path) = (&package.triple, &other.path);
        if package.content == other.content {
            let message = format!("this is {triple}, as `{path}` is, and their content is the same");
            told.warnings.push(Problem::new("package-again", message).in_file(&package.path));
        } else {
            let message = format!("this is {triple}, as `{path}` is, and their content differs");
            told.problems.push(Problem::new("package-conflict", message).in_file(&package.path));
        }
    }
    told.settle();
    told
}
