//! Compiles code: parses it, adds guards, and compiles the libraries that it imports.

use std::rc::Rc;

use assay_document::text::{Fault, IssueCode, Span};
use assay_store::CollectionNames;
use rhai::{Module, Scope};

use super::code::{Code, Codes, combine_code};
use super::code_text::{CodeOrigin, CodeText};
use super::collection::Namespaces;
use super::guard::Guard;
use super::host::Host;
use super::modules::{Libraries, Library};
use super::script_names::ScriptNames;
use super::tangle::check_nesting;
use super::{ScriptFault, ScriptPlace, Unit, demand, failure, syntax};

/// Compiles code, with the libraries that it needs.
pub(super) struct ScriptCompiler<'c> {
    pub host: &'c Host,
    pub libraries: &'c Libraries,
    pub names: &'c CollectionNames,
    /// The libraries that have been compiled so far.
    pub codes: Codes,
    /// The libraries that are being compiled; each imports the next one.
    open: Vec<String>,
    pub faults: Vec<ScriptFault>,
}

impl<'c> ScriptCompiler<'c> {
    pub const fn new(host: &'c Host, libraries: &'c Libraries, names: &'c CollectionNames) -> Self {
        Self { host, libraries, names, codes: Codes::new(), open: Vec::new(), faults: Vec::new() }
    }

    /// Compiles a unit; `None` if it has errors, which are then in the list of faults.
    pub fn unit(&mut self, unit: &Unit<'_>) -> Option<Rc<Code>> {
        self.compile(CodeOrigin::Unit(unit.id), unit.text)
    }

    /// Compiles a library, unless it is compiled already.
    fn library(&mut self, library: &Library) -> Option<Rc<Code>> {
        if let Some(known) = self.codes.get(&library.name) {
            return Some(Rc::clone(known));
        }
        let code = if let Some(known) = self.host.known_library(library) {
            self.codes.extend(known.all_imports());
            known
        } else {
            self.open.push(library.name.clone());
            let origin = CodeOrigin::Library { name: library.name.clone(), path: library.path.clone() };
            let code = self.compile(origin, &library.text);
            self.open.pop();
            let code = code?;
            // Another rule file may have another collection, or none, of that name.
            if !code.uses_own() {
                self.host.keep_library(library, &code);
            }
            code
        };
        self.codes.insert(library.name.clone(), Rc::clone(&code));
        Some(code)
    }

    /// Returns the library of that name, compiled.
    pub fn library_named(&mut self, name: &str) -> Option<Rc<Code>> {
        let library = self.libraries.find(name)?;
        self.library(&library)
    }

    fn compile(&mut self, origin: CodeOrigin, text: &str) -> Option<Rc<Code>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // The libraries come first, because the evaluation below runs the code's imports.
        let before = self.faults.len();
        let imports = self.imports(&origin, text);
        let engine = self.host.engine();
        let compiled = engine.compile(text);
        let compiled = compiled.map_err(|error| syntax::fault(text, &error, &self.host.state().meter.limits));
        let mut ast = match compiled.and_then(|ast| check_nesting(&ast, text).map(|()| ast)) {
            Ok(ast) => ast,
            Err(fault) => {
                self.fault(&origin, text, fault);
                return None;
            }
        };
        ast.set_source(origin.source());
        let functions = ast.iter_functions().map(|function| function.name.to_owned()).collect();
        let names = ScriptNames { functions, namespaces: Namespaces::new(self.host.state(), self.names) };
        let (ast, unresolved) = Guard::new(&names).guard(&ast, self.host.engine(), &self.host.state().bodies);
        for entry in unresolved {
            let fault = names.fault(text, &entry);
            self.fault(&origin, text, fault);
        }
        if self.faults.len() > before {
            return None;
        }
        let uses_own = names.namespaces.used_own.get();
        let used = names.namespaces.used.borrow();
        let demand = demand::of_code(text, |collection| used.contains(&collection));
        let text = Rc::new(CodeText { origin, text: text.to_owned() });
        let mut code = Code { text, ast, module: Rc::default(), demand, uses_own, imports };
        match self.evaluate(&code) {
            Ok(module) => code.module = module,
            Err(fault) => {
                self.faults.push(fault);
                return None;
            }
        }
        Some(Rc::new(code))
    }

    /// Compiles the libraries that code imports.
    fn imports(&mut self, origin: &CodeOrigin, text: &str) -> Vec<Rc<Code>> {
        let mut imports = Vec::new();
        for (name, span) in Libraries::imports(text) {
            if let Some(fault) = self.not_to_be_imported(&name, span) {
                self.fault(origin, text, fault);
            } else if let Some(code) = self.library_named(&name) {
                imports.push(code);
            } else if self.libraries.find(&name).is_none() {
                let fault = self.libraries.missing_fault(IssueCode::ScriptImportMissing, &name, span);
                self.fault(origin, text, fault);
            }
        }
        imports
    }

    /// Returns the fault of a name that cannot be imported; `None` if it can.
    fn not_to_be_imported(&self, name: &str, span: Span) -> Option<Fault> {
        if let Some(at) = self.open.iter().position(|open| open == name) {
            let cycle =
                self.open[at..].iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("` imports `");
            let message = format!("libraries import each other in a cycle: `{cycle}`");
            return Some(
                Fault::new(IssueCode::ScriptImportCycle, message, span)
                    .help("move the functions that both need into a third library"),
            );
        }
        let message = format!("`{name}` is not a library");
        Namespaces::is_namespace(name).then(|| {
            Fault::new(IssueCode::ScriptImportCollection, message, span)
                .help(format!("remove the import: `{name}` is always available"))
        })
    }

    /// Runs the code outside of functions, and prepares the functions.
    fn evaluate(&self, code: &Code) -> Result<Rc<Module>, ScriptFault> {
        let state = self.host.state();
        // Constants of a library may call its functions, so this code runs within the limits, too.
        state.begin_loading(&combine_code(None, &[], &self.codes));
        let module = Module::eval_ast_as_new(Scope::new(), &code.ast, self.host.engine());
        let error = failure::of(state, module.as_ref().err().map(|error| &**error));
        state.end_loading();
        match error {
            None => Ok(Rc::new(module.unwrap_or_default())),
            Some(failure) => {
                let elsewhere = (failure.source != code.text.origin.source())
                    .then(|| state.place(&failure.source, failure.position));
                let place = elsewhere.flatten().unwrap_or_else(|| code.text.place(failure.position));
                let fault = Fault {
                    span: span_of(&place),
                    code: failure.code,
                    message: failure.message,
                    help: failure.help,
                    suggestion: None,
                };
                Err(ScriptFault { fault, place })
            }
        }
    }

    fn fault(&mut self, origin: &CodeOrigin, text: &str, fault: Fault) {
        let place = origin.place(text, fault.span);
        self.faults.push(ScriptFault { fault, place });
    }
}

/// Returns the bytes of a place in its text.
fn span_of(place: &ScriptPlace) -> Span {
    match place {
        ScriptPlace::Unit { span, .. } | ScriptPlace::Expression { span } => *span,
        ScriptPlace::Library { region, .. } => Span::new(region.start.offset, region.end.offset),
    }
}
