//! The reasons to refuse an archive or one of its members.

use assay_document::source::SourceError;
use assay_document::text::{IssueCode, counted};
use thiserror::Error;

/// The reason why an archive or a member is refused.
///
/// Each defect of an archive has a separate variant, so that the recipient can tell the sender what to fix.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[expect(missing_docs, reason = "the message of a variant says when it occurs")]
pub enum ZipFault {
    /// The source cannot read the bytes.
    #[error(transparent)]
    Source(#[from] SourceError),

    // Faults of the archive as a whole.
    #[error("this is not a zip archive: its end record is missing")]
    NotZip,
    #[error("the archive is truncated: its end record is missing")]
    CutOff,
    #[error(
        "another member, which only some readers find, is in the {} after the end of the archive",
        counted(*.0, "byte", "bytes")
    )]
    Trailing(u64),
    #[error("the archive has two possible end records, and readers disagree about which one to use")]
    Ambiguous,
    #[error("the archive is one part of a split archive, and the other parts are missing")]
    Split,
    /// The 32-bit and the 64-bit record at its end disagree, or the 64-bit record is not where the end says.
    #[error("the end records of the archive disagree about {0}")]
    EndDisagrees(&'static str),
    #[error("the directory of the archive is not where the end record says")]
    DirectoryMisplaced,
    #[error("the directory of the archive is damaged at entry {0}")]
    DirectoryDamaged(u64),
    #[error(
        "the directory of the archive has {}, but the end record says {said}",
        counted(*.found, "entry", "entries")
    )]
    CountDisagrees {
        said: u64,
        /// The number of entries in the directory, or `said` + 1 if there are more than `said`.
        found: u64,
    },
    #[error("the archive has {}, but the limit `members` is {limit}", counted(*.count, "member", "members"))]
    TooMany { count: u64, limit: u64 },
    #[error(
        "the directory of the archive has {}, but the limit `directory` is {limit}",
        counted(*.size, "byte", "bytes")
    )]
    DirectoryTooLong { size: u64, limit: u64 },
    #[error("the members unpack to {}, but the limit `unpacked` is {limit}", counted(*.size, "byte", "bytes"))]
    TooLarge { size: u64, limit: u64 },
    #[error("the {packed} packed bytes of the members unpack to {size}, but the limit `total_ratio` is {limit} to 1")]
    TotalRatio { packed: u64, size: u64, limit: u64 },

    #[error(
        "another member, which only some readers find, is in the {} before the first member",
        counted(*.0, "byte", "bytes")
    )]
    Leading(u64),

    // Faults of a member's name.
    #[error("its name is not UTF-8")]
    NameEncoding,
    #[error("its name is stored in two encodings, which give different names")]
    NameDisagrees,
    #[error("{what} has {length} bytes: expected at most {most}")]
    NameLong {
        /// The thing that is too long, as the message names it: the name, or a part of the path.
        what: &'static str,
        length: usize,
        most: usize,
    },
    #[error("its name or a part of its path is empty")]
    NameEmpty,
    #[error("its name is an absolute path")]
    NameAbsolute,
    #[error("its path has a part `{0}`")]
    NameDots(&'static str),
    #[error("its name contains a backslash, which separates folders on some systems only")]
    NameBackslash,
    #[error("its name contains the invisible character U+{0:04X}")]
    NameUnseen(u32),
    #[error("`{0}` cannot be the name of a file on Windows")]
    NameUnportable(String),
    #[error("another member has the same name")]
    Duplicate,
    #[error("its name differs from `{0}` only in letter case")]
    Twin(String),
    #[error("its name looks like `{0}`: one of the two stores an accent or a letter variant as a separate character")]
    Lookalike(String),
    /// Another member has the same first name; only the additional names in UTF-8 differ.
    #[error("readers that ignore additional names in UTF-8 confuse it with another member")]
    RawTwin,
    #[error("`{0}` is a name that is reserved for a tool")]
    NameReserved(String),
    #[error("`{0}` is both a file and a folder")]
    FileAsFolder(String),

    // Faults of a member's entry.
    #[error("it is a symbolic link: some unpackers create the link, others a file that contains the path")]
    Link,
    #[error("it is a device: some unpackers create the device, others a file")]
    Special,
    #[error("it is a folder by its mode but a file by its name, and unpackers disagree about which one to use")]
    KindDisagrees,
    #[error("it is a folder, but has content")]
    FolderContent,
    #[error("it is encrypted")]
    Encrypted,
    #[error("its compression method is {0}: expected stored, deflated or Deflate64")]
    Method(String),
    #[error("a field of its entry is truncated")]
    ExtraDamaged,
    #[error("a field of its entry occurs twice, and readers disagree about which one to use")]
    ExtraTwice,
    #[error("its entry lacks a 64-bit number")]
    Wide,
    #[error("its bytes are outside of the archive")]
    OutOfBounds,
    #[error("its bytes overlap those of `{0}`")]
    Overlap(String),
    #[error("it is stored uncompressed, but its two sizes differ: {packed} and {}", counted(*.size, "byte", "bytes"))]
    SizesDiffer { packed: u64, size: u64 },
    #[error("its {packed} bytes unpack to {size}, but the limit `ratio` is {limit} to 1")]
    Ratio { packed: u64, size: u64, limit: u64 },

    // Faults of a member's bytes.
    #[error("the header in front of its bytes is missing")]
    NoHeader,
    #[error("the header in front of its bytes disagrees with the directory about {0}")]
    HeaderDisagrees(&'static str),
    #[error("the data descriptor after its bytes disagrees with the directory")]
    DescriptorDisagrees,
    #[error(
        "{} to any member",
        counted(*.0, "byte that follows it does not belong", "bytes that follow it do not belong")
    )]
    Gap(u64),
    #[error("its packed bytes are damaged")]
    Damaged,
    #[error("its packed bytes are truncated")]
    PackedCutOff,
    #[error("{} left over", counted(*.0, "packed byte is", "packed bytes are"))]
    PackedLeft(u64),
    #[error("it unpacks to more than {}, the size in the directory", counted(*.0, "byte", "bytes"))]
    Longer(u64),
    #[error("it unpacks to {}, but the directory says {said}", counted(*.found, "byte", "bytes"))]
    Shorter { said: u64, found: u64 },
    #[error("the checksum (CRC-32) of its bytes differs from the one in the directory")]
    Checksum,
}

