//! YAML printed in many ways is read as the same nodes, and what an independent parser refuses is refused.

mod peer;
mod print;
mod quotes;
mod suite;

use std::borrow::Cow;

use assay_engine::format::{Document, Scalar, Sink, Tag};
use assay_engine::text::Span;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use crate::damage::{Edit, damaged};

/// A node as its author thinks of it.
#[derive(Clone, Debug)]
pub enum Yaml {
    /// Written without quotes.
    Plain(&'static str),
    Text(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
    /// Its node gets an anchor.
    Anchored(Box<Yaml>),
    /// A copy of one of the nodes before that have an anchor.
    Alias(usize),
    /// A mapping into which one of those is merged that are mappings.
    Merge(usize, Vec<(String, Yaml)>),
}

/// A node as the contract has it: the items of lists take the list's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub name: Option<String>,
    /// Of a mapping nothing.
    pub scalar: Option<String>,
    pub children: Vec<Node>,
}

/// Scalars without quotes, and how the core schema reads them.
pub const PLAIN: &[(&str, &str)] = &[
    ("~", "null"),
    ("null", "null"),
    ("true", "true"),
    ("False", "false"),
    ("0", "0"),
    ("-12", "-12"),
    ("007", "007"),
    ("1.5e3", "1.5e3"),
    ("0x1F", "0x1F"),
    ("0o17", "0o17"),
    (".inf", ".inf"),
    ("0000000000000000e000000000000000", "\"0000000000000000e000000000000000\""),
    ("yes", "\"yes\""),
    ("a b", "\"a b\""),
    ("x:y", "\"x:y\""),
    ("x#y", "\"x#y\""),
    ("-a", "\"-a\""),
    ("?a", "\"?a\""),
    (":a", "\":a\""),
    ("\u{e4}\u{1f600}", "\"\u{e4}\u{1f600}\""),
];

/// What is inserted where it may do harm.
const TOKENS: &[&str] = &[
    "\"", "'", "\\", "{", "}", "[", "]", ",", ": ", ":", " :", "- ", "-", "? ", "?", "#", " #", "&a ", "*a", "*a ",
    "!", "!!str ", "!x ", "|", ">", "|\n", ">-\n", "|2\n", "---", "\n---\n", "...", "\n...\n", "%", "@", "`", "\t",
    "\n", "\n\n", "\n ", "\n  ", "\r", " ", "  ", "x", "~", "<<: ", "\u{e4}", "\\x41", "\\q", "a: ", "\na: ", "\n- ",
];

/// What a document is put together from that is to end in an answer, whatever it is.
const PIECES: &[&str] = &[
    "\u{feff}", "\u{feff}", "\t", "\r", "\n", "\n", "\r\n", "\u{85}", "\u{2028}", " ", " ", "a", "a", ":", ": ", "-",
    "- ", "? ", "?", "&a", "*a", "[", "]", "{", "}", ",", "'", "\"", "|", ">", "#", "!", "!a", "%", "---", "...",
    "<<: ", "\\", "0x1",
];

fn strings() -> impl Strategy<Value = String> {
    let chars = vec![
        'a',
        'b',
        'c',
        ' ',
        ' ',
        '\n',
        '\n',
        '\t',
        '"',
        '\'',
        '\\',
        ':',
        '#',
        '-',
        ',',
        '[',
        '}',
        '&',
        '*',
        '!',
        '|',
        '%',
        '@',
        '?',
        '~',
        '\u{e4}',
        '\u{1f600}',
        '\0',
        '\u{85}',
        '\u{2028}',
    ];
    let words = select(vec![
        "",
        "a",
        "some words of text",
        "two\nlines",
        "end\n",
        " lead",
        "trail ",
        "a: b",
        "# c",
        "---",
        "null",
        "12",
    ]);
    prop_oneof![
        2 => proptest::collection::vec(select(chars), 0..8).prop_map(String::from_iter),
        2 => words.prop_map(str::to_owned),
    ]
}

fn values() -> impl Strategy<Value = Yaml> {
    let leaf = prop_oneof![
        3 => select(PLAIN).prop_map(|(plain, _)| Yaml::Plain(plain)),
        3 => strings().prop_map(Yaml::Text),
        1 => any::<usize>().prop_map(Yaml::Alias),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let entries = || proptest::collection::vec((keys(), inner.clone()), 0..4);
        prop_oneof![
            3 => proptest::collection::vec(inner.clone(), 0..4).prop_map(Yaml::List),
            3 => entries().prop_map(Yaml::Map),
            1 => inner.clone().prop_map(anchored),
            1 => (any::<usize>(), entries()).prop_map(|(which, entries)| Yaml::Merge(which, entries)),
        ]
    })
}

