//! Tracks the origins of the values that a script was given.
//!
//! Rhai keeps a tag with each value, and copies it with the value. A value that a script is given carries a mark in its tag
//! that leads back to the value of the document, so that a finding lands at exactly that value, however many equal ones
//! there are. A value that a script makes has no mark of its own; when it is put into a list or a finding, it gets that of
//! the input at hand: the value that the innermost loop, or the function of `map` and its like, goes through.
//!
//! Collections compare their elements as texts. For them the mark of a number leads to its spelling (`0042`, `1.50`).

#![allow(clippy::useless_conversion, reason = "a tag has 16 bits on machines of 32, and 32 on others")]

use std::cell::{Cell, RefCell};

use assay_document::extract::ValueId;
use rhai::{Dynamic, ImmutableString};
use rustc_hash::FxHashMap;

use super::number::{number, spell};

/// Values that have a mark to themselves. A tag holds no more than 32,767 on machines of 32 bits, and what is found must not
/// depend on the machine: the value after these has the first mark again, and is told apart by what it is and by its
/// neighbours. A prime, so that values that come again and again in equal distances have other marks.
const MARKS: u32 = 32_749;

/// The origins of the values that a script was given.
#[derive(Default)]
pub(super) struct ValueOrigins {
    given: RefCell<ValueOrigin>,
    /// The marks of the values of the list that the script was given.
    inputs: RefCell<Vec<i32>>,
    /// The mark of the input at hand; 0 for none.
    at_hand: Cell<i32>,
}

#[derive(Default)]
struct ValueOrigin {
    /// The values, in the order in which they were given; `None` for one of another document.
    ids: Vec<Option<ValueId>>,
    /// The spellings that their numbers would not be given anyhow, by place among the values.
    spellings: FxHashMap<u32, ImmutableString>,
}

impl ValueOrigins {
    /// Forgets all values: another call begins.
    pub fn clear(&self) {
        let mut given = self.given.borrow_mut();
        given.ids.clear();
        given.spellings.clear();
        self.inputs.borrow_mut().clear();
        self.at_hand.set(0);
    }

    /// Notes the list that the script is given.
    pub fn note_inputs(&self, data: &[Dynamic]) {
        self.inputs.borrow_mut().extend(data.iter().map(|value| i32::from(value.tag())));
    }

    /// The mark of the next value, which comes from `id`.
    pub fn next_mark(&self, id: Option<ValueId>) -> i32 {
        let mut given = self.given.borrow_mut();
        let mark = mark_of(given.ids.len());
        given.ids.push(id);
        mark
    }

    /// A number by its spelling, which it keeps.
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

    /// A scalar as its document spells it; `None` for what is no scalar.
    pub fn spelled(&self, element: &Dynamic) -> Option<ImmutableString> {
        if let Ok(text) = element.as_immutable_string_ref() {
            return Some(text.clone());
        }
        let element = element.flatten_clone();
        if element.is_bool() || element.is_char() {
            return Some(element.to_string().into());
        }
        let usual = spell(&element)?;
        // What a script made of a number is spelled anew.
        let unusual = (element.tag() > 0).then(|| self.unusual(&element, &usual)).flatten();
        Some(unusual.unwrap_or_else(|| usual.into()))
    }

    fn unusual(&self, element: &Dynamic, usual: &str) -> Option<ImmutableString> {
        let given = self.given.borrow();
        let spellings = &given.spellings;
        let mut found = places(element.tag().into(), given.ids.len()).filter_map(|at| spellings.get(&at));
        found.find(|text| spell(&number(text)).as_deref() == Some(usual)).cloned()
    }

    /// The values from which one with this tag may come, each with its place among those that were given.
    pub fn of(&self, value: &Dynamic) -> Vec<(u32, ValueId)> {
        let given = self.given.borrow();
        let found = places(value.tag().into(), given.ids.len());
        found.filter_map(|at| Some((at, given.ids[at as usize]?))).collect()
    }

    /// The mark of the input at hand; 0 for none.
    pub fn in_hand(&self) -> i32 {
        self.at_hand.get()
    }

    /// Makes a value the input at hand, if it has a mark.
    pub fn take_in_hand(&self, value: &Dynamic) {
        let mark = i32::from(value.tag()).abs();
        if mark != 0 {
            self.at_hand.set(mark);
        }
    }

    /// Of a range over the places of the list that the script was given, up to an end: makes the value at a place the input at
    /// hand.
    pub fn take_place_in_hand(&self, place: i64, end: i64) {
        let inputs = self.inputs.borrow();
        let is_of_list = i64::try_from(inputs.len()).is_ok_and(|count| end == count || end == count - 1);
        if let Some(mark) = usize::try_from(place).ok().and_then(|place| inputs.get(place)).filter(|_| is_of_list) {
            self.at_hand.set(*mark);
        }
    }

    /// Makes the value with a mark the input at hand.
    pub fn put_in_hand(&self, mark: i32) {
        self.at_hand.set(mark);
    }

    /// Notes that a value without a mark was made of the input at hand.
    pub fn note_made(&self, value: &mut Dynamic) {
        if self.at_hand.get() != 0 && value.tag() == 0 && !value.is_shared() {
            set(value, -self.at_hand.get());
        }
    }

    /// Like [`Self::note_made`], for a value and, if it is a list, for each of its elements.
    pub fn note_all_made(&self, value: &mut Dynamic) {
        if self.at_hand.get() == 0 {
            return;
        }
        if let Ok(mut list) = value.as_array_mut() {
            list.iter_mut().for_each(|item| self.note_made(item));
        }
        self.note_made(value);
    }
}

/// Gives a value a mark; a negative one says that it was made of the value with the mark.
pub(super) fn set(value: &mut Dynamic, mark: i32) {
    value.set_tag(mark.try_into().unwrap_or_default());
}

/// The mark of the value at a place, from 1.
fn mark_of(place: usize) -> i32 {
    i32::try_from(place % MARKS as usize + 1).unwrap_or_default()
}

/// The places of the values with a mark, of so many.
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
    fn numbers_are_looked_up_as_they_are_spelled() {
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
            assert_eq!(origins.spelled(number).as_deref(), Some(*text));
            assert_eq!(origins.spelled(&number.clone().into_shared()).as_deref(), Some(*text), "shared");
        }
    }

    #[test]
    fn what_is_computed_is_looked_up_as_scripts_show_it() {
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
            assert_eq!(origins.spelled(&element).as_deref(), text, "{element}");
        }
    }

    #[test]
    fn a_mark_leads_to_few_values_however_many_there_are() {
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
