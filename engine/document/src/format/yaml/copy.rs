//! Copies: the nodes that aliases and `<<` refer to are read again.

use super::anchor::AnchorStart;
use super::block::complex_key;
use super::level::{LevelKind, Merging, Return, YamlLevel};
use super::node::too_deep;
use super::plain::PlainContext;
use super::property::{self, Properties};
use super::scalar::ScalarToken;
use super::{Next, YamlChecked, YamlReader};
use crate::format::MAX_DEPTH;
use crate::format::named::shorten;
use crate::text::{Fault, IssueCode, Span, nearest};

/// The number of nodes that the aliases and merges of a file may produce for each of its bytes. It is more than in any
/// file that a person keeps small with aliases. Ten aliases of ten aliases, and so on, would be more than any machine
/// can read.
const COPIED_NODES_OF_A_BYTE: usize = 5;
/// The lower bound of this limit, for short files.
const FEWEST_COPIED_NODES: usize = 100_000;
/// The upper bound of this limit, for long files.
const MOST_COPIED_NODES: usize = 1_000_000;

/// The number of bytes that count as a node: text that is read for a copy is also limited.
const BYTES_OF_A_NODE: usize = 64;

impl<'t> YamlReader<'t, '_> {
    /// Reads an alias between brackets. In a list, it may be the key of a pair.
    pub(super) fn flow_alias(&mut self, properties: &Properties<'t>, in_list: bool) -> YamlChecked<Next> {
        let start = self.cursor.at();
        let (found, span) = self.alias(properties)?;
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        if in_list && ahead.peek() == Some(b':') {
            let key = self.named_scalar(found, span)?;
            self.cursor.skip_blanks();
            return self.pair(&key, properties, start);
        }
        self.copy(found, span)
    }

    /// Reads the alias at the cursor. Returns the start of the node that it refers to, and the place of the alias.
    pub(super) fn alias(&mut self, properties: &Properties<'t>) -> YamlChecked<(AnchorStart<'t>, Span)> {
        let around = self.slot().around;
        let (name, span) = property::name(&mut self.cursor, around)?;
        self.end = self.cursor.at();
        if !properties.is_none() {
            let message = "an alias cannot have an anchor or a tag";
            return Err(Fault::new(IssueCode::YamlSecondProperty, message, span));
        }
        match self.anchors.find(name, span.start() as usize) {
            Some(anchor) if anchor.is_open => {
                let message = format!("`*{}` is inside the node that it refers to", shorten(name));
                Err(Fault::new(IssueCode::YamlEndlessAlias, message, span))
            }
            Some(anchor) => Ok((anchor.start, span)),
            None => Err(self.unknown_alias(name, span)),
        }
    }

    #[cold]
    fn unknown_alias(&self, name: &str, span: Span) -> Fault {
        let message = format!("no anchor `&{}` is defined before it", shorten(name));
        let fault = Fault::new(IssueCode::YamlUnknownAlias, message, span);
        if let Some(name) = name.strip_suffix(':').filter(|name| !name.is_empty()) {
            return fault.help(format!("put a space before the colon: `*{} :`", shorten(name)));
        }
        match nearest(name, self.anchors.names()) {
            Some(name) => fault.help(format!("did you mean `*{name}`?")),
            None => fault.help("put a string that begins with `*` in quotes"),
        }
    }

    /// Starts reading the copy of the node at `start`, in place of the alias at `alias`.
    pub(super) fn copy(&mut self, start: AnchorStart<'t>, alias: Span) -> YamlChecked<Next> {
        // Nodes of a muted value are not passed on, so there is no reason to copy them.
        if self.muted.is_some() {
            return Ok(Next::Behind);
        }
        let place = self.place.or(Some(alias));
        self.begin_copy(start, place, self.level().merging)
    }

    /// Starts reading the value of a `<<` again, after its mapping has been read to its end.
    pub(super) fn begin_merge(&mut self, start: AnchorStart<'t>) -> YamlChecked<Next> {
        self.begin_copy(start, self.place, Merging::Sources)
    }

    fn begin_copy(&mut self, start: AnchorStart<'t>, place: Option<Span>, merging: Merging) -> YamlChecked<Next> {
        if self.levels.len() > MAX_DEPTH {
            return Err(too_deep(self.cursor.at()));
        }
        let merging = if merging == Merging::Sources { merging } else { Merging::No };
        self.copies.push(Return {
            cursor: self.cursor,
            start: start.cursor.at(),
            place: std::mem::replace(&mut self.place, place),
            end: self.end,
        });
        let outer = self.level();
        self.levels.push(YamlLevel {
            kind: LevelKind::Copy,
            start: start.cursor.at(),
            slot: start.slot,
            name: outer.name,
            key: outer.key,
            anchor: None,
            merging,
            first_merge: self.merges.len(),
            merged: 0,
        });
        self.cursor = start.cursor;
        Ok(Next::Node)
    }

    /// Returns from a copy to the place of its alias.
    pub(super) fn end_copy(&mut self) -> YamlChecked<Next> {
        self.levels.pop();
        let place = self.place.unwrap_or(Span::of(self.end, self.end));
        if let Some(copy) = self.copies.pop() {
            self.count_copy(self.cursor.at().saturating_sub(copy.start), place)?;
            (self.cursor, self.place, self.end) = (copy.cursor, copy.place, copy.end);
        }
        Ok(Next::Behind)
    }

    /// Counts a copy of `length` bytes for the alias at `place`. Its nodes have already been counted.
    fn count_copy(&mut self, length: usize, place: Span) -> YamlChecked {
        self.copied += 1 + length / BYTES_OF_A_NODE;
        let file = self.cursor.text().len();
        let most = file.saturating_mul(COPIED_NODES_OF_A_BYTE).clamp(FEWEST_COPIED_NODES, MOST_COPIED_NODES);
        if self.copied <= most {
            return Ok(());
        }
        let message =
            format!("the aliases and merges up to here make more than {most} nodes, in a file of {file} bytes");
        Err(Fault::new(IssueCode::YamlTooManyCopies, message, place)
            .help("aliases of aliases multiply; write the values out, or split the file"))
    }

    /// Reads an alias that is a key. An alias cannot have properties.
    pub(super) fn alias_token(&mut self, properties: &Properties<'t>) -> YamlChecked<ScalarToken<'t>> {
        let (found, span) = self.alias(properties)?;
        self.named_scalar(found, span)
    }

    /// Returns the scalar at `start` as a key at the place of its alias.
    pub(super) fn named_scalar(&mut self, start: AnchorStart<'t>, alias: Span) -> YamlChecked<ScalarToken<'t>> {
        let (back, end) = (self.cursor, self.end);
        self.cursor = start.cursor;
        let token = self.scalar_at(start, alias);
        let length = self.cursor.at().saturating_sub(start.cursor.at());
        (self.cursor, self.end) = (back, end);
        self.count_copy(length, self.place.unwrap_or(alias))?;
        let text = token?.text.into_owned();
        Ok(ScalarToken { text: text.into(), span: alias, style: super::scalar::YamlStyle::Quoted })
    }

    fn scalar_at(&mut self, start: AnchorStart<'t>, alias: Span) -> YamlChecked<ScalarToken<'t>> {
        let slot = start.slot;
        self.cursor.separate();
        let is_indicator = self.cursor.blank_at(1) && matches!(self.cursor.peek(), Some(b'-' | b'?' | b':'));
        match self.cursor.peek() {
            _ if slot.around == PlainContext::Block && self.is_absent(slot) => {
                return Ok(super::block::empty(start.cursor.at()));
            }
            Some(b',' | b']' | b'}') if slot.around == PlainContext::Flow => {
                return Ok(super::block::empty(start.cursor.at()));
            }
            Some(b'[' | b'{') => return Err(complex_key(alias)),
            _ if is_indicator && !slot.scalar => return Err(complex_key(alias)),
            _ => {}
        }
        let token = self.token(slot)?;
        if slot.scalar {
            return Ok(token);
        }
        if self.is_key(&token, slot.around) && slot.around == PlainContext::Block {
            return Err(complex_key(alias));
        }
        self.read_further_lines(token, slot)
    }
}
