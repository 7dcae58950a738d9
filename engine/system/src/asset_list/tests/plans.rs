//! Plans: reading, writing and running them.

use crate::asset_list::{AssetList, ContentHash, Form, ListEntry, Plan, RunOptions};

const RULES: &str = concat!(
    "<ObjectStream version=\"3\">\n",
    "\t<Class name=\"AssetFileInfoListComparison\" version=\"1\" type=\"{AC003572-3A33-476C-9B2B-ADDA4F7BB870}\">\n",
    "\t\t<Class name=\"AZStd::vector&lt;ComparisonData, allocator&gt;\" field=\"ComparisonDataListType\" type=\"{A9552095-4212-5C1F-AFF1-9CBE6048BDD2}\">\n",
    "\t\t\t<Class name=\"ComparisonData\" field=\"element\" version=\"3\" type=\"{B39A7148-AC9D-4038-A85E-2C86A0B2DEF6}\">\n",
    "\t\t\t\t<Class name=\"unsigned char\" field=\"comparisonType\" value=\"4\" type=\"{72B9409A-7D1A-4831-9CFE-FCB3FADD3426}\"/>\n",
    "\t\t\t\t<Class name=\"AZStd::string\" field=\"firstInput\" value=\"$changed\" type=\"{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}\"/>\n",
    "\t\t\t\t<Class name=\"AZStd::string\" field=\"secondInput\" value=\"\" type=\"{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}\"/>\n",
    "\t\t\t\t<Class name=\"AZStd::string\" field=\"filePattern\" value=\"*.txt\" type=\"{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}\"/>\n",
    "\t\t\t\t<Class name=\"unsigned char\" field=\"filePatternType\" value=\"0\" type=\"{72B9409A-7D1A-4831-9CFE-FCB3FADD3426}\"/>\n",
    "\t\t\t\t<Class name=\"AZStd::string\" field=\"destinationPath\" value=\"$texts\" type=\"{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}\"/>\n",
    "\t\t\t\t<Class name=\"unsigned int\" field=\"intersectionCount\" value=\"0\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t</Class>\n",
    "\t\t</Class>\n",
    "\t</Class>\n",
    "</ObjectStream>\n",
    "\n",
);

const JSON: &str = "{\"steps\": [\n{\"op\":\"filepattern\",\"first\":\"$changed\",\"pattern\":\"*.txt\",\
                    \"patternType\":\"wildcard\",\"output\":\"$texts\"}\n]}\n";

fn plan(text: &str) -> Plan {
    let reading = Plan::read("a.json", &super::source("a.json", text)).unwrap_or_else(|problem| panic!("{problem:?}"));
    assert!(reading.warnings.is_empty());
    reading.value
}

