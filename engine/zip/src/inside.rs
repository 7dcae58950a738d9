//! Presents archives as folders: the members of `NAME.zip` are files at `NAME.zip!/path`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use assay_document::source::{Source, SourceError, Start, copy_part};
use rustc_hash::FxHashMap;

use super::{Archive, ArchiveLimits, Member, Unpacker, ZipFault};

/// The separator between the path of an archive and the path of a member in it.
pub const INSIDE: &str = "!/";
/// The file extension of archives, in any letter case.
const EXTENSION: &[u8; 4] = b".zip";

/// The maximum number of archives that are kept open. The files of one archive are adjacent in path order, and some
/// refer to files in other archives.
const OPEN: usize = 8;
/// The size in bytes from which on members are read in parts.
const LONG: u64 = 1 << 20;
/// The number of bytes of such a member that are read at a time.
const PART: usize = 256 << 10;
/// The number of bytes in front of the last requested offset that stay in memory, because lines and columns are looked
/// up there.
const KEPT: usize = 1 << 20;
/// The number of the first bytes that stay in memory, for rules about images.
const HEAD: usize = 4 << 10;

/// Returns true if the file's name is that of an archive, whose members are files of the source. An archive within an
/// archive is not opened.
pub fn is_archive(path: &str) -> bool {
    has_extension(path.as_bytes()) && split(path).is_none()
}

fn has_extension(name: &[u8]) -> bool {
    name.last_chunk().is_some_and(|end: &[u8; EXTENSION.len()]| end.eq_ignore_ascii_case(EXTENSION))
}

/// Splits the path of a member into the path of its archive and its path in the archive. Returns `None` for any other
/// path.
pub fn split(path: &str) -> Option<(&str, &str)> {
    let at = memchr::memmem::find_iter(path.as_bytes(), INSIDE).find(|&at| has_extension(&path.as_bytes()[..at]))?;
    Some((&path[..at], &path[at + INSIDE.len()..]))
}

/// The open archives of one worker.
#[derive(Default)]
pub struct Archives {
    limits: Cell<ArchiveLimits>,
    /// The archives that were used last, the most recent one at the end.
    open: RefCell<Vec<(String, Rc<Opened>)>>,
    unpacker: RefCell<Unpacker>,
    stream: RefCell<Option<Stream>>,
}

/// The result of opening an archive.
enum Opened {
    /// No file is at the path: paths below it belong to the source itself.
    Nothing,
    Members(FxHashMap<Box<str>, Member>),
    Refused(SourceError),
}

struct Stream {
    path: String,
    unpacker: Unpacker,
    /// The last bytes that were unpacked.
    window: Vec<u8>,
    /// The offset in the member where the window begins.
    from: u64,
    /// The first bytes. Each rule about an image reads them again, after the last bytes.
    head: Vec<u8>,
    /// True if all bytes were unpacked and their checksum is correct.
    is_done: bool,
}

/// The faults of an archive: with the name of the member, or `None` for a fault of the archive as a whole.
pub type Refusals = Vec<(Option<String>, ZipFault)>;

impl Archives {
    /// Sets the limits for archives that are opened from now on.
    pub fn limit(&self, limits: ArchiveLimits) {
        self.limits.set(limits);
    }

    /// Returns the paths of the files in the archive at `path`, in the order of its directory, each with its size and
    /// checksum.
    ///
    /// # Errors
    /// The archive cannot be read, or is refused. A fault of one member is enough.
    pub fn list(&self, path: &str, source: &dyn Source) -> Result<Vec<(String, u64, u32)>, Refusals> {
        let archive = Archive::open(path, source, &self.limits.get()).map_err(|fault| vec![(None, fault)])?;
        if !archive.faults().is_empty() {
            let faults = archive.faults().iter().map(|(at, fault)| (&*archive.members()[*at].name, fault));
            return Err(faults.map(|(name, fault)| (Some(name.to_owned()), fault.clone())).collect());
        }
        let files = archive.members().iter().filter(|member| !member.is_folder());
        Ok(files.map(|member| (format!("{path}{INSIDE}{}", member.name), member.size, member.crc)).collect())
    }

    fn open_archive(&self, path: &str, source: &dyn Source) -> Rc<Opened> {
        let mut open = self.open.borrow_mut();
        if let Some(at) = open.iter().rposition(|(known, _)| known == path) {
            let last = open.len() - 1;
            open[at..].rotate_left(1);
            return Rc::clone(&open[last].1);
        }
        let opened = Rc::new(match Archive::open(path, source, &self.limits.get()) {
            Ok(archive) => {
                let (members, faults) = archive.into_parts();
                let by_name = members.into_iter().map(|member| (member.name.clone(), member));
                let refused = faults.into_iter().next().map(|(_, fault)| Opened::Refused(fault.into()));
                refused.unwrap_or_else(|| Opened::Members(by_name.collect()))
            }
            Err(ZipFault::Source(SourceError::NotFound)) => Opened::Nothing,
            // The error is not cached: the next attempt may succeed.
            Err(ZipFault::Source(error)) => return Rc::new(Opened::Refused(error)),
            Err(fault) => Opened::Refused(fault.into()),
        });
        if open.len() == OPEN {
            // The list is short. The first archive was used longest ago.
            open.remove(0);
        }
        open.push((path.to_owned(), Rc::clone(&opened)));
        opened
    }
}

