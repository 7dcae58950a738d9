//! Values of nodes that are still open: seen, and not yet known to be wanted.

use rustc_hash::FxHashMap;

use super::own_text::{OwnText, trim};
use super::plan::NodeSlot;
use super::values::{ValueId, Values};
use crate::format::{Leaf, Scalar, Tag};
use crate::text::Span;

/// A value that has been seen; its text is [`Held`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub origin: Span,
    pub form: RawForm,
}

/// As the forms of a kept value; see [`Values`].
#[derive(Clone, Copy, Debug)]
pub(super) enum RawForm {
    Null,
    Bool(bool),
    Empty,
    Holder,
    Text(Span),
    Number(Span),
    /// A number that no test looks at.
    Line(u32),
    /// A node, by its name.
    Element(Span),
}

impl Raw {
    /// Returns the length of its text in bytes.
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
    /// Where the node or attribute starts that it is a value of: the selected node, or something below it.
    pub at: u32,
    pub raw: Raw,
    /// Its places among the values that pass and among those that stay, once an extraction has put it there.
    kept: [Option<ValueId>; 2],
}

impl Captured {
    pub const fn new(of: Span, raw: Raw) -> Self {
        Self { at: of.start(), raw, kept: [None; 2] }
    }

    /// The value in `values`, those that stay or those that pass, put into the lane at hand the first time; `node` is
    /// the range of the selected node.
    #[inline]
    pub fn keep(&mut self, values: &mut Values, stays: bool, held: &Held, node: Span) -> ValueId {
        let place = usize::from(stays);
        self.kept[place].unwrap_or_else(|| *self.kept[place].insert(self.put(values, held, node)))
    }

    /// Puts the value into `values`.
    #[inline(never)]
    fn put(&self, values: &mut Values, held: &Held, node: Span) -> ValueId {
        let origin = self.raw.origin;
        match self.raw.form {
            RawForm::Null => values.null(origin),
            RawForm::Bool(value) => values.bool(value, origin),
            RawForm::Empty => values.empty(origin),
            RawForm::Holder => values.holder(origin),
            RawForm::Text(place) => values.text(held.get(place), origin),
            RawForm::Number(place) => values.number(held.get(place), origin),
            RawForm::Line(line) => values.number(&line.to_string(), origin),
            RawForm::Element(tag) => values.element(held.get(tag), node),
        }
    }
}

/// Texts of open nodes, and the count of all bytes held for open nodes.
#[derive(Debug, Default)]
pub(super) struct Held {
    texts: String,
    /// How many bytes of texts were of use when that was last looked at.
    of_use: usize,
    other: usize,
}

/// Up to so many bytes of texts may be of no use any more.
const IDLE: usize = 1 << 20;

impl Held {
    /// Bytes held in all.
    pub const fn bytes(&self) -> usize {
        self.texts.len() + self.other
    }

    /// Counts bytes held elsewhere.
    pub const fn count(&mut self, bytes: usize) {
        self.other += bytes;
    }

    /// Stops counting bytes that were held elsewhere.
    pub const fn release(&mut self, bytes: usize) {
        self.other = self.other.saturating_sub(bytes);
    }

    /// Forgets everything: no node is open.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.of_use = 0;
        self.other = 0;
    }

    /// Whether the texts have grown so much that it is worth a look which of them are of use.
    pub const fn may_be_idle(&self) -> bool {
        self.texts.len() > 2 * self.of_use + IDLE
    }

    /// Forgets the texts that are not of these values: those of nodes that have closed inside one that is open.
    #[inline(never)]
    pub fn keep_only<'r>(&mut self, raws: impl Iterator<Item = &'r mut Raw>) {
        let mut kept = String::new();
        // One text may be of several values.
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

    /// A scalar at `origin`.
    #[inline]
    pub fn scalar(&mut self, scalar: &Scalar<'_>, origin: Span) -> Raw {
        match scalar {
            Scalar::Null => Raw { origin, form: RawForm::Null },
            Scalar::Bool(value) => Raw { origin, form: RawForm::Bool(*value) },
            Scalar::Number(text) => self.number(text, origin),
            Scalar::Text(text) => self.text(text, origin),
        }
    }

    /// The value of a node that holds nothing but a text.
    pub fn leaf(&mut self, leaf: &Leaf<'_>) -> Raw {
        let (text, origin) = trim(leaf.text, leaf.text_span());
        if text.is_empty() {
            return Raw { origin: leaf.start_tag, form: RawForm::Empty };
        }
        self.text(text, origin)
    }

    /// The name of a node; nothing for one that has none.
    pub fn tag(&mut self, tag: Option<Tag<'_>>, start_tag: Span) -> Raw {
        let Some(tag) = tag else { return Raw { origin: start_tag, form: RawForm::Null } };
        self.text(tag.full, tag.place(start_tag))
    }

    /// The node itself; `start_tag` until it closes.
    pub fn element(&mut self, tag: Option<Tag<'_>>, start_tag: Span) -> Raw {
        Raw { origin: start_tag, form: RawForm::Element(self.add(tag.map_or("", |tag| tag.full))) }
    }

    fn add(&mut self, text: &str) -> Span {
        let start = self.texts.len();
        self.texts.push_str(text);
        Span::of(start, self.texts.len())
    }
}

/// A selected node that is open, with what its group's slots have taken so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub group: usize,
    pub start_tag: Span,
    /// For each slot of the group its values, in the order of the document. There may be more lists, left from a group
    /// with more slots and kept for their memory.
    pub captured: Vec<Vec<Captured>>,
    /// Whether all text below the node is taken, and that text.
    pub collects: bool,
    pub collected: OwnText,
}

impl Frame {
    /// Begins anew for a node that a group has selected.
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

    /// Takes the text collected below the node as the value of its slot.
    pub fn take_collected(&mut self, slots: &[NodeSlot], held: &mut Held) {
        let Some(slot) = slots.iter().position(|slot| *slot == NodeSlot::AllText) else { return };
        let raw = match self.collected.trimmed() {
            Some((text, origin)) => held.text(text, origin),
            None => Raw { origin: self.start_tag, form: RawForm::Empty },
        };
        held.release(self.collected.held());
        self.captured[slot].push(Captured::new(self.start_tag, raw));
    }
}

/// The text that tests look at. `None` for a null, which meets no test, and for lines and nodes, which no test names.
pub(super) fn text_of<'a>(raw: &Raw, held: &'a Held) -> Option<&'a str> {
    Some(match raw.form {
        RawForm::Null | RawForm::Line(_) | RawForm::Element(_) => return None,
        RawForm::Bool(value) => ["false", "true"][usize::from(value)],
        RawForm::Empty | RawForm::Holder => "",
        RawForm::Text(place) | RawForm::Number(place) => held.get(place),
    })
}
