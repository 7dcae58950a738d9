//! The values of one document: what extraction yields and the steps of a rule work on.

use rustc_hash::FxHashMap;

use super::form::{PackedForm, ValueForm};
use super::texts::{TextBlocks, TextPlace};
use crate::text::{Number, Span, Value};

/// One value of a [`Values`]; four bytes, so that a hundred rules can each list a hundred thousand of them.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ValueId(u32);

/// The values of one document, each stored once however many rules list it.
///
/// Their texts are copied out of the document, lane by lane: all values of one name stand side by side. A rule that
/// walks through a hundred thousand values reads memory in order; through the document it would wait for every one.
#[derive(Default)]
pub struct Values {
    forms: Vec<PackedForm>,
    /// Where each stands in the document, apart from its form: most values are only judged.
    origins: Vec<Span>,
    texts: TextBlocks,
    lanes: Vec<Lane>,
    /// Of the texts in all lanes.
    text_bytes: usize,
    /// The lane that the next values go to.
    lane: usize,
    records: Vec<RecordData>,
    /// The lists of all records, one behind the other.
    members: Vec<ValueId>,
    bounds: Vec<u32>,
    labels: Vec<Box<[String]>>,
}

/// Values that stand side by side, with their texts.
#[derive(Default)]
struct Lane {
    /// The block of [`TextBlocks`] that its next text goes to, if there is room.
    block: Option<usize>,
    /// The places in `forms` that are reserved for the lane's next values.
    reserved: std::ops::Range<usize>,
}

/// The number of places that are reserved for a lane at a time.
const RESERVED: usize = 256;

/// The number of places that are reserved for a lane at first: most documents are short, and have a lane for each path.
const RESERVED_FIRST: usize = 8;

/// Where one record's lists are.
struct RecordData {
    labels: u32,
    /// Where in `Values::bounds` stands the start of its first list in `members`; behind it the end of each list.
    bounds: u32,
}

/// A value as the steps see it.
#[derive(Clone, Copy)]
pub enum ValueRef<'v> {
    /// Nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, as spelled.
    Number(&'v str),
    /// A text.
    Text(&'v str),
    /// Named lists of values.
    Record(Record<'v>),
    /// A node of the document, by its name.
    Element(&'v str),
}

impl<'v> ValueRef<'v> {
    /// The value as [`Values::as_text`] tells it.
    #[must_use]
    pub const fn as_text(self) -> Option<&'v str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            Self::Bool(value) => Some(if value { "true" } else { "false" }),
            Self::Null | Self::Record(_) | Self::Element(_) => None,
        }
    }
}

/// The named lists of one record.
#[derive(Clone, Copy)]
pub struct Record<'v> {
    values: &'v Values,
    data: &'v RecordData,
}

impl<'v> Record<'v> {
    /// Each name with its list, in the order of the `xpath`.
    pub fn lists(&self) -> impl Iterator<Item = (&'v str, &'v [ValueId])> + use<'v> {
        let (values, data) = (self.values, self.data);
        let labels = &values.labels[data.labels as usize];
        let first = data.bounds as usize;
        labels
            .iter()
            .zip(values.bounds[first..=first + labels.len()].windows(2))
            .map(move |(label, bound)| (label.as_str(), &values.members[bound[0] as usize..bound[1] as usize]))
    }
}

/// A set of record names that a [`Values`] knows.
#[derive(Clone, Copy, Debug)]
pub struct Labels(u32);

impl Values {
    /// No values yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty set for a document of `bytes` bytes. The values of a long document have room to grow without
    /// being moved.
    #[must_use]
    pub fn with_room(bytes: u64) -> Self {
        /// The approximate number of document bytes for each value, when everything that rules look at in a repository
        /// is taken.
        const BYTES: u64 = 128;
        let count = usize::try_from(bytes / BYTES).unwrap_or_default();
        let mut values = Self::new();
        // Memory that is not touched is only a number; where there is too little, it grows as it is needed.
        let _ = values.forms.try_reserve(count).and_then(|()| values.origins.try_reserve(count));
        values
    }

    /// Returns these values, with `lane` as the lane of the next ones. Values that are read together belong in one
    /// lane; one lane for all values works, too.
    pub const fn in_lane(&mut self, lane: usize) -> &mut Self {
        self.lane = lane;
        self
    }

