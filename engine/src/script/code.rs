//! Code of a unit or a library, compiled and guarded.

use std::collections::BTreeMap;
use std::rc::Rc;

use rhai::{AST, Dynamic, Module, Position, Scope};

use super::collection::Namespaces;
use super::failure;
use super::guard::{Guard, Meaning, ScriptNames, Stray};
use super::host::Host;
use super::modules::{Libraries, Library};
use super::tangle::untangled;
use super::{Place, ScriptFault, Unit, UnitId, demand, habit, places, syntax};
use crate::report::Excerpt;
use crate::store::{CollectionNames, Demand};
use crate::text::{Fault, IssueCode, LineIndex, Span, nearest};

/// Libraries that are compiled, by name.
pub(super) type Codes = BTreeMap<String, Rc<Code>>;

/// Compiled code.
pub(super) struct Code {
    origin: CodeOrigin,
    /// Without a byte order mark.
    text: String,
    ast: AST,
    /// Its public functions; each runs with the imports and the constants of this code.
    pub module: Rc<Module>,
    demand: Demand,
    /// True if the code looks into a custom collection.
    uses_own: bool,
    /// The libraries that it imports.
    imports: Vec<Rc<Code>>,
}

/// Whose code it is.
enum CodeOrigin {
    Unit(UnitId),
    Library { name: String, path: String },
}

/// Compiles code, with the libraries that it needs.
pub(super) struct Compiler<'c> {
    pub host: &'c Host,
    pub libraries: &'c Libraries,
    pub names: &'c CollectionNames,
    /// The libraries that have been compiled so far.
    pub codes: Codes,
    /// The libraries that are being compiled, one importing the next.
    open: Vec<String>,
    pub faults: Vec<ScriptFault>,
}

impl<'c> Compiler<'c> {
    pub const fn new(host: &'c Host, libraries: &'c Libraries, names: &'c CollectionNames) -> Self {
        Self { host, libraries, names, codes: Codes::new(), open: Vec::new(), faults: Vec::new() }
    }

    /// Compiles a unit; `None` when something is wrong with it, which is among the faults then.
    pub fn unit(&mut self, unit: &Unit<'_>) -> Option<Rc<Code>> {
        self.compile(CodeOrigin::Unit(unit.id), unit.text)
    }

    /// Compiles a library, once.
    fn library(&mut self, library: &Library) -> Option<Rc<Code>> {
        if let Some(known) = self.codes.get(&library.name) {
            return Some(Rc::clone(known));
        }
        let code = if let Some(known) = self.host.known_library(library) {
            self.codes.extend(known.reached());
            known
        } else {
            self.open.push(library.name.clone());
            let origin = CodeOrigin::Library { name: library.name.clone(), path: library.path.clone() };
            let code = self.compile(origin, &library.text);
            self.open.pop();
            let code = code?;
            if !code.uses_own() {
                self.host.keep_library(library, &code);
            }
            code
        };
        self.codes.insert(library.name.clone(), Rc::clone(&code));
        Some(code)
    }

    /// The library of that name, compiled.
    pub fn library_named(&mut self, name: &str) -> Option<Rc<Code>> {
        let library = self.libraries.find(name)?;
        self.library(&library)
    }

