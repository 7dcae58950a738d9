//! Suggestions lead to no further mistake: once one is applied, nothing is reported for the rule.
use assay_report::{Diagnostics, Problem};

use super::load;

/// The fields of a rule after its name, and the same fields after all suggestions have been applied.
type ReplacedCase = (&'static str, &'static str);

const CONDITIONS: &[ReplacedCase] = &[
    // One string.
    ("<= 5", "[\"<=\", 5]"),
    ("'<= 5'", "[\"<=\", 5]"),
    ("\"!= ''\"", "[\"!=\", \"\"]"),
    ("d = 'x'", "[\"==\", \"x\"]"),
    ("unique", "[\"Unique\"]"),
    ("exists", "[\"Exist\"]"),
    ("not empty", "[\"Exist\"]"),
    ("d not in (\"a\", \"b\")", "[\"Satisfy the expression\", \"d not in ('a', 'b')\"]"),
    ("is_low", "[\"func_is_low\"]"),
    ("func_is_low", "[\"func_is_low\"]"),
    ("/.*foo/", "[\"Satisfy the expression\", \"matches(d, '.*foo')\"]"),
    ("'!= \"null\"'", "[\"!=\", \"null\"]"),
    ("file exists", "[\"Satisfy the expression\", \"exists(d)\"]"),
    ("^[a-z]+$", "[\"Satisfy the expression\", \"matches(d, '^[a-z]+$')\"]"),
    (r"'^\d+$'", r#"["Satisfy the expression", "matches(d, r'^\\d+$')"]"#),
    // A mapping.
    ("{'>=': 5}", "[\">=\", 5]"),
    ("{in: [32, 64]}", "[\"Exist in\", [32, 64]]"),
    ("{matches: '^a$'}", "[\"Satisfy the expression\", \"matches(d, '^a$')\"]"),
    // Not a method.
    ("[=<, 5]", "[<=, 5]"),
    ("[exits]", "[Exist]"),
    ("['d <= 4']", "[\"<=\", 4]"),
    ("[d = 'x']", "[\"==\", \"x\"]"),
    ("[d =< 5]", "[\"<=\", 5]"),
    ("[is_low]", "[func_is_low]"),
    ("['^[a-z]+$']", "[\"Satisfy the expression\", \"matches(d, '^[a-z]+$')\"]"),
    ("[in, 32, 64]", "[\"Exist in\", [32, 64]]"),
    ("[in, 32]", "[\"Exist in\", [32]]"),
    ("[in, [32, 64]]", "[Exist in, [32, 64]]"),
    ("[in, allowed]", "[\"Exist in\", \"artfunc_allowed\"]"),
    ("[not in, a, b]", "[\"Not exist in\", [\"a\", \"b\"]]"),
    ("[Exist in, 32, 64]", "[\"Exist in\", [32, 64]]"),
    ("[Exist in, allowed]", "[Exist in, artfunc_allowed]"),
    ("[matches, '^a$']", "[\"Satisfy the expression\", \"matches(d, '^a$')\"]"),
    (r"[regex, '\d']", r#"["Satisfy the expression", "matches(d, r'\\d')"]"#),
    ("[matches, '/^a$/']", "[\"Satisfy the expression\", \"matches(d, '^a$')\"]"),
    ("{matches: '/^a$/'}", "[\"Satisfy the expression\", \"matches(d, '^a$')\"]"),
    // In an expression.
    ("[Satisfy the expression, \"d = 'light'\"]", "[Satisfy the expression, \"d == 'light'\"]"),
    (
        "[Satisfy the expression, \"d.endswith('a') or 'b'\"]",
        "[Satisfy the expression, \"d.endswith('a') or d.endswith('b')\"]",
    ),
    ("[Satisfy the expression, \"matches('^a$', d)\"]", "[Satisfy the expression, \"matches(d, '^a$')\"]"),
    ("[Satisfy the expression, \"d === 'a'\"]", "[Satisfy the expression, \"d == 'a'\"]"),
    // Strings that are compared exactly.
    ("['!=', '^meshes/Barrel.*']", "[\"Satisfy the expression\", \"not matches(d, '^meshes/Barrel.*')\"]"),
    (r"['!=', 'T_\w+.*']", r#"["Satisfy the expression", "not matches(d, r'T_\\w+.*')"]"#),
    ("[Not exist in, ['meshes/Barrel*']]", "[\"Satisfy the expression\", \"not d.startswith('meshes/Barrel')\"]"),
    ("[Not exist in, ['*.tga']]", "[\"Satisfy the expression\", \"not d.endswith('.tga')\"]"),
    ("['!=', '**/old/Barrel.xml']", "[\"Satisfy the expression\", \"not d.endswith('/old/Barrel.xml')\"]"),
    ("[between, 1, 5]", "[\"Satisfy the expression\", \"1 <= float(d) <= 5\"]"),
];

/// Mistakes without a certain replacement.
const UNCERTAIN: &[&str] = &[
    "is power of two",
    "is positive",
    "positive",
    "'len(d) <'",
    "|\n    d > 5",
    "{a: 1, b: 2}",
    "{in: {a: b}}",
    "[is power of two]",
    "[positive]",
    "[in]",
    "[max]",
    "[starts with]",
    "[between, a, b]",
    "[matches, a, b]",
    "[regex, \"it's a \\\"\"]",
    "[unique, a]",
    "not <= 5",
    "never == x",
    "no >= 5",
    "[not <= 5]",
    "[never == x]",
    "length <= 5",
    "count() <= 5",
    "size == 3",
    "sum <= 5",
    "any == 5",
    "abs <= 5",
    "max <= 5",
    "unique == true",
    "exists == false",
    "upper == value",
    "lower == d",
    "d == null",
    "flag == true",
    "file exists == true",
    "'!= null'",
    "'== None'",
    "none <= 5",
    "'== a || b'",
    "'!= a, b'",
    "'== d.lower()'",
    "'== this'",
    "'== [a]'",
    "'== ^a'",
    "'== T_*'",
    "'== /a/'",
    "<= limit",
    "in null",
    "in true, false",
    "in d",
    "equals null",
    "starts with uppercase",
    "matches /^a$/i",
    "'[in, null]'",
    "[matches, '/a/i']",
    "['<=', 4,00]",
    "['<=', 4, 500]",
    "['<=', 0, 500]",
    "[Satisfy the expression, 'x = 5; d == x']",
    "[Satisfy the expression, '(x := 5)']",
    "[Satisfy the expression, 'd ? 1 : 2']",
    "/.*foo/i",
];

const XPATHS: &[ReplacedCase] = &[
    ("{width}", "'{image.width}'"),
    ("'{width}'", "'{image.width}'"),
    ("\"{ Size }\"", "\"{ Size }\""),
    ("{size}", "'{file.size}'"),
    ("{extension}", "{extension}"),
    ("{image.widht}", "'{image.width}'"),
    ("{text}", "{text}"),
    ("$.items[*].name", "'*/items/name'"),
    ("//Gun[@type='rail']/@id", "/**/Gun[@type==rail]:id"),
    ("*.Gun.Lod:id", "'*/Gun/Lod:id'"),
    ("Rig > Gun > Lod:id", "Rig/Gun/Lod:id"),
    ("'*/Gun[@type=rail]:id'", "'*/Gun[@type==rail]:id'"),
    ("\"*/Gun[type==\'rail\'],id\"", "\"*/Gun.type==rail,id\""),
    ("Rig/Gun[@type=='a b']:id", "Rig/Gun[@type==a b]:id"),
];

/// Returns a rule file with one rule that has these fields.
fn file(xpath: &str, condition: &str) -> String {
    let rest = "  func_str: fn is_low(data, filepath, condition) { [] }\ncollections: {allowed: [a, b]}\n";
    format!("rules:\n- name: r\n  rpath: .\n  xpath: {xpath}\n  condition: {condition}\n{rest}")
}

fn all(out: &Diagnostics) -> Vec<&Problem> {
    [&out.problems, &out.warnings, &out.hints].into_iter().flatten().collect()
}

/// Applies all suggestions to the file, once.
fn apply_suggestions(text: &str, out: &Diagnostics) -> String {
    let mut text = text.to_owned();
    let mut offered: Vec<_> =
        all(out).into_iter().filter_map(|problem| problem.region.zip(problem.suggestion.as_deref())).collect();
    offered.sort_by_key(|(region, _)| std::cmp::Reverse(region.start.offset));
    for (region, suggestion) in offered {
        text.replace_range(region.start.offset as usize..region.end.offset as usize, suggestion);
    }
    text
}

fn assert_suggested(written: &str, repaired: &str) {
    let out = load("r.yaml", written);
    assert_eq!(apply_suggestions(written, &out), repaired, "{:?}", all(&out));
    let again = load("r.yaml", repaired);
    assert!(all(&again).is_empty(), "{repaired}\n{:?}", all(&again));
}

#[test]
fn of_conditions() {
    for (condition, repaired) in CONDITIONS {
        assert_suggested(&file("'*/A'", condition), &file("'*/A'", repaired));
    }
}

#[test]
fn of_paths() {
    for (xpath, repaired) in XPATHS.iter().filter(|(xpath, repaired)| xpath != repaired) {
        assert_suggested(&file(xpath, "[Exist]"), &file(repaired, "[Exist]"));
    }
}

#[test]
fn of_paths_in_json() {
    for (xpath, repaired) in
        [("*/Gun[@type='a,b']:id", r#"*/Gun[@type==\"a,b\"]:id"#), ("*/Gun[type=rail],id", "*/Gun.type==rail,id")]
    {
        let file = |xpath| format!(r#"[{{"name": "r", "rpath": ".", "xpath": "{xpath}", "condition": ["Exist"]}}]"#);
        let out = load("r.json", &file(xpath));
        assert_eq!(apply_suggestions(&file(xpath), &out), file(repaired), "{:?}", all(&out));
        assert!(all(&load("r.json", &file(repaired))).is_empty(), "{repaired}");
    }
}

#[test]
fn of_severities() {
    for (severity, repaired) in [("warn", "warning"), ("Err", "error"), ("information", "info"), ("eror", "error")] {
        let file =
            |severity| format!("- name: r\n  severity: {severity}\n  rpath: .\n  xpath: '*'\n  condition: [Exist]\n");
        assert_suggested(&file(severity), &file(repaired));
    }
}

#[test]
fn of_patterns_in_double_quotes() {
    for (rpath, repaired) in
        [(r#""\.png$""#, r#""\\.png$""#), (r#""^/it's/\d+\w\.png$""#, r#""^/it's/\\d+\\w\\.png$""#)]
    {
        let file = |rpath| format!("- name: r\n  rpath: {rpath}\n  xpath: '*'\n  condition: [Exist]\n");
        assert_suggested(&file(rpath), &file(repaired));
    }
}

#[test]
fn of_json() {
    for (condition, repaired) in [
        (r#""^\\d+$""#, r#"["Satisfy the expression", "matches(d, r'^\\d+$')"]"#),
        (r#"["in", 32, 64]"#, r#"["Exist in", [32, 64]]"#),
        (r#"{">=": 5}"#, r#"[">=", 5]"#),
    ] {
        let file = |condition| format!(r#"[{{"name": "r", "rpath": ".", "xpath": "*", "condition": {condition}}}]"#);
        let out = load("r.json", &file(condition));
        assert_eq!(apply_suggestions(&file(condition), &out), file(repaired), "{:?}", all(&out));
        assert!(all(&load("r.json", &file(repaired))).is_empty(), "{repaired}");
    }
}

#[test]
fn uncertain_replacements_are_not_suggested() {
    let conditions = UNCERTAIN.iter().map(|condition| file("'*/A'", condition));
    let xpaths = XPATHS.iter().filter(|(xpath, repaired)| xpath == repaired).map(|(xpath, _)| file(xpath, "[Exist]"));
    for written in conditions.chain(xpaths) {
        let out = load("r.yaml", &written);
        assert!(!out.problems.is_empty() && apply_suggestions(&written, &out) == written, "{written}\n{:?}", all(&out));
        assert!(out.problems.iter().all(|problem| problem.help.is_some()), "{written}\n{:?}", out.problems);
    }
}

/// A fact that is compared with another fact. Only a function can do that.
#[test]
fn a_second_fact_needs_a_function() {
    for (xpath, condition) in [
        ("'{image.width,height}'", "[Exist]"),
        ("'{image.width}, {image.height}'", "[Exist]"),
        ("'{image.width}'", "[Satisfy the expression, '{image.width} == {image.height}']"),
        ("'{image.width}'", "[Satisfy the expression, 'd == {image.height}']"),
        ("'{image.width}'", "['!=', '{image.height}']"),
    ] {
        let out = load("r.yaml", &file(xpath, condition));
        let problems = all(&out);
        let has_help =
            |problem: &&Problem| problem.help.as_deref().is_some_and(|help| help.contains("image(filepath)"));
        assert!(!problems.is_empty() && problems.iter().all(has_help), "{xpath} {condition}: {problems:?}");
        assert!(problems.iter().all(|problem| problem.suggestion.is_none()), "{xpath} {condition}: {problems:?}");
    }
}

#[test]
fn ordering_tests_get_the_extraction_and_condition_to_write() {
    for (xpath, taken, condition) in [
        ("Guns/Gun[Damage>100]", "Guns/Gun,Damage", "['>', 100]"),
        ("Guns/Gun[@damage > 1.5]", "Guns/Gun:damage", "['>', 1.5]"),
        ("Guns/Gun.Damage>100", "Guns/Gun,Damage", "['>', 100]"),
        ("Guns/Gun.Stats.Damage<=100", "Guns/Gun,Stats.Damage", "['<=', 100]"),
        ("Guns/Gun.Damage=<100", "Guns/Gun,Damage", "['<=', 100]"),
        ("Guns/Gun.Damage=>100", "Guns/Gun,Damage", "['>=', 100]"),
    ] {
        let out = load("r.yaml", &file(xpath, "[Exist]"));
        let help = format!(
            "a test can only use `==` and `!=`: to check every value, extract `{taken}` and write \
             `condition: {condition}`"
        );
        let actual: Vec<_> = all(&out).into_iter().filter_map(|problem| problem.help.clone()).collect();
        assert!(actual.contains(&help), "{xpath}: {actual:?}");
        let repaired = load("r.yaml", &file(taken, condition));
        assert!(all(&repaired).is_empty(), "{taken}\n{:?}", all(&repaired));
    }
}

/// A part of a selection that is another selection, or not a selection.
#[test]
fn ordering_tests_that_select_are_explained() {
    for xpath in ["R/G[D>4],S", "R/G[@d>4]:s", "R/G[D>4]/S", "R/G.D<4,S", "R/G.D<=4,S", "R/G[D>4&E<5]"] {
        let out = load("r.yaml", &file(xpath, "[Exist]"));
        let help = "a test can only use `==` and `!=`: extract the value as well, and compare both in an \
                    expression or a function";
        let actual: Vec<_> = all(&out).into_iter().filter_map(|problem| problem.help.clone()).collect();
        assert_eq!(actual, [help], "{xpath}");
    }
}

#[test]
fn quotes_in_a_suggestion_are_escaped() {
    for (xpath, repaired) in [
        (r#""$.items[?(@.a=='q,1')].name""#, r#""*/items.a==\"q,1\",name""#),
        (r#"'$.items[?(@.a=="it''s")].name'"#, r#"'*/items.a=="it''s",name'"#),
    ] {
        assert_suggested(&file(xpath, "[Exist]"), &file(repaired, "[Exist]"));
    }
}
