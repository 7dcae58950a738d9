//! Records the values that each comparison of an expression compares, to find those that are never equal.

use assay_document::text;

use super::code::TestKind;
use super::run::Value;
use crate::type_mismatch::{ComparedValues, Likeness, MismatchKind, in_order};

/// The records of all comparisons in an expression.
pub(crate) struct ComparisonNotes {
    met: Vec<ComparisonNote>,
}

#[derive(Clone, Default)]
pub(crate) enum ComparisonNote {
    /// No values, or none that need a warning.
    #[default]
    Nothing,
    /// Only values that are never equal: the first two of them.
    TypeMismatch(Box<ComparedValues>),
    /// Two values that can be equal.
    Alike,
}

impl ComparisonNotes {
    pub(super) fn new(comparisons: usize) -> Self {
        Self { met: vec![ComparisonNote::default(); comparisons] }
    }

    /// Returns the record of each comparison, with its number.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = (usize, ComparisonNote)> {
        self.met.into_iter().enumerate()
    }

    /// Records that a comparison compared values that can be equal.
    pub(super) fn are_alike(&mut self, number: usize) {
        self.met[number] = ComparisonNote::Alike;
    }

    /// Records two values that a comparison compared.
    pub(super) fn note(&mut self, number: usize, kind: TestKind, left: &Value, right: &Value) {
        if !matches!(self.met[number], ComparisonNote::Alike) {
            self.note_first(number, kind, left, right);
        }
    }

    /// Like [`Self::note`], for a comparison that has not yet compared values that can be equal.
    #[cold]
    fn note_first(&mut self, number: usize, kind: TestKind, left: &Value, right: &Value) {
        /// The maximum number of elements that are examined to find out what a list contains.
        const MOST: usize = 64;
        let list = match right {
            Value::List(items) | Value::Tuple(items) => Some(&items[..items.len().min(MOST)]),
            Value::Set(set) => Some(&set.keys()[..set.keys().len().min(MOST)]),
            _ => None,
        };
        let likeness = match (kind, left, right) {
            (TestKind::Equal, ..) => likeness(left, right),
            (TestKind::Order(holds), Value::Text(left), Value::Text(right)) => in_order(left, right, holds),
            (TestKind::In, ..) => match list {
                Some(list) => likeness_in(left, list),
                None => return,
            },
            _ => return,
        };
        match likeness {
            Likeness::Alike => self.met[number] = ComparisonNote::Alike,
            Likeness::TypeMismatch(unlike) if matches!(self.met[number], ComparisonNote::Nothing) => {
                let script = |value: &Value| value.for_script(None).unwrap_or_default();
                let met = match list.filter(|_| matches!(kind, TestKind::In)) {
                    Some(list) => {
                        ComparedValues::in_list(unlike, &script(left), &list.iter().map(script).collect::<Vec<_>>())
                    }
                    None => ComparedValues::new(unlike, &script(left), &script(right)),
                };
                self.met[number] = ComparisonNote::TypeMismatch(Box::new(met));
            }
            Likeness::TypeMismatch(_) | Likeness::Apart => {}
        }
    }
}

/// Returns the relation of two values that are compared.
fn likeness(a: &Value, b: &Value) -> Likeness {
    let is_number = |value: &Value| !matches!(value, Value::Bool(_)) && value.number().is_some();
    let is_one = |value: &Value| value.number().is_some() || value.text().is_some();
    for (a, b) in [(a, b), (b, a)] {
        if let Some(text) = a.text() {
            if is_number(b) && text::Number::parse(text).is_some() {
                return Likeness::TypeMismatch(MismatchKind::Number);
            }
            if matches!(b, Value::Bool(_)) && ["true", "false"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
                return Likeness::TypeMismatch(MismatchKind::Boolean);
            }
        } else if matches!(a, Value::List(_)) && is_one(b) {
            return Likeness::TypeMismatch(MismatchKind::List);
        }
    }
    let is_alike = std::mem::discriminant(a) == std::mem::discriminant(b) || is_number(a) && is_number(b);
    if is_alike && !a.is_none() { Likeness::Alike } else { Likeness::Apart }
}

/// Like [`likeness`], for a value and the elements of the list in which it is searched.
fn likeness_in(value: &Value, list: &[Value]) -> Likeness {
    let mut found = Likeness::Apart;
    for element in list {
        match likeness(value, element) {
            Likeness::Alike => return Likeness::Alike,
            Likeness::TypeMismatch(kind) if kind != MismatchKind::List => found = Likeness::TypeMismatch(kind),
            Likeness::TypeMismatch(_) | Likeness::Apart => {}
        }
    }
    found
}
