//! How numbers are spelled in their documents, for collections, whose elements compare as texts.
//!
//! A script computes with the number itself. One whose spelling is not that which the number would be given anyhow (`0042`,
//! `1.50`, an id of many digits) carries a mark that leads back to it; what is computed from it carries none.

use std::cell::RefCell;

use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHashMap;

use super::value::number;

/// The spellings of the numbers that a script was given.
#[derive(Default)]
pub(super) struct Spellings {
    /// The unusual ones, by the bits of the number. The mark is the place among those of one number, from 1.
    unusual: RefCell<FxHashMap<u64, Vec<ImmutableString>>>,
}

impl Spellings {
    /// Forgets all numbers: another script begins.
    pub fn clear(&self) {
        self.unusual.borrow_mut().clear();
    }

    /// A number by its spelling, which it keeps.
    pub fn number(&self, text: &str) -> Dynamic {
        let mut number = number(text);
        if let Some(key) = key(&number).filter(|_| number.to_string() != text) {
            let mut unusual = self.unusual.borrow_mut();
            let of_number = unusual.entry(key).or_default();
            let at = of_number.iter().position(|known| known == text).unwrap_or_else(|| {
                of_number.push(text.into());
                of_number.len() - 1
            });
            // Beyond 30,000 spellings of one number it is looked up as any other of its value.
            number.set_tag((at + 1).try_into().unwrap_or(0));
        }
        number
    }

    /// A scalar as its document spells it; `None` for what is no scalar.
    pub fn spelled(&self, element: &Dynamic) -> Option<ImmutableString> {
        if let Ok(text) = element.as_immutable_string_ref() {
            return Some(text.clone());
        }
        let is_scalar = element.is_int() || element.is_float() || element.is_bool() || element.is_char();
        let spelled = |scalar: Dynamic| self.unusual(&scalar).unwrap_or_else(|| scalar.to_string().into());
        is_scalar.then(|| spelled(element.flatten_clone()))
    }

    fn unusual(&self, number: &Dynamic) -> Option<ImmutableString> {
        let at = usize::try_from(number.tag()).ok()?.checked_sub(1)?;
        self.unusual.borrow().get(&key(number)?)?.get(at).cloned()
    }
}

/// The bits of a number, with which all its spellings are kept.
fn key(number: &Dynamic) -> Option<u64> {
    let float = || number.as_float().map(f64::to_bits);
    number.as_int().map(i64::cast_unsigned).or_else(|_| float()).ok()
}

#[cfg(test)]
mod tests {
    use rhai::Dynamic;

    use super::Spellings;

    #[test]
    fn numbers_are_looked_up_as_they_are_spelled() {
        let spellings = Spellings::default();
        let texts = [
            "42",
            "0042",
            "042",
            "+42",
            "-0",
            "1.5",
            "1.50",
            "1.5e0",
            "00112233445566778899001122334455",
            "00112233445566778899001122334456",
            "4614253070214989087",
            "1.570",
            "1e999",
        ];
        let numbers = texts.map(|text| spellings.number(text));
        for (text, number) in texts.iter().zip(&numbers) {
            assert_eq!(spellings.spelled(number).as_deref(), Some(*text));
            assert_eq!(spellings.spelled(&number.clone().into_shared()).as_deref(), Some(*text), "shared");
        }
    }

    #[test]
    fn what_is_computed_is_looked_up_as_scripts_show_it() {
        let spellings = Spellings::default();
        let _ = spellings.number("0042");
        for (element, text) in [
            (Dynamic::from(42_i64), Some("42")),
            (Dynamic::from(0.5), Some("0.5")),
            (Dynamic::from(true), Some("true")),
            (Dynamic::from('c'), Some("c")),
            (Dynamic::from(true).into_shared(), Some("true")),
            (Dynamic::from("0042"), Some("0042")),
            (Dynamic::UNIT, None),
            (Dynamic::from(vec![Dynamic::from(42_i64)]), None),
        ] {
            assert_eq!(spellings.spelled(&element).as_deref(), text, "{element}");
        }
    }
}
