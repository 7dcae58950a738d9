//! Values of nodes that are still open. It is not known yet whether an extraction needs them.

use rustc_hash::FxHashMap;

use super::own_text::{OwnText, trim};
use super::plan::NodeSlot;
use super::values::{ValueId, Values};
use crate::format::{Leaf, Scalar, Tag};
use crate::text::Span;

/// A value of an open node. Its text is in [`Held`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub origin: Span,
    pub form: RawForm,
}

/// The form of the value, like the form of a value in [`Values`].
#[derive(Clone, Copy, Debug)]
pub(super) enum RawForm {
    Null,
    Bool(bool),
    Empty,
    Holder,
    Text(Span),
    Number(Span),
    /// A number that no test uses.
    Line(u32),
    /// A node, by its name.
    Element(Span),
}

impl Raw {
    pub const fn length(&self) -> usize {
        match self.form {
            RawForm::Text(place) | RawForm::Number(place) | RawForm::Element(place) => {
                (place.end() - place.start()) as usize
            }
            RawForm::Null | RawForm::Bool(_) | RawForm::Empty | RawForm::Holder | RawForm::Line(_) => 0,
        }
    }
}

/// A value that a frame's slot has taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Captured {
    /// The start of the node or attribute that has the value: the selected node, or a node below it.
    pub at: u32,
    pub raw: Raw,
    /// The ids of the value among the values that pass and those that stay, after an extraction has added it there.
    kept: [Option<ValueId>; 2],
}

impl Captured {
    pub const fn new(of: Span, raw: Raw) -> Self {
        Self { at: of.start(), raw, kept: [None; 2] }
    }

    /// Returns the id of the value in `values`, which are the values that stay or those that pass. Adds the value to
    /// the current lane at the first call. `node` is the range of the selected node.
    #[inline]
    pub fn keep(&mut self, values: &mut Values, stays: bool, pending: &Held, node: Span) -> ValueId {
        let place = usize::from(stays);
        self.kept[place].unwrap_or_else(|| *self.kept[place].insert(self.put(values, pending, node)))
    }

    #[inline(never)]
    fn put(&self, values: &mut Values, pending: &Held, node: Span) -> ValueId {
        let origin = self.raw.origin;
        match self.raw.form {
            RawForm::Null => values.null(origin),
            RawForm::Bool(value) => values.bool(value, origin),
            RawForm::Empty => values.empty(origin),
            RawForm::Holder => values.add_container(origin),
            RawForm::Text(place) => values.text(pending.get(place), origin),
            RawForm::Number(place) => values.number(pending.get(place), origin),
            RawForm::Line(line) => values.number(&line.to_string(), origin),
            RawForm::Element(tag) => values.element(pending.get(tag), node),
        }
    }
}

/// The text of open nodes, and the number of bytes that open nodes take in total.
#[derive(Debug, Default)]
pub(super) struct Held {
    texts: String,
    /// The number of bytes of text that were in use at the last cleanup.
    of_use: usize,
    other: usize,
}

/// The number of bytes of text that may be unused before the next cleanup.
const IDLE: usize = 1 << 20;

impl Held {
    /// Returns the total number of bytes.
    pub const fn bytes(&self) -> usize {
        self.texts.len() + self.other
    }

    /// Adds bytes that are stored elsewhere to the total.
    pub const fn count(&mut self, bytes: usize) {
        self.other += bytes;
    }

    /// Subtracts bytes that were stored elsewhere from the total.
    pub const fn release(&mut self, bytes: usize) {
        self.other = self.other.saturating_sub(bytes);
    }

