//! Asset lists: the cases of `asset-lists.json`, each by the section that it proves. Those of the command line (`cli`) are
//! run from `tests/cli`.

use std::collections::BTreeSet;

use assay_engine::system::asset_list::{
    AssetId, AssetList, ListEntry, Operation, PatternType, Plan, RunOptions, Step, list_of_bytes,
};
use serde_json::Value;

mod section_2 {
    use super::holds;

    #[test]
    fn delta() {
        holds("delta", 6);
    }

    #[test]
    fn union() {
        holds("union", 4);
    }

    #[test]
    fn intersection() {
        holds("intersection", 6);
    }

    #[test]
    fn complement() {
        holds("complement", 4);
    }

    #[test]
    fn file_pattern() {
        holds("filepattern", 16);
    }

    #[test]
    fn intersection_count() {
        holds("intersectioncount", 4);
    }
}

mod section_3 {
    #[test]
    fn several_steps() {
        super::holds("multi", 10);
    }
}

/// What a case's result is called.
const OUTPUT: &str = "out.assetlist";

/// Runs the cases of an operation, of which there are so many.
fn holds(op: &str, count: usize) {
    let cases: Vec<Value> = serde_json::from_str(include_str!("asset-lists.json")).expect("the cases are JSON");
    let cases: Vec<&Value> = cases.iter().filter(|case| case["op"] == op).collect();
    assert_eq!(cases.len(), count, "cases of {op}");
    let wrong: Vec<String> = cases.into_iter().filter_map(fault).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The mistakes of the cases, each with the code of what tells of it.
const MISTAKES: [(&str, &str); 11] = [
    ("delta-identical", "plan-empty-result"),
    ("intersection-disjoint", "plan-empty-result"),
    ("second-empty", "plan-empty-input"),
    ("regex-full-match", "plan-empty-result"),
    ("intersectioncount-too-many", "plan-incomparable"),
    ("intersectioncount-empty-list", "plan-empty-input"),
    ("multi-unknown-variable", "plan-unknown-variable"),
    ("multi-variable-case-sensitive", "plan-unknown-variable"),
    ("multi-empty-intermediate-consumed", "plan-empty-input"),
    ("multi-empty-intermediate-file", "plan-empty-result"),
    ("multi-intersectioncount-in-series", "plan-count-in-series"),
];

/// What is wrong with the outcome of a case.
fn fault(case: &Value) -> Option<String> {
    let name = case["name"].as_str().unwrap_or_default();
    let plan = Plan { steps: steps(case) };
    let found = plan.run(RunOptions::default(), |input| list(case, input));
    match (found, case["expect"].as_array()) {
        (Err(error), None) if case["expectError"] == true => {
            let is_known = MISTAKES.contains(&(name, error.code().as_str()));
            (!is_known).then(|| format!("{name}: `{}` {error}", error.code()))
        }
        (Err(error), _) => Some(format!("{name}: {error}")),
        (Ok(_), None) => Some(format!("{name}: expected an error")),
        (Ok(outputs), Some(expected)) => {
            let Some(output) = outputs.iter().rev().find(|output| !output.name.starts_with('$')) else {
                return Some(format!("{name}: no file came of it"));
            };
            let found: Vec<String> = output.list.iter().map(entry_line).collect();
            let expected: Vec<String> = expected.iter().map(|entry| expected_line(case, entry)).collect();
            let is_same = if case["params"]["order"] == "any" {
                found.len() == expected.len()
                    && found.iter().collect::<BTreeSet<_>>() == expected.iter().collect::<BTreeSet<_>>()
            } else {
                found == expected
            };
            (!is_same).then(|| format!("{name}: found {found:?}, expected {expected:?}"))
        }
    }
}

/// An entry that was found: its path, hash and id.
fn entry_line(entry: ListEntry<'_>) -> String {
    let id = entry.id.map(|id| id.to_string()).unwrap_or_default();
    format!("{} {} {id}", entry.path, entry.hash)
}

/// The same of one that a case wants: its id is that of the entry of an input with this path and hash.
fn expected_line(case: &Value, entry: &Value) -> String {
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let [path, hash] = ["path", "hash"].map(|name| text(entry, name));
    let lists = case["lists"].as_array().into_iter().flatten().chain([&case["second"], &case["first"]]);
    let mut entries = lists.filter_map(Value::as_array).flatten();
    let source = entries.find(|given| text(given, "path") == path && text(given, "hash") == hash);
    let id = source.and_then(|given| AssetId::parse(given["assetId"].as_str()?));
    format!("{path} {hash} {}", id.map(|id| id.to_string()).unwrap_or_default())
}

/// The steps of a case: its own, or the one operation that it is about.
fn steps(case: &Value) -> Vec<Step> {
    let params = &case["params"];
    if let Some(steps) = params["steps"].as_array() {
        return steps.iter().map(|step| self::step(step["op"].as_str().unwrap_or_default(), step)).collect();
    }
    let mut step = step(case["op"].as_str().unwrap_or_default(), params);
    OUTPUT.clone_into(&mut step.output);
    "@first".clone_into(&mut step.first);
    "@second".clone_into(&mut step.second);
    let lists = case["lists"].as_array().map_or(0, Vec::len);
    step.lists = (0..lists).map(|at| format!("@list{at}")).collect();
    vec![step]
}

fn step(op: &str, given: &Value) -> Step {
    let text = |name: &str| given[name].as_str().unwrap_or_default().to_owned();
    let pattern_type = match &given["filePatternType"] {
        Value::Null => None,
        Value::String(name) => PatternType::named(name),
        number => PatternType::named(&number.to_string()),
    };
    Step {
        first: text("first"),
        second: text("second"),
        output: text("output"),
        pattern: text("filePattern"),
        pattern_type,
        count: given["intersectionCount"].as_u64().and_then(|count| count.try_into().ok()).unwrap_or_default(),
        ..Step::new(Operation::named(op).expect("the operation is known"))
    }
}

/// The list of a case that an input names, read as a file would be.
fn list(case: &Value, input: &str) -> Option<AssetList> {
    let entries = match input.strip_prefix("@list") {
        Some(number) => &case["lists"][number.parse::<usize>().ok()?],
        None => &case[input.strip_prefix('@')?],
    };
    let plain =
        |entry: &Value| serde_json::json!({ "path": entry["path"], "hash": entry["hash"], "id": entry["assetId"] });
    let assets: Vec<Value> = entries.as_array()?.iter().map(plain).collect();
    let text = serde_json::json!({ "assets": assets }).to_string();
    let reading = list_of_bytes("case.json", text.into_bytes()).unwrap_or_else(|problem| panic!("{problem:?}"));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    Some(reading.value)
}
