//! The values of one document, which extractions yield and the steps of a rule process.

use rustc_hash::FxHashMap;

use super::form::{PackedForm, ValueForm};
use super::texts::{TextBlocks, TextPlace};
use crate::text::{Number, Span, Value};

/// The id of a value in [`Values`]. It takes four bytes, so that a hundred rules can each list a hundred thousand
/// values.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ValueId(u32);

/// The values of one document. Each is stored once, for all rules that list it.
///
/// Strings are copied from the document into lanes: all values of one name are next to each other. A rule that
/// processes a hundred thousand values reads memory in order, which is much faster than reading the document again.
#[derive(Default)]
pub struct Values {
    forms: Vec<PackedForm>,
    /// The place of each value in the document. It is separate from the form, because most values are only judged.
    origins: Vec<Span>,
    texts: TextBlocks,
    lanes: Vec<Lane>,
    /// The total number of bytes of strings in all lanes.
    text_bytes: usize,
    /// The lane of the next values.
    lane: usize,
    records: Vec<RecordData>,
    /// The lists of all records, one after the other.
    members: Vec<ValueId>,
    bounds: Vec<u32>,
    labels: Vec<Box<[String]>>,
}

/// Values that are next to each other, with their strings.
#[derive(Default)]
struct Lane {
    /// The block of [`TextBlocks`] for the next string, if it has room.
    block: Option<usize>,
    /// The places in `forms` that are reserved for the lane's next values.
    reserved: std::ops::Range<usize>,
}

/// The number of places that are reserved for a lane at a time.
const RESERVED: usize = 256;

/// The number of places that are reserved for a lane at first. Most documents are short, and have a lane for each path.
const RESERVED_FIRST: usize = 8;

/// The place of the lists of a record.
struct RecordData {
    labels: u32,
    /// The index in `Values::bounds` of the start of the first list in `members`. The end of each list follows.
    bounds: u32,
}

