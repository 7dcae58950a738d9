//! The trace in the format for people: each step under a heading, with the result for each value.
//!
//! ```text
//! filter  ^8  2 in, 1 out
//!   kept     2:13  81000
//!   dropped  5:13  1200  `^8` is not found in it
//! ```

use assay_document::text::Region;
use rustc_hash::FxHashMap;

use super::page::{Ink, MARGIN, Page};
use super::{MAX_LISTED, Style, block, write_diagnostics};
use crate::wording::{clean, clean_path, count, cut, group_digits, time};
use crate::{Diagnostics, Fate, Problem, StepKind, Trace, TracePrint, TraceState, TraceStep, TracedValue, Value};

/// The minimum number of columns of a value or a reason, however narrow the page.
const LEAST_ROOM: usize = 24;

/// Renders the whole trace.
pub(crate) fn trace(trace: &Trace, style: Style) -> String {
    let mut page = Page::new(style);
    page.put(Ink::Strong, &clean(&trace.rule)).plain(" on ").put(Ink::Place, &clean_path(&trace.path)).end();
    for step in &trace.steps {
        page.gap();
        write_step(&mut page, step);
    }
    write_diagnostics(&mut page, &outside_of_steps(trace));
    page.gap();
    write_result(&mut page, trace);
    page.take()
}

/// Returns the diagnostics without the problems that a step reports.
fn outside_of_steps(trace: &Trace) -> Diagnostics {
    let is_outside = |problem: &&Problem| trace.steps.iter().all(|step| !step.problems.contains(problem));
    Diagnostics {
        problems: trace.problems.iter().filter(is_outside).cloned().collect(),
        warnings: trace.warnings.clone(),
        hints: trace.hints.clone(),
    }
}

fn write_step(page: &mut Page, step: &TraceStep) {
    write_heading(page, step);
    if let (Some(via), StepKind::Subxpath) = (&step.via, step.kind) {
        page.label(Ink::Faint, "in").put(Ink::Place, &clean_path(&step.path)).end();
        page.label(Ink::Faint, "via").plain(&block::place(&via.path, Some(via.region))).end();
    }
    write_values(page, step);
    if let Some(help) = &step.help {
        page.label(Ink::Faint, "help").plain(&cut(&clean(help), LONGEST)).end();
    }
    for print in &step.prints {
        write_print(page, print);
    }
    if !step.problems.is_empty() {
        page.gap();
    }
    for (at, problem) in step.problems.iter().enumerate() {
        let above = at.checked_sub(1).map(|above| &step.problems[above]);
        block::write_problem(page, problem, "problem", Ink::Bad, above);
    }
}

/// Writes the step, the rule's field for it, the number of values and the time it took.
fn write_heading(page: &mut Page, step: &TraceStep) {
    let mut notes = counts(step);
    notes.extend(step.milliseconds.map(time));
    let notes = notes.join(", ");
    let room = room_for(page, step.kind.name().len() + notes.len() + 4);
    page.put(Ink::Place, step.kind.name()).plain("  ");
    if !step.written.is_empty() {
        page.plain(&cut(&clean(&step.written), room)).plain("  ");
    }
    page.put(Ink::Faint, &notes).end();
}

/// Returns the number of input and output values, if these are informative.
fn counts(step: &TraceStep) -> Vec<String> {
    let (input, output) = (step.input, step.output);
    let some = |number: u64, noun: &str| if number == 0 { format!("no {noun}") } else { count(number, noun) };
    match step.kind {
        StepKind::Rpath | StepKind::NotRpath => Vec::new(),
        StepKind::Xpath | StepKind::Subxpath => vec![some(output, "value")],
        StepKind::Filter | StepKind::NotFilter | StepKind::Subfilter => {
            vec![format!("{} in", group_digits(input)), format!("{} out", group_digits(output))]
        }
        StepKind::Cited => vec![some(input, "value"), format!("{} named", some(output, "file"))],
        StepKind::Condition => {
            let mut notes = vec![some(input, "value"), format!("{} failed", group_digits(output))];
            notes.extend(describe_unknown(step));
            notes
        }
    }
}

/// Returns the number of values without a result, if there are any. A trace counts only values that it lists.
fn describe_unknown(step: &TraceStep) -> Option<String> {
    let count = step.values.iter().filter(|traced| traced.fate == Fate::Unknown).count() as u64;
    match (count, step.unlisted) {
        (0, _) => None,
        (count, 0) => Some(format!("{} unknown", group_digits(count))),
        _ => Some("some unknown".to_owned()),
    }
}

/// Writes each value on a line; of each fate, only the first values.
fn write_values(page: &mut Page, step: &TraceStep) {
    let mut seen = FxHashMap::<Fate, usize>::default();
    let all = page.style.all;
    let listed: Vec<&TracedValue> = step
        .values
        .iter()
        .filter(|traced| {
            let count = seen.entry(traced.fate).or_default();
            *count += 1;
            all || *count <= MAX_LISTED
        })
        .collect();
    // Values begin in one column, so that they can be compared.
    let width = listed.iter().map(|traced| place(traced.region).len()).max().unwrap_or(0);
    for traced in &listed {
        write_value(page, traced, width);
    }
    let more = (step.values.len() - listed.len()) as u64 + step.unlisted;
    if more > 0 {
        page.label(Ink::Faint, "\u{2026}").plain(&format!("and {}", count(more, "more value"))).end();
    }
}

