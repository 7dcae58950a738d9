//! What a script returned, as values of the file.
//!
//! A value that equals one of those that the script was given, in order and each used once, keeps that one's origin.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHasher;

use crate::extract::{ValueId, ValueRef, Values};
use crate::script::{Element, Tree, View, kind};
use crate::text::{Number, Span};

/// What a script returned and no value can be made of: what it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::script) struct Unusable(pub String);

/// Turns what a script returned into values.
pub(in crate::script) struct Adopter<'a> {
    data: &'a [ValueId],
    tree: Option<&'a Rc<Tree>>,
    /// The first unused one of each set of equal values, by place in `data`.
    firsts: HashTable<u32>,
    /// For each value the next one that equals it.
    next: Vec<u32>,
}

/// Behind the last of a set of equal values.
const END: u32 = u32::MAX;

impl<'a> Adopter<'a> {
    /// Looks over the values that the script was given.
    pub fn new(values: &Values, data: &'a [ValueId], tree: Option<&'a Rc<Tree>>) -> Self {
        let mut adopter =
            Self { data, tree, firsts: HashTable::with_capacity(data.len()), next: vec![END; data.len()] };
        // From the last to the first, so that the first one of equal values is found first.
        for at in (0..data.len()).rev() {
            adopter.note(values, at);
        }
        adopter
    }

    fn note(&mut self, values: &Values, at: usize) {
        let place = |at: usize| u32::try_from(at).unwrap_or(END);
        let id = self.data[at];
        let data = self.data;
        let hash = |at: &u32| hash_value(values, data[*at as usize]);
        let is_equal = |known: &u32| values.equal(data[*known as usize], id);
        match self.firsts.find_mut(hash_value(values, id), is_equal) {
            Some(first) => {
                self.next[at] = *first;
                *first = place(at);
            }
            None => {
                self.firsts.insert_unique(hash_value(values, id), place(at), hash);
            }
        }
    }

    /// The value that a returned one is: one of those that were given, or a new one.
    pub fn adopt(&mut self, values: &mut Values, returned: &Dynamic) -> Result<ValueId, Unusable> {
        match self.known(values, returned) {
            Some(id) => Ok(id),
            None => self.made(values, returned),
        }
    }

    /// The first unused value that equals what was returned.
    fn known(&mut self, values: &Values, returned: &Dynamic) -> Option<ValueId> {
        let (data, tree) = (self.data, self.tree);
        let hash = hash_dynamic(returned)?;
        let is_equal = |at: &u32| is_equal(values, data[*at as usize], returned, tree);
        let entry = self.firsts.find_entry(hash, is_equal).ok()?;
        let at = *entry.get() as usize;
        match self.next[at] {
            END => drop(entry.remove()),
            next => *entry.into_mut() = next,
        }
        Some(data[at])
    }

    fn made(&mut self, values: &mut Values, returned: &Dynamic) -> Result<ValueId, Unusable> {
        if let Ok(map) = returned.as_map_ref() {
            let mut lists = Vec::new();
            for list in map.values() {
                lists.push(self.made_list(values, list)?);
            }
            let names: Vec<String> = map.keys().map(ToString::to_string).collect();
            let labels = values.labels(&names);
            return Ok(values.record(labels, lists.iter().map(Vec::as_slice), Span::at(0)));
        }
        self.made_single(values, returned)
    }

    /// One list of a record; a single value counts as a list of one.
    fn made_list(&mut self, values: &mut Values, returned: &Dynamic) -> Result<Vec<ValueId>, Unusable> {
        match returned.as_array_ref() {
            Ok(list) => list.iter().map(|item| self.made_single(values, item)).collect(),
            Err(_) => Ok(vec![self.made_single(values, returned)?]),
        }
    }

