use proptest::prelude::*;
use proptest::strategy::Union;

use super::super::comments::ItemComments;
use super::super::draft::{Draft, DraftContent, DraftEntry, DraftLines, DraftPart};
use super::write;
use crate::document::{RuleDocument, RuleValue, WrittenNode};
use crate::fields::lenience;

/// A value without its places.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Shape>),
    Map(Vec<(String, Shape)>),
}

fn read(node: &WrittenNode) -> Shape {
    match &node.value {
        RuleValue::Null | RuleValue::Unusable => Shape::Null,
        RuleValue::Bool(value) => Shape::Bool(*value),
        RuleValue::Number(number) => Shape::Number(number.text.clone()),
        RuleValue::Text(text) => Shape::Text(text.text.clone()),
        RuleValue::List(items) => Shape::List(items.iter().map(read).collect()),
        RuleValue::Map(entries) => {
            Shape::Map(entries.iter().map(|(key, node)| (key.text.clone(), read(node))).collect())
        }
    }
}

fn part(shape: &Shape, remarks: &mut impl Iterator<Item = ItemComments>) -> DraftPart {
    let own = remarks.next().unwrap_or_default();
    let content = match shape {
        Shape::Null => DraftContent::Null,
        Shape::Bool(value) => DraftContent::Bool(*value),
        Shape::Number(number) => DraftContent::Number(number.clone()),
        Shape::Text(text) => DraftContent::Text(DraftLines::of(text.as_str(), 1)),
        Shape::List(items) => DraftContent::List(items.iter().map(|item| part(item, remarks)).collect()),
        Shape::Map(entries) => DraftContent::Map(
            entries.iter().map(|(key, shape)| DraftEntry { key: key.clone(), part: part(shape, remarks) }).collect(),
        ),
    };
    DraftPart { remarks: own, ..DraftPart::new(content, 1) }
}

/// Strings that contain everything that confuses YAML parsers.
fn strings() -> impl Strategy<Value = String> {
    let pieces = concat!(
        "a¦b c¦ ¦  ¦\n¦\n\n¦\t¦\r¦\r\n¦: ¦:¦ #¦#¦- ¦-¦---\n¦...¦? ¦*¦&x¦!¦!=¦%¦@¦`¦|¦>¦>-\n¦'¦\"¦\\¦\\n¦[¦]¦{¦}¦,¦~¦null¦",
        "true¦Yes¦off¦n¦0x1F¦0o7¦017¦1_000¦12:30¦2024-01-01¦.5¦1e3¦+1¦.inf¦.NaN¦<<¦=¦\u{e9}¦\u{6750}¦\u{1f600}¦\u{a0}¦",
        "\u{85}¦\u{2028}¦\u{feff}¦\u{0}¦\u{7}¦\u{7f}¦\u{9b}¦\u{e000}¦\u{fffe}¦{file.path}¦xpath: *¦condition: [\"x\u{201d}]¦",
        "condition:¦[\"¦\u{201d}]¦\u{2019},¦- '¦Condition: - \"a¦fn f() { 1 }¦// c¦word word word word word word word",
    );
    let pieces: Vec<&str> = pieces.split('¦').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..8).prop_map(|pieces| pieces.concat())
}

fn keys() -> impl Strategy<Value = String> {
    let known = ["name", "xpath", "condition", "filter", "func_str", "description", "why", "tests", "files", "enabled"];
    // The forgiving reader cannot distinguish a key that begins like a condition from a condition.
    let odd = strings().prop_map(|text| text.replace("ondition:", "ondition"));
    prop_oneof![3 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => odd]
}

fn shapes() -> impl Strategy<Value = Shape> {
    let numbers = ["0", "-1", "5000", "2.50", "1e3", "12345678901234567890"].map(ToOwned::to_owned).to_vec();
    let leaf = Union::new_weighted(vec![
        (1, Just(Shape::Null).boxed()),
        (1, any::<bool>().prop_map(Shape::Bool).boxed()),
        (1, prop::sample::select(numbers).prop_map(Shape::Number).boxed()),
        (6, strings().prop_map(Shape::Text).boxed()),
    ]);
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Shape::List),
            prop::collection::vec((keys(), inner), 0..5).prop_map(Shape::Map),
        ]
    })
}

