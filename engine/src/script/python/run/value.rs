//! A value of Rhai as Python knows it.

use std::ops::Deref;
use std::rc::Rc;

use rhai::{Array, Dynamic, DynamicReadLock, ImmutableString, Map};

use super::Run;
use super::key::Table;
use super::raised::{Kind, Raised};
use crate::script::integer::{Integer, Large};
use crate::script::{Element, View};

/// `(…)`.
#[derive(Clone, Debug)]
pub(super) struct Tuple(pub Rc<Vec<Dynamic>>);

/// `{…}` without values; its elements keep the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct Set(pub Rc<Table>);

/// `{…}` with values.
#[derive(Clone, Debug)]
pub(super) struct Dict(pub Rc<Table>);

/// What a value is.
pub(super) enum Value<'v> {
    None,
    Bool(bool),
    Int(i64),
    /// An integer beyond 64 bits.
    Large(Rc<Integer>),
    Float(f64),
    Text(Text<'v>),
    List(DynamicReadLock<'v, Array>),
    Tuple(DynamicReadLock<'v, Tuple>),
    Set(DynamicReadLock<'v, Set>),
    /// A map of Rhai: a record of the rule.
    Record(DynamicReadLock<'v, Map>),
    Dict(DynamicReadLock<'v, Dict>),
    View(DynamicReadLock<'v, View>),
    /// A node of a document; what it holds is its children.
    Element(DynamicReadLock<'v, Element>),
    /// Something that Python has no operators for: a resource, a function.
    Other,
}

/// A text, or a character of Rhai, which Python knows as a text of length one.
pub(super) enum Text<'v> {
    Whole(DynamicReadLock<'v, ImmutableString>),
    Char([u8; 4], usize),
}

impl<'v> Value<'v> {
    pub(super) fn of(value: &'v Dynamic) -> Self {
        if let Some(text) = value.read_lock::<ImmutableString>() {
            return Self::Text(Text::Whole(text));
        }
        if let Ok(int) = value.as_int() {
            return Self::Int(int);
        }
        if let Some(list) = value.read_lock::<Array>() {
            return Self::List(list);
        }
        if let Some(record) = value.read_lock::<Map>() {
            return Self::Record(record);
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
            let mut bytes = [0; 4];
            let length = c.encode_utf8(&mut bytes).len();
            return Self::Text(Text::Char(bytes, length));
        }
        Self::custom(value)
    }

    fn custom(value: &'v Dynamic) -> Self {
        if let Some(large) = Large::of(value) {
            return Self::Large(large.0);
        }
        if let Some(view) = value.read_lock::<View>() {
            return Self::View(view);
        }
        if let Some(tuple) = value.read_lock::<Tuple>() {
            return Self::Tuple(tuple);
        }
        if let Some(set) = value.read_lock::<Set>() {
            return Self::Set(set);
        }
        if let Some(dict) = value.read_lock::<Dict>() {
            return Self::Dict(dict);
        }
        if let Some(element) = value.read_lock::<Element>() {
            return Self::Element(element);
        }
        Self::Other
    }

    /// The number that it is; booleans are 0 and 1.
    pub(super) fn number(&self) -> Option<Number> {
        match self {
            Self::Bool(bool) => Some(Number::Int(i64::from(*bool))),
            Self::Int(int) => Some(Number::Int(*int)),
            Self::Large(large) => Some(Number::Large(Rc::clone(large))),
            Self::Float(float) => Some(Number::Float(*float)),
            _ => None,
        }
    }

    /// The integer of 64 bits that it is; booleans are 0 and 1.
    pub(super) const fn integer(&self) -> Option<i64> {
        match self {
            Self::Bool(bool) => Some(*bool as i64),
            Self::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// The place in a text or a list that it is; one beyond 64 bits is beyond every end, too.
    pub(super) fn place(&self) -> Option<i64> {
        match self {
            Self::Large(large) => Some(if large.is_negative() { i64::MIN } else { i64::MAX }),
            other => other.integer(),
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list or tuple.
    pub(super) fn sequence(&self) -> Option<&[Dynamic]> {
        match self {
            Self::List(list) => Some(list),
            Self::Tuple(tuple) => Some(&tuple.0),
            _ => None,
        }
    }

    /// What it is called in messages.
    pub(super) const fn noun(&self) -> &'static str {
        match self {
            Self::None => "`None`",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Large(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Tuple(_) => "a tuple",
            Self::Set(_) => "a set",
            Self::Record(_) => "a record",
            Self::Dict(_) => "a dict",
            Self::View(_) => "a collection",
            Self::Element(_) => "an element",
            Self::Other => "an object",
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Whole(text) => text,
            Self::Char(bytes, length) => std::str::from_utf8(&bytes[..*length]).unwrap_or_default(),
        }
    }
}

/// A number: Python's integers and floats.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Int(i64),
    /// An integer beyond 64 bits.
    Large(Rc<Integer>),
    Float(f64),
}

/// A text as a value.
pub(super) fn text(text: &str) -> Dynamic {
    ImmutableString::from(text).into()
}

impl Number {
    /// The number as a float, the nearest one; an integer may be beyond them.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float, as Python takes it")]
    pub(super) fn to_f64(&self) -> Run<f64> {
        match self {
            Self::Int(int) => Ok(*int as f64),
            Self::Large(large) => Some(large.to_f64())
                .filter(|float| float.is_finite())
                .ok_or_else(|| Raised::new(Kind::Overflow, "the integer is too large for a float").into()),
            Self::Float(float) => Ok(*float),
        }
    }

    /// The integer that it is.
    pub(super) fn whole(&self) -> Option<Integer> {
        match self {
            Self::Int(int) => Some(Integer::from(*int)),
            Self::Large(large) => Some((**large).clone()),
            Self::Float(_) => None,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Int(0)) || matches!(self, Self::Float(float) if *float == 0.0)
    }

    /// The number as a value.
    pub(super) fn into_dynamic(self) -> Dynamic {
        match self {
            Self::Int(int) => int.into(),
            Self::Large(large) => Dynamic::from(Large(large)),
            Self::Float(float) => float.into(),
        }
    }
}
