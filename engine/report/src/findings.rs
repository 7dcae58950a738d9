//! Stores millions of findings compactly: as bytes, grouped by document, and decoded one at a time.
//!
//! A [`Finding`] takes some 500 bytes, most of them for strings that it shares with its neighbours. Here the path is
//! stored once for a sequence of findings, and each rule once with its severity. The other fields of a finding take
//! about as many bytes as its strings.

mod block;

use std::fmt;

use rustc_hash::FxHashMap;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::block::Block;
pub(super) use self::block::Rest;
use assay_document::text::Region;

use super::{Finding, Severity};

/// A list of findings, in report order or any other order.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    blocks: Vec<Block>,
    length: usize,
    /// The number of bytes in the blocks.
    size: usize,
}

/// A stored finding, whose fields are decoded only on request.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'f> {
    block: &'f Block,
    /// The index of its rule in the block.
    rule: usize,
    /// All fields except the path, the rule and the severity.
    rest: &'f [u8],
}

/// A position between two findings, from which reading can continue.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct FindingCursor {
    block: usize,
    /// The offset in the block, in bytes.
    offset: usize,
}

impl<'f> Stored<'f> {
    /// Returns the document that contains the value.
    pub fn path(&self) -> &'f str {
        &self.block.path
    }

    /// Returns the name of the rule.
    pub fn rule(&self) -> &'f str {
        &self.block.rules[self.rule].name
    }

    /// Returns the severity.
    pub fn severity(&self) -> Severity {
        self.block.rules[self.rule].severity
    }

    /// Returns the place of the value.
    pub fn region(&self) -> Region {
        block::region(self.rest)
    }

    /// Decodes the whole finding.
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

    /// Decodes all fields except the path, the rule and the severity.
    pub(super) fn rest(&self) -> Rest<'f> {
        block::rest(self.rest)
    }
}

impl Findings {
    /// Returns the number of findings.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Returns true if the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the approximate number of bytes that the findings take.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Appends a finding.
    pub fn push(&mut self, finding: &Finding) {
        self.add(&finding.path, |block| block.push(finding));
    }

    /// Appends a stored finding of another list.
    fn push_stored(&mut self, stored: &Stored<'_>) {
        self.add(stored.path(), |block| block.push_rest(stored.rule(), stored.severity(), stored.rest));
    }

    /// Adds a finding to the last block, or to a new block if the last one is full or belongs to another document.
    fn add(&mut self, path: &str, push: impl FnOnce(&mut Block)) {
        if self.blocks.last().is_none_or(|last| last.is_full() || last.path != path) {
            // The last block is not written to again, and its buffer has grown by doubling.
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

    /// Appends another list of findings.
    pub fn extend(&mut self, others: Self) {
        self.length += others.length;
        self.size += others.size;
        self.blocks.extend(others.blocks);
    }

    /// Removes the findings of the document with the last path in byte order. Returns the path, the names of their
    /// rules, and the number of removed findings.
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

    /// Returns true if the list contains findings of the document at `path` or of a document that follows it.
    pub fn reaches(&self, path: &str) -> bool {
        self.blocks.iter().any(|block| *block.path >= *path)
    }

    /// Returns all findings in order.
    pub fn iter(&self) -> impl Iterator<Item = Stored<'_>> + Clone {
        self.blocks.iter().flat_map(Block::iter)
    }

    /// Returns the finding at `cursor`, and moves the cursor to its end.
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

    /// Returns the position before the finding with this number, from 0.
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

    /// Returns the findings grouped by document, in order.
    pub fn documents(&self) -> impl Iterator<Item = DocumentFindings<'_>> {
        self.blocks.chunk_by(|a, b| a.path == b.path).map(|blocks| DocumentFindings { blocks })
    }