fn remarks() -> impl Strategy<Value = Vec<ItemComments>> {
    let comment = prop::option::weighted(0.8, prop::sample::select(vec![" one", "", "#", " xpath: */A"]));
    let block = prop::collection::vec(comment.prop_map(|comment| comment.map(str::to_owned)), 0..3);
    let one = (block.clone(), prop::option::of(Just(" beside".to_owned())), block, any::<bool>());
    let one = one.prop_map(|(above, beside, below, follows_empty_line)| ItemComments {
        above,
        beside,
        below,
        follows_empty_line,
    });
    let some = prop_oneof![4 => Just(ItemComments::default()), 1 => one];
    prop::collection::vec(some, 0..12)
}

/// More of them: `ASSAY_ROUNDS=1000000 cargo test`.
fn rounds() -> u32 {
    option_env!("ASSAY_ROUNDS").and_then(|rounds| rounds.parse().ok()).unwrap_or(2000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(), failure_persistence: None, ..ProptestConfig::default() })]

    /// A strict and a forgiving reader read the written file back without changes.
    #[test]
    fn written_files_are_read_back(shape in shapes(), remarks in remarks()) {
        // The root of a file is a list or a mapping.
        let shape = if matches!(shape, Shape::List(_) | Shape::Map(_)) { shape } else { Shape::List(vec![shape]) };
        let root = part(&shape, &mut std::iter::once(ItemComments::default()).chain(remarks));
        let written = write(&Draft { head: Vec::new(), root, tail: Vec::new() });
        let strict: fn(&str) -> Option<crate::document::Lenience> = |_| None;
        for lenience in [lenience, strict] {
            let document = RuleDocument::read("r.yaml", &written.text, lenience);
            prop_assert_eq!(&document.faults, &[], "{}", written.text);
            prop_assert_eq!(&document.hints, &[], "{}", written.text);
            prop_assert_eq!(document.root.as_ref().map_or(Shape::Null, read), shape.clone(), "{}", written.text);
        }
        prop_assert_eq!(written.text.split('\n').count(), written.from.len() + 1);
    }
}

#[test]
fn rules_are_written_in_the_usual_style() {
    let text = |text: &str| Shape::Text(text.to_owned());
    let map = |entries: Vec<(&str, Shape)>| {
        Shape::Map(entries.into_iter().map(|(key, shape)| (key.to_owned(), shape)).collect())
    };
    let long = "word ".repeat(30).trim_end().to_owned();
    let shape = map(vec![
        (
            "rules",
            Shape::List(vec![
                map(vec![
                    ("name", text("r")),
                    ("description", text(&long)),
                    ("condition", Shape::List(vec![text("Exist in"), Shape::List(vec![text("a"), text("5")])])),
                    ("func_str", text("fn f(data, filepath) {\n    data\n}\n")),
                ]),
                map(vec![("name", text(&long)), ("tags", Shape::List(vec![text(&long), text("b")]))]),
            ]),
        ),
        ("tests", Shape::List(vec![])),
    ]);
    let root = part(&shape, &mut std::iter::empty());
    let written =
        write(&Draft { head: vec![Some(" head".to_owned()), None], root, tail: vec![Some(" tail".to_owned())] });
    let folded = "word ".repeat(21).trim_end().to_owned();
    let rest = "word ".repeat(9).trim_end().to_owned();
    let expected = format!(
        "# head

rules:
  - name: r
    description: >-
      {folded}
      {rest}
    condition: [Exist in, [a, '5']]
    func_str: |
      fn f(data, filepath) {{
          data
      }}
  - name: {long}
    tags:
      - {long}
      - b
tests: []
# tail
"
    );
    assert_eq!(written.text, expected);
}
