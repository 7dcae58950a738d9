//! What an asset pipeline makes of the files of a root.

use serde::{Deserialize, Serialize};

use super::Builtin;

/// Conversion rules, and files by what comes of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct PipelineFiles {
    /// The rule files by their paths, for scripts that ask about any path.
    pub rules: Vec<(String, Vec<u8>)>,
    /// Rules that take too long on too many files, as conversion rules know them: nobody asks them.
    pub given_up: Vec<String>,
    /// Assets.
    pub sources: Vec<String>,
    /// Those of them that are converted for their own sake.
    pub roots: Vec<String>,
    /// Built files whose source is not there.
    pub orphans: Vec<String>,
}

impl PipelineFiles {
    /// Takes over what another part tells.
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
