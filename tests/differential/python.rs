//! Expressions against Python: the same value, or an error of the same kind, and nothing understood that Python refuses.
//!
//! `ASSAY_ROUNDS=100000` at compile time tries more expressions.

#[path = "../../engine/script/src/python/tests/cases.rs"]
mod cases;
mod written;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use assay_engine::extract::Values;
use assay_engine::script::{Expression, Host, Limits};
use assay_engine::store::CollectionNames;
use assay_engine::text::Span;
use serde::Deserialize;

/// What the peer says of an expression.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    refused: bool,
    value: Option<String>,
    truth: bool,
    error: String,
    notes: Vec<String>,
}

/// What the engine says of an expression.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Verdict {
    Holds(bool),
    /// The code of an error at run time.
    Stopped(&'static str),
    /// The code of the first fault.
    Refused(&'static str),
}

/// The code of what Python can do and expressions cannot.
const UNSUPPORTED: &str = "expression-unsupported";

/// So many rounds, unless the environment says otherwise.
fn rounds(usual: u64) -> u64 {
    option_env!("ASSAY_ROUNDS").and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

/// Asks one process of Python about all the texts.
fn python_answers(texts: &[String]) -> Vec<Answer> {
    let peer = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/expressions.py");
    let mut python = Command::new("python3")
        .arg(peer)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is missing: this test compares with Python 3.9 or later, so it has to be installed");
    let mut input = python.stdin.take().expect("it is piped");
    let lines: Vec<String> = texts.iter().map(|text| serde_json::to_string(text).expect("a text is JSON")).collect();
    // Written beside reading: neither side waits for the other.
    let writer = std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(input, "{line}")));
    let output = BufReader::new(python.stdout.take().expect("it is piped"));
    let answers: Vec<Answer> = output
        .lines()
        .map(|line| serde_json::from_str(&line.expect("the peer writes texts")).expect("the peer writes answers"))
        .collect();
    writer.join().expect("the writer ends").expect("the peer reads all");
    assert!(python.wait().expect("the peer ends").success() && answers.len() == texts.len(), "the peer answers all");
    answers
}

/// What the engine says of an expression, where `d` is the text `a1`.
fn judge(host: &Host, text: &str) -> Verdict {
    let expression = match Expression::compile(host, text, None, &CollectionNames::new()) {
        Ok(compiled) => compiled.value,
        Err(faults) => return Verdict::Refused(faults[0].code.as_str()),
    };
    let mut values = Values::new();
    let d = values.text("a1", Span::at(0));
    let judged = expression.judge(host, &values, &[d]);
    match judged.error {
        Some(error) => Verdict::Stopped(error.code.as_str()),
        None => Verdict::Holds(judged.failed.is_empty()),
    }
}

/// A text as an expression spells it.
fn literal(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() || c == ' ' => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    format!("'{}'", escaped.collect::<String>())
}

/// What differs between the engine and Python, if something does. `None` too where the contract says that they differ.
fn difference(host: &Host, text: &str, answer: &Answer) -> Option<String> {
    let verdict = judge(host, text);
    let noted = |note: &str| answer.notes.iter().any(|other| other == note);
    // What Python can do and expressions cannot is said, with another way to write it.
    let unsupported = matches!(verdict, Verdict::Stopped(UNSUPPORTED) | Verdict::Refused(UNSUPPORTED));
    if noted("literal") || unsupported || answer.refused {
        let understood = answer.refused && !matches!(verdict, Verdict::Refused(_));
        return understood.then(|| format!("{text}\n    Python refuses it, here: {verdict:?}"));
    }
    let agree = match (&answer.value, &verdict) {
        // Integers are exact up to 4,300 digits; beyond that they are an error.
        (_, Verdict::Stopped("expression-overflow")) if noted("big") => true,
        _ if answer.notes.iter().any(|note| note != "big") => return None,
        (Some(_), Verdict::Holds(holds)) if *holds != answer.truth => false,
        (Some(value), Verdict::Holds(_)) => {
            // What holds or not may have no spelling: a range, a set.
            let spelled = judge(host, &format!("repr({text}\n) == {}", literal(value)));
            matches!(spelled, Verdict::Holds(true) | Verdict::Refused(UNSUPPORTED) | Verdict::Stopped(UNSUPPORTED))
        }
        (None, Verdict::Stopped(code)) => is_same_error(&answer.error, code),
        _ => false,
    };
    (!agree).then(|| format!("{text}\n    Python: {answer:?}\n    here: {verdict:?}"))
}

