//! Values as the contract compares them: by type, numbers by value.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use assay_engine::report;
use serde_json::value::RawValue;

/// A value that is expected, or was found.
#[derive(Clone, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    /// As spelled.
    Number(String),
    Text(String),
    Record(BTreeMap<String, Vec<Value>>),
}

impl Value {
    /// Reads JSON, integers of any length exactly.
    pub fn parse(json: &RawValue) -> Self {
        let text = json.get();
        match text.as_bytes()[0] {
            b'n' => Self::Null,
            b't' | b'f' => Self::Bool(text == "true"),
            b'"' => Self::Text(serde_json::from_str(text).expect("it is a text")),
            b'{' => {
                let lists: BTreeMap<String, Vec<Box<RawValue>>> =
                    serde_json::from_str(text).expect("a record is an object of lists");
                let values = |list: Vec<Box<RawValue>>| list.iter().map(|value| Self::parse(value)).collect();
                Self::Record(lists.into_iter().map(|(name, list)| (name, values(list))).collect())
            }
            _ => Self::Number(text.to_owned()),
        }
    }
}

impl From<&report::Value> for Value {
    fn from(value: &report::Value) -> Self {
        match value {
            report::Value::Null => Self::Null,
            report::Value::Bool(value) => Self::Bool(*value),
            report::Value::Number(text) => Self::Number(text.clone()),
            report::Value::Text(text) => Self::Text(text.clone()),
            report::Value::Element(tag) => Self::Text(format!("<{tag}>")),
            report::Value::Record(lists) => {
                let values = |list: &[report::Value]| list.iter().map(Self::from).collect();
                Self::Record(lists.iter().map(|(name, list)| (name.clone(), values(list))).collect())
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number.to_string())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number.to_string())
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Record(a), Self::Record(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => match (integer(a), integer(b)) {
                (Some(a), Some(b)) => a == b,
                _ => a.parse::<f64>().is_ok_and(|a| Ok(a) == b.parse()),
            },
            _ => false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(text) => f.write_str(text),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Record(lists) => {
                let list = |values: &[Self]| values.iter().map(Self::to_string).collect::<Vec<_>>().join(", ");
                let lists: Vec<_> = lists.iter().map(|(name, values)| format!("{name}: [{}]", list(values))).collect();
                write!(f, "{{{}}}", lists.join(", "))
            }
        }
    }
}

/// An integer's sign and digits, in one form for each value; `None` for anything but an integer.
fn integer(text: &str) -> Option<(bool, Cow<'_, str>)> {
    let digits = text.trim_start_matches(['+', '-']);
    let based = |prefix: &str, radix| u128::from_str_radix(digits.strip_prefix(prefix)?, radix).ok();
    let decimal = match based("0x", 16).or_else(|| based("0o", 8)) {
        Some(value) => Cow::Owned(value.to_string()),
        None => Cow::Borrowed(digits),
    };
    let plain = !decimal.is_empty() && decimal.bytes().all(|byte| byte.is_ascii_digit());
    let digits = match decimal {
        Cow::Borrowed(digits) => Cow::Borrowed(digits.trim_start_matches('0')),
        Cow::Owned(digits) => Cow::Owned(digits.trim_start_matches('0').to_owned()),
    };
    plain.then(|| (text.starts_with('-') && !digits.is_empty(), digits))
}
