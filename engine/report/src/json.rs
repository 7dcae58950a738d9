//! Reports and traces as JSON, with one finding, problem, rule or value per line, so that two files can be compared
//! line by line.

use assay_document::text::json::{one_line, write_line};
use serde::Serialize;

use super::portions::PortionWriter;
use super::{FindingCursor, Hidden, Report, Stats, Summary, TestReport, Timings, Trace, TraceStep, shape};

/// Writes reports. The output is the serialised form, except for line ends and indentation.
pub(super) fn report() -> PortionWriter<Report> {
    // The next finding; `None` until the text in front of the findings has been written.
    let mut next = None;
    let mut has_any = false;
    Box::new(move |report, text| {
        let next = next.get_or_insert_with(|| {
            text.extend(head(report).into_bytes());
            FindingCursor::default()
        });
        let Some(finding) = report.stored().next(next) else {
            text.extend_from_slice(if has_any { b"\n  ],\n" } else { b"],\n" });
            text.extend(tail(report).into_bytes());
            return false;
        };
        text.extend_from_slice(if has_any { b",\n    " } else { b"\n    " });
        has_any = true;
        write_line(text, &shape::FindingShape::of(finding, &finding.rest()));
        true
    })
}

/// Returns the text in front of the first finding.
fn head(report: &Report) -> String {
    let mut text = String::from("{\n");
    write_field(&mut text, "  ", "version", &shape::VERSION);
    if let Some(shard) = report.shard() {
        write_field(&mut text, "  ", "shard", shard);
    }
    text.push_str("  \"findings\": [");
    text
}

/// Returns the text after the list of findings.
fn tail(report: &Report) -> String {
    let stats = report.stats();
    let Stats { coverage, hidden, rules, timings, .. } = stats;
    let mut text = String::new();
    write_list(&mut text, "  ", "problems", report.problems());
    write_list(&mut text, "  ", "warnings", report.warnings());
    write_list(&mut text, "  ", "hints", report.hints());
    write_field::<Summary>(&mut text, "  ", "summary", &report.summary());
    text.push_str("  \"stats\": {\n");
    // The fields that share one line.
    let numbers = Stats { coverage: Vec::new(), hidden: Hidden::default(), rules: Vec::new(), timings: None, ..*stats };
    write_members(&mut text, "    ", &numbers, "rules");
    if !coverage.is_empty() {
        write_field(&mut text, "    ", "coverage", coverage);
    }
    if !hidden.is_none() {
        write_field::<Hidden>(&mut text, "    ", "hidden", hidden);
    }
    write_list(&mut text, "    ", "rules", rules);
    if let Some(timings) = timings {
        write_field::<Timings>(&mut text, "    ", "timings", timings);
    }
    close(&mut text, "  ", "}");
    close(&mut text, "", "}");
    text
}

/// Writes `trace`. The output is the serialised form, except for line ends and indentation.
pub(super) fn trace(trace: &Trace) -> String {
    let mut text = String::from("{\n");
    let Trace { rule, severity, path, state, files, wants_none, findings, .. } = trace;
    let (state, files, wants_none, findings) = (*state, *files, *wants_none, *findings);
    let members = Trace { state, files, wants_none, findings, ..Trace::new(rule, *severity, path) };
    write_members(&mut text, "  ", &members, "steps");
    text.push_str("  \"steps\": [");
    for (at, step) in trace.steps.iter().enumerate() {
        text.push_str(if at > 0 { ",\n" } else { "\n" });
        write_step(&mut text, step);
    }
    text.push_str(if trace.steps.is_empty() { "],\n" } else { "\n  ],\n" });
    write_list(&mut text, "  ", "problems", &trace.problems);
    write_list(&mut text, "  ", "warnings", &trace.warnings);
    close(&mut text, "", "}");
    text
}

/// Writes test results. The output is the serialised form, except for line ends and indentation.
pub(super) fn write_tests(report: &TestReport) -> String {
    let TestReport { tests, untested, coverage, summary, problems, warnings } = report;
    let mut text = String::from("{\n");
    write_list(&mut text, "  ", "tests", tests);
    write_list(&mut text, "  ", "untested", untested);
    write_field(&mut text, "  ", "coverage", coverage);
    write_field(&mut text, "  ", "summary", summary);
    write_list(&mut text, "  ", "problems", problems);
    write_list(&mut text, "  ", "warnings", warnings);
    close(&mut text, "", "}");
    text
}

/// Writes a step: each value on a line, all other members on one line.
fn write_step(text: &mut String, step: &TraceStep) {
    let mut members = one_line(&step.without_values());
    members.truncate(members.len() - 1);
    let (before, after) = members.split_once("\"values\":[]").unwrap_or((&members, ""));
    text.extend(["    ", before, "\"values\": ["]);
    for (at, value) in step.values.iter().enumerate() {
        text.extend([if at > 0 { ",\n" } else { "\n" }, "      ", &one_line(value)]);
    }
    text.extend([if step.values.is_empty() { "]" } else { "\n    ]" }, after, "}"]);
}

