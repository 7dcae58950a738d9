//! JSON printed in many ways is read as the same nodes, and strict JSON is what `serde_json` takes for JSON.

use std::borrow::Cow;
use std::fmt::Write;

use assay_engine::format::{Document, Scalar, Sink, Tag};
use assay_engine::text::Span;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;
use serde_json::value::RawValue;

use crate::damage::{Edit, damaged};
use crate::parts::assert_same_calls;

/// A value as its author thinks of it.
#[derive(Clone, Debug)]
enum Json {
    Word(&'static str),
    Number(&'static str),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// A node as the contract has it: the elements of arrays take the array's name.
#[derive(Clone, Debug, Default, PartialEq)]
struct Node {
    name: Option<String>,
    /// Of an object nothing.
    scalar: Option<String>,
    children: Vec<Node>,
}

const NUMBERS: &[&str] =
    &["0", "-0", "7", "-12", "1.50", "0.0", "1e3", "1E+3", "-1.5e-10", "1e999", "123456789012345678901234567890"];

/// What is inserted where it may do harm.
const TOKENS: &[&str] = &[
    "\"", "\\", "{", "}", "[", "]", ",", ":", "/", "//", "/*", "*/", "'", "+", "-", ".", "0", "00", "1", "e", "E5",
    "0x1", "null", "nul", "true", "a", "NaN", "Infinity", "\\u", "\\u00e4", "\\x41", "\\q", "\0", "\t", "\n", "\r",
    "\u{c}", "\u{a0}", "\u{e4}", "#", ",]", ",}", "{}", "[]", " ", "\u{2028}",
];

fn strings() -> impl Strategy<Value = String> {
    let chars = vec![
        'a',
        'b',
        ' ',
        '"',
        '\\',
        '/',
        '\'',
        '\n',
        '\t',
        '\0',
        '\u{1f}',
        '\u{7f}',
        '\u{e4}',
        '\u{2028}',
        '\u{1f600}',
    ];
    proptest::collection::vec(select(chars), 0..4).prop_map(String::from_iter)
}

fn values() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        select(vec!["null", "true", "false"]).prop_map(Json::Word),
        select(NUMBERS).prop_map(Json::Number),
        strings().prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        let key = prop_oneof![4 => select(vec!["a", "b", "c"]).prop_map(str::to_owned), 1 => strings()];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            (inner.clone(), 2..4_usize).prop_map(|(value, times)| Json::Array(vec![value; times])),
            proptest::collection::vec((key, inner), 0..4).prop_map(Json::Object),
        ]
    })
}

/// Prints a value; `style` is a stream of choices between ways to write the same.
fn print(value: &Json, style: &mut impl Iterator<Item = u8>, text: &mut String) {
    const BLANKS: [&str; 6] = ["", "", " ", "\n", "\r\n\t", "  "];
    let blank = BLANKS[usize::from(style.next().unwrap_or(0) % 6)];
    match value {
        Json::Word(word) | Json::Number(word) => text.push_str(word),
        Json::Text(content) => print_text(content, style, text),
        Json::Array(items) => {
            text.push('[');
            text.push_str(blank);
            for (at, item) in items.iter().enumerate() {
                text.push_str(if at > 0 { "," } else { "" });
                print(item, style, text);
            }
            text.push(']');
        }
        Json::Object(members) => {
            text.push('{');
            text.push_str(blank);
            for (at, (key, member)) in members.iter().enumerate() {
                text.push_str(if at > 0 { "," } else { "" });
                print_text(key, style, text);
                text.push_str([":", " : ", ":\n"][usize::from(style.next().unwrap_or(0) % 3)]);
                print(member, style, text);
            }
            text.push('}');
        }
    }
}

fn print_text(content: &str, style: &mut impl Iterator<Item = u8>, text: &mut String) {
    text.push('"');
    for c in content.chars() {
        let style = style.next().unwrap_or(0);
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '/' if style & 1 == 0 => text.push_str("\\/"),
            '\n' if style & 1 == 0 => text.push_str("\\n"),
            '\t' if style & 1 == 0 => text.push_str("\\t"),
            c if c >= ' ' && style & 2 == 0 => text.push(c),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = if style & 4 == 0 { write!(text, "\\u{unit:04x}") } else { write!(text, "\\u{unit:04X}") };
                }
            }
        }
    }
    text.push('"');
}

/// JSON in any spelling.
pub fn printed() -> impl Strategy<Value = String> {
    (values(), proptest::collection::vec(any::<u8>(), 40)).prop_map(|(value, style)| {
        let mut text = String::new();
        print(&value, &mut style.iter().copied().cycle(), &mut text);
        text
    })
}

