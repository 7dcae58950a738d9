//! Seed lists: reading, writing and changing them.

use crate::asset_list::{AssetId, Form, Seed, SeedList};

const JSON: &str = r#"{
    "Type": "JsonSerialization",
    "Version": 1,
    "ClassName": "AZStd::vector<SeedInfo, allocator>",
    "ClassData": [
        {
            "assetId": {
                "guid": "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}"
            },
            "platformFlags": 1,
            "pathHint": "notes/hello.txt"
        },
        {
            "assetId": {
                "guid": "{1CBEE567-0954-59BA-8205-93BE85D07D0B}",
                "subId": 7
            },
            "platformFlags": 17
        }
    ]
}
"#;

fn seeds(text: &str) -> SeedList {
    let reading =
        SeedList::read("a.seed", &super::source("a.seed", text)).unwrap_or_else(|problem| panic!("{problem:?}"));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    reading.value
}

#[test]
fn both_forms_are_read_and_written() {
    let list = seeds(JSON);
    assert_eq!(list.seeds().len(), 2);
    assert_eq!(String::from_utf8(list.to_bytes(Form::Json).unwrap()).unwrap(), JSON);
    let xml = String::from_utf8(list.to_bytes(Form::Xml).unwrap()).unwrap();
    let second = "\t\t<Class name=\"SeedInfo\" field=\"element\" version=\"2\" type=\"{FACC3682-2ACA-4AA4-B85A-07AD276D18A0}\">\n\
                  \t\t\t<Class name=\"AssetId\" field=\"assetId\" version=\"1\" type=\"{652ED536-3402-439B-AEBE-4A5DBC554085}\">\n";
    assert!(xml.contains(second), "{xml}");
    assert_eq!(seeds(&xml), list);
    let spelled = JSON.replace("JsonSerialization", "jsonserialization").replace("AZStd", "azstd");
    assert_eq!(seeds(&format!("// of 2023\n{spelled}")), list);
    // An empty list as written by upstream.
    let empty = "<ObjectStream version=\"3\">\n\t<Class name=\"AZStd::vector\" \
                 type=\"{82FC5264-88D0-57CD-9307-FC52E4DAD550}\"/>\n</ObjectStream>\n\n";
    assert_eq!(seeds(empty).seeds().len(), 0);
    assert_eq!(seeds(&String::from_utf8(SeedList::default().to_bytes(Form::Json).unwrap()).unwrap()).seeds().len(), 0);
}

#[test]
fn platforms_are_added_and_removed() {
    let mut list = SeedList::default();
    let id = AssetId { guid: [1; 16], sub_id: 0 };
    let seed = |platforms, hint: &str| Seed { id, platforms, path_hint: hint.to_owned() };
    assert!(list.add(seed(1, "a.txt")));
    assert!(!list.add(seed(16, "")));
    assert_eq!(list.seeds(), [seed(17, "a.txt")]);
    assert!(list.hint(id, "b.txt"));
    assert!(list.remove(id, 1));
    assert_eq!(list.seeds(), [seed(16, "b.txt")]);
    list.add_platforms(4);
    assert_eq!((list.remove_platforms(16), list.seeds()[0].platforms), (vec![], 4));
    assert!(list.remove(id, 4));
    assert!(list.seeds().is_empty() && !list.remove(id, 1) && !list.hint(id, ""));
}

/// Removing platforms must not remove seeds.
#[test]
fn no_seed_loses_its_only_platform() {
    for (platforms, removed, left) in
        [(1, 1, 1), (17, 17, 16), (17, 1, 16), (16, 1, 16), (19, 3, 16), (1 << 31, 1, 1 << 31)]
    {
        let id = AssetId { guid: [1; 16], sub_id: 0 };
        let mut list = SeedList::default();
        list.add(Seed { id, platforms, path_hint: String::new() });
        let kept = list.remove_platforms(removed);
        assert_eq!(list.seeds()[0].platforms, left, "{platforms} without {removed}");
        assert_eq!(!kept.is_empty(), left & removed != 0, "{platforms} without {removed}");
    }
}

/// Seed lists of the engine contain such a `subId`.
#[test]
fn negative_numbers_are_read_as_unsigned_bits() {
    let spelled = |sub_id: &str, platforms: &str| JSON.replace("\"subId\": 7", sub_id).replace(": 17", platforms);
    let json = spelled("\"subId\": -2010443522", ": -2147483648");
    let xml = String::from_utf8(seeds(JSON).to_bytes(Form::Xml).unwrap()).unwrap();
    let xml = xml.replace("value=\"7\"", "value=\"-2010443522\"").replace("value=\"17\"", "value=\"-2147483648\"");
    for text in [json, xml] {
        let list = seeds(&text);
        let seed = &list.seeds()[1];
        assert_eq!((seed.id.sub_id, seed.platforms), (2_284_523_774, 1 << 31));
    }
    let too_small = spelled("\"subId\": -2147483649", ": 17");
    assert!(SeedList::read("a.seed", &super::source("a.seed", &too_small)).is_err());
}

#[test]
fn seeds_of_one_asset_are_merged() {
    let twice = JSON.replace(
        "{1CBEE567-0954-59BA-8205-93BE85D07D0B}\",\n                \"subId\": 7",
        "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}\"",
    );
    let list = seeds(&twice);
    assert_eq!((list.seeds().len(), list.seeds()[0].platforms), (1, 17));
}
