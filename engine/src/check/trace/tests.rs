use std::rc::Rc;

use insta::assert_snapshot;

use crate::check::{Batch, Checker, Outcome, Worker};
use crate::report::{Fate, Format, StepKind, Style, Trace, TraceState, TraceStep};
use crate::rule::RuleFile;
use crate::source::MemorySource;

const GUID: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";

fn checker(rules: &str) -> Checker {
    Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() }], &|_| None)
}

fn source(files: &[(&str, &str)]) -> MemorySource {
    files.iter().map(|&(path, text)| (path, text)).collect()
}

/// The trace of the rule `r` on a file.
fn trace(rules: &str, files: &[(&str, &str)], path: &str) -> Trace {
    let source = source(files);
    checker(rules).trace("r", path, source.paths(), Rc::new(source)).unwrap()
}

fn shown(trace: &Trace) -> String {
    Format::named("text").unwrap().render(trace, Style::default())
}

const FACES: &str =
    "r: {rpath: /faces, not_rpath: /old, xpath: '*/A', filter: \\d, not_filter: ^7, condition: [<=, 5]}";
const FACES_XML: &str = "<R>\n<A>4</A>\n<A>none</A>\n<A>70</A>\n<A>6</A>\n</R>\n";

#[test]
fn every_step_says_what_became_of_each_value() {
    assert_snapshot!(shown(&trace(FACES, &[("faces.xml", FACES_XML)], "faces.xml")), @r#"
    r on faces.xml

    rpath  /faces
      kept     faces.xml

    not_rpath  /old
      kept     faces.xml

    xpath  */A  4 values
      found    2:4  4
      found    3:4  none
      found    4:4  70
      found    5:4  6

    filter  \d  4 in, 3 out
      kept     2:4  4
      dropped  3:4  none  `\d` is not found in it
      kept     4:4  70
      kept     5:4  6

    not_filter  ^7  3 in, 2 out
      kept     2:4  4
      dropped  4:4  70  `^7` is found in it
      kept     5:4  6

    condition  ["<=", 5]  2 values, 1 failed
      passed   2:4  4
      failed   5:4  6  `6` is not <= 5

      result   1 finding (error)
    "#);
}

#[test]
fn a_file_that_the_rule_does_not_look_at() {
    let files = [("faces.xml", FACES_XML), ("old/faces.xml", ""), ("b.xml", "")];
    assert_snapshot!(shown(&trace(FACES, &files, "b.xml")), @r"
    r on b.xml

    rpath  /faces
      dropped  b.xml  `/faces` is not found in `/b.xml`

      result   the rule does not look at this file, but at 1 other file
    ");
    assert_snapshot!(shown(&trace(FACES, &files, "old/faces.xml")), @r"
    r on old/faces.xml

    rpath  /faces
      kept     old/faces.xml

    not_rpath  /old
      dropped  old/faces.xml  `/old` is found in `/old/faces.xml`

      result   the rule does not look at this file, but at 1 other file
    ");
    assert_snapshot!(shown(&trace(FACES, &files[2..], "b.xml")), @r"
    r on b.xml

    rpath  /faces
      dropped  b.xml  `/faces` is not found in `/b.xml`

      result   the rule does not look at this file, nor at any other one here
    ");
}

#[test]
fn files_that_are_cited_follow() {
    let rules = "r: {rpath: /list, xpath: '*/F', subxpath: '*,A', subfilter: '[a-z]', condition: [Unique]}";
    let files = [
        ("list.xml", "<R><F>b.xml</F><F>a.xml</F><F>/b.xml</F><F>gone.xml</F><F>../x</F><F/></R>"),
        ("a.xml", "<R/>"),
        ("b.xml", "<R><A>x</A><A>1</A><A>x</A></R>"),
    ];
    assert_snapshot!(shown(&trace(rules, &files, "list.xml")), @r#"
    r on list.xml

    rpath  /list
      kept     list.xml

    xpath  */F  6 values
      found    1:7   b.xml
      found    1:19  a.xml
      found    1:31  /b.xml
      found    1:44  gone.xml
      found    1:59  ../x
      found    1:67  ""

    cited  6 values, 3 files
      kept     1:7   b.xml
      kept     1:19  a.xml
      dropped  1:31  /b.xml  a value before it names the same file
      kept     1:44  gone.xml
      dropped  1:59  ../x  the path leaves the root
      dropped  1:67  ""  it is no path

    ../x
      problem  the path `../x`, named in `list.xml` on line 1, leaves the root  [r: path-outside]
    list.xml:1:67
      problem  an empty text is no path, so `subxpath` has no file to read  [r: path-expected]

    subxpath  *,A  no value
      in       a.xml
      via      list.xml:1:19

    subfilter  [a-z]  0 in, 0 out

    condition  ["Unique"]  no value, 0 failed

    subxpath  *,A  3 values
      in       b.xml
      via      list.xml:1:7
      found    1:7   x
      found    1:15  1
      found    1:23  x

    subfilter  [a-z]  3 in, 2 out
      kept     1:7   x
      dropped  1:15  1  `[a-z]` is not found in it
      kept     1:23  x

    condition  ["Unique"]  2 values, 1 failed
      passed   1:7   x
      failed   1:23  x  `x` occurs more than once in this file
      see      b.xml:1:7: first here

    subxpath  *,A  no value
      in       gone.xml
      via      list.xml:1:44

    gone.xml
      problem  there is no such file; it is named in `list.xml` on line 1  [r: file-missing]

      result   1 finding (error); 3 problems, so the check is incomplete
    "#);
}

#[test]
fn functions_make_values() {
    let rules =
        "r: {rpath: /list, xpath: '*/G', filter: artfunc_res_filter.guidToRealPath, condition: [Null collection]}";
    let list = format!("<R><G>{GUID}</G><G>none</G></R>");
    let resource = format!("a/{GUID}/resource.xml");
    let files = [("list.xml", list.as_str()), (resource.as_str(), "<R/>")];
    assert_snapshot!(shown(&trace(rules, &files, "list.xml")), @r#"
    r on list.xml

    rpath  /list
      kept     list.xml

    xpath  */G  2 values
      found    1:7   914fa3a0-62cd-4b5a-83df-92fdf494534a
      found    1:50  none

    filter  artfunc_res_filter.guidToRealPath  2 in, 1 out
      dropped  1:7   914fa3a0-62cd-4b5a-83df-92fdf494534a  the function did not return it
      dropped  1:50  none  the function did not return it
      made           a/914fa3a0-62cd-4b5a-83df-92fdf494534a/resource.xml

    condition  ["Null collection"]  1 value, 1 failed
      failed   a/914fa3a0-62cd-4b5a-83df-92fdf494534a/res…  expected no value, found `a/914fa3a0-62cd-4b5a-83df-92fdf494534a/resource.xml`

      result   1 finding (error)
    "#);
}

#[test]
fn a_collection_that_names_the_file_or_does_not() {
    let rules = "{collections: {mine: [a.xml, ./a.xml, /b.xml, gone.xml], other: {rpath: ., xpath: '*'}}, \
                 rules: {r: {rpath: artfunc_mine, not_rpath: b, xpath: '{file.name}', condition: [Exist]}}}";
    let files = [("a.xml", "<"), ("b.xml", ""), ("c.xml", "")];
    assert_snapshot!(shown(&trace(rules, &files, "a.xml")), @r#"
    r on a.xml

    rpath  artfunc_mine
      kept     a.xml

    not_rpath  b
      kept     a.xml

    xpath  {file.name}  1 value
      found    a.xml

    condition  ["Exist"]  1 value, 0 failed
      passed   a.xml

      result   passed: 1 value
    "#);
    assert_snapshot!(shown(&trace(rules, &files, "b.xml")), @r"
    r on b.xml

    rpath  artfunc_mine
      kept     b.xml

    not_rpath  b
      dropped  b.xml  `b` is found in `/b.xml`

      result   the rule does not look at this file, but at 1 other file
    ");
    assert_snapshot!(shown(&trace(rules, &files, "c.xml")), @r"
    r on c.xml

    rpath  artfunc_mine
      dropped  c.xml  the collection does not name it

      result   the rule does not look at this file, but at 1 other file
    ");
}

#[test]
fn what_cannot_be_checked_is_no_pass() {
    let rules = "{r: {rpath: ., xpath: '*', filter: '^(?:a|(?=a)a)*$', condition: [Exist]}, \
                  s: {rpath: ., xpath: A//B, condition: [Exist]}}";
    let text = format!("<R>{}b</R>", "a".repeat(60));
    let files = [("broken.xml", "<R><A></R>"), ("slow.xml", text.as_str()), ("text.txt", "?")];
    for (path, _) in files {
        let trace = trace(rules, &files, path);
        assert_eq!((trace.state(), trace.exit_code()), (TraceState::Unchecked, 2), "{path}");
        assert_eq!(trace.steps.last().unwrap().problems, trace.diagnostics.problems, "{path}");
    }
    assert_snapshot!(shown(&trace(rules, &files, "broken.xml")), @r"
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
    assert_snapshot!(shown(&trace(rules, &files, "slow.xml")), @r"
    r on slow.xml

    rpath  .
      kept     slow.xml

    xpath  *  1 value
      found    1:4  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab

    filter  ^(?:a|(?=a)a)*$  1 in, 0 out
      unknown  1:4  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab

    slow.xml
      problem  the regular expression of the filter takes too long on `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab`  [r: pattern-limit]
      help     avoid repetitions within repetitions, such as `(a+)+`

      result   not checked; 1 problem, so the check is incomplete
    ");
}

#[test]
fn a_rule_that_cannot_be_used_says_why() {
    let rules = "r: {rpath: ., xpath: A//B, condition: [Exist]}";
    let trace = trace(rules, &[("a.xml", "<R/>")], "a.xml");
    assert_eq!(trace.exit_code(), 2);
    assert_snapshot!(shown(&trace), @r"
    r on a.xml

    1 problem: what they name was not checked

    rules.yaml:1:24
      problem  a tag is missing here  [r: xpath-empty-step]
           1 | r: {rpath: ., xpath: A//B, condition: [Exist]}
             |                        ^
      help     write a tag, `*` for any one level or `**` for any number of levels

      result   not checked; 1 problem, so the check is incomplete
    ");
}

#[test]
fn what_is_not_there_is_no_trace() {
    let rules = "{faces: {rpath: ., xpath: '*', condition: [Exist]}, off: {enabled: false, rpath: ., xpath: '*', condition: []}}";
    let checker = checker(rules);
    let asked = |rule: &str, path: &str| {
        let result = checker.explain(rule, path, vec!["city.xml".to_owned()]).map(|_| ());
        result.map_err(|error| error.to_string())
    };
    for (rule, path, expected) in [
        ("face", "city.xml", Err("there is no rule `face`; did you mean `faces`?")),
        ("x", "city.xml", Err("there is no rule `x`")),
        ("off", "city.xml", Err("the rule `off` is switched off by `enabled: false`")),
        ("faces", "cty.xml", Err("there is no file `cty.xml`; did you mean `city.xml`?")),
        ("faces", "x", Err("there is no file `x`")),
        ("faces", "city.xml", Ok(())),
    ] {
        assert_eq!(asked(rule, path), expected.map_err(str::to_owned), "{rule} {path}");
    }
}

#[test]
fn only_what_the_rule_needs_is_read() {
    let rules = "{collections: {mine: {rpath: own, xpath: '*'}}, rules: {\
                 r: {rpath: /a, xpath: '*', condition: [Exist]}, \
                 s: {rpath: ., xpath: '*', condition: [Exist in, artfunc_mine]}, \
                 t: {rpath: ., xpath: '*', condition: [Exist in, artfunc_res_store.ilevels]}}}";
    let files = [("a.xml", "<R>1</R>"), ("own.xml", "<"), ("w.iworld", "<")];
    assert_eq!(trace(rules, &files, "a.xml").exit_code(), 0);
}

#[test]
fn steps_are_measured_when_runs_are() {
    let (checker, source) = (checker(FACES), source(&[("faces.xml", FACES_XML)]));
    let times = |checker: &Checker| {
        let trace = checker.trace("r", "faces.xml", source.paths(), Rc::new(source.clone())).unwrap();
        trace.steps.iter().map(|step| step.milliseconds).collect::<Vec<_>>()
    };
    checker.lend_clock(|| 1.5);
    assert_eq!(times(&checker), [None; 6]);
    checker.measure();
    let zero = Some(0.0);
    assert_eq!(times(&checker), [None, None, zero, zero, zero, zero]);
}

/// Values beyond the limit are counted; those that failed are listed all the same.
#[test]
fn long_lists_are_cut_by_fate() {
    let mut xml = "<R>".to_owned();
    for number in 0..25_000 {
        xml.push_str(if number == 24_000 { "<A>bad</A>" } else { "<A>good</A>" });
    }
    xml.push_str("</R>");
    let trace = trace("r: {rpath: ., xpath: '*/A', condition: ['==', good]}", &[("a.xml", &xml)], "a.xml");
    let [.., found, judged] = &trace.steps[..] else { panic!("two steps at least") };
    assert_eq!((found.output, found.values.len() as u64, found.unlisted), (25_000, TraceStep::MOST, 15_000));
    assert_eq!((judged.input, judged.output, judged.unlisted), (25_000, 1, 14_999));
    let failed: Vec<_> = judged.values.iter().filter(|traced| traced.fate == Fate::Failed).collect();
    assert_eq!(failed.len(), 1);
    for more in ["and 24,980 more values", "and 24,979 more values"] {
        assert!(shown(&trace).contains(more), "{more}");
    }
}

#[test]
fn long_texts_are_cut() {
    let text = "x".repeat(3 << 20);
    let xml = format!("<R><A>{text}</A><A>{text}</A><A>{text}</A></R>");
    let trace = trace("r: {rpath: ., xpath: '*/A', condition: [Exist]}", &[("a.xml", &xml)], "a.xml");
    let judged = trace.steps.last().unwrap();
    assert_eq!((judged.kind, judged.values.len(), judged.unlisted), (StepKind::Condition, 2, 1));
    assert!(shown(&trace).lines().all(|line| line.chars().count() <= 101), "{}", shown(&trace));
}

#[test]
fn a_collection_says_from_which_files_it_has_a_value() {
    let rule = |method: &str| {
        format!(
            "{{collections: {{ids: {{rpath: 'id$', xpath: '*/A'}}, mine: [x]}}, \
             rules: {{r: {{rpath: /a, xpath: '*/A', condition: [{method}]}}}}}}"
        )
    };
    let text = "<R><A>x</A></R>";
    let files = [("a.id", text), ("b.id", text), ("c.id", text), ("d.id", text)];
    for (method, reason) in [
        ("Exist in, artfunc_ids", Some("`ids` has it from `a.id`, `b.id`, `c.id` and 1 more file")),
        ("Satisfy the expression, d in ids", Some("`ids` has it from `a.id`, `b.id`, `c.id` and 1 more file")),
        ("Exist in, artfunc_mine", None),
        ("Exist", None),
        (
            "Not exist in, artfunc_ids",
            Some("`x` is in `ids`; `ids` has it from `a.id`, `b.id`, `c.id` and 1 more file"),
        ),
    ] {
        let trace = trace(&rule(method), &files, "a.id");
        assert_eq!(trace.steps.last().unwrap().values[0].reason.as_deref(), reason, "{method}");
    }
}

/// Whoever works on the batches, and whatever travels, the trace is the same.
#[test]
fn workers_trace_the_same() {
    let rules = "{collections: {mine: [x]}, rules: {r: {rpath: /list, xpath: '*/F', subxpath: '*,A', \
                 condition: [Exist in, artfunc_mine]}}}";
    let files = [("list.xml", "<R><F>b.xml</F><F>a.xml</F></R>"), ("a.xml", "<R/>"), ("b.xml", "<R><A>x</A></R>")];
    let (checker, source) = (checker(rules), source(&files));
    let mut run = checker.explain("r", "list.xml", source.paths()).unwrap();
    while let Some(batches) = run.batches(&checker, 4) {
        for batch in batches.iter().rev() {
            let batch = Batch::from_bytes(&batch.to_bytes()).unwrap();
            let mut worker = Worker::new(run.knowledge()).unwrap();
            let outcome = checker.work(&mut worker, &batch, Rc::new(source.clone())).to_bytes();
            run.absorb(Outcome::from_bytes(&outcome).unwrap());
        }
    }
    assert_eq!(run.finish_trace(&checker), trace(rules, &files, "list.xml"));
}

#[test]
fn a_worker_that_breaks_down_is_no_pass() {
    let checker = checker(FACES);
    let mut run = checker.explain("r", "faces.xml", vec!["faces.xml".to_owned()]).unwrap();
    while let Some(batches) = run.batches(&checker, 1) {
        for batch in batches {
            run.crashed(&batch, "out of memory");
        }
    }
    let trace = run.finish_trace(&checker);
    assert_eq!((trace.state(), trace.exit_code()), (TraceState::Unchecked, 2));
}

#[test]
fn json_holds_everything() {
    let trace = trace(FACES, &[("faces.xml", FACES_XML)], "faces.xml");
    let json = Format::named("json").unwrap().render(&trace, Style::default());
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read, serde_json::to_value(&trace).unwrap());
    assert_snapshot!(json, @r#"
    {
      "rule":"r","severity":"error","path":"faces.xml","state":"failed","files":1,"findings":1,
      "steps": [
        {"kind":"rpath","written":"/faces","path":"faces.xml","input":1,"output":1,"values": [
          {"fate":"kept","value":"faces.xml"}
        ],"unlisted":0,"prints":[],"problems":[]},
        {"kind":"not_rpath","written":"/old","path":"faces.xml","input":1,"output":1,"values": [
          {"fate":"kept","value":"faces.xml"}
        ],"unlisted":0,"prints":[],"problems":[]},
        {"kind":"xpath","written":"*/A","path":"faces.xml","input":1,"output":4,"values": [
          {"fate":"found","value":"4","line":2,"column":4,"end_line":2,"end_column":5,"char_column":4,"end_char_column":5,"offset":7,"end_offset":8},
          {"fate":"found","value":"none","line":3,"column":4,"end_line":3,"end_column":8,"char_column":4,"end_char_column":8,"offset":16,"end_offset":20},
          {"fate":"found","value":"70","line":4,"column":4,"end_line":4,"end_column":6,"char_column":4,"end_char_column":6,"offset":28,"end_offset":30},
          {"fate":"found","value":"6","line":5,"column":4,"end_line":5,"end_column":5,"char_column":4,"end_char_column":5,"offset":38,"end_offset":39}
        ],"unlisted":0,"prints":[],"problems":[]},
        {"kind":"filter","written":"\\d","path":"faces.xml","input":4,"output":3,"values": [
          {"fate":"kept","value":"4","line":2,"column":4,"end_line":2,"end_column":5,"char_column":4,"end_char_column":5,"offset":7,"end_offset":8},
          {"fate":"dropped","value":"none","line":3,"column":4,"end_line":3,"end_column":8,"char_column":4,"end_char_column":8,"offset":16,"end_offset":20,"reason":"`\\d` is not found in it"},
          {"fate":"kept","value":"70","line":4,"column":4,"end_line":4,"end_column":6,"char_column":4,"end_char_column":6,"offset":28,"end_offset":30},
          {"fate":"kept","value":"6","line":5,"column":4,"end_line":5,"end_column":5,"char_column":4,"end_char_column":5,"offset":38,"end_offset":39}
        ],"unlisted":0,"prints":[],"problems":[]},
        {"kind":"not_filter","written":"^7","path":"faces.xml","input":3,"output":2,"values": [
          {"fate":"kept","value":"4","line":2,"column":4,"end_line":2,"end_column":5,"char_column":4,"end_char_column":5,"offset":7,"end_offset":8},
          {"fate":"dropped","value":"70","line":4,"column":4,"end_line":4,"end_column":6,"char_column":4,"end_char_column":6,"offset":28,"end_offset":30,"reason":"`^7` is found in it"},
          {"fate":"kept","value":"6","line":5,"column":4,"end_line":5,"end_column":5,"char_column":4,"end_char_column":5,"offset":38,"end_offset":39}
        ],"unlisted":0,"prints":[],"problems":[]},
        {"kind":"condition","written":"[\"<=\", 5]","path":"faces.xml","input":2,"output":1,"values": [
          {"fate":"passed","value":"4","line":2,"column":4,"end_line":2,"end_column":5,"char_column":4,"end_char_column":5,"offset":7,"end_offset":8},
          {"fate":"failed","value":"6","line":5,"column":4,"end_line":5,"end_column":5,"char_column":4,"end_char_column":5,"offset":38,"end_offset":39,"reason":"`6` is not <= 5"}
        ],"unlisted":0,"prints":[],"problems":[]}
      ],
      "problems": [],
      "warnings": []
    }
    "#);
}

mod scripts {
    use super::*;

    fn traced(fields: &str, script: &str) -> Trace {
        let rules = format!(
            "- name: r\n  rpath: a.xml\n  xpath: '*/A'\n{fields}  func_str: |\n    {}\n",
            script.replace('\n', "\n    ")
        );
        let xml = "<R>\n<A>4</A>\n<A>x</A>\n<A>6</A>\n<A>4</A>\n</R>\n";
        trace(&rules, &[("a.xml", xml), ("b.xml", "<R/>")], "a.xml")
    }

    #[test]
    fn functions_keep_and_make_values() {
        let trace = traced(
            "  filter: artfunc_mine\n  condition: [func_odd, 7]\n",
            "fn mine(data, filepath) {\n    data.shift();\n    data.push(\"made\");\n    data\n}\n\
             fn odd(data, filepath, condition) {\n    [finding(data[0], \"odd\"), data[2], \"other\"]\n}",
        );
        assert_snapshot!(shown(&trace), @r#"
        r on a.xml

        rpath  a.xml
          kept     a.xml

        xpath  */A  4 values
          found    2:4  4
          found    3:4  x
          found    4:4  6
          found    5:4  4

        filter  artfunc_mine  4 in, 4 out
          kept     2:4  4
          kept     3:4  x
          kept     4:4  6
          dropped  5:4  4  the function did not return it
          made          made

        condition  ["func_odd", 7]  4 values, 3 failed
          failed   3:4  x  odd
          passed   4:4  6
          failed   2:4  4  `4` is not accepted by `odd`
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
            assert_eq!((trace.state(), trace.exit_code()), (TraceState::Unchecked, 2), "{fields}");
        }
    }

    /// An expression that stops over one value judges the others.
    #[test]
    fn an_expression_leaves_the_values_unknown_over_which_it_stops() {
        let trace = traced("  condition: [Satisfy the expression, \"say(d) and int(d) < 5\"]\n", "fn say(d) { true }");
        assert_eq!(trace.exit_code(), 2);
        assert_snapshot!(shown(&trace), @r#"
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
          problem  the expression stopped over `x` in a.xml: the text `x` is no integer  [r: expression-value]
               4 | condition: [Satisfy the expression, "say(d) and int(d) < 5"]
                 |                                                 ^^^^^^

          result   1 finding (error); 1 problem, so the check is incomplete
        "#);
    }

    /// Each text once, in the step that printed it, with its place; also where an expression stopped.
    #[test]
    fn prints_stand_in_their_step() {
        let script = "fn keep(data, filepath) {\n    print(`${len(data)} of ${filepath}`);\n    data\n}\n\
                      fn say(d) {\n    debug(d);\n    true\n}";
        let trace = traced(
            "  filter: artfunc_keep\n  condition: [Satisfy the expression, \"say(d) and int(d) < 5\"]\n",
            script,
        );
        let printed: Vec<_> = trace.steps.iter().map(|step| (step.kind, step.prints.len())).collect();
        let expected = [(StepKind::Rpath, 0), (StepKind::Xpath, 0), (StepKind::Filter, 1), (StepKind::Condition, 4)];
        assert_eq!(printed, expected);
        let text = shown(&trace);
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
    fn nodes_are_shown_by_their_tags() {
        let rules = "- { name: r, rpath: a.xml, xpath: '*/A,{dom}', condition: [Satisfy the expression, \"d.get('id') != '2'\"] }";
        let trace = trace(rules, &[("a.xml", "<R><A id='1'/><A id='2'/></R>")], "a.xml");
        assert_snapshot!(shown(&trace), @r#"
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

    /// Scripts see the whole project, and own collections that only they name.
    #[test]
    fn what_scripts_look_into_is_there() {
        let rules = "collections: {mine: {rpath: /b\\., xpath: '*/B'}, other: {rpath: bad, xpath: '*'}}\nrules:\n\
                     - { name: r, rpath: /a, xpath: '*/A', condition: [Satisfy the expression, \"d in mine and len(files('xml$')) == 3\"] }";
        let files = [("a.xml", "<R><A>x</A></R>"), ("b.xml", "<R><B>x</B></R>"), ("bad.xml", "<")];
        let trace = trace(rules, &files, "a.xml");
        assert_eq!(trace.exit_code(), 0, "{}", shown(&trace));
    }
}
