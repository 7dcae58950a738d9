//! Findings by the million: kept as bytes, one document behind the other, and read one at a time.
//!
//! A finding as a value of its own takes some 500 bytes, most of them for texts that its neighbours have, too. Here the path stands
//! once for a row of findings, each rule once with its severity, and what is left of a finding is about as long as its texts.

mod block;

use std::fmt;

use rustc_hash::FxHashMap;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::block::Block;
pub(super) use self::block::Rest;
use assay_document::text::Region;

use super::{Finding, Severity};

/// Findings in an order of their own, such as that of a report.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    blocks: Vec<Block>,
    length: usize,
    /// Bytes of their blocks.
    size: usize,
}

/// One of the findings, of which only what is asked for is read.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'f> {
    block: &'f Block,
    /// The number of its rule among those of the block.
    rule: usize,
    /// All but its path, its rule and its severity.
    rest: &'f [u8],
}

/// A place between two findings, from which on they can be read later.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct FindingCursor {
    block: usize,
    /// In bytes of the block.
    offset: usize,
}

impl<'f> Stored<'f> {
    /// The document that holds its value.
    #[must_use]
    pub fn path(&self) -> &'f str {
        &self.block.path
    }

    /// Name of its rule.
    #[must_use]
    pub fn rule(&self) -> &'f str {
        &self.block.rules[self.rule].name
    }

    /// How much it matters.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.block.rules[self.rule].severity
    }

    /// Where its value stands.
    #[must_use]
    pub fn region(&self) -> Region {
        block::region(self.rest)
    }

    /// All of it.
    #[must_use]
    pub fn read(&self) -> Finding {
        let Rest { region, own_message, incomplete, message, value, via, related, excerpt } = self.rest();
        Finding {
            rule: self.rule().to_owned(),
            severity: self.severity(),
            message: message.to_owned(),
            own_message,
            incomplete,
            path: self.path().to_owned(),
            region,
            value,
            via,
            related,
            excerpt,
        }
    }

    /// Decodes everything except path, rule and severity.
    pub(super) fn rest(&self) -> Rest<'f> {
        block::rest(self.rest)
    }
}

impl Findings {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Bytes that they take, about.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Adds one behind all others.
    pub fn push(&mut self, finding: &Finding) {
        self.add(&finding.path, |block| block.push(finding));
    }

    /// Adds one of other findings.
    fn push_stored(&mut self, stored: &Stored<'_>) {
        self.add(stored.path(), |block| block.push_rest(stored.rule(), stored.severity(), stored.rest));
    }

    /// Adds one to the last block, or to a new one where that is full, or of another document.
    fn add(&mut self, path: &str, push: impl FnOnce(&mut Block)) {
        if self.blocks.last().is_none_or(|last| last.is_full() || last.path != path) {
            // The last block is never written to again, and its buffer has grown by doubling.
            self.blocks.last_mut().into_iter().for_each(Block::shrink);
            self.add_block(Block::of(path));
        }
        if let Some(last) = self.blocks.last_mut() {
            let before = last.size();
            push(last);
            self.size += last.size() - before;
            self.length += 1;
        }
    }

    fn add_block(&mut self, block: Block) {
        self.length += block.length();
        self.size += block.size();
        self.blocks.push(block);
    }

    /// Adds others behind all that there are.
    pub fn extend(&mut self, others: Self) {
        self.length += others.length;
        self.size += others.size;
        self.blocks.extend(others.blocks);
    }

    /// Takes out those of the document that is the last by its path; returns the path, the rules that they are of, and how many they
    /// are.
    pub fn drop_last_document(&mut self) -> Option<(String, Vec<String>, usize)> {
        let path = self.blocks.iter().map(|block| &block.path).max()?.clone();
        let (mut rules, before) = (Vec::new(), self.length);
        for block in std::mem::take(self).blocks {
            if block.path == path {
                rules.extend(block.rules.into_iter().map(|rule| rule.name));
            } else {
                self.add_block(block);
            }
        }
        rules.sort_unstable();
        rules.dedup();
        Some((path, rules, before - self.length))
    }

    /// Whether there are some of a document that is the one at `path`, or behind it.
    #[must_use]
    pub fn reaches(&self, path: &str) -> bool {
        self.blocks.iter().any(|block| *block.path >= *path)
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Stored<'_>> + Clone {
        self.blocks.iter().flat_map(Block::iter)
    }

