//! Systems of game engines. Each system has specific files and terms, and a folder here.
//!
//! To rules, a system is a row of [`SYSTEMS`]: it names collections and functions, reads the files that they are built
//! from, and looks up values for rules. [`System`] is the only interface to other crates.

pub mod asset_list;
pub mod conversion;
pub mod definition;
pub mod gltf;
pub mod messiah;
pub mod package;

mod collection;
mod cycles;
mod file_reports;
mod function;
mod interface;
mod mentions;
mod needs;
mod no_document;
mod part;
mod parts;
mod scripts;
mod sorted;
mod systems;
mod table;
#[cfg(test)]
mod tests;
mod texts;
#[cfg(any(test, feature = "testing"))]
mod toy;
mod tree;
mod view;
mod virtual_files;

pub use collection::{Built, BuiltCollection, Collection, CollectionShape, PathList};
pub use cycles::cycles;
pub use file_reports::{FileReport, FileReports};
pub use function::{Refused, Resolver, SystemFunction};
pub use interface::{System, SystemReader};
pub use mentions::Mentions;
pub use needs::DataNeeds;
pub use part::{Part, from_bytes, to_bytes};
pub use parts::Parts;
pub use scripts::{FunctionRequest, FunctionStopped, LibraryFunction, LibraryFunctions, UnusableFunction};
pub use systems::{REPORTERS, SYSTEMS, makers, makes_virtual_files, report_on, virtual_folder, virtual_folders};
pub use texts::narrow;
pub use view::{Look, Property, Record, View, or_unit, to_dynamic};
pub use virtual_files::{CONFIGURATIONS, Loaded, Loading, Project, VirtualFile, VirtualFiles};
