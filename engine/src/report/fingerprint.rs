//! What tells findings of one run from those of another apart, however the lines of a document move.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::Finding;

/// Bytes of a hash that are shown: enough that two findings never share one by chance.
const LENGTH: usize = 16;

/// Gives findings their fingerprints: made of the rule, the path and the value, and not of lines. Of findings that have
/// all three in common the first keeps its fingerprint when another one joins.
#[derive(Default)]
pub(super) struct Fingerprints {
    seen: FxHashMap<[u8; LENGTH], u64>,
}

impl Fingerprints {
    /// The fingerprint of the next finding of the report, in hexadecimal digits.
    pub(super) fn of(&mut self, finding: &Finding) -> String {
        let Finding { rule, path, value, .. } = finding;
        let count = self.seen.entry(hash(&format!("{rule}\0{path}\0{value}"))).or_default();
        *count += 1;
        let mut text = String::with_capacity(2 * LENGTH);
        for byte in hash(&format!("{rule}\0{path}\0{value}\0{count}")) {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

fn hash(text: &str) -> [u8; LENGTH] {
    let mut start = [0; LENGTH];
    start.copy_from_slice(&Sha256::digest(text)[..LENGTH]);
    start
}

#[cfg(test)]
mod tests {
    use super::Fingerprints;
    use crate::report::fixture::{REPOSITORY, finding, nth_finding};
    use crate::report::{Finding, Severity, Value};

    fn wall() -> Finding {
        finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall")
    }

    fn alone(finding: &Finding) -> String {
        Fingerprints::default().of(finding)
    }

    #[test]
    fn lines_severities_and_messages_do_not_count() {
        let moved = nth_finding("r", Severity::Hint, "a.xml", REPOSITORY, "Wall", 1);
        assert_eq!(alone(&wall()), alone(&Finding { message: "another".to_owned(), ..moved }));
        assert_eq!(alone(&wall()), "55b434ead23f43a1cccebd03778b6f34");
    }

    #[test]
    fn rules_paths_and_values_do() {
        for other in [
            Finding { rule: "s".to_owned(), ..wall() },
            Finding { path: "b.xml".to_owned(), ..wall() },
            Finding { value: Value::Null, ..wall() },
        ] {
            assert_ne!(alone(&other), alone(&wall()));
        }
    }

    #[test]
    fn equal_findings_are_counted() {
        let mut prints = Fingerprints::default();
        let three = [0; 3].map(|_| prints.of(&wall()));
        assert_eq!(three[0], alone(&wall()));
        assert!(three[0] != three[1] && three[1] != three[2] && three[0] != three[2]);
    }
}
