//! A limit on the size of all patterns that are compiled together.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use crate::{Fault, IssueCode, Span};

/// The size in bytes up to which patterns are not counted.
const TINY: usize = 4 << 10;
/// The size in bytes up to which only an eighth of the size counts. Most of these patterns are never compiled, because
/// no file or value is matched against them.
const SMALL: usize = 256 << 10;

thread_local! {
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
}

/// The remaining size for patterns.
struct Room {
    left: usize,
    /// The patterns that were counted.
    counted: FxHashSet<Box<str>>,
}

/// Runs `work`. New patterns may take `bytes` in total while it runs, by estimate. Equal patterns count once.
pub fn with_size_limit<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let room = Room { left: bytes, counted: FxHashSet::default() };
    // Calls may be nested: the outer limit applies again afterwards.
    let before = ROOM.replace(Some(room));
    let done = work();
    ROOM.set(before);
    done
}

/// Counts a pattern against the limit.
pub(super) fn take(source: &str, size: usize) -> Result<(), Fault> {
    ROOM.with_borrow_mut(|room| {
        let Some(room) = room.as_mut().filter(|_| size > TINY) else { return Ok(()) };
        let counts = if size > SMALL { size } else { size / 8 };
        if room.counted.contains(source) {
            return Ok(());
        }
        let Some(left) = room.left.checked_sub(counts) else {
            let message = "the regular expressions of all rules together are too large once their repetitions are \
                           expanded, and this one does not fit";
            return Err(Fault::new(IssueCode::PatternTooLarge, message, Span::whole(source))
                .help("repeat fewer times, or use `*` or `+`"));
        };
        room.left = left;
        room.counted.insert(source.into());
        Ok(())
    })
}
