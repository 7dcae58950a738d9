//! Tests that values that could not be checked are reported, and do not count as passed.

use std::rc::Rc;

use assay_report::TraceState;
use insta::assert_snapshot;

use super::{checker, describe, source, trace};

#[test]
fn a_file_that_cannot_be_checked_does_not_pass() {
    let rules = "{r: {rpath: ., xpath: '*', filter: '^(?:a|(a))*(?(1)|)$', condition: [Exist]}, \
                  s: {rpath: ., xpath: A//B, condition: [Exist]}}";
    let text = format!("<R>{}b</R>", "a".repeat(60));
    let files = [("broken.xml", "<R><A></R>"), ("slow.xml", text.as_str()), ("text.txt", "?")];
    for (path, _) in files {
        let trace = trace(rules, &files, path);
        assert_eq!((trace.state, trace.exit_code()), (TraceState::Unchecked, 2), "{path}");
        assert_eq!(trace.steps.last().unwrap().problems, trace.problems, "{path}");
    }
    assert_snapshot!(describe(&trace(rules, &files, "broken.xml")), @r"
    r on broken.xml

    rpath  .
      kept     broken.xml

    xpath  *  no value

    broken.xml:1:7
      problem  `</R>` does not close `<A>`  [xml-mismatched-end]
           1 | <R><A></R>
             |       ^^^^
      help     expected `</A>`

      result   not checked; 1 problem, so the check is incomplete
    ");
    assert_snapshot!(describe(&trace(rules, &files, "slow.xml")), @r"
    r on slow.xml

    rpath  .
      kept     slow.xml

    xpath  *  1 value
      found    1:4  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab

    filter  ^(?:a|(a))*(?(1)|)$  1 in, 0 out
      unknown  1:4  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab

    slow.xml
      problem  the regular expression `^(?:a|(a))*(?(1)|)$` of the filter takes too long on `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab`  [r: pattern-limit]
      help     nested repetitions such as `(a+)+` make it slow; patterns without look-around have no limit

      result   not checked; 1 problem, so the check is incomplete
    ");
}

#[test]
fn the_trace_of_a_broken_rule_contains_its_problem() {
    let rules = "r: {rpath: ., xpath: A//B, condition: [Exist]}";
    let trace = trace(rules, &[("a.xml", "<R/>")], "a.xml");
    assert_eq!(trace.exit_code(), 2);
    assert_snapshot!(describe(&trace), @r"
    r on a.xml

    1 problem: not everything was checked

    rules.yaml:1:24
      problem  a tag is missing here  [r: xpath-empty-step]
           1 | r: {rpath: ., xpath: A//B, condition: [Exist]}
             |                        ^
      help     `**` matches any number of levels: `A/**/B`

      result   not checked; 1 problem, so the check is incomplete
    ");
}

#[test]
fn a_condition_that_no_value_can_fail_does_not_pass() {
    let rules = "{r: {rpath: ., xpath: '*/A', condition: ['<', 9000 kg]}, \
                  s: {rpath: ., xpath: '*/A', condition: [Satisfy the expression, d != 5]}, \
                  t: {rpath: ., xpath: '*/B', condition: [Satisfy the expression, d != 5]}}";
    let traced = |rules: &str, rule: &str| {
        let source = source(&[("a.xml", "<R><A>5</A></R>")]);
        crate::trace(&checker(rules), rule, "a.xml", source.paths(), Rc::new(source)).unwrap()
    };
    for (rule, state, code) in
        [("r", TraceState::Unchecked, 2), ("s", TraceState::Unchecked, 2), ("t", TraceState::Empty, 0)]
    {
        let trace = traced(rules, rule);
        assert_eq!((trace.state, trace.exit_code()), (state, code), "{rule}");
    }
    let text = describe(&traced(rules, "s"));
    let result = "result   not checked: the rule gave no reliable result; see the warning\n";
    assert!(text.ends_with(result), "{text}");
}