/// Writes a list with one element per line.
fn write_list<T: Serialize>(text: &mut String, indent: &str, name: &str, list: &[T]) {
    text.extend([indent, "\"", name, "\": ["]);
    write_elements(text, indent, list);
    text.push_str("],\n");
}

/// Writes the elements of a list, one per line, and the indentation of the closing bracket.
pub(super) fn write_elements<T: Serialize>(text: &mut String, indent: &str, list: impl IntoIterator<Item = T>) {
    let length = text.len();
    for element in list {
        let separator = if text.len() > length { ",\n" } else { "\n" };
        text.extend([separator, indent, "  ", &one_line(&element)]);
    }
    if text.len() > length {
        text.extend(["\n", indent]);
    }
}

fn write_field<T: Serialize>(text: &mut String, indent: &str, name: &str, value: &T) {
    text.extend([indent, "\"", name, "\": ", &one_line(value), ",\n"]);
}

/// Writes the members of an object that are in front of the empty list `end`, without a brace.
fn write_members<T: Serialize>(text: &mut String, indent: &str, value: &T, end: &str) {
    // serde writes the members that share one line. The caller writes the members after `end` on separate lines.
    let object = one_line(value);
    let members = object.split_once(&format!("\"{end}\":[]")).map_or(&*object, |(members, _)| members);
    text.extend([indent, members.trim_start_matches('{'), "\n"]);
}

