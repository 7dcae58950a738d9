//! The collections and functions that an expression can name, besides Python's functions.

use assay_store::CollectionNames;

use crate::library::{self, LibraryEntry};

/// The collections and functions that an expression can name, besides `d` and Python's functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpressionNames<'n> {
    /// The collections, built-in ones and those of the rule file.
    pub collections: &'n CollectionNames,
    /// The functions of the library, each once, and those of the rule's program.
    pub functions: &'n [Callable],
}

/// A function that is called as `name(…)`; a function of a module, as `module.name(…)`.
#[derive(Debug)]
pub(crate) struct Callable {
    /// The name, preceded by the module and a dot for a function of a module.
    pub name: String,
    /// The number of parameters. A function with several numbers is listed several times.
    pub parameters: usize,
}

impl<'n> ExpressionNames<'n> {
    /// Returns true if a function of that name exists.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }

    /// Returns the library's function of that name, unless the rule defines one, which takes precedence.
    pub(crate) fn in_library(&self, name: &str) -> Option<LibraryEntry> {
        // The first one is the library's own.
        let is_own = self.functions.iter().filter(|function| function.name == name).nth(1).is_some();
        library::function(name).filter(|_| !is_own)
    }

    /// Checks the number of arguments of a call. The error is the number of parameters of a function of that name.
    pub(super) fn check_arguments(&self, name: &str, arguments: usize) -> Result<(), usize> {
        let mut known = self.functions.iter().filter(|function| function.name == name).map(|f| f.parameters);
        let takes_them = known.clone().any(|parameters| parameters == arguments);
        if takes_them { Ok(()) } else { Err(known.next().unwrap_or(arguments)) }
    }

    /// Returns true if names of collections begin with `name` and a dot.
    pub(super) fn is_root(&self, name: &str) -> bool {
        self.collections.all().any(|known| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.collections.all().chain(self.functions.iter().map(|function| function.name.as_str()))
    }
}
