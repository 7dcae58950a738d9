//! The same tree by an independent parser, put together the simple way.

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::Node;

/// A value as the parser's events have it.
#[derive(Clone, Debug)]
enum Value {
    /// The text of a key, and the value as a node shows it.
    Scalar {
        text: String,
        formatted: String,
        is_plain: bool,
    },
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// The roots of all documents, or why there are none.
pub fn read(text: &str) -> Result<Vec<Node>, String> {
    let mut events = Vec::new();
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        events.push(event.map_err(|error| error.to_string())?.0);
    }
    roots(events)
}

/// The roots of all documents that the events of a parser have, or why there are none.
pub fn roots(events: Vec<Event<'_>>) -> Result<Vec<Node>, String> {
    let mut events = events.into_iter();
    let mut roots = Vec::new();
    let mut anchors = Vec::new();
    while let Some(event) = events.next() {
        if let Event::DocumentStart(_) = event {
            anchors.clear();
            let first = events.next().expect("a document has a node");
            let root = value(first, &mut events, &mut anchors)?;
            nodes(&root, None, &mut roots)?;
        }
    }
    Ok(roots)
}

type Events<'e, 'i> = &'e mut dyn Iterator<Item = Event<'i>>;

fn value<'i>(event: Event<'i>, events: Events<'_, 'i>, anchors: &mut Vec<(usize, Value)>) -> Result<Value, String> {
    let (value, anchor) = match event {
        Event::Scalar(text, style, anchor, tag) => (scalar(&text, style, tag.as_deref()), anchor),
        Event::Alias(id) => {
            let known = anchors.iter().rev().find(|(known, _)| *known == id);
            return known.map(|(_, value)| value.clone()).ok_or_else(|| "an alias inside of what it names".to_owned());
        }
        Event::SequenceStart(anchor, _) => (Value::List(values(&Event::SequenceEnd, events, anchors)?), anchor),
        Event::MappingStart(anchor, _) => {
            let values = values(&Event::MappingEnd, events, anchors)?;
            (Value::Map(values.chunks(2).map(|entry| (entry[0].clone(), entry[1].clone())).collect()), anchor)
        }
        other => return Err(format!("{other:?}")),
    };
    if anchor > 0 {
        anchors.push((anchor, value.clone()));
    }
    Ok(value)
}

/// The values up to `end`.
fn values<'i>(
    end: &Event<'i>,
    events: Events<'_, 'i>,
    anchors: &mut Vec<(usize, Value)>,
) -> Result<Vec<Value>, String> {
    let mut values = Vec::new();
    loop {
        let event = events.next().ok_or("the events end")?;
        if event == *end {
            return Ok(values);
        }
        values.push(value(event, events, anchors)?);
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let core = tag.filter(|tag| tag.handle == "tag:yaml.org,2002:").map(|tag| tag.suffix.as_str());
    let is_text = match core {
        Some("str") => true,
        Some("int" | "float" | "bool" | "null") => false,
        _ => style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.handle.is_empty() && tag.suffix == "!"),
    };
    let formatted = if is_text { format!("{text:?}") } else { resolved(text) };
    Value::Scalar { text: text.to_owned(), formatted, is_plain: style == ScalarStyle::Plain && tag.is_none() }
}

/// A scalar of the core schema, by the expressions that the specification prints; a GUID is a text.
fn resolved(text: &str) -> String {
    let is = |pattern: &str| regex::Regex::new(&format!("^(?:{pattern})$")).expect("it is fixed").is_match(text);
    let fits = |prefix: &str, radix| u128::from_str_radix(text.trim_start_matches(prefix), radix).is_ok();
    if is("null|Null|NULL|~|") {
        "null".to_owned()
    } else if is("true|True|TRUE|false|False|FALSE") {
        text.to_lowercase()
    } else if is("[0-9a-fA-F]{32}") {
        format!("{text:?}")
    } else if is(
        r"[-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN",
    ) || is("0x[0-9a-fA-F]+") && fits("0x", 16)
        || is("0o[0-7]+") && fits("0o", 8)
    {
        text.to_owned()
    } else {
        format!("{text:?}")
    }
}

