//! Runs whose outcomes are kept for later runs: determines what an outcome depends on besides the files.

use assay_rule::Rule;
use sha2::{Digest, Sha256};

use crate::batch::{Batch, BatchTask, Job};
use crate::selection::Selections;

/// The knowledge of a run about outcomes that are kept.
#[derive(Default)]
pub(super) struct OutcomeDependencies {
    /// True if outcomes are kept for later runs.
    pub is_on: bool,
    /// The number of files that a rule looks at and whose outcomes are from an earlier run.
    pub cached: u64,
    /// A hash of the collections.
    hash: Vec<u8>,
    /// For each rule, true if it looks something up in the collections.
    looking: Vec<bool>,
}

impl OutcomeDependencies {
    /// Notes the collections, encoded, and which rules look something up in them.
    pub fn note_collections(&mut self, encoded: &[u8], rules: &[Rule]) {
        self.hash = Sha256::digest(encoded).to_vec();
        self.looking = rules.iter().map(Rule::depends_on_project).collect();
    }

    /// Records that the outcome of a batch of the current stage is from an earlier run.
    pub fn note_cached(&mut self, batch: &Batch) {
        // Other stages read the same files again, so only this stage counts.
        let is_check = |task: &&BatchTask| matches!(task.job, Job::Check(..));
        self.cached += batch.tasks.iter().filter(is_check).count() as u64;
    }

    /// Returns for each set of rules true if one of them looks something up in the collections.
    pub fn looking_sets(&self, selections: &Selections) -> Vec<bool> {
        selections.sets().map(|rules| self.has_lookups(rules)).collect()
    }

    /// Returns the hash of the collections if one of the tasks may look something up in them, otherwise an empty list;
    /// `None` if outcomes are not kept. `looking` is that of [`Self::looking_sets`].
    pub fn key_of(&self, tasks: &[BatchTask], looking: &[bool]) -> Option<Vec<u8>> {
        let is_looking = tasks.iter().any(|task| match &task.job {
            Job::Check(rules, _) | Job::Lead(rules) => looking[rules.place()],
            Job::Cited(requests) => requests.iter().any(|&(rule, _)| self.has_lookups(&[rule])),
            Job::Open | Job::Load { .. } | Job::Index { .. } | Job::Near(_) => false,
        });
        self.is_on.then(|| if is_looking { self.hash.clone() } else { Vec::new() })
    }

    fn has_lookups(&self, rules: &[u32]) -> bool {
        rules.iter().any(|&rule| self.looking.get(rule as usize) == Some(&true))
    }
}
