use super::{Plan, XPath, Yield, spell_tag, spell_text};
use crate::format::{Document, Tag};

#[test]
fn every_spelled_value_selects_its_node() {
    let texts = [
        "x",
        "Rock 01",
        " x",
        "x ",
        "a|b",
        "a & (b)",
        "\"",
        "say \"no\"",
        "`",
        "it's",
        "\u{201c}x\u{201d}`\\d[",
        "a\nb",
        "\t",
        "x\n",
        "]]",
        "a=b",
        "\u{a0}",
        "50%",
        "^$.",
        "\u{7f}\u{85}\"",
        "{text}",
        "?",
        "\u{1f600}",
    ];
    for text in texts {
        let json = serde_json::json!({ "a": text, text: { "b": 1 } }).to_string();
        let test = format!("*.a=={}", spell_text(text));
        assert_eq!(count(&test, &json), 1, "{test}");
        let longer = serde_json::json!({ "a": format!("{text}\n") }).to_string();
        assert_eq!(count(&test, &longer), 0, "{test} and a line more");
        let path = format!("*/{}/b", spell_tag(Tag::key(text)));
        assert_eq!(count(&path, &json), 1, "{path}");
        let name = format!("*,{}.b", spell_tag(Tag::key(text)));
        assert_eq!(count(&name, &json), 1, "{name}");
    }
}

/// Returns the number of values that a simple `xpath` yields for a document.
fn count(xpath: &str, json: &str) -> usize {
    let parsed = XPath::parse(xpath);
    assert!(parsed.warnings.is_empty() && parsed.hints.is_empty(), "{xpath}: {parsed:?}");
    let xpath = parsed.xpath.unwrap_or_else(|| panic!("{xpath}: {:?}", parsed.faults));
    let document = Document::decode("a.json", json.as_bytes().to_vec()).unwrap();
    match &Plan::new([&xpath]).run(&document).unwrap().yields[0] {
        Yield::List(ids) => ids.len(),
        other => panic!("{other:?}"),
    }
}
