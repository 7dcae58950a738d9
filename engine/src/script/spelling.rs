//! How numbers are spelled in their documents, for collections, whose elements compare as texts.
//!
//! A script computes with the number itself. One whose spelling is not that which the number would be given anyhow (`0042`,
//! `1.50`, an id of many digits) carries a mark that leads back to it; what is computed from it carries none.

use std::cell::RefCell;

use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHashMap;

use super::value::number;

/// Spellings of one number that are kept. A mark holds no more on machines of 32 bits, and what is looked up must not depend
/// on the machine.
const MOST: usize = i16::MAX as usize;

/// The spellings of the numbers that a script was given.
#[derive(Default)]
pub(super) struct Spellings {
    unusual: RefCell<Unusual>,
}

/// Spellings that their numbers would not be given anyhow.
#[derive(Default)]
struct Unusual {
    /// By the bits of the number.
    of_number: FxHashMap<u64, Vec<ImmutableString>>,
    /// The mark of each: its place among those of its number, from 1. None of what is one too many.
    marks: FxHashMap<ImmutableString, usize>,
}

impl Spellings {
    /// Forgets all numbers: another script begins.
    pub fn clear(&self) {
        let unusual = &mut *self.unusual.borrow_mut();
        unusual.of_number.clear();
        unusual.marks.clear();
    }

    /// A number by its spelling, which it keeps.
    pub fn number(&self, text: &str) -> Dynamic {
        let mut number = number(text);
        if let Some(key) = key(&number).filter(|_| number.to_string() != text) {
            let mark = self.unusual.borrow_mut().mark(key, text);
            // Without a mark it is looked up as any other of its value.
            number.set_tag(mark.and_then(|mark| mark.try_into().ok()).unwrap_or_default());
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
        self.unusual.borrow().of_number.get(&key(number)?)?.get(at).cloned()
    }
}

impl Unusual {
    /// The mark of a spelling of the number with this key, which is kept unless it is one too many.
    fn mark(&mut self, key: u64, text: &str) -> Option<usize> {
        if let Some(&known) = self.marks.get(text) {
            return Some(known);
        }
        let of_number = self.of_number.entry(key).or_default();
        if of_number.len() == MOST {
            return None;
        }
        let text = ImmutableString::from(text);
        of_number.push(text.clone());
        self.marks.insert(text, of_number.len());
        Some(of_number.len())
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

    use super::{MOST, Spellings};

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
    fn of_very_many_spellings_of_one_number_the_last_are_looked_up_by_its_value() {
        let spellings = Spellings::default();
        for count in 1..=MOST + 1 {
            // More than any number that a machine computes with.
            let text = format!("1e{}", 1000 + count);
            let number = spellings.number(&text);
            let expected = if count <= MOST { &text } else { "inf" };
            assert_eq!(spellings.spelled(&number).as_deref(), Some(expected));
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
