//! Properties that hold for all definitions.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::Definitions;
use super::{file, resolve, written, xml};

const SCHEMA: &str = "
types:
  A:
    fields:
      One: text
      Vec: vector
      Many: {list: repeated}
      Wrap: {list: wrapped}
      Pick: {list: choice, elements: [X, Y]}
      In: {is: object, fields: {Deep: text, Many: {list: repeated}}}
";

/// A random number of entries of a list.
fn entries(name: &'static str) -> impl Strategy<Value = String> {
    proptest::collection::vec(0..4u8, 0..4).prop_map(move |values| {
        values.iter().map(|value| format!("<{name}>{value}</{name}>")).collect::<Vec<_>>().concat()
    })
}

/// Elements of fields of all kinds, known and unknown, each of them optional.
fn content() -> impl Strategy<Value = String> {
    let one = prop_oneof![Just(String::new()), (0..9u8).prop_map(|value| format!("<One>{value}</One>"))];
    let vector = prop_oneof![Just(""), Just("<Vec x='1'/>"), Just("<Vec y='2' z='3'/>")];
    let wrap =
        proptest::option::of(entries("E")).prop_map(|list| list.map_or(String::new(), |l| format!("<Wrap>{l}</Wrap>")));
    let pick = prop_oneof![Just(""), Just("<X>1</X><Y>2</Y>"), Just("<Y>3</Y>")];
    let inner = proptest::option::of((0..9u8, entries("Many"))).prop_map(|inner| {
        inner.map_or(String::new(), |(deep, many)| format!("<In a='1'><Deep>{deep}</Deep>{many}</In>"))
    });
    let guessed = prop_oneof![
        Just(""),
        Just("<Who><Ever>1</Ever></Who>"),
        Just("<Who><What b='2'/></Who>"),
        Just("<f:Who f:q='1' xmlns:f='u'/>"),
        Just("<Who><g:Ever xmlns:g='v' xml:lang='en'/></Who>"),
        Just("<One d:nil='true' xmlns:d='http://www.w3.org/2001/XMLSchema-instance'/>"),
    ];
    (one, vector, entries("Many"), wrap, pick, inner, guessed).prop_map(
        |(one, vector, many, wrap, pick, inner, guessed)| [&one, vector, &many, &wrap, pick, &inner, guessed].concat(),
    )
}

fn definition(subtype: &str, attributes: &str, content: &str) -> String {
    format!("<Definition xsi:type='A' {attributes}><Id Type='T' Subtype='{subtype}'/>{content}</Definition>\n")
}

/// Returns the definition `T/s` after deltas with these modes, each in a separate context.
fn after(deltas: &[(&str, &str)]) -> Definitions {
    let files: Vec<(String, String)> = deltas
        .iter()
        .enumerate()
        .map(|(at, (mode, content))| {
            (format!("{at}/a.sbc"), file(&definition("s", &format!("Merge='{mode}'"), content)))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    resolve(&files, SCHEMA)
}

/// Returns the content of a definition after its id.
fn content_of(set: &Definitions) -> String {
    let xml = xml(set, "T/s");
    let start = xml.find("/>").map_or(0, |end| end + 2);
    xml[start..].trim_end_matches("</Definition>").to_owned()
}

/// Returns definitions by id.
fn by_id(set: &Definitions) -> BTreeMap<String, String> {
    set.iter().map(|definition| (definition.id(), definition.xml(0, false))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn override_replaces_the_definition(base in content(), delta in content()) {
        prop_assert_eq!(content_of(&after(&[("Override", &base), ("Override", &delta)])), content_of(&after(&[("Override", &delta)])));
    }

    #[test]
    fn an_empty_delta_changes_nothing(base in content()) {
        for mode in ["Merge", "Append"] {
            prop_assert_eq!(content_of(&after(&[("Override", &base), (mode, "")])), content_of(&after(&[("Override", &base)])));
        }
    }

    #[test]
    fn append_is_associative_for_lists_without_key(
        lists in proptest::collection::vec((entries("Many"), entries("E")), 3)
    ) {
        let lists: Vec<String> = lists.iter().map(|(many, wrap)| format!("{many}<Wrap>{wrap}</Wrap>")).collect();
        let [a, b, c] = [0, 1, 2].map(|at| lists[at].as_str());
        let b_and_c = content_of(&after(&[("Override", b), ("Append", c)]));
        let a_and_b = content_of(&after(&[("Override", a), ("Append", b)]));
        let left = content_of(&after(&[("Override", &a_and_b), ("Append", c)]));
        prop_assert_eq!(&left, &content_of(&after(&[("Override", a), ("Append", &b_and_c)])));
        prop_assert_eq!(&left, &content_of(&after(&[("Override", a), ("Append", b), ("Append", c)])));
    }

    #[test]
    fn the_order_of_files_in_a_context_does_not_matter(
        contents in proptest::collection::vec(content(), 2..6), turn in 0..6usize
    ) {
        let source = |at: usize| if at == 0 { String::new() } else { format!("<CopyFrom Type='T' Subtype='{}'/>", at - 1) };
        let files: Vec<String> = contents.iter().enumerate()
            .map(|(at, content)| file(&definition(&at.to_string(), "Copy='Append'", &format!("{}{content}", source(at)))))
            .collect();
        let names: Vec<String> = (0..files.len()).map(|at| format!("base/{at}.sbc")).collect();
        let load = |shift: usize| {
            let order: Vec<(&str, &str)> =
                (0..files.len()).map(|at| (names[at].as_str(), files[(at + shift) % files.len()].as_str())).collect();
            by_id(&resolve(&order, SCHEMA))
        };
        prop_assert_eq!(load(0), load(turn));
    }

    #[test]
    fn resolving_resolved_definitions_changes_nothing(base in content(), delta in content(), copy in content()) {
        let copies = definition("c", "Copy='Append'", &format!("<CopyFrom Type='T' Subtype='s'/>{copy}"));
        let first = format!("{}{copies}", definition("s", "", &base));
        let second = definition("s", "Merge='Append'", &delta);
        let set = resolve(&[("base/a.sbc", &file(&first)), ("mod/a.sbc", &file(&second))], SCHEMA);
        let again = resolve(&[("base/a.sbc", &written(&set))], SCHEMA);
        prop_assert_eq!(by_id(&again), by_id(&set));
        prop_assert!(roxmltree::Document::parse(&written(&set)).is_ok(), "{}", written(&set));
    }

    #[test]
    fn damaged_files_never_panic(text in "(<|>|/|Definitions?|Id| xsi:type='A'| Type=\"T\"|&|a|\\]){0,40}") {
        let set = resolve(&[("base/a.sbc", &text), ("base/b.sbc", &file(&text))], SCHEMA);
        prop_assert!(!set.is_empty() || !set.diagnostics().is_empty() || !text.contains("Definition"));
    }
}
