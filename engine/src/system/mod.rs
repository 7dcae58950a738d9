//! Systems of game engines: each has its own files and terms, and a folder here.
//!
//! To rules, a system is a row of [`SYSTEMS`]: it names collections and functions, reads the files that they are built
//! from, and answers when rules look values up. [`System`] is all that the rest of the engine knows of it.

pub mod asset_list;
pub mod conversion;
pub mod definition;
pub mod messiah;
pub mod package;

mod circles;
mod collection;
mod function;
mod mentions;
mod needs;
mod part;
mod sorted;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
pub(crate) mod view;
mod virtual_files;

pub use circles::circles;
pub use collection::{Built, BuiltCollection, Collection, PathList, Shape};
pub use function::{Function, Refused, Resolver};
pub use mentions::Mentions;
pub use needs::Needs;
pub use part::{Part, Parts};
pub use view::{Look, View, or_nothing, to_dynamic};
pub use virtual_files::{
    Loaded, Loading, Project, VirtualFile, VirtualFiles, makers, makes_virtual_files, virtual_folder,
};

use crate::format::{Document, Malformed};
use crate::report::{Diagnostics, ProblemCode};

/// The names of configuration files. The first one in a folder counts.
pub const CONFIGURATIONS: [&str; 3] = ["assay.yaml", "assay.yml", "assay.json"];

/// All systems.
pub const SYSTEMS: &[&dyn System] = &[
    &messiah::Messiah,
    &package::Packages,
    &definition::MergedDefinitions,
    &conversion::ConversionRules,
    #[cfg(test)]
    &tests::Toys,
];

/// A system of a game engine, as rules see it.
///
/// The files of a project are read on many workers. Each file gives a [`Part`]; the parts of all files are built into
/// collections, on each worker. Nothing may depend on the order of the parts.
pub trait System: Sync {
    /// Returns the name of its collections in messages, in the plural: `packages`.
    fn name(&self) -> &'static str;

    /// Returns its collections. Names are `name`, or `namespace.name`.
    fn collections(&self) -> &'static [Collection];

    /// Returns its functions, which [`Built::resolver`] answers.
    fn functions(&self) -> &'static [Function] {
        &[]
    }

    /// Returns the needs of code. `needs` are those of the collections and functions that the code names, `words` all
    /// of its words.
    fn needs_of_code(&self, needs: Needs, _words: &[&str]) -> Needs {
        needs
    }

    /// Returns true if the file at `path` gives a part.
    fn wants(&self, needs: Needs, path: &str) -> bool;

    /// Returns the function that reads a file that the system wants.
    fn reader(&self) -> Reader;

    /// Returns the part that the paths of all files give.
    fn part_of_paths(&self, _needs: Needs, _paths: &[String]) -> Option<Part> {
        None
    }

    /// Adds the part that needs the parts of all files, and returns the problems found with it. It is called once in a
    /// run, with the paths of all files.
    fn complete(&self, _needs: Needs, _parts: &mut Vec<Part>, _paths: &[String]) -> Diagnostics {
        Diagnostics::default()
    }

    /// Returns true if something is missing from the collections because of a problem with the file at `path`.
    fn is_made_of(&self, needs: Needs, path: &str, _code: &ProblemCode) -> bool {
        self.wants(needs, path)
    }

    /// Builds the collections. Damaged parts count as missing.
    fn build(&self, parts: &[Part]) -> Built;

    /// Returns the maker of its virtual files, if it has any.
    fn virtual_files(&self) -> Option<&dyn VirtualFiles> {
        None
    }

    /// Makes the types of its values known to the engine that runs scripts.
    fn register(&self, _engine: &mut rhai::Engine) {}
}

/// A function that reads a file of a system.
#[derive(Clone, Copy)]
pub enum Reader {
    /// Reads the bytes of a file.
    Bytes(fn(&str, Vec<u8>) -> Result<Option<Part>, Diagnostics>),
    /// Reads a document.
    Document(fn(&str, &Document) -> Result<Option<Part>, Malformed>),
}