    fn made_single(&mut self, values: &mut Values, returned: &Dynamic) -> Result<ValueId, Unusable> {
        let nowhere = Span::at(0);
        if let Ok(text) = returned.as_immutable_string_ref() {
            return Ok(values.text(&text, nowhere));
        }
        if let Some(number) = spelled(returned) {
            return Ok(match Number::parse(&number) {
                Some(_) => values.number(&number, nowhere),
                None => values.text(&number, nowhere),
            });
        }
        if let Ok(value) = returned.as_bool() {
            return Ok(values.bool(value, nowhere));
        }
        if let Ok(character) = returned.as_char() {
            return Ok(values.text(character.encode_utf8(&mut [0; 4]), nowhere));
        }
        if returned.is_unit() {
            return Ok(values.null(nowhere));
        }
        if let Some(element) = returned.read_lock::<Element>() {
            let is_of_file = self.tree.and_then(|tree| tree.node_at(element.origin())).as_ref() == Some(&*element);
            let foreign = || Unusable("an element of another file".to_owned());
            return is_of_file.then(|| values.element(element.tag(), element.origin())).ok_or_else(foreign);
        }
        Err(Unusable(kind::of(returned)))
    }
}

/// The elements of a list that a script returned, or of a collection; what it is otherwise.
pub(in crate::script) fn elements(returned: Dynamic) -> Result<Vec<Dynamic>, String> {
    if let Some(view) = returned.read_lock::<View>() {
        return Ok(view.0.keys());
    }
    let kind = kind::of(&returned);
    returned.into_array().map_err(|_| kind)
}

/// A number as a text.
fn spelled(value: &Dynamic) -> Option<String> {
    if let Ok(integer) = value.as_int() {
        return Some(integer.to_string());
    }
    value.as_float().ok().map(|float| {
        if float.fract() == 0.0 && float.abs() < 1e15 { format!("{float:.1}") } else { format!("{float:?}") }
    })
}

/// Whether a value is what a script returned: of one type, numbers by value, all else exactly.
fn is_equal(values: &Values, id: ValueId, returned: &Dynamic, tree: Option<&Rc<Tree>>) -> bool {
    match values.get(id) {
        ValueRef::Null => returned.is_unit(),
        ValueRef::Bool(value) => returned.as_bool() == Ok(value),
        ValueRef::Text(text) => returned.as_immutable_string_ref().is_ok_and(|returned| returned.as_str() == text),
        ValueRef::Number(text) => is_number(text, returned),
        ValueRef::Element(_) => {
            let element = tree.and_then(|tree| tree.node_at(values.origin(id)));
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

/// Whether a number spelled so is the one that was returned. One beyond 64 bits was a float for the script.
fn is_number(text: &str, returned: &Dynamic) -> bool {
    let given = super::number(text);
    match (given.as_int(), returned.as_int()) {
        (Ok(given), Ok(returned)) => given == returned,
        _ => {
            number(&given).zip(number(returned)).is_some_and(|(given, returned)| given.to_bits() == returned.to_bits())
        }
    }
}

/// A number as a float; zero has no sign.
fn number(value: &Dynamic) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "equal integers are compared as integers")]
    let float = value.as_float().ok().or_else(|| value.as_int().ok().map(|value| value as f64));
    float.map(|float| float + 0.0)
}

/// What equal values share: a number for the table.
fn hash_value(values: &Values, id: ValueId) -> u64 {
    match values.get(id) {
        ValueRef::Null => hash(&0_u8),
        ValueRef::Bool(value) => hash(&value),
        ValueRef::Text(text) => hash(text),
        ValueRef::Number(text) => hash(&number(&super::number(text)).unwrap_or(0.0).to_bits()),
        ValueRef::Element(_) => hash(&values.origin(id).start()),
        ValueRef::Record(record) => {
            // The order of the names may differ, and what lies in the lists is compared anyway.
            record.lists().fold(0, |sum: u64, (name, list)| {
                let first = list.first().map_or(0, |&id| hash_value(values, id));
                sum.wrapping_add(hash(&(name, list.len(), first)))
            })
        }
    }
}

/// The same of what a script returned; `None` when no value equals it.
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
