//! Explains the result for one path, with the values that other rules override.

use serde::Serialize;

use super::outcome::{Conversion, ConversionEntry};
use super::pipeline::Pipeline;

/// The names of the fields in `said`, in the order of [`Conversion::last`].
const NAMES: [&str; 6] = ["root", "converter", "params", "noConversion", "source", "source"];

/// Something that a rule says, and another one overrides.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionOverridden<'e> {
    /// The field, by its name in `said`.
    pub field: &'static str,
    /// The content of the rule.
    pub value: &'e str,
    /// The rule file.
    pub path: &'e str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
}

impl Pipeline {
    /// Returns the result for `path`, given its conversion, with the values that other rules override.
    #[must_use]
    pub fn explain<'e>(
        &'e self,
        path: &'e str,
        conversion: &'e Conversion<'e>,
        exists: impl Fn(&str) -> bool,
    ) -> ConversionEntry<'e> {
        let mut entry = conversion.entry(path, exists);
        let last = conversion.last();
        for setter in &conversion.matched {
            let values = self.rule(setter.rule).values();
            for ((field, last), said) in NAMES.into_iter().zip(last).zip(values) {
                let Some((value, place)) = said else { continue };
                if last.is_some_and(|last| last.rule != setter.rule) {
                    let (line, column) = (place.line, place.column);
                    entry.overridden.push(ConversionOverridden { field, value, path: setter.path, line, column });
                }
            }
        }
        entry
    }
}
