//! Kinds of values: the content of a field with one value.

use std::borrow::Cow;

use serde_json::Value;

use crate::definition::words::{flag, short};

/// The kind of a single value. Values are never merged part by part.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::definition) enum SchemaValueKind {
    /// Any string, the name of an enum, or a reference.
    Text,
    Number,
    Int,
    Bool,
    Flags,
    Path,
    /// A reference by name or by id.
    Ref,
    Id,
    /// The name of a type, with or without prefix.
    TypeName,
    Time,
    Color,
    Hsv,
    /// A vector with this number of components.
    Vector(u8),
    Range,
}

impl SchemaValueKind {
    /// All kinds, by their words in schemas.
    pub const NAMES: [(&'static str, Self); 15] = [
        ("text", Self::Text),
        ("number", Self::Number),
        ("int", Self::Int),
        ("bool", Self::Bool),
        ("enum", Self::Text),
        ("flags", Self::Flags),
        ("path", Self::Path),
        ("ref", Self::Ref),
        ("id", Self::Id),
        ("typename", Self::TypeName),
        ("time", Self::Time),
        ("color", Self::Color),
        ("hsv", Self::Hsv),
        ("vector", Self::Vector(3)),
        ("range", Self::Range),
    ];

    /// Returns the kind with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }

    /// Reads a string as a value of this kind. If there are `words`, it has to be one of them. Returns `None` for a
    /// kind with several parts.
    ///
    /// # Errors
    /// Fails with a description of the expected value.
    pub fn read(self, text: &str, degrees: bool, words: &[String]) -> Option<Result<Value, Cow<'static, str>>> {
        let is_word = |word: &&str| words.is_empty() || words.iter().any(|known| known == word);
        let not_one = || Cow::from(format!("one of {}", words.join(", ")));
        Some(match self {
            Self::Text => Some(text).filter(is_word).map(Value::from).ok_or_else(not_one),
            Self::Number => {
                let unit = |number: f64| if degrees { number.to_radians() } else { number };
                number(text).map(|number| json(unit(number))).ok_or("a number".into())
            }
            Self::Int => text.parse::<i64>().map(Value::from).map_err(|_| "an integer".into()),
            Self::Bool => flag(text).map(Value::from).ok_or("`true` or `false`".into()),
            Self::Flags => {
                let flags = text.split([',', '|', ' ', '\t', '\n']).filter(|flag| !flag.is_empty());
                if flags.clone().all(|flag| is_word(&flag)) { Ok(flags.collect()) } else { Err(not_one()) }
            }
            Self::Path => Ok(text.replace('\\', "/").into()),
            Self::TypeName => Ok(short(text).into()),
            Self::Ref => Ok(text.into()),
            _ => return None,
        })
    }

    /// Returns the names of its parts, attributes and elements alike; empty if the value is one string.
    pub const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Time => &["Days", "Hours", "Minutes", "Seconds", "Milliseconds"],
            Self::Color => &["Hex", "R", "G", "B", "A"],
            Self::Hsv => &["H", "S", "V"],
            Self::Vector(_) => &["x", "y", "z", "w", "X", "Y", "Z", "W"],
            Self::Range => &["Min", "Max"],
            Self::Id => &["Type", "Subtype", "TypeId", "SubtypeId"],
            _ => &[],
        }
    }
}

/// Reads a number as the game does: digits in front of the point are optional.
pub(in crate::definition) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns a number of JSON, without a decimal point if it needs none.
pub(in crate::definition) fn json(number: f64) -> Value {
    /// Up to this number, every whole number is also exact as 64 bits.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    if number.fract() == 0.0 && number.abs() < EXACT { Value::from(number as i64) } else { Value::from(number) }
}
