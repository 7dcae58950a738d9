//! Passes nodes to the sink: opens them, sets their values, and closes them.

use std::borrow::Cow;

use super::anchor::{Anchor, AnchorStart};
use super::level::{LevelKind, Merging, NodeConstraints, YamlLevel};
use super::plain::PlainContext;
use super::property::Properties;
use super::scalar::{ScalarToken, YamlStyle};
use super::{Next, YamlChecked, YamlReader};
use crate::format::key::KeyName;
use crate::format::named::shorten;
use crate::format::repeats::REPEATED;
use crate::format::{MAX_DEPTH, RepeatedKey, Scalar, Tag};
use crate::text::{Fault, IssueCode, Span};

impl<'t> YamlReader<'t, '_> {
    /// Returns the innermost level. While a document is read, there is always one.
    #[inline]
    pub(super) fn level(&self) -> &YamlLevel {
        &self.levels[self.levels.len() - 1]
    }

    #[inline]
    pub(super) fn level_mut(&mut self) -> &mut YamlLevel {
        let top = self.levels.len() - 1;
        &mut self.levels[top]
    }

    #[inline]
    pub(super) fn slot(&self) -> NodeConstraints {
        self.level().slot
    }

    /// Opens the node for which the innermost level is open. Its value starts at `start`.
    #[inline]
    fn open(&mut self, start: usize) -> YamlChecked {
        if self.nodes >= MAX_DEPTH {
            return Err(too_deep(start));
        }
        self.nodes += 1;
        self.copied += usize::from(!self.copies.is_empty());
        if self.muted.is_none() {
            let level = &self.levels[self.levels.len() - 1];
            let text = self.cursor.text();
            let span = level.key.or(self.place).unwrap_or_else(|| first_character(text, start));
            let tag = level.name.map(|name| Tag::key(self.keys.text_of(name, text)));
            self.sink.open(tag, span);
        }
        Ok(())
    }

    #[inline]
    fn close(&mut self) {
        self.nodes -= 1;
        if self.muted.is_none() {
            self.sink.close(self.place.map_or(Span::of(self.end, self.end).end(), Span::end));
        }
    }

    /// Passes on a scalar as a node.
    #[inline]
    pub(super) fn scalar(&mut self, token: ScalarToken<'t>, properties: &Properties<'t>) -> YamlChecked<Next> {
        let span = token.span;
        if self.level().merging == Merging::Sources && self.muted.is_none() {
            return Err(bad_merge(self.place.unwrap_or(span)));
        }
        self.open(span.start() as usize)?;
        if self.muted.is_none() {
            let scalar = self.value(token, properties);
            match self.place {
                None => self.sink.scalar(scalar, span),
                Some(place) => self.sink.scalar(copy_scalar(scalar), place),
            }
        }
        self.close();
        Ok(Next::Behind)
    }

    /// Reads a node without content: null, or the empty string if its tag requires a string. `start` is the place where
    /// the value is missing.
    pub(super) fn read_empty(&mut self, start: usize, properties: &Properties<'t>) -> YamlChecked<Next> {
        let span = self.level().key.unwrap_or_else(|| first_character(self.cursor.text(), start));
        self.scalar(ScalarToken { text: Cow::Owned(String::new()), span, style: YamlStyle::Plain }, properties)
    }

    /// Opens a list or mapping at `start` in the slot of the innermost level.
    pub(super) fn begin(
        &mut self,
        kind: LevelKind,
        start: usize,
        slot: NodeConstraints,
        anchor: Option<usize>,
    ) -> YamlChecked {
        if self.levels.len() > MAX_DEPTH {
            return Err(too_deep(start));
        }
        let is_list = matches!(kind, LevelKind::List | LevelKind::FlowList);
        let outer = self.level();
        let merging = match outer.merging {
            Merging::Sources if is_list => Merging::Sources,
            Merging::Sources => Merging::Source,
            Merging::No | Merging::Source => Merging::No,
        };
        // The items of a list have its name. In a mapping, each key is a new name.
        let name = outer.name.filter(|_| is_list);
        // A list has no node, and a merged mapping adds its keys to the mapping around it.
        if !is_list && merging == Merging::No {
            self.open(start)?;
            self.keys.open();
        }
        let first_merge = self.merges.len();
        self.levels.push(YamlLevel { kind, start, slot, name, key: None, anchor, merging, first_merge, merged: 0 });
        Ok(())
    }

    pub(super) fn close_list(&mut self) -> Next {
        self.pop();
        Next::Behind
    }

    /// Reads the next mapping to merge into the innermost mapping. If there are no more, closes the innermost mapping.
    pub(super) fn close_map(&mut self) -> YamlChecked<Next> {
        let level = self.level();
        if let Some(&merge) = self.merges.get(level.first_merge + level.merged) {
            self.level_mut().merged += 1;
            return self.begin_merge(merge);
        }
        let (merging, first_merge) = (level.merging, level.first_merge);
        self.merges.truncate(first_merge);
        self.pop();
        if merging == Merging::No {
            self.keys.close();
            self.close();
        }
        Ok(Next::Behind)
    }

    /// Returns true if there are more mappings to merge into the innermost mapping.
    pub(super) fn merges_wait(&self) -> bool {
        self.merges.len() > self.level().first_merge + self.level().merged
    }

    fn pop(&mut self) {
        if let Some(anchor) = self.levels.pop().and_then(|level| level.anchor) {
            self.anchors.close(anchor);
        }
    }

    /// Adds `token` with these properties as a key of the innermost mapping. `slot` has the constraints of its value.
    /// Returns true if the value is to be merged into the mapping.
    #[inline]
    pub(super) fn take_key(
        &mut self,
        token: &ScalarToken<'t>,
        properties: &Properties<'t>,
        slot: NodeConstraints,
    ) -> bool {
        // In quotes, `<<` is a key like any other.
        let merges = token.style == YamlStyle::Plain && token.text == "<<" && properties.tag.is_none();
        let span = self.place.unwrap_or(token.span);
        let name = match &token.text {
            // In quotes, or without quotes.
            Cow::Borrowed(_) if token.style == YamlStyle::Quoted => {
                KeyName::Written(Span::new(token.span.start() + 1, token.span.end() - 1))
            }
            Cow::Borrowed(text) => {
                KeyName::Written(Span::of(token.span.start() as usize, token.span.start() as usize + text.len()))
            }
            Cow::Owned(text) => self.keys.make(text),
        };
        let level = self.level_mut();
        (level.name, level.key, level.slot) = (Some(name), Some(span), slot);
        if merges {
            let is_reported = self.muted.is_none();
            self.skip_value();
            return is_reported;
        }
        if !self.keys.add(self.cursor.text(), name) {
            self.repeat(&token.text, span);
        }
        false
    }

    /// Records a key that its mapping already has. A merged key is dropped. Any other key is a separate node. Unity
    /// repeats keys on purpose.
    #[cold]
    fn repeat(&mut self, key: &str, span: Span) {
        if self.level().merging == Merging::Source {
            self.skip_value();
        } else if self.muted.is_none() && self.copies.is_empty() && !self.handles.are_of_unity {
            self.repeated.add(|| {
                let message = format!("this mapping already has the key `{}`", shorten(key));
                let fault = Fault::new(IssueCode::YamlRepeatedKey, message, span).help(REPEATED);
                RepeatedKey { key: key.to_owned(), fault }
            });
        }
    }

    /// Reads the next value without calls of the sink.
    fn skip_value(&mut self) {
        if self.muted.is_none() {
            self.muted = Some(self.levels.len());
        }
    }

    /// Moves past the colon of a key. If `merges` is true, the value is stored to be merged at the end of the mapping.
    #[inline]
    pub(super) fn value_begins(&mut self, merges: bool) -> Next {
        self.cursor.advance(1);
        self.end = self.cursor.at();
        if merges {
            self.merges.push(AnchorStart { cursor: self.cursor, slot: self.slot() });
        }
        Next::Node
    }

    /// Adds the anchor of a node that starts at the cursor.
    pub(super) fn add_anchor(
        &mut self,
        properties: &Properties<'t>,
        start: AnchorStart<'t>,
        is_open: bool,
    ) -> Option<usize> {
        let (name, _) = properties.anchor?;
        // Anchors in copies were added when the node was first read.
        self.copies.is_empty().then(|| self.anchors.add(name, Anchor { start, is_open }))
    }

    /// Returns the fault if the text has ended between brackets, otherwise `None`.
    pub(super) fn unfinished_fault(&self) -> Option<Fault> {
        let level = self.levels.iter().rfind(|level| matches!(level.kind, LevelKind::FlowList | LevelKind::FlowMap))?;
        if !self.cursor.at_end() || level.slot.around != PlainContext::Flow {
            return None;
        }
        let closer = if level.kind == LevelKind::FlowList { ']' } else { '}' };
        let message = format!("the document ends before the `{closer}` of {}", self.opener(level.start));
        Some(Fault::new(IssueCode::YamlUnfinished, message, Span::of(self.end, self.end)))
    }

    /// Returns the description of the bracket at `start` for a message.
    pub(super) fn opener(&self, start: usize) -> String {
        let text = self.cursor.text();
        let line = crate::text::LineIndex::new(text).line(Span::of(start, start).start());
        format!("the `{}` on line {line}", &text[start..=start])
    }
}

fn first_character(text: &str, start: usize) -> Span {
    Span::of(start, start + text[start..].chars().next().map_or(0, char::len_utf8))
}

/// Returns a scalar that is not borrowed, because the text at the place of its node differs.
fn copy_scalar(scalar: Scalar<'_>) -> Scalar<'_> {
    let made = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
    match scalar {
        Scalar::Number(text) => Scalar::Number(made(text)),
        Scalar::Text(text) => Scalar::Text(made(text)),
        Scalar::Null | Scalar::Bool(_) => scalar,
    }
}

pub(super) fn too_deep(at: usize) -> Fault {
    let message = format!("values nest more than {MAX_DEPTH} deep");
    Fault::new(IssueCode::YamlTooDeep, message, Span::of(at, at))
}

fn bad_merge(span: Span) -> Fault {
    let message = "`<<` merges mappings, but this value is not a mapping";
    Fault::new(IssueCode::YamlBadMerge, message, span).help("put a key that is really called `<<` in quotes")
}
