use super::{FindingCursor, Findings};
use crate::fixture::{REPOSITORY, everything, finding, nth_finding};
use crate::{Finding, Severity, Value};

/// Returns `number` findings of one rule in one document, long enough to need several blocks.
fn many(path: &str, number: usize) -> Vec<Finding> {
    let one = finding("r", Severity::Error, path, REPOSITORY, "Wall");
    (0..number).map(|at| Finding { value: Value::Text(format!("{at} {}", "x".repeat(200))), ..one.clone() }).collect()
}

fn values(findings: &Findings) -> Vec<String> {
    findings.iter().map(|stored| stored.read().value.display()).collect()
}

#[test]
fn every_field_is_kept() {
    let all = everything().stored().to_vec();
    assert!(all.iter().any(|one| one.via.is_some()) && all.iter().any(|one| !one.related.is_empty()));
    let findings = Findings::from(all.clone());
    assert_eq!((findings.to_vec(), findings.len()), (all.clone(), all.len()));
    for (stored, whole) in findings.iter().zip(&all) {
        let seen = (stored.path(), stored.rule(), stored.severity(), stored.region());
        assert_eq!(seen, (&*whole.path, &*whole.rule, whole.severity, whole.region));
    }
}

#[test]
fn findings_take_little_more_memory_than_their_strings() {
    let findings = Findings::from(many("a.xml", 10_000));
    let texts: usize = many("a.xml", 10_000).iter().map(|one| one.message.len() + one.value.display().len()).sum();
    let excerpts = 10_000 * many("a.xml", 1)[0].excerpt.as_ref().map_or(0, |excerpt| excerpt.text.len());
    assert!(findings.size() < texts + excerpts + 10_000 * 80, "{}", findings.size());
}

#[test]
fn findings_are_read_from_any_index() {
    let mut list = many("a.xml", 700);
    list.extend(many("b.xml", 3));
    let findings = Findings::from(list);
    let expected = values(&findings);
    assert!(findings.blocks.len() > 3);
    for number in [0, 1, 250, 300, 699, 700, 702, 703, 9000] {
        let mut cursor = findings.cursor(number);
        let mut rest = Vec::new();
        while let Some(stored) = findings.next(&mut cursor) {
            rest.push(stored.read().value.display());
        }
        assert_eq!(rest, expected[number.min(expected.len())..], "{number}");
    }
}

#[test]
fn documents_have_all_their_findings() {
    let mut list = many("a.xml", 700);
    list.extend(many("b.xml", 3));
    let findings = Findings::from(list);
    let documents: Vec<_> = findings.documents().map(|one| (one.path().to_owned(), one.len())).collect();
    assert_eq!(documents, [("a.xml".to_owned(), 700), ("b.xml".to_owned(), 3)]);
    let mut cursor = FindingCursor::default();
    let lengths: Vec<usize> =
        std::iter::from_fn(|| findings.next_document(&mut cursor)).map(|one| one.iter().count()).collect();
    assert_eq!(lengths, [700, 3]);
}

#[test]
fn the_layout_does_not_depend_on_the_order_of_parts() {
    let of = |rule: &str, nth| nth_finding(rule, Severity::Error, "a.xml", REPOSITORY, "Wall", nth);
    let list: Vec<Finding> = (0..3000).map(|at| of(["b", "a", "c"][at % 3], at % 2)).collect();
    let settled = |parts: usize| {
        let mut findings = Findings::default();
        for part in list.chunks(list.len().div_ceil(parts)) {
            findings.extend(part.to_vec().into());
        }
        findings.settle();
        findings
    };
    let expected = postcard::to_allocvec(&settled(1)).unwrap();
    for parts in [2, 7, 3000] {
        assert!(postcard::to_allocvec(&settled(parts)).unwrap() == expected, "{parts}");
    }
    let read: Findings = postcard::from_bytes(&expected).unwrap();
    assert_eq!(read, settled(1));
    let order: Vec<_> = read.iter().map(|one| (one.region().start.offset, one.rule().to_owned())).collect();
    assert!(order.is_sorted());
}

#[test]
fn removed_findings_are_counted() {
    let mut findings = Findings::from(many("a.xml", 700));
    let mut number = 0;
    let taken = findings.retain(|_| {
        number += 1;
        number % 7 == 0
    });
    assert_eq!((taken, findings.len(), findings.by_rule()["r"]), (600, 100, 100));
    assert!(values(&findings)[0].starts_with("6 "));
}

#[test]
fn only_findings_of_a_rule_are_altered() {
    let mut list = many("a.xml", 2);
    list.push(finding("s", Severity::Hint, "a.xml", REPOSITORY, "Wall"));
    let mut findings = Findings::from(list);
    findings.alter(|rule| rule == "s", |finding| finding.message.push('!'));
    let altered: Vec<bool> = findings.iter().map(|stored| stored.read().message.ends_with('!')).collect();
    assert_eq!(altered, [false, false, true]);
}

#[test]
fn the_most_severe_are_kept_in_their_order() {
    let of = |severity, path: &str| finding("r", severity, path, REPOSITORY, "Wall");
    let list = [(Severity::Hint, "1"), (Severity::Error, "2"), (Severity::Hint, "3"), (Severity::Warning, "4")];
    let findings = Findings::from(list.map(|(severity, path)| of(severity, path)).to_vec());
    let kept = |most| findings.most_severe(most).map(|stored| stored.path().to_owned()).collect::<Vec<_>>().concat();
    assert_eq!([kept(0), kept(1), kept(2), kept(3), kept(9)], ["", "2", "24", "124", "1234"]);
}

#[test]
fn parts_contain_all_findings() {
    let findings = Findings::from(many("a.xml", 700));
    let parts = findings.clone().into_parts(100_000);
    assert!(parts.len() > 1);
    let mut whole = Findings::default();
    for part in parts {
        whole.extend(part);
    }
    assert_eq!(whole, findings);
    assert_eq!(Findings::default().into_parts(1).len(), 1);
}

#[test]
fn the_last_document_by_path_is_dropped_entirely() {
    let mut list = many("b.xml", 700);
    list.extend(many("a.xml", 3));
    let mut findings = Findings::from(list);
    let all = findings.size();
    assert_eq!(findings.drop_last_document(), Some(("b.xml".to_owned(), vec!["r".to_owned()], 700)));
    assert_eq!(findings.len(), 3);
    assert!(findings.size() < all / 50 && findings.size() > 600);
    assert!(findings.drop_last_document().is_some() && findings.drop_last_document().is_none());
}

#[test]
fn paths_since_a_position_belong_to_later_findings() {
    let mut findings = Findings::from(many("a.xml", 2));
    let length = findings.len();
    assert!(findings.paths_since(length).is_empty());
    for finding in many("a.xml", 1).iter().chain(&many("b.xml", 700)) {
        findings.push(finding);
    }
    assert_eq!(findings.paths_since(length), ["a.xml", "b.xml"]);
}