    /// How much memory the values take, in bytes, about.
    #[must_use]
    pub const fn weight(&self) -> usize {
        self.text_bytes
            + self.forms.len() * (size_of::<PackedForm>() + size_of::<Span>())
            + self.members.len() * size_of::<ValueId>()
    }

    /// Adds nothing, found missing at `origin`.
    pub fn null(&mut self, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Null)
    }

    /// Adds a boolean.
    pub fn bool(&mut self, value: bool, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Bool(value))
    }

    /// Adds the empty text, found at `origin`.
    pub fn empty(&mut self, origin: Span) -> ValueId {
        self.text("", origin)
    }

    /// Adds the empty text of a node that holds attributes or other nodes: there is something, but no text.
    pub fn holder(&mut self, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Holder)
    }

    /// Adds a text, found at `origin`.
    pub fn text(&mut self, text: &str, origin: Span) -> ValueId {
        let place = self.place(text);
        self.push(origin, ValueForm::Text(place))
    }

    /// Adds a number as it is spelled, found at `origin`.
    pub fn number(&mut self, text: &str, origin: Span) -> ValueId {
        let place = self.place(text);
        self.push(origin, ValueForm::Number(place))
    }

    /// Adds the node at `origin`, by its name.
    pub fn element(&mut self, tag: &str, origin: Span) -> ValueId {
        let place = self.place(tag);
        self.push(origin, ValueForm::Element(place))
    }

    /// Adds a value of `other`, which knows the same record names.
    pub(super) fn take(&mut self, other: &Self, id: ValueId) -> ValueId {
        let origin = other.origin(id);
        if other.is_holder(id) {
            return self.holder(origin);
        }
        match other.get(id) {
            ValueRef::Null => self.null(origin),
            ValueRef::Bool(value) => self.bool(value, origin),
            ValueRef::Number(text) => self.number(text, origin),
            ValueRef::Text(text) => self.text(text, origin),
            ValueRef::Element(tag) => self.element(tag, origin),
            ValueRef::Record(record) => {
                let lists: Vec<Vec<ValueId>> =
                    record.lists().map(|(_, list)| list.iter().map(|&id| self.take(other, id)).collect()).collect();
                self.record(Labels(record.data.labels), lists.iter().map(Vec::as_slice), origin)
            }
        }
    }

    /// Forgets all values, but not the names of records, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.forms.clear();
        self.origins.clear();
        self.texts.clear();
        self.text_bytes = 0;
        self.lanes.fill_with(Lane::default);
        self.records.clear();
        self.members.clear();
        self.bounds.clear();
    }

    /// Forgets everything but its memory.
    pub(super) fn begin(&mut self) {
        self.clear();
        self.labels.clear();
    }

    /// Makes a set of record names known.
    pub fn labels(&mut self, labels: &[String]) -> Labels {
        self.labels.push(labels.into());
        Labels(narrow(self.labels.len() - 1))
    }

    /// Adds a record with one list for each of its `labels`.
    pub fn record<'l>(
        &mut self,
        labels: Labels,
        lists: impl IntoIterator<Item = &'l [ValueId]>,
        origin: Span,
    ) -> ValueId {
        let bounds = self.bounds.len();
        self.bounds.push(narrow(self.members.len()));
        for list in lists {
            self.members.extend_from_slice(list);
            self.bounds.push(narrow(self.members.len()));
        }
        debug_assert_eq!(self.bounds.len() - bounds - 1, self.labels[labels.0 as usize].len(), "a list for each name");
        self.records.push(RecordData { labels: labels.0, bounds: narrow(bounds) });
        let record = narrow(self.records.len() - 1);
        self.push(origin, ValueForm::Record(record))
    }

    /// The value itself.
    #[must_use]
    pub fn get(&self, id: ValueId) -> ValueRef<'_> {
        let text = |place: TextPlace| self.texts.get(place);
        match self.forms[id.0 as usize].form() {
            ValueForm::Null => ValueRef::Null,
            ValueForm::Bool(value) => ValueRef::Bool(value),
            ValueForm::Holder => ValueRef::Text(""),
            ValueForm::Text(place) => ValueRef::Text(text(place)),
            ValueForm::Number(place) => ValueRef::Number(text(place)),
            ValueForm::Record(record) => {
                ValueRef::Record(Record { values: self, data: &self.records[record as usize] })
            }
            ValueForm::Element(tag) => ValueRef::Element(text(tag)),
        }
    }

    /// Whether the value is a text, and an empty one or not: told without looking at the text.
    #[must_use]
    pub fn is_empty_text(&self, id: ValueId) -> Option<bool> {
        match self.forms[id.0 as usize].form() {
            ValueForm::Text(place) => Some(place.length == 0),
            ValueForm::Holder => Some(true),
            _ => None,
        }
    }

    /// The bytes of a value's text, or of the texts of a record.
    #[must_use]
    pub fn length_of(&self, id: ValueId) -> usize {
        match self.get(id) {
            ValueRef::Null | ValueRef::Bool(_) => 0,
            ValueRef::Number(text) | ValueRef::Text(text) | ValueRef::Element(text) => text.len(),
            ValueRef::Record(record) => record.lists().flat_map(|(_, list)| list).map(|&id| self.length_of(id)).sum(),
        }
    }

    /// Whether the value is the empty text of a node that holds attributes or other nodes.
    #[must_use]
    pub fn is_holder(&self, id: ValueId) -> bool {
        self.forms[id.0 as usize].form() == ValueForm::Holder
    }

    /// Where the value stands in the document; the empty range at its start for a value that stands nowhere.
    #[must_use]
    pub fn origin(&self, id: ValueId) -> Span {
        self.origins[id.0 as usize]
    }

    /// The value as a text that tests and regular expressions look at: numbers as spelled, `true`, `false`.
    /// `None` for null, records and nodes, which match nothing by themselves.
    #[must_use]
    pub fn as_text(&self, id: ValueId) -> Option<&str> {
        self.get(id).as_text()
    }

    /// The value as a report holds it.
    #[must_use]
    pub fn to_value(&self, id: ValueId) -> Value {
        match self.get(id) {
            ValueRef::Null => Value::Null,
            ValueRef::Bool(value) => Value::Bool(value),
            ValueRef::Number(text) => Value::Number(text.to_owned()),
            ValueRef::Text(text) => Value::Text(text.to_owned()),
            ValueRef::Element(tag) => Value::Element(tag.to_owned()),
            ValueRef::Record(record) => Value::Record(
                record
                    .lists()
                    .map(|(name, list)| (name.to_owned(), list.iter().map(|&id| self.to_value(id)).collect()))
                    .collect(),
            ),
        }
    }

    /// Whether two values are equal: of one type, numbers by value, all else exactly.
    #[must_use]
    pub fn equal(&self, a: ValueId, b: ValueId) -> bool {
        match (self.get(a), self.get(b)) {
            (ValueRef::Null, ValueRef::Null) => true,
            (ValueRef::Bool(a), ValueRef::Bool(b)) => a == b,
            (ValueRef::Text(a), ValueRef::Text(b)) => a == b,
            // What is no number at all equals nothing, but is there twice when it is spelled twice.
            (ValueRef::Number(x), ValueRef::Number(y)) => x == y || Number::of_document(x) == Number::of_document(y),
            (ValueRef::Element(_), ValueRef::Element(_)) => self.origin(a) == self.origin(b),
            (ValueRef::Record(a), ValueRef::Record(b)) => {
                let equal = |(x, y): (&ValueId, &ValueId)| self.equal(*x, *y);
                a.lists().count() == b.lists().count()
                    && a.lists().zip(b.lists()).all(|((name, list), (other, others))| {
                        name == other && list.len() == others.len() && list.iter().zip(others).all(equal)
                    })
            }
            _ => false,
        }
    }

    /// Texts that a function returned, as values of the list it was given: one that equals one of `data` takes that
    /// one's place (each used once, in order), any other has no place of its own.
    pub fn adopt(&mut self, returned: &[String], data: &[ValueId]) -> Vec<ValueId> {
        let mut places: FxHashMap<&str, std::collections::VecDeque<ValueId>> = FxHashMap::default();
        let wanted: rustc_hash::FxHashSet<&str> = returned.iter().map(String::as_str).collect();
        for &id in data {
            if let ValueRef::Text(text) = self.get(id)
                && wanted.contains(text)
            {
                places.entry(text).or_default().push_back(id);
            }
        }
        let adopted: Vec<Option<ValueId>> = returned
            .iter()
            .map(|text| places.get_mut(text.as_str()).and_then(std::collections::VecDeque::pop_front))
            .collect();
        let made = returned.iter().zip(adopted);
        made.map(|(text, known)| known.unwrap_or_else(|| self.text(text, Span::at(0)))).collect()
    }

    fn push(&mut self, origin: Span, form: ValueForm) -> ValueId {
        let end = self.forms.len();
        let lane = self.lane();
        // A lane gets its places in pieces, so that its values stand side by side.
        if lane.reserved.is_empty() {
            let count = if lane.reserved.end == 0 { RESERVED_FIRST } else { RESERVED };
            lane.reserved = end..end + count;
        }
        let (at, reserved) = (lane.reserved.start, lane.reserved.end);
        lane.reserved.start += 1;
        let form = PackedForm::new(form);
        if at == end {
            self.forms.resize(reserved, form);
            self.origins.resize(reserved, origin);
        }
        self.forms[at] = form;
        self.origins[at] = origin;
        ValueId(narrow(at))
    }

    /// Puts a text into the lane, and says where.
    fn place(&mut self, text: &str) -> TextPlace {
        let lane = self.lane;
        let block = self.lane().block;
        let (place, block) = self.texts.push(text, block);
        self.lanes[lane].block = Some(block);
        self.text_bytes += text.len();
        place
    }

    fn lane(&mut self) -> &mut Lane {
        if self.lanes.len() <= self.lane {
            self.lanes.resize_with(self.lane + 1, Lane::default);
        }
        &mut self.lanes[self.lane]
    }
}

