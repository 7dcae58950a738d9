//! Tests values that scripts keep and make, their output, and values on which they stop.

use assay_report::{Fate, StepKind, Trace, TraceState};
use insta::assert_snapshot;

use super::{describe, trace};

fn traced(fields: &str, script: &str) -> Trace {
    let rules = format!(
        "- name: r\n  rpath: a.xml\n  xpath: '*/A'\n{fields}  func_str: |\n    {}\n",
        script.replace('\n', "\n    ")
    );
    let xml = "<R>\n<A>4</A>\n<A>x</A>\n<A>6</A>\n<A>4</A>\n</R>\n";
    trace(&rules, &[("a.xml", xml), ("b.xml", "<R/>")], "a.xml")
}

#[test]
fn functions_keep_and_create_values() {
    let trace = traced(
        "  filter: artfunc_mine\n  condition: [func_odd, 7]\n",
        "fn mine(data, filepath) {\n    data.shift();\n    data.push(\"made\");\n    data\n}\n\
         fn odd(data, filepath, condition) {\n    [finding(data[0], \"odd\"), data[2], \"other\"]\n}",
    );
    assert_snapshot!(describe(&trace), @r#"
    r on a.xml

    rpath  a.xml
      kept     a.xml

    xpath  */A  4 values
      found    2:4  4
      found    3:4  x
      found    4:4  6
      found    5:4  4

    filter  artfunc_mine  4 in, 4 out
      dropped  2:4  4  the function did not return it
      kept     3:4  x
      kept     4:4  6
      kept     5:4  4
      made          made

    condition  ["func_odd", 7]  4 values, 3 failed
      failed   3:4  x  odd
      passed   4:4  6
      failed   5:4  4  `4` is not accepted by `odd`
      passed        made
      failed        other  `other` is not accepted by `odd`

      result   3 findings (error)
    "#);
}

#[test]
fn a_function_that_stops_leaves_all_values_unknown() {
    for (fields, kind) in [
        ("  filter: artfunc_mine\n  condition: [Exist]\n", StepKind::Filter),
        ("  condition: [func_mine]\n", StepKind::Condition),
    ] {
        let trace = traced(
            fields,
            "fn mine(data, filepath) { throw \"no\" }\nfn mine(data, filepath, condition) { throw \"no\" }",
        );
        let last = trace.steps.last().unwrap();
        assert_eq!((last.kind, last.input, last.output, last.problems.len()), (kind, 4, 0, 1));
        assert!(last.values.iter().all(|traced| traced.fate == Fate::Unknown), "{fields}");
        assert_eq!((trace.state, trace.exit_code()), (TraceState::Unchecked, 2), "{fields}");
    }
}

/// An expression that stops on one value judges the remaining values.
#[test]
fn an_expression_leaves_values_unknown_on_which_it_stops() {
    let trace = traced("  condition: [Satisfy the expression, \"say(d) and int(d) < 5\"]\n", "fn say(d) { true }");
    assert_eq!(trace.exit_code(), 2);
    assert_snapshot!(describe(&trace), @r#"
    r on a.xml

    rpath  a.xml
      kept     a.xml

    xpath  */A  4 values
      found    2:4  4
      found    3:4  x
      found    4:4  6
      found    5:4  4

    condition  ["Satisfy the expression", "say(d) and int(d) < 5"]  4 values, 1 failed, 1 unknown
      passed   2:4  4
      unknown  3:4  x
      failed   4:4  6  `6` does not satisfy `say(d) and int(d) < 5`
      passed   5:4  4

    rules.yaml:4:51
      problem  the expression stopped on `x` in a.xml: the string `x` is not an integer  [r: expression-value]
           4 | condition: [Satisfy the expression, "say(d) and int(d) < 5"]
             |                                                 ^^^^^^

      result   1 finding (error); 1 problem, so the check is incomplete
    "#);
}

/// Each printed string occurs once, in the step that printed it, with its place; also if an expression stopped.
#[test]
fn prints_are_listed_in_their_step() {
    let script = "fn keep(data, filepath) {\n    print(`${len(data)} of ${filepath}`);\n    data\n}\n\
                  fn say(d) {\n    debug(d);\n    true\n}";
    let trace =
        traced("  filter: artfunc_keep\n  condition: [Satisfy the expression, \"say(d) and int(d) < 5\"]\n", script);
    let printed: Vec<_> = trace.steps.iter().map(|step| (step.kind, step.prints.len())).collect();
    let expected = [(StepKind::Rpath, 0), (StepKind::Xpath, 0), (StepKind::Filter, 1), (StepKind::Condition, 4)];
    assert_eq!(printed, expected);
    let text = describe(&trace);
    let prints: Vec<&str> = text.lines().filter(|line| line.starts_with("  print")).collect();
    assert_snapshot!(prints.join("\n"), @r#"
    print    rules.yaml:8:9: 4 of a.xml
    print    rules.yaml:12:9: "4"
    print    rules.yaml:12:9: "x"
    print    rules.yaml:12:9: "6"
    print    rules.yaml:12:9: "4"
    "#);
}

#[test]
fn nodes_are_displayed_as_their_tags() {
    let rules =
        "- { name: r, rpath: a.xml, xpath: '*/A,{dom}', condition: [Satisfy the expression, \"d.get('id') != '2'\"] }";
    let trace = trace(rules, &[("a.xml", "<R><A id='1'/><A id='2'/></R>")], "a.xml");
    assert_snapshot!(describe(&trace), @r#"
    r on a.xml

    rpath  a.xml
      kept     a.xml

    xpath  */A,{dom}  2 values
      found    1:4   <A>
      found    1:15  <A>

    condition  ["Satisfy the expression", "d.get('id') != '2'"]  2 values, 1 failed
      passed   1:4   <A>
      failed   1:15  <A>  `<A>` does not satisfy `d.get('id') != '2'`

      result   1 finding (error)
    "#);
}

/// Scripts see the whole project, and custom collections that only they name.
#[test]
fn scripts_see_the_whole_project() {
    let rules = "collections: {mine: {rpath: /b\\., xpath: '*/B'}, other: {rpath: bad, xpath: '*'}}\nrules:\n\
                 - { name: r, rpath: /a, xpath: '*/A', condition: [Satisfy the expression, \"d in mine and len(files('xml$')) == 3\"] }";
    let files = [("a.xml", "<R><A>x</A></R>"), ("b.xml", "<R><B>x</B></R>"), ("bad.xml", "<")];
    let trace = trace(rules, &files, "a.xml");
    assert_eq!(trace.exit_code(), 0, "{}", describe(&trace));
}
