//! Tracks the origins of the input values of a script.
//!
//! Rhai keeps a tag with each value, and copies it with the value. The tag of an input value contains a mark, which
//! identifies the value of the document. So a finding is reported at exactly that value, even if the document contains
//! equal ones.
//!
//! A value that a script creates has no mark. When it is put into a list or a finding, it gets the mark of the current
//! input. That is the current element of the innermost loop, or of `map` or a similar method.
//!
//! Collections compare their elements as strings. For them, the mark of a number identifies its spelling (`0042`,
//! `1.50`).

#![allow(clippy::useless_conversion, reason = "a tag has 16 bits on machines of 32, and 32 on others")]

use std::cell::{Cell, RefCell};

use assay_document::extract::ValueId;
use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHashMap;

use super::number::{number, spell};

/// The number of distinct marks. A tag is at most 32,767 on 32-bit machines, and findings must not depend on the
/// machine. So later values get the same marks again, and are distinguished by their content and by their neighbours.
/// The number is a prime, so that values that repeat at regular intervals get different marks.
const MARKS: u32 = 32_749;

/// The origins of the input values of a script.
#[derive(Default)]
pub(super) struct ValueOrigins {
    given: RefCell<ValueOrigin>,
    /// The marks of the values in the list that the script received.
    inputs: RefCell<Vec<i32>>,
    /// The mark of the current input; 0 for none.
    current: Cell<i32>,
}

#[derive(Default)]
struct ValueOrigin {
    /// The values in the order in which they were passed; `None` for a value of another document.
    ids: Vec<Option<ValueId>>,
    /// The spellings of numbers that differ from the usual spelling, by place among the values.
    spellings: FxHashMap<u32, ImmutableString>,
}

impl ValueOrigins {
    /// Forgets all values at the beginning of a call.
    pub fn clear(&self) {
        let mut given = self.given.borrow_mut();
        given.ids.clear();
        given.spellings.clear();
        self.inputs.borrow_mut().clear();
        self.current.set(0);
    }

    /// Records the list that the script receives.
    pub fn note_inputs(&self, data: &[Dynamic]) {
        self.inputs.borrow_mut().extend(data.iter().map(|value| i32::from(value.tag())));
    }

    /// Returns the mark of the next value, which comes from `id`.
    pub fn next_mark(&self, id: Option<ValueId>) -> i32 {
        let mut given = self.given.borrow_mut();
        let mark = mark_of(given.ids.len());
        given.ids.push(id);
        mark
    }

    /// Converts the spelling of a number to its value, and records the spelling.
    pub fn number(&self, text: &str, id: Option<ValueId>) -> Dynamic {
        let mut number = number(text);
        let is_unusual = spell(&number).is_some_and(|usual| usual != text);
        if is_unusual {
            let mut given = self.given.borrow_mut();
            let at = u32::try_from(given.ids.len()).unwrap_or(u32::MAX);
            given.spellings.insert(at, text.into());
        }
        if is_unusual || id.is_some() {
            set(&mut number, self.next_mark(id));
        }
        number
    }

    /// Returns a scalar as its document spells it; `None` for other values.
    pub fn document_spelling(&self, element: &Dynamic) -> Option<ImmutableString> {
        if let Ok(text) = element.as_immutable_string_ref() {
            return Some(text.clone());
        }
        let element = element.flatten_clone();
        if element.is_bool() || element.is_char() {
            return Some(element.to_string().into());
        }
        let usual = spell(&element)?;
        // A number that a script computed has the usual spelling.
        let unusual = (element.tag() > 0).then(|| self.unusual(&element, &usual)).flatten();
        Some(unusual.unwrap_or_else(|| usual.into()))
    }

    fn unusual(&self, element: &Dynamic, usual: &str) -> Option<ImmutableString> {
        let given = self.given.borrow();
        let spellings = &given.spellings;
        let mut found = places(element.tag().into(), given.ids.len()).filter_map(|at| spellings.get(&at));
        found.find(|text| spell(&number(text)).as_deref() == Some(usual)).cloned()
    }

    /// Returns the values from which a value with this tag may come, each with its place among the input values.
    pub fn of(&self, value: &Dynamic) -> Vec<(u32, ValueId)> {
        let given = self.given.borrow();
        let found = places(value.tag().into(), given.ids.len());
        found.filter_map(|at| Some((at, given.ids[at as usize]?))).collect()
    }