fn nodes(value: &Value, name: Option<&str>, roots: &mut Vec<Node>) -> Result<(), String> {
    match value {
        Value::Scalar { formatted, .. } => {
            roots.push(Node { name: name.map(str::to_owned), scalar: Some(formatted.clone()), children: Vec::new() });
        }
        Value::List(items) => {
            for item in items {
                nodes(item, name, roots)?;
            }
        }
        Value::Map(entries) => {
            let mut children = Vec::new();
            let mut keys = Vec::new();
            own_entries(entries, &mut keys, false, &mut children)?;
            merged_entries(entries, &mut keys, &mut children)?;
            roots.push(Node { name: name.map(str::to_owned), scalar: None, children });
        }
    }
    Ok(())
}

fn is_merge(key: &Value) -> bool {
    matches!(key, Value::Scalar { text, is_plain: true, .. } if text == "<<")
}

fn own_entries(
    entries: &[(Value, Value)],
    keys: &mut Vec<String>,
    unless_known: bool,
    children: &mut Vec<Node>,
) -> Result<(), String> {
    for (key, entry) in entries.iter().filter(|(key, _)| !is_merge(key)) {
        let Value::Scalar { text, .. } = key else { return Err("a key that is no text".to_owned()) };
        if !(unless_known && keys.contains(text)) {
            nodes(entry, Some(text), children)?;
        }
        keys.push(text.clone());
    }
    Ok(())
}

fn merged_entries(entries: &[(Value, Value)], keys: &mut Vec<String>, children: &mut Vec<Node>) -> Result<(), String> {
    for (_, source) in entries.iter().filter(|(key, _)| is_merge(key)) {
        merge(source, keys, children)?;
    }
    Ok(())
}

fn merge(source: &Value, keys: &mut Vec<String>, children: &mut Vec<Node>) -> Result<(), String> {
    match source {
        Value::Scalar { .. } => Err("a merge of a scalar".to_owned()),
        Value::List(items) => items.iter().try_for_each(|item| merge(item, keys, children)),
        Value::Map(entries) => {
            own_entries(entries, keys, true, children)?;
            merged_entries(entries, keys, children)
        }
    }
}

/// Where the two differ: the code of the engine's fault, or `ok` when it reads what the peer refuses, or `other nodes`
/// when both read it; a pattern of the text; and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "yaml-missing-value",
        r"[|>?]",
        "the peer takes `|`, `>` and `?` between brackets for texts; they are signs, says chapter 5.3",
    ),
    (
        "yaml-inner-indent",
        r#"[\[{"']"#,
        "the peer lets lines between brackets or quotes begin in the column of what is around",
    ),
    ("yaml-tab", r"\t", "the peer lets tabs stand before some keys"),
    ("yaml-bad-directive", r"%YAML [^1]", "the peer takes any version"),
    ("yaml-nested-line", r"(?m)(^|\s):\s", "the peer lets a list begin behind the colon of a key without text"),
    ("yaml-bad-name", r"[&!][^\s,]*[\[{]", "the peer lets a bracket follow a name without a blank"),
    ("ok", r"[?]\s*\t", "the peer refuses tabs behind `?` between brackets too"),
    ("ok", r":\t", "the peer refuses some values behind a tab"),
    ("ok", r"-[,\]}]", "the peer refuses a text between brackets that ends with a dash"),
    ("ok", r"[\[,]\s*\?\s*[,\]]", "the peer refuses an empty entry behind `?` in a list"),
    (
        "other nodes",
        r"(?m)^(---.*|[&!].*)?[|>][-+0-9]*\s[\s\S]*^(---|\.\.\.)",
        "the peer goes on in a text behind the end of its document",
    ),
    (
        "ok",
        r"(?m)^(---.*|[&!].*)?[|>][-+0-9]*\s[\s\S]*^(---|\.\.\.)",
        "the peer goes on in a text behind the end of its document",
    ),
];

/// Whether the two may differ about a document in the way `how`: the known differences.
pub fn differs(text: &str, how: &str) -> bool {
    DIFFERENCES
        .iter()
        .any(|(code, pattern, _)| *code == how && regex::Regex::new(pattern).expect("it is fixed").is_match(text))
}
