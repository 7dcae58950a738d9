//! Compares the files that a package lists with the members of its archive.

use assay_document::source::{Twins, twin_difference};
use assay_document::text::{IssueCode, counted};
use assay_zip::Member;
use rustc_hash::FxHashMap;

use super::METADATA;
use super::listed::FileEntry;
use super::metadata::Metadata;
use super::remarks::Remarks;

/// The result of the comparison.
pub struct Compared {
    /// The index of each member's entry; `None` for a member that is not listed.
    pub entries: Vec<Option<usize>>,
    /// The members that are not listed; folders and the metadata are not among them.
    pub unlisted: Vec<usize>,
}

/// Compares the listed files with the members. Reports missing files and wrong sizes.
pub fn compare(members: &[Member], metadata: &Metadata, remarks: &mut Remarks) -> Compared {
    let by_name: FxHashMap<&str, usize> = members.iter().enumerate().map(|(at, member)| (&*member.name, at)).collect();
    let mut entries = vec![None; members.len()];
    let mut missing = Vec::new();
    for (place, entry) in metadata.files.iter().enumerate() {
        match by_name.get(entry.path.as_str()) {
            Some(&at) => {
                entries[at] = Some(place);
                compare_sizes(&members[at], entry, remarks);
            }
            None => missing.push(entry),
        }
    }
    if !missing.is_empty() {
        // It is made only here: the table of similar names takes long for an archive with many members.
        let twins = Twins::new(members.iter().map(|member| &*member.name));
        for entry in missing {
            let path = &entry.path;
            let message = match twins.of(path) {
                Some(twin) => {
                    format!("`{path}` is not in the package, but `{twin}` is, {}", twin_difference(path, twin))
                }
                None => format!("`{path}` is not in the package"),
            };
            remarks.fault(IssueCode::PackageFileMissing, message, entry.path_span);
        }
    }
    // Folders are listed by their files, and the metadata cannot contain their own hash.
    let is_unlisted =
        |at: &usize| entries[*at].is_none() && !members[*at].is_folder() && *members[*at].name != *METADATA;
    let unlisted = (0..members.len()).filter(is_unlisted).collect();
    Compared { entries, unlisted }
}

fn compare_sizes(member: &Member, entry: &FileEntry, remarks: &mut Remarks) {
    let FileEntry { path, size, hash, .. } = entry;
    let stated = size.iter().copied().chain(hash.iter().filter_map(|(hash, span)| Some((hash.size?, *span))));
    for (said, span) in stated.filter(|(stated, _)| *stated != member.size) {
        let message = format!("`{path}` has {}, but its listed size is {said}", counted(member.size, "byte", "bytes"));
        remarks.fault(IssueCode::PackageSize, message, span);
    }
}
