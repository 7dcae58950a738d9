//! A value that is independent of its document, for reports.

use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Number, json};

/// The maximum number of characters of a number that JSON writes as a number. Other programs refuse longer ones: Python
/// refuses more than 4,300 digits.
const LONGEST_NUMBER: usize = 1000;
/// The number of characters that JSON shows of a longer number.
const MAX_DIGITS: usize = 40;

/// One datum that an extraction yielded.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: a missing optional name, a JSON null, a finding about the file itself.
    Null,
    /// A JSON or YAML boolean.
    Bool(bool),
    /// A number, as spelled in its document, or made by the engine (a line, a size).
    Number(String),
    /// A string.
    Text(String),
    /// A record: its names in the order of the `xpath`, each with its list of values.
    Record(Vec<(String, Vec<Value>)>),
    /// A node (`{dom}`), shown by its tag.
    Element(String),
}

impl Value {
    /// Returns the value as text for users: strings as they are, records and lists as JSON.
    pub fn display(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// Returns true for a number that is so long that JSON writes only its start, as a string.
    pub fn is_cut(&self) -> bool {
        matches!(self, Self::Number(text) if text.len() > LONGEST_NUMBER)
    }

    /// Shortens the value to about `most` bytes. A number that is too long for other programs becomes a string.
    pub fn cut(&mut self, most: usize) {
        /// The maximum number of digits of a number: Python refuses more than 4300.
        const DIGITS: usize = 4000;
        if let Self::Number(text) = self
            && text.len() > DIGITS
        {
            *self = Self::Text(std::mem::take(text));
        }
        self.cut_to(&mut { most });
    }

    fn cut_to(&mut self, room: &mut usize) {
        /// The size of a value without text.
        const LEAST: usize = 16;
        match self {
            Self::Text(text) | Self::Number(text) | Self::Element(text) => {
                cut(text, *room);
                *room = room.saturating_sub(text.len().max(LEAST));
            }
            Self::Record(lists) => {
                for (_, values) in lists {
                    let mut kept = 0;
                    while kept < values.len() && *room > 0 {
                        values[kept].cut_to(room);
                        kept += 1;
                    }
                    values.truncate(kept);
                }
            }
            Self::Null | Self::Bool(_) => *room = room.saturating_sub(LEAST),
        }
    }
}

/// Shortens a string to about `most` bytes, and adds an ellipsis. Returns true if the string was longer.
pub fn cut(text: &mut String, most: usize) -> bool {
    let is_longer = text.len() > most;
    if is_longer {
        text.truncate(text.floor_char_boundary(most));
        text.push('\u{2026}');
        text.shrink_to_fit();
    }
    is_longer
}

/// Writes the value as JSON, and an element as its tag in angle brackets.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&json::one_line(self))
    }
}

/// In JSON, a number is a number, and a record is an object of lists. In compact formats, each value has its kind, so
/// that it can be read back exactly.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return PackedValue::serialize(self, serializer);
        }
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(text) => serialize_number(text, serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Element(tag) => serializer.collect_str(&format_args!("<{tag}>")),
            Self::Record(lists) => {
                let mut map = serializer.serialize_map(Some(lists.len()))?;
                for (name, values) in lists {
                    map.serialize_entry(name, values)?;
                }
                map.end()
            }
        }
    }
}

/// Writes an integer exactly, unless it is very long. Writes any other number as a 64-bit float, unless it is out of
/// range. JSON has no infinite numbers and no `NaN`: they become strings with their spelling.
fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if text.len() > LONGEST_NUMBER {
        let start: String = text.chars().take(MAX_DIGITS).collect();
        return serializer.collect_str(&format_args!("{start}\u{2026} ({} characters)", text.len()));
    }
    let number = Number::parse(text).or_else(|| Number::of_document(text).filter(Number::is_integer));
    let Some(number) = number else { return serializer.serialize_str(text) };
    if let Some(integer) = number.as_i128() {
        return match (i64::try_from(integer), u64::try_from(integer)) {
            (Ok(small), _) => serializer.serialize_i64(small),
            (_, Ok(large)) => serializer.serialize_u64(large),
            _ => serializer.serialize_i128(integer),
        };
    }
    let float = number.to_f64();
    if !number.is_integer() && float.is_finite() {
        return serializer.serialize_f64(float);
    }
    RawValue::from_string(number.to_json()).map_err(S::Error::custom)?.serialize(serializer)
}

