//! What an expression yields, worked out the simple way: over a whole tree, one node after the other.

use roxmltree::{Document, Node};

use crate::document::PREFIXES;
use crate::expression::{Expression, Item, Names, Step, Tag, Test, TestValue, What};

/// A value that an expression yields.
#[derive(Debug, PartialEq)]
pub struct Found {
    pub value: Value,
    /// Where it stands, in bytes.
    pub origin: (usize, usize),
}

#[derive(Debug, PartialEq)]
pub enum Value {
    Null,
    Text(String),
    Number(usize),
    Element(String),
    Record(Vec<(String, Vec<Found>)>),
}

/// White space that is trimmed.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// What `expression` yields of the document, in order.
pub fn evaluate(expression: &Expression, document: &Document<'_>) -> Vec<Found> {
    let nodes = document.root().descendants().filter(|node| node.is_element() && selects(&expression.path, *node));
    let nodes = nodes.filter(|&node| {
        expression.attribute_test.as_ref().is_none_or(|test| holds(test, node, true))
            && expression.node_test.as_ref().is_none_or(|test| holds(test, node, false))
    });
    let mut found: Vec<(usize, Found)> = Vec::new();
    for node in nodes {
        match &expression.names {
            Names::None => found.push((node.range().start, own_value(node))),
            Names::Nodes(items) => yields(items, node, false, &mut found),
            Names::Attributes(items) => yields(items, node, true, &mut found),
        }
    }
    // The order of the document: that of what the values are values of. The sort keeps the order of selected nodes.
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, found)| found).collect()
}

fn yields(items: &[Item], node: Node<'_, '_>, attributes: bool, found: &mut Vec<(usize, Found)>) {
    if let [item] = items {
        found.extend(values(item, node, attributes));
        return;
    }
    let lists = items.iter().map(|item| {
        let values = values(item, node, attributes).into_iter().map(|(_, found)| found);
        (item.label(), values.collect())
    });
    let range = node.range();
    found.push((range.start, Found { value: Value::Record(lists.collect()), origin: (range.start, range.end) }));
}

/// What one item yields of a selected node, each with the start of the node that it is a value of.
fn values(item: &Item, node: Node<'_, '_>, attributes: bool) -> Vec<(usize, Found)> {
    let start = node.range().start;
    let name = match &item.what {
        What::Name(name) => name,
        What::Word(word) => return vec![(start, of_word(word, node))],
    };
    let mut found: Vec<(usize, Found)> = Vec::new();
    if attributes {
        found.extend(
            attributes_at(name, node)
                .into_iter()
                .map(|(at, value, origin)| (at, Found { value: Value::Text(value), origin })),
        );
    } else {
        found.extend(nodes_at(name, node).into_iter().map(|node| (node.range().start, own_value(node))));
    }
    if found.is_empty() && item.optional {
        found.push((start, Found { value: Value::Null, origin: start_tag(node) }));
    }
    found
}

fn of_word(word: &str, node: Node<'_, '_>) -> Found {
    let range = node.range();
    let origin = (range.start, range.end);
    match word {
        "{tag}" => Found { value: Value::Text(full_name(node)), origin },
        "{dom}" => Found { value: Value::Element(full_name(node)), origin },
        "{line}" => {
            let before = node.document().input_text()[..range.start].replace("\r\n", "\n");
            Found { value: Value::Number(before.matches(['\n', '\r']).count() + 1), origin }
        }
        _ => {
            let texts = node.descendants().filter(Node::is_text).filter_map(|node| node.text());
            text_value(node, &texts.collect::<String>(), &pieces(node, true))
        }
    }
}

/// The own text of a node: that of the elements below it left out.
fn own_value(node: Node<'_, '_>) -> Found {
    text_value(node, &own_text(node), &pieces(node, false))
}

fn own_text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

fn text_value(node: Node<'_, '_>, text: &str, pieces: &[(usize, usize)]) -> Found {
    let text = text.trim_matches(BLANKS);
    let origin = match (pieces.first(), pieces.last()) {
        (Some(&(start, _)), Some(&(_, end))) => (start, end),
        _ => start_tag(node),
    };
    assert_eq!(text.is_empty(), pieces.is_empty(), "both ways to see the text agree");
    Found { value: Value::Text(text.to_owned()), origin }
}

