//! A section of a configuration such as `definitions` → the folders of the source that are loaded.

use std::collections::BTreeSet;

use assay_document::format::{Document, Format};
use assay_document::source::{Source, folder};
use assay_document::text::{IssueCode, nearest};
use assay_report::Problem;
use assay_rule::{RuleFile, Site};
use assay_system::{Project, VirtualFiles};
use serde::Deserialize;

use super::{Config, NAMES, Setting};

/// Where the paths of a configuration start, and where the files under check lie: two folders seen from one place.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ProjectFolders {
    /// The folder of the configuration.
    pub folder: String,
    /// The root of the source.
    pub root: String,
}

impl ProjectFolders {
    /// A path of the configuration as one of the source; empty for its root, `None` outside of it.
    fn within(&self, path: &str) -> Option<String> {
        let mut parts = if is_absolute(path) { Vec::new() } else { parts(&self.folder) };
        walk(&mut parts, path);
        let rest = parts.strip_prefix(self::parts(&self.root).as_slice())?;
        let is_inside = rest.first().is_none_or(|first| !["", ".."].contains(first));
        is_inside.then(|| rest.join("/"))
    }

    /// Returns the folders that these files are in, as the configuration would name them, except those that are `named`.
    fn spelled<'f>(&self, files: impl Iterator<Item = &'f String>, named: &[String]) -> BTreeSet<String> {
        let (root, own) = (parts(&self.root), parts(&self.folder));
        let way: String =
            root.strip_prefix(own.as_slice()).unwrap_or_default().iter().flat_map(|part| [part, "/"]).collect();
        let mut folders = BTreeSet::new();
        for path in files {
            let mut rest = path.as_str();
            while let Some((folder, _)) =
                rest.rsplit_once('/').filter(|(folder, _)| !named.iter().any(|named| named == folder))
            {
                if !folders.insert(format!("{way}{folder}")) {
                    break;
                }
                rest = folder;
            }
        }
        folders
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':')
}

fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    walk(&mut parts, path);
    parts
}

/// Goes on from `parts` by `path`. An absolute path begins with an empty part.
fn walk<'p>(parts: &mut Vec<&'p str>, path: &'p str) {
    for (at, part) in path.split(['/', '\\']).enumerate() {
        match part {
            "" if at > 0 || path.is_empty() => {}
            "." => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => _ = parts.pop(),
            part => parts.push(part),
        }
    }
}

/// Returns the folders that `maker` loads of these files of `source`: as `config` says or, without it, the
/// configuration at the root.
#[must_use]
pub fn project_of(maker: &dyn VirtualFiles, config: Option<&Config>, source: &dyn Source, files: &[String]) -> Project {
    match config {
        Some(config) => config.project(maker, files),
        None => at_root(source, files).map_or_else(Project::default, |config| {
            let mut project = config.project(maker, files);
            project.problems.splice(0..0, config.diagnostics.problems);
            project
        }),
    }
}

/// The configuration at the root of a source with these files, when there is one.
fn at_root(source: &dyn Source, files: &[String]) -> Option<Config> {
    let mut names = NAMES.into_iter().filter(|name| files.iter().any(|file| file == name));
    let path = names.next()?;
    let mut config = match source.read(path) {
        Ok(bytes) => match Document::decode_as(Format::Yaml, bytes) {
            Ok(document) => {
                let text = document.text().unwrap_or_default().to_owned();
                Config::read(&RuleFile { path: path.to_owned(), text })
            }
            Err(undecodable) => {
                Config::faulty(Problem::new(undecodable.malformed.code, undecodable.malformed.message), path)
            }
        },
        Err(error) => Config::faulty(Problem::new(IssueCode::FileUnreadable, error.to_string()), path),
    };
    if let Some(other) = names.next() {
        let problem =
            Problem::new(IssueCode::ConfigTwice, format!("expected one configuration, and there is `{path}`, too"));
        config
            .diagnostics
            .problems
            .push(Problem { help: Some("keep one of them".to_owned()), ..problem.in_file(other) });
    }
    Some(config)
}

impl Config {
    fn faulty(problem: Problem, path: &str) -> Self {
        let mut config = Self::default();
        config.diagnostics.problems.push(problem.in_file(path));
        config
    }

    /// Puts it where the host has it; without that it lies among the files under check, at its path.
    #[must_use]
    pub fn at(self, place: Option<ProjectFolders>) -> Self {
        Self { place, ..self }
    }

    /// Returns true if a section has any settings.
    #[must_use]
    pub fn has_section(&self, section: &str) -> bool {
        self.settings().any(|setting| is_in(section, &setting.key))
    }

    /// Returns the folders that `maker` loads of these files: none by a configuration with mistakes.
    fn project(&self, maker: &dyn VirtualFiles, files: &[String]) -> Project {
        let is_refused = !self.diagnostics.problems.is_empty();
        let mut project = Project { is_refused, is_configured: is_refused, ..Project::default() };
        let mut named: Vec<(&str, &Site)> = Vec::new();
        let section = self.settings.iter().filter(|(setting, _)| is_in(maker.section(), &setting.key));
        for (Setting { key, value, .. }, site) in section {
            let is_schema = key.ends_with(".schema");
            project.is_configured |= !is_schema;
            match self.place(site).within(value) {
                None => {
                    let message = format!("expected a path within what is checked, and `{value}` is outside");
                    project.problems.push(told(site, message, "paths start from the folder of this file".to_owned()));
                }
                Some(path) if is_schema => project.schema = Some(path),
                Some(path) if project.folders.contains(&path) => {
                    project.problems.push(told(
                        site,
                        format!("`{value}` is named twice"),
                        "keep one of them".to_owned(),
                    ));
                }
                Some(path) => {
                    project.folders.push(path);
                    named.push((value, site));
                }
            }
        }
        let mut is_used = vec![false; project.folders.len()];
        let loaded = || files.iter().filter(|path| maker.loads(path));
        for at in loaded().filter_map(|path| Project::home(&project.folders, path)) {
            is_used[at] = true;
        }
        for ((value, site), _) in named.into_iter().zip(is_used).filter(|(_, is_used)| !is_used) {
            let message = format!("expected a folder with {}, and `{value}` holds none of its own", maker.kind());
            let spelled = self.place(site).spelled(loaded(), &project.folders);
            let near = nearest(value, spelled.iter().map(String::as_str));
            let help = near.map_or_else(
                || "name the folder that they are in".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            project.problems.push(told(site, message, help));
        }
        project
    }

    fn place(&self, site: &Site) -> ProjectFolders {
        self.place
            .clone()
            .unwrap_or_else(|| ProjectFolders { folder: folder(&site.path).to_owned(), root: String::new() })
    }
}

/// Returns true if a key such as `definitions.base` belongs to a section.
fn is_in(section: &str, key: &str) -> bool {
    key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
}

fn told(site: &Site, message: String, help: String) -> Problem {
    Problem { in_rules: false, help: Some(help), ..site.clone().mark(Problem::new(IssueCode::ConfigPath, message)) }
}
