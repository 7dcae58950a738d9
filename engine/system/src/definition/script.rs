//! Functions that a schema names: mergers and handlers. A host that can run scripts provides them.

use std::rc::Rc;

use assay_document::source::Source;
use assay_document::text::{Fault, IssueCode, Span};
use serde_json::Value;

use super::note::{Diagnostic, Level, of_fault};
use super::schema::Schema;
use crate::{FunctionRequest, FunctionStopped, LibraryFunction, LibraryFunctions, UnusableFunction};

/// The functions of a schema, by the numbers under which it names them.
#[derive(Default)]
pub(super) struct DefinitionFunctions {
    all: Vec<Option<SchemaFunction>>,
    /// The diagnostics about the libraries and their calls, each once.
    pub diagnostics: Vec<Diagnostic>,
}

struct SchemaFunction {
    /// `library.function`.
    name: String,
    call: Rc<dyn LibraryFunction>,
    is_given_up: bool,
}

pub(super) struct FailedFunction {
    pub name: String,
    pub why: String,
}

impl DefinitionFunctions {
    pub fn new(schema: &Schema, scripts: Option<&dyn LibraryFunctions>, source: &Rc<dyn Source>) -> Self {
        let mut functions = Self::default();
        for named in &schema.functions {
            let request = FunctionRequest {
                schema: &schema.path,
                library: &named.library,
                function: &named.name,
                parameters: named.parameters,
            };
            let found = if let Some(scripts) = scripts {
                scripts.function(&request, source)
            } else {
                let message = "scripts cannot be run here".to_owned();
                Err(vec![UnusableFunction::Named(IssueCode::SchemaScript, message, None)])
            };
            let found = match found {
                Ok(None) if !named.is_optional => {
                    let message = format!("the library `{}` has no function `{}`", named.library, named.name);
                    Err(vec![UnusableFunction::Named(IssueCode::ScriptUnknownFunction, message, None)])
                }
                found => found,
            };
            let call = found.unwrap_or_else(|unfit| {
                for unfit in unfit {
                    functions.unfit(schema, unfit, named.span);
                }
                None
            });
            let name = format!("{}.{}", named.library, named.name);
            functions.all.push(call.map(|call| SchemaFunction { name, call, is_given_up: false }));
        }
        functions.check_handlers(schema);
        functions
    }

    fn unfit(&mut self, schema: &Schema, unfit: UnusableFunction, span: Span) {
        self.add_diagnostic(match unfit {
            UnusableFunction::Library(problem) => Diagnostic::new(Level::Error, *problem),
            UnusableFunction::Named(code, message, help) => {
                let fault = Fault { help, ..Fault::new(code, message, span) };
                of_fault(Level::Error, fault, &schema.path, &schema.text)
            }
        });
    }

    /// Reports libraries of handlers that have no handler.
    fn check_handlers(&mut self, schema: &Schema) {
        for handlers in schema.types.iter().filter_map(|spec| spec.handlers) {
            let named = &schema.functions[handlers];
            if self.diagnostics.is_empty() && self.all[handlers..handlers + HANDLERS.len()].iter().all(Option::is_none)
            {
                let known: Vec<&str> = HANDLERS.iter().map(|(name, _)| *name).collect();
                let message = format!("the library `{}` has no handler", named.library);
                let help = Some(format!("handlers are {}", known.join(", ")));
                let unfit = UnusableFunction::Named(IssueCode::ScriptUnknownFunction, message, help);
                self.unfit(schema, unfit, named.span);
            }
        }
    }

    fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
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
    pub fn call(&mut self, function: usize, arguments: Vec<Value>) -> Result<Value, FailedFunction> {
        let Some(SchemaFunction { name, call, is_given_up }) = &mut self.all[function] else { return Ok(Value::Null) };
        let name = name.clone();
        if *is_given_up {
            let why = "it took too long in an earlier call and is not called again".to_owned();
            return Err(FailedFunction { name, why });
        }
        let mut printed = Vec::new();
        let called = call.call(arguments, &mut printed);
        if let Err(FunctionStopped { took_long, .. }) = &called {
            // The function would take as long for each of thousands of definitions.
            *is_given_up = *took_long;
        }
        for problem in printed {
            self.add_diagnostic(Diagnostic::new(Level::Info, problem));
        }
        called.map_err(|FunctionStopped { problem, .. }| {
            let place = problem
                .path
                .iter()
                .zip(problem.region)
                .map(|(path, region)| format!("{path}:{}:{}: ", region.start.line, region.start.char_column));
            let why = format!("{}{}", place.collect::<String>(), problem.message);
            self.add_diagnostic(Diagnostic::new(Level::Error, *problem));
            FailedFunction { name, why }
        })
    }
}

/// The handlers of a type, with the numbers of their parameters.
pub(super) const HANDLERS: [(&str, usize); 4] =
    [("before_load", 1), ("after_load", 2), ("unload", 1), ("handle_override", 3)];