/// A node has one anchor, and an alias none.
fn anchored(inner: Yaml) -> Yaml {
    match inner {
        Yaml::Anchored(_) | Yaml::Alias(_) => inner,
        other => Yaml::Anchored(Box::new(other)),
    }
}

fn keys() -> impl Strategy<Value = String> {
    prop_oneof![6 => select(vec!["a", "b", "c", "k 1"]).prop_map(str::to_owned), 1 => strings()]
}

/// The nodes that a value is, by the contract; `anchored` are the nodes with anchors so far, with their values.
fn nodes(value: &Yaml, name: Option<&str>, anchored: &mut Vec<Yaml>) -> Vec<Node> {
    let node = |scalar: Option<String>, children| vec![Node { name: name.map(str::to_owned), scalar, children }];
    match value {
        Yaml::Plain(plain) => {
            let read = PLAIN.iter().find(|(known, _)| known == plain).map(|(_, read)| (*read).to_owned());
            node(read, Vec::new())
        }
        Yaml::Text(text) => node(Some(format!("{text:?}")), Vec::new()),
        Yaml::List(items) => items.iter().flat_map(|item| nodes(item, name, anchored)).collect(),
        Yaml::Map(entries) => {
            let children = entries.iter().flat_map(|(key, entry)| nodes(entry, Some(key), anchored)).collect();
            node(None, children)
        }
        Yaml::Anchored(inner) => {
            let found = nodes(inner, name, anchored);
            anchored.push((**inner).clone());
            found
        }
        Yaml::Alias(_) | Yaml::Merge(..) => unreachable!("they have been resolved"),
    }
}

/// Puts what they stand for in place of aliases and merges, as a reader of the whole tree would.
fn resolved(value: &Yaml, anchored: &mut Vec<Yaml>) -> Yaml {
    match value {
        Yaml::Plain(_) | Yaml::Text(_) => value.clone(),
        Yaml::List(items) => Yaml::List(items.iter().map(|item| resolved(item, anchored)).collect()),
        Yaml::Map(entries) => Yaml::Map(resolved_entries(entries, anchored)),
        Yaml::Anchored(inner) => {
            let inner = resolved(inner, anchored);
            anchored.push(inner.clone());
            inner
        }
        Yaml::Alias(which) => {
            print::pick(*which, anchored, |_| true).map_or(Yaml::Plain("~"), |(_, value)| value.clone())
        }
        Yaml::Merge(which, entries) => {
            let source =
                print::pick(*which, anchored, |value| matches!(value, Yaml::Map(_))).map(|(_, value)| value.clone());
            let mut entries = resolved_entries(entries, anchored);
            if let Some(Yaml::Map(merged)) = source {
                for (key, value) in merged {
                    if entries.iter().all(|(known, _)| *known != key) {
                        entries.push((key, value));
                    }
                }
            }
            Yaml::Map(entries)
        }
    }
}

fn resolved_entries(entries: &[(String, Yaml)], anchored: &mut Vec<Yaml>) -> Vec<(String, Yaml)> {
    entries.iter().map(|(key, entry)| (key.clone(), resolved(entry, anchored))).collect()
}