/// Returns the number of characters that fit beside `taken` columns. With `--all`, lines are not cut.
fn room_for(page: &Page, taken: usize) -> usize {
    if page.style.all { LONGEST_OF_ALL } else { page.style.width.saturating_sub(taken).max(LEAST_ROOM) }
}

fn write_value(page: &mut Page, traced: &TracedValue, width: usize) {
    page.label(ink(traced.fate), traced.fate.name());
    if width > 0 {
        page.put(Ink::Faint, &format!("{:width$}  ", place(traced.region)));
    }
    let room = room_for(page, MARGIN + width + 2);
    let value = value(&traced.value);
    let reason = traced.reason.as_deref().map(clean);
    // A long value must not push its reason out of the line.
    let for_value = if reason.is_some() && !page.style.all { (room / 2).max(LEAST_ROOM) } else { room };
    page.plain(&cut(&value, for_value));
    if let Some(reason) = reason {
        page.plain("  ")
            .put(if traced.fate == Fate::Failed { Ink::Strong } else { Ink::Faint }, &cut(&reason, LONGEST));
    }
    page.end();
    for related in &traced.related {
        let message = format!("{}: {}", block::place(&related.path, Some(related.region)), clean(&related.message));
        page.label(Ink::Faint, "see").plain(&message).end();
    }
}

/// The maximum length of a reason, in columns.
const LONGEST: usize = 200;

/// The maximum length of a line with `--all`, in columns.
const LONGEST_OF_ALL: usize = 10_000;

const fn ink(fate: Fate) -> Ink {
    match fate {
        Fate::Found => Ink::Plain,
        Fate::Kept | Fate::Passed => Ink::Good,
        Fate::Dropped => Ink::Faint,
        Fate::Made => Ink::Notable,
        Fate::Failed => Ink::Bad,
        Fate::Unknown => Ink::Doubtful,
    }
}

/// Returns `line:column`, columns in characters; an empty string for a value without a place.
fn place(region: Option<Region>) -> String {
    region.map_or_else(String::new, |region| format!("{}:{}", region.start.line, region.start.char_column))
}

/// Returns a value on one line. A string is quoted if it is empty or has invisible spaces at its ends.
fn value(value: &Value) -> String {
    match value {
        Value::Text(text) if text.is_empty() || text.trim() != text => clean(&value.to_string()).into_owned(),
        Value::Element(tag) if tag.is_empty() => "(the document)".to_owned(),
        Value::Element(tag) => format!("<{}>", clean(tag)),
        value => clean(&value.display()).into_owned(),
    }
}

fn write_print(page: &mut Page, print: &TracePrint) {
    let place = print.path.as_deref().map(|path| format!("{}: ", block::place(path, print.region))).unwrap_or_default();
    page.label(Ink::Notable, "print").put(Ink::Faint, &place).plain(&clean(&print.text)).end();
}

/// Writes one sentence: the result for the file.
fn write_result(page: &mut Page, trace: &Trace) {
    let problems = trace.problems.len() as u64;
    let (ink, result) = match trace.state {
        TraceState::Failed => (Ink::Bad, format!("{} ({})", count(trace.findings, "finding"), trace.severity)),
        TraceState::Passed if trace.judged() == 0 => {
            (Ink::Good, "passed: no value was found, as the rule requires".to_owned())
        }
        TraceState::Passed => (Ink::Good, format!("passed: {}", count(trace.judged(), "value"))),
        TraceState::Empty => (Ink::Doubtful, describe_empty(trace)),
        TraceState::Unchecked if problems == 0 => {
            (Ink::Doubtful, "not checked: the rule gave no reliable result; see the warning".to_owned())
        }
        TraceState::Unchecked => (Ink::Doubtful, "not checked".to_owned()),
        TraceState::Unwanted if trace.files == 0 => {
            (Ink::Doubtful, "the rule selects neither this file nor any other file here".to_owned())
        }
        TraceState::Unwanted => {
            let others = count(trace.files, "other file");
            (Ink::Doubtful, format!("the rule does not select this file; it selects {others}"))
        }
    };
    page.label(Ink::Faint, "result").put(ink, &result);
    if problems > 0 {
        page.plain("; ").put(Ink::Bad, &format!("{}, so the check is incomplete", count(problems, "problem")));
    }
    page.end();
}

fn describe_empty(trace: &Trace) -> String {
    match trace.emptying_step().map_or(StepKind::Xpath, |step| step.kind) {
        kind @ (StepKind::Xpath | StepKind::Subxpath) => {
            format!("nothing was extracted: `{}` found no value, so there was nothing to check", kind.name())
        }
        filter => format!("nothing was checked: `{}` removed every value", filter.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::value;
    use crate::Value;

    #[test]
    fn strings_with_blanks_at_the_ends_are_quoted() {
        for (text, expected) in [
            ("a b", "a b"),
            ("", "\"\""),
            ("a ", "\"a \""),
            ("\ta", "\"\\ta\""),
            ("a\nb", "a b"),
            ("\u{a0}", "\"\u{a0}\""),
        ] {
            assert_eq!(value(&Value::Text(text.to_owned())), expected);
        }
        assert_eq!(value(&Value::Element("A".to_owned())), "<A>");
        assert_eq!(value(&Value::Element(String::new())), "(the document)");
    }
}
