//! Fingerprints, which identify a finding across runs even if the lines of its document move.

use assay_document::format::hexadecimal;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::Finding;

/// The number of bytes of a hash that are shown: enough that two findings never share a hash by chance.
const LENGTH: usize = 16;

/// Computes the fingerprints of findings from the rule, the path and the value, but not from the line. If another
/// finding with the same three appears, the first finding keeps its fingerprint.
#[derive(Default)]
pub(super) struct Fingerprints {
    seen: FxHashMap<[u8; LENGTH], u64>,
}

/// A fingerprint in each of its versions, in hexadecimal digits. Services compare the latest version that they know, so
/// they recognise findings that were uploaded with an earlier version.
pub(super) struct Fingerprint {
    /// The hash of the rule, the path and the value.
    pub v1: String,
    /// The hash of these and of the message from a script: two faults of one value have two fingerprints.
    pub v2: String,
}

impl Fingerprints {
    /// Returns the fingerprint of the next finding of the report.
    pub(super) fn of(&mut self, finding: &Finding) -> Fingerprint {
        let Finding { rule, path, value, message, own_message, .. } = finding;
        let known = format!("{rule}\0{path}\0{value}");
        // No value contains a NUL, so a string of version 2 never equals a string of version 1.
        let v2 = self.numbered_hash(&format!("\0{known}\0{}", if *own_message { message } else { "" }));
        Fingerprint { v1: self.numbered_hash(&known), v2 }
    }

    /// Returns the hash of a string and of its number among equal strings.
    fn numbered_hash(&mut self, text: &str) -> String {
        let count = self.seen.entry(hash(text)).or_default();
        *count += 1;
        hexadecimal(&hash(&format!("{text}\0{count}")))
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
    use crate::fixture::{REPOSITORY, finding, nth_finding};
    use crate::{Finding, Severity, Value};

    fn wall() -> Finding {
        finding("r", Severity::Error, "a.xml", REPOSITORY, "Wall")
    }

    fn alone(finding: &Finding) -> String {
        Fingerprints::default().of(finding).v1
    }

    #[test]
    fn fingerprints_ignore_lines_severities_and_messages() {
        let moved = nth_finding("r", Severity::Hint, "a.xml", REPOSITORY, "Wall", 1);
        assert_eq!(alone(&wall()), alone(&Finding { message: "another".to_owned(), ..moved }));
        assert_eq!(alone(&wall()), "55b434ead23f43a1cccebd03778b6f34");
    }

    #[test]
    fn fingerprints_depend_on_rules_paths_and_values() {
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
        let three = [0; 3].map(|_| prints.of(&wall()).v1);
        assert_eq!(three[0], alone(&wall()));
        assert!(three[0] != three[1] && three[1] != three[2] && three[0] != three[2]);
    }

    #[test]
    fn the_second_version_depends_on_messages_of_scripts() {
        let with_message = |message: &str| Finding { message: message.to_owned(), own_message: true, ..wall() };
        let mut prints = Fingerprints::default();
        let [small, dark, again] = [with_message("too small"), with_message("too dark"), with_message("too small")]
            .map(|found| prints.of(&found));
        let fresh = |finding: &Finding| Fingerprints::default().of(finding).v2;
        assert_eq!((fresh(&with_message("too small")), fresh(&with_message("too dark"))), (small.v2.clone(), dark.v2));
        assert!(small.v2 != again.v2 && small.v2 != fresh(&wall()) && small.v2 != small.v1);
        assert_eq!(fresh(&Finding { message: "by a condition".to_owned(), ..wall() }), fresh(&wall()));
    }
}
