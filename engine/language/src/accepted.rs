//! Problems of files that a project accepts.

use super::{IssueCode, Pattern};

/// Problems of files that are warnings in a project: by code, in all files or in those that a pattern selects.
#[derive(Clone, Debug, Default)]
pub struct AcceptedProblems(Vec<(Option<Pattern>, IssueCode)>);

impl AcceptedProblems {
    /// Accepts a problem in the files whose `/` + path the pattern finds; in all files without a pattern.
    pub fn add(&mut self, files: Option<Pattern>, code: IssueCode) {
        self.0.push((files, code));
    }

    /// Returns true if the problem with this code is accepted in the file at `path`.
    #[must_use]
    pub fn contains(&self, path: &str, code: IssueCode) -> bool {
        let selects = |files: &Pattern| files.is_match(&format!("/{path}")) == Ok(true);
        self.0.iter().any(|(files, accepted)| *accepted == code && files.as_ref().is_none_or(selects))
    }
}
