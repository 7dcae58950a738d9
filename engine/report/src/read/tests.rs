use assay_document::text::LineIndex;

use crate::fixture::{REPOSITORY, everything, finding, nth_finding, reasoned, report, stats};
use crate::{
    Diagnostics, FORMATS, Finding, OutputFormat, Problem, Report, Severity, Shard, Style, Timing, Timings, Value, Via,
};

fn json(report: &Report) -> String {
    OutputFormat::named("json").expect("there is JSON").render(report, Style::default())
}

fn with(value: Value) -> Report {
    let at = finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall");
    let via = Via { path: "b.xml".to_owned(), region: at.region, value: value.clone() };
    report(vec![Finding { value, via: Some(via), ..at }])
}

/// Returns reports of every kind.
fn reports() -> Vec<Report> {
    let number = |text: &str| Value::Number(text.to_owned());
    let record = Value::Record(vec![
        ("A".to_owned(), vec![number("5"), Value::Null]),
        ("A".to_owned(), vec![Value::Record(vec![("B".to_owned(), vec![number("1.50")])])]),
        (String::new(), Vec::new()),
    ]);
    let values = [
        Value::Null,
        Value::Bool(false),
        number("5"),
        number("5.0"),
        number("1e3"),
        number("0x10"),
        number("-0"),
        number(".nan"),
        number(&"123456789".repeat(8)),
        Value::Text("<Mesh>".to_owned()),
        Value::Text("a\u{0}\n\"\u{1f600}\u{2028}".to_owned()),
        Value::Element("Mesh".to_owned()),
        record,
    ];
    let mut timed = stats(Vec::new());
    let timing = Timing { name: "read".to_owned(), milliseconds: 0.123 };
    timed.timings = Some(Timings { total: 1e3, steps: vec![timing.clone()], rules: vec![timing] });
    let stopped = Problem { document: Some("a.xml".to_owned()), ..Problem::new("script-error", "it stopped") };
    let met = Diagnostics { problems: vec![stopped.in_file("r.yaml").in_rules()], ..Diagnostics::default() };
    let shard = Shard { number: 2, of: 3, digest: "5f".to_owned(), state: vec![1, 2, 250] };
    let mut all = vec![
        everything(),
        reasoned(),
        report(Vec::new()),
        Report::new(Vec::new(), Diagnostics::default(), met, timed),
        Report { shard: Some(shard), ..everything() },
        report(vec![Finding { own_message: true, ..finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall") }]),
        report((0..40).map(|at| nth_finding("r", Severity::Hint, "a", REPOSITORY, "Wall", at % 2)).collect()),
    ];
    all.extend(values.map(with));
    all
}

#[test]
fn written_reports_are_read_back_exactly() {
    for report in reports() {
        let text = json(&report);
        let again = Report::from_json(&text).unwrap_or_else(|unread| panic!("{unread}: {text}"));
        assert_eq!(again, report, "{text}");
        for format in FORMATS {
            assert_eq!(format.render(&again, Style::default()), format.render(&report, Style::default()));
        }
    }
}

#[test]
fn layout_does_not_matter() {
    let text = json(&everything()).replace('\n', "\r\n    ");
    assert_eq!(Report::from_json(&format!("\u{feff}{text}")), Ok(everything()));
}

#[test]
fn truncated_reports_are_refused() {
    let text = json(&reasoned());
    for at in (0..text.len() - 2).step_by(7) {
        assert!(Report::from_json(&text[..at]).is_err(), "{at}");
    }
}

#[test]
fn portions_are_read_like_the_whole_text() {
    for report in [everything(), report(Vec::new())] {
        let text = json(&report);
        for text in [&text, &text.replace('\n', ""), &format!("\u{feff}{text}")] {
            for size in [1, 7, 4096, 1 << 20] {
                let read = Report::from_json_portions(&mut text.as_bytes().chunks(size).map(<[u8]>::to_vec));
                assert_eq!(read.as_ref().map(json), Ok(json(&report)), "{size}");
            }
        }
    }
}

#[test]
fn a_report_of_another_version_is_refused_before_its_content() {
    for version in ["2", "7"] {
        let text = format!("{{\"version\": {version}, \"findings\": 5}}");
        let message = format!("this is not a report of this version: `version`: it is {version} and not 1");
        assert_eq!(Report::from_json(&text).unwrap_err().to_string(), message);
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let text = json(&everything());
    let more = text.replacen('{', "{\"more\":[{\"a\":1.5}],", 1).replace("\"offset\":", "\"more\":null,\"offset\":");
    assert_eq!(Report::from_json(&more), Ok(everything()));
}

#[test]
fn errors_are_reported_with_their_line() {
    let text = json(&everything());
    let first = text.find("{\"rule\":\"prop-faces\"").unwrap();
    let second = text.find("{\"rule\":\"guid-spelling\"").unwrap();
    let shorter = format!("{}{}", &text[..first], &text[second..]);
    let place = |at: usize| LineIndex::new(&text).place(u32::try_from(at).unwrap());
    let json = |reason: &str| format!("this is not JSON: {reason}");
    let other = |reason: &str| format!("this is not a report of this version: {reason}");
    let first_line = |from: &str, to: &str| text.replacen(from, to, 1);
    let problems = text.find("\"problems\": [").unwrap();
    let in_problems = |from: &str, to: &str| format!("{}{}", &text[..problems], text[problems..].replacen(from, to, 1));
    let in_second = |from: &str, to: &str| format!("{}{}", &text[..second], text[second..].replacen(from, to, 1));
    let deep = format!("{}null{}", "{\"A\":[".repeat(200), "]}".repeat(200));
    for (damaged, message, line) in [
        (String::new(), json("the file ends before the report does"), Some(1)),
        (" \n".to_owned(), json("the file ends before the report does"), Some(2)),
        ("{\"a\": tru}".to_owned(), json("expected ident"), Some(1)),
        ("[]".to_owned(), other("invalid length 0, expected a report"), Some(1)),
        ("{}".to_owned(), other("missing field `version`"), Some(1)),
        ("{".repeat(10_000), json("key must be a string"), Some(1)),
        ("[".repeat(1_000_000), other("`[0]`: invalid type: sequence, expected a whole number from 0"), Some(1)),
        (first_line("\"version\": 1", "\"version\": 2"), other("`version`: it is 2 and not 1"), Some(2)),
        (
            first_line("\"line\":2", "\"line\":\"2\""),
            other("`findings[0].line`: invalid type: string \"2\", expected a whole number from 0"),
            Some(4),
        ),
        (
            first_line("\"line\":2", "\"line\":-1"),
            other("`findings[0].line`: invalid value: integer `-1`, expected a whole number from 0"),
            Some(4),
        ),
        (
            first_line("\"line\":2", "\"line\":4294967296"),
            other("`findings[0].line`: invalid value: integer `4294967296`, expected a whole number from 0"),
            Some(4),
        ),
        (first_line("\"line\":2,", ""), other("`findings[0]`: missing field `line`"), Some(4)),
        (
            first_line("\"value\":", "\"value\":[],\"was\":"),
            other("`findings[0].value`: a value is not a list"),
            Some(4),
        ),
        (
            first_line("\"value\":", &format!("\"value\":{deep},\"was\":")),
            other("`findings[0].value`: records nest too deeply"),
            Some(4),
        ),
        (
            first_line("\"value\":", "\"packed\":\"AAA\",\"value\":"),
            other("`findings[0].packed`: it is damaged"),
            Some(4),
        ),
        (
            in_second("\"excerpt\":{\"text\":", "\"excerpt\":{\"text\":1,\"was\":"),
            other("`findings[1].excerpt.text`: invalid type: integer `1`, expected a string"),
            Some(place(second).line),
        ),
        (
            first_line("\"severity\":\"info\"", "\"severity\":\"odd\""),
            other("`findings[0].severity`: unknown variant `odd`, expected one of `error`, `warning`, `info`, `hint`"),
            Some(4),
        ),
        (
            first_line("\"state\":\"passed\"", "\"state\":\"unchecked\""),
            other("`stats.rules[5]`: a `reason` is expected for the state `unchecked`, and for no other"),
            Some(place(text.find("\"state\":\"passed\"").unwrap()).line),
        ),
        (
            first_line("\"hints\"", "\"tints\""),
            other("missing field `hints`"),
            u32::try_from(text.lines().count()).ok(),
        ),
        (
            in_problems("\"end_line\":", "\"was\":"),
            other("`problems[0]`: a place has all of its eight fields, from `line` to `end_offset`, or none"),
            Some(place(problems).line + 1),
        ),
        (shorter, "its `summary` does not match its findings, problems and rules".to_owned(), None),
    ] {
        let unread = Report::from_json(&damaged).unwrap_err();
        assert_eq!((unread.to_string(), unread.place().map(|place| place.line)), (message, line));
    }
}

#[test]
fn a_place_counts_lines_and_utf_16_units() {
    for (text, line, column) in [
        ("", 1, 1),
        ("\u{feff}{\"a\": tru}", 1, 10),
        ("{\n\"\u{e4}\u{1f600}\": x", 2, 8),
        ("{\"\u{4e2d}\u{1f600}\": {}}\n\n", 1, 11),
        ("{\"version\": 2}", 1, 14),
    ] {
        let place = Report::from_json(text).unwrap_err().place().map(|place| (place.line, place.column));
        assert_eq!(place, Some((line, column)), "{text}");
    }
}
