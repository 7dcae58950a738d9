use assay_document::extract::Values;
use assay_document::text::Span;
use assay_system::Parts;

use super::{CollectionId, CollectionNames, CustomList, Elements, ListId, Store};

#[test]
fn lists_are_found_by_their_number() {
    let lists = vec![CustomList::new(["a"]), CustomList::new(["b", "b"])];
    let store = Store::new(&Parts::default(), lists);
    for (list, text, found) in [(0, "a", true), (0, "b", false), (1, "b", true), (2, "a", false)] {
        assert_eq!(contains(&store, CollectionId::Own(ListId(list)), text), found, "{list} {text}");
    }
    assert_eq!(store.paths(CollectionId::Own(ListId(1))).map(Elements::len), Some(2));
    assert!(store.paths(CollectionNames::new().resolve("res_store.res_in_repo").unwrap()).is_none());
}

#[test]
fn numbers_and_booleans_are_looked_up_by_their_spelling() {
    let store = Store::new(&Parts::default(), vec![CustomList::new(["5", "true", ""])]);
    let mut values = Values::new();
    let none = Span::at(0);
    let (five, half, yes, null) =
        (values.number("5", none), values.number("5.0", none), values.bool(true, none), values.null(none));
    let labels = values.labels(&["A".to_owned()]);
    let record = values.record(labels, [&[five][..]], none);
    let found = [five, half, yes, null, record].map(|id| store.contains(CollectionId::Own(ListId(0)), &values, id));
    assert_eq!(found, [true, false, true, false, false]);
}

/// Returns true if a string is in a collection.
fn contains(store: &Store, collection: CollectionId, text: &str) -> bool {
    let mut values = Values::new();
    let id = values.text(text, Span::at(0));
    store.contains(collection, &values, id)
}
