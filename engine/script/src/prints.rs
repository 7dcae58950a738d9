//! The strings that scripts print.

use std::cell::{Cell, RefCell};

use super::{Print, ScriptPlace};

/// The maximum number of bytes kept of one string, and of all strings until they are taken.
const MAX_TEXT: usize = 64 << 10;
const MAX_ALL: usize = 1 << 20;

/// The strings printed since they were last taken.
#[derive(Default)]
pub(super) struct Prints {
    kept: RefCell<Vec<Print>>,
    /// The number of bytes that the strings take.
    size: Cell<usize>,
}

impl Prints {
    /// Keeps a string, up to a readable length.
    pub fn push(&self, text: &str, place: Option<ScriptPlace>) {
        let before = self.size.get();
        let after = before + text.len() + size_of::<Print>();
        self.size.set(after);
        let text = match before {
            before if before > MAX_ALL => return,
            _ if after > MAX_ALL => "\u{2026} and more".to_owned(),
            _ if text.len() > MAX_TEXT => format!("{}\u{2026}", &text[..text.floor_char_boundary(MAX_TEXT)]),
            _ => text.to_owned(),
        };
        self.kept.borrow_mut().push(Print { text, place });
    }

    pub fn take(&self) -> Vec<Print> {
        self.size.set(0);
        self.kept.take()
    }
}
