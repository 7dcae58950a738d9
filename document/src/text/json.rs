//! JSON on one line, for files and for JavaScript, whose numbers hold no integer beyond 2^53.
//!
//! One serializer for both: how a type is written as JSON is there once for every serializer, and all of it is long.

pub mod tree;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// The largest integer that a JavaScript number holds exactly, with all smaller ones.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// `value` as JSON. Keys of maps must be texts.
pub fn one_line<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, Numbers { marks: false })
}

/// `value` as JSON, in which an integer that JavaScript would round stands as `{"$integer":"…"}`.
///
/// Names of records lead to lists, never to texts, so that no value of a document looks the same.
pub fn for_javascript<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, Numbers { marks: true })
}

/// Writes `value` as [`one_line`] does, behind what `bytes` hold: of many values, one behind the other, none is copied.
pub fn write_line<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T) {
    write(bytes, value, Numbers { marks: false });
}

fn written<T: Serialize + ?Sized>(value: &T, numbers: Numbers) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes, value, numbers);
    String::from_utf8(bytes).unwrap_or_default()
}

fn write<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T, numbers: Numbers) {
    // Neither can fail: memory takes every byte, and the types of reports have only texts for keys.
    let _ = value.serialize(&mut Serializer::with_formatter(bytes, numbers));
}

/// Writes numbers as they are, and large integers marked where that is asked for.
struct Numbers {
    marks: bool,
}

impl Numbers {
    fn write<W: ?Sized + Write>(&self, writer: &mut W, text: &str, large: bool) -> io::Result<()> {
        if large && self.marks {
            write!(writer, r#"{{"$integer":"{text}"}}"#)
        } else {
            writer.write_all(text.as_bytes())
        }
    }
}

impl Formatter for Numbers {
    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        self.write(writer, &value.to_string(), value.unsigned_abs() > MAX_SAFE)
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        self.write(writer, &value.to_string(), value > MAX_SAFE)
    }

    fn write_i128<W: ?Sized + Write>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        self.write(writer, &value.to_string(), value.unsigned_abs() > MAX_SAFE.into())
    }

    fn write_u128<W: ?Sized + Write>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        self.write(writer, &value.to_string(), value > MAX_SAFE.into())
    }

    /// Raw is written what no number of Rust holds: integers of any length, and floats beyond all bounds.
    fn write_raw_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let digits = fragment.strip_prefix('-').unwrap_or(fragment);
        self.write(writer, fragment, digits.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    use super::{for_javascript, one_line};
    use crate::text::Value;

    fn number(text: &str) -> Value {
        Value::Number(text.to_owned())
    }

    #[test]
    fn what_javascript_holds_is_a_number() {
        for text in ["0", "-5", "9007199254740991", "-9007199254740991", "0.5", "1e999"] {
            assert_eq!(for_javascript(&number(text)), text);
            assert_eq!(one_line(&number(text)), text);
        }
    }

    #[test]
    fn what_it_would_round_is_marked_for_it_alone() {
        let long = "1".repeat(60);
        for text in ["9007199254740992", "-9007199254740992", "18446744073709551615", "-99999999999999999999", &long] {
            assert_eq!(for_javascript(&number(text)), format!(r#"{{"$integer":"{text}"}}"#));
            assert_eq!(one_line(&number(text)), text);
        }
    }
}
