use super::UnreadableReport;
use crate::report::fixture::{REPOSITORY, everything, finding, nth_finding, reasoned, report, stats};
use crate::report::{
    Diagnostics, FORMATS, Finding, OutputFormat, Problem, Report, Severity, Shard, Style, Timing, Timings, Value, Via,
};
use crate::text::LineIndex;

fn json(report: &Report) -> String {
    OutputFormat::named("json").expect("there is JSON").render(report, Style::default())
}

fn with(value: Value) -> Report {
    let at = finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall");
    let via = Via { path: "b.xml".to_owned(), region: at.region, value: value.clone() };
    report(vec![Finding { value, via: Some(via), ..at }])
}

/// Reports of every kind.
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
fn what_was_written_is_read_back_exactly() {
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
fn a_report_that_was_cut_off_is_none() {
    let text = json(&reasoned());
    for at in (0..text.len() - 2).step_by(7) {
        assert!(Report::from_json(&text[..at]).is_err(), "{at}");
    }
}

#[test]
fn what_is_wrong_with_it_is_said() {
    let text = json(&everything());
    let first = text.find("{\"rule\":\"prop-faces\"").unwrap();
    let second = text.find("{\"rule\":\"guid-spelling\"").unwrap();
    let shorter = format!("{}{}", &text[..first], &text[second..]);
    let before = &shorter[..shorter.find("\"summary\"").unwrap()];
    let last = u32::try_from(before.lines().count()).ok();
    let place = |at: usize| LineIndex::new(&text).place(u32::try_from(at).unwrap());
    for (damaged, message, line) in [
        (String::new(), "it is empty", None),
        (" \n".to_owned(), "it is empty", None),
        ("[]".to_owned(), "an object is expected", Some(1)),
        ("{".repeat(10_000), "values nest more than 256 deep", Some(1)),
        ("[".repeat(1_000_000), "values nest more than 256 deep", Some(1)),
        ("{}".to_owned(), "it is no report of this version: its `version` is not there and not 1", None),
        (
            text.replacen("\"version\": 1", "\"version\": 2", 1),
            "it is no report of this version: its `version` is 2 and not 1",
            None,
        ),
        (
            text.replacen("\"line\":2", "\"line\":\"2\"", 1),
            "it is a damaged report: `findings[0].line` is not a whole number from 0 on",
            Some(4),
        ),
        (
            text.replacen("\"line\":2", "\"line\":-1", 1),
            "it is a damaged report: `findings[0].line` is not a whole number from 0 on",
            Some(4),
        ),
        (
            text.replacen("\"line\":2", "\"line\":4294967296", 1),
            "it is a damaged report: `findings[0].line` is not as small as it has to be",
            Some(4),
        ),
        (text.replacen("\"line\":2,", "", 1), "it is a damaged report: `findings[0].line` is not there", Some(4)),
        (
            format!(
                "{}{}",
                &text[..second],
                text[second..].replacen("\"excerpt\":{\"text\":", "\"excerpt\":{\"text\":1,\"was\":", 1)
            ),
            "it is a damaged report: `findings[1].excerpt.text` is not a text",
            Some(place(second).line),
        ),
        (
            text.replacen("\"severity\":\"info\"", "\"severity\":\"odd\"", 1),
            "it is a damaged report: `findings[0].severity` is not a severity",
            Some(4),
        ),
        (text.replacen("\"hints\"", "\"tints\"", 1), "it is a damaged report: `hints` is not there", Some(1)),
        (shorter, "it is a damaged report: `summary` is not what the report adds up to", last),
    ] {
        let unread = Report::from_json(&damaged).unwrap_err();
        assert_eq!((unread.to_string().as_str(), unread.place().map(|place| place.line)), (message, line));
    }
    assert!(matches!(Report::from_json("{\"a\": tru}"), Err(UnreadableReport::Json { .. })));
}

#[test]
fn a_place_is_that_of_the_value() {
    let text = json(&everything());
    let at = text.find("\"line\":2").unwrap() + "\"line\":".len();
    let unread = Report::from_json(&format!("\u{feff}{}", text.replacen("\"line\":2", "\"line\":-1", 1))).unwrap_err();
    assert_eq!(unread.place(), Some(LineIndex::new(&text).place(u32::try_from(at).unwrap())));
}
