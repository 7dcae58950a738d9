//! Asset lists against the simplest thing that could work: operations over maps, and readers that know nothing of ours.

use std::collections::BTreeMap;

use assay_engine::system::asset_list::{
    AssetId, AssetList, ContentHash, Form, Key, ListEntry, ListWriter, Operation, compare, in_at_least, list_of_bytes,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Strategy, any, prop, proptest};
use proptest::{prop_assert, prop_assert_eq, prop_oneof};

/// An entry that owns what it holds.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Asset {
    path: String,
    hash: ContentHash,
    id: Option<AssetId>,
    modified: u64,
}

impl Asset {
    fn entry(&self) -> ListEntry<'_> {
        ListEntry { path: &self.path, hash: self.hash, id: self.id, modified: self.modified }
    }

    fn key(&self, key: Key) -> (Option<AssetId>, &str) {
        match key {
            Key::Id => (self.id, ""),
            Key::Path => (None, &self.path),
        }
    }
}

/// A list of distinct assets, of few enough that two lists have many in common; letters that forms have to escape.
fn assets(with_ids: bool) -> impl Strategy<Value = Vec<Asset>> {
    let letter = prop_oneof!["[a-c/]", "[&<>\"'\\\\\u{e4}\u{1f600} ]", "[\t\n]"];
    let path = vec(letter, 0..4).prop_map(|letters| format!("p{}", letters.concat()));
    let rest = (0_u32..3, any::<u64>(), any::<bool>());
    btree_map(0_u8..24, (path, rest), 0..20).prop_map(move |assets| {
        let asset = |(number, (path, (hash, modified, is_timed))): (u8, (String, (u32, u64, bool)))| Asset {
            path: format!("{path}{number}"),
            hash: ContentHash([hash, 0, u32::MAX, 7, hash]),
            id: with_ids.then(|| AssetId { guid: [number + 1; 16], sub_id: u32::from(number) }),
            modified: if is_timed { modified } else { 0 },
        };
        assets.into_iter().map(asset).collect()
    })
}

/// The same with its entries in any order.
fn shuffled(with_ids: bool) -> impl Strategy<Value = Vec<Asset>> {
    assets(with_ids).prop_shuffle()
}

fn list(assets: &[Asset]) -> AssetList {
    AssetList::of_entries(assets.iter().map(Asset::entry))
}

fn written(assets: &[Asset], form: Form) -> Vec<u8> {
    ListWriter::new(&list(assets), form).into_bytes().expect("there is no such character")
}

fn assets_of(list: &AssetList) -> Vec<Asset> {
    let asset =
        |ListEntry { path, hash, id, modified }: ListEntry<'_>| Asset { path: path.to_owned(), hash, id, modified };
    list.iter().map(asset).collect()
}

/// What an operation gives, by what its documentation says.
fn naive(operation: Operation, key: Key, first: &[Asset], second: &[Asset]) -> Vec<Asset> {
    let map = |assets: &[Asset]| -> BTreeMap<String, Asset> {
        assets.iter().map(|asset| (format!("{:?}", asset.key(key)), asset.clone())).collect()
    };
    let (in_first, in_second) = (map(first), map(second));
    let name = |asset: &Asset| format!("{:?}", asset.key(key));
    let only = |asset: &&Asset| !in_first.contains_key(&name(asset));
    match operation {
        Operation::Delta => {
            let is_new = |asset: &&Asset| in_first.get(&name(asset)).is_none_or(|known| known.hash != asset.hash);
            second.iter().filter(is_new).cloned().collect()
        }
        Operation::Complement => second.iter().filter(only).cloned().collect(),
        Operation::Union => {
            let rest = first.iter().filter(|asset| !in_second.contains_key(&name(asset)));
            second.iter().chain(rest).cloned().collect()
        }
        _ => first.iter().filter_map(|asset| in_second.get(&name(asset)).cloned()).collect(),
    }
}

const OF_TWO: [Operation; 4] = [Operation::Delta, Operation::Union, Operation::Intersection, Operation::Complement];

