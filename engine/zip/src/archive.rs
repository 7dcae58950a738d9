//! Opens archives: lists their members and the members' faults.

use assay_document::source::Source;

use super::end::{self, DirectoryEnd};
use super::{ArchiveLimits, Member, ZipFault, directory, twins};

/// The directory of a zip archive. Only the necessary bytes at the end of the archive are read.
///
/// Members with a fault are listed, too, but must not be unpacked.
#[derive(Clone, Debug)]
pub struct Archive {
    members: Vec<Member>,
    /// The faults of members: the index of a member and its fault, in the order of the members.
    faults: Vec<(usize, ZipFault)>,
}

impl Archive {
    /// Reads the directory of the archive at `path` in `source`.
    ///
    /// # Errors
    /// The file is not an archive, or its members cannot be listed.
    pub fn open(path: &str, source: &dyn Source, limits: &ArchiveLimits) -> Result<Self, ZipFault> {
        let end = DirectoryEnd::find(path, source)?;
        // Offsets count from the first byte of the archive.
        let start = end.start;
        // The limits are checked before memory is allocated by a number from the archive.
        if end.members > limits.members {
            return Err(ZipFault::TooMany { count: end.members, limit: limits.members });
        }
        if end.length > limits.directory {
            return Err(ZipFault::DirectoryTooLong { size: end.length, limit: limits.directory });
        }
        let length = usize::try_from(end.length).map_err(|_| ZipFault::DirectoryMisplaced)?;
        let bytes = end::read(path, source, end.directory, length)?;
        let (members, mut found): (Vec<_>, Vec<_>) = directory::read(&bytes, end.members, limits)?.into_iter().unzip();
        let mut archive = Self { members, faults: Vec::new() };
        for member in &mut archive.members {
            member.header = member.header.saturating_add(start);
        }
        let first = archive.part(end.directory, &mut found);
        // If members have faults, those are reported instead.
        if found.iter().all(Option::is_none) && end::has_member(path, source, 0..first)? {
            return Err(ZipFault::Leading(first));
        }
        for (at, twin) in twins(archive.members.iter().map(|member| &*member.name)) {
            found[at].get_or_insert(twin);
        }
        for at in archive.raw_twins() {
            found[at].get_or_insert(ZipFault::RawTwin);
        }
        // Members with a fault are never unpacked, so they do not count.
        let sound = || archive.members.iter().zip(&found).filter(|(_, fault)| fault.is_none());
        let sum = |of: fn(&Member) -> u64| sound().fold(0u64, |sum, (member, _)| sum.saturating_add(of(member)));
        let (size, packed) = (sum(|member| member.size), sum(|member| member.packed));
        if size > limits.unpacked {
            return Err(ZipFault::TooLarge { size, limit: limits.unpacked });
        }
        if size > ArchiveLimits::TOTAL_RATIO_FROM && size > packed.saturating_mul(limits.total_ratio) {
            return Err(ZipFault::TotalRatio { packed, size, limit: limits.total_ratio });
        }
        archive.faults = found.into_iter().enumerate().filter_map(|(at, fault)| Some((at, fault?))).collect();
        Ok(archive)
    }

    /// Returns the members, in the order of the directory.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Returns the faults of members: the index of a member and its fault, in the order of the members.
    pub fn faults(&self) -> &[(usize, ZipFault)] {
        &self.faults
    }

    /// Returns the members and their faults.
    pub fn into_parts(self) -> (Vec<Member>, Vec<(usize, ZipFault)>) {
        (self.members, self.faults)
    }

    /// Returns the indexes of members that conflict for readers that ignore additional names in UTF-8: two members with
    /// one path, or a file and a folder.
    fn raw_twins(&self) -> Vec<usize> {
        if self.members.iter().all(|member| member.raw_name.is_none()) {
            return Vec::new();
        }
        // A non-ASCII byte may be any character. It is mapped to a character without a capital letter.
        let letter = |byte: &u8| char::from_u32(if byte.is_ascii() { 0 } else { 0xe000 } | u32::from(*byte));
        let names = self.members.iter().map(|member| member.raw_name().iter().filter_map(letter).collect());
        let names: Vec<String> = names.collect();
        twins(names.iter().map(String::as_str)).into_iter().map(|(at, _)| at).collect()
    }

    /// Assigns to each member the bytes up to the next member, or up to `directory`. Returns the offset of the first
    /// member.
    fn part(&mut self, directory: u64, faults: &mut [Option<ZipFault>]) -> u64 {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|at| self.members[*at].header);
        let mut end = directory;
        let mut next: Option<usize> = None;
        // The start of each member is the end of the member before it.
        for &at in order.iter().rev() {
            let member = &mut self.members[at];
            member.end = end;
            let least = member.least_end();
            if least.is_none_or(|least| least > directory) {
                faults[at].get_or_insert(ZipFault::OutOfBounds);
                // It does not limit other members.
                if member.header >= directory {
                    continue;
                }
            } else if let Some(next) = next
                && least.is_some_and(|least| least > end)
            {
                let name = self.members[at].name.to_string();
                faults[next].get_or_insert(ZipFault::Overlap(name));
            }
            end = self.members[at].header;
            next = Some(at);
        }
        end
    }
}
