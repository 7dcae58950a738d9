//! Reads the directory of an archive: its members and their faults.

use super::bytes::{u16_at, u32_at, wide_u32};
use super::member::{CompressionMethod, Member};
use super::{ArchiveLimits, ZipFault, extra, name};

/// The signature that an entry of the directory begins with.
pub const ENTRY: &[u8; 4] = b"PK\x01\x02";
/// The length of the fixed part of an entry.
const LENGTH: usize = 46;

/// The flags of a member that is encrypted, or whose metadata is encrypted.
pub const ENCRYPTED: u16 = 1 << 0 | 1 << 6 | 1 << 13;
/// The flag of patches of other files, which no tool writes.
pub const PATCHED: u16 = 1 << 5;
/// The method number of AES encryption, which hides the real method.
const AES: u16 = 99;
/// The number of DOS and Windows among the systems that archives are made on.
const DOS: u8 = 0;

/// Reads all entries of `directory`. Returns a member for each entry, with its fault if it has one.
///
/// # Errors
/// The directory does not contain `count` entries.
pub fn read(directory: &[u8], count: u64, limits: &ArchiveLimits) -> Result<Vec<(Member, Option<ZipFault>)>, ZipFault> {
    let mut rest = directory;
    let mut members = Vec::new();
    while !rest.is_empty() {
        let at = members.len() as u64 + 1;
        if at > count {
            return Err(ZipFault::CountDisagrees { said: count, found: at });
        }
        let entry = DirectoryEntry::first_of(rest).ok_or(ZipFault::DirectoryDamaged(at))?;
        rest = &rest[entry.length()..];
        members.push(entry.member(limits));
    }
    let found = members.len() as u64;
    if found == count { Ok(members) } else { Err(ZipFault::CountDisagrees { said: count, found }) }
}

struct DirectoryEntry<'d> {
    fixed: &'d [u8],
    name: &'d [u8],
    extra: &'d [u8],
    comment: usize,
}

impl<'d> DirectoryEntry<'d> {
    /// Reads the entry at the beginning of `bytes`.
    fn first_of(bytes: &'d [u8]) -> Option<Self> {
        let (fixed, rest) = bytes.split_at_checked(LENGTH).filter(|(fixed, _)| fixed.starts_with(ENTRY))?;
        let length = |at| u16_at(fixed, at).map(usize::from);
        let (name, rest) = rest.split_at_checked(length(28)?)?;
        let (extra, rest) = rest.split_at_checked(length(30)?)?;
        let comment = rest.get(..length(32)?)?.len();
        Some(Self { fixed, name, extra, comment })
    }

    const fn length(&self) -> usize {
        LENGTH + self.name.len() + self.extra.len() + self.comment
    }

    fn short(&self, at: usize) -> u16 {
        // The fixed part is complete.
        u16_at(self.fixed, at).unwrap_or_default()
    }

    fn number(&self, at: usize) -> u64 {
        wide_u32(self.fixed, at).unwrap_or_default()
    }

    fn member(&self, limits: &ArchiveLimits) -> (Member, Option<ZipFault>) {
        let flags = self.short(8);
        let is_dos = self.host() == DOS;
        let decoded = name::decode(self.name, flags, self.extra, is_dos);
        let name: Box<str> = match &decoded {
            Ok(name) => name.as_str().into(),
            // The name is needed to report the fault, and to compare it with other names.
            Err(_) => String::from_utf8_lossy(self.name).into(),
        };
        let mut member = Member {
            raw_name: (name.as_bytes() != self.name).then(|| self.name.into()),
            name,
            crc: u32_at(self.fixed, 16).unwrap_or_default(),
            packed: self.number(20),
            size: self.number(24),
            // A method that is not supported is reported by `check_packing`.
            method: CompressionMethod::of(self.short(10)).unwrap_or(CompressionMethod::Stored),
            header: self.number(42),
            is_utf8: flags & name::IS_UTF8 != 0,
            is_dos,
            end: 0,
        };
        let widened = self.widen(&mut member);
        // Only the first fault of a member is reported: further ones may follow from it.
        let checked = decoded
            .and_then(|name| name::check(&name))
            .and(widened)
            .and_then(|()| self.check_kind(&member))
            .and_then(|()| self.check_packing(&member, flags))
            .and_then(|()| check_sizes(&member, limits));
        (member, checked.err())
    }

    fn widen(&self, member: &mut Member) -> Result<(), ZipFault> {
        // The end record also says that this is the first disk.
        if !matches!(self.short(34), 0 | 0xffff) {
            return Err(ZipFault::Split);
        }
        extra::widen(self.extra, &mut [&mut member.size, &mut member.packed, &mut member.header])
    }

    /// Returns the number of the system that it was made on.
    fn host(&self) -> u8 {
        self.fixed.get(5).copied().unwrap_or_default()
    }

    /// Refuses entries that unpackers handle differently. The Unix mode counts only for entries from Unix, because
    /// other systems may store anything there; the DOS attribute of folders counts for all. All unpackers write pipes
    /// and sockets as files.
    fn check_kind(&self, member: &Member) -> Result<(), ZipFault> {
        const UNIX: u8 = 3;
        const KIND: u16 = 0o170_000;
        const DOS_FOLDER: u16 = 0x10;
        if self.short(38) & DOS_FOLDER != 0 && !member.is_folder() {
            return Err(ZipFault::KindDisagrees);
        }
        let is_unix = self.host() == UNIX;
        match self.short(40) & KIND {
            // Some unpackers ignore the system, so this applies to all entries.
            0o120_000 => Err(ZipFault::Link),
            0o040_000 if is_unix && !member.is_folder() => Err(ZipFault::KindDisagrees),
            0o020_000 | 0o060_000 if is_unix => Err(ZipFault::Special),
            _ => Ok(()),
        }
    }

    fn check_packing(&self, member: &Member, flags: u16) -> Result<(), ZipFault> {
        let method = self.short(10);
        if flags & ENCRYPTED != 0 || method == AES {
            return Err(ZipFault::Encrypted);
        }
        if flags & PATCHED != 0 {
            return Err(ZipFault::Method("patched data".to_owned()));
        }
        if member.method.number() == method { Ok(()) } else { Err(ZipFault::Method(method_name(method))) }
    }
}

fn check_sizes(member: &Member, limits: &ArchiveLimits) -> Result<(), ZipFault> {
    let &Member { packed, size, method, .. } = member;
    if member.is_folder() && size > 0 {
        return Err(ZipFault::FolderContent);
    }
    if method == CompressionMethod::Stored && packed != size {
        return Err(ZipFault::SizesDiffer { packed, size });
    }
    if size > ArchiveLimits::RATIO_FROM && size > packed.saturating_mul(limits.ratio) {
        return Err(ZipFault::Ratio { packed, size, limit: limits.ratio });
    }
    Ok(())
}

fn method_name(number: u16) -> String {
    let name = match number {
        1..=7 | 10 => "obsolete",
        12 => "bzip2",
        14 => "LZMA",
        93 => "Zstandard",
        95 => "XZ",
        96 => "JPEG",
        97 => "WavPack",
        98 => "PPMd",
        _ => return format!("unknown (method {number})"),
    };
    format!("{name} (method {number})")
}
