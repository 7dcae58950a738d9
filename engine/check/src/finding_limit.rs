//! The memory that the findings in one file may take.

use std::collections::BTreeMap;

use assay_document::text::counted;
use assay_report::{Finding, Findings, Problem};

/// The limit on the memory of the findings in the current file.
#[derive(Default)]
pub(super) struct FindingLimit {
    /// The size of all findings in bytes from which on no more are kept.
    most: usize,
    /// The number of findings of each rule that were left out.
    omitted: BTreeMap<u32, u64>,
}

impl FindingLimit {
    /// Begins a file. Its findings may take `bytes` in addition to those of other files.
    pub fn begin(&mut self, findings: &Findings, bytes: usize) {
        self.most = findings.size().saturating_add(bytes);
    }

    /// Adds a finding of a rule, or counts it if the limit is reached.
    pub fn keep(&mut self, findings: &mut Findings, rule: u32, finding: &Finding) {
        if findings.size() < self.most {
            findings.push(finding);
        } else {
            *self.omitted.entry(rule).or_default() += 1;
        }
    }

    /// Returns the rules with findings that were left out since the last call, and their numbers.
    pub fn take_omitted(&mut self) -> BTreeMap<u32, u64> {
        std::mem::take(&mut self.omitted)
    }

    /// Returns the problem that `count` findings in the file at `path` are left out.
    pub fn problem(path: &str, count: u64) -> Problem {
        let message = format!(
            "{} left out, because there is not enough memory",
            counted(count, "finding in this file is", "findings in this file are")
        );
        let help = "narrow the rule, or set the limit `findings` higher";
        Problem::new("findings-limit", message).help(help).in_file(path)
    }
}
