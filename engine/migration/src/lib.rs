//! Converts rule files of version 1 to the current format, for JavaScript.
//!
//! This is a separate module, because it is needed only once for each rule file and only on the command line, while
//! every page loads the module of the engine.

use assay_engine::report::Problem;
use assay_engine::rule;
use assay_engine::text::json::for_javascript;
use js_sys::Function;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The result of a migration: a new rule file with notes, or the reasons why the old one cannot be read.
#[wasm_bindgen]
pub struct Migration {
    path: String,
    outcome: Result<rule::Migration, Vec<Problem>>,
}

/// Converts the rule file at `path` with the content `text` to the current format. `read` returns the text of another
/// file by its path, or nothing.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen passes an optional function only by value")]
pub fn migrate(path: String, text: &str, read: Option<Function>) -> Migration {
    let read = |path: &str| read.as_ref()?.call1(&JsValue::NULL, &path.into()).ok()?.as_string();
    let outcome = rule::migrate(&path, text, &read);
    Migration { path, outcome }
}

/// The notes or the problems, for JSON.
#[derive(Serialize)]
struct MigrationNotes<'m> {
    path: &'m str,
    notes: &'m [rule::Note],
    problems: &'m [Problem],
}

#[wasm_bindgen]
impl Migration {
    /// Returns the text of the new file; `None` if the old file cannot be read.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> Option<String> {
        self.outcome.as_ref().ok().map(|migration| migration.text.clone())
    }

    /// Returns true if the user has to change something.
    #[wasm_bindgen(getter, js_name = needsChanges)]
    pub fn needs_changes(&self) -> bool {
        self.outcome.as_ref().is_ok_and(rule::Migration::is_unfinished)
    }

    /// Returns the changes that were made and the changes that the user has to make, as text. Without `all`, it returns
    /// only the latter. If the file cannot be read, it returns the reasons.
    pub fn report(&self, all: bool) -> String {
        match &self.outcome {
            Ok(migration) => migration.report(&self.path, all),
            Err(problems) => rule::refusal(problems),
        }
    }

    /// Returns the notes and the problems as JSON: `{ path, notes, problems }`.
    pub fn json(&self) -> String {
        let (notes, problems) = match &self.outcome {
            Ok(migration) => (&migration.notes[..], &[][..]),
            Err(problems) => (&[][..], &problems[..]),
        };
        for_javascript(&MigrationNotes { path: &self.path, notes, problems })
    }
}
