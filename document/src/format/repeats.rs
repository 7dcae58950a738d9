//! Keys that their mapping or object has already.

use crate::text::Fault;

/// How many are told with their places: enough to see a pattern, and no page full of them.
const TOLD: usize = 3;

/// The keys of a document that stand in their mapping or object already: the first few, and how many more there are.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Repeats {
    told: Vec<Fault>,
    more: usize,
}

impl Repeats {
    /// Adds a key with what is to be said of it, which is asked for only if it is told.
    pub(super) fn add(&mut self, fault: impl FnOnce() -> Fault) {
        if self.told.len() < TOLD {
            self.told.push(fault());
        } else {
            self.more += 1;
        }
    }

    /// The first one, in bytes of the text.
    #[must_use]
    pub fn first(&self) -> Option<&Fault> {
        self.told.first()
    }

    /// What is to be said, in the order of the text; the last one says how many more there are.
    pub fn warnings(self) -> impl Iterator<Item = Fault> {
        let Self { mut told, more } = self;
        if let Some(last) = told.last_mut().filter(|_| more > 0) {
            let keys =
                if more == 1 { "1 more key of this file is" } else { &format!("{more} more keys of this file are") };
            last.message = format!("{}; {keys} repeated, too", last.message);
        }
        told.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Repeats;
    use crate::text::{Fault, Span};

    #[test]
    fn three_are_told_and_the_others_are_counted() {
        for (count, expected) in [
            (0, &[][..]),
            (1, &["key 0"]),
            (3, &["key 0", "key 1", "key 2"]),
            (4, &["key 0", "key 1", "key 2; 1 more key of this file is repeated, too"]),
            (100, &["key 0", "key 1", "key 2; 97 more keys of this file are repeated, too"]),
        ] {
            let mut repeats = Repeats::default();
            for at in 0..count {
                repeats.add(|| Fault::new("x", format!("key {at}"), Span::at(at)));
            }
            assert_eq!(repeats.first().map(|fault| fault.span), (count > 0).then_some(Span::at(0)));
            let said: Vec<String> = repeats.warnings().map(|fault| fault.message).collect();
            assert_eq!(said, expected);
        }
    }
}
