//! Keys that their mapping or object already has.

use crate::text::Fault;

/// The help for a repeated key: how Assay and other tools read it.
pub(super) const REPEATED: &str = "Assay reads each of them as a node; other tools keep only one";

/// The maximum number of repeated keys of a document that are kept with their places. Further keys are only counted.
const MOST: usize = 1000;

/// A key that its mapping or object already has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RepeatedKey {
    /// The key, decoded.
    pub key: String,
    /// The fault to report, in bytes of the text.
    pub fault: Fault,
}

/// The repeated keys of a document: the first ones, and the number of further keys.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Repeats {
    /// The repeated keys that were kept, in the order of the text.
    pub keys: Vec<RepeatedKey>,
    /// The number of repeated keys that were only counted.
    pub more: usize,
}

impl Repeats {
    /// Adds a key. `key` is called only if the key is kept.
    pub(super) fn add(&mut self, key: impl FnOnce() -> RepeatedKey) {
        if self.keys.len() < MOST {
            self.keys.push(key());
        } else {
            self.more += 1;
        }
    }

    /// Returns the fault of the first repeated key; `None` without repeated keys.
    pub fn first(&self) -> Option<&Fault> {
        self.keys.first().map(|repeated| &repeated.fault)
    }
}

#[cfg(test)]
mod tests {
    use super::{RepeatedKey, Repeats};
    use crate::text::{Fault, IssueCode, Span};

    #[test]
    fn a_thousand_keys_are_kept_and_further_ones_counted() {
        for (count, kept, more) in [(0, 0, 0), (3, 3, 0), (1000, 1000, 0), (1002, 1000, 2)] {
            let mut repeats = Repeats::default();
            for at in 0..count {
                repeats.add(|| RepeatedKey {
                    key: "k".to_owned(),
                    fault: Fault::new(IssueCode::JsonRepeatedKey, "y", Span::at(at)),
                });
            }
            assert_eq!((repeats.keys.len(), repeats.more), (kept, more));
        }
    }
}
