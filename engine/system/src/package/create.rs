//! The metadata of a new package: the metadata from its author, with the files of the package.

use assay_document::format::Algorithm;
use assay_document::text::json::tree::ast::{Object, Value};
use assay_document::text::{IssueCode, counted};
use assay_report::{Diagnostics, Problem};
use assay_zip::{ZipFault, check_name, twins};
use rustc_hash::{FxHashMap, FxHashSet};

use super::json::{Content, get, members, parse, set_member, write_content};
use super::listed::FileEntry;
use super::metadata::Metadata;
use super::remarks::Remarks;
use super::reserved::{long_place, reserved_name};
use super::{METADATA, PackageLimits};

/// A file for a new package.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewFile {
    /// Its path in the package.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its hash in hexadecimal digits; `None` while it is not known.
    pub hash: Option<String>,
}

/// The metadata of a new package, and the hash algorithm of each of its files.
#[derive(Clone, Debug)]
pub struct Creation {
    /// The text of the metadata; `None` if there are problems.
    pub metadata: Option<String>,
    /// The diagnostics about the existing metadata and the files.
    pub diagnostics: Diagnostics,
    /// Warnings about existing sizes and hashes that differ, once the hashes of the files are known.
    pub replaced: Diagnostics,
    /// The hash algorithm of each file: that of the existing hash, if it has one.
    pub algorithms: Vec<Algorithm>,
}

/// The key of the list of files.
const FILES: &str = "revisionFiles";

/// Lists `files` in the metadata `text`, which was read from `path`. All other content is kept, except comments; an
/// entry of a listed file keeps its other keys. A hash has the given `algorithm`, otherwise that of the existing hash,
/// otherwise MD5.
pub fn prepare(path: &str, text: &str, files: &[NewFile], algorithm: Option<Algorithm>) -> Creation {
    let (mut remarks, mut replaced) = (Remarks::default(), Remarks::default());
    let mut algorithms = vec![algorithm.unwrap_or(Algorithm::Md5); files.len()];
    // Editors on Windows put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let metadata = if let Ok(Value::Object(root)) = parse(text) {
        let read = Metadata::of(&root, &mut remarks);
        if let Some(data) = &read.data
            && let Some(message) = long_place(&data.triple, files.iter().map(|file| &*file.path))
        {
            remarks.fault(IssueCode::PackagePlaceLong, message, data.span);
        }
        let given: FxHashMap<&str, &FileEntry> = read.files.iter().map(|entry| (&*entry.path, entry)).collect();
        for (file, kind) in files.iter().zip(&mut algorithms) {
            let Some(entry) = given.get(&*file.path) else { continue };
            if algorithm.is_none() {
                *kind = entry.hash.as_ref().map_or(*kind, |(hash, _)| hash.algorithm);
            }
            report_replaced(file, entry, &mut replaced);
        }
        fill_files(&root, files, &algorithms, &read, &mut remarks)
    } else {
        Metadata::read(text, &mut remarks);
        None
    };
    let mut diagnostics = remarks.into_diagnostics(text, path);
    let replaced = replaced.into_diagnostics(text, path);
    diagnostics.problems.extend(impossible(files));
    diagnostics.warnings.extend(beyond_limits(files, metadata.as_deref().unwrap_or_default()));
    Creation { metadata: metadata.filter(|_| diagnostics.problems.is_empty()), diagnostics, replaced, algorithms }
}

/// Reports an existing size and hash that differ from those of the file: they belong to another file.
fn report_replaced(NewFile { path, size, hash: found }: &NewFile, entry: &FileEntry, replaced: &mut Remarks) {
    let Some(found) = found else { return };
    let FileEntry { size: stated, hash, .. } = entry;
    let sizes = stated.iter().copied().chain(hash.iter().filter_map(|(hash, span)| Some((hash.size?, *span))));
    for (said, span) in sizes.filter(|(stated, _)| stated != size) {
        let size = counted(*size, "byte", "bytes");
        let message = format!("`{path}` has {size}, which replaces the size {said} in the metadata");
        replaced.warn(IssueCode::PackageSize, message, span);
    }
    if let Some((hash, span)) = hash
        && hash.digits.len() == found.len()
        && hash.digits != *found
    {
        let kind = hash.algorithm.name();
        let message = format!("`{path}` has the {kind} {found}, which replaces a different hash in the metadata");
        replaced.warn(IssueCode::PackageHash, message, *span);
    }
}

