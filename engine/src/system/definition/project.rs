//! The definitions of a project: which of its folders is the base game, which are mods, as its `assay.yaml` says.
//!
//! A project without one, or with none that speaks of definitions, is one context: all of its definitions.

use std::rc::Rc;

use super::load::Load;
use super::note::{Diagnostic, Level, of_fault};
use super::schema::{Node, Schema, read_tree};
use super::script::Scripts;
use super::set::Definitions;
use crate::report::Problem;
use crate::source::{Source, normalize};
use crate::text::{Fault, nearest};

/// What the file is called that says so, at the root.
const CONFIGS: [&str; 3] = ["assay.yaml", "assay.yml", "assay.json"];

/// What it may say of definitions.
const KEYS: [&str; 3] = ["base", "mods", "schema"];

/// Which folders are loaded, in load order, and by what.
#[derive(Default)]
struct Project {
    folders: Vec<String>,
    schema: Option<String>,
    said: Vec<Diagnostic>,
}

/// Whether a project's definitions cannot be told without the file at `path`.
#[must_use]
pub fn is_of_definitions(path: &str) -> bool {
    CONFIGS.contains(&path) || has_ending(path)
}

fn has_ending(path: &str) -> bool {
    path.len() > 4 && path.as_bytes()[path.len() - 4..].eq_ignore_ascii_case(b".sbc")
}

/// Loads the definitions of a project, of which these are the files that [`is_of_definitions`] names. Where it does not say
/// which folders are loaded, these are `otherwise`; all is one context when that is empty.
#[must_use]
pub fn load_project(
    source: &Rc<dyn Source>,
    files: &[String],
    otherwise: Vec<String>,
    scripts: Option<&dyn Scripts>,
) -> Definitions {
    let config = CONFIGS.into_iter().find(|name| files.iter().any(|file| file == name));
    let project = config.map_or_else(Project::default, |path| Project::read(path, source.as_ref()));
    let Project { mut folders, schema, mut said } = project;
    if folders.is_empty() {
        folders = otherwise;
    }
    if folders.is_empty() {
        folders.push(String::new());
    }
    let schema = schema.map_or_else(Schema::default, |path| {
        let (schema, more) = match source.read(&path) {
            Ok(bytes) => Schema::read(&path, &bytes),
            Err(error) => {
                let problem = Problem::new("schema-unreadable", error.to_string()).in_file(path);
                (Schema::default(), vec![Diagnostic { level: Level::Error, problem }])
            }
        };
        said.extend(more);
        schema
    });
    let mut load = Load::new(schema, said, Rc::clone(source), scripts);
    for folder in &folders {
        load.context(if folder.is_empty() { "." } else { folder });
        for path in files.iter().filter(|path| has_ending(path) && home(&folders, path) == Some(folder)) {
            load.read(path);
        }
    }
    load.finish()
}

/// The folder that a file belongs to: a mod may lie in the folder of the base game.
fn home<'f>(folders: &'f [String], path: &str) -> Option<&'f String> {
    let holds = |folder: &&String| {
        folder.is_empty() || path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    folders.iter().filter(holds).max_by_key(|folder| folder.len())
}

impl Project {
    /// What the file at `path` says.
    fn read(path: &str, source: &dyn Source) -> Self {
        let mut project = Self::default();
        let bytes = match source.read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let problem = Problem::new("file-unreadable", error.to_string()).in_file(path);
                project.said.push(Diagnostic { level: Level::Error, problem });
                return project;
            }
        };
        let (faults, text) = match read_tree(path, &bytes) {
            Ok((root, mut faults, text)) => {
                for section in root.all("definitions") {
                    project.section(section, &mut faults);
                }
                (faults, text)
            }
            Err((fault, text)) => (vec![fault], text),
        };
        project.said.extend(faults.into_iter().map(|fault| of_fault(Level::Error, fault, path, Some(&text))));
        project
    }

    fn section(&mut self, section: &Node, faults: &mut Vec<Fault>) {
        for key in section.members.iter().filter(|member| !KEYS.contains(&member.key.as_str())) {
            let message = format!("expected a key of `definitions`, and this is `{}`", key.key);
            let help = nearest(&key.key, KEYS)
                .map_or_else(|| format!("there are {}", KEYS.join(", ")), |near| format!("did you mean `{near}`?"));
            faults.push(Fault::new("config-key", message, key.span).help(help));
        }
        let mut paths = |name: &str, is_root_good: bool| {
            let mut paths = Vec::new();
            for node in section.all(name) {
                let text = node.text.as_deref().unwrap_or_default();
                match normalize(text) {
                    Some(path) => paths.push(path),
                    None if is_root_good && ["", ".", "./", "/"].contains(&text) => paths.push(String::new()),
                    None => {
                        let message = format!("expected a path within the root as `{name}`, and this is `{text}`");
                        faults.push(Fault::new("config-path", message, node.text_span));
                    }
                }
            }
            paths
        };
        self.folders.extend(paths("base", true));
        self.folders.extend(paths("mods", false));
        self.schema = paths("schema", false).pop();
    }
}
