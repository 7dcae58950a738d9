//! The nodes that paths find, and the properties of elements: each row as in Python's xml.etree, unless a comment says
//! otherwise.

use std::rc::Rc;

use assay_document::extract::{Plan, XPath, Yield};
use assay_document::format::Document;
use assay_document::text::Span;
use rhai::{Dynamic, Engine, Scope};

use super::{Element, Tree, read_tree, register};
use crate::Limits;
use crate::complaint::{Complaint, thrown};
use crate::state::HostState;

/// The letters are ids: the expected result is the ids of the elements found.
const SHELF: &str =
    "<shelf id='s'>\n  <box id='a' kind='x'><book id='b'>one</book><book id='c' kind='x'>two</book></box>
  <box id='d'>loose<book id='e'><p id='f'>th</p>r<p id='g'>ee</p></book> tail </box>\n  <p:box id='h' p:kind='y'/>
  <a.b id='i' n=''/>\n</shelf>";

fn tree(path: &str, text: &str) -> Rc<Tree> {
    let document = Document::decode(path, text.as_bytes().to_vec()).unwrap();
    read_tree(&document).unwrap()
}

fn root(text: &str) -> Element {
    Element { tree: tree("a.xml", text), node: 0 }
}

fn ids(elements: &[Element]) -> String {
    elements.iter().map(|element| element.get("id").unwrap_or("?")).collect()
}

/// Runs a script in which `e` is the root of `text`.
fn run(path: &str, text: &str, script: &str) -> Result<Dynamic, String> {
    let state = Rc::new(HostState::new(Limits { list: 1000, ..Limits::default() }));
    let mut engine = Engine::new();
    register(&mut engine, &state);
    let mut scope = Scope::new();
    scope.push("e", Element { tree: tree(path, text), node: 0 });
    let hit = || state.meter.hit().map(|limit| limit.describe(&state.meter.limits).1);
    engine.eval_with_scope(&mut scope, script).map_err(|error| {
        let complaint = thrown::<Complaint>(error.unwrap_inner());
        let message = || complaint.map_or_else(|| error.to_string(), |complaint| complaint.message);
        hit().unwrap_or_else(message)
    })
}

fn error_message(script: &str) -> String {
    run("a.xml", SHELF, script).map_or_else(|error| error, |value| format!("{value:?}"))
}

#[test]
fn paths_select_the_same_as_element_tree() {
    for (path, expected) in [
        ("box", "ad"),
        ("*", "adhi"),
        (".", "s"),
        ("./box", "ad"),
        ("box/book", "bce"),
        ("box/*", "bce"),
        ("box//p", "fg"),
        (".//p", "fg"),
        (".//*", "abcdefghi"),
        (".//box//*", "bcefg"),
        ("box/", "bce"),
        (".//", "abcdefghi"),
        ("p:box", "h"),
        ("{*}box", "adh"),
        (".//{*}*", "abcdefghi"),
        ("a.b", "i"),
        ("nothing", ""),
        // The parent, but never above the start element; each parent once.
        ("..", ""),
        ("box/..", "s"),
        ("box/book/..", "ad"),
        (".//p/..", "e"),
        (".//p/../..", "d"),
        ("box/../../box", ""),
        // Attributes.
        ("*[@kind]", "a"),
        (".//*[@kind]", "ac"),
        (".//*[@kind='x']", "ac"),
        (".//*[@kind=\"x\"]", "ac"),
        (".//*[ @kind = 'y' ]", ""),
        (".//*[@p:kind='y']", "h"),
        (".//*[@kind!='y']", "ac"),
        ("*[@n='']", "i"),
        ("box[@id][@kind]", "a"),
        // Children, and texts that include all texts below them.
        ("*[book]", "ad"),
        ("*[{*}book]", "ad"),
        ("box[book='two']", "a"),
        ("box[book='three']", "d"),
        ("box[book!='one']", "ad"),
        (".//*[.='three']", "e"),
        (".//p[.!='th']", "g"),
        (".[box]", "s"),
        // Places among the siblings of the same name.
        ("box[1]", "a"),
        ("box[2]", "d"),
        ("box[3]", ""),
        ("*[1]", "ahi"),
        (".//book[1]", "be"),
        (".//book[last()]", "ce"),
        (".//book[last()-1]", "b"),
        ("box/book[@kind][2]", "c"),
        ("box[99999999999999999999]", ""),
        (".[1]", ""),
    ] {
        let shelf = root(SHELF);
        assert_eq!(ids(&shelf.find_all(path).unwrap()), expected, "{path}");
        let first = shelf.find(path).unwrap();
        assert_eq!(ids(&first.into_iter().collect::<Vec<_>>()), &expected[..expected.len().min(1)], "{path}");
    }
}

