//! What a script sees of the project.

use std::rc::Rc;

use super::{Place, Tree};
use crate::source::Source;
use crate::store::Store;

/// What a script sees: set for each rule and file.
#[derive(Clone)]
pub struct Scene {
    /// The files.
    pub source: Rc<dyn Source>,
    /// The collections.
    pub store: Rc<Store>,
    /// The paths of all files, sorted; needed when the demand says `paths`.
    pub paths: Rc<[String]>,
    /// The tree of the file at hand, when one of the values is a node.
    pub tree: Option<Rc<Tree>>,
}

/// A text that a script printed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Print {
    /// The text.
    pub text: String,
    /// Where the script printed it, as far as that is known.
    pub place: Option<Place>,
}
