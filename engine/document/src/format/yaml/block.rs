//! Nodes whose structure depends on indentation: lists with dashes, and mappings without braces.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::anchor::AnchorStart;
use super::level::{LevelKind, NodeConstraints};
use super::plain::PlainContext;
use super::property::Properties;
use super::scalar::{ScalarToken, YamlStyle};
use super::{Next, YamlChecked, YamlReader};
use crate::text::{Fault, IssueCode, Span, counted};

/// The part of a node before its content, as far as it has been read.
struct NodeHead<'t> {
    /// The properties of the node, from a line before its content.
    above: Properties<'t>,
    /// The properties on the line of the content. If the content is a mapping, they belong to its first key.
    beside: Properties<'t>,
    /// The start of the node on the line of its content, including `beside`.
    start: usize,
    /// The places after `above` and after `beside`, from which the node can be read again.
    after_above: AnchorStart<'t>,
    after_beside: AnchorStart<'t>,
    /// True if a list or mapping may begin here.
    may_nest: bool,
}

impl<'t> YamlReader<'t, '_> {
    /// Reads the node after a dash, after a colon, or at the start of a document.
    pub(super) fn block_node(&mut self) -> YamlChecked<Next> {
        let slot = self.slot();
        let indicator = self.indicator();
        let begin = AnchorStart { cursor: self.cursor, slot };
        self.cursor.separate();
        if self.is_absent(slot) {
            return self.read_empty(indicator, &Properties::default());
        }
        let mut head = NodeHead {
            above: Properties::default(),
            beside: Properties::default(),
            start: self.cursor.at(),
            after_above: begin,
            after_beside: begin,
            may_nest: self.cursor.begins_line() || slot.compact,
        };
        while let Some(b'&' | b'!') = self.cursor.peek() {
            self.properties(&mut head, slot)?;
            if self.is_absent(slot) {
                self.add_anchor(&head.above, head.after_above, false);
                return self.read_empty(indicator, &head.above);
            }
        }
        self.content(&head, slot, indicator)
    }

    /// Returns the offset of the indicator before the current node: `-`, `:` or the last character of `---`. Without an
    /// indicator, returns the start of the line.
    #[inline]
    fn indicator(&self) -> usize {
        let level = self.level();
        if level.kind == LevelKind::Document && level.slot.compact {
            return self.cursor.at() - self.cursor.column();
        }
        self.end.saturating_sub(1)
    }

    /// Reads the properties at the cursor, and moves to the next token.
    fn properties(&mut self, head: &mut NodeHead<'t>, slot: NodeConstraints) -> YamlChecked {
        let start = self.cursor.at();
        let found = Properties::read(&mut self.cursor, PlainContext::Block)?;
        self.end = self.cursor.at();
        let after = AnchorStart { cursor: self.cursor, slot };
        self.skip_stripped();
        if self.cursor.separate() || self.cursor.at_end() {
            head.above = head.above.and(found)?;
            head.after_above = after;
            head.start = self.cursor.at();
            head.may_nest = true;
        } else {
            head.beside = found;
            head.after_beside = after;
            head.start = start;
        }
        Ok(())
    }

    /// Skips the word that Unity writes after the tag and anchor of a document.
    fn skip_stripped(&mut self) {
        const WORD: &str = "stripped";
        if self.level().kind == LevelKind::Document && self.cursor.rest().starts_with(WORD) {
            let mut ahead = self.cursor;
            ahead.advance(WORD.len());
            ahead.skip_blanks();
            if matches!(ahead.peek(), None | Some(b'\n' | b'\r')) {
                self.cursor = ahead;
            }
        }
    }

    /// Returns true if no content follows that belongs to a node with this slot.
    #[inline]
    pub(super) fn is_absent(&self, slot: NodeConstraints) -> bool {
        if self.cursor.at_end() {
            return true;
        }
        let Some(outer) = slot.outer.filter(|_| self.cursor.begins_line()) else { return false };
        match self.cursor.indentation().cmp(&outer) {
            Ordering::Less => true,
            // The dashes of a list may be in the column of its key.
            Ordering::Equal => !(slot.dashes && self.at_indicator(b'-')),
            Ordering::Greater => false,
        }
    }

    /// Returns true if the indicator of an entry is at the cursor.
    #[inline]
    fn at_indicator(&self, byte: u8) -> bool {
        self.cursor.peek() == Some(byte) && self.cursor.blank_at(1)
    }

    /// Reads the content of a node.
    #[inline]
    fn content(&mut self, head: &NodeHead<'t>, slot: NodeConstraints, indicator: usize) -> YamlChecked<Next> {
        match self.cursor.peek() {
            Some(b'-') if self.cursor.blank_at(1) => self.begin_list(head, indicator),
            Some(b'?' | b':') if self.cursor.blank_at(1) => {
                self.begin_map(head, slot, indicator)?;
                self.key()
            }
            Some(b'[' | b'{') => {
                let properties = head.above.and(head.beside)?;
                let anchor = self.add_anchor(&properties, head.latest(), true);
                self.begin_flow(slot, anchor)
            }
            Some(b'*') => self.block_alias(head, slot, indicator),
            _ => {
                let token = self.token(slot)?;
                if slot.scalar || !self.is_key(&token, PlainContext::Block) {
                    return self.block_scalar(head, token, slot);
                }
                self.first_key(head, &token, slot, indicator)
            }
        }
    }

    /// Reads an alias. If a colon follows it, it is the first key of a mapping.
    fn block_alias(&mut self, head: &NodeHead<'t>, slot: NodeConstraints, indicator: usize) -> YamlChecked<Next> {
        let properties = head.above.and(head.beside)?;
        let mut ahead = self.cursor;
        let (_, span) = super::property::name(&mut ahead, PlainContext::Block)?;
        ahead.skip_blanks();
        let is_key = ahead.peek() == Some(b':') && ahead.blank_at(1);
        if is_key && !slot.scalar {
            let token = self.alias_token(&head.beside)?;
            return self.first_key(head, &token, slot, indicator);
        }
        let (found, _) = self.alias(&properties)?;
        self.copy(found, span)
    }

    /// Continues reading a scalar that has begun with `token`.
    #[inline]
    fn block_scalar(
        &mut self,
        head: &NodeHead<'t>,
        token: ScalarToken<'t>,
        slot: NodeConstraints,
    ) -> YamlChecked<Next> {
        let token = if slot.scalar { token } else { self.read_further_lines(token, slot)? };
        if !slot.scalar && self.is_key(&token, PlainContext::Block) {
            return Err(self.key_in_value(&token));
        }
        if head.above.is_none() && head.beside.is_none() {
            return self.scalar(token, &head.above);
        }
        let properties = head.above.and(head.beside)?;
        self.add_anchor(&properties, head.latest(), false);
        self.scalar(token, &properties)
    }

    /// Returns the fault of a colon after a scalar of several lines. In most cases it belongs to a key that is indented
    /// too far.
    #[cold]
    fn key_in_value(&self, token: &ScalarToken<'t>) -> Fault {
        if token.style == YamlStyle::Quoted {
            return long_key(token.span);
        }
        let line = self.cursor.at() - self.cursor.column() + self.cursor.indentation();
        let message = "this line contains a key, but it continues the value of the line before";
        Fault::new(IssueCode::YamlBadIndent, message, Span::of(line, self.cursor.at()))
            .help("begin all keys of a mapping in the same column")
    }

    /// Opens a mapping whose first key has been read.
    fn first_key(
        &mut self,
        head: &NodeHead<'t>,
        token: &ScalarToken<'t>,
        slot: NodeConstraints,
        indicator: usize,
    ) -> YamlChecked<Next> {
        if !self.is_on_one_line(token) {
            return Err(long_key(token.span));
        }
        self.begin_map(head, slot, indicator)?;
        self.key_anchor(&head.beside, head.after_beside);
        let column = self.cursor.column_of(head.start);
        let merges = self.take_key(token, &head.beside, NodeConstraints::value(column));
        self.cursor.skip_blanks();
        Ok(self.value_begins(merges))
    }

    fn begin_list(&mut self, head: &NodeHead<'t>, indicator: usize) -> YamlChecked<Next> {
        if !head.beside.is_none() || !head.may_nest {
            let message = "a list must begin on a new line after a key, an anchor or a tag";
            return Err(Fault::new(IssueCode::YamlNestedLine, message, self.here()));
        }
        self.check_tabs(indicator, head.start)?;
        let anchor = self.add_anchor(&head.above, head.after_above, true);
        let column = self.cursor.column();
        self.begin(LevelKind::List, self.cursor.at(), NodeConstraints::item(column), anchor)?;
        Ok(self.item())
    }

    /// Moves past the dash at the cursor.
    fn item(&mut self) -> Next {
        self.cursor.advance(1);
        self.end = self.cursor.at();
        Next::Node
    }

    fn begin_map(&mut self, head: &NodeHead<'t>, slot: NodeConstraints, indicator: usize) -> YamlChecked {
        if !head.may_nest || slot.scalar {
            let fault = Fault::new(IssueCode::YamlNestedLine, "a mapping cannot begin on this line", self.here());
            return Err(fault.help("put a string that contains `: ` in quotes, or begin the mapping on the next line"));
        }
        self.check_tabs(indicator, head.start)?;
        let anchor = self.add_anchor(&head.above, head.after_above, true);
        self.begin(LevelKind::Map, head.start, NodeConstraints::value(self.cursor.column_of(head.start)), anchor)
    }

    /// Checks that there is no tab before the node at `start`, from the start of the line or from the indicator on the
    /// line.
    fn check_tabs(&self, indicator: usize, start: usize) -> YamlChecked {
        let from = indicator.max(start - self.cursor.column_of(start)).min(start);
        match self.cursor.bytes()[from..start].iter().position(|&byte| byte == b'\t') {
            Some(tab) => {
                let at = from + tab;
                Err(Fault::new(IssueCode::YamlTab, "a tab cannot be used for indentation", Span::of(at, at + 1))
                    .help("indent with spaces"))
            }
            None => Ok(()),
        }
    }

    fn here(&self) -> Span {
        let at = self.cursor.at();
        Span::of(at, at + self.cursor.rest().chars().next().map_or(0, char::len_utf8))
    }

    /// Reads the text after an item of a list with dashes.
    pub(super) fn read_after_item(&mut self) -> YamlChecked<Next> {
        if self.is_closed()? {
            return Ok(self.close_list());
        }
        if !self.at_indicator(b'-') {
            // This may be the key of a mapping in the same column as the dashes.
            return Ok(self.close_list());
        }
        self.check_line_tab()?;
        Ok(self.item())
    }

    /// Reads the text after a value of a mapping without braces.
    pub(super) fn read_after_value(&mut self) -> YamlChecked<Next> {
        if self.is_closed()? {
            return self.close_map();
        }
        if self.at_indicator(b'-') {
            let fault =
                Fault::new(IssueCode::YamlBadIndent, "a list item is between the keys of a mapping", self.here());
            return Err(fault.help("a mapping contains only keys; write the items of a list below the key of the list"));
        }
        self.check_line_tab()?;
        self.key()
    }

    /// Returns true if the innermost list or mapping ends before the next line, `false` if the line begins in its
    /// column.
    #[inline]
    fn is_closed(&mut self) -> YamlChecked<bool> {
        self.cursor.separate();
        if self.cursor.at_end() {
            return Ok(true);
        }
        if !self.cursor.begins_line() {
            return Err(self
                .cursor
                .fault(IssueCode::YamlTrailingText, |found| format!("{found} is not allowed after the value"))
                .help("if a value contains special characters, put the whole value in quotes"));
        }
        let column = self.slot().outer.unwrap_or(0);
        match self.cursor.indentation().cmp(&column) {
            Ordering::Less => Ok(true),
            Ordering::Equal => Ok(false),
            Ordering::Greater => Err(self.bad_indentation(column)),
        }
    }

    #[cold]
    fn bad_indentation(&self, column: usize) -> Fault {
        let found = self.cursor.indentation();
        let found = counted(found, "space", "spaces");
        let message = format!("this line is indented by {found}, but the other entries by {column}");
        Fault::new(IssueCode::YamlBadIndent, message, self.here())
            .help("begin all entries in the same column, and indent the continuation lines of a string further")
    }

    fn check_line_tab(&self) -> YamlChecked {
        if self.cursor.is_after_tab() { self.check_tabs(0, self.cursor.at()) } else { Ok(()) }
    }

    /// Reads the key at the cursor, which is at the start of a line, and moves past its colon.
    #[inline]
    fn key(&mut self) -> YamlChecked<Next> {
        let start = self.cursor.at();
        let column = self.slot().outer.unwrap_or(0);
        match self.cursor.peek() {
            Some(b'?') if self.cursor.blank_at(1) => return self.explicit_key(column),
            Some(b':') if self.cursor.blank_at(1) => {
                let merges = self.take_key(&empty(start), &Properties::default(), NodeConstraints::value(column));
                return Ok(self.value_begins(merges));
            }
            _ => {}
        }
        let properties = Properties::read(&mut self.cursor, PlainContext::Block)?;
        let begin = AnchorStart { cursor: self.cursor, slot: self.slot() };
        let token = self.key_token(NodeConstraints::value(column), &properties)?;
        self.key_anchor(&properties, begin);
        if !self.is_key(&token, PlainContext::Block) || !self.is_on_one_line(&token) {
            return Err(self.no_colon(&token));
        }
        let merges = self.take_key(&token, &properties, NodeConstraints::value(column));
        self.cursor.skip_blanks();
        Ok(self.value_begins(merges))
    }

    /// Reads a key with these properties: a scalar, or an alias of a scalar.
    pub(super) fn key_token(
        &mut self,
        slot: NodeConstraints,
        properties: &Properties<'t>,
    ) -> YamlChecked<ScalarToken<'t>> {
        match self.cursor.peek() {
            Some(b'*') => self.alias_token(properties),
            Some(b'[' | b'{') => Err(complex_key(self.here())),
            // The key is empty, but it may have an anchor.
            Some(b':') if self.cursor.blank_at(1) => Ok(empty(self.cursor.at())),
            _ => self.token(slot),
        }
    }

    /// Adds the anchor of a key, if it has one. The anchor refers to a scalar.
    pub(super) fn key_anchor(&mut self, properties: &Properties<'t>, start: AnchorStart<'t>) {
        let slot = NodeConstraints { scalar: true, ..start.slot };
        self.add_anchor(properties, AnchorStart { slot, ..start }, false);
    }

    /// Reads a key after `?`, and moves past the colon of its value if there is one.
    fn explicit_key(&mut self, column: usize) -> YamlChecked<Next> {
        let indicator = self.cursor.at();
        self.cursor.advance(1);
        self.end = self.cursor.at();
        let slot = NodeConstraints { dashes: false, ..NodeConstraints::item(column) };
        self.cursor.separate();
        let (token, properties) =
            if self.is_absent(slot) { (empty(indicator), Properties::default()) } else { self.explicit_token(slot)? };
        let merges =
            self.take_key(&token, &properties, NodeConstraints { compact: true, ..NodeConstraints::value(column) });
        self.cursor.separate();
        if self.cursor.begins_line() && self.cursor.indentation() == column && self.at_indicator(b':') {
            self.check_line_tab()?;
            return Ok(self.value_begins(merges));
        }
        self.read_empty(indicator, &Properties::default())
    }

    fn explicit_token(&mut self, slot: NodeConstraints) -> YamlChecked<(ScalarToken<'t>, Properties<'t>)> {
        let start = self.cursor.at();
        let properties = Properties::read(&mut self.cursor, PlainContext::Block)?;
        let begin = AnchorStart { cursor: self.cursor, slot };
        self.cursor.separate();
        if self.is_absent(slot) {
            self.key_anchor(&properties, begin);
            return Ok((empty(start), properties));
        }
        if self.at_indicator(b'-') || self.at_indicator(b'?') || self.at_indicator(b':') {
            return Err(complex_key(self.here()));
        }
        let token = self.key_token(slot, &properties)?;
        let token = self.read_further_lines(token, slot)?;
        if self.is_key(&token, PlainContext::Block) {
            return Err(complex_key(token.span));
        }
        self.key_anchor(&properties, begin);
        Ok((token, properties))
    }

    fn no_colon(&self, token: &ScalarToken<'t>) -> Fault {
        if self.is_key(token, PlainContext::Block) {
            return long_key(token.span);
        }
        let message = "expected `:` after the key";
        Fault::new(IssueCode::YamlMissingColon, message, Span::of(self.end, self.end))
            .help("a line that continues the previous value must be indented further than its key")
    }
}

impl<'t> NodeHead<'t> {
    /// Returns the place from which the node can be read again if it is not a mapping.
    const fn latest(&self) -> AnchorStart<'t> {
        if self.beside.is_none() { self.after_above } else { self.after_beside }
    }
}

pub(super) fn empty<'t>(at: usize) -> ScalarToken<'t> {
    ScalarToken { text: Cow::Owned(String::new()), span: Span::of(at, at + 1), style: YamlStyle::Plain }
}

#[cold]
pub(super) fn long_key(span: Span) -> Fault {
    Fault::new(IssueCode::YamlLongKey, "a key and its `:` must be on one line", span)
}

#[cold]
pub(super) fn complex_key(span: Span) -> Fault {
    Fault::new(IssueCode::YamlComplexKey, "a key must be a string, not a list or a mapping", span)
        .help("Assay names nodes after their keys; write the key as a string in quotes")
}
