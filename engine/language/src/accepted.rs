//! Problems of files that a project accepts.

use super::{IssueCode, Pattern};

/// The problems of files that a project accepts, so that they are warnings: by code, in all files or in those that a
/// pattern selects. If several entries apply to a file, the last one counts.
#[derive(Clone, Debug, Default)]
pub struct AcceptedProblems(Vec<AcceptedProblem>);

/// An entry: a problem that is accepted, or an error again.
#[derive(Clone, Debug)]
struct AcceptedProblem {
    /// The files, searched in `/` + path; `None` for all files.
    files: Option<Pattern>,
    code: IssueCode,
    is_accepted: bool,
}

impl AcceptedProblems {
    /// Adds an entry for all files. It counts less than all entries for some files.
    pub fn add_for_all(&mut self, code: IssueCode, is_accepted: bool) {
        self.0.insert(0, AcceptedProblem { files: None, code, is_accepted });
    }

    /// Adds an entry for the files whose `/` + path the pattern finds.
    pub fn add(&mut self, files: Pattern, code: IssueCode, is_accepted: bool) {
        self.0.push(AcceptedProblem { files: Some(files), code, is_accepted });
    }

    /// Returns true if the problem with this code is accepted in the file at `path`.
    pub fn contains(&self, path: &str, code: IssueCode) -> bool {
        let selects = |files: &Pattern| files.is_match(&format!("/{path}")) == Ok(true);
        let mut entries = self.0.iter().rev().filter(|entry| entry.code == code);
        entries.find(|entry| entry.files.as_ref().is_none_or(selects)).is_some_and(|entry| entry.is_accepted)
    }
}
