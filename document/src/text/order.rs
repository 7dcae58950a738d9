//! Sorting in little code.

use std::cmp::Ordering;

/// Sorts by `compare`, and leaves in their order what it calls equal, as [`slice::sort_by`] does.
///
/// The code of that is there once for every comparison, some kilobytes at a time; this one's is there once. It suits
/// lists that are sorted once in a while.
///
/// # Panics
/// When there are 2³² items or more.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let count = u32::try_from(items.len()).expect("fewer than 2^32 items");
    let mut order: Vec<u32> = (0..count).collect();
    sort_places(&mut order, &mut |a, b| compare(&items[a], &items[b]));
    arrange(items, order);
}

/// Sorts by a key, as [`slice::sort_by_key`] does; else as [`sort_by`].
///
/// # Panics
/// When there are 2³² items or more.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn sort_places(order: &mut [u32], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    order.sort_by(|&a, &b| compare(a as usize, b as usize));
}

/// Brings to each place the item that `order` names for it.
#[expect(clippy::cast_possible_truncation, reason = "places are those of `order`, which are 32 bits")]
fn arrange<T>(items: &mut [T], mut order: Vec<u32>) {
    for start in 0..items.len() {
        // Round the ring of places that take from each other; each place is done when it names itself.
        let mut at = start;
        loop {
            let from = order[at] as usize;
            order[at] = at as u32;
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::{sort_by, sort_by_key};

    #[test]
    fn sorts_as_the_standard_library_does() {
        // Every list of up to six items of four kinds, so that many are equal.
        for length in 0..=6 {
            for number in 0..4_usize.pow(length) {
                let items: Vec<(usize, u32)> = (0..length).map(|at| (number / 4_usize.pow(at) % 4, at)).collect();
                let (mut ours, mut theirs) = (items.clone(), items);
                sort_by_key(&mut ours, |item| item.0);
                theirs.sort_by_key(|item| item.0);
                assert_eq!(ours, theirs);
                sort_by(&mut ours, |a, b| b.0.cmp(&a.0));
                theirs.sort_by_key(|item| Reverse(item.0));
                assert_eq!(ours, theirs);
            }
        }
    }
}
