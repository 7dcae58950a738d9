//! Documents with something deleted, inserted, doubled or swapped.

use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

/// What is inserted: markup, parts of it, and what has no place in XML.
const TOKENS: &[&str] = &[
    "<",
    ">",
    "/",
    "&",
    ";",
    "=",
    "\"",
    "'",
    " ",
    "\n",
    "!",
    "?",
    "-",
    "[",
    "]",
    "#",
    "x",
    "1",
    "</",
    "/>",
    "<!--",
    "-->",
    "--",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<?xml ",
    "<?xml version='1.0'?>",
    "<!DOCTYPE a>",
    "<!DOCTYPE a SYSTEM 'b'>",
    "<!DOCTYPE a PUBLIC \"b\" 'c' >",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "<a>",
    "</a>",
    "<A>",
    "</A>",
    "<A/>",
    "</R>",
    " a=''",
    " b='1'",
    "&amp;",
    "&#38;",
    "&#x0;",
    "&#xD800;",
    "&x;",
    "&#",
    "\0",
    "\u{1}",
    "\u{85}",
    "\u{fffe}",
    "\u{feff}",
    "\u{a0}",
    "\u{e9}",
    "\u{301}",
    "\r",
    "<1>",
    "xmlns='u'",
];

/// One change of a text.
#[derive(Clone, Debug)]
pub enum Edit {
    Delete(Index, usize),
    Insert(Index, &'static str),
    Double(Index, usize),
    Swap(Index, Index),
    Cut(Index),
}

/// Between one and three changes.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = any::<Index>;
    let edit = prop_oneof![
        3 => (place(), 1..6_usize).prop_map(|(at, length)| Edit::Delete(at, length)),
        5 => (place(), select(TOKENS)).prop_map(|(at, token)| Edit::Insert(at, token)),
        1 => (place(), 1..12_usize).prop_map(|(at, length)| Edit::Double(at, length)),
        2 => (place(), place()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => place().prop_map(Edit::Cut),
    ];
    proptest::collection::vec(edit, 1..4)
}

/// The text with all changes made, one after the other.
pub fn damaged(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for edit in edits {
        let range = |at: &Index, length: usize| {
            let start = at.index(chars.len().max(1)).min(chars.len());
            start..(start + length).min(chars.len())
        };
        match edit {
            Edit::Delete(at, length) => {
                chars.drain(range(at, *length));
            }
            Edit::Insert(at, token) => {
                let at = at.index(chars.len() + 1);
                chars.splice(at..at, token.chars());
            }
            Edit::Double(at, length) => {
                let range = range(at, *length);
                let copy = chars[range.clone()].to_vec();
                chars.splice(range.start..range.start, copy);
            }
            Edit::Swap(a, b) if !chars.is_empty() => {
                let (a, b) = (a.index(chars.len()), b.index(chars.len()));
                chars.swap(a, b);
            }
            Edit::Swap(..) => {}
            Edit::Cut(at) => {
                let at = at.index(chars.len() + 1);
                chars.truncate(at);
            }
        }
    }
    chars.into_iter().collect()
}
