//! Zip archives: members that are read where they lie, without the whole archive in memory.
//!
//! Nothing that an archive says of itself is believed. What is said twice (in the directory, in front of a member's bytes,
//! behind them) has to agree, sizes and numbers are held to [`ArchiveLimits`], and a name has to mean the same file everywhere.
//! Whatever else an archive can be has an error of its own, [`ZipFault`]; an archive with one is refused as a whole.

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
pub use twins::{folded, twins};
pub use unpack::Unpacker;