proptest! {
    #![proptest_config(crate::config(300))]

    #[test]
    fn operations_have_the_results_of_maps(
        (first, second) in any::<bool>().prop_flat_map(|ids| (shuffled(ids), shuffled(ids))),
        operation in prop::sample::select(OF_TWO.to_vec()),
        by_path in any::<bool>(),
    ) {
        let (a, b) = (list(&first), list(&second));
        let key = by_path.then_some(Key::Path);
        let made = compare(operation, &a, &b, key).expect("keys are distinct");
        let key = key.unwrap_or_else(|| AssetList::natural_key([&a, &b]));
        prop_assert_eq!(assets_of(&made), naive(operation, key, &first, &second));
        // A result is a list like any other one.
        let again = compare(Operation::Union, &made, &b, Some(key)).expect("keys are distinct");
        prop_assert_eq!(assets_of(&again), naive(Operation::Union, key, &assets_of(&made), &second));
    }

    #[test]
    fn counts_are_numbers_of_lists(lists in vec(shuffled(true), 1..9), count in 1_usize..9) {
        let made: Vec<AssetList> = lists.iter().map(|assets| list(assets)).collect();
        let found = in_at_least(count, &made, None);
        if count > lists.len() {
            prop_assert!(found.is_err());
            return Ok(());
        }
        let found = found.expect("keys are distinct");
        let mut expected: Vec<Asset> = Vec::new();
        for asset in lists.iter().flatten() {
            let times = lists.iter().filter(|list| list.iter().any(|other| other.id == asset.id)).count();
            if times >= count && !expected.iter().any(|known| known.id == asset.id) {
                expected.push(asset.clone());
            }
        }
        prop_assert_eq!(assets_of(&found), expected);
    }

    #[test]
    fn written_lists_are_read_back(assets in any::<bool>().prop_flat_map(shuffled)) {
        for (form, name) in [(Form::Xml, "a.assetlist"), (Form::Json, "a.json")] {
            let bytes = written(&assets, form);
            let reading = list_of_bytes(name, bytes).map_err(|problem| format!("{problem:?}"));
            let reading = reading.expect("it can be read");
            prop_assert_eq!(&assets_of(&reading.value), &assets);
            prop_assert_eq!(reading.warnings.len(), 0);
        }
    }

    #[test]
    fn written_xml_is_read_by_another_parser(assets in shuffled(true)) {
        let text = String::from_utf8(written(&assets, Form::Xml)).expect("it is UTF-8");
        let document = roxmltree::Document::parse(&text).expect("it is XML");
        let value = |node: roxmltree::Node<'_, '_>, field: &str| {
            let found = node.descendants().find(|child| child.attribute("field") == Some(field));
            found.and_then(|child| child.attribute("value")).unwrap_or_default().to_owned()
        };
        let entries = document.descendants().filter(|node| node.attribute("name") == Some("AssetFileInfo"));
        let read = |node: roxmltree::Node<'_, '_>| {
            let words = node.descendants().filter(|child| child.attribute("field") == Some("element"));
            let words: Vec<u32> = words.filter_map(|word| word.attribute("value")?.parse().ok()).collect();
            Asset {
                path: value(node, "assetRelativePath"),
                hash: ContentHash(words.try_into().expect("there are five words")),
                id: AssetId::parse(&format!("{}:{}", value(node, "guid"), value(node, "subId"))),
                modified: value(node, "modificationTime").parse().expect("a time is a number"),
            }
        };
        prop_assert_eq!(entries.map(read).collect::<Vec<_>>(), assets);
    }

    #[test]
    fn written_json_is_read_by_another_parser(assets in any::<bool>().prop_flat_map(shuffled)) {
        let json: serde_json::Value = serde_json::from_slice(&written(&assets, Form::Json)).expect("it is JSON");
        let read = |entry: &serde_json::Value| Asset {
            path: entry["path"].as_str().unwrap_or_default().to_owned(),
            hash: ContentHash::parse(entry["hash"].as_str().unwrap_or_default()).expect("a hash has 40 digits"),
            id: entry["id"].as_str().map(|id| AssetId::parse(id).expect("an id is one")),
            modified: entry["modified"].as_u64().unwrap_or_default(),
        };
        let entries = json["assets"].as_array().expect("there is a list");
        prop_assert_eq!(entries.iter().map(read).collect::<Vec<_>>(), assets);
    }

    #[test]
    fn damaged_lists_are_refused_or_read_and_never_panic(
        assets in shuffled(true),
        cut in any::<prop::sample::Index>(),
        with in any::<u8>(),
        is_json in any::<bool>(),
    ) {
        let form = if is_json { Form::Json } else { Form::Xml };
        let mut bytes = written(&assets, form);
        let at = cut.index(bytes.len());
        bytes[at] = with;
        let _ = list_of_bytes("a.assetlist", bytes.clone());
        bytes.truncate(at);
        // What was cut within the last brace or tag is not well formed.
        if at + 3 < written(&assets, form).len() {
            assert!(list_of_bytes("a.assetlist", bytes).is_err());
        }
    }
}