impl ZipFault {
    /// Returns the stable code of the fault.
    pub const fn code(&self) -> IssueCode {
        match self {
            Self::Source(error) => error.code(),
            Self::NotZip => IssueCode::ZipNone,
            Self::CutOff => IssueCode::ZipCutOff,
            Self::Trailing(_) => IssueCode::ZipTrailing,
            Self::Ambiguous => IssueCode::ZipAmbiguous,
            Self::Split => IssueCode::ZipSplit,
            Self::EndDisagrees(_) => IssueCode::ZipEndDisagrees,
            Self::DirectoryMisplaced => IssueCode::ZipDirectoryMisplaced,
            Self::DirectoryDamaged(_) => IssueCode::ZipDirectoryDamaged,
            Self::CountDisagrees { .. } => IssueCode::ZipCountDisagrees,
            Self::TooMany { .. } => IssueCode::ZipLimitMembers,
            Self::DirectoryTooLong { .. } => IssueCode::ZipLimitDirectory,
            Self::TooLarge { .. } => IssueCode::ZipLimitUnpacked,
            Self::TotalRatio { .. } => IssueCode::ZipLimitTotalRatio,
            Self::Leading(_) => IssueCode::ZipLeading,
            Self::NameEncoding => IssueCode::ZipNameEncoding,
            Self::NameDisagrees => IssueCode::ZipNameDisagrees,
            Self::NameLong { .. } => IssueCode::ZipNameLong,
            Self::NameEmpty => IssueCode::ZipNameEmpty,
            Self::NameAbsolute => IssueCode::ZipNameAbsolute,
            Self::NameDots(_) => IssueCode::ZipNameDots,
            Self::NameBackslash => IssueCode::ZipNameBackslash,
            Self::NameUnseen(_) => IssueCode::ZipNameUnseen,
            Self::NameUnportable(_) => IssueCode::ZipNameUnportable,
            Self::Duplicate => IssueCode::ZipDuplicate,
            Self::Twin(_) => IssueCode::ZipTwin,
            Self::Lookalike(_) => IssueCode::ZipLookalike,
            Self::RawTwin => IssueCode::ZipRawTwin,
            Self::NameReserved(_) => IssueCode::ZipNameReserved,
            Self::FileAsFolder(_) => IssueCode::ZipFileAsFolder,
            Self::Link => IssueCode::ZipLink,
            Self::Special => IssueCode::ZipSpecial,
            Self::KindDisagrees => IssueCode::ZipKindDisagrees,
            Self::FolderContent => IssueCode::ZipFolderContent,
            Self::Encrypted => IssueCode::ZipEncrypted,
            Self::Method(_) => IssueCode::ZipMethod,
            Self::ExtraDamaged => IssueCode::ZipExtraDamaged,
            Self::ExtraTwice => IssueCode::ZipExtraTwice,
            Self::Wide => IssueCode::ZipWide,
            Self::OutOfBounds => IssueCode::ZipOutOfBounds,
            Self::Overlap(_) => IssueCode::ZipOverlap,
            Self::SizesDiffer { .. } => IssueCode::ZipSizesDiffer,
            Self::Ratio { .. } => IssueCode::ZipLimitRatio,
            Self::NoHeader => IssueCode::ZipNoHeader,
            Self::HeaderDisagrees(_) => IssueCode::ZipHeaderDisagrees,
            Self::DescriptorDisagrees => IssueCode::ZipDescriptorDisagrees,
            Self::Gap(_) => IssueCode::ZipGap,
            Self::Damaged => IssueCode::ZipDamaged,
            Self::PackedCutOff => IssueCode::ZipPackedCutOff,
            Self::PackedLeft(_) => IssueCode::ZipPackedLeft,
            Self::Longer(_) => IssueCode::ZipLonger,
            Self::Shorter { .. } => IssueCode::ZipShorter,
            Self::Checksum => IssueCode::ZipChecksum,
        }
    }
}

impl From<ZipFault> for SourceError {
    fn from(fault: ZipFault) -> Self {
        match fault {
            ZipFault::Source(error) => error,
            fault => Self::Refused { code: fault.code(), message: fault.to_string() },
        }
    }
}
