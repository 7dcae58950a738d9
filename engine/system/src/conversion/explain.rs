//! Explains the result for one path, with the values that other rules override.

use super::outcome::{Conversion, ConversionEntry, ConversionOverridden};
use super::pipeline::Pipeline;

/// The names of the fields in `said`, in the order of [`Conversion::last`].
const NAMES: [&str; 6] = ["root", "converter", "params", "noConversion", "source", "source"];

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
