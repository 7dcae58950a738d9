//! Tables of outlines: each node with its place, and the extractions that select it.

use assay_document::format::Document;

use super::build::Builder;
use super::{NONE, Outline, OutlineKind, ValueKind};

/// Returns the nodes of a document, one on each line, with indentation: kind, name, ordinal from the second on, value.
/// The text of the node follows, and the text of its value if it differs.
fn describe(path: &str, text: &str) -> Vec<String> {
    let outline = Outline::of(path, text.as_bytes().to_vec());
    let nodes = outline.nodes();
    let part = |start: u32, stop: u32| &text[start as usize..stop as usize];
    let node = |node: u32| {
        let at = node as usize;
        let name = outline.name(node).map_or("", |name| &name.written);
        let ordinal = match nodes.ordinals[at] {
            1 => String::new(),
            ordinal => format!("[{ordinal}]"),
        };
        let value = match nodes.value_kinds[at] {
            ValueKind::None => "-".to_owned(),
            ValueKind::Text => format!("{:?}", nodes.value(node)),
            ValueKind::Start => format!("{:?}…", nodes.value(node)),
            _ => nodes.value(node).to_owned(),
        };
        let whole = part(nodes.starts[at], nodes.stops[at]);
        let own = part(nodes.value_starts[at], nodes.value_stops[at]);
        let indent = "  ".repeat(nodes.path(node).len() - 1);
        format!("{indent}{} {name}{ordinal} {value} {whole:?} {own:?}", OutlineKind::NAMES[nodes.kinds[at] as usize])
    };
    let mut lines: Vec<String> = (0..).take(nodes.len()).map(node).collect();
    lines.extend(outline.fault().map(|fault| format!("{}: {}", fault.code, fault.message)));
    lines
}

#[test]
fn xml() {
    let text = "<R a = '1' p:b=\"x&amp;\"><!-- c -->\n <A>\u{1f600} <B/>z</A>\n <A/><A>2</A></R>";
    let expected = [
        r#"element R - "<R a = '1' p:b=\"x&amp;\"><!-- c -->\n <A>😀 <B/>z</A>\n <A/><A>2</A></R>" "<R a = '1' p:b=\"x&amp;\">""#,
        r#"  attribute a "1" "a = '1'" "1""#,
        r#"  attribute p:b "x&" "p:b=\"x&amp;\"" "x&amp;""#,
        r#"  element A "😀 z" "<A>😀 <B/>z</A>" "😀 <B/>z""#,
        r#"    element B - "<B/>" "<B/>""#,
        r#"  element A[2] - "<A/>" "<A/>""#,
        r#"  element A[3] "2" "<A>2</A>" "2""#,
    ];
    assert_eq!(describe("a.xml", text), expected);
}

