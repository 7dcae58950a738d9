//! A value of an expression, with Python's semantics.

mod key;

use std::rc::Rc;

use assay_document::text::Integer;
use assay_system::View;
use rhai::{Dynamic, ImmutableString, Map};

pub(crate) use self::key::{HashKey, HashTable};
use super::depth::{DEPTH, deeper};
use super::raised::{ErrorKind, Raised, Stopped};
use crate::Element;
use crate::large::Large;
use crate::number::spell;
use crate::origin::ValueOrigins;

/// The result of a function, or the reason why it stopped.
pub(crate) type Run<T = Value> = Result<T, Stopped>;

/// A value of an expression. Clones share large contents.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    None,
    Bool(bool),
    Int(i64),
    /// An integer beyond 64 bits.
    Large(Rc<Integer>),
    Float(f64),
    /// A number of a document that is not spelled in the usual way: `0042`.
    Spelled(Rc<(PythonNumber, ImmutableString)>),
    Text(ImmutableString),
    List(Rc<Vec<Self>>),
    Tuple(Rc<Vec<Self>>),
    /// A set; its elements keep their insertion order.
    Set(Rc<HashTable>),
    /// A dict.
    Dict(Rc<HashTable>),
    /// A record of the rule, or a map that a function returned: its fields, ordered by name.
    Record(Rc<Vec<(ImmutableString, Self)>>),
    View(View),
    /// A node of a document; its elements are its children.
    Element(Element),
    /// A value that Python has no operators for: a resource, a function.
    Object(Box<Dynamic>),
}

/// A number: Python's integers and floats.
#[derive(Clone, Debug)]
pub(crate) enum PythonNumber {
    Int(i64),
    /// An integer beyond 64 bits.
    Large(Rc<Integer>),
    Float(f64),
}

impl Value {
    /// Converts a value of a script. A number that the script received keeps its spelling, which its mark identifies.
    pub(crate) fn of_script(value: Dynamic, origins: Option<&ValueOrigins>) -> Self {
        // Rhai shares the variables that a closure captures.
        if value.is_shared() {
            return Self::of_script(value.flatten_clone(), origins);
        }
        if value.is_array() {
            let items = value.into_array().unwrap_or_default();
            return Self::List(Rc::new(items.into_iter().map(|item| Self::of_script(item, origins)).collect()));
        }
        if let Some(origins) = origins.filter(|_| value.tag() > 0)
            && let (Some(usual), Some(spelling)) = (spell(&value), origins.document_spelling(&value))
            && usual != spelling.as_str()
            && let Some(number) = Self::of_script(value.clone(), None).number()
        {
            return Self::Spelled(Rc::new((number, spelling)));
        }
        if value.is_string() {
            return Self::Text(value.into_immutable_string().unwrap_or_default());
        }
        if let Ok(int) = value.as_int() {
            return Self::Int(int);
        }
        if value.is_unit() {
            return Self::None;
        }
        if let Ok(bool) = value.as_bool() {
            return Self::Bool(bool);
        }
        if let Ok(float) = value.as_float() {
            return Self::Float(float);
        }
        if let Ok(c) = value.as_char() {
            return c.into();
        }
        match value.try_cast_result::<Map>() {
            Ok(map) => {
                Self::record(map.into_iter().map(|(name, value)| (name.into(), Self::of_script(value, origins))))
            }
            Err(value) => Self::of_object(value),
        }
    }

    /// Creates a record of these fields, which must be ordered by name.
    pub(crate) fn record(fields: impl IntoIterator<Item = (ImmutableString, Self)>) -> Self {
        Self::Record(Rc::new(fields.into_iter().collect()))
    }

    fn of_object(value: Dynamic) -> Self {
        if let Some(large) = Large::of(&value) {
            return Self::Large(large.0);
        }
        match value.try_cast_result::<View>() {
            Ok(view) => Self::View(view),
            Err(value) => match value.try_cast_result::<Element>() {
                Ok(element) => Self::Element(element),
                Err(value) => Self::Object(Box::new(value)),
            },
        }
    }

    /// Converts the value for scripts: tuples and sets become lists, dicts become maps, at all levels.
    ///
    /// With `origins`, numbers keep their spelling.
    ///
    /// # Errors
    /// Returns an error if a dict has a key that is not a string, or if lists are nested too deeply.
    pub(crate) fn for_script(&self, origins: Option<&ValueOrigins>) -> Run<Dynamic> {
        self.for_script_within(origins, DEPTH)
    }

    fn for_script_within(&self, origins: Option<&ValueOrigins>, depth: usize) -> Run<Dynamic> {
        let deeper = || deeper(depth);
        let list = |items: &[Self]| -> Run<Dynamic> {
            let deeper = deeper()?;
            Ok(items.iter().map(|item| item.for_script_within(origins, deeper)).collect::<Run<Vec<_>>>()?.into())
        };
        Ok(match self {
            Self::None => Dynamic::UNIT,
            Self::Bool(bool) => (*bool).into(),
            Self::Int(int) => (*int).into(),
            Self::Large(large) => Dynamic::from(Large(Rc::clone(large))),
            Self::Float(float) => (*float).into(),
            Self::Spelled(spelled) => match origins {
                Some(origins) => origins.number(&spelled.1, None),
                None => return Self::from(spelled.0.clone()).for_script_within(origins, depth),
            },
            Self::Text(text) => text.clone().into(),
            Self::List(items) | Self::Tuple(items) => list(items)?,
            Self::Set(set) => list(set.keys())?,
            Self::Dict(dict) => {
                let deeper = deeper()?;
                let pair = |(key, value): (&Self, &Self)| -> Run<_> {
                    let text = key.text().ok_or_else(|| Raised::types("the keys of a map must be strings"))?;
                    Ok((text.into(), value.for_script_within(origins, deeper)?))
                };
                Dynamic::from_map(dict.keys().iter().zip(dict.values()).map(pair).collect::<Run<Map>>()?)
            }
            Self::Record(fields) => {
                let deeper = deeper()?;
                let field = |(name, value): &(ImmutableString, Self)| -> Run<_> {
                    Ok((name.as_str().into(), value.for_script_within(origins, deeper)?))
                };
                Dynamic::from_map(fields.iter().map(field).collect::<Run<Map>>()?)
            }
            Self::View(view) => Dynamic::from(view.clone()),
            Self::Element(element) => Dynamic::from(element.clone()),
            Self::Object(object) => (**object).clone(),
        })
    }