    /// Clears everything. Must be called while no node is open.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.of_use = 0;
        self.other = 0;
    }

    /// Returns true if the text is large enough for a cleanup.
    pub const fn may_be_idle(&self) -> bool {
        // The factor limits the time of all cleanups to a multiple of the time for adding the text.
        self.texts.len() > 2 * self.of_use + IDLE
    }

    /// Removes all text that these values do not use: the text of nodes that closed inside a node that is still open.
    #[inline(never)]
    pub fn keep_only<'r>(&mut self, raws: impl Iterator<Item = &'r mut Raw>) {
        let mut kept = String::new();
        // Several values can share the same text.
        let mut moved: FxHashMap<Span, Span> = FxHashMap::default();
        for raw in raws {
            if let RawForm::Text(place) | RawForm::Number(place) | RawForm::Element(place) = &mut raw.form {
                *place = *moved.entry(*place).or_insert_with(|| {
                    let start = kept.len();
                    kept.push_str(&self.texts[place.range()]);
                    Span::of(start, kept.len())
                });
            }
        }
        self.texts = kept;
        self.of_use = self.texts.len();
    }

    pub fn get(&self, place: Span) -> &str {
        &self.texts[place.range()]
    }

    pub fn text(&mut self, text: &str, origin: Span) -> Raw {
        Raw { origin, form: RawForm::Text(self.add(text)) }
    }

    pub fn number(&mut self, text: &str, origin: Span) -> Raw {
        Raw { origin, form: RawForm::Number(self.add(text)) }
    }

    #[inline]
    pub fn scalar(&mut self, scalar: &Scalar<'_>, origin: Span) -> Raw {
        match scalar {
            Scalar::Null => Raw { origin, form: RawForm::Null },
            Scalar::Bool(value) => Raw { origin, form: RawForm::Bool(*value) },
            Scalar::Number(text) => self.number(text, origin),
            Scalar::Text(text) => self.text(text, origin),
        }
    }

    /// Returns the value of a node that contains only text.
    pub fn leaf(&mut self, leaf: &Leaf<'_>) -> Raw {
        let (text, origin) = trim(leaf.text, leaf.text_span());
        if text.is_empty() {
            return Raw { origin: leaf.start_tag, form: RawForm::Empty };
        }
        self.text(text, origin)
    }

    /// Returns the name of a node; null for a node without a name.
    pub fn tag(&mut self, tag: Option<Tag<'_>>, start_tag: Span) -> Raw {
        let Some(tag) = tag else { return Raw { origin: start_tag, form: RawForm::Null } };
        self.text(tag.full, tag.place(start_tag))
    }

    /// Returns the node itself. Its place is `start_tag` until it closes.
    pub fn element(&mut self, tag: Option<Tag<'_>>, start_tag: Span) -> Raw {
        Raw { origin: start_tag, form: RawForm::Element(self.add(tag.map_or("", |tag| tag.full))) }
    }

    fn add(&mut self, text: &str) -> Span {
        let start = self.texts.len();
        self.texts.push_str(text);
        Span::of(start, self.texts.len())
    }
}

/// A selected node that is open, with the values that the slots of its group have taken so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub group: usize,
    pub start_tag: Span,
    /// The values of each slot of the group, in document order. There may be more lists than slots: lists of a group
    /// with more slots are kept for their memory.
    pub captured: Vec<Vec<Captured>>,
    /// True if all text below the node is collected.
    pub collects: bool,
    pub collected: OwnText,
}

impl Frame {
    /// Resets the frame for a node that a group has selected.
    pub fn open(&mut self, group: usize, slots: usize, start_tag: Span) {
        self.group = group;
        self.start_tag = start_tag;
        self.captured.iter_mut().for_each(Vec::clear);
        if self.captured.len() < slots {
            self.captured.resize_with(slots, Vec::new);
        }
        self.collects = false;
        self.collected.clear();
    }

    /// Stores the text that was collected below the node as the value of its slot.
    pub fn take_collected(&mut self, slots: &[NodeSlot], pending: &mut Held) {
        let Some(slot) = slots.iter().position(|slot| *slot == NodeSlot::AllText) else { return };
        let raw = match self.collected.trimmed() {
            Some((text, origin)) => pending.text(text, origin),
            None => Raw { origin: self.start_tag, form: RawForm::Empty },
        };
        pending.release(self.collected.byte_count());
        self.captured[slot].push(Captured::new(self.start_tag, raw));
    }
}

/// Returns the text that tests compare; `None` for null, which matches no test, and for lines and nodes, which tests
/// cannot name.
pub(super) fn text_of<'a>(raw: &Raw, pending: &'a Held) -> Option<&'a str> {
    Some(match raw.form {
        RawForm::Null | RawForm::Line(_) | RawForm::Element(_) => return None,
        RawForm::Bool(value) => ["false", "true"][usize::from(value)],
        RawForm::Empty | RawForm::Holder => "",
        RawForm::Text(place) | RawForm::Number(place) => pending.get(place),
    })
}
