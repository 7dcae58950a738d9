//! The limits of archives.

/// The resources that an archive may use. Archives come from unknown sources, and the sizes that they declare need not
/// be true.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ArchiveLimits {
    /// The maximum number of members, including folders.
    pub members: u64,
    /// The maximum number of bytes that all members unpack to.
    pub unpacked: u64,
    /// The maximum ratio of unpacked to packed bytes of a member that unpacks to more than [`Self::RATIO_FROM`].
    pub ratio: u64,
    /// The maximum ratio of unpacked to packed bytes of all members, if they unpack to more than
    /// [`Self::TOTAL_RATIO_FROM`].
    pub total_ratio: u64,
    /// The maximum length of the directory in bytes.
    pub directory: u64,
}

impl ArchiveLimits {
    /// The size in bytes up to which the ratio of a member is not limited.
    pub const RATIO_FROM: u64 = 1 << 20;
    /// The size in bytes up to which the ratio of an archive is not limited.
    pub const TOTAL_RATIO_FROM: u64 = 1 << 30;
}

/// The defaults are far above any real package, and low enough that an archive at the limits is read within seconds and
/// with little memory. A texture of one colour compresses 1,000 to 1; the maximum of deflate is 1,032 to 1.
impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { members: 100_000, unpacked: 4 << 30, ratio: 1100, total_ratio: 200, directory: 64 << 20 }
    }
}
