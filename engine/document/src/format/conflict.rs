//! Unresolved merge conflicts, reported instead of the faults that they cause.

use super::stand_in::{CONFLICTS, RESOLVE};
use crate::text::{Fault, IssueCode, Span};

/// Returns the fault, or a fault for the merge conflict that contains it. A fault is part of a conflict if it is at a
/// conflict marker, or between the marker that begins the conflict and the one that ends it.
#[cold]
#[must_use]
pub fn or_conflict(text: &str, fault: Fault) -> Fault {
    let Some(start) = mark_before(text, fault.span.start() as usize) else { return fault };
    let span = Span::of(start, start + LENGTH);
    Fault::new(IssueCode::MergeConflict, CONFLICTS, span).help(RESOLVE)
}

/// The length of a conflict marker: one character, repeated seven times.
const LENGTH: usize = 7;

/// Returns the start of the marker of the conflict that contains `at`.
fn mark_before(text: &str, at: usize) -> Option<usize> {
    let mut open = None;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let end = start + line.len();
        let is_last = at < end || at == end && !line.ends_with(['\n', '\r']);
        match mark(line) {
            Some('<') => open = Some(start),
            // A marker without the one that begins the conflict: the conflict is only partly resolved.
            Some(_) if is_last => open = open.or(Some(start)),
            Some('>') => open = None,
            _ => {}
        }
        if is_last {
            break;
        }
        start = end;
    }
    open
}

fn mark(line: &str) -> Option<char> {
    let character = line.chars().next().filter(|character| matches!(character, '<' | '|' | '=' | '>'))?;
    let rest = line.trim_start_matches(character);
    let ends = rest.starts_with([' ', '\n', '\r']) || rest.is_empty();
    (line.len() - rest.len() == LENGTH && ends).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::or_conflict;
    use crate::text::{Fault, IssueCode, Span};

    #[test]
    fn a_fault_in_a_conflict_is_reported_as_the_conflict() {
        // `!` is the place of the fault.
        for (text, mark) in [
            ("{\n!<<<<<<< HEAD\n", Some(2)),
            ("{\n<<<<<<< !HEAD\n", Some(2)),
            ("a\r\n<<<<<<< HEAD\r\n  m_A!: 1\r\n=======\r\n", Some(3)),
            ("<<<<<<< HEAD\n||||||| base\n!\n", Some(0)),
            ("<<<<<<< HEAD\n=======\n!x\n>>>>>>> main\n", Some(0)),
            ("<<<<<<< HEAD\n=======\n>>>>>>>! main\n", Some(0)),
            ("<<<<<<< HEAD\n=======\n>>>>>>> main\n!", None),
            ("<<<<<<< HEAD\n>>>>>>> main\n<<<<<<< HEAD\n!", Some(26)),
            // The conflict is only partly resolved.
            ("a\n!=======\nb\n", Some(2)),
            ("a\n>>>>>>> !main\n", Some(2)),
            ("a\n=======!", Some(2)),
            // A title, and lines that are not markers.
            ("Title\n=======\n!", None),
            ("a\n!========\n", None),
            ("a\n!<<<<<<<b\n", None),
            ("a\n !<<<<<<< b\n", None),
            ("a!\n<<<<<<< HEAD\n", None),
            ("!", None),
        ] {
            let at = text.find('!').unwrap();
            let text = text.replace('!', "");
            let fault = or_conflict(&text, Fault::new(IssueCode::JsonBadWord, "m", Span::of(at, at)));
            let found = (fault.code == IssueCode::MergeConflict).then(|| fault.span.start() as usize);
            assert_eq!(found, mark, "{text:?}");
        }
    }
}
