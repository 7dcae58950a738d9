//! The functions in Rhai that files of systems name. The crate for scripts provides them.

use std::rc::Rc;

use assay_document::source::Source;
use assay_document::text::IssueCode;
use assay_report::Problem;
use serde_json::Value;

/// A function that a schema names.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRequest<'w> {
    /// The path of the schema. Libraries are in the folders `lib` and `../lib`, relative to its folder.
    pub schema: &'w str,
    /// The library.
    pub library: &'w str,
    /// The name of the function in the library.
    pub function: &'w str,
    /// The number of its parameters.
    pub parameters: usize,
}

/// The reason why a function cannot be used.
#[derive(Debug)]
pub enum UnusableFunction {
    /// The schema names something that does not exist: code, message, help.
    Named(IssueCode, String, Option<String>),
    /// A library has a mistake.
    Library(Box<Problem>),
}

/// The reason why a call ended without a result.
#[derive(Debug)]
pub struct FunctionStopped {
    /// The error, at its place in the library.
    pub problem: Box<Problem>,
    /// True if the call had run for long: the function is not called again.
    pub took_long: bool,
}

/// Runs the functions of libraries.
pub trait LibraryFunctions {
    /// Returns the function; `None` if the library has no function with that name.
    ///
    /// # Errors
    /// Fails if the function cannot be used.
    fn function(
        &self,
        request: &FunctionRequest<'_>,
        source: &Rc<dyn Source>,
    ) -> Result<Option<Rc<dyn LibraryFunction>>, Vec<UnusableFunction>>;
}

/// A function that is ready to be called.
pub trait LibraryFunction {
    /// Calls the function with these arguments; strings that it prints are added to `printed`.
    ///
    /// # Errors
    /// Fails if the function stopped, or returned something that is not a value.
    fn call(&self, arguments: Vec<Value>, printed: &mut Vec<Problem>) -> Result<Value, FunctionStopped>;
}
