//! Definitions: the cases of `definitions.json`, each a load of some files with what must come out and what must be told.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_engine::source::MemorySource;
use assay_engine::system::definition::{Definition, Definitions, FOOT, HEAD, Level, Load, Schema};
use roxmltree::{Document, Node};
use serde_json::Value;

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

#[test]
fn every_case_resolves_to_the_expected_definitions() {
    let cases = cases();
    assert_eq!(cases.len(), 66);
    let wrong: Vec<String> = cases.iter().flat_map(faults).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn resolving_resolved_definitions_changes_nothing() {
    for case in cases() {
        let (first, _) = load(&case, &files(&case));
        let (again, _) = load(&case, &[("base".to_owned(), "all.sbc".to_owned(), written(&first))]);
        assert_eq!(written(&again), written(&first), "{}", case["name"]);
    }
}

fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("definitions.json")).expect("the cases are JSON")
}

/// Context, path and text of each file of a case, contexts in load order.
fn files(case: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let files = case["files"].as_array().expect("a case has files").iter();
    let mut files: Vec<_> =
        files.map(|file| (text(&file["context"]), text(&file["path"]), text(&file["xml"]))).collect();
    if let Some(order) = case["loadOrder"].as_array() {
        files.sort_by_key(|(context, ..)| order.iter().position(|known| known == context.as_str()));
    }
    files
}

/// The definitions of files, and the codes of what is told of them, information left out.
fn load(case: &Value, files: &[(String, String, String)]) -> (Definitions, BTreeSet<String>) {
    let place = |context: &str, path: &str| format!("{context}/{path}");
    let source: MemorySource =
        files.iter().map(|(context, path, xml)| (place(context, path), xml.as_bytes())).collect();
    let (schema, diagnostics) = match &case["schema"] {
        Value::Null => (Schema::default(), Vec::new()),
        schema => Schema::read("schema.json", schema.to_string().as_bytes()),
    };
    let mut load = Load::new(schema, diagnostics, Rc::new(source), None);
    let mut last = None;
    for (context, path, _) in files {
        if last != Some(context) {
            load.context(context);
            last = Some(context);
        }
        load.read(&place(context, path));
    }
    let definitions = load.finish();
    let reported = definitions.diagnostics().iter().filter(|diagnostic| diagnostic.level != Level::Info);
    let codes = reported.map(|diagnostic| diagnostic.problem.code.to_string()).collect();
    (definitions, codes)
}

/// All definitions as one file.
fn written(definitions: &Definitions) -> String {
    let body: String = definitions.iter().map(|definition| definition.xml(1, false)).collect();
    [HEAD, &body, FOOT].concat()
}

/// What is wrong with the outcome of a case.
fn faults(case: &Value) -> Vec<String> {
    let name = case["name"].as_str().unwrap_or_default();
    let (definitions, codes) = load(case, &files(case));
    let expected = case["diagnostic"].as_array().into_iter().flatten();
    let expected: BTreeSet<String> = expected.filter_map(|code| code.as_str().map(str::to_owned)).collect();
    let mut faults = Vec::new();
    if codes != expected {
        faults.push(format!("{name}: told {codes:?}, expected {expected:?}"));
    }
    for expected in case["expect"].as_array().into_iter().flatten() {
        let fault = fault(case, expected, &definitions);
        faults.extend(fault.map(|fault| format!("{name}: {}: {fault}", expected["id"])));
    }
    faults
}

fn fault(case: &Value, expected: &Value, definitions: &Definitions) -> Option<String> {
    let matches = |definition: &Definition<'_>| {
        definition.id() == expected["id"]
            && expected["type"].as_str().is_none_or(|type_name| type_name == definition.type_name())
    };
    let found = definitions.iter().find(matches);
    let Some(found) = found.filter(|_| expected["absent"] != true) else {
        return (found.is_some() == (expected["absent"] == true)).then(|| "there is such a definition, or none".into());
    };
    if let Some(live) = expected["live"].as_bool()
        && live != found.is_live()
    {
        return Some(format!("live: {}", found.is_live()));
    }
    if let Some(xml) = expected["xml"].as_str() {
        let (ours, theirs) = (shape_of(case, &found.xml(0, true)), shape_of(case, xml));
        if ours != theirs {
            return Some(format!("found {ours:#?}, expected {theirs:#?}"));
        }
    }
    let values = found.values();
    let wrong = expected["values"].as_object()?.iter().find(|(key, value)| !is_same(&values[key.as_str()], value));
    wrong.map(|(key, value)| format!("`{key}` is {}, expected {value}", values[key.as_str()]))
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64(), a.as_array(), b.as_array()) {
        (Some(a), Some(b), ..) => (a - b).abs() < 1e-9,
        (_, _, Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        _ => a == b,
    }
}

/// An element as a map of attributes and of fields, which keep the order of their elements.
#[derive(Debug, PartialEq)]
struct Element {
    name: String,
    text: String,
    attributes: BTreeMap<String, String>,
    fields: BTreeMap<String, Vec<Element>>,
}

fn shape_of(case: &Value, xml: &str) -> Element {
    let document = Document::parse(xml).expect("definitions are written as XML");
    element(document.root_element(), &choices(case))
}

fn element(node: Node<'_, '_>, choices: &BTreeMap<String, String>) -> Element {
    let attribute = |attribute: roxmltree::Attribute<'_, '_>| {
        let prefix = if attribute.namespace() == Some(XSI) { "xsi:" } else { "" };
        (format!("{prefix}{}", attribute.name()), attribute.value().to_owned())
    };
    let text: String = node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
    let mut fields: BTreeMap<String, Vec<Element>> = BTreeMap::new();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        let field = choices.get(name).map_or(name, String::as_str);
        fields.entry(field.to_owned()).or_default().push(element(child, choices));
    }
    let name = node.tag_name().name().to_owned();
    Element { name, text: text.trim().to_owned(), attributes: node.attributes().map(attribute).collect(), fields }
}

/// The fields of elements that are a choice of a list, by their names.
fn choices(case: &Value) -> BTreeMap<String, String> {
    let types = case["schema"]["types"].as_object().into_iter().flat_map(serde_json::Map::values);
    let fields = types.filter_map(|spec| spec["fields"].as_object()).flatten();
    let elements = fields.flat_map(|(field, spec)| {
        let elements = spec["elements"].as_array().into_iter().flatten();
        elements.filter_map(|element| Some((element.as_str()?.to_owned(), field.clone())))
    });
    elements.collect()
}
