//! Values of a file are compared, joined and counted in place. The result must equal that for converted values.

use assay_document::extract::{ValueId, Values};
use assay_document::text::Span;

use super::{NoScripts, describe_halt, lower_value, spelled};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::python::{Evaluator, Subject};

/// Records: two lists of JSON, of strings, numbers and nulls, as in a file and as an expression spells them.
const RECORDS: &[[&str; 2]] = &[
    ["", ""],
    ["'a'", "'a'"],
    ["'a'", "'b', 'a', 'c'"],
    ["'a', 'b'", "'b', None"],
    ["'a'", "None, 'a'"],
    ["'a'", "1, 'a'"],
    ["1", "1, 2"],
    ["None", "None"],
    ["'é'", "'é', 'e'"],
];

/// Expressions over these records, including those that evaluate a part in place.
const EXPRESSIONS: &[&str] = &[
    "d['A'][0] in d['B']",
    "d['A'][0] not in d['B']",
    "'a' in d['B']",
    "d['A'][0] in d['B'] in [d['B']]",
    "d['A'][0] + '/' + d['B'][0]",
    "d['A'][0] + d['B'][0] + 1",
    "1 + d['A'][0] + d['B'][0]",
    "d['A'] + d['B']",
    "d['A'][0] + '/' + d['B'][0] == 'a/b'",
    "len(d['A'][0] + 'x' + d['B'][0])",
    "not d['A']",
    "not d['A'] or d['A'][0] == 'a'",
    "'yes' if d['B'] else 'no'",
    "d['C']",
    "d['A'][5] in d['B']",
];

/// Converts the list in a row of [`RECORDS`] to values of a file.
fn list(values: &mut Values, spelled: &str) -> Vec<ValueId> {
    let span = Span::at(0);
    let items = spelled.split(", ").filter(|item| !item.is_empty());
    let value = |item: &str| match item.strip_prefix('\'') {
        Some(text) => values.text(text.trim_end_matches('\''), span),
        None if item == "None" => values.null(span),
        None => values.number(item, span),
    };
    items.map(value).collect()
}

/// Returns the result of an expression for a subject, as Python would print it, or the error and its place.
fn outcome(text: &str, subject: Subject<'_>, limits: Limits) -> String {
    let meter = Meter::new(limits);
    meter.begin();
    let text = format!("repr({text})");
    let lowered = lower_value(&text);
    match Evaluator::new(&lowered, &meter, &NoScripts, &[]).evaluate(subject) {
        Ok(value) => value.text().unwrap_or_default().to_owned(),
        Err(halt) => format!("{} at {:?}", describe_halt(&halt), halt.span),
    }
}

#[test]
fn values_of_a_file_have_the_same_results_as_other_values() {
    for text in EXPRESSIONS {
        for [a, b] in RECORDS {
            let mut values = Values::new();
            let lists = [list(&mut values, a), list(&mut values, b)];
            let labels = values.labels(&["A".to_owned(), "B".to_owned()]);
            let record = values.record(labels, lists.iter().map(Vec::as_slice), Span::at(0));
            for limits in [Limits::default(), Limits { text: 3, ..Limits::default() }] {
                let of_file = outcome(text, Subject::of(&values, record, None), limits);
                let made = spelled(&format!("{{'A': [{a}], 'B': [{b}]}}"));
                assert_eq!(of_file, outcome(text, Subject::made(made), limits), "{text} with [{a}] and [{b}]");
            }
        }
    }
}