    /// Returns the mark of the current input; 0 for none.
    pub fn current_mark(&self) -> i32 {
        self.current.get()
    }

    /// Makes a value the current input, if it has a mark.
    pub fn set_current_value(&self, value: &Dynamic) {
        let mark = i32::from(value.tag()).abs();
        if mark != 0 {
            self.current.set(mark);
        }
    }

    /// For a range over the places of the input list up to `end`: makes the value at `place` the current input.
    pub fn set_current_place(&self, place: i64, end: i64) {
        let inputs = self.inputs.borrow();
        // A loop that compares each value with the next one ends in front of the last.
        let is_of_list = i64::try_from(inputs.len()).is_ok_and(|count| end == count || end == count - 1);
        if let Some(mark) = usize::try_from(place).ok().and_then(|place| inputs.get(place)).filter(|_| is_of_list) {
            self.current.set(*mark);
        }
    }

    /// Makes the value with this mark the current input.
    pub fn set_current_mark(&self, mark: i32) {
        self.current.set(mark);
    }

    /// Records that a value without a mark was made from the current input.
    pub fn note_made(&self, value: &mut Dynamic) {
        if self.current.get() != 0 && value.tag() == 0 && !value.is_shared() {
            set(value, -self.current.get());
        }
    }

    /// Like [`Self::note_made`], for a value and, if it is a list, for each of its elements.
    pub fn note_all_made(&self, value: &mut Dynamic) {
        if self.current.get() == 0 {
            return;
        }
        if let Ok(mut list) = value.as_array_mut() {
            list.iter_mut().for_each(|item| self.note_made(item));
        }
        self.note_made(value);
    }
}

/// Sets the mark of a value. A negative mark means that it was made from the value with the mark.
pub(super) fn set(value: &mut Dynamic, mark: i32) {
    value.set_tag(mark.try_into().unwrap_or_default());
}

/// Returns the mark of the value at a place, from 1.
fn mark_of(place: usize) -> i32 {
    i32::try_from(place % MARKS as usize + 1).unwrap_or_default()
}

/// Returns the places of the values with a mark, among `count` values.
fn places(mark: i32, count: usize) -> impl Iterator<Item = u32> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let first = mark.unsigned_abs().checked_sub(1);
    first.into_iter().flat_map(move |first| (first..count).step_by(MARKS as usize))
}

#[cfg(test)]
mod tests {
    use assay_document::extract::Values;
    use assay_document::text::Span;
    use rhai::Dynamic;

    use super::{MARKS, ValueOrigins, set};

    #[test]
    fn numbers_are_looked_up_by_their_spelling() {
        let origins = ValueOrigins::default();
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
            "112233445566778899001122334455",
            "4614253070214989087",
            "1.570",
            "1e999",
        ];
        let numbers = texts.map(|text| origins.number(text, None));
        for (text, number) in texts.iter().zip(&numbers) {
            assert_eq!(origins.document_spelling(number).as_deref(), Some(*text));
            assert_eq!(origins.document_spelling(&number.clone().into_shared()).as_deref(), Some(*text), "shared");
        }
    }

    #[test]
    fn computed_values_are_looked_up_by_their_string() {
        let origins = ValueOrigins::default();
        let mut made = origins.number("0042", None);
        set(&mut made, -1);
        for (element, text) in [
            (made, Some("42")),
            (Dynamic::from(42_i64), Some("42")),
            (Dynamic::from(0.5), Some("0.5")),
            (Dynamic::from(true), Some("true")),
            (Dynamic::from('c'), Some("c")),
            (Dynamic::from(true).into_shared(), Some("true")),
            (Dynamic::from("0042"), Some("0042")),
            (Dynamic::UNIT, None),
            (Dynamic::from(vec![Dynamic::from(42_i64)]), None),
        ] {
            assert_eq!(origins.document_spelling(&element).as_deref(), text, "{element}");
        }
    }

    #[test]
    fn a_mark_is_shared_by_few_values() {
        let (origins, mut values) = (ValueOrigins::default(), Values::new());
        let id = values.text("x", Span::at(0));
        let count = MARKS * 3;
        for place in 0..count {
            let mut value = Dynamic::from("x");
            set(&mut value, origins.next_mark(Some(id)));
            let found = origins.of(&value);
            assert_eq!(found.last().map(|(at, _)| *at), Some(place));
            assert_eq!(u32::try_from(found.len()), Ok(place / MARKS + 1));
        }
    }
}
