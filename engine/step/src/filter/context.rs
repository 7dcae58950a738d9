//! The data that filters may use, and the reasons why they stop.

use assay_document::extract::{ValueId, Values};
use assay_document::source::{Source, normalize};
use assay_document::text::{Guid, IssueCode};
use assay_report::Problem;
use assay_script::Host;
use assay_store::Store;
use rustc_hash::FxHashSet;

use super::citations::{Citations, UnknownGuids};
use crate::{StoppedScript, shown};

/// The data that a filter may use, and the list of its problems.
pub struct FilterContext<'c> {
    /// The current rule, for problems.
    pub rule: &'c str,
    /// The file whose values are filtered, for problems.
    pub path: &'c str,
    /// The number of slices that the file is cut into, if the values are from one slice; otherwise 1.
    pub slices: u32,
    /// Set to true if the result for a slice may depend on values in other slices of the file.
    pub needs_whole_file: bool,
    /// The collections.
    pub store: &'c Store,
    /// The files.
    pub source: &'c dyn Source,
    /// The environment in which functions in Rhai run, set to the current file.
    pub host: &'c Host,
    /// The GUIDs in the ilevels that have been read so far.
    pub citations: &'c mut Citations,
    /// Problems that did not stop the filter. A problem may be repeated for another file.
    pub problems: &'c mut Vec<Problem>,
}

/// The reason why a filter has no result for a file. The rule stops there.
#[derive(Clone, Debug)]
pub enum FilterHalt {
    /// A problem of the rule and file.
    Problem(Box<Problem>),
    /// Its function stopped.
    Stopped(StoppedScript),
}

impl FilterContext<'_> {
    /// Returns the GUIDs cited in the ilevels that the values name, each once, in the spelling of their first citation.
    pub(super) fn cited_guids(&mut self, values: &Values, list: &[ValueId]) -> Vec<String> {
        let mut seen: FxHashSet<Guid> = FxHashSet::default();
        let mut guids = Vec::new();
        for &id in list {
            let Some(path) = self.path_of(values, id) else { continue };
            match self.citations.of(&path, self.source) {
                Ok(cited) => {
                    let new = |text: &&str| Guid::parse(text).is_some_and(|guid| seen.insert(guid));
                    guids.extend(cited.guids().filter(new).map(str::to_owned));
                }
                Err(UnknownGuids::OfRule(problem)) => self.problems.push(Problem::clone(problem).of_rule(self.rule)),
                Err(UnknownGuids::OfFile(problem)) => self.problems.push(Problem::clone(problem)),
            }
        }
        guids
    }

    /// Returns the path that a value names, relative to the root.
    fn path_of(&mut self, values: &Values, id: ValueId) -> Option<String> {
        let Some(text) = values.as_text(id) else {
            let message = format!("{} is not the path of an ilevel", shown::value(values, id));
            self.problems.push(Problem::new(IssueCode::PathExpected, message).of_rule(self.rule).in_file(self.path));
            return None;
        };
        // Paths outside of the root are refused, so that a file under check cannot make Assay read other files.
        let path = normalize(text);
        if path.is_none() {
            let message = format!("the path of the ilevel {} leaves the root", shown::text(text));
            self.problems.push(Problem::new(IssueCode::PathOutside, message).of_rule(self.rule).in_file(text));
        }
        path
    }
}