/// Puts the nodes together again. The first is the ground on which all roots stand.
struct Builder<'t> {
    text: &'t str,
    open: Vec<Node>,
}

impl Sink for Builder<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        assert!(self.text.get(span.range()).is_some(), "places are in the text");
        self.open.push(Node { name: tag.map(|tag| tag.full.to_owned()), ..Node::default() });
    }
    fn attribute(&mut self, _: Tag<'_>, _: Cow<'_, str>, _: Span) {
        unreachable!("YAML has no attributes");
    }
    fn text(&mut self, _: Cow<'_, str>, _: Span) {
        unreachable!("YAML has scalars");
    }
    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        let raw = &self.text[span.range()];
        let scalar = match scalar {
            Scalar::Null => "null".to_owned(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Number(text) => {
                assert!(matches!(text, Cow::Owned(_)) || text == raw, "what is borrowed stands at its place");
                text.into_owned()
            }
            Scalar::Text(text) => {
                let is_literal = text == raw || raw.get(1..raw.len().max(2) - 1) == Some(&text);
                assert!(matches!(text, Cow::Owned(_)) || is_literal, "what is borrowed stands at its place");
                format!("{text:?}")
            }
        };
        let node = self.open.last_mut().expect("a node is open");
        assert!(node.scalar.replace(scalar).is_none(), "a node has one value");
    }
    fn close(&mut self, end: u32) {
        assert!(end as usize <= self.text.len(), "places are in the text");
        let node = self.open.pop().expect("a node is open");
        self.open.last_mut().expect("roots stand on the ground").children.push(node);
    }
}

/// The roots of a document; the code of its fault when it is not read.
fn read(text: &str) -> Result<Vec<Node>, &'static str> {
    let document = Document::decode("a.yaml", text.as_bytes().to_vec()).map_err(|_| "undecodable")?;
    let text = document.text().expect("it is at hand");
    let mut builder = Builder { text, open: vec![Node::default()] };
    document.read(&mut builder).map_err(|fault| {
        assert!(text.get(fault.span.range()).is_some(), "the fault has a place");
        fault.code.as_str()
    })?;
    assert_eq!(builder.open.len(), 1, "what opens closes");
    Ok(builder.open.remove(0).children)
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

proptest! {
    #![proptest_config(crate::config(1500))]

    #[test]
    fn yaml_bom_and_blanks_anywhere_never_panic(pieces in proptest::collection::vec(select(PIECES), 0..12)) {
        // Places are checked as the nodes come.
        let _ = read(&pieces.concat());
    }

    #[test]
    fn all_spellings_have_the_same_nodes(value in values(), style in proptest::collection::vec(any::<u8>(), 60)) {
        let text = print::document(&value, &style);
        let expected = nodes(&resolved(&value, &mut Vec::new()), None, &mut Vec::new());
        prop_assert_eq!(read(&text), Ok(expected), "{}", text);
    }

    #[test]
    fn damaged_documents_are_read_like_the_peer(
        value in values(),
        style in proptest::collection::vec(any::<u8>(), 60),
        edits in edits(),
    ) {
        // The peer adds a line end that is missing at the end, to texts of whole lines too.
        let text = damaged(&print::document(&value, &style), &edits) + "\n";
        if text.starts_with('<') {
            return Ok(());
        }
        let (ours, peers) = (read(&text), peer::read(&text));
        let how = match (&ours, &peers) {
            (Ok(ours), Ok(peers)) if ours == peers => return Ok(()),
            (Ok(_), Ok(_)) => "other nodes",
            (Err(_), Err(_)) => return Ok(()),
            // Text in quotes may be indented less than its key, as libyaml reads it.
            (Ok(_), Err(error)) if error.contains("invalid indentation in quoted scalar") => return Ok(()),
            (Ok(_), Err(_)) => "ok",
            (Err(code), Ok(_)) => code,
        };
        prop_assert!(peer::differs(&text, how), "{how}: {text:?}\n{ours:?}\n{peers:?}\n{text}");
    }
}
