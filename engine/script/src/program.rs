//! The compiled functions of a rule.

use std::fmt;
use std::rc::Rc;

use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_store::{CollectionNames, Demand};

use super::code::{Code, Codes};
use super::compile::ScriptCompiler;
use super::modules::Libraries;
use super::syntax::count_parameters;
use super::{Function, Host, ScriptFault, Unit};

/// The compiled functions of a rule; clones share them.
#[derive(Clone)]
pub struct Program {
    shared: Rc<SharedProgram>,
}

struct SharedProgram {
    host: Host,
    units: Vec<Rc<Code>>,
    /// The libraries that the units import, by name.
    codes: Codes,
    libraries: Libraries,
    names: CollectionNames,
}

impl Program {
    /// Compiles functions. A function of an earlier unit hides one of a later unit with the same name and number of
    /// parameters.
    ///
    /// # Errors
    /// Returns all errors in the units and in the libraries that they import.
    pub fn compile(
        host: &Host,
        units: &[Unit<'_>],
        libraries: &Libraries,
        names: &CollectionNames,
    ) -> Result<Self, Vec<ScriptFault>> {
        let mut compiler = ScriptCompiler::new(host, libraries, names);
        let units: Vec<Option<Rc<Code>>> = units.iter().map(|unit| compiler.unit(unit)).collect();
        let ScriptCompiler { codes, faults, .. } = compiler;
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            shared: Rc::new(SharedProgram {
                host: host.clone(),
                units: units.into_iter().flatten().collect(),
                codes,
                libraries: libraries.clone(),
                names: names.clone(),
            }),
        })
    }

    /// Returns the function `name` (`NAME` or `module.NAME`) for a filter: with the parameters `(data, filepath)`.
    ///
    /// # Errors
    /// Returns a fault if there is no such function, or if it has another number of parameters. The span is in bytes of
    /// `name`.
    pub fn filter(&self, name: &str) -> Result<Function, Fault> {
        self.function(name, 2, "a filter is called with `(data, filepath)`")
    }

    /// Returns the function `name` for a condition: with the parameters `(data, filepath, condition)`.
    ///
    /// # Errors
    /// As [`Self::filter`].
    pub fn condition(&self, name: &str) -> Result<Function, Fault> {
        self.function(name, 3, "a condition is called with `(data, filepath, condition)`")
    }

    /// Returns the name of the function that `name` most likely means, with any parameters: the same name, or else the
    /// most similar one.
    pub fn similar_function(&self, name: &str) -> Option<&str> {
        let names = || self.shared.units.iter().flat_map(|unit| unit.names().filter(|name| !unit.is_private(name)));
        names().find(|known| *known == name).or_else(|| nearest(name, names()))
    }

    /// Returns the project data that must be loaded before any of the functions runs.
    pub fn demand(&self) -> Demand {
        self.shared.units.iter().fold(Demand::default(), |demand, unit| demand.and(unit.demand()))
    }

    /// Returns the function `name` with this number of parameters; `why` explains the number in messages.
    pub(super) fn function(&self, name: &str, parameters: usize, why: &str) -> Result<Function, Fault> {
        let span = Span::of(0, name.len());
        let (codes, bare) = match name.rsplit_once('.') {
            Some((module, bare)) => (vec![self.library(module, span)?], bare),
            None => (self.shared.units.clone(), name),
        };
        if let Some(code) = codes.iter().find(|code| code.parameters_of(bare).contains(&parameters)) {
            if code.is_private(bare) {
                let fault =
                    Fault::new(IssueCode::ScriptPrivateFunction, format!("the function `{bare}` is private"), span);
                return Err(fault.help("remove the word `private`"));
            }
            let units = &self.shared.units;
            // It may call functions of the other units, so their data is needed, too.
            let demand = self.demand().and(code.demand());
            return Ok(Function::new(name, bare, code, units, &self.shared.codes, demand));
        }
        let counts: Vec<usize> = codes.iter().flat_map(|code| code.parameters_of(bare)).collect();
        if let Some(count) = counts.first() {
            let message = format!("the function `{name}` takes {}; {why}", count_parameters(*count));
            return Err(Fault::new(IssueCode::ScriptParameters, message, span));
        }
        let fault = Fault::new(IssueCode::ScriptUnknownFunction, format!("there is no function `{name}`"), span);
        let suggestion = nearest(bare, codes.iter().flat_map(|code| code.names()));
        Err(match suggestion {
            Some(near) => {
                let module = &name[..name.len() - bare.len()];
                fault.suggest(format!("{module}{near}"))
            }
            None => fault.help("write the functions of a rule in `func_str`, those of a rule file in `script`"),
        })
    }

    /// Returns a library by its name; compiles it if no unit imports it.
    fn library(&self, module: &str, span: Span) -> Result<Rc<Code>, Fault> {
        if let Some(code) = self.shared.codes.get(module) {
            return Ok(Rc::clone(code));
        }
        let shared = &self.shared;
        let mut compiler = ScriptCompiler::new(&shared.host, &shared.libraries, &shared.names);
        match compiler.library_named(module) {
            Some(code) => Ok(code),
            None => Err(if let Some(fault) = compiler.faults.into_iter().next() {
                let message = format!("the library `{module}` cannot be used: {}", fault.describe());
                Fault { message, span, ..fault.fault }
            } else {
                shared.libraries.missing_fault(IssueCode::ScriptUnknownLibrary, module, span)
            }),
        }
    }

    pub(super) fn units(&self) -> &[Rc<Code>] {
        &self.shared.units
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.shared.codes
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.shared.units.iter().flat_map(|unit| unit.names()).collect();
        f.debug_struct("Program").field("functions", &names).finish_non_exhaustive()
    }
}
