//! Tests that long lists and long strings are shortened, with a note.

use assay_report::{Fate, StepKind, TraceStep};

use super::{describe, trace};

/// Values beyond the limit are counted; those that failed are still listed.
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
        assert!(describe(&trace).contains(more), "{more}");
    }
}

#[test]
fn long_strings_are_cut() {
    let text = "x".repeat(3 << 20);
    let xml = format!("<R><A>{text}</A><A>{text}</A><A>{text}</A></R>");
    let trace = trace("r: {rpath: ., xpath: '*/A', condition: [Exist]}", &[("a.xml", &xml)], "a.xml");
    let judged = trace.steps.last().unwrap();
    assert_eq!((judged.kind, judged.values.len(), judged.unlisted), (StepKind::Condition, 2, 1));
    assert!(describe(&trace).lines().all(|line| line.chars().count() <= 101), "{}", describe(&trace));
}