    /// The one behind `cursor`, which moves on to its end.
    pub fn next(&self, cursor: &mut FindingCursor) -> Option<Stored<'_>> {
        loop {
            let block = self.blocks.get(cursor.block)?;
            if let Some((stored, end)) = block.at(cursor.offset) {
                cursor.offset = end;
                return Some(stored);
            }
            *cursor = FindingCursor { block: cursor.block + 1, offset: 0 };
        }
    }

    /// The place before the finding at `number`, from 0.
    #[must_use]
    pub fn cursor(&self, number: usize) -> FindingCursor {
        let mut left = number;
        for (block, found) in self.blocks.iter().enumerate() {
            if left < found.length() {
                let offset = found.places().nth(left).map_or(0, |(offset, _)| offset);
                return FindingCursor { block, offset };
            }
            left -= found.length();
        }
        FindingCursor { block: self.blocks.len(), offset: 0 }
    }

    /// The findings of each document, in their order.
    pub fn documents(&self) -> impl Iterator<Item = DocumentFindings<'_>> {
        self.blocks.chunk_by(|a, b| a.path == b.path).map(|blocks| DocumentFindings { blocks })
    }

    /// Those of the document that begins at `cursor`, which moves on to its end.
    pub(super) fn next_document(&self, cursor: &mut FindingCursor) -> Option<DocumentFindings<'_>> {
        let first = self.blocks.get(cursor.block)?;
        let rest = &self.blocks[cursor.block..];
        let length = rest.iter().take_while(|block| block.path == first.path).count();
        *cursor = FindingCursor { block: cursor.block + length, offset: 0 };
        Some(DocumentFindings { blocks: &rest[..length] })
    }

    /// How many there are of each rule that has any.
    #[must_use]
    pub fn by_rule(&self) -> FxHashMap<&str, u64> {
        let mut counts = FxHashMap::default();
        for rule in self.blocks.iter().flat_map(|block| &block.rules) {
            *counts.entry(rule.name.as_str()).or_default() += u64::from(rule.findings);
        }
        counts
    }

    /// How many there are of each severity, worst first.
    #[must_use]
    pub fn by_severity(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        for rule in self.blocks.iter().flat_map(|block| &block.rules) {
            counts[rule.severity as usize] += u64::from(rule.findings);
        }
        counts
    }

    /// Returns the most severe findings, at most `most`, in their order; of equally severe ones the first.
    pub(super) fn gravest(&self, most: usize) -> impl Iterator<Item = Stored<'_>> {
        self.with_gravest(most).filter(|(_, is_one)| *is_one).map(|(stored, _)| stored)
    }

    /// Returns each finding up to the last one of [`Findings::gravest`], with true if it is one of those.
    pub(super) fn with_gravest(&self, most: usize) -> impl Iterator<Item = (Stored<'_>, bool)> {
        let mut room = most;
        let mut left = self.by_severity().map(|count| {
            let kept = usize::try_from(count).unwrap_or(usize::MAX).min(room);
            room -= kept;
            kept
        });
        let mut all: usize = left.iter().sum();
        let mut stored = self.iter();
        std::iter::from_fn(move || {
            // What stands behind the last of them is not looked at.
            let stored = stored.next().filter(|_| all > 0)?;
            let left = &mut left[stored.severity() as usize];
            let is_one = *left > 0;
            *left -= usize::from(is_one);
            all -= usize::from(is_one);
            Some((stored, is_one))
        })
    }

    /// Takes out those of which `keep` is false, asked in their order; returns how many these were.
    pub fn retain(&mut self, mut keep: impl FnMut(&Stored<'_>) -> bool) -> usize {
        let mut kept = Self::default();
        let before = self.length;
        for block in std::mem::take(&mut self.blocks) {
            let is_kept: Vec<bool> = block.iter().map(|stored| keep(&stored)).collect();
            // Most blocks keep all of their findings: these are moved, not copied.
            if !is_kept.contains(&false) {
                kept.add_block(block);
                continue;
            }
            for (stored, _) in block.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept) {
                kept.push_stored(&stored);
            }
        }
        *self = kept;
        before - self.length
    }

    /// Alters those of rules that `is_meant` names.
    pub fn alter(&mut self, is_meant: impl Fn(&str) -> bool, alter: impl Fn(&mut Finding)) {
        if !self.blocks.iter().flat_map(|block| &block.rules).any(|rule| is_meant(&rule.name)) {
            return;
        }
        let old = std::mem::take(self);
        for stored in old.iter() {
            if is_meant(stored.rule()) {
                let mut finding = stored.read();
                alter(&mut finding);
                self.push(&finding);
            } else {
                self.push_stored(&stored);
            }
        }
    }

    /// The documents of those behind the first `length` ones, in their order.
    #[must_use]
    pub fn paths_since(&self, length: usize) -> Vec<&str> {
        let mut left = self.length - length;
        let mut paths: Vec<&str> = Vec::new();
        for block in self.blocks.iter().rev() {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(block.length());
            paths.push(&block.path);
        }
        paths.reverse();
        paths.dedup();
        paths
    }

    /// Puts them into the order of reports: path by bytes, position, rule. What has these in common keeps its order.
    pub(super) fn settle(&mut self) {
        let mut blocks = std::mem::take(&mut self.blocks);
        // Stable: blocks of one document stay in the order in which its findings came.
        blocks.sort_by(|a, b| a.path.cmp(&b.path));
        let mut settled = Self::default();
        let mut rest = blocks.into_iter().peekable();
        while let Some(first) = rest.next() {
            let mut document = vec![first];
            while let Some(next) = rest.next_if(|next| next.path == document[0].path) {
                document.push(next);
            }
            settled.add_in_order(document);
        }
        *self = settled;
    }

    /// Adds the findings of one document in the order of reports.
    fn add_in_order(&mut self, document: Vec<Block>) {
        if is_in_order(&document) {
            return document.into_iter().for_each(|block| self.add_block(block));
        }
        let mut names: Vec<&str> =
            document.iter().flat_map(|block| &block.rules).map(|rule| rule.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        // By place, by rule, by where they were: all in numbers, as of some files there are millions.
        let mut places: Vec<(Region, usize, usize, usize)> =
            Vec::with_capacity(document.iter().map(Block::length).sum());
        for (number, block) in document.iter().enumerate() {
            let ranks: Vec<usize> =
                block.rules.iter().map(|rule| names.binary_search(&&*rule.name).unwrap_or_default()).collect();
            places.extend(block.places().map(|(at, stored)| (stored.region(), ranks[stored.rule], number, at)));
        }
        places.sort_unstable();
        for (_, _, number, offset) in places {
            if let Some((stored, _)) = document[number].at(offset) {
                self.push_stored(&stored);
            }
        }
    }

    /// Splits the findings, in their order, into at least one part of about `bytes` bytes.
    #[must_use]
    pub fn into_parts(self, bytes: usize) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut part = Self::default();
        for block in self.blocks {
            if part.size >= bytes {
                parts.push(std::mem::take(&mut part));
            }
            part.add_block(block);
        }
        parts.push(part);
        parts
    }

    /// Returns a list of all findings.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Finding> {
        self.iter().map(|stored| stored.read()).collect()
    }
}

