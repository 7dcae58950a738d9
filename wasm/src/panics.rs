//! The last message of an instance that ended with a panic or a trap, for JavaScript to read afterwards.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
    static TEST: RefCell<Option<(String, Option<String>)>> = const { RefCell::new(None) };
}

/// Keeps the message of the first panic, because later panics follow from it.
pub fn keep() {
    panic::set_hook(Box::new(|panic| {
        // The message is a part of one line of a report.
        let text = panic.to_string().replace('\n', " ");
        MESSAGE.with_borrow_mut(|message| _ = message.get_or_insert(text));
    }));
}

/// Returns that message.
pub fn message() -> Option<String> {
    MESSAGE.with_borrow(Clone::clone)
}

/// Stores the rule file and the test that are running.
pub fn keep_test(path: &str, name: Option<&str>) {
    TEST.set(Some((path.to_owned(), name.map(str::to_owned))));
}

/// Returns that rule file and that test.
pub fn test() -> Option<(String, Option<String>)> {
    TEST.with_borrow(Clone::clone)
}
