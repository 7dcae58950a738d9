//! Values that are judged while their document is read: nobody has to keep those that pass.

use super::values::{ValueId, Values};

/// Looks at values as they come, while memory still has them at hand, and says which are to be kept: to list all of them
/// and fetch them again, rule by rule, takes longer than to read the document.
pub trait Sieve {
    /// Whether it looks at what the `xpath` with this number yields, in the order in which the plan was given them.
    /// Always answered the same.
    fn wants(&self, xpath: usize) -> bool;

    /// About how many bytes of values are gathered before it sees them: few enough to lie in a processor's cache.
    fn portion(&self) -> usize {
        128 << 10
    }

    /// Looks at the next values of that `xpath`, some at least, in the order of the document, and returns those of them
    /// that its list shall hold.
    ///
    /// The document may turn out to be malformed behind them, or a test to hang on a pattern that takes too long:
    /// only when the whole document has been read do they count.
    fn sift(&mut self, xpath: usize, values: &Values, ids: &[ValueId]) -> Vec<ValueId>;
}

/// A sieve that wants nothing, so that all values are listed.
pub struct Unsifted;

impl Sieve for Unsifted {
    fn wants(&self, _: usize) -> bool {
        false
    }

    fn sift(&mut self, _: usize, _: &Values, _: &[ValueId]) -> Vec<ValueId> {
        Vec::new()
    }
}
