//! Numbers of scripts as sizes.

use rhai::INT;

/// A number of elements or characters as a size: none when it is negative, and more than there is when it is beyond what
/// the machine counts.
pub(super) fn counted(number: INT) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}
