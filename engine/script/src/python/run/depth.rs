//! How deep values may lie inside each other.

use super::raised::{Raised, Stopped};

/// How deep lists may lie inside each other to be compared, spelled or copied.
pub(super) const DEPTH: usize = 100;

/// Returns how many levels are left one level deeper.
///
/// # Errors
/// No level is left.
pub(super) fn deeper(depth: usize) -> Result<usize, Stopped> {
    let too_deep = || Raised::unsupported(format!("more than {DEPTH} lists lie inside each other"));
    depth.checked_sub(1).ok_or_else(|| too_deep().into())
}