/// Where the characters of the text of a node stand that are not trimmed away: each character, and each reference.
fn pieces(node: Node<'_, '_>, below: bool) -> Vec<(usize, usize)> {
    let input = node.document().input_text();
    let end_tag = if input[..node.range().end].ends_with("/>") { return Vec::new() } else { "</" };
    let (mut at, end) = (start_tag(node).1, node.range().end);
    let mut pieces = Vec::new();
    while at < end {
        let rest = &input[at..end];
        if let Some(text) = rest.strip_prefix("<![CDATA[") {
            let length = text.find("]]>").expect("it is closed");
            let start = at + "<![CDATA[".len();
            pieces.extend(text[..length].char_indices().map(|(at, c)| (c, start + at, start + at + c.len_utf8())));
            at = start + length + "]]>".len();
        } else if rest.starts_with("<!--") {
            at += rest.find("-->").expect("it is closed") + "-->".len();
        } else if rest.starts_with("<?") {
            at += rest.find("?>").expect("it is closed") + "?>".len();
        } else if rest.starts_with(end_tag) {
            at += rest.find('>').expect("it is closed") + 1;
        } else if rest.starts_with('<') {
            let child = node.descendants().find(|node| node.is_element() && node.range().start == at);
            let child = child.expect("an element starts here");
            at = if below { start_tag(child).1 } else { child.range().end };
        } else if rest.starts_with('&') {
            let length = rest.find(';').expect("it is closed") + 1;
            let blank = ["&#32;", "&#9;", "&#10;", "&#13;", "&#xA;"].contains(&&rest[..length]);
            pieces.push((if blank { ' ' } else { '&' }, at, at + length));
            at += length;
        } else {
            let c = rest.chars().next().expect("there is more");
            pieces.push((c, at, at + c.len_utf8()));
            at += c.len_utf8();
        }
    }
    let kept = |(c, ..): &(char, usize, usize)| !BLANKS.contains(c);
    let (Some(first), Some(last)) = (pieces.iter().position(kept), pieces.iter().rposition(kept)) else {
        return Vec::new();
    };
    pieces[first..=last].iter().map(|&(_, start, end)| (start, end)).collect()
}

/// From the `<` of a node to behind the `>` of its start tag.
fn start_tag(node: Node<'_, '_>) -> (usize, usize) {
    let start = node.range().start;
    let mut quote = None;
    for (at, c) in node.document().input_text()[start..].char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '>') => return (start, start + at + 1),
            _ => {}
        }
    }
    unreachable!("a start tag is closed")
}

fn full_name(node: Node<'_, '_>) -> String {
    written(node.tag_name().namespace(), node.tag_name().name())
}

/// A name as written: each prefix has a namespace of its own.
fn written(namespace: Option<&str>, local: &str) -> String {
    let prefix = namespace.and_then(|uri| uri.strip_prefix("urn:")).unwrap_or("");
    assert!(prefix.is_empty() || PREFIXES.contains(&prefix), "all prefixes are known");
    if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") }
}

/// Whether the path selects the node: whether it says what the names from the root to the node are.
fn selects(path: &[Step], node: Node<'_, '_>) -> bool {
    let mut names: Vec<String> = node.ancestors().filter(Node::is_element).map(full_name).collect();
    names.reverse();
    leads(path, &names)
}

fn leads(path: &[Step], names: &[String]) -> bool {
    match (path, names) {
        ([], []) => true,
        ([Step::Levels, rest @ ..], _) => {
            leads(rest, names) || names.split_first().is_some_and(|(_, names)| leads(path, names))
        }
        ([Step::Node(tag), rest @ ..], [name, names @ ..]) => means(tag, name) && leads(rest, names),
        _ => false,
    }
}

fn means(tag: &Tag, name: &str) -> bool {
    let local = name.split_once(':').map_or(name, |(_, local)| local);
    match tag {
        Tag::Any => true,
        Tag::Local(expected) => local == *expected,
        Tag::Quoted(expected) => name == *expected,
        Tag::Glob(start, end) => {
            local.len() >= start.len() + end.len() && local.starts_with(start) && local.ends_with(end)
        }
    }
}

/// The nodes at a dotted name below `node`.
fn nodes_at<'a, 'i>(name: &[Tag], node: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let Some((first, rest)) = name.split_first() else { return vec![node] };
    let children = node.children().filter(|child| child.is_element() && means(first, &full_name(*child)));
    children.flat_map(|child| nodes_at(rest, child)).collect()
}

/// The attributes at a dotted name, whose last part is the attribute: start, value, place of the value.
fn attributes_at(name: &[Tag], node: Node<'_, '_>) -> Vec<(usize, String, (usize, usize))> {
    let (last, above) = name.split_last().expect("a name has parts");
    let nodes = nodes_at(above, node);
    let attributes = nodes.iter().flat_map(Node::attributes);
    let matching = attributes.filter(|attribute| means(last, &written(attribute.namespace(), attribute.name())));
    let found = matching.map(|attribute| {
        let range = attribute.range_value();
        (attribute.range().start, attribute.value().to_owned(), (range.start, range.end))
    });
    found.collect()
}

fn holds(test: &Test, node: Node<'_, '_>, attributes: bool) -> bool {
    match test {
        Test::All(parts) => parts.iter().all(|part| holds(part, node, attributes)),
        Test::Any(parts) => parts.iter().any(|part| holds(part, node, attributes)),
        Test::Compare { name, negated, value } => {
            let values: Vec<String> = if attributes {
                attributes_at(name, node).into_iter().map(|(_, value, _)| value).collect()
            } else {
                nodes_at(name, node).into_iter().map(|node| own_text(node).trim_matches(BLANKS).to_owned()).collect()
            };
            values.iter().any(|text| equals(*value, text)) != *negated
        }
    }
}

fn equals(value: TestValue, text: &str) -> bool {
    match value {
        TestValue::Bare(expected) | TestValue::Quoted(expected) => text == expected,
        TestValue::Pattern(pattern) => {
            // As in Python, the end is also what stands before a line feed at the end.
            let pattern = pattern.replace('$', "\\n?\\z");
            regex::Regex::new(&pattern).expect("it is a simple one").is_match(text)
        }
    }
}
