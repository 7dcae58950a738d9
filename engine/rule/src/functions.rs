//! The functions that the rules of a file can call: from their `func_str`, from the `script:` of the file, and from
//! libraries.

use std::cell::RefCell;
use std::collections::HashMap;

use assay_document::text::Fault;
use assay_report::{Diagnostics, Problem};
use assay_script::{Libraries, Program, UnitId};

use super::document::RuleScalar;
use super::file::FileSpec;
use super::file_text::FileText;
use super::fill::Filler;
use super::scripts::{CompileFailure, Scripts};
use super::spec::RuleSpec;

/// The functions that the rules of one file can call.
pub(super) struct Functions<'s> {
    pub scripts: &'s Scripts<'s>,
    /// The number of the file in the set.
    pub number: usize,
    script: RuleScript,
    /// The functions that rules without a `func_str` can call, by the libraries that they name.
    shared: RefCell<HashMap<Vec<String>, Callable>>,
}

/// The functions of one rule file. Its `script:` may use parameters, so each combination of their values has a set of
/// functions.
pub(super) struct FileFunctions<'s> {
    script: Option<&'s RuleScalar>,
    /// The script of each set, and its functions.
    sets: Vec<(Option<RuleScalar>, Functions<'s>)>,
}

impl<'s> FileFunctions<'s> {
    /// Compiles the `script:` of a file for each combination of parameter values of its rules. Its problems, which are
    /// the same for each, are reported once.
    pub fn new(scripts: &'s Scripts<'s>, number: usize, spec: &'s FileSpec, out: &mut Diagnostics) -> Self {
        let script = spec.script.as_ref();
        let mut texts: Vec<Option<RuleScalar>> = Vec::new();
        for rule in spec.rules.iter().filter(|rule| rule.is_enabled()) {
            let text = fill_script(script, rule);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        // The script is compiled even if no rule is on, so that its problems are reported.
        if texts.is_empty() {
            texts.push(script.cloned());
        }
        let mut unheard = Diagnostics::default();
        let sets = texts.into_iter().enumerate().map(|(at, text)| {
            let out = if at == 0 { &mut *out } else { &mut unheard };
            let functions = Functions::of_file(scripts, number, text.as_ref(), out);
            (text, functions)
        });
        Self { script, sets: sets.collect() }
    }

    pub fn of_rule(&self, rule: &RuleSpec) -> &Functions<'s> {
        let text = fill_script(self.script, rule);
        let set = self.sets.iter().find(|(script, _)| *script == text).unwrap_or(&self.sets[0]);
        &set.1
    }
}

/// Returns a script with the values that a rule has for parameters.
fn fill_script(script: Option<&RuleScalar>, rule: &RuleSpec) -> Option<RuleScalar> {
    script.map(|script| Filler::new(&rule.parameters).script(script))
}

/// The functions that a rule can call; `None` if it has no functions, an error if they cannot be used.
pub(super) type Callable = Result<Option<Program>, Broken>;

/// The `script:` of a rule file.
#[derive(Clone, Copy)]
enum RuleScript {
    None,
    Unit(UnitId),
    /// The script has errors, which have been reported.
    Broken,
}

/// The reason why a rule cannot call its functions.
#[derive(Clone, Debug)]
pub(super) enum Broken {
    /// Its `func_str` has errors, which have been reported for the rule.
    Own,
    /// A script that it shares with other rules has errors, which have been reported there. The string describes the
    /// script.
    Shared(String),
}

/// The functions that a rule needs: its own, and those of libraries.
pub(super) struct NeededFunctions<'w> {
    /// Its `func_str`.
    pub own: Option<&'w RuleScalar>,
    /// The libraries whose functions it names.
    pub libraries: Vec<String>,
}

impl<'s> Functions<'s> {
    /// Compiles the `script:` of a file by itself, so that its problems are reported only once. They go to `out`.
    pub fn of_file(
        scripts: &'s Scripts<'s>,
        number: usize,
        script: Option<&RuleScalar>,
        out: &mut Diagnostics,
    ) -> Self {
        let mut functions = Self { scripts, number, script: RuleScript::None, shared: RefCell::default() };
        if let Some(text) = script {
            let unit = scripts.add_script(text, number, out);
            functions.script = unit.map_or(RuleScript::Broken, |unit| functions.compile_script(unit, out));
        }
        functions
    }

