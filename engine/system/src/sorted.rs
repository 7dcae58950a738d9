//! Rows in the order of their keys. Several rows may have the same key.

use std::cmp::Ordering;
use std::ops::Range;

/// A row of [`Sorted`].
pub(super) trait Row {
    /// Returns the key that the row is looked up by.
    fn key(&self) -> &str;
    /// Returns the string that distinguishes the row from others with the same key, and orders them.
    fn rank(&self) -> &str;
}

/// Rows, each key and rank once.
pub(super) struct Sorted<T> {
    rows: Vec<T>,
}

impl<T: Row> Sorted<T> {
    pub fn new(mut rows: Vec<T>) -> Self {
        rows.sort_by(order);
        rows.dedup_by(|a, b| order(a, b).is_eq());
        Self { rows }
    }

    /// Returns the range of the rows with that key.
    pub fn at(&self, key: &str) -> Range<usize> {
        let from = self.rows.partition_point(|row| row.key() < key);
        from..from + self.rows[from..].partition_point(|row| row.key() == key)
    }

    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// Returns each key once, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.firsts().map(|at| self.rows[at].key())
    }

    /// Returns the index of the first row of each key.
    pub fn firsts(&self) -> impl Iterator<Item = usize> {
        let is_first = |at: &usize| *at == 0 || self.rows[*at].key() != self.rows[at - 1].key();
        (0..self.rows.len()).filter(is_first)
    }
}

fn order<T: Row>(a: &T, b: &T) -> Ordering {
    (a.key(), a.rank()).cmp(&(b.key(), b.rank()))
}
