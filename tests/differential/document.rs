//! Random XML documents, small and full of everything that XML can say in two ways.
//!
//! Names are few, so that random expressions find something. Prefixes are declared at the root: what reads the tree
//! for comparison insists on that.

use std::fmt::Write;

use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

/// Tags as written.
pub const TAGS: &[&str] = &["R", "A", "B", "Item", "Items", "p:A", "q:Item", "a.b", "x-y", "\u{6750}"];
/// Attribute names as written.
pub const ATTRIBUTES: &[&str] = &["a", "b", "p:a", "c.d", "key", "q:key"];
/// The prefixes of both; each is declared as `urn:` and itself.
pub const PREFIXES: &[&str] = &["p", "q"];

/// Parts of texts, as written.
const TEXTS: &[&str] = &[
    "x",
    "y",
    "1",
    "x y",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "&amp;",
    "&#32;",
    "&#x41;",
    "&lt;",
    "&#13;",
    "\u{e9}",
    "\u{a0}",
    "\u{1f600}",
    "]]",
    "&#10;",
    "true",
    "\n  ",
];
/// Parts of attribute values, as written.
const VALUES: &[&str] =
    &["x", "y", "1", " ", "\t", "\r\n", "&amp;", "&#9;", "&#xA;", "&lt;", "\u{e9}", ">", "\u{1f600}", "&#13;", "\n"];
/// Contents of CDATA sections.
const CDATA: &[&str] = &["", "x", " ", "<A>", "&amp;", "]", "\r\n", "y ", "\u{a0}"];
/// What stands between nodes and says nothing.
const NOISE: &[&str] = &["<!---->", "<!-- <A>x</A> & -->", "<?p?>", "<?p <A> ?>"];

/// An element, as written.
#[derive(Clone, Debug)]
pub struct Element {
    tag: &'static str,
    /// Names with their values, of which each name counts once.
    attributes: Vec<(&'static str, Vec<&'static str>)>,
    content: Vec<Piece>,
    /// Chooses between ways to write the same.
    style: u8,
}

#[derive(Clone, Debug)]
enum Piece {
    Element(Element),
    Text(&'static str),
    Cdata(&'static str),
    Noise(&'static str),
}

/// Any document, as written.
pub fn documents() -> impl Strategy<Value = String> {
    (elements(), any::<u8>()).prop_map(|(root, style)| print(&root, style))
}

fn elements() -> impl Strategy<Value = Element> {
    let attributes = || {
        let value = proptest::collection::vec(select(VALUES), 0..3);
        proptest::collection::vec((select(ATTRIBUTES), value), 0..3)
    };
    let pieces = || prop_oneof![select(TEXTS).prop_map(Piece::Text), select(CDATA).prop_map(Piece::Cdata)];
    let leaf = (select(TAGS), attributes(), proptest::collection::vec(pieces(), 0..3), any::<u8>());
    leaf.prop_map(|(tag, attributes, content, style)| Element { tag, attributes, content, style }).prop_recursive(
        5,
        60,
        6,
        move |inner| {
            let piece = prop_oneof![
                5 => inner.prop_map(Piece::Element),
                2 => select(TEXTS).prop_map(Piece::Text),
                1 => select(CDATA).prop_map(Piece::Cdata),
                1 => select(NOISE).prop_map(Piece::Noise),
            ];
            // A tag of the same name all the way down is what selections that nest are made of.
            let tag = prop_oneof![3 => select(TAGS), 1 => Just("A")];
            let element = (tag, attributes(), proptest::collection::vec(piece, 0..6), any::<u8>());
            element.prop_map(|(tag, attributes, content, style)| Element { tag, attributes, content, style })
        },
    )
}

fn print(root: &Element, style: u8) -> String {
    let mut text = String::new();
    text.push_str(["", "\u{feff}", "<?xml version=\"1.0\" encoding='utf-8'?>", "<!-- -->\r\n"][usize::from(style % 4)]);
    text.push_str(["", "\n", "<?p x?>", " "][usize::from(style / 4 % 4)]);
    print_element(root, true, &mut text);
    text.push_str(["", "\n", "<!-- end -->", "<?p?>\r\n"][usize::from(style / 16 % 4)]);
    text
}

fn print_element(element: &Element, root: bool, text: &mut String) {
    let blank = [" ", "\n", "  ", "\t"][usize::from(element.style % 4)];
    let equals = ["=", " =", "= ", "\n=\n"][usize::from(element.style / 4 % 4)];
    let quote = if element.style & 16 == 0 { '"' } else { '\'' };
    let _ = write!(text, "<{}", element.tag);
    for prefix in PREFIXES.iter().filter(|_| root) {
        let _ = write!(text, "{blank}xmlns:{prefix}=\"urn:{prefix}\"");
    }
    for (at, (name, value)) in element.attributes.iter().enumerate() {
        if element.attributes[..at].iter().all(|(other, _)| other != name) {
            let _ = write!(text, "{blank}{name}{equals}{quote}{}{quote}", value.concat());
        }
    }
    let end = if element.style & 32 == 0 { "" } else { blank };
    if element.content.is_empty() && element.style & 64 == 0 {
        let _ = write!(text, "{end}/>");
        return;
    }
    let _ = write!(text, "{end}>");
    for piece in &element.content {
        match piece {
            Piece::Element(inner) => print_element(inner, false, text),
            Piece::Text(part) => print_text(part, text),
            Piece::Cdata(part) => {
                separate(text);
                let _ = write!(text, "<![CDATA[{part}]]>");
            }
            Piece::Noise(part) => text.push_str(part),
        }
    }
    let _ = write!(text, "</{}{end}>", element.tag);
}

fn print_text(part: &str, text: &mut String) {
    if part.starts_with('&') || (part.starts_with('\r') && text.ends_with(';')) {
        separate(text);
    }
    text.push_str(part);
}

/// Keeps a carriage return and a reference (or a CDATA section) apart: `roxmltree` 0.21 leaves one that stands right
/// before or behind a reference as it is, where XML 1.0 (2.11) makes it a line feed.
fn separate(text: &mut String) {
    if text.ends_with(['\r', ';']) {
        text.push_str("<!---->");
    }
}
