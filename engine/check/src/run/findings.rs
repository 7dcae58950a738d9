//! The findings of a run, and the limit on their memory.

use std::collections::{BTreeMap, BTreeSet};

use assay_report::{Finding, Findings};
use assay_system::virtual_folder;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The maximum total size of the findings in bytes. It is half of the memory of WebAssembly, because reports need the
/// other half.
const MOST_BYTES: usize = 2 << 30;
/// The maximum number of virtual files that are named with a finding that all of them have.
const MOST_NAMED: usize = 5;

#[derive(Default, Deserialize, Serialize)]
pub(super) struct KeptFindings {
    pub findings: Findings,
    /// The documents whose findings were left out because there are too many: the number of findings, and their rules.
    pub omitted: BTreeMap<String, (u64, BTreeSet<String>)>,
}

impl KeptFindings {
    /// Adds findings. If all findings exceed the memory limit, it drops those of the documents that are last by path,
    /// so that the result does not depend on the order of batches.
    pub fn add(&mut self, findings: Findings) {
        self.findings.extend(findings);
        while self.findings.size() > MOST_BYTES || self.is_beyond() {
            let Some((path, rules, count)) = self.findings.drop_last_document() else { return };
            let first = self.omitted.entry(path).or_default();
            first.0 += count as u64;
            first.1.extend(rules);
        }
    }

    /// Returns true if there are findings of documents after one whose findings were left out.
    fn is_beyond(&self) -> bool {
        self.omitted.first_key_value().is_some_and(|(first, _)| self.findings.reaches(first))
    }

    /// Merges findings that differ only in their virtual file: if a definition copies a value from another one, both
    /// have the same finding at the same place. Drops findings for which `is_selected` returns false.
    pub fn merge_virtual(&mut self, is_selected: impl Fn(&Finding) -> bool) {
        let is_virtual = |other: &Finding| other.related.iter().any(|related| virtual_folder(&related.path).is_some());
        let mut findings: Vec<Finding> = Vec::new();
        // Findings in real files stay encoded.
        self.findings.retain(|stored| {
            let finding = stored.read();
            let is_virtual = is_virtual(&finding);
            if is_virtual {
                findings.push(finding);
            }
            !is_virtual
        });
        // The first finding by path is kept, independently of the order of workers.
        findings.sort_by_key(|finding| finding.related.last().map(|related| related.path.clone()));
        let mut united: Vec<Finding> = Vec::with_capacity(findings.len());
        let mut known: FxHashMap<(String, String, u32), Vec<usize>> = FxHashMap::default();
        for mut finding in findings.into_iter().filter(is_selected) {
            let key = (finding.rule.clone(), finding.path.clone(), finding.region.start.offset);
            let same = known.entry(key).or_default();
            let other = same.iter().copied().find(|&at| {
                let other = &united[at];
                (&other.message, &other.value, &other.via) == (&finding.message, &finding.value, &finding.via)
            });
            if let Some(at) = other {
                let related = &mut united[at].related;
                let room = MOST_NAMED.saturating_sub(related.len());
                finding.related.retain(|other| !related.contains(other));
                related.extend(finding.related.drain(..).take(room));
            } else {
                same.push(united.len());
                united.push(finding);
            }
        }
        for finding in united {
            self.findings.push(&finding);
        }
    }
}
