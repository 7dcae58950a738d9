//! Compiled code of a unit or a library.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_store::Demand;
use rhai::{AST, Module};

use super::code_text::{CodeOrigin, CodeText};
use super::modules::Library;
use super::state::CallWork;

/// The compiled libraries, by name.
pub(super) type Codes = BTreeMap<String, Rc<Code>>;

pub(super) struct Code {
    pub text: Rc<CodeText>,
    pub ast: AST,
    /// Its public functions; each runs with the imports and the constants of this code.
    pub module: Rc<Module>,
    pub demand: Demand,
    /// True if the code looks into a custom collection.
    pub uses_own: bool,
    /// The libraries that it imports.
    pub imports: Vec<Rc<Code>>,
}

impl Code {
    /// Returns true if this is the code of that library.
    pub fn is_library(&self, library: &Library) -> bool {
        matches!(&self.text.origin, CodeOrigin::Library { name, path } if *name == library.name && *path == library.path)
    }

    /// Returns true if the code, or a library that it imports, looks into a custom collection.
    pub fn uses_own(&self) -> bool {
        self.uses_own || self.imports.iter().any(|import| import.uses_own())
    }

    /// Returns all functions of the code, including private ones and closures.
    pub fn functions(&self) -> &Rc<Module> {
        self.ast.shared_lib()
    }

    /// Returns the numbers of parameters of the public functions of that name.
    pub fn parameters_of(&self, name: &str) -> Vec<usize> {
        let functions = self.ast.iter_functions();
        let named = functions.filter(|function| function.name == name && function.this_type.is_none());
        let mut counts: Vec<usize> = named.map(|function| function.params.len()).collect();
        counts.sort_unstable();
        counts
    }

    /// Returns true if the function of that name is private.
    pub fn is_private(&self, name: &str) -> bool {
        self.ast.iter_functions().any(|function| function.name == name && function.access.is_private())
    }

    /// Returns the names of its functions, without closures.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        // Rhai gives closures such names.
        self.ast.iter_functions().map(|function| function.name).filter(|name| !name.starts_with("anon$"))
    }

    /// Returns the project data that the code and the libraries that it imports may use.
    pub fn demand(&self) -> Demand {
        self.imports.iter().fold(self.demand, |demand, import| demand.and(import.demand()))
    }

    /// Returns the libraries that it imports, directly or through other libraries, by name.
    pub fn all_imports(&self) -> Codes {
        let mut codes = Codes::new();
        for import in &self.imports {
            codes.extend(import.all_imports());
            if let CodeOrigin::Library { name, .. } = &import.text.origin {
                codes.insert(name.clone(), Rc::clone(import));
            }
        }
        codes
    }
}

/// Combines the code that is called, other units, and libraries.
pub(super) fn combine_code(called: Option<&Rc<Code>>, units: &[Rc<Code>], libraries: &Codes) -> Rc<CallWork> {
    let codes = called.into_iter().chain(units).chain(libraries.values()).map(|code| Rc::clone(&code.text)).collect();
    let modules = libraries.iter().map(|(name, code)| (name.clone(), Rc::clone(&code.module))).collect();
    Rc::new(CallWork { modules, codes })
}
