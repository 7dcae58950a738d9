//! Systems through rules: collections in conditions and expressions, functions, virtual files, messages, completion.
//!
//! Most tests use the toys of `engine/system/src/toy.rs`, a system that consists only of a folder and a row.

use std::rc::Rc;

use assay_document::source::MemorySource;
use assay_report::{Problem, Report};
use assay_rule::{RuleFile, vocabulary};

use super::Checker;

/// Two boxes, and a letter with wishes.
const FILES: [(&str, &str); 3] = [
    ("red.toybox", "<Box><Toy>car</Toy><Toy>ball</Toy></Box>"),
    ("blue.toybox", "<Box><Toy>ball</Toy></Box>"),
    ("letter.xml", "<Letter><Wish>car</Wish><Wish>ball</Wish><Wish>kite</Wish></Letter>"),
];

/// A rule that looks at the wishes.
fn wish_rule(condition: &str) -> String {
    format!("rpath: letter, xpath: Letter/Wish, condition: {condition}")
}

fn checker(rule: &str) -> Checker {
    let text = format!("rule: {{ {rule} }}");
    Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text }], &|_| None)
}

fn check(rule: &str, files: &[(&str, &str)]) -> Report {
    let checker = checker(rule);
    assert!(checker.diagnostics().problems.is_empty(), "{rule}: {:?}", checker.diagnostics().problems);
    let source: MemorySource = files.iter().copied().collect();
    crate::check(&checker, source.paths(), Rc::new(source))
}

fn messages(problems: &[Problem]) -> Vec<String> {
    let help = |it: &Problem| it.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    problems.iter().map(|it| format!("{}{}", it.message, help(it))).collect()
}

#[test]
fn rules_and_scripts_use_its_collections() {
    for (rule, expected) in [
        (wish_rule("[Exist in, artfunc_toys.by_name]"), "letter.xml kite"),
        (
            wish_rule("[Satisfy the expression, 'd in toys.by_name and len(toys.by_name[d]) == 1']"),
            "letter.xml ball, letter.xml kite",
        ),
        (wish_rule("[Satisfy the expression, 'len(toys.boxes) == 2']"), ""),
        (wish_rule("[Satisfy the expression, 'toys_in(\"red.toybox\") == 2']"), ""),
        ("rpath: artfunc_toys.boxes, xpath: Box/Toy, condition: ['==', ball]".to_owned(), "red.toybox car"),
        ("rpath: '@toys/', xpath: Toys/Boxes, condition: ['==', 1]".to_owned(), "blue.toybox 2"),
    ] {
        let report = check(&rule, &FILES);
        assert_eq!(messages(report.problems()), [""; 0], "{rule}");
        let found = report.stored().to_vec();
        let found = found.iter().map(|it| format!("{} {}", it.path, it.value.display()));
        assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{rule}");
    }
}

#[test]
fn virtual_files_of_several_systems_are_created_in_one_run() {
    let text = "toys: { rpath: '@toys/', xpath: Toys/Boxes, condition: ['==', 1] }\n\
                lamps: { rpath: '@definitions/', not_rpath: /all, xpath: '*/Definition/Mass', condition: ['>', 0] }";
    let checker = Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: text.to_owned() }], &|_| None);
    let definition = "<Definitions xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\
                      <Definition xsi:type='Lamp'><Id Type='Lamp' Subtype='a'/><Mass>0</Mass></Definition></Definitions>";
    let source: MemorySource = FILES.into_iter().chain([("a.sbc", definition)]).collect();
    let report = crate::check(&checker, source.paths(), Rc::new(source));
    assert_eq!(messages(report.problems()), [""; 0]);
    let found: Vec<&str> = report.stored().iter().map(|finding| finding.path()).collect();
    assert_eq!(found, ["a.sbc", "blue.toybox"]);
}

#[test]
fn a_collection_of_a_rule_file_may_have_a_dot_in_its_name() {
    let text = "collections: { my.toys: [car, ball] }\nrules: { rule: { rpath: letter, xpath: Letter/Wish, \
                condition: [Satisfy the expression, d in my.toys] } }";
    let checker = Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: text.to_owned() }], &|_| None);
    assert_eq!(messages(&checker.diagnostics().problems), [""; 0]);
    let source: MemorySource = FILES.into_iter().collect();
    let report = crate::check(&checker, source.paths(), Rc::new(source));
    let found: Vec<String> = report.stored().iter().map(|it| it.read().value.display().clone()).collect();
    assert_eq!(found, ["kite"]);
}

#[test]
fn messages_name_the_collection() {
    let unknown = checker(&wish_rule("[Exist in, artfunc_toys.by_nam]"));
    let [message] = &messages(&unknown.diagnostics().problems)[..] else { panic!("one problem") };
    assert!(message.ends_with("did you mean `artfunc_toys.by_name`?"), "{message}");

    let refused = check(&wish_rule("[Satisfy the expression, 'toys_in(d) > 0']"), &FILES);
    let [message] = &messages(refused.problems())[..] else { panic!("one problem") };
    assert!(message.contains("unknown box `car`") && message.ends_with("look under the bed"), "{message}");

    let mut files = FILES;
    files[0].1 = "<Box>";
    let incomplete = check(&wish_rule("[Exist in, artfunc_toys.by_name]"), &files);
    assert_eq!(
        messages(incomplete.warnings()),
        ["toys are incomplete because `red.toybox` could not be read, so rules that use them may miss findings"]
    );
    assert!(incomplete.stored().iter().all(|finding| finding.read().incomplete));
}

#[test]
fn only_rules_that_need_a_damaged_file_are_incomplete() {
    let rules = "levels: { rpath: letter, xpath: Letter/Wish, condition: [Exist in, artfunc_res_store.ilevels] }\n\
                 guids: { rpath: letter, xpath: Letter/Wish, condition: [Exist in, artfunc_res_store.res_in_repo] }";
    let checker = Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() }], &|_| None);
    let files = [("r/resource.repository", "<Repository>"), ("w.iworld", "<W>a.ilevel</W>"), FILES[2]];
    let source: MemorySource = files.into_iter().collect();
    let report = crate::check(&checker, source.paths(), Rc::new(source));
    assert_eq!(
        messages(report.warnings()),
        [
            "resources are incomplete because `r/resource.repository` could not be read, so rules that use them may miss \
         findings"
        ]
    );
    let incomplete = |rule: &str| report.stored().iter().filter(|it| it.rule() == rule).all(|it| it.read().incomplete);
    assert!(incomplete("guids") && !incomplete("levels"));
}

#[test]
fn its_words_are_completed() {
    let words: Vec<String> = vocabulary().into_iter().map(|word| word.name).collect();
    for name in ["toys.by_name", "toys.boxes", "toys_in"] {
        assert!(words.iter().any(|word| word == name), "{name}");
    }
}
