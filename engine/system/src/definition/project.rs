//! The definitions of a project: which folder is the base game, and which folders are mods.
//!
//! The configuration names these folders; another module reads it. Without a configuration, all definitions are one
//! context.

use std::rc::Rc;

use assay_document::source::Source;
use assay_document::text::IssueCode;
use assay_report::Problem;

use super::load::Load;
use super::note::{Diagnostic, Level};
use super::schema::Schema;
use super::set::Definitions;
use crate::{LibraryFunctions, Project};

/// Returns true if the file at `path` holds definitions, according to its name.
pub fn is_definitions(path: &str) -> bool {
    // As bytes, because the last four of them may begin within a character.
    path.len() > 4 && path.as_bytes()[path.len() - 4..].eq_ignore_ascii_case(b".sbc")
}

/// Loads the definitions of a project from its files; files without definitions are ignored.
pub fn load_project(
    source: &Rc<dyn Source>,
    files: &[String],
    project: Project,
    scripts: Option<&dyn LibraryFunctions>,
) -> Definitions {
    let Project { mut folders, schema, problems, is_configured, is_refused } = project;
    let error = |problem| Diagnostic::new(Level::Error, problem);
    let mut diagnostics: Vec<Diagnostic> = problems.into_iter().map(error).collect();
    let is_from_host = !folders.is_empty() && !is_configured;
    // A configuration without usable folders must not load everything instead.
    if folders.is_empty() && !is_configured {
        folders.push(String::new());
    }
    let schema = schema.filter(|_| !is_refused).map_or_else(Schema::default, |path| {
        let (schema, more) = match source.read(&path) {
            Ok(bytes) => Schema::read(&path, &bytes),
            Err(unread) => {
                let problem = Problem::new(IssueCode::SchemaUnreadable, unread.to_string()).in_file(path);
                (Schema::default(), vec![error(problem)])
            }
        };
        diagnostics.extend(more);
        schema
    });
    let mut load = Load::new(schema, diagnostics, Rc::clone(source), scripts);
    for (at, folder) in folders.iter().enumerate().filter(|_| !is_refused) {
        load.context(if folder.is_empty() { "." } else { folder });
        for path in files.iter().filter(|path| is_definitions(path) && Project::home(&folders, path) == Some(at)) {
            load.read(path);
        }
    }
    if is_from_host {
        load.check_contexts();
    }
    Definitions { is_configured, ..load.finish() }
}