/// The nodes that a value is, by the contract.
fn nodes(value: &Json, name: Option<&str>) -> Vec<Node> {
    let name_of = || name.map(str::to_owned);
    let scalar = |text: String| vec![Node { name: name_of(), scalar: Some(text), children: Vec::new() }];
    match value {
        Json::Word(word) | Json::Number(word) => scalar((*word).to_owned()),
        Json::Text(text) => scalar(format!("{text:?}")),
        Json::Array(items) => items.iter().flat_map(|item| nodes(item, name)).collect(),
        Json::Object(members) => {
            let children = members.iter().flat_map(|(key, member)| nodes(member, Some(key))).collect();
            vec![Node { name: name_of(), scalar: None, children }]
        }
    }
}

/// Puts the nodes together again. The first is the ground on which all roots stand.
struct Builder {
    open: Vec<Node>,
}

impl Sink for Builder {
    fn open(&mut self, tag: Option<Tag<'_>>, _: Span) {
        self.open.push(Node { name: tag.map(|tag| tag.full.to_owned()), ..Node::default() });
    }
    fn attribute(&mut self, _: Tag<'_>, _: Cow<'_, str>, _: Span) {
        unreachable!("JSON has no attributes");
    }
    fn text(&mut self, _: Cow<'_, str>, _: Span) {
        unreachable!("JSON has scalars");
    }
    fn scalar(&mut self, scalar: Scalar<'_>, _: Span) {
        let scalar = match scalar {
            Scalar::Null => "null".to_owned(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Number(text) => text.into_owned(),
            Scalar::Text(text) => format!("{text:?}"),
        };
        let node = self.open.last_mut().expect("a node is open");
        assert!(node.scalar.replace(scalar).is_none(), "a node has one value");
    }
    fn close(&mut self, _: u32) {
        let node = self.open.pop().expect("a node is open");
        self.open.last_mut().expect("roots stand on the ground").children.push(node);
    }
}

/// The roots of a document and whether it is strict JSON; `None` when it is not read.
fn read(text: &str) -> Option<(Vec<Node>, bool)> {
    let document = Document::decode("a.json", text.as_bytes().to_vec()).ok()?;
    let mut builder = Builder { open: vec![Node::default()] };
    let notes = document.read(&mut builder).ok()?;
    assert_eq!(builder.open.len(), 1, "what opens closes");
    Some((builder.open.remove(0).children, notes.lenient.is_none()))
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = any::<proptest::sample::Index>;
    let edit = prop_oneof![
        1 => (place(), 1..3_usize).prop_map(|(at, length)| Edit::Delete(at, length)),
        3 => (place(), select(TOKENS)).prop_map(|(at, token)| Edit::Insert(at, token)),
        1 => (place(), place()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => place().prop_map(Edit::Cut),
    ];
    prop_oneof![1 => Just(Vec::new()), 4 => proptest::collection::vec(edit, 1..3)]
}

/// Whether a text names half of a surrogate pair: `serde_json` minds it only where it decodes, the engine always.
fn halves_a_pair(text: &str) -> bool {
    regex::Regex::new(r"\\u[dD][89a-fA-F]").expect("the pattern is fixed").is_match(text)
}

proptest! {
    #![proptest_config(crate::config(1500))]

    #[test]
    fn all_spellings_have_the_same_nodes(value in values(), style in proptest::collection::vec(any::<u8>(), 40)) {
        let mut text = String::new();
        print(&value, &mut style.iter().copied().cycle(), &mut text);
        prop_assert_eq!(read(&text), Some((nodes(&value, None), true)), "{}", text);
    }

    #[test]
    fn a_long_file_is_read_equally_in_parts(
        value in values(),
        style in proptest::collection::vec(any::<u8>(), 40),
        edits in edits(),
    ) {
        let mut text = String::new();
        print(&value, &mut style.iter().copied().cycle(), &mut text);
        assert_same_calls("a.json", text.as_bytes())?;
        assert_same_calls("a.json", damaged(&text, &edits).as_bytes())?;
    }

    #[test]
    fn strict_json_is_the_json_that_serde_accepts(
        value in values(),
        style in proptest::collection::vec(any::<u8>(), 40),
        edits in edits(),
    ) {
        let mut text = String::new();
        print(&value, &mut style.iter().copied().cycle(), &mut text);
        let text = damaged(&text, &edits);
        if !text.starts_with('<') && !halves_a_pair(&text) {
            let strict = read(&text).is_some_and(|(_, strict)| strict);
            let peer = serde_json::from_str::<Box<RawValue>>(&text);
            prop_assert!(strict == peer.is_ok(), "strict: {strict}, serde_json: {peer:?}\n{text:?}");
        }
    }
}
