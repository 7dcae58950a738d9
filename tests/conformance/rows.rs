//! The kinds of rows that the sections are made of; each row is a test whose name is the claim.

use assay_engine::report::{Finding, Report};
use assay_engine::source::MemorySource;
use assay_engine::text::{Place, Region};
use serde_json::json;

use crate::run;
use crate::value::Value;

/// Values, in the order of the report: `values!["x", 5, null, {"A": ["x"], "B": []}]`.
macro_rules! values {
    ($($value:tt),* $(,)?) => { [$(value!($value)),*] };
}

/// One value of [`values`]; a number that is no literal stands in parentheses.
macro_rules! value {
    (null) => { crate::value::Value::Null };
    ({ $($name:literal : [$($value:tt),*]),* }) => {
        crate::value::Value::Record([$(($name.to_owned(), vec![$(value!($value)),*])),*].into_iter().collect())
    };
    ($value:expr) => { crate::value::Value::from($value) };
}

/// `yields!(claim("document", "xpath") => [values])`: the values that an `xpath` extracts from a file. The document is
/// XML, unless it begins with a bracket; another file name can stand before it: `"a.gltf" = "…"`.
macro_rules! yields {
    ($claim:ident($path:literal = $document:expr, $xpath:expr) => $values:tt) => {
        #[test]
        fn $claim() {
            crate::rows::assert_yields($path, $document.as_ref(), $xpath, &values!$values);
        }
    };
    ($claim:ident($document:expr, $xpath:expr) => $values:tt) => {
        #[test]
        fn $claim() {
            let document: &[u8] = $document.as_ref();
            crate::rows::assert_yields(crate::rows::name_of(document), document, $xpath, &values!$values);
        }
    };
}

/// `places!(claim("document", "xpath") => ["2:4-2:7"])`: from where to where the values stand, as line and column; in
/// the column a `/` is followed by the column in characters where it is another one.
macro_rules! places {
    ($claim:ident($document:expr, $xpath:expr) => $places:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_places($document.as_ref(), $xpath, &$places);
        }
    };
}

/// `refuses!(claim("xpath") at 3, "text")`: an `xpath` that does not parse, where its caret is (in characters from 0),
/// and what message and help say.
macro_rules! refuses {
    ($claim:ident($xpath:expr) at $at:expr, $text:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_refuses($xpath, $at, $text);
        }
    };
}

/// `broken!(claim("file name", "content") at "2:3", "text")`: a document that cannot be read, where, and why.
macro_rules! broken {
    ($claim:ident($path:expr, $document:expr) at $place:expr, $text:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_broken($path, $document.as_ref(), $place, $text);
        }
    };
}

/// `fails!(claim("['<=', 5]", "[4, 6]") => [6])`: which of the values (JSON5) of a file a condition fails.
macro_rules! fails {
    ($claim:ident($condition:expr, $values:expr) => $failed:tt) => {
        #[test]
        fn $claim() {
            crate::rows::assert_fails($condition, $values, &values!$failed);
        }
    };
}

/// `wrong!(claim("['<=']") at 1, "text")`: a condition that cannot be used, where its caret is (in characters from 0),
/// and what message and help say.
macro_rules! wrong {
    ($claim:ident($condition:expr) at $at:expr, $text:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_wrong($condition, $at, $text);
        }
    };
}

/// The rule `r` for all files: `rule!("xpath: A, condition: [Exist]")`.
macro_rules! rule {
    ($fields:literal) => {
        concat!("- {name: r, rpath: ., ", $fields, "}\n")
    };
}

/// `reports!(claim("rule file") => ["problem rules.yaml:3:10 …"])`: what loading a rule file says, in full or from its
/// start, each as kind, place and text.
macro_rules! reports {
    ($claim:ident($rules:expr) => $lines:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_reports(&[("rules.yaml", $rules)], &$lines);
        }
    };
}

/// `finds!(claim([("a.xml", "<R/>")], "rule file") => ["r a.xml:1:1 null"])`: the findings of a run, in their order,
/// and what else it says.
macro_rules! finds {
    ($claim:ident($files:expr, $rules:expr) => $lines:expr) => {
        finds!($claim($files, $rules) => $lines, []);
    };
    ($claim:ident($files:expr, $rules:expr) => $lines:expr, $other_lines:expr) => {
        #[test]
        fn $claim() {
            crate::rows::assert_finds(&crate::run::tree(&$files), $rules, &$lines, &$other_lines);
        }
    };
}

pub fn name_of(document: &[u8]) -> &'static str {
    if matches!(document, [b'{' | b'[', ..]) { "a.json" } else { "a.xml" }
}

/// A run of one rule that finds every value that its `xpath` extracts.
fn extract(path: &str, document: &[u8], xpath: &str) -> Report {
    let rule = json!([{ "name": "r", "rpath": ".", "xpath": xpath, "condition": ["Null collection"] }]);
    run::check(&[(path, document)].into_iter().collect(), "rules.json", &rule.to_string())
}

pub fn assert_yields(path: &str, document: &[u8], xpath: &str, expected: &[Value]) {
    let report = extract(path, document, xpath);
    assert!(report.problems().is_empty(), "{xpath}: {:?}", run::report_lines(&report));
    // A repeated key is a finding of another rule.
    let of_rule = report.findings().iter().filter(|finding| finding.rule == "r");
    let found: Vec<Value> = of_rule.map(|finding| Value::from(&finding.value)).collect();
    assert_eq!(found, expected, "{xpath} of {}", String::from_utf8_lossy(document));
}

