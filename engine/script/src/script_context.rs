//! The parts of a project that scripts can access.

use std::rc::Rc;

use assay_document::source::{Source, SourceError};
use assay_store::Store;

use super::{ScriptPlace, Tree};

/// The parts of a project that a script can access. They are set for each rule and file.
#[derive(Clone)]
pub struct ScriptContext {
    /// The files.
    pub source: Rc<dyn Source>,
    /// The collections.
    pub store: Rc<Store>,
    /// The paths of all files, sorted; needed if the demand contains `paths`.
    pub paths: Rc<[String]>,
    /// The tree of the current file, if one of the values is a node.
    pub tree: Option<Rc<Tree>>,
}

impl ScriptContext {
    /// Returns true if a file exists at a normalized path.
    pub(super) fn has(&self, path: &str) -> bool {
        // The list may be empty, because not every rule needs it.
        if self.paths.binary_search_by(|known| known.as_str().cmp(path)).is_ok() {
            return true;
        }
        // A file that cannot be read exists, too.
        !matches!(self.source.size(path), Err(SourceError::NotFound))
    }

    /// Returns the first file below a folder, whose path is normalized.
    pub(super) fn first_below(&self, folder: &str) -> Option<String> {
        let start = format!("{folder}/");
        let at = self.paths.partition_point(|known| known.as_str() < start.as_str());
        self.paths.get(at).filter(|path| path.starts_with(&start)).cloned()
    }
}

/// A string that a script printed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Print {
    /// The printed string.
    pub text: String,
    /// The place of the `print` call, if it is known.
    pub place: Option<ScriptPlace>,
}