/// Whether the kind of an error in Python is that of an error here.
fn is_same_error(kind: &str, code: &str) -> bool {
    // Python looks for a method before it evaluates the arguments, which may have an error of their own.
    let is_any = kind == "attribute";
    let too_large = ["script-text-size", "script-list-size", "expression-overflow"];
    let is_large = matches!(kind, "large" | "overflow") && too_large.contains(&code);
    is_any || is_large || code.strip_prefix("expression-") == Some(kind)
}

fn report(differences: &[String]) {
    assert!(
        differences.is_empty(),
        "{} differ:\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

#[test]
fn random_expressions_have_the_results_of_python() {
    let texts: Vec<String> = (0..rounds(3000))
        .map(|seed| {
            let (expression, d) = written::expression(seed);
            format!("[{expression} for d in [{d}]][0]")
        })
        .collect();
    let answers = python_answers(&texts);
    let host = Host::new(Limits::default());
    let differences: Vec<String> =
        texts.iter().zip(&answers).filter_map(|(text, answer)| difference(&host, text, answer)).collect();
    report(&differences);
    let with_value = answers.iter().filter(|answer| answer.value.is_some()).count();
    let noted = answers.iter().filter(|answer| !answer.notes.is_empty()).count();
    assert!(with_value * 3 > texts.len() && noted * 10 < texts.len(), "{with_value} values, {noted} left out");
}

#[test]
fn expressions_that_python_refuses_are_refused() {
    // Spellings of Rhai that Python does not have.
    const RHAI: &[&str] = &["&&", "||", "!", "#{", "::", "|x|"];
    let texts: Vec<String> = (0..rounds(5000)).map(written::damaged).collect();
    let answers = python_answers(&texts);
    let host = Host::new(Limits::default());
    let (mut understood, mut differences) = (0, Vec::new());
    for (text, answer) in texts.iter().zip(&answers) {
        match judge(&host, text) {
            Verdict::Refused(_) => {}
            verdict if answer.refused && !RHAI.iter().any(|spelling| text.contains(spelling)) => {
                differences.push(format!("{text:?} is understood: {verdict:?}"));
            }
            _ if answer.refused => {}
            _ => {
                understood += 1;
                differences.extend(difference(&host, text, answer));
            }
        }
    }
    report(&differences);
    let refused = answers.iter().filter(|answer| answer.refused).count();
    assert!(understood * 20 > texts.len() && refused * 2 > texts.len(), "{understood} understood, {refused} refused");
}

/// The table that the engine is tested with says what Python says.
#[test]
fn the_table_of_cases_agrees_with_python() {
    let texts: Vec<String> =
        cases::CASES.iter().map(|(text, d, _)| format!("[({text}\n) for d in [{d}]][0]")).collect();
    let mut compared = 0;
    for ((text, _, expected), answer) in cases::CASES.iter().zip(python_answers(&texts)) {
        if answer.refused || *expected == UNSUPPORTED {
            continue;
        }
        compared += 1;
        let found = answer.value.unwrap_or_else(|| format!("expression-{}", answer.error.replace("attribute", "type")));
        assert_eq!(found, *expected, "{text}");
    }
    assert!(compared + 10 > cases::CASES.len(), "only {compared} rows are expressions of Python");
}