/// A place in a table. One of 4 GiB entries would need far more memory than there is, so it fits 32 bits.
fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}

#[cfg(test)]
mod tests {
    use super::{ValueRef, Values};
    use crate::text::Span;
    use crate::text::Value;

    #[test]
    fn values_keep_their_type_and_place() {
        let mut values = Values::new();
        let text = values.text("x", Span::new(3, 6));
        let number = values.number("5", Span::new(7, 8));
        let node = values.element("A", Span::new(0, 12));
        assert_eq!((values.as_text(text), values.origin(text)), (Some("x"), Span::new(3, 6)));
        assert_eq!(values.to_value(number), Value::Number("5".to_owned()));
        assert!(matches!(values.get(node), ValueRef::Element("A")));
    }

    #[test]
    fn an_empty_text_is_told_from_others_and_from_what_is_none() {
        let mut values = Values::new();
        let [empty, text] = ["", "x"].map(|text| values.text(text, Span::at(0)));
        let [null, number] = [values.null(Span::at(0)), values.number("", Span::at(0))];
        let told = [empty, text, null, number].map(|id| values.is_empty_text(id));
        assert_eq!(told, [Some(true), Some(false), None, None]);
    }

    #[test]
    fn lanes_keep_their_values_apart() {
        let mut values = Values::new();
        let ids: Vec<_> =
            (0..2000_usize).map(|number| values.in_lane(number % 3).text(&number.to_string(), Span::at(0))).collect();
        for (number, &id) in ids.iter().enumerate() {
            assert_eq!(values.as_text(id), Some(number.to_string().as_str()));
        }
    }

    #[test]
    fn records_keep_names_and_order() {
        let mut values = Values::new();
        let (a, b) = (values.text("a", Span::at(0)), values.null(Span::at(0)));
        let labels = values.labels(&["X".to_owned(), "Y".to_owned()]);
        let record = values.record(labels, [&[a, b][..], &[]], Span::at(0));
        let other = values.record(labels, [&[a][..], &[]], Span::at(0));
        assert_eq!(values.to_value(record).to_string(), r#"{"X":["a",null],"Y":[]}"#);
        assert!(values.equal(record, record) && !values.equal(record, other));
    }

    #[test]
    fn each_of_the_data_gives_its_place_once() {
        let mut values = Values::new();
        let data = [values.text("b", Span::new(1, 2))];
        let adopted = values.adopt(&["x".to_owned(), "b".to_owned(), "b".to_owned()], &data);
        let origins: Vec<Span> = adopted.iter().map(|&id| values.origin(id)).collect();
        assert_eq!(origins, [Span::at(0), Span::new(1, 2), Span::at(0)]);
    }
}
