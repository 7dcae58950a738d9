//! The definitions of a project: which of its folders is the base game, and which are mods.
//!
//! A configuration, which another module reads, names these folders. Without one, all definitions are one context.

use std::rc::Rc;

use super::load::Load;
use super::note::{Diagnostic, Level};
use super::schema::Schema;
use super::script::Scripts;
use super::set::Definitions;
use crate::report::Problem;
use crate::source::Source;
use crate::text::IssueCode;

/// Which folders of a source are loaded, in load order, and by what.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The folders of the base game and of mods; an empty one is the root. All is one context when there are none, unless the
    /// project names some that cannot be loaded.
    pub folders: Vec<String>,
    /// The file that describes types.
    pub schema: Option<String>,
    /// The problems of the project's configuration.
    pub said: Vec<Problem>,
    /// True if the project names the folders that are loaded, with or without mistakes.
    pub is_configured: bool,
    /// True if nothing is loaded, because the project has mistakes that have to be corrected first.
    pub is_refused: bool,
}

/// Returns true if the file at `path` holds definitions, according to its name.
#[must_use]
pub fn is_definitions(path: &str) -> bool {
    path.len() > 4 && path.as_bytes()[path.len() - 4..].eq_ignore_ascii_case(b".sbc")
}

/// Loads the definitions of a project from its files; files without definitions are ignored.
#[must_use]
pub fn load_project(
    source: &Rc<dyn Source>,
    files: &[String],
    project: Project,
    scripts: Option<&dyn Scripts>,
) -> Definitions {
    let Project { mut folders, schema, said, is_configured, is_refused } = project;
    let error = |problem| Diagnostic { level: Level::Error, problem };
    let mut said: Vec<Diagnostic> = said.into_iter().map(error).collect();
    let is_lent = !folders.is_empty() && !is_configured;
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
        said.extend(more);
        schema
    });
    let mut load = Load::new(schema, said, Rc::clone(source), scripts);
    for (at, folder) in folders.iter().enumerate().filter(|_| !is_refused) {
        load.context(if folder.is_empty() { "." } else { folder });
        for path in files.iter().filter(|path| is_definitions(path) && home(&folders, path) == Some(at)) {
            load.read(path);
        }
    }
    if is_lent {
        load.check_contexts();
    }
    Definitions { is_configured, ..load.finish() }
}

/// Returns the index of the folder that a file belongs to. A mod may be in the folder of the base game: the longest
/// path counts.
#[must_use]
pub fn home(folders: &[String], path: &str) -> Option<usize> {
    let holds = |folder: &str| {
        folder.is_empty()
            || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') || folder.ends_with('/'))
    };
    (0..folders.len()).filter(|&at| holds(&folders[at])).max_by_key(|&at| folders[at].len())
}