/// Reads both forms. For JSON, the exact text of a number is kept, which only `serde_json` supports.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let json = Box::<RawValue>::deserialize(deserializer)?;
            return Self::of_json(json.get(), MAX_DEPTH).map_err(D::Error::custom);
        }
        PackedValue::deserialize(deserializer)
    }
}

/// The maximum depth of records in records: far more than any extraction makes.
const MAX_DEPTH: usize = 128;

impl Value {
    /// Reads a JSON value. Its syntax must be valid. Records may nest up to `depth` deep.
    fn of_json(json: &str, depth: usize) -> serde_json::Result<Self> {
        Ok(match json.as_bytes() {
            b"null" => Self::Null,
            b"true" => Self::Bool(true),
            b"false" => Self::Bool(false),
            [b'"', ..] => Self::Text(serde_json::from_str(json)?),
            [b'{', ..] if depth == 0 => return Err(serde::de::Error::custom("records nest too deeply")),
            [b'{', ..] => {
                let Lists(lists) = serde_json::from_str(json)?;
                let value = |json: &RawValue| Self::of_json(json.get(), depth - 1);
                let list = |(name, values): (String, Vec<&RawValue>)| {
                    Ok((name, values.into_iter().map(value).collect::<serde_json::Result<_>>()?))
                };
                Self::Record(lists.into_iter().map(list).collect::<serde_json::Result<_>>()?)
            }
            [b'[', ..] => return Err(serde::de::Error::custom("a value is not a list")),
            _ => Self::Number(json.to_owned()),
        })
    }
}

/// The fields of a record in order. Several fields may have the same name.
struct Lists<'j>(Vec<(String, Vec<&'j RawValue>)>);

impl<'de> Deserialize<'de> for Lists<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ListsVisitor)
    }
}

struct ListsVisitor;

impl<'de> Visitor<'de> for ListsVisitor {
    type Value = Lists<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of lists")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Lists<'de>, M::Error> {
        let mut lists = Vec::new();
        while let Some(list) = map.next_entry()? {
            lists.push(list);
        }
        Ok(Lists(lists))
    }
}

/// Any JSON value except a list: lists only occur as the fields of a record.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "One datum that an extraction yielded.",
            "type": ["null", "boolean", "integer", "number", "string", "object"],
            "additionalProperties": generator.subschema_for::<Vec<Self>>(),
        })
    }
}

/// The compact form, in which each value has its kind.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Value")]
enum PackedValue {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Record(Vec<(String, Vec<Value>)>),
    Element(String),
}

#[cfg(test)]
mod tests {
    use super::Value;

    fn number(text: &str) -> String {
        Value::Number(text.to_owned()).to_string()
    }

    #[test]
    fn numbers_are_written_exactly() {
        assert_eq!(number("5"), "5");
        assert_eq!(number("+05"), "5");
        assert_eq!(number("1.50"), "1.5");
        let long = "1234567890123456789012345678901234567890123456789";
        assert_eq!(number(long), long);
        assert_eq!(number("1e999"), "1e999");
        assert_eq!(number("-.inf"), "\"-.inf\"");
        assert_eq!(number("NaN"), "\"NaN\"");
        assert_eq!(number(&"7".repeat(1000)), "7".repeat(1000));
        assert_eq!(number(&"7".repeat(1_000_000)), format!("\"{}\u{2026} (1000000 characters)\"", "7".repeat(40)));
    }

    #[test]
    fn only_long_values_are_cut() {
        let cut = |mut value: Value, most| {
            value.cut(most);
            value
        };
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(cut(text("abc"), 3), text("abc"));
        assert_eq!(cut(text("ab\u{e4}c"), 3), text("ab\u{2026}"));
        let digits = "1".repeat(4000);
        assert_eq!(cut(Value::Number(digits.clone()), 1 << 16), Value::Number(digits.clone()));
        assert_eq!(cut(Value::Number(format!("{digits}1")), 1 << 16), text(&format!("{digits}1")));
        let record = |values: usize| Value::Record(vec![("a".to_owned(), vec![Value::Null; values])]);
        assert_eq!(cut(record(100), 160), record(10));
        assert_eq!(cut(record(9), 160), record(9));
    }

    #[test]
    fn the_compact_form_is_read_back() {
        let lists = vec![("A".to_owned(), vec![Value::Number("1.50".to_owned()), Value::Null, Value::Bool(true)])];
        for value in [Value::Record(lists), Value::Text("5".to_owned()), Value::Element("I".to_owned())] {
            let bytes = postcard::to_allocvec(&value).unwrap();
            assert_eq!(postcard::from_bytes::<Value>(&bytes).unwrap(), value);
        }
    }
}
