//! JSON on one line, for files and for JavaScript, whose numbers cannot represent all integers beyond 2^53.
//!
//! There is one serializer for both, because the compiled code of each type is long and exists once for each
//! serializer.

mod formatter;
pub mod tree;

use serde::Serialize;
use serde_json::Serializer;

use formatter::JsonFormatter;

/// Returns `value` as JSON. The keys of maps must be strings.
pub fn one_line<T: Serialize + ?Sized>(value: &T) -> String {
    to_json_text(value, false)
}

/// Returns `value` as JSON. An integer that JavaScript would round is written as `{"$integer":"…"}`.
///
/// This cannot be confused with a value of a document, because the names of records contain lists, never strings.
pub fn for_javascript<T: Serialize + ?Sized>(value: &T) -> String {
    to_json_text(value, true)
}

/// Adds `value` to `bytes`, in the format of [`one_line`]. Many values can be written one after the other without a
/// copy.
pub fn write_line<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T) {
    write(bytes, value, false);
}

fn to_json_text<T: Serialize + ?Sized>(value: &T, marks: bool) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes, value, marks);
    // The serializer only writes UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

fn write<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T, marks: bool) {
    let result = value.serialize(&mut Serializer::with_formatter(bytes, JsonFormatter { marks }));
    debug_assert!(result.is_ok(), "the keys of maps are texts: {result:?}");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::{for_javascript, one_line};
    use crate::text::Value;

    fn number(text: &str) -> Value {
        Value::Number(text.to_owned())
    }

    #[test]
    fn numbers_that_javascript_represents_are_written_as_numbers() {
        for text in ["0", "-5", "9007199254740991", "-9007199254740991", "0.5", "1e999"] {
            assert_eq!(for_javascript(&number(text)), text);
            assert_eq!(one_line(&number(text)), text);
        }
    }

    #[test]
    fn integers_that_javascript_would_round_are_marked_only_for_javascript() {
        let long = "1".repeat(60);
        for text in ["9007199254740992", "-9007199254740992", "18446744073709551615", "-99999999999999999999", &long] {
            assert_eq!(for_javascript(&number(text)), format!(r#"{{"$integer":"{text}"}}"#));
            assert_eq!(one_line(&number(text)), text);
        }
    }

    #[derive(Serialize)]
    enum Kind {
        Unit,
        Newtype(u32),
        Tuple(i8, char),
        Struct { is_set: bool, none: Option<u8> },
    }

    #[derive(Serialize)]
    struct All<'t> {
        kinds: [Kind; 4],
        text: &'t str,
        floats: (f64, f32, f64),
        empty: ([u8; 0], BTreeMap<String, u8>),
        unit: (),
        #[serde(flatten)]
        map: BTreeMap<String, i64>,
    }

    #[test]
    fn every_type_is_written_like_serde_json() {
        let text: String =
            (0..0x20).chain([0x22, 0x2F, 0x5C, 0x7F, 0xE4, 0x2028, 0x1_F600]).filter_map(char::from_u32).collect();
        let all = All {
            kinds: [Kind::Unit, Kind::Newtype(7), Kind::Tuple(-1, '"'), Kind::Struct { is_set: true, none: None }],
            text: &text,
            floats: (0.1, 0.1, f64::NAN),
            empty: ([], BTreeMap::new()),
            unit: (),
            map: [("a \" b".to_owned(), i64::MIN), ("c".to_owned(), 0)].into(),
        };
        assert_eq!(one_line(&all), serde_json::to_string(&all).expect("it is JSON"));
    }
}
