//! Keys of dicts and elements of sets: hashable values.

use std::rc::Rc;

use assay_document::text::Integer;
use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use super::{Run, Value};
use crate::python::run::raised::Raised;

/// A hash key: values that are equal have the same key.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum HashKey {
    None,
    /// An integer of 64 bits, also for booleans and floats without a fraction.
    Int(i64),
    /// An integer beyond 64 bits.
    Large(Rc<Integer>),
    /// The bits of a float that equals no integer.
    Float(u64),
    Text(ImmutableString),
    Tuple(Vec<Self>),
}

impl HashKey {
    /// Returns the key of a value; mutable values have none.
    pub(crate) fn of(value: &Value) -> Run<Self> {
        Ok(match value {
            Value::None => Self::None,
            Value::Bool(bool) => Self::Int(i64::from(*bool)),
            Value::Int(int) => Self::Int(*int),
            Value::Large(large) => Self::Large(Rc::clone(large)),
            Value::Float(float) => Self::of_float(*float)?,
            Value::Spelled(spelled) => Self::of(&spelled.0.clone().into())?,
            Value::Text(text) => Self::Text(text.clone()),
            Value::Tuple(tuple) => Self::Tuple(tuple.iter().map(Self::of).collect::<Run<_>>()?),
            other => return Err(Raised::types(format!("{} cannot be a key, because it is mutable", other.noun()))),
        })
    }

    fn of_float(float: f64) -> Run<Self> {
        if float.is_nan() {
            return Err(Raised::unsupported("`nan` cannot be a key, because it equals nothing").into());
        }
        // 2⁶³ is the first float beyond the integers of 64 bits.
        if float.fract() == 0.0 && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer within the range")]
            return Ok(Self::Int(float as i64));
        }
        let large = Some(float).filter(|float| float.fract() == 0.0).and_then(Integer::of_float);
        Ok(large.map_or(Self::Float(float.to_bits()), |large| Self::Large(Rc::new(large))))
    }
}

/// Unique keys in insertion order, with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashTable {
    keys: Vec<Value>,
    /// Empty for a set.
    values: Vec<Value>,
    places: FxHashMap<HashKey, usize>,
}

impl HashTable {
    /// Creates a set of these elements.
    pub(crate) fn of_keys(keys: impl IntoIterator<Item = Value>) -> Run<Self> {
        let mut table = Self::default();
        for key in keys {
            table.add(key)?;
        }
        Ok(table)
    }

    /// Creates a dict of these pairs; a later pair with the same key replaces the value.
    pub(crate) fn of_pairs(pairs: impl IntoIterator<Item = (Value, Value)>) -> Run<Self> {
        let mut table = Self::default();
        for (key, value) in pairs {
            table.put(key, value)?;
        }
        Ok(table)
    }

    /// Adds an element to a set, unless it is in the set.
    pub(crate) fn add(&mut self, key: Value) -> Run<()> {
        let next = self.keys.len();
        if *self.places.entry(HashKey::of(&key)?).or_insert(next) == next {
            self.keys.push(key);
        }
        Ok(())
    }

    /// Sets the value of a key. The first spelling of the key stays.
    pub(crate) fn put(&mut self, key: Value, value: Value) -> Run<()> {
        let next = self.keys.len();
        let place = *self.places.entry(HashKey::of(&key)?).or_insert(next);
        if place == next {
            self.keys.push(key);
            self.values.push(value);
        } else {
            self.values[place] = value;
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn keys(&self) -> &[Value] {
        &self.keys
    }

    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    pub(crate) fn has(&self, key: &Value) -> Run<bool> {
        Ok(self.places.contains_key(&HashKey::of(key)?))
    }

    pub(crate) fn get(&self, key: &Value) -> Run<Option<&Value>> {
        Ok(self.places.get(&HashKey::of(key)?).and_then(|place| self.values.get(*place)))
    }

    /// Returns true if every key of this table is in the other.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.places.keys().all(|key| other.places.contains_key(key))
    }

    /// Returns true if no key of this table is in the other.
    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        !self.places.keys().any(|key| other.places.contains_key(key))
    }
}