    fn compile_script(&self, unit: UnitId, out: &mut Diagnostics) -> RuleScript {
        match self.scripts.compile(&[unit], &[], self.number) {
            Ok(program) => {
                // Rules that name no library call this program.
                self.shared.borrow_mut().insert(Vec::new(), Ok(Some(program)));
                RuleScript::Unit(unit)
            }
            Err(CompileFailure { problems, .. }) => {
                out.problems.extend(problems.into_iter().map(|(_, problem)| problem));
                RuleScript::Broken
            }
        }
    }

    /// Compiles the functions that one rule can call. Problems with its `func_str` go to `problems`.
    ///
    /// # Errors
    /// Returns an error if the functions cannot be used.
    pub fn of_rule(&self, needed: &NeededFunctions<'_>, problems: &mut Vec<Problem>) -> Callable {
        match needed.own {
            Some(text) => self.compile_own(text, &needed.libraries, problems),
            None => self.shared_functions(&needed.libraries),
        }
    }

    /// Returns true if rules of the file can use a library of that name.
    pub fn has_library(&self, name: &str) -> bool {
        self.scripts.libraries.has(self.file().path, name)
    }

    pub fn file(&self) -> &'s FileText<'s> {
        &self.scripts.files[self.number]
    }

    /// Returns the fault that a library does not exist, at the span of `fault`.
    pub fn unknown_library(&self, name: &str, fault: &Fault) -> Fault {
        self.scripts.libraries.unknown_library(self.file().path, name, fault.span)
    }

    /// Returns the code of all scripts that a rule may run.
    pub fn sources(&self, needed: &NeededFunctions<'_>) -> Vec<String> {
        let own = needed.own.map(|own| own.text.clone());
        let script = match self.script {
            RuleScript::Unit(unit) => Some(self.scripts.text(unit)),
            RuleScript::None | RuleScript::Broken => None,
        };
        let mut texts: Vec<String> = own.into_iter().chain(script).collect();
        let imports = texts.iter().flat_map(|text| Libraries::imports(text)).map(|(name, _)| name);
        let names: Vec<String> = imports.chain(needed.libraries.iter().cloned()).collect();
        let gathered = self.scripts.libraries.gather(self.file().path, names);
        texts.extend(gathered.libraries.iter().map(|library| library.text.to_string()));
        texts
    }

    fn compile_own(&self, text: &RuleScalar, libraries: &[String], out: &mut Vec<Problem>) -> Callable {
        let unit = self.scripts.add_field(self.number, text);
        let mut units = vec![unit];
        if let RuleScript::Unit(script) = self.script {
            units.push(script);
        }
        match (self.scripts.compile(&units, libraries, self.number), self.script) {
            // The rule's own functions are compiled nevertheless, so that their problems are reported, too.
            (Ok(_), RuleScript::Broken) => Err(broken_script()),
            (Ok(program), _) => Ok(Some(program)),
            (Err(CompileFailure { problems, library }), _) => {
                let before = out.len();
                // Problems of the other scripts have been reported already.
                out.extend(problems.into_iter().filter(|(of, _)| *of == unit).map(|(_, problem)| problem));
                Err(library.filter(|_| out.len() == before).map_or(Broken::Own, |name| broken_library(&name)))
            }
        }
    }

    /// Returns the functions of a rule without a `func_str`. Other rules share them.
    fn shared_functions(&self, libraries: &[String]) -> Callable {
        let units = match self.script {
            RuleScript::Broken => return Err(broken_script()),
            RuleScript::None if libraries.is_empty() => return Ok(None),
            RuleScript::None => Vec::new(),
            RuleScript::Unit(script) => vec![script],
        };
        // Rules that name the same libraries share a program, in any order of the names.
        let mut key = libraries.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some(known) = self.shared.borrow().get(&key) {
            return known.clone();
        }
        let program = self.scripts.compile(&units, &key, self.number);
        let program = program.map(Some).map_err(|failure| match failure.library {
            Some(name) => broken_library(&name),
            None => broken_script(),
        });
        self.shared.borrow_mut().insert(key, program.clone());
        program
    }
}

fn broken_script() -> Broken {
    Broken::Shared("the `script` of this file".to_owned())
}

fn broken_library(name: &str) -> Broken {
    Broken::Shared(format!("the library `{name}`"))
}
