//! Converts the values that a script returned to values of the file.
//!
//! A value with a mark becomes the value that the mark refers to; if the script has changed it, it becomes a new value
//! at that value's position. A value without a mark becomes the first unused one of the given values that equals it, or
//! else a new value.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::{Number, Span};
use assay_system::View;
use hashbrown::HashTable;
use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHasher;

use crate::checked::float;
use crate::large::{Large, compare_numbers};
use crate::number::spell;
use crate::origin::ValueOrigins;
use crate::{Element, Tree, kind};

/// A returned value that cannot be converted: the name of its kind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct UnusableValue(pub String);

/// Converts the values that a script returned to values of the file.
pub(crate) struct Adopter<'a> {
    data: &'a [ValueId],
    tree: Option<&'a Rc<Tree>>,
    origins: &'a ValueOrigins,
    /// The input values, for returned values without a mark.
    equals: Option<Equals>,
    /// The place of the input value that was found last.
    last: u32,
    /// The string that was last added as a value, and that value: a list may repeat one string a million times.
    text: Option<(ImmutableString, ValueId)>,
}

/// The origin of a returned value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum AdoptedOrigin {
    /// It is this input value.
    Given(ValueId),
    /// It was made from this input value.
    MadeOf(ValueId),
    Unknown,
}

/// Finds values by equality.
struct Equals {
    /// The first unused one of each set of equal values, by place in the data.
    firsts: HashTable<u32>,
    /// For each value, the next one that equals it.
    next: Vec<u32>,
}

/// The end of a set of equal values.
const END: u32 = u32::MAX;

impl Equals {
    fn new(values: &Values, data: &[ValueId]) -> Self {
        let mut equals = Self { firsts: HashTable::with_capacity(data.len()), next: vec![END; data.len()] };
        // From last to first, so that the first of equal values is found first.
        for at in (0..data.len()).rev() {
            equals.note(values, data, at);
        }
        equals
    }

    fn note(&mut self, values: &Values, data: &[ValueId], at: usize) {
        let place = u32::try_from(at).unwrap_or(END);
        let id = data[at];
        let hash = |at: &u32| hash_value(values, data[*at as usize]);
        let is_equal = |known: &u32| values.equal(data[*known as usize], id);
        match self.firsts.find_mut(hash_value(values, id), is_equal) {
            Some(first) => {
                self.next[at] = *first;
                *first = place;
            }
            None => {
                self.firsts.insert_unique(hash_value(values, id), place, hash);
            }
        }
    }

    /// Returns the place of the first unused equal value, and marks it as used.
    fn take(&mut self, hash: u64, is_equal: impl FnMut(&u32) -> bool) -> Option<u32> {
        let entry = self.firsts.find_entry(hash, is_equal).ok()?;
        let at = *entry.get();
        match self.next[at as usize] {
            END => drop(entry.remove()),
            next => *entry.into_mut() = next,
        }
        Some(at)
    }
}

impl<'a> Adopter<'a> {
    /// Creates an adopter for a script that received the values of `data`, with marks of `origins`.
    pub const fn new(data: &'a [ValueId], tree: Option<&'a Rc<Tree>>, origins: &'a ValueOrigins) -> Self {
        Self { data, tree, origins, equals: None, last: 0, text: None }
    }

    /// Converts a returned value to an input value or a new value.
    pub fn adopt(&mut self, values: &mut Values, returned: &Dynamic) -> Result<ValueId, UnusableValue> {
        if returned.is_shared() {
            return self.adopt(values, &returned.flatten_clone());
        }
        // A list of a record has the place of its first value.
        if let Ok(list) = returned.as_array_ref()
            && returned.tag() != 0
            && let Some(first) = list.first()
        {
            return self.adopt(values, first);
        }
        match self.origin(values, returned) {
            AdoptedOrigin::Given(id) => Ok(id),
            origin => {
                let origin = Self::span(values, origin);
                // An empty list of a record has no first value, but the place of the record.
                if returned.is_array() && returned.tag() != 0 {
                    return Ok(values.null(origin));
                }
                self.add_value(values, returned, origin)
            }
        }
    }

    /// Returns the value whose place a returned value has, if it has one.
    pub fn place(&mut self, values: &mut Values, returned: &Dynamic) -> Result<Option<ValueId>, UnusableValue> {
        let id = self.adopt(values, returned)?;
        Ok((values.origin(id) != Span::at(0)).then_some(id))
    }

    fn span(values: &Values, origin: AdoptedOrigin) -> Span {
        match origin {
            AdoptedOrigin::Given(id) | AdoptedOrigin::MadeOf(id) => values.origin(id),
            AdoptedOrigin::Unknown => Span::at(0),
        }
    }

    /// Returns the origin of a returned value: by its mark, or else an input value that equals it.
    fn origin(&mut self, values: &Values, returned: &Dynamic) -> AdoptedOrigin {
        match self.origin_of_mark(values, returned) {
            AdoptedOrigin::Unknown => {
                self.find_unused(values, returned).map_or(AdoptedOrigin::Unknown, AdoptedOrigin::Given)
            }
            origin => origin,
        }
    }

