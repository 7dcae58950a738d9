//! Reads zip archives: members are read in place, without loading the whole archive into memory.
//!
//! Archives are not trusted. Data that is stored twice (in the directory, in front of a member's bytes, after them)
//! must agree. Sizes and counts must respect [`ArchiveLimits`]. A name must mean the same file on every system. Each
//! violation has a separate variant of [`ZipFault`]. An archive with a fault is refused as a whole.

mod archive;
mod bytes;
mod directory;
mod end;
mod extra;
mod fault;
mod header;
mod inside;
mod limits;
mod member;
mod name;
mod twins;
mod unpack;

#[cfg(test)]
mod tests;

pub use archive::Archive;
pub use assay_document::source::Crc;
pub use fault::ZipFault;
pub use inside::{Archives, INSIDE, Inside, Refusals, is_archive, split};
pub use limits::ArchiveLimits;
pub use member::{CompressionMethod, Member};
pub use name::{MOST as MOST_OF_PATH, check as check_name};
pub use twins::{folded_key, twins};
pub use unpack::Unpacker;
