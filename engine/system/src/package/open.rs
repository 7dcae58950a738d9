//! A package: its archive, its metadata, and their problems.

use std::collections::BTreeMap;

use assay_document::format::Algorithm;
use assay_document::source::{Source, SourceError};
use assay_document::text::{IssueCode, counted};
use assay_report::{Diagnostics, Problem, ProblemCode};
use assay_zip::{Archive, ArchiveLimits, INSIDE, Member, Unpacker, ZipFault};

use super::METADATA;
use super::compare::compare;
use super::metadata::{Metadata, read};
use super::remarks::Remarks;
use super::reserved::{long_place, reserved_name};
use super::verify::{MemberOutcome, UnpackBatch, UnpackTask};

/// The maximum number of problems of one kind. A user who corrects them checks all members again.
const MOST: usize = 1000;

/// The resources that a package may use.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PackageLimits {
    /// The limits of its archive.
    pub zip: ArchiveLimits,
    /// The maximum size of `metadata.json`, in bytes.
    pub metadata: u64,
}

impl Default for PackageLimits {
    fn default() -> Self {
        Self { zip: ArchiveLimits::default(), metadata: 16 << 20 }
    }
}

impl PackageLimits {
    /// The names of all limits, each with a description of the limited number.
    pub const NAMES: [(&str, &str); 6] = [
        ("members", "members of the archive"),
        ("unpacked", "bytes that all members unpack to"),
        ("ratio", "times its packed bytes that a member of more than 1 MiB may unpack to"),
        ("total_ratio", "times their packed bytes that all members of more than 1 GiB may unpack to"),
        ("directory", "bytes of the archive's directory"),
        ("metadata", "bytes of `metadata.json`"),
    ];

    /// Returns the problem for metadata of `size` bytes, which exceed the limit.
    pub fn refuse_metadata(&self, size: u64) -> Problem {
        let message = format!(
            "`{METADATA}` has {}, but the limit `metadata` is {}",
            counted(size, "byte", "bytes"),
            self.metadata
        );
        Problem::new(IssueCode::PackageLimitMetadata, message)
    }

    /// Sets the limit of that name. Returns false if there is no such limit.
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        let place = match name {
            "members" => &mut self.zip.members,
            "unpacked" => &mut self.zip.unpacked,
            "ratio" => &mut self.zip.ratio,
            "total_ratio" => &mut self.zip.total_ratio,
            "directory" => &mut self.zip.directory,
            "metadata" => &mut self.metadata,
            _ => return false,
        };
        *place = value;
        true
    }
}

/// An opened package.
#[derive(Clone, Debug, Default)]
pub struct Package {
    path: String,
    members: Vec<Member>,
    /// The members that must never be unpacked, by their indices in ascending order, with their faults.
    refused: Vec<(usize, ZipFault)>,
    /// The index of each member's entry in the metadata.
    entries: Vec<Option<usize>>,
    metadata: Metadata,
    /// The text of the metadata, for places in it.
    pub(super) text: String,
    diagnostics: Diagnostics,
    /// The outcomes of the members that were checked, by their indices.
    outcomes: BTreeMap<usize, Result<Option<String>, (ProblemCode, String)>>,
}

impl Package {
    /// Opens the package at `path` in `source`: reads its directory and its metadata, and no other member. Their
    /// problems are in [`Package::diagnostics`].
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn open(path: &str, source: &dyn Source, limits: &PackageLimits) -> Result<Self, SourceError> {
        let mut package = Self { path: path.to_owned(), ..Self::default() };
        match Archive::open(path, source, &limits.zip) {
            Ok(archive) => package.take(archive),
            Err(ZipFault::Source(error)) => return Err(error),
            Err(fault) => {
                let message = format!("the package is refused: {fault}");
                package.diagnostics.problems.push(Problem::new(fault.code(), message).in_file(path));
                return Ok(package);
            }
        }
        // Without metadata every member would be reported as not listed.
        if package.read_metadata(source, limits)? {
            package.compare();
        }
        Ok(package)
    }

