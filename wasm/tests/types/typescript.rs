//! TypeScript types from a JSON Schema, as far as schemas of the engine's types go.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};

/// Types longer than this get a line for each alternative, as the formatter would have it.
pub const WIDTH: usize = 120;

/// A module with an exported type for each schema, and one for each of their definitions.
///
/// # Panics
/// Two schemas define one name in two ways.
pub fn module<'s>(schemas: &(impl Iterator<Item = &'s Value> + Clone)) -> String {
    let mut text = "// Generated from the engine's types (see tests/types in the crate): do not edit.\n".to_owned();
    for schema in schemas.clone() {
        let root = schema["title"].as_str().expect("the root has a name");
        declare(&mut text, root, schema);
    }
    let mut definitions: BTreeMap<&str, &Value> = BTreeMap::new();
    let is_root = |name: &str| schemas.clone().any(|schema| schema["title"] == name);
    for (name, definition) in schemas.clone().filter_map(|schema| schema["$defs"].as_object()).flatten() {
        let known = definitions.entry(name).or_insert(definition);
        assert_eq!(*known, definition, "{name} is one type");
    }
    for (name, definition) in definitions.into_iter().filter(|(name, _)| !is_root(name)) {
        declare(&mut text, name, definition);
    }
    text
}

fn declare(text: &mut String, name: &str, schema: &Value) {
    text.push('\n');
    comment(text, "", schema);
    if let Some(members) = schema["properties"].as_object() {
        let _ = writeln!(text, "export interface {name} {{");
        for (member, of) in members {
            comment(text, "  ", of);
            let mark = if is_required(schema, member) { "" } else { "?" };
            let _ = writeln!(text, "  {member}{mark}: {};", expression(of));
        }
        let _ = writeln!(text, "}}");
        return;
    }
    let line = format!("export type {name} = {};", expression(schema));
    let broken = || line.replace(" | ", "\n  | ").replacen(" = ", " =\n  | ", 1);
    let _ = writeln!(text, "{}", if line.len() > WIDTH { broken() } else { line });
}

fn comment(text: &mut String, indent: &str, schema: &Value) {
    if let Some(description) = schema["description"].as_str() {
        let _ = writeln!(text, "{indent}/** {} */", description.replace('\n', " "));
    }
}

fn is_required(schema: &Value, member: &str) -> bool {
    schema["required"].as_array().is_some_and(|names| names.iter().any(|name| name == member))
}

/// The type that a schema describes, as an expression.
fn expression(schema: &Value) -> String {
    if *schema == Value::Bool(true) {
        return "unknown".to_owned();
    }
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    for key in ["oneOf", "anyOf", "enum"] {
        if let Some(all) = schema[key].as_array() {
            return union(all.iter().map(|one| if key == "enum" { one.to_string() } else { expression(one) }));
        }
    }
    match &schema["type"] {
        Value::String(name) => basic(name, schema),
        Value::Array(names) => union(names.iter().map(|name| basic(name.as_str().unwrap_or_default(), schema))),
        _ => panic!("no TypeScript is known for {schema}"),
    }
}

fn basic(name: &str, schema: &Value) -> String {
    match name {
        "null" | "boolean" | "string" => name.to_owned(),
        "number" => "number".to_owned(),
        // Counts stay far below 2^53; an integer of no format is of any length.
        "integer" if schema.get("format").is_some() => "number".to_owned(),
        "integer" => "number | bigint".to_owned(),
        "array" if schema["minItems"] == 2 && schema["maxItems"] == 2 => {
            let item = expression(&schema["items"]);
            format!("[{item}, {item}]")
        }
        "array" => format!("{}[]", expression(&schema["items"])),
        "object" if schema.get("properties").is_some() => inline(schema),
        "object" => format!("{{ [name: string]: {} }}", expression(&schema["additionalProperties"])),
        _ => panic!("no TypeScript is known for {schema}"),
    }
}

/// An object that has no name of its own; all of its members are there.
fn inline(schema: &Value) -> String {
    let members = schema["properties"].as_object().into_iter().flatten();
    let members: Vec<_> = members.map(|(name, of)| format!("{name}: {}", expression(of))).collect();
    format!("{{ {} }}", members.join("; "))
}

/// The alternatives, each once.
fn union(all: impl Iterator<Item = String>) -> String {
    let mut known = Map::new();
    for one in all.flat_map(|one| one.split(" | ").map(str::to_owned).collect::<Vec<_>>()) {
        known.insert(one, Value::Null);
    }
    known.keys().map(String::as_str).collect::<Vec<_>>().join(" | ")
}