fn fill_files(
    root: &Object<'_>,
    files: &[NewFile],
    algorithms: &[Algorithm],
    read: &Metadata,
    remarks: &mut Remarks,
) -> Option<String> {
    let mut sorted: Vec<(&NewFile, Algorithm)> = files.iter().zip(algorithms.iter().copied()).collect();
    // The metadata of the same files must be the same, whatever order the host lists them in.
    sorted.sort_by_key(|(file, _)| &*file.path);
    let paths: FxHashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for entry in read.files.iter().filter(|entry| !paths.contains(entry.path.as_str())) {
        let message = format!("`{}` is listed, but the file does not exist", entry.path);
        remarks.fault(IssueCode::PackageFileMissing, message, entry.path_span);
    }
    get(root, "data")?;
    let known = entries_of(root);
    let entry =
        |(file, algorithm): (&NewFile, Algorithm)| entry(file, algorithm, known.get(file.path.as_str()).copied());
    let mut all = members(root);
    set_member(&mut all, FILES, Content::List(sorted.into_iter().map(entry).collect()));
    Some(write_content(&Content::Map(all)) + "\n")
}

/// Returns problems about files that no package may have, because it could not be unpacked.
fn impossible(files: &[NewFile]) -> Vec<Problem> {
    let problem = |at: usize, fault: &ZipFault| {
        let path = &files[at].path;
        let message = format!("`{}` cannot be in a package: {fault}", path.escape_debug());
        Problem::new(IssueCode::PackageName, message).in_file(path)
    };
    let fault = |file: &NewFile| {
        let reserved = || Some(ZipFault::NameReserved(reserved_name(&file.path)?.to_owned()));
        check_name(&file.path).err().or_else(reserved)
    };
    let names = files.iter().enumerate().filter_map(|(at, file)| Some(problem(at, &fault(file)?)));
    // The metadata come first, so that a file with a similar name is reported.
    let together = twins([METADATA].into_iter().chain(files.iter().map(|file| file.path.as_str())));
    names.chain(together.iter().map(|(at, fault)| problem(at.saturating_sub(1), fault))).collect()
}

/// Returns warnings about numbers that exceed the default limits, because tools would refuse the package.
fn beyond_limits(files: &[NewFile], metadata: &str) -> Vec<Problem> {
    let limits = PackageLimits::default();
    let (count, length) = (files.len() as u64 + 1, metadata.len() as u64);
    let size = files.iter().fold(length, |sum, file| sum.saturating_add(file.size));
    [
        (count, limits.zip.members, "members"),
        (size, limits.zip.unpacked, "bytes"),
        (length, limits.metadata, "bytes of metadata"),
    ]
    .into_iter()
    .filter(|(number, limit, _)| number > limit)
    .map(|(number, limit, what)| {
        let message =
            format!("the package has {number} {what}; more than {limit} are refused unless a higher limit is set");
        Problem::new(IssueCode::PackageLimit, message)
    })
    .collect()
}

/// Returns the entries of the files that are already listed, by their paths.
fn entries_of<'o, 't>(root: &'o Object<'t>) -> FxHashMap<&'o str, &'o Object<'t>> {
    let Some(Value::Array(list)) = get(root, FILES).map(|property| &property.value) else {
        return FxHashMap::default();
    };
    let entry = |element: &'o Value<'t>| {
        let Value::Object(object) = element else { return None };
        let Value::StringLit(path) = &get(object, "path")?.value else { return None };
        Some((path.value.as_ref(), object))
    };
    list.elements.iter().filter_map(entry).collect()
}

/// Returns the entry of a file: first its existing keys in their order, then the new ones.
fn entry<'o>(file: &NewFile, algorithm: Algorithm, old: Option<&'o Object<'o>>) -> Content<'o> {
    // A placeholder of the same length, until the hash is known.
    let digits = file.hash.clone().unwrap_or_else(|| "0".repeat(algorithm.digits()));
    let hash = if algorithm == Algorithm::Md5 { format!("{} {digits}", file.size) } else { digits };
    let mut all = old.map_or_else(Vec::new, members);
    set_member(&mut all, "path", Content::Text(file.path.clone()));
    set_member(&mut all, "size", Content::Number(file.size));
    set_member(&mut all, "hash", Content::Text(hash));
    Content::Map(all)
}
