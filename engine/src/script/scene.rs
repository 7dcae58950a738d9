//! The parts of a project that scripts can see.

use std::rc::Rc;

use super::{Place, Tree};
use crate::source::Source;
use crate::store::Store;

/// The parts of a project that a script can see. They are set for each rule and file.
#[derive(Clone)]
pub struct Scene {
    /// The files.
    pub source: Rc<dyn Source>,
    /// The collections.
    pub store: Rc<Store>,
    /// The paths of all files, sorted; needed when the demand says `paths`.
    pub paths: Rc<[String]>,
    /// The tree of the current file, when one of the values is a node.
    pub tree: Option<Rc<Tree>>,
}

/// A string that a script printed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Print {
    /// The text.
    pub text: String,
    /// Where the script printed it, as far as that is known.
    pub place: Option<Place>,
}