/// A source that presents its archives as folders.
pub struct Inside {
    outer: Rc<dyn Source>,
    archives: Rc<Archives>,
}

impl Inside {
    /// Creates a source with the files of `outer` and the files in its archives.
    pub fn new(outer: Rc<dyn Source>, archives: Rc<Archives>) -> Self {
        Self { outer, archives }
    }

    /// Returns the path of the archive and the member, if `path` is the path of a member.
    fn member<'p>(&self, path: &'p str) -> Result<Option<(&'p str, Member)>, SourceError> {
        let Some((archive, name)) = split(path) else { return Ok(None) };
        match &*self.archives.open_archive(archive, &*self.outer) {
            Opened::Nothing => Ok(None),
            Opened::Refused(error) => Err(error.clone()),
            Opened::Members(members) => {
                let found = members.get(name).filter(|member| !member.is_folder());
                found.map(|member| Some((archive, member.clone()))).ok_or(SourceError::NotFound)
            }
        }
    }

    fn read_whole(&self, archive: &str, member: &Member) -> Result<Vec<u8>, SourceError> {
        Ok(self.archives.unpacker.borrow_mut().read_whole(archive, &*self.outer, member)?)
    }

    /// Fills `part` with the bytes of a member from `offset` on. Continues where the last call ended, if possible.
    fn stream(
        &self,
        path: &str,
        archive: &str,
        member: &Member,
        offset: u64,
        part: &mut [u8],
    ) -> Result<usize, SourceError> {
        let mut open_stream = self.archives.stream.borrow_mut();
        // If the member has a fault, the stream is not put back.
        let known = open_stream.take().filter(|stream| stream.path == path && stream.has(offset, part.len()));
        // Deflated data can only be read from its start, so an offset in front of the window mostly starts over.
        let mut stream = match known {
            Some(stream) => stream,
            None => Stream::begin(path, archive, &*self.outer, member)?,
        };
        let filled = stream.fill(archive, &*self.outer, member, offset, part)?;
        *open_stream = Some(stream);
        Ok(filled)
    }
}

impl Stream {
    fn begin(path: &str, archive: &str, source: &dyn Source, member: &Member) -> Result<Self, SourceError> {
        let mut unpacker = Unpacker::default();
        unpacker.begin(archive, source, member)?;
        Ok(Self { path: path.to_owned(), unpacker, window: Vec::new(), from: 0, head: Vec::new(), is_done: false })
    }

    /// Returns true if the bytes at an offset are in memory, or can be unpacked next.
    fn has(&self, offset: u64, length: usize) -> bool {
        self.from <= offset || offset.saturating_add(length as u64) <= self.head.len() as u64
    }

    fn fill(
        &mut self,
        archive: &str,
        source: &dyn Source,
        member: &Member,
        offset: u64,
        part: &mut [u8],
    ) -> Result<usize, SourceError> {
        if offset < self.from {
            let start = usize::try_from(offset).unwrap_or_default();
            part.copy_from_slice(&self.head[start..start + part.len()]);
            return Ok(part.len());
        }
        let end = offset + part.len() as u64;
        let has_come = |stream: &Self| stream.from + stream.window.len() as u64;
        // The last bytes are returned only if the checksum of all bytes is correct.
        while !self.is_done && (has_come(self) < end || has_come(self) == member.size) {
            let Some(more) = self.unpacker.next(archive, source, member)? else {
                self.is_done = true;
                break;
            };
            self.window.extend_from_slice(more);
            let skipped = usize::try_from(offset - self.from).unwrap_or(usize::MAX);
            if skipped > 2 * KEPT {
                if self.from == 0 {
                    self.head = self.window[..HEAD.min(self.window.len())].to_vec();
                }
                let left = skipped.min(self.window.len()).saturating_sub(KEPT);
                self.window.drain(..left);
                self.from += left as u64;
            }
        }
        Ok(copy_part(&self.window, offset - self.from, part))
    }
}

impl Source for Inside {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        match self.member(path)? {
            Some((archive, member)) => self.read_whole(archive, &member),
            None => self.outer.read(path),
        }
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        match self.member(path)? {
            Some((_, member)) => Ok(member.size),
            None => self.outer.size(path),
        }
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        match self.member(path)? {
            Some((archive, member)) => {
                let most = usize::try_from(member.size).unwrap_or(usize::MAX);
                let mut bytes = vec![0; length.min(most)];
                let filled = self.stream(path, archive, &member, 0, &mut bytes)?;
                bytes.truncate(filled);
                Ok(bytes)
            }
            None => self.outer.read_start(path, length),
        }
    }

    fn start(&self, path: &str) -> Result<Start, SourceError> {
        match self.member(path)? {
            Some((archive, member)) if member.size < LONG => self.read_whole(archive, &member).map(Start::Whole),
            Some((_, member)) => Ok(Start::Long { head: self.read_start(path, PART)?, size: member.size, part: PART }),
            None => self.outer.start(path),
        }
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        match self.member(path)? {
            Some((archive, member)) => self.stream(path, archive, &member, offset, part),
            None => self.outer.read_part(path, offset, part),
        }
    }
}
