//! A row of findings of one document, one behind the other as bytes.

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::Stored;
use crate::{Excerpt, Finding, Related, Severity, Value, Via};

/// Bytes from which on a block is full: few enough that one in the midst is soon reached, and that memory is not taken twice for
/// long where it grows.
const FULL: usize = 64 << 10;

/// Bytes that say how long the rest of a finding is.
const LENGTH: usize = 4;

/// Findings of one document.
///
/// Of each there is the number of its rule, how many bytes the rest of it has, and the rest.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Block {
    pub path: String,
    /// The rules that they are of, in the order in which they came.
    pub rules: Vec<BlockRule>,
    /// Whether they are in the order of reports.
    pub in_order: bool,
    /// The rule number and the region of the last finding.
    last: (u32, Region),
    #[serde(with = "assay_document::text::raw_bytes")]
    bytes: Vec<u8>,
}

/// A rule with how many findings of the block it has.
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
    /// One without a finding.
    pub fn of(path: &str) -> Self {
        Self { path: path.to_owned(), rules: Vec::new(), in_order: true, last: (0, Region::START), bytes: Vec::new() }
    }

    /// How many findings it has.
    pub fn length(&self) -> usize {
        self.rules.iter().map(|rule| rule.findings as usize).sum()
    }

    /// Bytes that it takes, about.
    pub fn size(&self) -> usize {
        let rules: usize = self.rules.iter().map(|rule| size_of::<BlockRule>() + rule.name.len()).sum();
        size_of::<Self>() + self.path.len() + rules + self.bytes.len()
    }

    /// Whether the next finding needs another block.
    pub const fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    /// Adds a finding of its document.
    pub fn push(&mut self, finding: &Finding) {
        self.begin(&finding.rule, finding.severity, finding.region);
        let start = self.bytes.len();
        let Finding { rule: _, severity: _, path: _, region, own_message, incomplete, message, .. } = finding;
        let Finding { value, via, related, excerpt, .. } = finding;
        // In the order of `Rest`.
        self.write(&(region, own_message, incomplete, message, value, via, related, excerpt));
        self.end(start);
    }

    /// Adds a finding of its document, of which the rest is bytes already.
    pub fn push_rest(&mut self, rule: &str, severity: Severity, rest: &[u8]) {
        self.begin(rule, severity, region(rest));
        let start = self.bytes.len();
        self.bytes.extend_from_slice(rest);
        self.end(start);
    }

    /// Begins a finding of a rule at a place: what comes next is the rest of it.
    fn begin(&mut self, rule: &str, severity: Severity, region: Region) {
        let number = self.number(rule, severity);
        let (last, place) = self.last;
        let follows = |last: &BlockRule| (place, last.name.as_str()) <= (region, rule);
        self.in_order = self.in_order && (self.bytes.is_empty() || self.rules.get(last as usize).is_some_and(follows));
        self.rules[number].findings += 1;
        self.last = (narrow(number), region);
        self.write(&narrow(number));
        // The length is known once the rest is written: `end` fills it in.
        self.bytes.extend_from_slice(&[0; LENGTH]);
    }

    /// Ends the finding whose rest begins at `start`.
    fn end(&mut self, start: usize) {
        let length = narrow(self.bytes.len() - start).to_le_bytes();
        self.bytes[start - LENGTH..start].copy_from_slice(&length);
    }

    fn write(&mut self, value: &impl Serialize) {
        // Fails for types of unknown length and for full buffers of fixed size; there are none of either.
        self.bytes = postcard::to_extend(value, std::mem::take(&mut self.bytes)).unwrap_or_default();
    }

    /// Gives back memory that it does not need.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// The number of a rule among those of the block.
    fn number(&mut self, name: &str, severity: Severity) -> usize {
        let is_it = |rule: &BlockRule| rule.severity == severity && rule.name == name;
        // From the last one on: neighbours are mostly of the latest rules.
        self.rules.iter().rposition(is_it).unwrap_or_else(|| {
            self.rules.push(BlockRule { name: name.to_owned(), severity, findings: 0 });
            self.rules.len() - 1
        })
    }

    /// The finding that begins at a byte, and where it ends; nothing at the end.
    pub fn at(&self, offset: usize) -> Option<(Stored<'_>, usize)> {
        let bytes = self.bytes.get(offset..)?;
        let (rule, behind) = postcard::take_from_bytes::<u32>(bytes).ok()?;
        let (length, behind) = behind.split_first_chunk::<LENGTH>()?;
        let rest = behind.get(..u32::from_le_bytes(*length) as usize)?;
        let (rule, end) = (rule as usize, self.bytes.len() - behind.len() + rest.len());
        // Bytes that another wrote may say anything.
        (rule < self.rules.len()).then_some((Stored { block: self, rule, rest }, end))
    }

    /// Its findings, in their order, each with where it begins.
    pub fn places(&self) -> impl Iterator<Item = (usize, Stored<'_>)> + Clone {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (stored, end) = self.at(at)?;
            Some((std::mem::replace(&mut at, end), stored))
        })
    }

    /// Its findings, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Stored<'_>> + Clone {
        self.places().map(|(_, stored)| stored)
    }
}

/// Where the value of a finding stands that these bytes are the rest of.
pub(super) fn region(rest: &[u8]) -> Region {
    postcard::take_from_bytes(rest).map_or(Region::START, |(region, _)| region)
}

/// Decodes a finding; damaged bytes give a finding that says so.
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
