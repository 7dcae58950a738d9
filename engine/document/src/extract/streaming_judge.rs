//! Values that are judged while their document is read, so that values that pass are not kept.

use super::values::{ValueId, Values};

/// Judges values while they are read and still in the cache of the processor, and selects those to keep. Listing all
/// values and reading them again for each rule takes longer than reading the document.
pub trait StreamingJudge {
    /// Returns true if the judge judges the values of the `xpath` with this number, in the order of the plan. The
    /// answer must always be the same.
    fn judges(&self, xpath: usize) -> bool;

    /// Returns the approximate number of bytes of values to gather before a call of [`StreamingJudge::judge_values`]. They should fit
    /// into the cache of a processor.
    fn portion(&self) -> usize {
        128 << 10
    }

    /// Judges the next values of the `xpath`, at least one, in document order. Returns the values that its list should
    /// contain.
    ///
    /// The results count only after the whole document has been read: it may be malformed after these values, or the
    /// pattern of a test may take too long.
    fn judge_values(&mut self, xpath: usize, values: &Values, ids: &[ValueId]) -> Vec<ValueId>;
}

/// A judge that judges no values, so that all values are listed.
pub struct NoJudge;

impl StreamingJudge for NoJudge {
    fn judges(&self, _: usize) -> bool {
        false
    }

    fn judge_values(&mut self, _: usize, _: &Values, _: &[ValueId]) -> Vec<ValueId> {
        Vec::new()
    }
}
