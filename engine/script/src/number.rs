//! Numbers in scripts, and their spelling.

use assay_document::text::{Integer, Number};
use rhai::Dynamic;

use super::large::{Large, into_dynamic};

/// Converts the spelling of a number to its value.
pub(super) fn number(text: &str) -> Dynamic {
    let text = text.trim();
    if let Ok(integer) = text.parse::<i64>() {
        return integer.into();
    }
    if let Some(integer) = Integer::parse(text) {
        return into_dynamic(integer);
    }
    let Some(number) = Number::of_document(text) else { return text.into() };
    // Documents can also spell integers in other bases.
    let integer = number.as_i128().and_then(|integer| Integer::parse(&integer.to_string()));
    integer.map_or_else(|| Dynamic::from_float(number.to_f64()), into_dynamic)
}

/// Returns the spelling of a number in scripts; `None` for any other value.
pub(super) fn spell(value: &Dynamic) -> Option<String> {
    if value.is_int() || value.is_float() {
        return Some(value.to_string());
    }
    Large::of(value).map(|large| large.0.to_string())
}