/// A value, as the steps of a rule see it.
#[derive(Clone, Copy)]
pub enum ValueRef<'v> {
    /// Null, or a missing value.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, as written.
    Number(&'v str),
    /// A string.
    Text(&'v str),
    /// Named lists of values.
    Record(Record<'v>),
    /// A node of the document, by its name.
    Element(&'v str),
}

impl<'v> ValueRef<'v> {
    /// Returns the value as in [`Values::as_text`].
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
    /// Returns each name with its list, in the order of the `xpath`.
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
    /// Returns an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty set for a document of `bytes` bytes. For a long document, memory is reserved so that the values
    /// can grow without being moved.
    #[must_use]
    pub fn with_room(bytes: u64) -> Self {
        /// The approximate number of document bytes for each value, if rules use the values that are typical of a
        /// repository.
        const BYTES: u64 = 128;
        let count = usize::try_from(bytes / BYTES).unwrap_or_default();
        let mut values = Self::new();
        // Reserved memory that is not used costs nothing. If there is too little, the lists grow as needed.
        let _ = values.forms.try_reserve(count).and_then(|()| values.origins.try_reserve(count));
        values
    }

    /// Returns these values, with `lane` as the lane of the next ones. Values that are read together should be in one
    /// lane. Using one lane for all values works, too.
    pub const fn in_lane(&mut self, lane: usize) -> &mut Self {
        self.lane = lane;
        self
    }

    /// Returns the approximate memory of the values in bytes.
    pub const fn weight(&self) -> usize {
        self.text_bytes
            + self.forms.len() * (size_of::<PackedForm>() + size_of::<Span>())
            + self.members.len() * size_of::<ValueId>()
    }

    /// Adds null, or a value that is missing at `origin`.
    pub fn null(&mut self, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Null)
    }

    /// Adds a boolean.
    pub fn bool(&mut self, value: bool, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Bool(value))
    }

    /// Adds the empty string at `origin`.
    pub fn empty(&mut self, origin: Span) -> ValueId {
        self.text("", origin)
    }

    /// Adds the empty string of a node that has attributes or other nodes, but no text.
    pub fn add_container(&mut self, origin: Span) -> ValueId {
        self.push(origin, ValueForm::Holder)
    }

    /// Adds a string at `origin`.
    pub fn text(&mut self, text: &str, origin: Span) -> ValueId {
        let place = self.place(text);
        self.push(origin, ValueForm::Text(place))
    }

    /// Adds a number, as written, at `origin`.
    pub fn number(&mut self, text: &str, origin: Span) -> ValueId {
        let place = self.place(text);
        self.push(origin, ValueForm::Number(place))
    }

    /// Adds the node at `origin`, by its name.
    pub fn element(&mut self, tag: &str, origin: Span) -> ValueId {
        let place = self.place(tag);
        self.push(origin, ValueForm::Element(place))
    }

    /// Adds a value of `other`, which must have the same record names.
    pub(super) fn take(&mut self, other: &Self, id: ValueId) -> ValueId {
        let origin = other.origin(id);
        if other.is_holder(id) {
            return self.add_container(origin);
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

    /// Removes all values, but keeps the names of records and the allocated memory.
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

    /// Removes everything, but keeps the allocated memory.
    pub(super) fn begin(&mut self) {
        self.clear();
        self.labels.clear();
    }

    /// Adds a set of record names.
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

    /// Returns the value.
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

    /// Returns true if the value is the empty string, false if it is any other string, and `None` if it is not a
    /// string. The string is not read.
    pub fn is_empty_text(&self, id: ValueId) -> Option<bool> {
        match self.forms[id.0 as usize].form() {
            ValueForm::Text(place) => Some(place.length == 0),
            ValueForm::Holder => Some(true),
            _ => None,
        }
    }

    /// Returns the length in bytes of a value's string, or of all strings of a record.
    pub fn length_of(&self, id: ValueId) -> usize {
        match self.get(id) {
            ValueRef::Null | ValueRef::Bool(_) => 0,
            ValueRef::Number(text) | ValueRef::Text(text) | ValueRef::Element(text) => text.len(),
            ValueRef::Record(record) => record.lists().flat_map(|(_, list)| list).map(|&id| self.length_of(id)).sum(),
        }
    }

    /// Returns true if the value is the empty string of a node that has attributes or other nodes.
    pub fn is_holder(&self, id: ValueId) -> bool {
        self.forms[id.0 as usize].form() == ValueForm::Holder
    }

    /// Returns the place of the value in the document. For a value without a place, it is the empty range at the start.
    pub fn origin(&self, id: ValueId) -> Span {
        self.origins[id.0 as usize]
    }

    /// Returns the value as the string that tests and regular expressions compare: numbers as written, `true`, `false`.
    /// `None` for null, records and nodes, which match nothing by themselves.
    pub fn as_text(&self, id: ValueId) -> Option<&str> {
        self.get(id).as_text()
    }

    /// Returns the value for a report.
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

    /// Returns true if two values are equal. They must have the same type. Numbers are compared by value, all other
    /// types exactly.
    pub fn equal(&self, a: ValueId, b: ValueId) -> bool {
        match (self.get(a), self.get(b)) {
            (ValueRef::Null, ValueRef::Null) => true,
            (ValueRef::Bool(a), ValueRef::Bool(b)) => a == b,
            (ValueRef::Text(a), ValueRef::Text(b)) => a == b,
            // A spelling that is not a number equals no number, but equals itself.
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

    /// Returns the strings that a function returned as values of the list `data` that it was given. A string that
    /// equals a value of `data` gets the place of that value. Each value is used once, in order. All other strings have
    /// no place.
    pub fn adopt(&mut self, returned: &[String], data: &[ValueId]) -> Vec<ValueId> {
        let mut places: FxHashMap<&str, std::collections::VecDeque<ValueId>> = FxHashMap::default();
        let texts: rustc_hash::FxHashSet<&str> = returned.iter().map(String::as_str).collect();
        for &id in data {
            if let ValueRef::Text(text) = self.get(id)
                && texts.contains(text)
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
        // A lane reserves several places at a time, so that its values are next to each other.
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

    /// Adds a string to the lane. Returns its place.
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

/// Converts an index to 32 bits. A table with more entries would not fit into memory.
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
    fn empty_strings_differ_from_other_strings_and_from_other_types() {
        let mut values = Values::new();
        let [empty, text] = ["", "x"].map(|text| values.text(text, Span::at(0)));
        let [null, number] = [values.null(Span::at(0)), values.number("", Span::at(0))];
        let actual = [empty, text, null, number].map(|id| values.is_empty_text(id));
        assert_eq!(actual, [Some(true), Some(false), None, None]);
    }

    #[test]
    fn lanes_keep_separate_values() {
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
    fn each_input_value_gives_its_place_once() {
        let mut values = Values::new();
        let data = [values.text("b", Span::new(1, 2))];
        let adopted = values.adopt(&["x".to_owned(), "b".to_owned(), "b".to_owned()], &data);
        let origins: Vec<Span> = adopted.iter().map(|&id| values.origin(id)).collect();
        assert_eq!(origins, [Span::at(0), Span::new(1, 2), Span::at(0)]);
    }
}
