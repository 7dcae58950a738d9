//! Processes long lists in portions of some thousand entries.

use std::ops::Range;

use assay_document::text::without_inlining;

/// The number of entries that one call processes, see [`without_inlining`].
const PORTION: u32 = 8192;

/// Passes the ranges of `entries` entries to `portion`, in order, some thousand entries at a time.
pub(super) fn in_portions(entries: usize, mut portion: impl FnMut(Range<u32>)) {
    let portion: &mut dyn FnMut(Range<u32>) = without_inlining(&mut portion);
    let entries = narrow(entries);
    for start in (0..entries).step_by(PORTION as usize) {
        portion(start..start.saturating_add(PORTION).min(entries));
    }
}

/// Converts a count of entries to 32 bits. Documents are too short for more entries.
pub(super) fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