#[test]
fn paths_start_at_the_element() {
    let shelf = root(SHELF);
    let inner = shelf.find("box[2]").unwrap().unwrap();
    for (path, expected) in [("book", "e"), (".//*", "efg"), ("..", ""), ("book/..", "d"), ("book/../../box", "")] {
        assert_eq!(ids(&inner.find_all(path).unwrap()), expected, "{path}");
    }
}

#[test]
fn an_element_is_listed_once_at_its_first_position() {
    let nested = root("<r id='r'><a id='1'><a id='2'><b id='3'/></a><b id='4'/></a></r>");
    for (path, expected) in
        [(".//a//b", "34"), (".//a/b", "43"), (".//b/..//b", "34"), (".//b/../b", "34"), ("*//b", "34")]
    {
        assert_eq!(ids(&nested.find_all(path).unwrap()), expected, "{path}");
    }
}

#[test]
fn paths_that_do_not_parse_name_the_column() {
    for (path, column, expected) in [
        ("", 1, "the path is empty"),
        ("/box", 1, "a path cannot start with `/`"),
        ("box//", 0, ""),
        ("//box", 1, "a path cannot start with `/`"),
        ("box///p", 6, "expected a tag, `*`, `.` or `..`, found `/`"),
        (".//.", 4, "expected a tag or `*`, found `.`"),
        (" box", 1, "expected a tag, `*`, `.` or `..`, found white space"),
        ("box book", 4, "expected `/`, `[` or the end of the path, found white space"),
        ("box[1]book", 7, "expected `/`, `[` or the end of the path, found `b`"),
        (".box", 2, "expected `/`, `[` or the end of the path, found `b`"),
        ("*box", 2, "expected `/`, `[` or the end of the path, found `b`"),
        ("'box", 1, "the string has no closing '"),
        ("{urn:x}box", 1, "namespaces in braces are not supported"),
        ("box[", 5, "expected `@`, a tag, `.`, a number or `last()`, found the end of the path"),
        ("box[]", 5, "expected `@`, a tag, `.`, a number or `last()`, found `]`"),
        ("box[*]", 5, "expected `@`, a tag, `.`, a number or `last()`, found `*`"),
        ("box[.]", 6, "expected `=` or `!=`, found `]`"),
        ("box[@]", 6, "expected the name of an attribute, found `]`"),
        ("box[@*]", 7, "expected the name of an attribute, found `]`"),
        ("box[@a", 7, "expected `]`, found the end of the path"),
        ("box[@a=x]", 8, "expected a string in quotes, found `x`"),
        ("材[@a='x]", 6, "the string has no closing '"),
        ("box[@a and @b]", 8, "expected `]`, found `a`"),
        ("box[book/p]", 9, "expected `]`, found `/`"),
        ("box[0]", 5, "positions are counted from 1"),
        ("box[-1]", 5, "positions are counted from 1"),
        ("box[first()]", 5, "there is no such function"),
        ("box[contains(@a, 'x')]", 5, "there is no such function"),
        ("box[last()-0]", 12, "expected a number greater than 0, found `0`"),
        ("box[last()-x]", 12, "expected a number greater than 0, found `x`"),
        ("box]", 4, "expected `/`, `[` or the end of the path, found `]`"),
    ] {
        match root(SHELF).find_all(path) {
            Ok(_) => assert_eq!(column, 0, "{path}"),
            Err(fault) => {
                let before = path[..fault.span.start() as usize].chars().count();
                assert_eq!((before + 1, fault.message.as_str()), (column, expected), "{path}");
            }
        }
    }
    assert!(root(SHELF).find(&"./".repeat(1000)).unwrap_err().message.contains("at most 200 steps"));
}

