//! From what has been read to the sink: nodes open, get their values, and close.

use std::borrow::Cow;

use super::anchor::{Anchor, AnchorStart};
use super::level::{LevelKind, Merging, NodeConstraints, YamlLevel};
use super::plain::PlainContext;
use super::property::Properties;
use super::scalar::{ScalarToken, YamlStyle};
use super::{Next, YamlChecked, YamlReader};
use crate::format::key::KeyName;
use crate::format::named::shown;
use crate::format::repeats::REPEATED;
use crate::format::{MAX_DEPTH, Malformed, RepeatedKey, Scalar, Tag};
use crate::text::{Fault, IssueCode, Span};

impl<'t> YamlReader<'t, '_> {
    /// The innermost level; while a document is read there is one.
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

    /// Opens the node that the innermost level is open for, whose value starts at `start`.
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

    /// Hands on a scalar as the value of a node of its own.
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
                Some(place) => self.sink.scalar(copied(scalar), place),
            }
        }
        self.close();
        Ok(Next::Behind)
    }

    /// A node without content: a null, or an empty text if its tag asks for a text. `start` is where its value would be.
    pub(super) fn nothing(&mut self, start: usize, properties: &Properties<'t>) -> YamlChecked<Next> {
        let span = self.level().key.unwrap_or_else(|| first_character(self.cursor.text(), start));
        self.scalar(ScalarToken { text: Cow::Owned(String::new()), span, style: YamlStyle::Plain }, properties)
    }

    /// Opens a list or mapping at `start`, which the innermost level's slot is for.
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
        let name = outer.name.filter(|_| is_list);
        // A list is no node, and a mapping that is merged adds to the one around it.
        if !is_list && merging == Merging::No {
            self.open(start)?;
            self.keys.open();
        }
        let first_merge = self.merges.len();
        self.levels.push(YamlLevel { kind, start, slot, name, key: None, anchor, merging, first_merge, merged: 0 });
        Ok(())
    }

    /// Closes the innermost list.
    pub(super) fn close_list(&mut self) -> Next {
        self.pop();
        Next::Behind
    }

    /// Merges what is to be merged into the innermost mapping, and closes it when that is done.
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

    /// Whether something is still to be merged into the innermost mapping.
    pub(super) fn merges_wait(&self) -> bool {
        self.merges.len() > self.level().first_merge + self.level().merged
    }

    fn pop(&mut self) {
        if let Some(anchor) = self.levels.pop().and_then(|level| level.anchor) {
            self.anchors.close(anchor);
        }
    }

    /// Takes `token`, which has these properties, as the key of the innermost mapping, whose value `slot` is the place of.
    /// Says whether that value is to be merged into the mapping.
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
            // Between quotes, or without any.
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
            let is_told = self.muted.is_none();
            self.mute();
            return is_told;
        }
        if !self.keys.add(self.cursor.text(), name) {
            self.repeat(&token.text, span);
        }
        false
    }

    /// A key that its mapping has already. One that is merged in gives way; any other is a node of its own. Unity repeats keys on purpose.
    #[cold]
    fn repeat(&mut self, key: &str, span: Span) {
        if self.level().merging == Merging::Source {
            self.mute();
        } else if self.muted.is_none() && self.copies.is_empty() && !self.handles.are_of_unity {
            self.repeated.add(|| {
                let message = format!("the key `{}` stands in this mapping already", shown(key));
                let fault = Fault::new(IssueCode::YamlRepeatedKey, message, span).help(REPEATED);
                RepeatedKey { key: key.to_owned(), fault }
            });
        }
    }

    /// Reads the value that follows without telling the sink.
    fn mute(&mut self) {
        if self.muted.is_none() {
            self.muted = Some(self.levels.len());
        }
    }

    /// Goes behind the colon of a key; a value that `merges` is remembered for when its mapping ends.
    #[inline]
    pub(super) fn value_begins(&mut self, merges: bool) -> Next {
        self.cursor.advance(1);
        self.end = self.cursor.at();
        if merges {
            self.merges.push(AnchorStart { cursor: self.cursor, slot: self.slot() });
        }
        Next::Node
    }

    /// Makes a node that starts at the cursor known by its anchor.
    pub(super) fn anchored(
        &mut self,
        properties: &Properties<'t>,
        start: AnchorStart<'t>,
        is_open: bool,
    ) -> Option<usize> {
        let (name, _) = properties.anchor?;
        // What is read again has been made known the first time.
        self.copies.is_empty().then(|| self.anchors.add(name, Anchor { start, is_open }))
    }

    /// Returns the fault if the text has ended between brackets, otherwise `None`.
    pub(super) fn unfinished(&self) -> Option<Malformed> {
        let level = self.levels.iter().rfind(|level| matches!(level.kind, LevelKind::FlowList | LevelKind::FlowMap))?;
        if !self.cursor.at_end() || level.slot.around != PlainContext::Flow {
            return None;
        }
        let closer = if level.kind == LevelKind::FlowList { ']' } else { '}' };
        let message = format!("the document ends before the `{closer}` of {}", self.opener(level.start));
        Some(Malformed::new(IssueCode::YamlUnfinished, message, Span::of(self.end, self.end)))
    }

    /// The bracket at `start`, as a message names it.
    pub(super) fn opener(&self, start: usize) -> String {
        let text = self.cursor.text();
        let line = crate::text::LineIndex::new(text).line(Span::of(start, start).start());
        format!("the `{}` on line {line}", &text[start..=start])
    }
}

fn first_character(text: &str, start: usize) -> Span {
    Span::of(start, start + text[start..].chars().next().map_or(0, char::len_utf8))
}

/// A scalar as one that does not stand at the place of its node.
fn copied(scalar: Scalar<'_>) -> Scalar<'_> {
    let made = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
    match scalar {
        Scalar::Number(text) => Scalar::Number(made(text)),
        Scalar::Text(text) => Scalar::Text(made(text)),
        Scalar::Null | Scalar::Bool(_) => scalar,
    }
}

pub(super) fn too_deep(at: usize) -> Malformed {
    let message = format!("values nest more than {MAX_DEPTH} deep");
    Malformed::new(IssueCode::YamlTooDeep, message, Span::of(at, at))
}

fn bad_merge(span: Span) -> Malformed {
    let message = "`<<` merges mappings, and this is none";
    Malformed::new(IssueCode::YamlBadMerge, message, span).help("a key that is really called `<<` is written in quotes")
}
