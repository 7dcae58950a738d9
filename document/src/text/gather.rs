//! Sorted maps in little code.

use std::collections::BTreeMap;

/// The entries as a map; of equal keys the last one counts, as with [`Iterator::collect`].
///
/// That sorts the entries first, and the code of sorting is there once for every kind of map. It suits maps that are
/// short, or are made once in a while.
pub fn map_of<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::map_of;

    #[test]
    fn a_map_is_that_of_collect() {
        for entries in [vec![], vec![(2, 'a')], vec![(2, 'a'), (1, 'b'), (2, 'c'), (3, 'd')]] {
            assert_eq!(map_of(entries.clone()), entries.into_iter().collect::<BTreeMap<i32, char>>());
        }
    }
}
