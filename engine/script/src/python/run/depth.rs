//! The maximum nesting of values.

use super::raised::{Raised, Stopped};

/// The maximum nesting of lists that can be compared, converted to strings or copied.
pub(super) const DEPTH: usize = 100;

/// Returns the remaining depth one level deeper.
pub(super) fn deeper(depth: usize) -> Result<usize, Stopped> {
    let too_deep = || Raised::unsupported(format!("lists are nested more than {DEPTH} deep"));
    depth.checked_sub(1).ok_or_else(|| too_deep().into())
}
