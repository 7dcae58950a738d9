//! Portable asset packages: zip archives that each contain one published revision, its identity and its dependencies.
//!
//! At the top of the archive is `metadata.json`, which names the revision by its [`Triple`], lists its files and the
//! packages that it needs. Packages come from other people, so nothing in them is trusted.
//!
//! Nothing here opens a file. [`Package::open`] reads the directory of the archive and its metadata.
//! [`Package::batches`] returns the other steps of the check, which [`verify`] can do on any worker.

mod collection;
mod compare;
mod create;
mod facts;
mod graph;
mod json;
mod list;
mod listed;
mod metadata;
mod metadata_hash;
mod open;
mod packaged;
mod path_syntax;
mod remap;
mod remarks;
mod reserved;
mod shape;
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
