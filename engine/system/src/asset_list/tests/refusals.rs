//! The problems of lists, and their places.

use super::files::HELLO;
use crate::asset_list::list_of_bytes;

const ZERO: &str = "0000000000000000000000000000000000000000";
const ID: &str = "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0";

/// Returns `line:column code message`.
fn refusal(name: &str, bytes: &[u8]) -> String {
    match list_of_bytes(name, bytes.to_vec()) {
        Ok(_) => "it is read".to_owned(),
        Err(problem) => {
            let at = problem.region.map(|region| format!("{}:{} ", region.start.line, region.start.column));
            format!("{}{} {}", at.unwrap_or_default(), problem.code, problem.message)
        }
    }
}

#[test]
fn a_list_is_refused_at_its_place() {
    let plain = |entries: &str| format!("{{\"assets\": [\n{entries}\n]}}");
    let two = |rest: &str| {
        plain(&format!(
            "{{\"path\": \"a\", \"hash\": \"{ZERO}\"{rest}}},\n{{\"path\": \"b\", \"hash\": \"{ZERO}\"{rest}}}"
        ))
    };
    for (name, text, expected) in [
        ("a.assetlist", "", "1:1 asset-list-form the file is empty: expected XML or JSON"),
        ("a.yaml", "rules:\n", "1:1 asset-list-form expected `<` of XML or `{` of JSON at the start of the file"),
        ("a.yaml", "", "1:1 asset-list-form expected `<` of XML or `{` of JSON at the start of the file"),
        ("a.assetlist", "a/b.txt\n", "1:1 asset-list-form expected `<` of XML or `{` of JSON at the start of the file"),
        (
            "a.assetlist",
            "\0\0\0\u{3}",
            "1:1 asset-list-binary a binary ObjectStream cannot be read: expected XML or JSON",
        ),
        ("a.xml", "<a/>", "1:1 asset-list-kind expected `<ObjectStream>`, found `<a>`"),
        (
            "a.xml",
            "<ObjectStream version=\"3\"/>",
            "1:1 asset-list-kind expected an asset list in the stream, but it is empty",
        ),
        (
            "a.xml",
            "<ObjectStream version=\"4\"/>",
            "1:24 asset-list-version expected a stream version up to 3, found `4`",
        ),
        (
            "a.xml",
            "<ObjectStream version=\"3\">\n<Class type=\"{82FC5264-88D0-57CD-9307-FC52E4DAD550}\"/></ObjectStream>",
            "2:1 asset-list-kind expected an asset list, found a seed list",
        ),
        ("a.json", "{}", "1:1 asset-list-kind expected an asset list: `assets` is missing"),
        ("a.json", "{\"steps\": [{}]}", "1:12 asset-list-kind expected an asset list, found a plan"),
        ("a.json", "{\"Type\": \"x\"}", "1:10 asset-list-kind expected `JsonSerialization`, found `x`"),
        ("a.json", "{\"assets\": [1]}", "1:13 asset-list-value expected an object in braces"),
        ("a.json", "{\"kind\": \"assets\"}", "1:1 asset-list-kind expected an asset list: `assets` is missing"),
        ("a.json", "{\"x\": {\"assets\": []}}", "1:1 asset-list-kind expected an asset list: `assets` is missing"),
        ("a.json", "{\"assets\": {}}", "1:2 asset-list-value expected a list in brackets, `\"assets\": […]`"),
        ("a.json", "{\"assets\": null}", "1:2 asset-list-value expected a list in brackets, `\"assets\": […]`"),
        ("a.json", "{\"steps\": []}", "1:12 asset-list-kind expected an asset list, found a plan"),
        (
            "a.json",
            "{\"assets\": [], \"assets\": []}",
            "1:16 asset-list-repeated this object already has the key `assets`: it is unclear which one to use",
        ),
        (
            "a.json",
            &plain(&format!("{{\"path\": \"a\", \"path\": \"b\", \"hash\": \"{ZERO}\"}}")),
            "2:15 asset-list-repeated this object already has the key `path`: it is unclear which one to use",
        ),
        (
            "a.json",
            &plain("{\"path\": [\"a\", \"z\"]}"),
            "2:11 asset-list-value expected one value of `path`, found a list",
        ),
        ("a.json", &plain("{\"path\": []}"), "2:11 asset-list-value expected one value of `path`, found a list"),
        ("a.json", &plain("{\"path\": 5}"), "2:10 asset-list-value expected a string in quotes"),
        ("a.json", &plain("{\"path\": true}"), "2:10 asset-list-value expected a string in quotes"),
        ("a.json", &plain("{\"path\": {}}"), "2:2 asset-list-value expected a string or a number, found an object"),
        (
            "a.xml",
            "<ObjectStream version=\"3\">\n<Class type=\"{00000000-0000-0000-0000-000000000001}\"/></ObjectStream>",
            "2:1 asset-list-kind expected an asset list of the type `{61F16042-E381-47E4-8AAA-91BC532F4101}`, found the \
             type `{00000000-0000-0000-0000-000000000001}`",
        ),
        (
            "a.xml",
            "<ObjectStream version=\"3\">\n<Class name=\"x\"/></ObjectStream>",
            "2:1 asset-list-kind expected an asset list of the type `{61F16042-E381-47E4-8AAA-91BC532F4101}`, but its \
             type id is missing",
        ),
        (
            "a.json",
            &plain("{\"hash\": \"\"}"),
            "2:10 asset-list-value expected a hash of 40 hexadecimal digits, found ``",
        ),
        ("a.json", &plain("{\"path\": \"a\"}"), "2:1 asset-list-entry entry 1, `a`, has no hash"),
        (
            "a.json",
            &two("").replace("\"b\"", "\"b\\u0000c\""),
            "3:1 asset-list-value the path of entry 2 contains the character U+0000, which no path can contain",
        ),
        ("a.json", &plain(&format!("{{\"hash\": \"{ZERO}\"}}")), "2:1 asset-list-entry entry 1 has no path"),
        (
            "a.json",
            &plain(&format!("{{\"path\": \"a\", \"hash\": \"{ZERO}\", \"modified\": -1}}")),
            "2:79 asset-list-value expected a whole number of up to 64 bits, found `-1`",
        ),
        (
            "a.json",
            &two(&format!(", \"id\": \"{ID}\"")),
            "3:1 asset-list-duplicate entry 2, `b`, has the same asset id as entry 1, `a` of line 2",
        ),
        ("a.txt", "x\n\ny\nx\n", "4:1 asset-list-duplicate entry 3, `x`, has the same path as entry 1, `x` of line 1"),
    ] {
        assert_eq!(refusal(name, text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn values_of_a_stream_are_refused_at_their_place() {
    for (what, with, expected) in [
        ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}", "A4E1FF93", "expected a GUID, found `A4E1FF93`"),
        ("\"subId\" value=\"0\"", "\"subId\" value=\"x\"", "expected a whole number of up to 32 bits, found `x`"),
        (
            "value=\"2498897295\"",
            "value=\"4294967296\"",
            "expected a whole number of up to 32 bits, found `4294967296`",
        ),
        ("value=\"2498897295\"", "", "the hash of entry 1, `notes/hello.txt`, has only 4 of 5 words"),
        ("value=\"notes/hello.txt\"", "value=\"\"", "entry 1 has no path"),
    ] {
        let found = refusal("a.assetlist", HELLO.replacen(what, with, 1).as_bytes());
        assert!(found.ends_with(expected), "{found}");
    }
}

#[test]
fn a_truncated_list_is_refused() {
    for length in [1, 30, 200, HELLO.len() / 2, HELLO.len() - 4] {
        let found = refusal("a.assetlist", &HELLO.as_bytes()[..length]);
        assert!(found.contains(" xml-"), "{length}: {found}");
    }
}
