//! The interface between a system and the other parts of the engine.

use assay_document::format::Document;
use assay_document::text::Fault;
use assay_report::{Diagnostics, ProblemCode};

use super::collection::{Built, Collection};
use super::function::SystemFunction;
use super::needs::DataNeeds;
use super::part::Part;
use super::virtual_files::VirtualFiles;

/// A system of a game engine, as rules see it.
///
/// The files of a project are read by many workers. Each file makes a [`Part`]; each worker builds the collections from
/// the parts of all files. Nothing may depend on the order of the parts.
pub trait System: Sync {
    /// Returns its name in messages, in the plural: "packages are incomplete because …".
    fn name(&self) -> &'static str;

    /// Returns its collections. Names are `name`, or `namespace.name`.
    fn collections(&self) -> &'static [Collection];

    /// Returns its functions, which [`Built::resolver`] answers.
    fn functions(&self) -> &'static [SystemFunction] {
        &[]
    }

    /// Returns the data that a script or expression needs. `needs` is the data of the collections and functions that it
    /// names. `words` are all its words, which may require more data.
    fn needs_of_code(&self, needs: DataNeeds, _words: &[&str]) -> DataNeeds {
        needs
    }

    /// Returns true if the file at `path` makes a part. `needs` is the data that any rule needs: test it for the flags
    /// of this system. Paths of files in archives are `NAME.zip!/PATH`.
    fn needs_file(&self, needs: DataNeeds, path: &str) -> bool;

    /// Returns the function that reads a file for which [`System::needs_file`] returns true.
    fn reader(&self) -> SystemReader;

    /// Returns the part made from the paths of all files, for collections that need no contents.
    fn part_of_paths(&self, _needs: DataNeeds, _paths: &[String]) -> Option<Part> {
        None
    }

    /// Returns true if [`System::part_of_paths`] or [`System::complete`] needs the paths of all files.
    fn needs_paths(&self, _needs: DataNeeds) -> bool {
        false
    }

    /// Returns a part that can be made only when the parts of all files are known, and the problems found with it. It
    /// is called once in a run, after [`System::part_of_paths`].
    fn complete(&self, _needs: DataNeeds, _parts: &[&Part], _paths: &[String]) -> (Option<Part>, Diagnostics) {
        (None, Diagnostics::default())
    }

    /// Returns true if the collections are incomplete because of a problem with the file at `path`.
    fn is_affected_by(&self, needs: DataNeeds, path: &str, _code: &ProblemCode) -> bool {
        self.needs_file(needs, path)
    }

    /// Builds the collections. Damaged parts count as missing.
    fn build(&self, parts: &[&Part]) -> Built;

    /// Returns the maker of its virtual files; `None` if it has none.
    fn virtual_files(&self) -> Option<&dyn VirtualFiles> {
        None
    }

    /// Registers the types of its values with the engine that runs scripts.
    fn register(&self, _engine: &mut rhai::Engine) {}
}

/// A function that reads a file of a system. It returns `None` for a file that adds nothing to the collections.
#[derive(Clone, Copy)]
pub enum SystemReader {
    /// Reads the bytes of a file.
    Bytes(fn(&str, Vec<u8>) -> Result<Option<Part>, Diagnostics>),
    /// Reads a document.
    Document(fn(&str, &Document) -> Result<Option<Part>, Fault>),
}
