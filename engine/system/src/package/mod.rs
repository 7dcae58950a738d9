//! Portable asset packages: zip archives that hold one published revision each, with what it is and what it needs.
//!
//! At the top of the archive stands `metadata.json`, which names the revision by its [`Triple`], lists its files and says which
//! other packages it needs. Who checks a package was sent it: nothing in it is believed.
//!
//! Nothing here opens a file. [`Package::open`] reads the directory of the archive and its metadata; [`Package::batches`] is the
//! rest of the check, to be done anywhere by [`verify`].

mod collection;
mod compare;
mod create;
mod facts;
mod graph;
mod json;
mod list;
mod listed;
mod metadata;
mod open;
mod own;
mod packaged;
mod remap;
mod remarks;
mod said;
mod shape;
mod spelled;
mod src_path;
mod triple;
mod unpack;
mod verify;
mod view;
mod write;

pub use collection::{Packages, is_metadata};
pub use create::{Creation, NewFile, prepare};
pub use facts::{Facts, File, conflicts};
pub use graph::{Graph, Need, Node};
pub use listed::{FileEntry, Hash};
pub use metadata::{Data, Dependency, METADATA, Metadata};
pub use open::{Package, PackageLimits};
pub use remap::{NoText, Remap, Remapped, Rewrite, Rewriting};
pub use shape::{PackageAbout, PackageMember};
pub use triple::Triple;
pub use unpack::{Unpacking, Withheld};
pub use verify::{MemberOutcome, UnpackBatch, verify};
pub use write::{PackedMember, Packer, ZipWriter};

#[cfg(feature = "schema")]
pub use shape::schemas;

#[cfg(test)]
mod tests;