    fn take(&mut self, archive: Archive) {
        let (members, faults) = archive.into_parts();
        self.members = members;
        self.refused = faults;
        // A member has one fault: that of the archive comes before that of its name.
        let is_sound = |at: &usize| self.fault(*at).is_none();
        let of_tools =
            |at: usize| Some((at, ZipFault::NameReserved(reserved_name(&self.members[at].name)?.to_owned())));
        let of_tools: Vec<_> = (0..self.members.len()).filter(is_sound).filter_map(of_tools).collect();
        self.refused.extend(of_tools);
        self.refused.sort_by_key(|(at, _)| *at);
        let refusals = self.refused.iter().map(|(at, fault)| self.refusal(*at, fault.code(), &fault.to_string()));
        self.diagnostics.problems = self.cap_problems(refusals);
        let guessed = self.members.iter().filter(|member| member.is_in_code_page()).map(|member| {
            let name = member.name.escape_debug();
            let message =
                format!("the archive does not give the encoding of the name `{name}`, which was read as code page 437");
            Problem::new(IssueCode::PackageNameEncoding, message).in_file(self.inside(&member.name))
        });
        self.diagnostics.warnings = self.cap_problems(guessed);
    }

    /// Returns at most [`MOST`] problems of members, and one about the number of those that are left out.
    fn cap_problems(&self, mut problems: impl Iterator<Item = Problem>) -> Vec<Problem> {
        let mut listed: Vec<Problem> = problems.by_ref().take(MOST).collect();
        let left = problems.count();
        if left > 0 {
            let message = format!(
                "{} not shown",
                counted(left, "more problem of the members is", "more problems of the members are")
            );
            listed.push(Problem::new(IssueCode::PackageMore, message).in_file(&self.path));
        }
        listed
    }

    /// Reads the metadata. Returns false if they are missing or cannot be read.
    fn read_metadata(&mut self, source: &dyn Source, limits: &PackageLimits) -> Result<bool, SourceError> {
        let Some(at) = self.members.iter().position(|member| *member.name == *METADATA) else {
            let problem = self.without_metadata();
            self.diagnostics.problems.push(problem);
            return Ok(false);
        };
        let path = self.inside(METADATA);
        let member = &self.members[at];
        if self.fault(at).is_some() {
            return Ok(false);
        }
        // The metadata are parsed as a whole, before anything in the archive has been verified.
        if member.size > limits.metadata {
            self.diagnostics.problems.push(limits.refuse_metadata(member.size).in_file(path));
            return Ok(false);
        }
        let bytes = match Unpacker::default().read_whole(&self.path, source, member) {
            Ok(bytes) => bytes,
            Err(ZipFault::Source(error)) => return Err(error),
            Err(fault) => {
                self.outcomes.insert(at, Err((fault.code().into(), fault.to_string())));
                return Ok(false);
            }
        };
        let mut remarks = Remarks::default();
        let (text, metadata) = read(bytes, &mut remarks);
        self.diagnostics.extend(remarks.into_diagnostics(&text, &path));
        self.text = text;
        // If the metadata cannot be read, it is unknown which files are listed.
        let is_read = metadata.is_some();
        self.metadata = metadata.unwrap_or_default();
        Ok(is_read)
    }

    fn without_metadata(&self) -> Problem {
        let problem = Problem::new(IssueCode::PackageNoMetadata, format!("the package has no `{METADATA}` at its top"));
        let is_like = |member: &&Member| member.name.to_ascii_lowercase().ends_with(METADATA);
        match self.members.iter().find(is_like) {
            Some(other) => problem.help(format!("move `{}` to the top", other.name)),
            None => problem,
        }
        .in_file(&self.path)
    }

    fn compare(&mut self) {
        let mut remarks = Remarks::default();
        let compared = compare(&self.members, &self.metadata, &mut remarks);
        if let Some(data) = &self.metadata.data
            && let Some(message) = long_place(&data.triple, self.members.iter().map(|member| &*member.name))
        {
            remarks.fault(IssueCode::PackagePlaceLong, message, data.span);
        }
        self.diagnostics.extend(remarks.into_diagnostics(&self.text, &self.inside(METADATA)));
        // A member that is refused is already reported, and cannot be listed.
        let unlisted = compared.unlisted.into_iter().filter(|at| self.fault(*at).is_none()).map(|at| {
            let name = &self.members[at].name;
            let message = format!("`{name}` is in the package, but not listed in `revisionFiles`");
            Problem::new(IssueCode::PackageUnlisted, message).in_file(self.inside(name))
        });
        let unlisted = self.cap_problems(unlisted);
        self.diagnostics.warnings.extend(unlisted);
        self.entries = compared.entries;
        let is_unhashed = |at: &usize| self.entry(*at).is_some_and(|entry| entry.hash.is_none());
        let unhashed = (0..self.members.len()).filter(is_unhashed).count();
        if unhashed > 0 {
            let message = format!(
                "no hash for {unhashed} of {}: changes of their content cannot be detected",
                counted(self.metadata.files.len(), "file", "files")
            );
            self.diagnostics
                .hints
                .push(Problem::new(IssueCode::PackageUnhashed, message).in_file(self.inside(METADATA)));
        }
    }

