//! What an expression may name besides Python's functions.

use crate::script::library::{Entry, LIBRARY};
use crate::store::CollectionNames;

/// What an expression may name besides `d` and Python's functions.
#[derive(Clone, Copy, Debug)]
pub(in crate::script) struct Names<'n> {
    /// The collections, built-in ones and those of the rule file.
    pub collections: &'n CollectionNames,
    /// The functions of the library, each once, and those of the rule's program.
    pub functions: &'n [Callable<'n>],
}

/// A function that is called as `name(…)`, of a module as `module.name(…)`.
#[derive(Clone, Copy, Debug)]
pub(in crate::script) struct Callable<'n> {
    /// Its name, with that of its module and a dot before it.
    pub name: &'n str,
    /// How many parameters it takes, where that is known. A function may stand several times.
    pub parameters: Option<usize>,
}

impl<'n> Names<'n> {
    /// Whether there is a function of that name.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }

    /// The function of the library of that name, unless the rule has one of its own, which comes before it.
    pub(in crate::script) fn in_library(&self, name: &str) -> Option<&'static Entry> {
        let is_own = self.functions.iter().filter(|function| function.name == name).nth(1).is_some();
        LIBRARY.iter().find(|entry| entry.name == name).filter(|_| !is_own)
    }

    /// Whether one of the functions of that name takes so many arguments; or how many one of them takes.
    pub(super) fn takes(&self, name: &str, arguments: usize) -> Result<(), usize> {
        let mut known = self.functions.iter().filter(|function| function.name == name).map(|f| f.parameters);
        let another = |parameters: Option<usize>| parameters.is_some_and(|parameters| parameters != arguments);
        if known.clone().all(another) {
            Err(known.find_map(|parameters| parameters).unwrap_or(arguments))
        } else {
            Ok(())
        }
    }

    /// Whether names of collections begin with `name` and a dot.
    pub(super) fn is_root(&self, name: &str) -> bool {
        self.collections.all().any(|known| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    }

    /// All names.
    pub(super) fn all(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.collections.all().chain(self.functions.iter().map(|function| function.name))
    }
}
