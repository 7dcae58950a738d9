//! The functions that systems provide for scripts.

use rhai::Dynamic;

use super::needs::DataNeeds;

/// A function that scripts can call with the path of a file.
#[derive(Clone, Copy, Debug)]
pub struct SystemFunction {
    /// Its name.
    pub name: &'static str,
    /// The form of a call, and the type of the result: `name(path) -> map`.
    pub signature: &'static str,
    /// The description of the result, in one sentence.
    pub doc: &'static str,
    /// The data that it needs.
    pub needs: DataNeeds,
}

/// Answers the calls of a system's functions.
pub trait Resolver {
    /// Returns the work that a call takes, in bytes that could be read in the same time.
    fn cost(&self) -> usize;

    /// Returns the result of a function for a path. `exists` returns true if a file exists at a path.
    ///
    /// # Errors
    /// Fails if the function has no result for the path.
    fn resolve(&self, function: &str, path: &str, exists: &dyn Fn(&str) -> bool) -> Result<Dynamic, Refused>;
}

/// The reason why a function has no result.
#[derive(Debug)]
pub struct Refused {
    /// The message.
    pub message: String,
    /// A hint for the author of the rule.
    pub help: &'static str,
    /// The work that was done for nothing, in bytes that could be read in the same time.
    pub cost: usize,
}
