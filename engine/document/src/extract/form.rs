//! The storage of a value in eight bytes: a hundred rules may each read a hundred thousand values.

use super::texts::TextPlace;

/// The kind of a value, with the part of the value that fits: the place of its string, or the number of its record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ValueForm {
    Null,
    Bool(bool),
    /// The empty string of a node that has attributes or other nodes.
    Holder,
    Text(TextPlace),
    Number(TextPlace),
    /// A record, by its number.
    Record(u32),
    /// A node, by its name.
    Element(TextPlace),
}

/// A [`ValueForm`] in eight bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedForm {
    /// The start of a string, or the number of a record.
    at: u32,
    /// The kind in the upper bits, the length of a string in the lower bits.
    kind: u32,
}

/// The number of bits below the kind.
const LENGTH: u32 = 20;
const _: () = assert!(TextPlace::LONGEST >> LENGTH == 0, "every stored length fits into the bits below the kind");

const NULL: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;
const TEXT: u32 = 3;
const NUMBER: u32 = 4;
const RECORD: u32 = 5;
const ELEMENT: u32 = 6;
const HOLDER: u32 = 7;

impl PackedForm {
    pub const fn new(form: ValueForm) -> Self {
        const NOWHERE: TextPlace = TextPlace { start: 0, length: 0 };
        match form {
            ValueForm::Null => Self::of(NULL, NOWHERE),
            ValueForm::Bool(false) => Self::of(FALSE, NOWHERE),
            ValueForm::Bool(true) => Self::of(TRUE, NOWHERE),
            ValueForm::Holder => Self::of(HOLDER, NOWHERE),
            ValueForm::Text(place) => Self::of(TEXT, place),
            ValueForm::Number(place) => Self::of(NUMBER, place),
            ValueForm::Record(number) => Self::of(RECORD, TextPlace { start: number, length: 0 }),
            ValueForm::Element(name) => Self::of(ELEMENT, name),
        }
    }

    const fn of(kind: u32, place: TextPlace) -> Self {
        Self { at: place.start, kind: kind << LENGTH | place.length }
    }

    #[inline]
    pub const fn form(self) -> ValueForm {
        let place = TextPlace { start: self.at, length: self.kind & ((1 << LENGTH) - 1) };
        match self.kind >> LENGTH {
            NULL => ValueForm::Null,
            FALSE => ValueForm::Bool(false),
            TRUE => ValueForm::Bool(true),
            HOLDER => ValueForm::Holder,
            TEXT => ValueForm::Text(place),
            NUMBER => ValueForm::Number(place),
            RECORD => ValueForm::Record(self.at),
            _ => ValueForm::Element(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PackedForm, TextPlace, ValueForm};

    #[test]
    fn packed_forms_are_unpacked_unchanged() {
        for start in [0, 1, u32::MAX] {
            for length in [0, 1, TextPlace::LONGEST] {
                let place = TextPlace { start, length };
                for form in [ValueForm::Text(place), ValueForm::Number(place), ValueForm::Element(place)] {
                    assert_eq!(PackedForm::new(form).form(), form);
                }
            }
            assert_eq!(PackedForm::new(ValueForm::Record(start)).form(), ValueForm::Record(start));
        }
        for form in [ValueForm::Null, ValueForm::Bool(false), ValueForm::Bool(true), ValueForm::Holder] {
            assert_eq!(PackedForm::new(form).form(), form);
        }
    }
}
