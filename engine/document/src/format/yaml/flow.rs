//! Nodes between brackets: `[1, 2]` and `{a: 1}`.

use super::anchor::AnchorStart;
use super::block::{complex_key, empty, long_key};
use super::level::{LevelKind, NodeConstraints};
use super::plain::{self, PlainContext};
use super::property::Properties;
use super::scalar::{ScalarToken, YamlStyle};
use super::{Next, YamlChecked, YamlReader};
use crate::text::{Fault, IssueCode, Span};

impl<'t> YamlReader<'t, '_> {
    /// Opens the list or mapping at the cursor, which is at its bracket.
    pub(super) fn begin_flow(&mut self, slot: NodeConstraints, anchor: Option<usize>) -> YamlChecked<Next> {
        let start = self.cursor.at();
        let kind = if self.cursor.peek() == Some(b'[') { LevelKind::FlowList } else { LevelKind::FlowMap };
        self.begin(kind, start, NodeConstraints::flow(slot.outer), anchor)?;
        self.cursor.advance(1);
        self.end = start + 1;
        Ok(Next::Entry)
    }

    /// Skips white space, comments and line breaks between brackets. Lines must be indented further than the node
    /// around the brackets, unless they begin with a closing bracket.
    #[inline]
    fn separate_flow(&mut self) -> YamlChecked {
        if !self.cursor.separate() {
            return Ok(());
        }
        if self.cursor.at_end() {
            return self.unfinished_fault().map_or(Ok(()), Err);
        }
        let Some(outer) = self.slot().outer else { return Ok(()) };
        // A closing bracket can have any indentation, as in libyaml.
        if self.cursor.indentation() > outer || matches!(self.cursor.peek(), Some(b']' | b'}')) {
            return Ok(());
        }
        let opener = self.levels.iter().rfind(|level| matches!(level.kind, LevelKind::FlowList | LevelKind::FlowMap));
        let opener = opener.map_or_else(String::new, |level| format!(" of {}", self.opener(level.start)));
        let message = format!("a line inside the brackets{opener} must be indented further than the lines around them");
        Err(Fault::new(IssueCode::YamlInnerIndent, message, Span::of(self.cursor.at(), self.cursor.at()))
            .help("perhaps a closing bracket is missing before it"))
    }

    /// Reads an entry, or the closing bracket.
    pub(super) fn entry(&mut self) -> YamlChecked<Next> {
        self.separate_flow()?;
        let kind = self.level().kind;
        match self.cursor.peek() {
            Some(b']' | b'}') => self.end_flow(),
            Some(b'?') if !plain::may_follow(&self.cursor, PlainContext::Flow) => self.explicit_flow_key(kind),
            _ if kind == LevelKind::FlowList => self.flow_node(),
            _ => self.flow_key(),
        }
    }

    pub(super) fn flow_node(&mut self) -> YamlChecked<Next> {
        let slot = self.slot();
        let mut begin = AnchorStart { cursor: self.cursor, slot };
        let indicator = self.end.saturating_sub(1);
        self.separate_flow()?;
        let start = self.cursor.at();
        let properties = self.flow_properties(&mut begin)?;
        let in_list = self.level().kind == LevelKind::FlowList;
        match self.cursor.peek() {
            Some(b',' | b']' | b'}') if !in_list || !properties.is_none() => {
                self.add_anchor(&properties, begin, false);
                self.read_empty(if properties.is_none() { indicator } else { start }, &properties)
            }
            Some(b':') if in_list && !plain::may_follow(&self.cursor, PlainContext::Flow) => {
                self.key_anchor(&properties, begin);
                self.pair(&empty(self.cursor.at()), &properties, start)
            }
            Some(b'[' | b'{') => {
                let anchor = self.add_anchor(&properties, begin, true);
                self.begin_flow(slot, anchor)
            }
            Some(b'*') => self.flow_alias(&properties, in_list),
            _ => {
                let token = self.token(slot)?;
                self.flow_scalar(token, &properties, begin, start)
            }
        }
    }

    /// Reads properties, which may be on several lines, and moves to the next token. Moves `begin` after them.
    fn flow_properties(&mut self, begin: &mut AnchorStart<'t>) -> YamlChecked<Properties<'t>> {
        let mut properties = Properties::default();
        while let Some(b'&' | b'!') = self.cursor.peek() {
            properties = properties.and(Properties::read(&mut self.cursor, PlainContext::Flow)?)?;
            begin.cursor = self.cursor;
            self.end = self.cursor.at();
            self.separate_flow()?;
        }
        Ok(properties)
    }

    fn flow_scalar(
        &mut self,
        token: ScalarToken<'t>,
        properties: &Properties<'t>,
        begin: AnchorStart<'t>,
        start: usize,
    ) -> YamlChecked<Next> {
        let slot = begin.slot;
        if !slot.scalar && self.level().kind == LevelKind::FlowList && self.is_key(&token, PlainContext::Flow) {
            if !self.is_on_one_line(&token) {
                return Err(long_key(token.span));
            }
            self.key_anchor(properties, begin);
            self.cursor.skip_blanks();
            return self.pair(&token, properties, start);
        }
        let token = if slot.scalar { token } else { self.read_further_lines(token, slot)? };
        self.add_anchor(properties, begin, false);
        self.scalar(token, properties)
    }

    /// Opens a mapping with one entry. Its key has been read up to the colon.
    pub(super) fn pair(
        &mut self,
        key: &ScalarToken<'t>,
        properties: &Properties<'t>,
        start: usize,
    ) -> YamlChecked<Next> {
        let slot = self.slot();
        self.begin(LevelKind::Pair, start, slot, None)?;
        let merges = self.take_key(key, properties, slot);
        Ok(self.value_begins(merges))
    }

    /// Reads a key between braces, and moves past its colon if it has one.
    fn flow_key(&mut self) -> YamlChecked<Next> {
        let slot = self.slot();
        let start = self.cursor.at();
        let mut begin = AnchorStart { cursor: self.cursor, slot };
        let properties = self.flow_properties(&mut begin)?;
        let token = match self.cursor.peek() {
            Some(b',' | b'}') if !properties.is_none() => empty(start),
            Some(b':') if !plain::may_follow(&self.cursor, PlainContext::Flow) => empty(self.cursor.at()),
            _ => {
                let token = self.key_token(slot, &properties)?;
                if self.is_key(&token, PlainContext::Flow) { token } else { self.read_further_lines(token, slot)? }
            }
        };
        self.key_anchor(&properties, begin);
        let merges = self.take_key(&token, &properties, slot);
        self.flow_value(&token, merges)
    }

    /// Moves past the colon of a key. A key without a colon has the value null.
    fn flow_value(&mut self, key: &ScalarToken<'t>, merges: bool) -> YamlChecked<Next> {
        self.separate_flow()?;
        let ends_key = plain::ends_key(self.cursor.bytes().get(self.cursor.at() + 1), PlainContext::Flow);
        if self.cursor.peek() == Some(b':') && (key.style == YamlStyle::Quoted || ends_key) {
            return Ok(self.value_begins(merges));
        }
        self.read_empty(key.span.start() as usize, &Properties::default())
    }

    /// Reads a key after `?`.
    fn explicit_flow_key(&mut self, kind: LevelKind) -> YamlChecked<Next> {
        let indicator = self.cursor.at();
        self.cursor.advance(1);
        self.end = self.cursor.at();
        if kind == LevelKind::FlowList {
            let slot = self.slot();
            self.begin(LevelKind::Pair, indicator, slot, None)?;
        }
        self.separate_flow()?;
        match self.cursor.peek() {
            Some(b',' | b']' | b'}') => {
                let key = empty(indicator);
                let slot = self.slot();
                self.take_key(&key, &Properties::default(), slot);
                self.read_empty(indicator, &Properties::default())
            }
            _ => self.flow_key(),
        }
    }

    /// Reads the text after an entry: a comma, or the closing bracket.
    pub(super) fn read_after_entry(&mut self) -> YamlChecked<Next> {
        self.separate_flow()?;
        match self.cursor.peek() {
            Some(b',') => {
                self.cursor.advance(1);
                self.end = self.cursor.at();
                Ok(Next::Entry)
            }
            Some(b']' | b'}') => self.end_flow(),
            _ => Err(self.no_comma()),
        }
    }

    /// Moves past the bracket that closes the innermost list or mapping, and checks that it has the right kind.
    fn end_flow(&mut self) -> YamlChecked<Next> {
        let (kind, start) = (self.level().kind, self.level().start);
        let closer = if kind == LevelKind::FlowList { ']' } else { '}' };
        if self.cursor.peek().map(char::from) != Some(closer) {
            let opener = self.opener(start);
            return Err(self.cursor.fault(IssueCode::YamlWrongBracket, |found| {
                format!("expected `{closer}` to close {opener}, found {found}")
            }));
        }
        // The bracket is read again after the mappings that are merged before it.
        if kind == LevelKind::FlowMap && self.merges_wait() {
            return self.close_map();
        }
        self.cursor.advance(1);
        self.end = self.cursor.at();
        let next = if kind == LevelKind::FlowMap { self.close_map()? } else { self.close_list() };
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        let is_key = match self.slot().around {
            _ if ahead.peek() != Some(b':') => false,
            PlainContext::Flow => true,
            PlainContext::Block => plain::ends_key(ahead.bytes().get(ahead.at() + 1), PlainContext::Block),
        };
        if is_key { Err(complex_key(Span::of(start, self.end))) } else { Ok(next) }
    }

    fn no_comma(&self) -> Fault {
        if let Some(fault) = self.unfinished_fault() {
            return fault;
        }
        let closer = if self.level().kind == LevelKind::FlowList { ']' } else { '}' };
        self.cursor.fault(IssueCode::YamlMissingComma, |found| {
            format!("expected `,` or `{closer}` after the value, found {found}")
        })
    }
}
