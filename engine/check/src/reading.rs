//! Reports the notes of a reader about a file that it could read: warnings about its dialect, and the findings of
//! `repeated-key`.

use assay_document::format::{Notes, RepeatedKey, Repeats};
use assay_document::text::{Span, counted};
use assay_report::{Finding, REPEATED_KEY, Severity, Value};

use super::file::CheckedFile;
use super::recorder::Recorder;

pub(super) fn report(file: &CheckedFile<'_>, notes: Notes, record: &mut Recorder<'_>) {
    let Notes { lenient, lone_surrogate, repeated, .. } = notes;
    let warnings = lenient.into_iter().chain(lone_surrogate).map(|fault| file.problem(fault));
    record.outcome.diagnostics.warnings.extend(warnings);
    let Some(severity) = record.rules.repeated_key() else { return };
    let Repeats { keys, more } = repeated;
    for RepeatedKey { key, fault } in &keys {
        let value = Value::Text(key.clone());
        record.outcome.findings.push(&finding(file, severity, fault.message.clone(), value, fault.span));
    }
    if more > 0 {
        let message = format!("{} repeated", counted(more, "more key of this file is", "more keys of this file are"));
        record.outcome.findings.push(&finding(file, severity, message, Value::Null, Span::at(0)));
    }
}

fn finding(file: &CheckedFile<'_>, severity: Severity, message: String, value: Value, span: Span) -> Finding {
    let (path, region, excerpt) = file.place_in_source(span);
    let rule = REPEATED_KEY.to_owned();
    Finding {
        rule,
        severity,
        message,
        own_message: false,
        incomplete: false,
        path,
        region,
        value,
        via: None,
        related: Vec::new(),
        excerpt,
    }
}