    /// Returns the findings of the document that begins at `cursor`, and moves the cursor to their end.
    pub(super) fn next_document(&self, cursor: &mut FindingCursor) -> Option<DocumentFindings<'_>> {
        let first = self.blocks.get(cursor.block)?;
        let rest = &self.blocks[cursor.block..];
        let length = rest.iter().take_while(|block| block.path == first.path).count();
        *cursor = FindingCursor { block: cursor.block + length, offset: 0 };
        Some(DocumentFindings { blocks: &rest[..length] })
    }

    /// Returns the number of findings of each rule that has any.
    pub fn by_rule(&self) -> FxHashMap<&str, u64> {
        let mut counts = FxHashMap::default();
        for rule in self.blocks.iter().flat_map(|block| &block.rules) {
            *counts.entry(rule.name.as_str()).or_default() += u64::from(rule.findings);
        }
        counts
    }

    /// Returns the number of findings of each severity, worst first.
    pub fn by_severity(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        for rule in self.blocks.iter().flat_map(|block| &block.rules) {
            counts[rule.severity as usize] += u64::from(rule.findings);
        }
        counts
    }

    /// Returns the most severe findings, at most `most`, in their order. Of equally severe findings, the first are
    /// returned.
    pub(super) fn most_severe(&self, most: usize) -> impl Iterator<Item = Stored<'_>> {
        self.with_most_severe(most).filter(|(_, is_one)| *is_one).map(|(stored, _)| stored)
    }

    /// Returns each finding up to the last one of [`Findings::most_severe`], with true if it is one of the most severe.
    pub(super) fn with_most_severe(&self, most: usize) -> impl Iterator<Item = (Stored<'_>, bool)> {
        let mut room = most;
        let mut left = self.by_severity().map(|count| {
            let kept = usize::try_from(count).unwrap_or(usize::MAX).min(room);
            room -= kept;
            kept
        });
        let mut all: usize = left.iter().sum();
        let mut stored = self.iter();
        std::iter::from_fn(move || {
            // Findings after the last one that is kept are not decoded.
            let stored = stored.next().filter(|_| all > 0)?;
            let left = &mut left[stored.severity() as usize];
            let is_one = *left > 0;
            *left -= usize::from(is_one);
            all -= usize::from(is_one);
            Some((stored, is_one))
        })
    }

    /// Removes the findings for which `keep` returns false. `keep` is called in order. Returns the number of removed
    /// findings.
    pub fn retain(&mut self, mut keep: impl FnMut(&Stored<'_>) -> bool) -> usize {
        let mut kept = Self::default();
        let before = self.length;
        for block in std::mem::take(&mut self.blocks) {
            let is_kept: Vec<bool> = block.iter().map(|stored| keep(&stored)).collect();
            // Most blocks keep all of their findings. Such a block is moved, not copied.
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

    /// Changes the findings of the rules for which `is_selected` returns true.
    pub fn alter(&mut self, is_selected: impl Fn(&str) -> bool, alter: impl Fn(&mut Finding)) {
        if !self.blocks.iter().flat_map(|block| &block.rules).any(|rule| is_selected(&rule.name)) {
            return;
        }
        let old = std::mem::take(self);
        for stored in old.iter() {
            if is_selected(stored.rule()) {
                let mut finding = stored.read();
                alter(&mut finding);
                self.push(&finding);
            } else {
                self.push_stored(&stored);
            }
        }
    }

    /// Returns the documents of the findings after the first `length` ones, in order.
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

    /// Sorts the findings into report order: path by bytes, position, rule. Findings with equal keys keep their order.
    pub(super) fn settle(&mut self) {
        let mut blocks = std::mem::take(&mut self.blocks);
        // The sort is stable: blocks of one document stay in the order in which its findings were added.
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
        // Sort numbers instead of findings, because some files have millions of findings: the place, the rule, the
        // original position.
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
    pub fn to_vec(&self) -> Vec<Finding> {
        self.iter().map(|stored| stored.read()).collect()
    }
}

/// Returns true if the findings in the blocks of one document are already in report order.
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
    /// The blocks; never empty.
    blocks: &'f [Block],
}

impl<'f> DocumentFindings<'f> {
    /// Returns the path of the document.
    pub fn path(&self) -> &'f str {
        &self.blocks[0].path
    }

    /// Returns the number of findings; at least one.
    #[expect(clippy::len_without_is_empty, reason = "a document without findings is not listed")]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Block::length).sum()
    }

    /// Returns the findings in order.
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

/// Compares the findings, regardless of how they are split into blocks.
impl PartialEq for Findings {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().zip(other.iter()).all(|(a, b)| a.read() == b.read())
    }
}

/// Serialises a list of findings in formats for people, and the blocks in compact formats.
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

/// Reads findings one by one, so that no list of them is in memory.
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
