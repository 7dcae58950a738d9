//! The limits of archives.

/// The resources that an archive may use. Archives come from unknown sources, and the sizes that they declare need not
/// be true.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ArchiveLimits {
    /// Members, folders included.
    pub members: u64,
    /// Bytes that all members unpack to.
    pub unpacked: u64,
    /// How many times its packed bytes a member may unpack to, once that is more than [`Self::RATIO_FROM`].
    pub ratio: u64,
    /// How many times their packed bytes all members together may unpack to, once that is more than [`Self::TOTAL_RATIO_FROM`].
    pub total_ratio: u64,
    /// Bytes of the directory.
    pub directory: u64,
}

impl ArchiveLimits {
    /// Members up to this size, in bytes, may unpack to any number of times their packed bytes.
    pub const RATIO_FROM: u64 = 1 << 20;
    /// Archives up to this size, in bytes, may unpack to any number of times their packed bytes.
    pub const TOTAL_RATIO_FROM: u64 = 1 << 30;
}

/// Far above any package that people exchange, and low enough that an archive at its limits is read in seconds and little memory.
/// A texture of one colour packs 1,000 to 1, and deflate reaches 1,032 at most.
impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { members: 100_000, unpacked: 4 << 30, ratio: 1100, total_ratio: 200, directory: 64 << 20 }
    }
}
