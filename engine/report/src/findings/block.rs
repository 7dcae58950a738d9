//! A block: findings of one document, encoded one after another as bytes.

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::Stored;
use crate::{Excerpt, Finding, Related, Severity, Value, Via};

/// The number of bytes at which a block is full. It is small enough that a finding inside a block is reached quickly,
/// and that a growing buffer does not hold twice its memory for long.
const FULL: usize = 64 << 10;

/// The number of bytes of the length field in front of the other fields.
const LENGTH: usize = 4;

/// Findings of one document.
///
/// Each finding is encoded as the number of its rule, the length of its other fields in bytes, and these fields.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Block {
    pub path: String,
    /// The rules of the findings, in the order in which they were added.
    pub rules: Vec<BlockRule>,
    /// True if the findings are in report order.
    pub in_order: bool,
    /// The rule number and the region of the last finding.
    last: (u32, Region),
    #[serde(with = "assay_document::text::raw_bytes")]
    bytes: Vec<u8>,
}

/// A rule, with the number of findings that it has in the block.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct BlockRule {
    pub name: String,
    pub severity: Severity,
    pub findings: u32,
}

/// A finding without its path, rule and severity. The message is borrowed from the stored bytes.
#[derive(Deserialize)]
pub struct Rest<'f> {
    pub region: Region,
    pub own_message: bool,
    pub incomplete: bool,
    pub message: &'f str,
    pub value: Value,
    pub via: Option<Via>,
    pub related: Vec<Related>,
    pub excerpt: Option<Excerpt>,
}

impl Block {
    /// Creates a block without findings.
    pub fn of(path: &str) -> Self {
        Self { path: path.to_owned(), rules: Vec::new(), in_order: true, last: (0, Region::START), bytes: Vec::new() }
    }

    /// Returns the number of findings.
    pub fn length(&self) -> usize {
        self.rules.iter().map(|rule| rule.findings as usize).sum()
    }

    /// Returns the approximate number of bytes that the block takes.
    pub fn size(&self) -> usize {
        let rules: usize = self.rules.iter().map(|rule| size_of::<BlockRule>() + rule.name.len()).sum();
        size_of::<Self>() + self.path.len() + rules + self.bytes.len()
    }

    /// Returns true if the next finding needs another block.
    pub const fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    /// Appends a finding of this block's document.
    pub fn push(&mut self, finding: &Finding) {
        self.begin(&finding.rule, finding.severity, finding.region);
        let start = self.bytes.len();
        let Finding { rule: _, severity: _, path: _, region, own_message, incomplete, message, .. } = finding;
        let Finding { value, via, related, excerpt, .. } = finding;
        // Keep this order equal to the order of the fields of `Rest`.
        self.write(&(region, own_message, incomplete, message, value, via, related, excerpt));
        self.end(start);
    }

    /// Appends a finding of this block's document whose other fields are encoded already.
    pub fn push_rest(&mut self, rule: &str, severity: Severity, rest: &[u8]) {
        self.begin(rule, severity, region(rest));
        let start = self.bytes.len();
        self.bytes.extend_from_slice(rest);
        self.end(start);
    }

    /// Begins a finding of a rule at a place. The caller writes the other fields next.
    fn begin(&mut self, rule: &str, severity: Severity, region: Region) {
        let number = self.number(rule, severity);
        let (last, place) = self.last;
        let follows = |last: &BlockRule| (place, last.name.as_str()) <= (region, rule);
        self.in_order = self.in_order && (self.bytes.is_empty() || self.rules.get(last as usize).is_some_and(follows));
        self.rules[number].findings += 1;
        self.last = (narrow(number), region);
        self.write(&narrow(number));
        // The length is known once the other fields are written: `end` fills it in.
        self.bytes.extend_from_slice(&[0; LENGTH]);
    }

    /// Ends the finding whose other fields begin at `start`.
    fn end(&mut self, start: usize) {
        let length = narrow(self.bytes.len() - start).to_le_bytes();
        self.bytes[start - LENGTH..start].copy_from_slice(&length);
    }

    fn write(&mut self, value: &impl Serialize) {
        // Encoding fails only for types of unknown length and for full buffers of fixed size, which do not occur here.
        self.bytes = postcard::to_extend(value, std::mem::take(&mut self.bytes)).unwrap_or_default();
    }

    /// Releases unused memory.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// Returns the index of a rule in the block, and adds the rule if it is new.
    fn number(&mut self, name: &str, severity: Severity) -> usize {
        let is_it = |rule: &BlockRule| rule.severity == severity && rule.name == name;
        // Search from the end: most neighbouring findings belong to the latest rules.
        self.rules.iter().rposition(is_it).unwrap_or_else(|| {
            self.rules.push(BlockRule { name: name.to_owned(), severity, findings: 0 });
            self.rules.len() - 1
        })
    }

    /// Returns the finding that begins at a byte offset, and the offset of its end; `None` at the end of the block.
    pub fn at(&self, offset: usize) -> Option<(Stored<'_>, usize)> {
        let bytes = self.bytes.get(offset..)?;
        let (rule, after) = postcard::take_from_bytes::<u32>(bytes).ok()?;
        let (length, after) = after.split_first_chunk::<LENGTH>()?;
        let rest = after.get(..u32::from_le_bytes(*length) as usize)?;
        let (rule, end) = (rule as usize, self.bytes.len() - after.len() + rest.len());
        // Bytes from another program may contain any number.
        (rule < self.rules.len()).then_some((Stored { block: self, rule, rest }, end))
    }

    /// Returns the findings in order, each with the offset of its beginning.
    pub fn places(&self) -> impl Iterator<Item = (usize, Stored<'_>)> + Clone {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (stored, end) = self.at(at)?;
            Some((std::mem::replace(&mut at, end), stored))
        })
    }

    /// Returns the findings in order.
    pub fn iter(&self) -> impl Iterator<Item = Stored<'_>> + Clone {
        self.places().map(|(_, stored)| stored)
    }
}

/// Decodes the place of the value from the encoded fields of a finding.
pub(super) fn region(rest: &[u8]) -> Region {
    postcard::take_from_bytes(rest).map_or(Region::START, |(region, _)| region)
}

/// Decodes a finding. Damaged bytes result in a finding with a message that it is damaged.
pub(super) fn rest(bytes: &[u8]) -> Rest<'_> {
    postcard::from_bytes(bytes).unwrap_or_else(|_| Rest {
        region: Region::START,
        own_message: false,
        incomplete: false,
        message: "this finding is damaged",
        value: Value::Null,
        via: None,
        related: Vec::new(),
        excerpt: None,
    })
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
