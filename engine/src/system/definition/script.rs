//! Functions that a schema names: mergers and handlers. A host that can run scripts provides them.

use std::rc::Rc;

use serde_json::Value;

use super::note::{Diagnostic, Level, of_fault};
use super::schema::Schema;
use crate::report::Problem;
use crate::source::Source;
use crate::text::{Fault, IssueCode};

/// A function that a schema names.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The path of the schema. Libraries lie in folders beside it.
    pub schema: &'w str,
    /// The library.
    pub library: &'w str,
    /// Its name there.
    pub function: &'w str,
    /// The number of its parameters.
    pub parameters: usize,
}

/// The reason why a function cannot be used.
#[derive(Debug)]
pub enum Unfit {
    /// The schema names what is not there: code, sentence, what to do about it.
    Named(IssueCode, String, Option<String>),
    /// Something is wrong in a library.
    Library(Box<Problem>),
}

/// The reason why a call ended without a result.
#[derive(Debug)]
pub struct Stopped {
    /// The error, at its place in the library.
    pub problem: Box<Problem>,
    /// True if the call had run for long: the function is not called again.
    pub took_long: bool,
}

/// Runs the functions of libraries.
pub trait Scripts {
    /// The function; `None` when the library has no function of that name.
    ///
    /// # Errors
    /// It cannot be had.
    fn function(&self, wanted: &Wanted<'_>, source: &Rc<dyn Source>) -> Result<Option<Rc<dyn Call>>, Vec<Unfit>>;
}

/// A function that is ready to be called.
pub trait Call {
    /// Calls the function with these arguments; strings that it prints are added to `printed`.
    ///
    /// # Errors
    /// The function stopped, or returned something that is not a value.
    fn call(&self, arguments: Vec<Value>, printed: &mut Vec<Problem>) -> Result<Value, Stopped>;
}

/// The functions of a schema, by the numbers under which it names them.
#[derive(Default)]
pub(super) struct Functions {
    all: Vec<Option<Function>>,
    /// The diagnostics about the libraries and their calls, each once.
    pub said: Vec<Diagnostic>,
}

struct Function {
    /// `library.function`.
    name: String,
    call: Rc<dyn Call>,
    is_given_up: bool,
}

/// A function did not do its work.
pub(super) struct Failed {
    pub name: String,
    pub why: String,
}

impl Functions {
    pub fn new(schema: &Schema, scripts: Option<&dyn Scripts>, source: &Rc<dyn Source>) -> Self {
        let mut functions = Self::default();
        for named in &schema.functions {
            let wanted = Wanted {
                schema: &schema.path,
                library: &named.library,
                function: &named.name,
                parameters: named.parameters,
            };
            let found = match scripts {
                Some(scripts) => scripts.function(&wanted, source),
                None => Err(vec![Unfit::Named(
                    IssueCode::SchemaScript,
                    "there is nothing here that runs scripts".into(),
                    None,
                )]),
            };
            let name = format!("{}.{}", named.library, named.name);
            let function = match found {
                Ok(Some(call)) => Some(Function { name, call, is_given_up: false }),
                Ok(None) => {
                    if !named.is_optional {
                        let message = format!("the library `{}` has no function `{}`", named.library, named.name);
                        functions.unfit(
                            schema,
                            Unfit::Named(IssueCode::ScriptUnknownFunction, message, None),
                            named.span,
                        );
                    }
                    None
                }
                Err(unfit) => {
                    for unfit in unfit {
                        functions.unfit(schema, unfit, named.span);
                    }
                    None
                }
            };
            functions.all.push(function);
        }
        functions.check_handlers(schema);
        functions
    }

    fn unfit(&mut self, schema: &Schema, unfit: Unfit, span: crate::text::Span) {
        self.say(match unfit {
            Unfit::Library(problem) => Diagnostic { level: Level::Error, problem: *problem },
            Unfit::Named(code, message, help) => {
                let fault = Fault { help, ..Fault::new(code, message, span) };
                of_fault(Level::Error, fault, &schema.path, Some(&schema.text))
            }
        });
    }

    /// Reports libraries of handlers that have no handler.
    fn check_handlers(&mut self, schema: &Schema) {
        for handlers in schema.types.iter().filter_map(|spec| spec.handlers) {
            let named = &schema.functions[handlers];
            if self.said.is_empty() && self.all[handlers..handlers + HANDLERS.len()].iter().all(Option::is_none) {
                let known: Vec<&str> = HANDLERS.iter().map(|(name, _)| *name).collect();
                let message = format!("the library `{}` has no handler", named.library);
                let help = Some(format!("handlers are {}", known.join(", ")));
                self.unfit(schema, Unfit::Named(IssueCode::ScriptUnknownFunction, message, help), named.span);
            }
        }
    }

    fn say(&mut self, said: Diagnostic) {
        if !self.said.contains(&said) {
            self.said.push(said);
        }
    }

    /// Returns true if a function with that number exists.
    pub fn has(&self, function: Option<usize>) -> bool {
        function.is_some_and(|at| self.all[at].is_some())
    }

    /// Returns the name of the function with that number, `library.function`; empty if the function does not exist.
    pub fn name(&self, function: usize) -> &str {
        self.all[function].as_ref().map_or("", |function| &function.name)
    }

    /// Calls the function with that number; returns null if the function does not exist.
    pub fn call(&mut self, function: usize, arguments: Vec<Value>) -> Result<Value, Failed> {
        let Some(Function { name, call, is_given_up }) = &mut self.all[function] else { return Ok(Value::Null) };
        let name = name.clone();
        if *is_given_up {
            return Err(Failed { name, why: "it took too long before and is not called again".to_owned() });
        }
        let mut printed = Vec::new();
        let called = call.call(arguments, &mut printed);
        if let Err(Stopped { took_long, .. }) = &called {
            *is_given_up = *took_long;
        }
        for problem in printed {
            self.say(Diagnostic { level: Level::Info, problem });
        }
        called.map_err(|Stopped { problem, .. }| {
            let place = problem
                .path
                .iter()
                .zip(problem.region)
                .map(|(path, region)| format!("{path}:{}:{}: ", region.start.line, region.start.char_column));
            let why = format!("{}{}", place.collect::<String>(), problem.message);
            self.say(Diagnostic { level: Level::Error, problem: *problem });
            Failed { name, why }
        })
    }
}

/// The handlers of a type, with the numbers of their parameters.
pub(super) const HANDLERS: [(&str, usize); 4] =
    [("before_load", 1), ("after_load", 2), ("unload", 1), ("handle_override", 3)];
