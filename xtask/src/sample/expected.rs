//! The list of findings that a run over the sample must have, no more and no less.

use std::collections::BTreeMap;

use super::fault::{FAULTS, Value};
use super::guid::Guid;
use super::json;
use super::project::Project;

/// `messiah.expected.json`: rule, path and value of every finding, in the order of path and rule.
pub fn findings(project: &mut Project, files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut rows: Vec<[String; 3]> = FAULTS
        .iter()
        .map(|fault| {
            let path = fault.place.path(project);
            assert!(files.contains_key(&path), "{}: the sample has no {path}", fault.what);
            [path, fault.rule.to_owned(), value(&fault.value, project)]
        })
        .collect();
    rows.sort();
    let findings: Vec<String> = rows
        .into_iter()
        .map(|[path, rule, value]| {
            json::object(&[("rule", json::quoted(&rule)), ("path", json::quoted(&path)), ("value", value)])
        })
        .collect();
    json::lines(&findings, 0) + "\n"
}

/// `value` as JSON.
fn value(value: &Value, project: &mut Project) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => json::quoted(text),
        Value::Guid(key) => json::quoted(&Guid::named(key).to_string()),
        Value::FileOf(key, name) => json::quoted(&format!("{}/{name}", project.resource(key).folder())),
        Value::Record(members) => {
            let members: Vec<(&str, String)> =
                members.iter().map(|(name, text)| (*name, format!("[{}]", json::quoted(text)))).collect();
            json::object(&members)
        }
    }
}
