//! Why an archive, or a member of one, is refused.

use assay_document::source::SourceError;
use assay_document::text::IssueCode;
use thiserror::Error;

/// Why an archive or a member is refused.
///
/// Each thing that can be wrong with an archive is a kind of its own: whoever was sent it has to tell the sender what to mend.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ZipFault {
    /// The source does not give the bytes.
    #[error(transparent)]
    Source(#[from] SourceError),

    // Of the archive as a whole.
    /// Nothing in it looks like an archive.
    #[error("this is no zip archive: expected the record that ends one")]
    NotZip,
    /// It begins like an archive, and its end is not there.
    #[error("the archive is cut off: the record that ends it is not there")]
    CutOff,
    /// A member follows the record that ends it.
    #[error("the {0} bytes behind the end of the archive hold another member, which only some readers find")]
    Trailing(u64),
    /// Two records could each be the one that ends it, so two readers may see two different archives.
    #[error("two records could each be the end of the archive, and readers would disagree which one is")]
    Ambiguous,
    /// It is a part of several.
    #[error("the archive is a part of one that was split, and the other parts are not here")]
    Split,
    /// The 32-bit and the 64-bit record at its end disagree, or the 64-bit record is not where the end says.
    #[error("the end of the archive disagrees with itself about {0}")]
    EndDisagrees(&'static str),
    /// Its directory does not lie where its end says.
    #[error("the directory of the archive is not where its end says")]
    DirectoryMisplaced,
    /// Its directory cannot be read at an entry.
    #[error("the directory of the archive is damaged at entry {0}")]
    DirectoryDamaged(u64),
    /// Its directory has another number of entries than its end says.
    #[error("the directory of the archive has {found} entries, and its end says {said}")]
    CountDisagrees {
        /// The number of entries that the end record gives.
        said: u64,
        /// The number of entries in the directory, or `said` + 1 if there are more than `said`.
        found: u64,
    },
    /// It has too many members.
    #[error("the archive has {count} members, and the limit `members` is {limit}")]
    TooMany {
        /// How many.
        count: u64,
        /// How many are read.
        limit: u64,
    },
    /// Its directory is too long.
    #[error("the directory of the archive has {size} bytes, and the limit `directory` is {limit}")]
    DirectoryTooLong {
        /// Its bytes.
        size: u64,
        /// How many are read.
        limit: u64,
    },
    /// All members together unpack to too much.
    #[error("the members unpack to {size} bytes, and the limit `unpacked` is {limit}")]
    TooLarge {
        /// Bytes of all members, as the directory says.
        size: u64,
        /// How many are unpacked.
        limit: u64,
    },
    /// All members together unpack to far more than their bytes.
    #[error("the {packed} packed bytes of the members unpack to {size}, and the limit `total_ratio` is {limit} to 1")]
    TotalRatio {
        /// Bytes of all members in the archive.
        packed: u64,
        /// Bytes of all members, as the directory says.
        size: u64,
        /// How many times as many may come of them.
        limit: u64,
    },

    /// The bytes in front of its first member hold another one.
    #[error(
        "the {0} bytes in front of the archive's first member hold another member, which only readers from the front find"
    )]
    Leading(u64),

    // Of a member's name.
    /// It is not UTF-8.
    #[error("its name is not UTF-8")]
    NameEncoding,
    /// It has a name in UTF-8 beside another one, and they are two names.
    #[error("its name is there in two encodings, and they are two names")]
    NameDisagrees,
    /// It, or a part of it, is longer than systems take.
    #[error("{what} has {length} bytes: expected at most {most}")]
    NameLong {
        /// The thing that is too long, as the message names it: the name, or a part of the path.
        what: &'static str,
        /// Its bytes.
        length: usize,
        /// How many there may be.
        most: usize,
    },
    /// It has no name.
    #[error("its name is empty, or a part of its path is")]
    NameEmpty,
    /// The name starts at the root of a disk.
    #[error("its name is an absolute path")]
    NameAbsolute,
    /// The name leads through `.` or `..`.
    #[error("its path has a part `{0}`")]
    NameDots(&'static str),
    /// The name has a backslash, which some systems take for a `/`.
    #[error("its name has a backslash, which is a part of a name on some systems and parts folders on others")]
    NameBackslash,
    /// The name has a character that nobody sees.
    #[error("its name has the character U+{0:04X}, which nobody sees")]
    NameUnseen(u32),
    /// The name cannot be given to a file on every system.
    #[error("`{0}` cannot be the name of a file on Windows")]
    NameUnportable(String),
    /// Another member has the same name.
    #[error("another member has the same name")]
    Duplicate,
    /// Another member's name is the same where letter case does not count.
    #[error("its name is that of `{0}` where letter case does not count")]
    Twin(String),
    /// Another member's name looks the same: letters and their accents are put together otherwise.
    #[error(
        "its name looks like `{0}`: in one of the two an accent, or the look of a letter, is a character of its own"
    )]
    Lookalike(String),
    /// Another member has the same name beside that in UTF-8.
    #[error("it is another member, too, for readers that do not know the names in UTF-8 that stand beside others")]
    RawTwin,
    /// A part of the name is one that tools give.
    #[error("`{0}` is the name of something that belongs to a tool")]
    NameReserved(String),
    /// Another member lies in a folder of this name.
    #[error("`{0}` is a file, and a folder with files in it")]
    FileAsFolder(String),

    // Of a member's entry.
    /// It is a symbolic link.
    #[error("it is a symbolic link, which some unpackers make and others write as a file with the path in it")]
    Link,
    /// It is a device.
    #[error("it is a device, which some unpackers make and others write as a file")]
    Special,
    /// It has the mode of a folder and the name of a file.
    #[error("it is a folder by its mode and a file by its name, and unpackers disagree which one counts")]
    KindDisagrees,
    /// A folder has bytes of its own.
    #[error("it is a folder, and has content")]
    FolderContent,
    /// It is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// It was packed in a way that is not read.
    #[error("it is packed by {0}: expected stored, deflated or Deflate64")]
    Method(String),
    /// A field behind its entry cannot be read.
    #[error("a field of its entry is cut off")]
    ExtraDamaged,
    /// A field behind its entry is there twice.
    #[error("a field of its entry is there twice, and readers would disagree which one counts")]
    ExtraTwice,
    /// A number that needs 64 bits is not there.
    #[error("its entry lacks a number of 64 bits")]
    Wide,
    /// Its bytes would lie outside of the archive's.
    #[error("its bytes lie outside of the archive")]
    OutOfBounds,
    /// Its bytes are also another member's.
    #[error("its bytes are also those of `{0}`")]
    Overlap(String),
    /// It is stored as it is, and has two different sizes.
    #[error("it is stored as it is, and its two sizes differ: {packed} and {size} bytes")]
    SizesDiffer {
        /// Bytes in the archive.
        packed: u64,
        /// Bytes of the file.
        size: u64,
    },
    /// It unpacks to far more than its bytes.
    #[error("its {packed} bytes unpack to {size}, and the limit `ratio` is {limit} to 1")]
    Ratio {
        /// Bytes in the archive.
        packed: u64,
        /// Bytes of the file.
        size: u64,
        /// How many times as many may come of them.
        limit: u64,
    },

    // Of a member's bytes.
    /// The header in front of its bytes is missing.
    #[error("the header in front of its bytes is not there")]
    NoHeader,
    /// The header in front of its bytes disagrees with the directory about the named property.
    #[error("the header in front of its bytes disagrees with the directory about {0}")]
    HeaderDisagrees(&'static str),
    /// The data descriptor after its bytes disagrees with the directory.
    #[error("what follows its bytes disagrees with the directory")]
    DescriptorDisagrees,
    /// Bytes follow it that no member has.
    #[error("{0} bytes follow its own that are no member's")]
    Gap(u64),
    /// It is not deflated data.
    #[error("its packed bytes are damaged")]
    Damaged,
    /// Its packed bytes end too early.
    #[error("its packed bytes end in the middle")]
    PackedCutOff,
    /// Packed bytes are left over.
    #[error("{0} of its packed bytes are left over")]
    PackedLeft(u64),
    /// More comes of it than the directory says.
    #[error("it unpacks to more than the {0} bytes that the directory says")]
    Longer(u64),
    /// Less comes of it than the directory says.
    #[error("it unpacks to {found} bytes, and the directory says {said}")]
    Shorter {
        /// The size in bytes that the directory gives.
        said: u64,
        /// The number of bytes that it unpacked to.
        found: u64,
    },
    /// Its bytes are not those that were packed.
    #[error("its bytes have another checksum (CRC-32) than the directory says")]
    Checksum,
}

impl ZipFault {
    /// A short stable name of the kind.
    #[must_use]
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
