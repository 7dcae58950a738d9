//! Converts numbers of scripts to sizes.

use rhai::INT;

/// Converts a number of elements or characters to a size. Negative numbers become 0, and numbers beyond `usize` become
/// its maximum.
pub(super) fn to_count(number: INT) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}
