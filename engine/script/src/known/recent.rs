//! A cache of values that scripts used recently.

use std::cell::RefCell;

use crate::complaint::Outcome;

/// The `MOST` values that scripts used last, by the text they were made from, the latest last.
///
/// A script may make new ones all the time, which would fill the memory if all were kept.
pub(crate) struct RecentlyUsed<T, const MOST: usize> {
    kept: RefCell<Vec<(String, T)>>,
}

impl<T: Clone, const MOST: usize> RecentlyUsed<T, MOST> {
    /// Returns the value for a string, made once.
    ///
    /// # Errors
    /// Returns the error of `make`.
    pub fn get_or_make(&self, text: &str, make: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let mut kept = self.kept.borrow_mut();
        // From the end, because a loop uses one string again and again.
        if let Some(at) = kept.iter().rposition(|(known, _)| known == text) {
            kept[at..].rotate_left(1);
        } else {
            let value = make()?;
            if kept.len() == MOST {
                kept.remove(0);
            }
            kept.push((text.to_owned(), value));
        }
        Ok(kept[kept.len() - 1].1.clone())
    }

    /// Returns the number of values in the cache.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.kept.borrow().len()
    }
}

impl<T, const MOST: usize> Default for RecentlyUsed<T, MOST> {
    fn default() -> Self {
        Self { kept: RefCell::default() }
    }
}
