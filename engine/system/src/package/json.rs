//! JSON as exporters write it: comments and trailing commas are allowed, but no other extensions of JSON.

use assay_document::text::json::tree::ast::{Object, ObjectProp, Value};
pub use assay_document::text::json::tree::span;
use assay_document::text::json::tree::{JsonDialect, Ranged};
use assay_document::text::{Fault, IssueCode, Span};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The limit on tokens is higher than the number of tokens in metadata of the usual form that have the maximum size.
const FORM: JsonDialect = JsonDialect {
    is_written: false,
    is_commented: true,
    max_depth: 100,
    max_tokens: 5_000_000,
    code: IssueCode::PackageJson,
    depth_code: IssueCode::PackageJson,
};

/// Parses `text`, which contains one value.
///
/// # Errors
/// Fails if the text is not JSON. The fault has its place.
pub fn parse(text: &str) -> Result<Value<'_>, Fault> {
    let empty = || Fault::new(FORM.code, "this is not JSON: the file is empty", Span::at(0));
    FORM.parse(text)?.ok_or_else(empty)
}

/// Returns the place of a value.
pub fn span_of(value: &Value<'_>) -> Span {
    span(value.range())
}

/// Returns the first member with that key.
pub fn get<'o, 't>(object: &'o Object<'t>, key: &str) -> Option<&'o ObjectProp<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == key)
}

/// Returns the type of a value, for messages.
pub const fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::NullKeyword(_) => "null",
        Value::BooleanLit(_) => "a boolean",
        Value::NumberLit(_) => "a number",
        Value::StringLit(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Returns the digits of a number, or the text of a string; `None` for other values.
pub fn digits<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::NumberLit(literal) => Some(literal.value),
        Value::StringLit(literal) => Some(&literal.value),
        _ => None,
    }
}

/// The content of a file to be written.
pub enum Content<'v> {
    /// An existing value, without comments.
    Old(&'v Value<'v>),
    Text(String),
    Number(u64),
    List(Vec<Self>),
    Map(Vec<(&'v str, Self)>),
}

/// Returns the members of an object, unchanged.
pub fn members<'v>(object: &'v Object<'v>) -> Vec<(&'v str, Content<'v>)> {
    object.properties.iter().map(|member| (member.name.as_str(), Content::Old(&member.value))).collect()
}

/// Sets a member. It replaces all members with its key, at the position of the first; a new key comes last.
pub fn set_member<'v>(members: &mut Vec<(&'v str, Content<'v>)>, key: &'v str, value: Content<'v>) {
    // Readers disagree about which member of a repeated key counts.
    let at = members.iter().position(|(known, _)| *known == key).unwrap_or(members.len());
    members.retain(|(known, _)| *known != key);
    members.insert(at, (key, value));
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(members) => serializer.collect_map(members.iter().map(|(key, value)| (key, value))),
            Self::Old(Value::NullKeyword(_)) => serializer.serialize_unit(),
            Self::Old(Value::BooleanLit(literal)) => serializer.serialize_bool(literal.value),
            Self::Old(Value::StringLit(literal)) => serializer.serialize_str(&literal.value),
            // A number keeps its spelling: Rust's numbers cannot hold all digits of a long one.
            Self::Old(Value::NumberLit(literal)) => {
                RawValue::from_string(literal.value.to_owned()).map_err(S::Error::custom)?.serialize(serializer)
            }
            Self::Old(Value::Array(array)) => serializer.collect_seq(array.elements.iter().map(Content::Old)),
            Self::Old(Value::Object(object)) => serializer.collect_map(members(object)),
        }
    }
}

/// Returns content as JSON, each value on a separate line.
///
/// # Panics
/// Never: the keys are strings, and the numbers come from JSON.
pub fn write_content(content: &Content<'_>) -> String {
    serde_json::to_string_pretty(content).expect("content is JSON")
}