    /// Returns the path at which it was opened.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the members of its archive.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Returns the metadata of the package.
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the fault of the member at that index in the directory. A member with a fault must never be unpacked.
    pub(super) fn fault(&self, at: usize) -> Option<&ZipFault> {
        let found = self.refused.binary_search_by_key(&at, |(at, _)| *at);
        found.ok().map(|place| &self.refused[place].1)
    }

    /// Returns the hash of the member at that index, once it has been checked.
    pub(super) fn digits(&self, at: usize) -> Option<String> {
        self.outcomes.get(&at)?.as_ref().ok()?.clone()
    }

    /// Returns the entry of the member at that index in `revisionFiles`.
    pub fn entry(&self, at: usize) -> Option<&super::FileEntry> {
        self.metadata.files.get((*self.entries.get(at)?)?)
    }

    /// Returns the other steps of the check, in batches of about `bytes` bytes each.
    ///
    /// # Panics
    /// Never: a batch is begun before a member is added to it.
    pub fn batches(&self, bytes: u64) -> Vec<UnpackBatch> {
        /// The cost of opening a member, as the number of bytes that could be read in the same time.
        const EACH: u64 = 4096;
        let mut batches: Vec<UnpackBatch> = Vec::new();
        let mut room = 0;
        for (at, member) in self.members.iter().enumerate() {
            if self.fault(at).is_some() {
                continue;
            }
            if room == 0 {
                batches.push(UnpackBatch { path: self.path.clone(), tasks: Vec::new() });
                room = bytes;
            }
            let listed = self.entry(at).and_then(|entry| Some(entry.hash.as_ref()?.0.algorithm));
            // A file that is not listed is hashed too, to compare it with those of other packages.
            let is_file = !member.is_folder() && *member.name != *METADATA;
            let algorithm = listed.or(is_file.then_some(Algorithm::Sha256));
            // The sizes in a damaged archive may be arbitrary.
            room = room.saturating_sub(member.size.saturating_add(EACH));
            let task = UnpackTask { at, member: member.clone(), algorithm };
            batches.last_mut().expect("one was just begun").tasks.push(task);
        }
        batches
    }

    /// Adds the outcomes of a batch.
    pub fn add_outcomes(&mut self, outcomes: Vec<MemberOutcome>) {
        self.outcomes.extend(outcomes.into_iter().map(|MemberOutcome { at, found }| (at, found)));
    }

    /// Returns the diagnostics of the package so far. They are complete when the outcomes of all batches were passed to
    /// [`Package::add_outcomes`].
    pub fn diagnostics(&self) -> Diagnostics {
        let mut diagnostics = self.diagnostics.clone();
        let mut remarks = Remarks::default();
        let refusal = |(at, found): (&usize, &Result<_, (ProblemCode, String)>)| {
            found.as_ref().err().map(|(code, message)| self.refusal(*at, code.clone(), message))
        };
        diagnostics.problems.extend(self.cap_problems(self.outcomes.iter().filter_map(refusal)));
        for (at, found) in &self.outcomes {
            if let Ok(Some(digits)) = found
                && let Some((hash, span)) = self.entry(*at).and_then(|entry| entry.hash.as_ref())
                && hash.digits != *digits
            {
                let (name, kind) = (&self.members[*at].name, hash.algorithm.name());
                let message = format!("`{name}` has the {kind} {digits}, but another one is listed");
                remarks.fault(IssueCode::PackageHash, message, *span);
            }
        }
        diagnostics.extend(remarks.into_diagnostics(&self.text, &self.inside(METADATA)));
        diagnostics.settle();
        diagnostics
    }

    fn refusal(&self, at: usize, code: impl Into<ProblemCode>, fault: &str) -> Problem {
        let name = &self.members[at].name;
        Problem::new(code, format!("`{}` is refused: {fault}", name.escape_debug())).in_file(self.inside(name))
    }

    fn inside(&self, name: &str) -> String {
        format!("{}{INSIDE}{name}", self.path)
    }
}
