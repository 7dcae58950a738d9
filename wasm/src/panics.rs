//! The last words of an instance: a panic or a trap ends it, and JavaScript asks afterwards what it was, and where.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
    static TEST: RefCell<Option<(String, Option<String>)>> = const { RefCell::new(None) };
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

/// Keeps which rule file is tested, and which of its tests is run.
pub fn keep_test(path: &str, name: Option<&str>) {
    TEST.set(Some((path.to_owned(), name.map(str::to_owned))));
}

/// That file, and that test.
pub fn test() -> Option<(String, Option<String>)> {
    TEST.with_borrow(Clone::clone)
}