    /// Returns the number in the value; booleans are 0 and 1.
    pub(crate) fn number(&self) -> Option<PythonNumber> {
        match self {
            Self::Bool(bool) => Some(PythonNumber::Int(i64::from(*bool))),
            Self::Int(int) => Some(PythonNumber::Int(*int)),
            Self::Large(large) => Some(PythonNumber::Large(Rc::clone(large))),
            Self::Float(float) => Some(PythonNumber::Float(*float)),
            Self::Spelled(spelled) => Some(spelled.0.clone()),
            _ => None,
        }
    }

    /// Returns the 64-bit integer in the value; booleans are 0 and 1.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self.number() {
            Some(PythonNumber::Int(int)) => Some(int),
            _ => None,
        }
    }

    /// Returns the integer of any size in the value; booleans are 0 and 1.
    pub(crate) fn whole(&self) -> Option<Integer> {
        self.number()?.whole()
    }

    /// Returns the value as an index into a string or a list; an integer beyond 64 bits is beyond every end.
    pub(crate) fn place(&self) -> Option<i64> {
        match self.number() {
            Some(PythonNumber::Large(large)) => Some(if large.is_negative() { i64::MIN } else { i64::MAX }),
            Some(PythonNumber::Int(int)) => Some(int),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a scalar as its document spells it, which is what collections compare; `None` for other values.
    pub(crate) fn spelling(&self) -> Option<ImmutableString> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Spelled(spelled) => Some(spelled.1.clone()),
            Self::Bool(bool) => Some(bool.to_string().into()),
            Self::Int(_) | Self::Large(_) | Self::Float(_) => {
                spell(&self.for_script(None).ok()?).map(ImmutableString::from)
            }
            _ => None,
        }
    }

    /// Returns the elements of a list or tuple.
    pub(crate) fn sequence(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) | Self::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the field of that name in a record; `None` if the record has no such field, or if the value is not a
    /// record.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Record(fields) = self else { return None };
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the keys of a record, a dict or a collection; of other values none.
    pub(crate) fn keys(&self) -> Vec<Self> {
        match self {
            Self::Record(fields) => fields.iter().map(|(name, _)| Self::Text(name.clone())).collect(),
            Self::Dict(dict) => dict.keys().to_vec(),
            Self::View(view) => view.0.keys().into_iter().map(|value| Self::of_script(value, None)).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Returns the noun for the value in messages, such as `a list`.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::None => "`None`",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Large(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Spelled(spelled) => Self::from(spelled.0.clone()).noun(),
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Tuple(_) => "a tuple",
            Self::Set(_) => "a set",
            Self::Record(_) => "a record",
            Self::Dict(_) => "a dict",
            Self::View(_) => "a collection",
            Self::Element(_) => "an element",
            Self::Object(_) => "an object",
        }
    }
}

impl From<bool> for Value {
    fn from(bool: bool) -> Self {
        Self::Bool(bool)
    }
}

impl From<i64> for Value {
    fn from(int: i64) -> Self {
        Self::Int(int)
    }
}

/// Converts a length or a place.
impl From<usize> for Value {
    fn from(size: usize) -> Self {
        Self::Int(i64::try_from(size).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    fn from(float: f64) -> Self {
        Self::Float(float)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<char> for Value {
    fn from(c: char) -> Self {
        Self::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

impl From<Vec<Self>> for Value {
    fn from(items: Vec<Self>) -> Self {
        Self::List(Rc::new(items))
    }
}

impl From<PythonNumber> for Value {
    fn from(number: PythonNumber) -> Self {
        match number {
            PythonNumber::Int(int) => Self::Int(int),
            PythonNumber::Large(large) => Self::Large(large),
            PythonNumber::Float(float) => Self::Float(float),
        }
    }
}

impl From<Integer> for Value {
    fn from(integer: Integer) -> Self {
        integer.to_i64().map_or_else(|| Self::Large(Rc::new(integer)), Self::Int)
    }
}

impl PythonNumber {
    /// Returns the nearest float. The error is that an integer is beyond the range of floats.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float, as Python takes it")]
    pub(crate) fn to_f64(&self) -> Run<f64> {
        match self {
            Self::Int(int) => Ok(*int as f64),
            Self::Large(large) => Some(large.to_f64())
                .filter(|float| float.is_finite())
                .ok_or_else(|| Raised::new(ErrorKind::Overflow, "the integer is too large for a float").into()),
            Self::Float(float) => Ok(*float),
        }
    }

    /// Returns the integer in the number.
    pub(crate) fn whole(&self) -> Option<Integer> {
        match self {
            Self::Int(int) => Some(Integer::from(*int)),
            Self::Large(large) => Some((**large).clone()),
            Self::Float(_) => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Int(0)) || matches!(self, Self::Float(float) if *float == 0.0)
    }
}
