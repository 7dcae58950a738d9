//! The names of kinds of values in messages.

use rhai::{Dynamic, FnPtr};

/// The name of `()` in messages.
pub(super) const NOTHING: &str = "nothing";

/// Rhai's names of types, with their names in messages.
const KINDS: &[(&str, &str)] = &[
    ("()", NOTHING),
    ("i64", "a number"),
    ("f64", "a number"),
    ("bool", "a boolean"),
    ("char", "a character"),
    ("string", "a string"),
    ("&str | ImmutableString | String", "a string"),
    ("array", "a list"),
    ("map", "a map"),
    ("Fn", "a function"),
    ("blob", "bytes"),
    ("range", "a range"),
    ("range=", "a range"),
    ("core::ops::range::Range<i64>", "a range"),
    ("core::ops::range::RangeInclusive<i64>", "a range"),
];

/// Returns the kind of a value for messages, such as `a number`.
pub(super) fn of(value: &Dynamic) -> String {
    if value.is::<FnPtr>() { "a function".to_owned() } else { type_name(value.type_name()) }
}

/// Returns the name of one of Rhai's types for messages.
pub(super) fn type_name(kind: &str) -> String {
    if let Some((_, name)) = KINDS.iter().find(|(known, _)| *known == kind) {
        return (*name).to_owned();
    }
    // Custom types are registered under the names that messages use.
    let name = kind.rsplit("::").next().unwrap_or(kind);
    match name {
        "View" => "a collection".to_owned(),
        "Large" => "a number".to_owned(),
        name => format!("{} {}", article(name), name.to_lowercase()),
    }
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use rhai::{Array, Dynamic, FnPtr, Map};

    use super::{of, type_name};

    #[test]
    fn every_kind_of_value_has_a_name() {
        for (value, name) in [
            (Dynamic::UNIT, "nothing"),
            (Dynamic::from_int(1), "a number"),
            (Dynamic::from_float(1.5), "a number"),
            (Dynamic::TRUE, "a boolean"),
            (Dynamic::from("x"), "a string"),
            (Dynamic::from('x'), "a character"),
            (Dynamic::from_array(Array::new()), "a list"),
            (Dynamic::from_map(Map::new()), "a map"),
            (Dynamic::from(FnPtr::new("f").unwrap()), "a function"),
            (Dynamic::from(1..5_i64), "a range"),
            (Dynamic::from(1..=5_i64), "a range"),
        ] {
            assert_eq!(of(&value), name);
        }
        assert_eq!(type_name("assay_script::element::node::Element"), "an element");
    }
}