    fn compile(&mut self, origin: CodeOrigin, text: &str) -> Option<Rc<Code>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let before = self.faults.len();
        let imports = self.imports(&origin, text);
        let engine = self.host.engine();
        let compiled = engine.compile(text);
        let compiled = compiled.map_err(|error| syntax::fault(text, &error, &self.host.state().meter.limits));
        let mut ast = match compiled.and_then(|ast| untangled(&ast, text).map(|()| ast)) {
            Ok(ast) => ast,
            Err(fault) => {
                self.fault(&origin, text, fault);
                return None;
            }
        };
        ast.set_source(origin.source());
        let functions = ast.iter_functions().map(|function| function.name.to_owned()).collect();
        let names = Scripted { functions, namespaces: self.host.namespaces(self.names) };
        let (ast, strays) = Guard::new(&names).guarded(&ast, self.host.engine(), &self.host.state().bodies);
        for stray in strays {
            let fault = names.fault(text, &stray);
            self.fault(&origin, text, fault);
        }
        if self.faults.len() > before {
            return None;
        }
        let uses_own = names.namespaces.used_own.get();
        let used = names.namespaces.used.borrow();
        let (text, demand) = (text.to_owned(), demand::of_code(text, |collection| used.contains(&collection)));
        let mut code = Code { origin, text, ast, module: Rc::default(), demand, uses_own, imports };
        match self.evaluated(&code) {
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
                let fault = Fault::new(IssueCode::ScriptImportMissing, format!("there is no library `{name}`"), span);
                let fault = match nearest(&name, self.libraries.names()) {
                    Some(near) => fault.meant(near),
                    None => fault.help(format!("a library is a file `lib/{name}.rhai` beside the rule file")),
                };
                self.fault(origin, text, fault);
            }
        }
        imports
    }

    /// Why a name cannot be imported, if so.
    fn not_to_be_imported(&self, name: &str, span: Span) -> Option<Fault> {
        if let Some(at) = self.open.iter().position(|open| open == name) {
            let circle =
                self.open[at..].iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("` imports `");
            let message = format!("libraries import each other in a circle: `{circle}`");
            return Some(
                Fault::new(IssueCode::ScriptImportCycle, message, span).help("move what both need into a third one"),
            );
        }
        let message = format!("`{name}` is no library");
        Namespaces::is_namespace(name).then(|| {
            Fault::new(IssueCode::ScriptImportCollection, message, span)
                .help(format!("leave the import out: `{name}` is there already"))
        })
    }

    /// Runs the code outside of functions, and makes the functions ready.
    fn evaluated(&self, code: &Code) -> Result<Rc<Module>, ScriptFault> {
        let state = self.host.state();
        state.begin_loading(&self.codes);
        let module = Module::eval_ast_as_new(Scope::new(), &code.ast, self.host.engine());
        let error = failure::of(state, module.as_ref().err().map(|error| &**error));
        state.end_loading();
        match error {
            None => Ok(Rc::new(module.unwrap_or_default())),
            Some(failure) => {
                let elsewhere =
                    (failure.source != code.source()).then(|| state.place(&failure.source, failure.position));
                let place = elsewhere.flatten().unwrap_or_else(|| code.place(failure.position));
                let fault = Fault {
                    span: span_of(&place),
                    code: failure.code,
                    message: failure.message,
                    help: failure.help,
                    meant: None,
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

impl Code {
    /// The name under which Rhai's errors call it.
    pub fn source(&self) -> String {
        self.origin.source()
    }

    /// Whether it is that library's.
    pub fn is_library(&self, library: &Library) -> bool {
        matches!(&self.origin, CodeOrigin::Library { name, path } if *name == library.name && *path == library.path)
    }

    /// Returns true if the code, or a library that it imports, looks into a custom collection.
    fn uses_own(&self) -> bool {
        self.uses_own || self.imports.iter().any(|import| import.uses_own())
    }

    /// All functions of the code, private ones and closures included.
    pub fn functions(&self) -> &Rc<Module> {
        self.ast.shared_lib()
    }

    /// The public functions of that name, by their numbers of parameters.
    pub fn parameters_of(&self, name: &str) -> Vec<usize> {
        let functions = self.ast.iter_functions();
        let named = functions.filter(|function| function.name == name && function.this_type.is_none());
        let mut counts: Vec<usize> = named.map(|function| function.params.len()).collect();
        counts.sort_unstable();
        counts
    }

    /// Whether the function of that name is kept from others.
    pub fn is_private(&self, name: &str) -> bool {
        self.ast.iter_functions().any(|function| function.name == name && function.access.is_private())
    }

    /// The names of its functions, closures left out.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.ast.iter_functions().map(|function| function.name).filter(|name| !name.starts_with("anon$"))
    }

    /// Returns the project data that the code and the libraries that it imports may use.
    pub fn demand(&self) -> Demand {
        self.imports.iter().fold(self.demand, |demand, import| demand.and(import.demand()))
    }

    /// The libraries that it reaches, by name.
    pub fn reached(&self) -> Codes {
        let mut codes = Codes::new();
        for import in &self.imports {
            codes.extend(import.reached());
            if let CodeOrigin::Library { name, .. } = &import.origin {
                codes.insert(name.clone(), Rc::clone(import));
            }
        }
        codes
    }

    /// A place in the code.
    pub fn place(&self, position: Position) -> Place {
        self.origin.place(&self.text, places::span(&self.text, position))
    }

    /// Where a function is defined: its name.
    pub fn definition(&self, name: &str) -> Place {
        use super::words::{ScriptToken, tokens};
        let tokens = tokens(&self.text);
        let found = tokens.windows(2).find_map(|pair| match pair {
            [ScriptToken::Word("fn", _), ScriptToken::Word(word, span)] if *word == name => Some(*span),
            _ => None,
        });
        self.origin.place(&self.text, found.unwrap_or_default())
    }
}

impl CodeOrigin {
    fn source(&self) -> String {
        match self {
            Self::Unit(id) => format!("unit {}", id.0),
            Self::Library { name, .. } => format!("library {name}"),
        }
    }

    fn place(&self, text: &str, span: Span) -> Place {
        match self {
            Self::Unit(unit) => Place::Unit { unit: *unit, span },
            Self::Library { path, .. } => {
                let lines = LineIndex::new(text);
                let region = lines.region(span);
                Place::Library { path: path.clone(), region, excerpt: Excerpt::new(&lines, region) }
            }
        }
    }
}

/// The bytes of a place in the text that it is in.
fn span_of(place: &Place) -> Span {
    match place {
        Place::Unit { span, .. } | Place::Expression { span } => *span,
        Place::Library { region, .. } => Span::new(region.start.offset, region.end.offset),
    }
}

/// The functions and collections that a script can name.
struct Scripted {
    functions: Vec<String>,
    namespaces: Namespaces,
}

impl ScriptNames for Scripted {
    fn meaning(&self, name: &str) -> Meaning {
        match self.namespaces.named(name) {
            Some(value) => Meaning::Value(value),
            None if self.functions.iter().any(|function| function == name) => Meaning::Function,
            None => Meaning::Unknown,
        }
    }

    fn property(&self, name: &str, property: &str) -> Option<Dynamic> {
        self.namespaces.property(name, property)
    }
}

impl Scripted {
    /// Returns the fault of a name that is unknown or cannot be assigned to.
    fn fault(&self, text: &str, stray: &Stray) -> Fault {
        let Stray { name, position, is_known } = stray;
        let span = places::span(text, *position);
        if *is_known {
            let message = format!("`{name}` cannot be changed");
            return Fault::new(IssueCode::ScriptUnknownVariable, message, span)
                .help("choose another name for the variable");
        }
        let fault = Fault::new(IssueCode::ScriptUnknownVariable, format!("there is no variable `{name}`"), span);
        if let Some(help) = habit::word(name) {
            return habit::told(fault, help, Some(span));
        }
        if Libraries::aliases(text).contains(&name.as_str()) {
            return fault.help(format!("functions of a library are called with two colons: `{name}::…(…)`"));
        }
        let words = self.functions.iter().map(String::as_str).chain(self.namespaces.names());
        match nearest(name, words) {
            Some(near) => fault.meant(near),
            None => fault.help(format!(
                "functions see their parameters only; declare it with `let {name} = …`, or write `const {name} = …` \
                 outside and `global::{name}` inside"
            )),
        }
    }
}
