//! Compiles the scripts of rule files, and reports their problems at their places.

use std::cell::RefCell;

use assay_document::text::{Fault, IssueCode};
use assay_report::{Diagnostics, Problem};
use assay_script::{Host, Libraries, Program, ScriptFault, ScriptPlace, Unit, UnitId};

use super::document::RuleScalar;
use super::file_text::{FileText, Site};
use super::known_collections::KnownCollections;
use super::library_store::{GatheredLibraries, LibraryStore};
use super::migrate::is_python;
use super::path::resolve_beside;
use super::rule_file::RuleFile;
use super::units::UnitText;

/// All scripts of a rule set, while it is loaded.
pub(super) struct Scripts<'s> {
    pub host: &'s Host,
    /// The collections that the rules of each file can name, by the number of the file.
    pub known: &'s [KnownCollections],
    pub libraries: LibraryStore<'s>,
    pub files: &'s [FileText<'s>],
    units: RefCell<Vec<UnitText>>,
    /// The problems of libraries. They belong to no single rule, and each is reported once.
    faults: RefCell<Vec<Problem>>,
}

/// The number of a unit that is not in a file.
const NO_UNIT: UnitId = UnitId(u32::MAX);

/// The reasons why units do not compile.
#[derive(Default)]
pub(super) struct CompileFailure {
    /// The problems of the units, each with the number of its unit.
    pub problems: Vec<(UnitId, Problem)>,
    /// The name of the library that has errors, if one has. They have been reported.
    pub library: Option<String>,
}

