//! A limit on the size of all patterns that are compiled together.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::whole;
use crate::{Fault, IssueCode};

/// Patterns of at most so many bytes are not counted.
const TINY: usize = 4 << 10;
/// Patterns of at most so many bytes count an eighth: most of them are compiled only when a file or a value comes to them.
const SMALL: usize = 256 << 10;

thread_local! {
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
}

/// The room that is left for patterns.
struct Room {
    left: usize,
    /// The patterns that were counted.
    counted: FxHashSet<Box<str>>,
}

/// Runs `work`, during which new patterns together may take so many bytes, by estimate. Equal patterns count once.
pub fn with_room<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let room = Room { left: bytes, counted: FxHashSet::default() };
    let before = ROOM.replace(Some(room));
    let done = work();
    ROOM.set(before);
    done
}

/// Counts a pattern.
///
/// # Errors
/// There is no room left for it.
pub(super) fn take(source: &str, size: usize) -> Result<(), Fault> {
    ROOM.with_borrow_mut(|room| {
        let Some(room) = room.as_mut().filter(|_| size > TINY) else { return Ok(()) };
        let counts = if size > SMALL { size } else { size / 8 };
        if room.counted.contains(source) {
            return Ok(());
        }
        let Some(left) = room.left.checked_sub(counts) else {
            let message = "the regular expressions of all rules together are too large once their repetitions are counted \
                           out, and this one does not fit anymore";
            return Err(Fault::new(IssueCode::PatternTooLarge, message, whole(source))
                .help("repeat fewer times, or use `*` or `+`"));
        };
        room.left = left;
        room.counted.insert(source.into());
        Ok(())
    })
}