    /// Returns the origin of a value with a mark. A script may have changed the value.
    fn origin_of_mark(&mut self, values: &Values, returned: &Dynamic) -> AdoptedOrigin {
        if returned.tag() == 0 {
            return AdoptedOrigin::Unknown;
        }
        let mut found = self.origins.of(returned);
        // Choose the value nearest to the previous one, because scripts usually keep the order.
        found.sort_unstable_by_key(|(at, _)| at.abs_diff(self.last));
        let equal = found.iter().position(|(_, id)| is_equal(values, *id, returned, self.tree));
        let Some(&(at, id)) = found.get(equal.unwrap_or(0)) else { return AdoptedOrigin::Unknown };
        self.last = at;
        if equal.is_some() {
            return AdoptedOrigin::Given(id);
        }
        // Rhai drops the mark of a string that is stored in a new variable.
        part_of(values, id, returned, self.tree).map_or(AdoptedOrigin::MadeOf(id), AdoptedOrigin::Given)
    }

    /// Returns the first unused value that equals the returned value.
    fn find_unused(&mut self, values: &Values, returned: &Dynamic) -> Option<ValueId> {
        let (data, tree) = (self.data, self.tree);
        let hash = hash_dynamic(returned)?;
        let is_equal = |at: &u32| is_equal(values, data[*at as usize], returned, tree);
        let at = self.equals.get_or_insert_with(|| Equals::new(values, data)).take(hash, is_equal)?;
        Some(data[at as usize])
    }

    fn add_value(&mut self, values: &mut Values, returned: &Dynamic, origin: Span) -> Result<ValueId, UnusableValue> {
        if let Ok(map) = returned.as_map_ref() {
            let mut lists = Vec::new();
            for list in map.values() {
                lists.push(self.add_list(values, list, origin)?);
            }
            let names: Vec<String> = map.keys().map(ToString::to_string).collect();
            let labels = values.labels(&names);
            return Ok(values.record(labels, lists.iter().map(Vec::as_slice), origin));
        }
        self.add_single(values, returned, origin)
    }

    /// Converts one list of a record; a single value counts as a list of one.
    fn add_list(
        &mut self,
        values: &mut Values,
        returned: &Dynamic,
        origin: Span,
    ) -> Result<Vec<ValueId>, UnusableValue> {
        match returned.as_array_ref() {
            Ok(list) => list.iter().map(|item| self.add_part(values, item, origin)).collect(),
            Err(_) => Ok(vec![self.add_part(values, returned, origin)?]),
        }
    }

    /// Converts a value of a record. It has the place of its input value, or that of the record.
    fn add_part(&mut self, values: &mut Values, returned: &Dynamic, origin: Span) -> Result<ValueId, UnusableValue> {
        match self.origin_of_mark(values, returned) {
            AdoptedOrigin::Given(id) => Ok(id),
            AdoptedOrigin::MadeOf(id) => self.add_single(values, returned, values.origin(id)),
            AdoptedOrigin::Unknown => self.add_single(values, returned, origin),
        }
    }

    fn add_single(&mut self, values: &mut Values, returned: &Dynamic, origin: Span) -> Result<ValueId, UnusableValue> {
        if let Ok(text) = returned.as_immutable_string_ref() {
            return Ok(self.add_string(values, &text, origin));
        }
        if let Some(number) = spell_number(returned) {
            return Ok(match Number::parse(&number) {
                Some(_) => values.number(&number, origin),
                None => values.text(&number, origin),
            });
        }
        if let Ok(value) = returned.as_bool() {
            return Ok(values.bool(value, origin));
        }
        if let Ok(character) = returned.as_char() {
            return Ok(values.text(character.encode_utf8(&mut [0; 4]), origin));
        }
        if returned.is_unit() {
            return Ok(values.null(origin));
        }
        if let Some(element) = returned.read_lock::<Element>() {
            let is_of_file = self.tree.and_then(|tree| Element::at(tree, element.origin())).as_ref() == Some(&*element);
            let foreign = || UnusableValue("an element of another file".to_owned());
            return is_of_file.then(|| values.element(element.tag(), element.origin())).ok_or_else(foreign);
        }
        Err(UnusableValue(kind::of(returned)))
    }

    fn add_string(&mut self, values: &mut Values, text: &ImmutableString, origin: Span) -> ValueId {
        if let Some((known, id)) = &self.text
            && known.ptr_eq(text)
            && values.origin(*id) == origin
        {
            return *id;
        }
        let id = values.text(text, origin);
        self.text = Some((text.clone(), id));
        id
    }
}

/// Returns the elements of a list that a script returned, or of a collection. The error is the kind of any other value.
pub(crate) fn elements(returned: Dynamic) -> Result<Vec<Dynamic>, String> {
    if let Some(view) = returned.read_lock::<View>() {
        return Ok(view.0.keys());
    }
    let kind = kind::of(&returned);
    returned.into_array().map_err(|_| kind)
}