impl<'s> Scripts<'s> {
    pub fn new(
        host: &'s Host,
        known: &'s [KnownCollections],
        read: &'s dyn Fn(&str) -> Option<String>,
        files: &'s [FileText<'s>],
    ) -> Self {
        let (units, faults) = (RefCell::default(), RefCell::default());
        Self { host, known, libraries: LibraryStore::new(read), files, units, faults }
    }

    /// Returns the scripts, indexed by [`UnitId`], and the problems of libraries.
    pub fn finish(self) -> (Vec<UnitText>, Vec<Problem>) {
        (self.units.into_inner(), self.faults.into_inner())
    }

    pub fn add_field(&self, file: usize, text: &RuleScalar) -> UnitId {
        self.add(UnitText::Field { file, text: text.clone() })
    }

    /// Adds the `script:` of a rule file, which contains the code or names a file. Returns `None` if the file does not
    /// exist; `out` then has the problem.
    pub fn add_script(&self, text: &RuleScalar, number: usize, out: &mut Diagnostics) -> Option<UnitId> {
        let Some(path) = script_path(&text.text) else { return Some(self.add_field(number, text)) };
        let file = &self.files[number];
        let path = resolve_beside(file.path, path);
        let Some(script) = self.libraries.read(&path) else {
            let fault = Fault::new(IssueCode::ScriptMissing, format!("there is no script `{path}`"), text.span);
            out.problems.push(file.problem(fault.help("paths are relative to this file")));
            return None;
        };
        Some(self.add(UnitText::File(RuleFile { path, text: script.to_string() })))
    }

    fn add(&self, written: UnitText) -> UnitId {
        let mut units = self.units.borrow_mut();
        units.push(written);
        // Rule files have fewer scripts than `u32::MAX`.
        UnitId(u32::try_from(units.len() - 1).unwrap_or(u32::MAX))
    }

    pub fn text(&self, unit: UnitId) -> String {
        self.units.borrow().get(unit.0 as usize).map_or_else(String::new, |written| written.text().to_owned())
    }

    /// Compiles units for the rules of the file with this number, with the named libraries and those that they import.
    ///
    /// # Errors
    /// Returns an error if the units or a library have problems.
    pub fn compile(&self, units: &[UnitId], libraries: &[String], number: usize) -> Result<Program, CompileFailure> {
        let (file, known) = (&self.files[number], &self.known[number]);
        let texts: Vec<(UnitId, String)> = units.iter().map(|&unit| (unit, self.text(unit))).collect();
        let mut failure = CompileFailure::default();
        let mut needed = libraries.to_vec();
        for (unit, text) in &texts {
            for (name, span) in Libraries::imports(text) {
                if self.libraries.has(file.path, &name) {
                    needed.push(name);
                } else if !is_namespace(known, &name) {
                    let fault = self.libraries.unknown_library(file.path, &name, span);
                    failure.problems.push((*unit, self.problem_for(*unit, fault, known)));
                }
            }
        }
        let gathered = self.libraries.gather(file.path, needed);
        for (library, fault) in &gathered.faults {
            self.report_once(FileText::new(&library.path, &library.text).problem(fault.clone()));
        }
        failure.library = gathered.faults.first().map(|(library, _)| library.name.clone());
        // Libraries that a rule names without importing them are imported for it.
        let imports: Vec<String> = libraries.iter().map(|name| format!("import \"{name}\";")).collect();
        let imports = imports.join("\n");
        let units = texts.iter().map(|(id, text)| Unit { id: *id, text });
        let units: Vec<Unit<'_>> = units.chain([Unit { id: NO_UNIT, text: &imports }]).collect();
        match Program::compile(self.host, &units, &gathered.libraries(), &known.names) {
            Ok(program) if failure.problems.is_empty() && failure.library.is_none() => return Ok(program),
            Ok(_) => {}
            Err(faults) => faults.into_iter().for_each(|fault| self.note(fault, &gathered, known, &mut failure)),
        }
        Err(failure)
    }

    /// Adds a fault of a unit to `failure`. Reports a fault of a library.
    fn note(
        &self,
        ScriptFault { fault, place }: ScriptFault,
        gathered: &GatheredLibraries,
        known: &KnownCollections,
        failure: &mut CompileFailure,
    ) {
        match place {
            // The import has been reported already.
            _ if fault.code == IssueCode::ScriptImportMissing => {}
            ScriptPlace::Unit { unit, span } => {
                failure.problems.push((unit, self.problem_for(unit, Fault { span, ..fault }, known)));
            }
            ScriptPlace::Library { path, region, excerpt } => {
                let known = gathered.libraries.iter().find(|library| library.path == path);
                failure.library = Some(known.map_or_else(|| path.clone(), |library| library.name.clone()));
                self.report_once(Site { path, region, excerpt }.into_problem(fault));
            }
            // Units contain no expressions.
            ScriptPlace::Expression { .. } => {}
        }
    }

    fn report_once(&self, problem: Problem) {
        // A library is compiled for each set of functions that imports it, and has the same faults each time.
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&problem) {
            faults.push(problem);
        }
    }

    /// Returns the problem of a fault in a script. If the script is Python, the help message says how to convert it.
    fn problem_for(&self, unit: UnitId, fault: Fault, known: &KnownCollections) -> Problem {
        let units = self.units.borrow();
        let Some(written) = units.get(unit.0 as usize) else { return Problem::new(fault.code, fault.message) };
        let site = written.site(fault.span, |file| &self.files[file]);
        let word = written.text().get(fault.span.range()).unwrap_or_default();
        if let Some(unusable) =
            known.unusable(word, fault.span).filter(|_| fault.code == IssueCode::ScriptUnknownVariable)
        {
            return site.into_problem(unusable);
        }
        let fault = if is_python(written.text()) {
            fault.help(PYTHON)
        } else if script_path(written.text()).is_some() {
            fault.help("write the code itself in `func_str`; a path belongs in the `script` of the rule file")
        } else {
            fault
        };
        site.into_problem(fault)
    }
}

/// Returns true if `name` is a namespace of collections, which needs no import.
fn is_namespace(known: &KnownCollections, name: &str) -> bool {
    known.names.all().any(|known| known.split_once('.').is_some_and(|(namespace, _)| namespace == name))
}

/// The help message for functions in Python, which rules of version 1 had.
const PYTHON: &str = "this looks like Python; write functions in Rhai, or convert them with `assay migrate`";

/// Returns the path that a `script:` names; `None` if it contains code.
fn script_path(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_script = text.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("rhai"));
    (is_script && !text.contains(['\n', '\r'])).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{is_python, script_path};

    #[test]
    fn python_is_detected_by_keywords() {
        for (text, is) in [
            ("def f(**pdict):\n    return []", true),
            ("  import re", true),
            ("from os import path", true),
            ("f = lambda x: x", true),
            ("fn f(data) { default(data) }", false),
            ("import \"geometry\" as g;\nfn f(data) {", false),
            ("", false),
        ] {
            assert_eq!(is_python(text), is, "{text}");
        }
    }

    #[test]
    fn a_script_that_looks_like_a_path_is_a_path() {
        for (text, path) in [
            ("a.rhai", Some("a.rhai")),
            (" ../lib/a.rhai\n", Some("../lib/a.rhai")),
            ("fn f() { }", None),
            ("fn f() { }\n// a.rhai", None),
        ] {
            assert_eq!(script_path(text), path, "{text}");
        }
    }
}
