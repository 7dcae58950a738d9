//! Tests the values that each step lists, as text and as JSON.

use std::rc::Rc;

use assay_report::{OutputFormat, Style};
use insta::assert_snapshot;

use super::{FACES, FACES_XML, checker, describe, source, trace};
use crate::Checker;

const GUID: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";

#[test]
fn every_step_lists_each_value_with_its_fate() {
    assert_snapshot!(describe(&trace(FACES, &[("faces.xml", FACES_XML)], "faces.xml")), @r#"
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
fn cited_files_follow() {
    let rules = "r: {rpath: /list, xpath: '*/F', subxpath: '*,A', subfilter: '[a-z]', condition: [Unique]}";
    let files = [
        ("list.xml", "<R><F>b.xml</F><F>a.xml</F><F>/b.xml</F><F>gone.xml</F><F>../x</F><F/></R>"),
        ("a.xml", "<R/>"),
        ("b.xml", "<R><A>x</A><A>1</A><A>x</A></R>"),
    ];
    assert_snapshot!(describe(&trace(rules, &files, "list.xml")), @r#"
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

    cited  6 values, 3 files named
      kept     1:7   b.xml
      kept     1:19  a.xml
      dropped  1:31  /b.xml  an earlier value names the same file
      kept     1:44  gone.xml
      dropped  1:59  ../x  the path leaves the root
      dropped  1:67  ""  it is not a path

    ../x
      problem  the path `../x`, named in `list.xml` on line 1, leaves the root  [r: path-outside]
    list.xml:1:67
      problem  an empty string is not a path, so `subxpath` has no file to read  [r: path-expected]

    subxpath  *,A  no value
      in       a.xml
      via      list.xml:1:19
      help     `*` has no `A`

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
fn the_part_that_a_file_has_no_match_for_is_reported() {
    let xml = "<R><Items><Item><Type>Model</Type></Item></Items></R>";
    for (fields, help, result) in [
        (
            "xpath: '*/Items/Itm', condition: [Exist]",
            Some("`*/Items` has no `Itm`; did you mean `Item`?"),
            "nothing was extracted: `xpath` found no value, so there was nothing to check",
        ),
        (
            "xpath: '*/Items/Itm', condition: [Null collection]",
            Some("`*/Items` has no `Itm`; did you mean `Item`?"),
            "passed: no value was found, as the rule requires",
        ),
        (
            "xpath: '*/Items/Item/Type', filter: x, condition: [Unique]",
            None,
            "nothing was checked: `filter` removed every value",
        ),
        (
            "xpath: '*/Items/Itm', condition: [Not null collection]",
            Some("`*/Items` has no `Itm`; did you mean `Item`?"),
            "1 finding (error)",
        ),
        ("xpath: '*/Items/Item/Type', condition: [Exist]", None, "passed: 1 value"),
    ] {
        let trace = trace(&format!("r: {{rpath: /a, {fields}}}"), &[("a.xml", xml)], "a.xml");
        let helps: Vec<_> = trace.steps.iter().filter_map(|step| step.help.as_deref()).collect();
        assert_eq!(helps, help.into_iter().collect::<Vec<_>>(), "{fields}");
        assert!(describe(&trace).ends_with(&format!("  result   {result}\n")), "{}", describe(&trace));
    }
}

#[test]
fn attributes_in_json_are_explained() {
    let rules = "r: {rpath: /a, xpath: 'Items/Item:id', condition: [Exist]}";
    let trace = trace(rules, &[("a.json", "{\"Items\": {\"Item\": {\"id\": 1}}}")], "a.json");
    let help = trace.steps.iter().find_map(|step| step.help.as_deref()).unwrap_or_default();
    assert!(help.starts_with("JSON and YAML have no attributes"), "{help}");
}

#[test]
fn functions_create_values() {
    let rules =
        "r: {rpath: /list, xpath: '*/G', filter: artfunc_res_filter.guidToRealPath, condition: [Null collection]}";
    let list = format!("<R><G>{GUID}</G><G>none</G></R>");
    let resource = format!("a/{GUID}/resource.xml");
    let files = [("list.xml", list.as_str()), (resource.as_str(), "<R/>")];
    assert_snapshot!(describe(&trace(rules, &files, "list.xml")), @r#"
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
fn steps_are_measured_if_runs_are() {
    let (checker, source) = (checker(FACES), source(&[("faces.xml", FACES_XML)]));
    let times = |checker: &Checker| {
        let trace = crate::trace(checker, "r", "faces.xml", source.paths(), Rc::new(source.clone())).unwrap();
        trace.steps.iter().map(|step| step.milliseconds).collect::<Vec<_>>()
    };
    checker.set_clock(|| 1.5);
    assert_eq!(times(&checker), [None; 6]);
    checker.measure();
    let zero = Some(0.0);
    assert_eq!(times(&checker), [None, None, zero, zero, zero, zero]);
}

#[test]
fn json_contains_the_whole_trace() {
    let trace = trace(FACES, &[("faces.xml", FACES_XML)], "faces.xml");
    let json = OutputFormat::named("json").unwrap().render(&trace, Style::default());
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read, serde_json::to_value(&trace).unwrap());
    assert_snapshot!(json, @r#"
    {
      "rule":"r","severity":"error","path":"faces.xml","state":"failed","files":1,"wants_none":false,"findings":1,
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

#[test]
fn values_of_a_collection_name_their_files() {
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