fn spell_number(value: &Dynamic) -> Option<String> {
    if let Ok(float) = value.as_float() {
        let is_whole = float.fract() == 0.0 && float.abs() < 1e15;
        return Some(if is_whole { format!("{float:.1}") } else { format!("{float:?}") });
    }
    spell(value)
}

/// Returns the first value of a record that equals a returned value.
fn part_of(values: &Values, id: ValueId, returned: &Dynamic, tree: Option<&Rc<Tree>>) -> Option<ValueId> {
    /// In a longer record the value has the place of the record.
    const MOST: usize = 256;
    let ValueRef::Record(record) = values.get(id) else { return None };
    let mut parts = record.lists().flat_map(|(_, list)| list.iter().copied()).take(MOST);
    parts.find(|&part| is_equal(values, part, returned, tree))
}

/// Returns true if a value equals a returned value: of one type, numbers by value, other types exactly.
fn is_equal(values: &Values, id: ValueId, returned: &Dynamic, tree: Option<&Rc<Tree>>) -> bool {
    match values.get(id) {
        ValueRef::Null => returned.is_unit(),
        ValueRef::Bool(value) => returned.as_bool() == Ok(value),
        ValueRef::Text(text) => returned.as_immutable_string_ref().is_ok_and(|returned| returned.as_str() == text),
        ValueRef::Number(text) => is_number(text, returned),
        ValueRef::Element(_) => {
            let element = tree.and_then(|tree| Element::at(tree, values.origin(id)));
            returned.read_lock::<Element>().is_some_and(|returned| Some(&*returned) == element.as_ref())
        }
        ValueRef::Record(record) => {
            let Ok(map) = returned.as_map_ref() else { return false };
            let same = |list: &[ValueId], returned: &Dynamic| {
                returned.as_array_ref().is_ok_and(|returned| {
                    list.len() == returned.len()
                        && list.iter().zip(returned.iter()).all(|(&id, item)| is_equal(values, id, item, tree))
                })
            };
            record.lists().count() == map.len()
                && record.lists().all(|(name, list)| map.get(name).is_some_and(|returned| same(list, returned)))
        }
    }
}

/// Returns true if a number with this spelling equals the returned number.
fn is_number(text: &str, returned: &Dynamic) -> bool {
    let given = super::number(text);
    // `nan` equals nothing, but a returned one may be the value of the file.
    let is_nan = |value: &Dynamic| value.as_float().is_ok_and(f64::is_nan);
    compare_numbers(&given, returned).flatten().map_or(is_nan(&given) && is_nan(returned), Ordering::is_eq)
}

/// Returns a number as a float, for a hash table. Zero has no sign, and every `nan` has the same bits.
fn number(value: &Dynamic) -> Option<f64> {
    // Different integers may become the same float. This does no harm: equal hashes are only a first test.
    let float = float(value).or_else(|| Some(Large::of(value)?.0.to_f64()))?;
    Some(if float.is_nan() { f64::NAN } else { float + 0.0 })
}

/// Returns the hash of a value. Equal values have equal hashes.
fn hash_value(values: &Values, id: ValueId) -> u64 {
    match values.get(id) {
        ValueRef::Null => hash(&0_u8),
        ValueRef::Bool(value) => hash(&value),
        ValueRef::Text(text) => hash(text),
        ValueRef::Number(text) => hash(&number(&super::number(text)).unwrap_or(0.0).to_bits()),
        ValueRef::Element(_) => hash(&values.origin(id).start()),
        ValueRef::Record(record) => {
            // The order of the names may differ, and the values in the lists are compared later.
            record.lists().fold(0, |sum: u64, (name, list)| {
                let first = list.first().map_or(0, |&id| hash_value(values, id));
                sum.wrapping_add(hash(&(name, list.len(), first)))
            })
        }
    }
}

/// Like [`hash_value`], for a value that a script returned; `None` if no value can equal it.
fn hash_dynamic(returned: &Dynamic) -> Option<u64> {
    if let Ok(text) = returned.as_immutable_string_ref() {
        let text: &ImmutableString = &text;
        return Some(hash(text.as_str()));
    }
    if let Some(number) = number(returned) {
        return Some(hash(&number.to_bits()));
    }
    if let Ok(value) = returned.as_bool() {
        return Some(hash(&value));
    }
    if returned.is_unit() {
        return Some(hash(&0_u8));
    }
    if let Some(element) = returned.read_lock::<Element>() {
        return Some(hash(&element.origin().start()));
    }
    let map = returned.as_map_ref().ok()?;
    map.iter().try_fold(0_u64, |sum, (name, list)| {
        let list = list.as_array_ref().ok()?;
        let first = match list.first() {
            Some(first) => hash_dynamic(first)?,
            None => 0,
        };
        Some(sum.wrapping_add(hash(&(name.as_str(), list.len(), first))))
    })
}

fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
