//! The GUIDs that ilevels cite. Each ilevel is read once, even if many rules and files refer to it.

use assay_document::format::{Document, Unusable};
use assay_document::source::{Source, SourceError};
use assay_document::text::{Guid, IssueCode};
use assay_report::{Places, Problem};
use assay_system::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum size of the cached GUIDs in bytes. If it is exceeded, the cache is cleared and ilevels are read again.
const MAX_KEPT: usize = 32 << 20;

/// The GUIDs cited by the ilevels that have been read so far.
#[derive(Debug, Default)]
pub struct Citations {
    known: FxHashMap<String, Result<Cited, UnknownGuids>>,
    kept: usize,
}

/// GUIDs as spelled, separated by line ends. There may be millions of them.
#[derive(Debug)]
pub(super) struct Cited(String);

/// The reason why the GUIDs of an ilevel are unknown.
#[derive(Debug)]
pub(super) enum UnknownGuids {
    /// A problem of each rule that needs the ilevel.
    OfRule(Box<Problem>),
    /// A problem of the file, for all rules that need it.
    OfFile(Box<Problem>),
}

impl Cited {
    /// Returns the GUIDs, each once, in the spelling of their first citation.
    pub(super) fn guids(&self) -> impl Iterator<Item = &str> {
        self.0.split('\n')
    }
}

impl Citations {
    /// Forgets the ilevels that could not be read: they may be readable later.
    pub fn forget_unread(&mut self) {
        let is_unread = |failure: &UnknownGuids| matches!(failure, UnknownGuids::OfRule(problem) if problem.code == IssueCode::FileUnreadable);
        self.known.retain(|_, cited| !cited.as_ref().is_err_and(is_unread));
    }

    /// Returns the GUIDs that the ilevel at `path` cites, from the cache if it was read before.
    pub(super) fn of(&mut self, path: &str, source: &dyn Source) -> &Result<Cited, UnknownGuids> {
        if self.kept > MAX_KEPT {
            self.known.clear();
            self.kept = 0;
        }
        // Two look-ups, so that a path that is known is not copied.
        if !self.known.contains_key(path) {
            let cited = read(path, source);
            self.kept += path.len() + cited.as_ref().map_or(0, |cited| cited.0.len());
            self.known.insert(path.to_owned(), cited);
        }
        &self.known[path]
    }
}

/// Reads the ilevel at `path`.
fn read(path: &str, source: &dyn Source) -> Result<Cited, UnknownGuids> {
    let bytes = source.read(path).map_err(|error| {
        let (code, message) = match error {
            SourceError::NotFound => (IssueCode::FileMissing, format!("there is no ilevel `{path}`")),
            SourceError::Unreadable(_) => (IssueCode::FileUnreadable, error.to_string()),
            SourceError::Refused { code, .. } => (code, error.to_string()),
        };
        UnknownGuids::OfRule(Box::new(Problem::new(code, message).in_file(path)))
    })?;
    let document = Document::decode(path, bytes).map_err(|unusable| match unusable {
        Unusable::NoReader(reason) => {
            let problem = Problem::new(IssueCode::NoReader, reason.message).in_file(path);
            UnknownGuids::OfRule(Box::new(Problem { help: Some(reason.help), ..problem }))
        }
        Unusable::Undecodable(undecodable) => {
            UnknownGuids::OfFile(Places::of(&undecodable.text, path).problem(undecodable.fault))
        }
    })?;
    let text = document.text().unwrap_or_default();
    let mut mentions = Mentions::new(|text: &str| Guid::parse(text).is_some());
    document.read(&mut mentions).map_err(|fault| UnknownGuids::OfFile(Places::of(text, path).problem(fault)))?;
    let mut seen: FxHashSet<Guid> = FxHashSet::default();
    let guids = mentions.finish();
    let first: Vec<&str> = guids
        .iter()
        .map(AsRef::as_ref)
        .filter(|guid| Guid::parse(guid).is_some_and(|guid| seen.insert(guid)))
        .collect();
    Ok(Cited(first.join("\n")))
}