/// Removes the comma after the last member and closes the object.
fn close(text: &mut String, indent: &str, brace: &str) {
    text.truncate(text.trim_end_matches([',', '\n']).len());
    text.extend(["\n", indent, brace, "\n"]);
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use serde_json::Value as Json;

    use crate::fixture::{REPOSITORY, everything, finding, report};
    use crate::{Finding, OutputFormat, Report, Severity, Style, Timing, Timings, Value, fixture};

    fn json(report: &Report) -> String {
        OutputFormat::named("json").unwrap().render(report, Style::default())
    }

    #[test]
    fn each_finding_is_one_line() {
        assert_snapshot!(json(&everything()), @r#"
        {
          "version": 1,
          "findings": [
            {"rule":"prop-faces","severity":"info","message":"too many faces for a prop","path":"Package/Tree/e5/resource.xml","line":2,"column":26,"end_line":2,"end_column":30,"char_column":26,"end_char_column":30,"offset":38,"end_offset":42,"value":"6000","via":{"path":"Package/Tree/resource.repository","line":6,"column":19,"end_line":6,"end_column":55,"char_column":19,"end_char_column":55,"offset":127,"end_offset":163,"value":"e5ce0940-f689-404d-968f-775317804069"},"related":[],"excerpt":{"text":" <Root><Entity><NumFaces>6000</NumFaces></Entity></Root>","start":25,"end":29}},
            {"rule":"guid-spelling","severity":"warning","message":"`E5CE0940-f689-404d-968f-775317804069` is not what it should be","path":"Package/Tree/resource.repository","line":12,"column":19,"end_line":12,"end_column":55,"char_column":19,"end_char_column":55,"offset":318,"end_offset":354,"value":"E5CE0940-f689-404d-968f-775317804069","related":[],"excerpt":{"text":"            <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>","start":18,"end":54}},
            {"rule":"guid-unique","severity":"error","message":"`E5CE0940-f689-404d-968f-775317804069` is not what it should be","path":"Package/Tree/resource.repository","line":12,"column":19,"end_line":12,"end_column":55,"char_column":19,"end_char_column":55,"offset":318,"end_offset":354,"value":"E5CE0940-f689-404d-968f-775317804069","related":[{"message":"first seen here","path":"Package/Tree/resource.repository","line":6,"column":19,"end_line":6,"end_column":55,"char_column":19,"end_char_column":55,"offset":127,"end_offset":163}],"excerpt":{"text":"            <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>","start":18,"end":54}},
            {"rule":"face-budget","severity":"error","message":"the mesh has 12000 faces, 5000 are allowed","path":"Package/Tree/resource.repository","line":14,"column":23,"end_line":14,"end_column":28,"char_column":23,"end_char_column":28,"offset":414,"end_offset":419,"value":"12000","related":[],"excerpt":{"text":"            <NumFaces>12000</NumFaces>","start":22,"end":27}},
            {"rule":"has-world","severity":"hint","message":"nothing was extracted from this file","path":"World/empty.iworld","line":1,"column":1,"end_line":1,"end_column":1,"char_column":1,"end_char_column":1,"offset":0,"end_offset":0,"value":null,"related":[]}
          ],
          "problems": [
            {"code":"xml-unclosed","message":"`<Items>` is never closed","path":"Package/Broken/resource.repository","line":3,"column":5,"end_line":3,"end_column":12,"char_column":5,"end_char_column":12,"offset":56,"end_offset":63,"excerpt":{"text":"    <Items>","start":4,"end":11}},
            {"code":"cited-missing","message":"there is no such file","rule":"prop-faces","path":"Package/Tree/aa/resource.xml"},
            {"code":"xpath-unclosed","message":"`(` is never closed","help":"close it with `)` before the names","rule":"lods","path":"rules/mesh.yaml","line":3,"column":37,"end_line":3,"end_column":38,"char_column":37,"end_char_column":38,"offset":58,"end_offset":59,"excerpt":{"text":"    xpath: \"*/Items/Item.Type==Mesh&(Lods,GUID\"","start":36,"end":37}}
          ],
          "warnings": [
            {"code":"rule-no-file","message":"rule `hdr` matched no file","rule":"hdr"},
            {"code":"rule-unknown-field","message":"no field is called `conditon`","help":"did you mean `condition`?","suggestion":"condition","rule":"lods","path":"rules/mesh.yaml","line":4,"column":5,"end_line":4,"end_column":13,"char_column":5,"end_char_column":13,"offset":74,"end_offset":82,"excerpt":{"text":"    conditon: [Exist]","start":4,"end":12}}
          ],
          "hints": [
            {"code":"rule-curly-quotes","message":"curly quotes are read as straight quotes","path":"rules/mesh.yaml","line":3,"column":13,"end_line":3,"end_column":14,"char_column":13,"end_char_column":14,"offset":34,"end_offset":35,"excerpt":{"text":"    xpath: \"*/Items/Item.Type==Mesh&(Lods,GUID\"","start":12,"end":13}}
          ],
          "summary": {"errors":2,"warnings":1,"infos":1,"hints":1,"problems":3,"files_failed":3,"files_unchecked":2,"rules_passed":1,"rules_failed":5,"rules_unchecked":2,"empty":false},
          "stats": {
            "files_seen":512,"files_read":31,"files_unchecked":2,"bytes":68123456,"values":4096,
            "rules": [
              {"name":"guid-unique","severity":"error","state":"failed","files":3,"unchecked":0,"values":4,"findings":1},
              {"name":"guid-spelling","severity":"warning","state":"failed","files":3,"unchecked":0,"values":4,"findings":1},
              {"name":"face-budget","severity":"error","state":"failed","files":3,"unchecked":0,"values":4,"findings":1},
              {"name":"prop-faces","severity":"info","state":"failed","files":3,"unchecked":0,"values":1,"findings":1},
              {"name":"has-world","severity":"hint","state":"failed","files":1,"unchecked":0,"values":0,"findings":1},
              {"name":"names","severity":"error","state":"passed","files":3,"unchecked":0,"values":4,"findings":0},
              {"name":"hdr","severity":"error","state":"unchecked","reason":"no-file","files":0,"unchecked":0,"values":0,"findings":0},
              {"name":"lods","severity":"error","state":"unchecked","reason":"invalid","files":0,"unchecked":0,"values":0,"findings":0}
            ]
          }
        }
        "#);
    }

    #[test]
    fn a_run_without_findings_has_empty_lists() {
        assert_snapshot!(json(&report(Vec::new())), @r#"
        {
          "version": 1,
          "findings": [],
          "problems": [],
          "warnings": [],
          "hints": [],
          "summary": {"errors":0,"warnings":0,"infos":0,"hints":0,"problems":0,"files_failed":0,"files_unchecked":0,"rules_passed":0,"rules_failed":0,"rules_unchecked":0,"empty":true},
          "stats": {
            "files_seen":512,"files_read":31,"files_unchecked":0,"bytes":68123456,"values":4096,
            "rules": []
          }
        }
        "#);
    }

    #[test]
    fn the_output_equals_the_serialized_report() {
        let mut stats = fixture::stats(Vec::new());
        let timing = Timing { name: "read".to_owned(), milliseconds: 0.5 };
        stats.timings = Some(Timings { total: 1.5, steps: vec![timing.clone()], rules: vec![timing] });
        let timed = Report::new(
            vec![finding("r", Severity::Info, "a\n\"\u{1f600}.xml", REPOSITORY, "6000")],
            crate::Diagnostics::default(),
            crate::Diagnostics::default(),
            stats,
        );
        for report in [everything(), timed, report(Vec::new())] {
            let text: Json = serde_json::from_str(&json(&report)).unwrap();
            assert_eq!(text, serde_json::to_value(&report).unwrap());
        }
    }

    #[test]
    fn values_keep_their_kind_and_every_digit() {
        let with = |value: Value| {
            let text = json(&report(vec![Finding { value, ..finding("r", Severity::Error, "a", REPOSITORY, "Wall") }]));
            let start = text.find("\"value\":").unwrap() + "\"value\":".len();
            text[start..text.find(",\"related\"").unwrap()].to_owned()
        };
        let long = "123456789012345678901234567890123456789012345678901234567890";
        for (value, expected) in [
            (Value::Null, "null"),
            (Value::Bool(true), "true"),
            (Value::Number("5".to_owned()), "5"),
            (Value::Number(long.to_owned()), long),
            (Value::Text("5".to_owned()), "\"5\""),
            (
                Value::Record(vec![("A".to_owned(), vec![Value::Null]), ("B".to_owned(), Vec::new())]),
                "{\"A\":[null],\"B\":[]}",
            ),
        ] {
            assert_eq!(with(value), expected);
        }
    }
}
