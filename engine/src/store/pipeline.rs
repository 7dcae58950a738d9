//! The results of an asset pipeline for the files of a root.

use serde::{Deserialize, Serialize};

use super::Builtin;

/// The conversion rules, and the files by the result of their conversion.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct PipelineFiles {
    /// The rule files by their paths, for scripts that ask about any path.
    pub rules: Vec<(String, Vec<u8>)>,
    /// The identifiers of rules that take too long on too many files and are no longer evaluated.
    pub given_up: Vec<String>,
    /// Assets.
    pub sources: Vec<String>,
    /// Those of them that are converted for their own sake.
    pub roots: Vec<String>,
    /// Built files whose source is not there.
    pub orphans: Vec<String>,
}

impl PipelineFiles {
    /// Adds the files of another part.
    pub(super) fn merge(&mut self, other: Self) {
        self.rules.extend(other.rules);
        self.given_up.extend(other.given_up);
        self.sources.extend(other.sources);
        self.roots.extend(other.roots);
        self.orphans.extend(other.orphans);
    }

    /// Puts everything in its order.
    pub(super) fn sort(&mut self) {
        self.rules.sort_unstable();
        self.rules.dedup_by(|a, b| a.0 == b.0);
        for list in [&mut self.sources, &mut self.roots, &mut self.orphans] {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// The paths of one of its collections.
    pub(super) fn list(&self, list: Builtin) -> Option<&[String]> {
        match list {
            Builtin::PipelineSources => Some(&self.sources),
            Builtin::PipelineRoots => Some(&self.roots),
            Builtin::PipelineOrphans => Some(&self.orphans),
            _ => None,
        }
    }
}
