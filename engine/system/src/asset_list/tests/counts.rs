//! Counting the lists that an entry is in, and lists that cannot be compared.

use crate::asset_list::{AssetId, AssetList, ContentHash, Key, ListEntry, comparison_key, in_at_least};

/// Returns a list with an entry for each letter. The entry of a capital letter has an id, whose GUID is made of that
/// letter.
fn list(letters: &str) -> AssetList {
    let entry = |at: usize| {
        let path = &letters[at..=at];
        let id = AssetId { guid: [letters.as_bytes()[at]; 16], sub_id: 0 };
        let id = path.chars().all(char::is_uppercase).then_some(id);
        ListEntry { path, hash: ContentHash::default(), id, modified: 0 }
    };
    AssetList::of_entries((0..letters.len()).map(entry))
}

fn paths(list: &AssetList) -> String {
    list.iter().map(|entry| entry.path).collect()
}

#[test]
fn an_entry_counts_once_for_each_list() {
    for (lists, count, expected) in [
        (&["abc", "bcd", "cde"][..], 1, "abcde"),
        (&["abc", "bcd", "cde"], 2, "bcd"),
        (&["abc", "bcd", "cde"], 3, "c"),
        (&["", "ab", "ba"], 2, "ab"),
        (&["a", "", "xy", "yx", "y"], 3, "y"),
        (&["ABC", "CBD"], 2, "BC"),
        (&["ab", "bb", "a"], 2, "in list 2 entries 1 and 2 have the same path, `b`"),
        (&["ab", "c", "xyx"], 3, "in list 3 entries 1 and 3 have the same path, `x`"),
        (&["aa", "a"], 2, "in list 1 entries 1 and 2 have the same path, `a`"),
        (&["ab", "b"], 3, "the count must be at most 2, the number of lists, not 3"),
        (&["ab", "b"], 0, "the count must be at least 1: every entry is in 0 or more lists"),
        (
            &["AB", "cbb"],
            1,
            "in list 2 entries 2 and 3 have the same path, `b`; the lists are compared by path because in list 2 \
             entry 1, `c`, \
             has no id",
        ),
    ] {
        let lists: Vec<AssetList> = lists.iter().map(|letters| list(letters)).collect();
        let found = in_at_least(count, &lists, None).map_or_else(|error| error.to_string(), |made| paths(&made));
        assert_eq!(found, expected, "{lists:?} {count}");
    }
}

#[test]
fn each_of_many_lists_is_traversed_once() {
    let lists: Vec<String> = (b'a'..=b'z').map(|letter| char::from(letter).to_string() + "_").collect();
    let lists: Vec<AssetList> = lists.iter().map(|letters| list(letters)).collect();
    assert_eq!(paths(&in_at_least(2, &lists, None).unwrap()), "_");
    assert_eq!(in_at_least(1, &lists, None).unwrap().len(), 27);
}

#[test]
fn lists_that_cannot_be_compared_are_named() {
    for (first, second, key, expected) in [
        ("ab", "ba", None, "path"),
        ("AB", "BA", None, "asset id"),
        ("AB", "BA", Some(Key::Path), "path"),
        ("aa", "b", None, "in list 1 entries 1 and 2 have the same path, `a`"),
        ("b", "aa", None, "in list 2 entries 1 and 2 have the same path, `a`"),
        ("A", "Ab", Some(Key::Id), "cannot compare by id: in list 2 entry 2, `b`, has no id"),
        (
            "A",
            "bb",
            None,
            "in list 2 entries 1 and 2 have the same path, `b`; the lists are compared by path because in list 2 \
             entry 1, `b`, \
             has no id",
        ),
    ] {
        let found = comparison_key(&[&list(first), &list(second)], key);
        let found = found.map_or_else(|error| error.to_string(), |key| key.noun().to_owned());
        assert_eq!(found, expected, "{first} {second}");
    }
}
