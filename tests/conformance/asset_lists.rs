//! Asset lists: the cases of `asset-lists.json`, each by the section that it proves. Those of the command line (`cli`) are
//! run from `tests/cli`.

use std::collections::BTreeSet;

use assay_engine::system::asset_list::{AssetList, Operation, PatternType, Plan, RunOptions, Step, list_of_bytes};
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

/// What is wrong with the outcome of a case.
fn fault(case: &Value) -> Option<String> {
    let name = case["name"].as_str().unwrap_or_default();
    let plan = Plan { steps: steps(case) };
    let options = RunOptions::default();
    let found = plan.run(options, |input| list(case, input));
    let expected = case["expect"].as_array();
    match (found, expected) {
        (Err(_), None) if case["expectError"] == true => None,
        (Err(error), _) => Some(format!("{name}: {error}")),
        (Ok(_), None) => Some(format!("{name}: expected an error")),
        (Ok(outputs), Some(expected)) => {
            let is_file = |name: &str| !name.starts_with('$');
            let output = outputs.iter().rev().find(|output| is_file(&output.name))?;
            let found: Vec<String> = output.list.iter().map(|entry| format!("{} {}", entry.path, entry.hash)).collect();
            let expected: Vec<String> = expected
                .iter()
                .map(|entry| {
                    format!(
                        "{} {}",
                        entry["path"].as_str().unwrap_or_default(),
                        entry["hash"].as_str().unwrap_or_default()
                    )
                })
                .collect();
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
