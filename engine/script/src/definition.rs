//! Mergers and handlers of definitions: functions of libraries that a schema refers to.

use std::rc::Rc;

use assay_document::source::{Source, folder};
use assay_document::text::{Fault, IssueCode};
use assay_report::Problem;
use assay_store::{CollectionNames, Store};
use assay_system::{
    FunctionRequest, FunctionStopped, LibraryFunction, LibraryFunctions, Parts, UnusableFunction, to_dynamic,
};
use rhai::{Dynamic, Map};
use serde_json::{Number, Value};

use super::library::Finding;
use super::value::elements;
use super::{Function, Host, Libraries, Program, ScriptContext, ScriptError, ScriptFault, ScriptPlace, Unit, UnitId};

impl LibraryFunctions for Host {
    fn function(
        &self,
        request: &FunctionRequest<'_>,
        source: &Rc<dyn Source>,
    ) -> Result<Option<Rc<dyn LibraryFunction>>, Vec<UnusableFunction>> {
        let FunctionRequest { schema, library, function, parameters } = *request;
        let libraries = gather_libraries(schema, library, source.as_ref());
        if libraries.find(library).is_none() {
            let help = format!("expected it in `lib/{library}.rhai`, relative to the schema");
            let message = format!("there is no library `{library}`");
            return Err(vec![UnusableFunction::Named(IssueCode::ScriptUnknownLibrary, message, Some(help))]);
        }
        let import = format!("import \"{library}\" as library;");
        // No rule file has a unit with this number.
        let unit = Unit { id: UnitId(u32::MAX), text: &import };
        // A definition belongs to no rule file, so there are no custom collections.
        let program = Program::compile(self, &[unit], &libraries, &CollectionNames::new());
        let program = program.map_err(|faults| faults.into_iter().map(unfit).collect::<Vec<_>>())?;
        let why = format!("a definition's `{function}` is called with {parameters}");
        let found = match program.function(&format!("{library}.{function}"), parameters, &why) {
            Err(fault) if fault.code == IssueCode::ScriptUnknownFunction => return Ok(None),
            found => found.map_err(|fault| vec![wrap_fault(fault)])?,
        };
        if !found.demand().is_nothing() {
            let message = format!("`{library}.{function}` uses collections or files, which are not available here");
            let help = "it is called while definitions are loaded, and can use only its arguments".to_owned();
            return Err(vec![UnusableFunction::Named(IssueCode::ScriptCollection, message, Some(help))]);
        }
        let scene = ScriptContext {
            source: Rc::clone(source),
            store: Rc::new(Store::new(&Parts::default(), Vec::new())),
            paths: Rc::default(),
            tree: None,
        };
        Ok(Some(Rc::new(Called { host: self.clone(), function: found, scene: Rc::new(scene) })))
    }
}

/// Reads a library and those that it imports.
fn gather_libraries(schema: &str, library: &str, source: &dyn Source) -> Libraries {
    let mut libraries = Libraries::default();
    let mut needed = vec![library.to_owned()];
    let mut seen: Vec<String> = Vec::new();
    while let Some(name) = needed.pop() {
        // Libraries may import each other in a cycle, which the compiler reports.
        if seen.contains(&name) {
            continue;
        }
        if let Some((path, text)) = text_of(schema, &name, source) {
            needed.extend(Libraries::imports(&text).into_iter().map(|(name, _)| name));
            libraries.add(&name, &path, text);
        }
        seen.push(name);
    }
    libraries
}

/// Returns the path and the text of a library: from the folder `lib` beside the schema, or beside the schema's folder.
fn text_of(schema: &str, name: &str, source: &dyn Source) -> Option<(String, String)> {
    // The name comes from a schema, and must not lead to a file outside of these folders.
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || !name.chars().all(is_part) {
        return None;
    }
    let beside = folder(schema);
    [beside, folder(beside)].into_iter().find_map(|base| {
        let slash = if base.is_empty() { "" } else { "/" };
        let path = format!("{base}{slash}lib/{name}.rhai");
        let text = String::from_utf8(source.read(&path).ok()?).ok()?;
        Some((path, text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    })
}

/// Wraps a fault of the library or function that the schema refers to.
fn wrap_fault(fault: Fault) -> UnusableFunction {
    UnusableFunction::Named(fault.code, fault.message, fault.help)
}

fn unfit(ScriptFault { fault, place }: ScriptFault) -> UnusableFunction {
    let problem = Problem::new(fault.code, fault.message.as_str());
    match locate(problem, &place) {
        Some(problem) => UnusableFunction::Library(Box::new(Problem { help: fault.help, ..problem })),
        None => wrap_fault(fault),
    }
}

/// Returns a problem at its place in a library.
fn locate(problem: Problem, place: &ScriptPlace) -> Option<Problem> {
    let ScriptPlace::Library { path, region, excerpt } = place else { return None };
    Some(problem.in_file(path.as_str()).at(*region, Some(excerpt.clone())))
}

/// A function that is ready to be called.
struct Called {
    host: Host,
    function: Function,
    scene: Rc<ScriptContext>,
}

impl LibraryFunction for Called {
    fn call(&self, arguments: Vec<Value>, printed: &mut Vec<Problem>) -> Result<Value, FunctionStopped> {
        self.host.set_scene(Rc::clone(&self.scene));
        let returned = self.function.call_with(&self.host, arguments.into_iter().map(to_dynamic).collect());
        for print in self.host.take_prints() {
            let problem = Problem::new(IssueCode::ScriptPrint, print.text);
            printed.extend(print.place.and_then(|place| locate(problem, &place)));
        }
        let expected = "expected a list, a map, a string or a number";
        let value =
            returned.and_then(|returned| to_value(returned).map_err(|kind| self.function.unusable(&kind, expected)));
        value.map_err(|error| {
            let took_long = error.ran_long();
            let ScriptError { code, message, help, place, .. } = error;
            let problem = Problem { help, ..Problem::new(code, message) };
            FunctionStopped { problem: Box::new(locate(problem.clone(), &place).unwrap_or(problem)), took_long }
        })
    }
}

/// Converts the value that a script returned to JSON; a finding becomes an object with its value and its message.
/// # Errors
/// Returns the name of the value's kind if it cannot be converted.
fn to_value(value: Dynamic) -> Result<Value, String> {
    let value = value.flatten();
    if value.is_unit() {
        return Ok(Value::Null);
    }
    if let Ok(value) = value.as_bool() {
        return Ok(value.into());
    }
    if let Ok(value) = value.as_int() {
        return Ok(value.into());
    }
    if let Ok(number) = value.as_float() {
        return Number::from_f64(number).map(Value::Number).ok_or_else(|| "no number".to_owned());
    }
    if value.is_string() || value.is_char() {
        return Ok(value.to_string().into());
    }
    let value = match value.try_cast_result::<Finding>() {
        Ok(Finding { value, message, .. }) => {
            let mut record = serde_json::Map::new();
            record.insert("value".to_owned(), to_value(value)?);
            record.insert("message".to_owned(), message.as_str().into());
            return Ok(Value::Object(record));
        }
        Err(value) => value,
    };
    match value.try_cast_result::<Map>() {
        Ok(map) => {
            // `collect` would sort the fields, which are sorted already, and its code is large.
            let mut record = serde_json::Map::new();
            for (name, value) in map {
                record.insert(name.to_string(), to_value(value)?);
            }
            Ok(Value::Object(record))
        }
        Err(value) => elements(value)?.into_iter().map(to_value).collect(),
    }
}

#[cfg(test)]
mod tests;