#[test]
fn json() {
    let text = r#"{"a": [1, {"b": null}, []], c: {}, "d": "x\n", 'a': [[true], [false, -0.5]], "e": ""}"#;
    let expected = [
        &format!("root  - {text:?} \"{{\"")[..],
        r#"  item a 1 "1" "1""#,
        r#"  item a[2] - "{\"b\": null}" "{""#,
        r#"    member b null "\"b\": null" "null""#,
        r#"  member c - "c: {}" "c""#,
        r#"  member d "x\n" "\"d\": \"x\\n\"" "\"x\\n\"""#,
        r#"  item a true "true" "true""#,
        r#"  item a[2] false "false" "false""#,
        r#"  item a[3] -0.5 "-0.5" "-0.5""#,
        r#"  member e "" "\"e\": \"\"" "\"\"""#,
    ];
    assert_eq!(describe("a.json", text), expected);
    assert_eq!(describe("a.json", "[1, [2]]"), [r#"root  1 "1" "1""#, r#"root [2] 2 "2" "2""#]);
}

#[test]
fn yaml() {
    let text = "a:\n  - b: 1\n    c:\n  - x\n  -\n  - ~\n  - [y, {z: 2}]\n\u{e4}: &n\n  d: 3\ne: *n\nf: [*n]\n--- 5\n";
    let expected = [
        r#"root  - "a:\n  - b: 1\n    c:\n  - x\n  -\n  - ~\n  - [y, {z: 2}]\nä: &n\n  d: 3\ne: *n\nf: [*n]" "a""#,
        r#"  item a - "b: 1\n    c:" "b""#,
        r#"    member b 1 "b: 1" "1""#,
        r#"    member c null "c:" "c""#,
        r#"  item a[2] "x" "x" "x""#,
        r#"  item a[3] null "-" "-""#,
        r#"  item a[4] null "~" "~""#,
        r#"  item a[5] "y" "y" "y""#,
        r#"  item a[6] - "{z: 2}" "{""#,
        r#"    member z 2 "z: 2" "2""#,
        r#"  member ä - "ä: &n\n  d: 3" "ä""#,
        r#"    member d 3 "d: 3" "3""#,
        r#"  member e - "e: *n" "e""#,
        r#"    member d 3 "*n" "*n""#,
        r#"  member f - "*n" "*n""#,
        r#"    member d 3 "*n" "*n""#,
        r#"root [2] 5 "5" "5""#,
    ];
    assert_eq!(describe("a.yaml", text), expected);
}

#[test]
fn nodes_in_front_of_a_fault_are_listed() {
    let nodes = [r#"element A - "<A><B>1</B>" "<A>""#, r#"  element B "1" "<B>1</B>" "1""#];
    let found = describe("a.xml", "<A><B>1</B></C>");
    assert_eq!(found[..2], nodes);
    assert!(found[2].starts_with("xml-"), "{found:?}");
    assert_eq!(describe("a.json", "{\"a\": 1,, ")[1..2], [r#"  member a 1 "\"a\": 1" "1""#]);
    assert!(describe("a.bin", "x")[0].starts_with("no-reader: "));
    let undecodable = Outline::of("a.xml", b"<A>\xff</A>".to_vec());
    let fault = undecodable.fault().expect("it is no UTF-8");
    assert_eq!((fault.code.as_str(), undecodable.nodes().len()), ("encoding-undecodable", 0));
    assert_eq!(fault.region.map(|region| region.start.column), Some(4));
}

#[test]
fn places_refer_to_the_decoded_text() {
    let marked = Outline::of("a.xml", "\u{feff}<A>\u{e4}<B>x</B></A>".into());
    assert_eq!((marked.text().len(), marked.nodes().starts[0], marked.nodes().value_starts[1]), (20, 3, 11));
    let gbk = b"<?xml version='1.0' encoding='gbk'?>\n<A>\xb2\xc4<B>x</B></A>";
    let outline = Outline::of("a.xml", gbk.to_vec());
    assert_eq!(outline.text().lines().last(), Some("<A>\u{6750}<B>x</B></A>"));
    assert_eq!(outline.nodes().starts[1], 43);
}

#[test]
fn long_values_and_documents_are_cut() {
    let exact = "\u{6750}".repeat(120);
    let text = format!("<A><B>{exact}</B><B>{exact}y</B></A>");
    let outline = Outline::of("a.xml", text.into_bytes());
    let nodes = outline.nodes();
    assert_eq!((nodes.value(1), nodes.value(2)), (&exact[..], &exact[..]));
    assert_eq!(nodes.value_kinds[1..], [ValueKind::Text, ValueKind::Start]);

    let text = "<A><B a='1'><C/></B><D>x<E/></D></A>";
    let mut builder = Builder::new(text);
    builder.most = 3;
    Document::decode("a.xml", text.into()).unwrap().read(&mut builder).unwrap();
    let (nodes, _, omitted) = builder.finish(None);
    assert_eq!((nodes.len(), omitted), (3, 3));
    assert_eq!((&nodes.ends[..], &nodes.parents[..]), (&[3, 3, 3][..], &[NONE, 0, 1][..]));
    assert_eq!(nodes.stops[1] as usize, text.find("<D").unwrap());
}

/// Returns the extractions that select the node at `mark` in the text: the plain one, its number of values, the exact
/// one.
fn reach(path: &str, text: &str, mark: &str) -> (String, u32, Option<String>) {
    let outline = Outline::of(path, text.as_bytes().to_vec());
    let start = u32::try_from(text.find(mark).expect("it is there")).unwrap();
    let node = outline.nodes().starts.iter().rposition(|&at| at == start).expect("a node starts there");
    let found = outline.xpaths(u32::try_from(node).unwrap()).unwrap();
    assert_eq!(found.reason.is_none(), found.exact.is_some());
    (found.plain, found.values, found.exact)
}

#[test]
fn extractions_that_reach_a_node() {
    let xml = "<R><I id='1'><N>a</N><T>x</T></I><I id='2' q='z'><N>a</N><T>y</T><T>y</T><D>m</D><D>n</D></I>\
               <p:J v='1'>1</p:J><J>2</J><K a='1' b='1'/><K a='1' b='2'/><K a='2' b='1'/></R>";
    let json = r#"{"m": [{"name": "x", "v w": 1}, {"name": "y", "v w": 2}], "a\"b": 1, "": 2, "n": [1, 1]}"#;
    let rows = [
        ("a.xml", xml, "<R", "*", 1, Some("*")),
        ("a.xml", xml, "<I id='1'", "*/I", 2, Some("*/I[@id==1]")),
        ("a.xml", xml, "<N>a</N><T>y", "*/I/N", 2, Some("*/I[@id==2],N")),
        ("a.xml", xml, "id='2'", "*/I:id", 2, Some("*/I[@q==z]:id")),
        ("a.xml", xml, "id='1'", "*/I:id", 2, Some("*/I.T==x:id")),
        ("a.xml", xml, "q=", "*/I:q", 1, Some("*/I:q")),
        ("a.xml", xml, "<D>m", "*/I/D", 2, None),
        ("a.xml", xml, "<p:J", "*/J", 2, Some("*/J[@v==1]")),
        ("a.xml", xml, "<J>2", "*/J", 2, None),
        ("a.xml", xml, "<K a='1' b='1'", "*/K", 3, Some("*/K[@a==1&b==1]")),
        ("a.json", json, "{\"m", "*", 1, Some("*")),
        ("a.json", json, "\"name\": \"y", "*/m/name", 2, Some("*/m.\"v w\"==2,name")),
        ("a.json", json, "\"v w\": 1", "*/m/\"v w\"", 2, Some("*/m.name==x,\"v w\"")),
        ("a.json", json, "\"a\\\"b", "*/a*b", 1, Some("*/a*b")),
        ("a.json", json, "\"\":", "*/*", 6, None),
        ("a.json", json, "1, 1]", "*/n", 2, None),
        ("a.yaml", "--- {a: 1}\n--- {a: 2, b: 3}\n", "a: 2", "*/a", 2, Some("*.b==3,a")),
    ];
    for (path, text, mark, plain, values, exact) in rows {
        let (found, count, only) = reach(path, text, mark);
        assert_eq!((found.as_str(), count, only.as_deref()), (plain, values, exact), "{mark}");
    }
}

#[test]
fn unreachable_nodes_have_a_reason() {
    let reason = |text: &str, node| Outline::of("a.xml", text.into()).xpaths(node).and_then(|found| found.reason);
    assert_eq!(reason("<A/>", 0), None);
    assert!(reason("<A><B>1</B><B>1</B></A>", 1).is_some_and(|reason| reason.contains("one or two tests")));
    assert!(reason("<A><B/>", 1).is_some_and(|reason| reason.contains("not well formed")));
    assert_eq!(Outline::of("a.xml", "<A/>".into()).xpaths(1), None);
}
