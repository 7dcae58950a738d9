//! The last words of an instance: a panic ends it, and JavaScript asks afterwards what it was.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of the first panic, which is the one that matters.
pub fn keep() {
    panic::set_hook(Box::new(|panic| {
        let text = panic.to_string().replace('\n', " ");
        MESSAGE.with_borrow_mut(|message| _ = message.get_or_insert(text));
    }));
}

/// That message.
pub fn message() -> Option<String> {
    MESSAGE.with_borrow(Clone::clone)
}