/// Whether blocks of one document are as they would be were their findings added in the order of reports.
fn is_in_order(document: &[Block]) -> bool {
    let Some((last, before)) = document.split_last() else { return true };
    if !last.in_order || !before.iter().all(|block| block.in_order && block.is_full()) {
        return false;
    }
    document.windows(2).all(|pair| {
        let [last, first] = [pair[0].iter().last(), pair[1].iter().next()];
        last.map(|stored| order_of(&stored)) <= first.map(|stored| order_of(&stored))
    })
}

/// Returns the sort key of findings in one document.
fn order_of<'f>(stored: &Stored<'f>) -> (Region, &'f str) {
    (stored.region(), stored.rule())
}

/// The findings of one document.
#[derive(Clone, Copy, Debug)]
pub struct DocumentFindings<'f> {
    /// At least one.
    blocks: &'f [Block],
}

impl<'f> DocumentFindings<'f> {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &'f str {
        &self.blocks[0].path
    }

    /// How many findings it has: at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a document without findings is not listed")]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Block::length).sum()
    }

    /// They, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Stored<'f>> + use<'f> {
        self.blocks.iter().flat_map(Block::iter)
    }
}

impl From<Vec<Finding>> for Findings {
    fn from(list: Vec<Finding>) -> Self {
        let mut findings = Self::default();
        for finding in list {
            findings.push(&finding);
        }
        findings
    }
}

/// However they are laid out.
impl PartialEq for Findings {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().zip(other.iter()).all(|(a, b)| a.read() == b.read())
    }
}

/// For people as a list of them, in compact formats as they are.
impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter().map(|stored| stored.read()))
        } else {
            self.blocks.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Findings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_seq(FindingsVisitor);
        }
        let mut findings = Self::default();
        for block in Vec::<Block>::deserialize(deserializer)? {
            findings.add_block(block);
        }
        Ok(findings)
    }
}

/// Reads findings one by one, so that a list of them is never in memory.
struct FindingsVisitor;

impl<'de> Visitor<'de> for FindingsVisitor {
    type Value = Findings;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of findings")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Findings, S::Error> {
        let mut findings = Findings::default();
        while let Some(finding) = list.next_element()? {
            findings.push(&finding);
        }
        Ok(findings)
    }
}

#[cfg(test)]
mod tests;