#[test]
fn scripts_see_the_same_as_python() {
    for (script, expected) in [
        ("e.tag", "\"shelf\""),
        ("e.text", r#""\n  ""#),
        ("e.tail", "()"),
        ("e.line", "1"),
        ("e.attrib", r#"#{"id": "s"}"#),
        ("e.get(\"id\")", "\"s\""),
        ("e.get(\"none\")", "()"),
        ("e.get(\"none\", 7)", "7"),
        ("e.keys()", "[\"id\"]"),
        ("e.items()", "[[\"id\", \"s\"]]"),
        ("e.children.len", "4"),
        ("e.parent", "()"),
        ("e.children[1].parent == e", "true"),
        ("e.children[1].parent != e", "false"),
        ("e[1].text", "\"loose\""),
        ("e[1][0].text", "()"),
        ("e[1][0][0].tail", "\"r\""),
        ("e[1][0].tail", "\" tail \""),
        ("e[-1].tag", "\"a.b\""),
        ("e[-1].line", "5"),
        ("e[2].tag", "\"p:box\""),
        ("len(e)", "4"),
        ("e.len + e[0].len()", "6"),
        ("e[3].is_empty", "true"),
        ("let t = \"\"; for b in e { t += b.get(\"id\") } t", "\"adhi\""),
        ("e.find(\"box\").get(\"id\")", "\"a\""),
        ("e.find(\"none\")", "()"),
        ("e.findall(\"box\").len", "2"),
        ("e.iterfind(\"box\").map(|b| b.get(\"id\"))", "[\"a\", \"d\"]"),
        ("e.findtext(\"box/book\")", "\"one\""),
        ("e.findtext(\"none\")", "()"),
        ("e.findtext(\"none\", \"-\")", "\"-\""),
        ("e.findtext(\"a.b\")", "\"\""),
        ("e.iter().len", "10"),
        ("e.iter(\"*\").len", "10"),
        ("e.iter(\"shelf\").len", "1"),
        ("e.iter(\"p\").map(|p| p.text)", "[\"th\", \"ee\"]"),
        ("e.iter(\"{*}box\").len", "3"),
        ("e[1].itertext()", "[\"loose\", \"th\", \"r\", \"ee\", \" tail \"]"),
        ("e[0].to_string()", "\"<box> on line 2\""),
        ("`${e[0]}`", "\"<box> on line 2\""),
        ("e[0] == e[1]", "false"),
        ("e[0] == e.find(\"box\")", "true"),
        ("e.find(\"none\") == ()", "true"),
        ("e[0] == ()", "false"),
        ("e[0] != ()", "true"),
        ("e[0] in e.children", "true"),
        ("e in e.children", "false"),
        ("type_of(e)", "\"Element\""),
    ] {
        assert_eq!(error_message(script), expected, "{script}");
    }
}

#[test]
fn errors_in_scripts_are_explained() {
    for (script, expected) in [
        ("e.find(\"box[\")", "the path `box[`, column 5: expected `@`, a tag, `.`, a number or `last()`"),
        ("e.findall(\"/box\")", "the path `/box`, column 1: a path cannot start with `/`"),
        ("e.findtext(\"\", 1)", "the path ``, column 1: the path is empty"),
        ("e[4]", "Array index 4 out of bounds: only 4 elements in array"),
        ("e[-5]", "Array index -5 out of bounds"),
        ("e.txet", "txet"),
    ] {
        assert!(error_message(script).contains(expected), "{script}: {}", error_message(script));
    }
}

#[test]
fn the_length_of_lists_is_limited() {
    let wide = format!("<r>{}</r>", "<a/>".repeat(1001));
    for script in ["e.children", "e.iter()", "e.findall(\"a\")", "e.iter(\"a\")"] {
        assert!(run("a.xml", &wide, script).unwrap_err().contains("a list has more than 1000 elements"), "{script}");
    }
    assert_eq!(run("a.xml", &wide, "e.len").unwrap().as_int(), Ok(1001));
}

#[test]
fn json_is_traversed_like_xml() {
    let gltf = r#"{"asset": {"version": "2.0"}, "meshes": [{"name": "", "size": 1.50}, {"name": null, "on": true}, 7], "a/b": []}"#;
    for (script, expected) in [
        ("e.tag", "\"\""),
        ("e.text", "()"),
        ("e.findtext(\"asset/version\")", "\"2.0\""),
        ("e.findall(\"meshes\").len", "3"),
        ("e.find(\"meshes/name\").text", "\"\""),
        ("e.find(\"meshes[2]/name\").text", "()"),
        ("e.find(\"meshes/size\").text", "\"1.50\""),
        ("e.find(\"meshes/on\").text", "\"true\""),
        ("e.find(\"meshes[last()]\").text", "\"7\""),
        ("e.find(\"meshes\").attrib", "#{}"),
        ("e.find(\"meshes[name='']\").line", "1"),
        ("e.len", "4"),
    ] {
        let value = run("a.gltf", gltf, script).map_or_else(|error| error, |value| format!("{value:?}"));
        assert_eq!(value, expected, "{script}");
    }
}

#[test]
fn nodes_are_found_by_their_place() {
    for (path, text) in [
        ("a.xml", SHELF),
        ("a.xml", "\u{feff}<?xml version='1.0'?><!-- x -->\r\n<r>\u{6750}<b\n/></r>"),
        ("a.json", r#"[{"a": [[1, 2], [3]], "b": {"c": null}}, [], 5]"#),
    ] {
        let tree = tree(path, text);
        assert!(!tree.nodes.is_empty());
        for node in 0..u32::try_from(tree.nodes.len()).unwrap() {
            let found = Element::at(&tree, tree.node(node).span).unwrap();
            assert_eq!((found.node, found.origin()), (node, tree.node(node).span));
        }
        assert!(Element::at(&tree, Span::at(u32::MAX)).is_none());
    }
}

#[test]
fn extracted_nodes_are_nodes_of_the_tree() {
    let json = r#"{"a": [[{"b": 1}, 2], []], "c": {}}"#;
    for (path, text, count) in [("a.xml", SHELF, 10), ("a.json", json, 5), ("a.json", "[{}, [[7]]]", 2)] {
        let document = Document::decode(path, text.as_bytes().to_vec()).unwrap();
        let tree = read_tree(&document).unwrap();
        let extraction = Plan::new([&XPath::parse("**/*,{dom}").xpath.unwrap()]).run(&document).unwrap();
        let Yield::List(ids) = &extraction.yields[0] else { panic!("{path}") };
        let origins: Vec<Span> = ids.iter().map(|&id| extraction.values.origin(id)).collect();
        let nodes: Vec<u32> = origins.iter().map(|&origin| tree.node_at(origin).unwrap()).collect();
        assert_eq!(nodes, (0..count).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn lines_are_counted_as_in_editors() {
    let nodes = root("<r>\n<a/>\r\n<b/>\r<c/>\r\r<d\n><e/></d></r>");
    let lines: Vec<u32> = nodes.iter().map(|element| element.line()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 6, 7]);
}

#[test]
fn text_is_joined_across_comments_and_references() {
    let element = root("<a>x<!-- c -->y<![CDATA[<]]>&amp;<?p?>\r\nz<b/><!-- -->t</a>");
    assert_eq!((element.text(), element.find("b").unwrap().unwrap().tail()), (Some("xy<&\nz"), Some("t")));
}

#[test]
fn a_malformed_file_has_no_tree() {
    let document = Document::decode("a.xml", b"<a><b></a>".to_vec()).unwrap();
    assert!(read_tree(&document).unwrap_err().code.as_str().starts_with("xml-"));
}

#[test]
fn deep_and_wide_documents_are_searched_once() {
    const DEEP: usize = 9000;
    let deep = root(&format!("{}{}", "<a>".repeat(DEEP), "</a>".repeat(DEEP)));
    assert_eq!(deep.find_all(".//a//a//a//a//a").unwrap().len(), DEEP - 5);
    assert_eq!(deep.find_all(".//a/..//a/..//a").unwrap().len(), DEEP - 1);
    let wide = root(&format!("<r>{}</r>", "<a/><b/>".repeat(50_000)));
    assert_eq!(wide.find_all("a[last()]").unwrap().len(), 1);
    assert_eq!(wide.find_all("*[7]").unwrap().len(), 2);
}
