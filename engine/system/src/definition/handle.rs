//! Handlers: functions of a schema that are called around the definitions of a type, and report problems with them.

use assay_document::text::{Fault, IssueCode};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::note::{self, Level, UnplacedNote, of_fault};
use super::script::DefinitionFunctions;
use super::set::Definitions;
use super::words::short;

/// The indices of handlers, relative to the first handler of a type.
const BEFORE_LOAD: usize = 0;
const AFTER_LOAD: usize = 1;
const UNLOAD: usize = 2;

/// The maximum number of characters that are shown of an invalid finding of a handler.
const MAX_CHARACTERS: usize = 80;

impl Definitions {
    /// Returns the definitions after the handlers of their types were called: `before_load` and `after_load` of each
    /// type in load order, then `unload` of each type in reverse order.
    pub(super) fn run_handlers(mut self, mut functions: DefinitionFunctions) -> Self {
        let handled: Vec<(String, usize)> = if self.schema.types.iter().any(|spec| spec.handlers.is_some()) {
            let of_type = |name: String| Some((self.schema.inherited_setting(&name, |spec| spec.handlers)?, name));
            self.order().types.into_iter().filter_map(of_type).map(|(first, name)| (name, first)).collect()
        } else {
            Vec::new()
        };
        for (name, first) in &handled {
            self.handle(&mut functions, first + BEFORE_LOAD, name, None);
            // The values of all definitions of a type are computed only for a handler that gets them.
            if functions.has(Some(first + AFTER_LOAD)) {
                let definitions = self.of_type(name);
                self.handle(&mut functions, first + AFTER_LOAD, name, Some(definitions));
            }
        }
        // Types are unloaded before the types that they depend on.
        for (name, first) in handled.iter().rev() {
            self.handle(&mut functions, first + UNLOAD, name, None);
        }
        for diagnostic in functions.diagnostics {
            self.report.add(diagnostic);
        }
        self
    }

    /// Returns the definitions of a type as a handler sees them.
    fn of_type(&self, name: &str) -> Value {
        let row = |(at, definition): (usize, super::Definition<'_>)| {
            json!({
                "id": definition.id(),
                "type": name,
                "live": definition.is_live(),
                "path": self.path(at),
                "values": definition.values(),
            })
        };
        self.iter().enumerate().filter(|(_, definition)| definition.type_name() == name).map(row).collect()
    }

    fn handle(&mut self, functions: &mut DefinitionFunctions, function: usize, name: &str, definitions: Option<Value>) {
        if !functions.has(Some(function)) {
            return;
        }
        let arguments = std::iter::once(name.into()).chain(definitions).collect();
        match functions.call(function, arguments) {
            Ok(Value::Null) => {}
            Ok(Value::Array(findings)) => {
                self.report_findings(functions, function, name, &findings);
            }
            Ok(_) => {
                let message = format!("`{}` must return a list of findings for `{name}`", functions.name(function));
                self.of_schema(Level::Error, function, IssueCode::HandlerReturn, message);
            }
            // The failure of the function has been reported at its place.
            Err(failed) => {
                let message = format!("`{}` stopped for the type `{name}`: {}", failed.name, failed.why);
                self.of_schema(Level::Error, function, IssueCode::HandlerStopped, message);
            }
        }
    }

    /// Reports the findings of a handler, each at the definition that it names by an id or passes as a value.
    fn report_findings(&mut self, functions: &DefinitionFunctions, function: usize, name: &str, findings: &[Value]) {
        let of_type = |&at: &usize| self.arena.texts.get(self.resolved[at].type_name) == name;
        let by_id: FxHashMap<String, usize> =
            (0..self.len()).filter(of_type).map(|at| (self.resolved[at].id.display(&self.arena.texts), at)).collect();
        let (mut notes, mut others) = (Vec::new(), Vec::new());
        for item in findings {
            let subject = item.get("value").unwrap_or(item);
            let id = subject.get("id").unwrap_or(subject).as_str().unwrap_or_default();
            let message = item.get("message").and_then(Value::as_str);
            let id = short(id);
            // The id of a definition without a subtype ends with a slash.
            let known = by_id.get(id).or_else(|| by_id.get(&format!("{id}/")));
            match (known, message) {
                (Some(&at), Some(message)) if !message.trim().is_empty() => {
                    notes.push(UnplacedNote::warning(IssueCode::HandlerFinding, self.resolved[at].node, message));
                }
                (None, Some(message)) if subject.as_str() == Some(name) && !message.trim().is_empty() => {
                    others.push((Level::Warning, IssueCode::HandlerFinding, message.to_owned()));
                }
                // A string is a finding about the type.
                (None, None) if item.as_str().is_some_and(|text| !text.trim().is_empty()) => {
                    others.push((Level::Warning, IssueCode::HandlerFinding, id.to_owned()));
                }
                _ => {
                    let text = item.to_string();
                    let shown: String = text.chars().take(MAX_CHARACTERS).collect();
                    let more = if shown.len() < text.len() { "…" } else { "" };
                    let function = functions.name(function);
                    let message = format!(
                        "`{function}` returned an invalid finding for `{name}`: expected a definition and a message, \
                         found {shown}{more}"
                    );
                    others.push((Level::Error, IssueCode::HandlerReturn, message));
                }
            }
        }
        self.report.diagnostics.extend(note::place(notes, &self.arena, self.source.as_ref()));
        for (level, code, message) in others {
            self.of_schema(level, function, code, message);
        }
    }

    /// Reports a diagnostic at the place where the schema names a function.
    fn of_schema(&mut self, level: Level, function: usize, code: IssueCode, message: String) {
        let fault = Fault::new(code, message, self.schema.functions[function].span);
        self.report.add(of_fault(level, fault, &self.schema.path, &self.schema.text));
    }
}
