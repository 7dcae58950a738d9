//! The definitions of a project: which of its folders is the base game, which are mods, as its `assay.yaml` says.
//!
//! A project without one, or with none that speaks of definitions, is one context: all of its definitions.

use std::rc::Rc;

use super::load::Load;
use super::note::{Diagnostic, Level, of_fault};
use super::schema::{Node, Schema, read_tree};
use super::script::Scripts;
use super::set::Definitions;
use super::words::meant;
use crate::report::Problem;
use crate::source::{Source, normalize};
use crate::text::{Fault, Span};

/// What the file is called that says so, at the root.
const CONFIGS: [&str; 3] = ["assay.yaml", "assay.yml", "assay.json"];

/// What it may say of definitions. There may be several mods.
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

/// Whether the file at `path` may be the schema of a project's definitions, or a library that it names.
#[must_use]
pub fn is_beside_definitions(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["yaml", "yml", "json", "rhai"].contains(&ending) && !CONFIGS.contains(&path)
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
    let project = config.map_or_else(Project::default, |path| Project::read(path, source.as_ref(), files));
    let Project { mut folders, schema, mut said } = project;
    let is_configured = !folders.is_empty();
    if !is_configured {
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
    for (at, folder) in folders.iter().enumerate() {
        load.context(if folder.is_empty() { "." } else { folder });
        for path in files.iter().filter(|path| has_ending(path) && home(&folders, path) == Some(at)) {
            load.read(path);
        }
    }
    Definitions { is_configured, ..load.finish() }
}

/// Which of the folders, by its place, a file belongs to: a mod may lie in the folder of the base game.
#[must_use]
pub fn home(folders: &[String], path: &str) -> Option<usize> {
    let holds = |folder: &str| {
        folder.is_empty()
            || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') || folder.ends_with('/'))
    };
    (0..folders.len()).filter(|&at| holds(&folders[at])).max_by_key(|&at| folders[at].len())
}

/// A path that the file names, with where it does.
type Named = (String, Span);

impl Project {
    /// What the file at `path` says of the `files` of the project.
    fn read(path: &str, source: &dyn Source, files: &[String]) -> Self {
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
                let mut sections = root.all("definitions");
                if let Some(section) = sections.next() {
                    project.section(section, files, &mut faults);
                }
                faults.extend(sections.map(|section| expected(MAPPING, section.span)));
                (faults, text)
            }
            Err((fault, text)) => (vec![fault], text),
        };
        project.said.extend(faults.into_iter().map(|fault| of_fault(Level::Error, fault, path, Some(&text))));
        project
    }

    fn section(&mut self, section: &Node, files: &[String], faults: &mut Vec<Fault>) {
        if section.members.is_empty() {
            return faults.push(expected(MAPPING, section.text_span));
        }
        for key in section.members.iter().filter(|member| !KEYS.contains(&member.key.as_str())) {
            let message = format!("expected a key of `definitions`, and this is `{}`", key.key);
            let help = meant(&key.key, &KEYS).unwrap_or_else(|| format!("there are {}", KEYS.join(", ")));
            faults.push(Fault::new("config-key", message, key.span).help(help));
        }
        let [base, mods, schema] = KEYS.map(|key| paths(section, key, faults));
        let named: Vec<Named> = base.into_iter().chain(mods).collect();
        for (at, (folder, span)) in named.iter().enumerate() {
            if named[..at].iter().any(|(known, _)| known == folder) {
                faults.push(Fault::new("config-path", format!("`{folder}` is named twice"), *span));
            } else {
                self.folders.push(folder.clone());
            }
        }
        let mut is_used = vec![false; self.folders.len()];
        for at in files.iter().filter(|path| has_ending(path)).filter_map(|path| home(&self.folders, path)) {
            is_used[at] = true;
        }
        for (folder, _) in self.folders.iter().zip(is_used).filter(|(_, is_used)| !is_used) {
            let message = format!("expected a folder with definitions (.sbc), and `{folder}` holds none of its own");
            let span = named.iter().find(|(named, _)| named == folder).map(|(_, span)| *span).unwrap_or_default();
            let fault = Fault::new("config-path", message, span);
            faults.push(Fault { help: meant(folder, &folders_of(files, &self.folders)), ..fault });
        }
        self.schema = schema.into_iter().map(|(path, _)| path).next();
    }
}

const MAPPING: &str = "one mapping of `base`, `mods` and `schema`";

fn expected(what: &str, span: Span) -> Fault {
    Fault::new("config-value", format!("expected {what}"), span)
}

/// The folders that definitions lie in, but for those that are named.
fn folders_of<'f>(files: &'f [String], named: &[String]) -> Vec<&'f str> {
    let mut folders: Vec<&str> = Vec::new();
    for path in files.iter().filter(|path| has_ending(path)) {
        let mut rest = path.as_str();
        while let Some((folder, _)) = rest.rsplit_once('/') {
            rest = folder;
            if folders.last() != Some(&folder) && named.iter().all(|named| named != folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// The paths that a key of the section names: one, but of mods.
fn paths(section: &Node, key: &str, faults: &mut Vec<Fault>) -> Vec<Named> {
    let nodes: Vec<&Node> = section.all(key).collect();
    let mut paths = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let Some(text) = &node.text else {
            // An empty list of mods says that there are none.
            if key != "mods" || nodes.len() > 1 || !node.members.is_empty() {
                faults.push(expected(&format!("a path as `{key}`"), node.text_span));
            }
            continue;
        };
        match normalize(text) {
            _ if at > 0 && key != "mods" => {
                faults.push(expected(&format!("one path as `{key}`, and this is another one"), node.text_span));
            }
            Some(path) => paths.push((path, node.text_span)),
            None if key == "base" && ["", ".", "./", "/"].contains(&text.as_str()) => {
                paths.push((String::new(), node.text_span));
            }
            None => {
                let message = format!("expected a path within the root as `{key}`, and this is `{text}`");
                faults.push(Fault::new("config-path", message, node.text_span));
            }
        }
    }
    paths
}