#[test]
fn both_forms_are_equal_and_written_byte_for_byte() {
    let (xml, json) = (plan(RULES), plan(JSON));
    assert_eq!(xml, json);
    assert_eq!(String::from_utf8(json.to_bytes(Form::Xml).unwrap()).unwrap(), RULES);
    assert_eq!(String::from_utf8(xml.to_bytes(Form::Json).unwrap()).unwrap(), JSON);
    let counting = plan(r#"{"steps": [{"op": 5, "count": 2, "lists": ["a", "b"], "output": "c"}]}"#);
    assert_eq!(counting.steps[0].lists, ["a", "b"]);
    assert!(counting.to_bytes(Form::Xml).is_err());
}

/// Returns the outcome of a plan over the lists `a` (of x, y), `b` (of y, z) and `none`.
fn outcome(steps: &str, allow_empty: bool) -> String {
    let of = |paths: &[&'static str]| {
        let entry = |path: &&'static str| ListEntry { path, hash: ContentHash::default(), id: None, modified: 0 };
        AssetList::of_entries(paths.iter().map(entry).collect::<Vec<_>>())
    };
    let list = |name: &str| match name {
        "a" => Some(of(&["x", "y"])),
        "b" => Some(of(&["y", "z"])),
        "none" => Some(of(&[])),
        _ => None,
    };
    let options = RunOptions { key: None, allow_empty_inputs: allow_empty, allow_empty_results: allow_empty };
    match plan(&format!("{{\"steps\": [{steps}]}}")).run(options, list) {
        Ok(outputs) => {
            let paths = |list: &AssetList| list.iter().map(|entry| entry.path).collect::<Vec<_>>().join(" ");
            let lines: Vec<_> = outputs.iter().map(|made| format!("{}: {}", made.name, paths(&made.list))).collect();
            lines.join(", ")
        }
        Err(error) => format!("{} {error}", error.code()),
    }
}

#[test]
fn steps_are_run_in_order() {
    for (steps, expected) in [
        (r#"{"op": "complement", "first": "a", "second": "b", "output": "c"}"#, "c: z"),
        (
            r#"{"op": "union", "first": "a", "second": "b", "output": "$all"},
               {"op": "pattern", "first": "$all", "pattern": "[xz]", "patternType": "regex", "output": "c"}"#,
            "$all: y z x, c: z x",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "b", "output": "$v"},
               {"op": "union", "first": "$v", "second": "a", "output": "$v"},
               {"op": "pattern", "first": "$v", "pattern": "*", "output": "c"}"#,
            "$v: z, $v: x y z, c: x y z",
        ),
        (r#"{"op": "intersectioncount", "lists": ["a", "b"], "count": 2, "output": "c"}"#, "c: y"),
    ] {
        assert_eq!(outcome(steps, false), expected, "{steps}");
    }
}

#[test]
fn a_plan_that_cannot_be_run_has_a_reason() {
    for (steps, expected) in [
        ("", "plan-no-steps the plan has no steps"),
        (r#"{"op": "delta", "second": "b", "output": "c"}"#, "plan-missing step 1 (delta) needs a first list"),
        (r#"{"op": "delta", "first": "b", "output": "c"}"#, "plan-missing step 1 (delta) needs a second list"),
        (r#"{"op": "delta", "first": "a", "second": "b"}"#, "plan-missing step 1 (delta) needs a name for its result"),
        (
            r#"{"op": "delta", "first": "$A", "second": "b", "output": "c"}"#,
            "plan-unknown-variable step 1 (delta) reads `$A`, which no earlier step has written",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "b", "output": "c"}, {"op": "union", "first": "c", "second": "b", "output": "d"}"#,
            "plan-not-written-yet step 2 (union) reads `c`, which is written only when all steps are done: name a \
             variable, such as `$result`",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "b", "output": "c"}, {"op": "union", "first": "a", "second": "b", "output": "c"}"#,
            "plan-written-twice step 2 (union) writes `c`, which an earlier step writes too: two results cannot go to \
             the same file",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "q", "output": "c"}"#,
            "plan-no-list step 1 (delta) reads `q`, which does not exist",
        ),
        (
            r#"{"op": "union", "first": "a", "second": "none", "output": "c"}"#,
            "plan-empty-input step 1 (union) reads `none`, which has no entries",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "a", "output": "c"}"#,
            "plan-empty-result step 1 (delta) produces no entries for `c`, and a list without entries is not written",
        ),
        (
            r#"{"op": "pattern", "first": "a", "pattern": "x(", "patternType": "regex", "output": "c"}"#,
            "plan-pattern step 1 (filepattern): the pattern `x(` cannot be read at column 2: the group is not closed: `)` \
             not found before the end of the pattern",
        ),
        (
            r#"{"op": "pattern", "first": "a", "output": "c"}"#,
            "plan-pattern step 1 (filepattern): the pattern `` cannot be read at column 1: a wildcard pattern cannot be \
             empty; write `*` for every path",
        ),
        (
            r#"{"op": "pattern", "first": "a", "pattern": "", "patternType": "regex", "output": "c"}"#,
            "plan-pattern step 1 (filepattern): the pattern `` cannot be read at column 1: a regex pattern cannot be empty; \
             write `.*` for every path",
        ),
        (
            r#"{"op": "count", "lists": ["a"], "output": "c"}"#,
            "plan-missing step 1 (intersectioncount) needs a count of at least 1",
        ),
        (
            r#"{"op": "delta", "first": "a", "second": "b", "output": "$v"}, {"op": "count", "count": 1, "lists": ["$v"], "output": "c"}"#,
            "plan-count-in-series step 2 (intersectioncount) cannot be part of a series: make it the only step of a \
             plan",
        ),
    ] {
        assert_eq!(outcome(steps, false), expected, "{steps}");
    }
}

#[test]
fn empty_results_are_allowed_if_configured() {
    for (steps, expected) in [
        (r#"{"op": "union", "first": "a", "second": "none", "output": "c"}"#, "c: x y"),
        (r#"{"op": "delta", "first": "a", "second": "a", "output": "c"}"#, "c: "),
    ] {
        assert_eq!(outcome(steps, true), expected, "{steps}");
    }
    // A variable that no step reads may be empty, whatever the options.
    let unread = r#"{"op": "delta", "first": "a", "second": "a", "output": "$d"},
                    {"op": "complement", "first": "a", "second": "b", "output": "c"}"#;
    assert_eq!(outcome(unread, false), "$d: , c: z");
}