pub fn assert_places(document: &[u8], xpath: &str, expected: &[&str]) {
    let report = extract(name_of(document), document, xpath);
    assert!(report.problems().is_empty(), "{xpath}: {:?}", run::report_lines(&report));
    let found: Vec<String> = report.findings().iter().map(|finding| place_line(finding.region)).collect();
    assert_eq!(found, expected, "{xpath} of {}", String::from_utf8_lossy(document));
}

pub fn place_line(Region { start, end }: Region) -> String {
    let place = |place: Place| match place {
        Place { line, column, char_column, .. } if column == char_column => format!("{line}:{column}"),
        Place { line, column, char_column, .. } => format!("{line}:{column}/{char_column}"),
    };
    format!("{}-{}", place(start), place(end))
}

pub fn assert_refuses(xpath: &str, at: u32, text: &str) {
    // A block holds any text as it is.
    let rules = format!("- name: r\n  rpath: .\n  condition: [Exist]\n  xpath: |-\n    {xpath}\n");
    let checker = run::checker(&[("rules.yaml", &rules)]);
    let actual = run::diagnostic_lines(checker.diagnostics());
    let [problem] = &checker.diagnostics().problems[..] else {
        panic!("{xpath}: one problem expected, got {actual:#?}")
    };
    assert_eq!(problem.rule.as_deref(), Some("r"), "{xpath}: {actual:#?}");
    let start = problem.region.expect("it has a place").start;
    assert_eq!((start.line, start.char_column), (5, at + 5), "{xpath}: {actual:#?}");
    assert!(problem.excerpt.is_some() && actual[0].contains(text), "{xpath}: {actual:#?}");
}

pub fn assert_wrong(condition: &str, at: u32, text: &str) {
    let rules = format!("- name: r\n  rpath: .\n  xpath: A\n  condition: {condition}\n");
    let checker = run::checker(&[("rules.yaml", &rules)]);
    let actual = run::diagnostic_lines(checker.diagnostics());
    let [problem] = &checker.diagnostics().problems[..] else {
        panic!("{condition}: one problem expected: {actual:#?}")
    };
    assert_eq!(problem.rule.as_deref(), Some("r"), "{condition}: {actual:#?}");
    let start = problem.region.expect("it has a place").start;
    assert_eq!((start.line, start.char_column), (4, at + 14), "{condition}: {actual:#?}");
    assert!(problem.excerpt.is_some() && actual[0].contains(text), "{condition}: {actual:#?}");
}

pub fn assert_broken(path: &str, document: &[u8], place: &str, text: &str) {
    // Of three rules one does not care: a fact about the file is not its content.
    let rules = r#"{
        "r": { "rpath": ".", "xpath": "*/A", "condition": ["Null collection"] },
        "s": { "rpath": ".", "xpath": "**", "condition": ["Not null collection"] },
        "ok": { "rpath": ".", "xpath": "{file.name}", "condition": ["Null collection"] }
    }"#;
    let report = run::check(&[(path, document)].into_iter().collect(), "rules.json", rules);
    let actual = run::report_lines(&report);
    let found: Vec<&str> = report.findings().iter().map(|finding| finding.rule.as_str()).collect();
    assert_eq!(found, ["ok"], "a file that cannot be read has no result: {actual:#?}");
    let [problem] = report.problems() else { panic!("one problem for the run expected, got {actual:#?}") };
    let start = problem.region.expect("it has a place").start;
    assert_eq!(format!("{}:{}", start.line, start.column), place, "{actual:#?}");
    assert!(problem.path.as_deref() == Some(path) && actual[0].contains(text), "{actual:#?}");
}

pub fn assert_fails(condition: &str, values: &str, expected: &[Value]) {
    let rules = format!("- name: r\n  rpath: .\n  xpath: '*,v'\n  condition: {condition}\n");
    let files: MemorySource = [("a.json5", format!("{{v: {values}}}"))].into_iter().collect();
    let report = run::check(&files, "rules.yaml", &rules);
    assert!(report.problems().is_empty(), "{condition}: {:?}", run::report_lines(&report));
    let found: Vec<Value> = report.findings().iter().map(|finding| Value::from(&finding.value)).collect();
    assert_eq!(found, expected, "{condition} of {values}");
}

pub fn assert_reports(files: &[(&str, &str)], expected: &[&str]) {
    let mut diagnostics = run::checker(files).diagnostics().clone();
    diagnostics.settle();
    assert_lines(&run::diagnostic_lines(&diagnostics), expected, files[0].1);
}

pub fn assert_finds(files: &MemorySource, rules: &str, expected: &[&str], other_lines: &[&str]) -> Vec<Finding> {
    let report = run::check(files, "rules.yaml", rules);
    let found: Vec<String> = report.findings().iter().map(run::finding_line).collect();
    assert_eq!(found, expected, "said: {:#?}", run::report_lines(&report));
    assert_lines(&run::report_lines(&report), other_lines, rules);
    report.findings().to_vec()
}

/// Asserts that there are as many lines as expected, each of which begins as expected. `…` stands for any text.
fn assert_lines(lines: &[String], expected: &[&str], about: &str) {
    let meets = |line: &String, expected: &&str| {
        let mut parts = expected.split('\u{2026}');
        let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or("")) else { return false };
        parts.all(|part| rest.split_once(part).map(|(_, after)| rest = after).is_some())
    };
    let all = lines.len() == expected.len() && lines.iter().zip(expected).all(|(line, expected)| meets(line, expected));
    assert!(all, "expected {expected:#?}\ngot {lines:#?}\nof\n{about}");
}
