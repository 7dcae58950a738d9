//! A section of a configuration such as `definitions` → the folders of the source that are loaded.

use assay_document::format::{Document, Format};
use assay_document::source::{Source, folder};
use assay_document::text::{IssueCode, nearest};
use assay_report::Problem;
use assay_rule::{RuleFile, Site};
use assay_system::{CONFIGURATIONS, Project, VirtualFiles};

use super::config::{Config, Setting};
use super::folders::ProjectFolders;

/// Returns the folders that `maker` loads of these files of `source`: as `config` says or, without it, the
/// configuration at the root.
#[must_use]
pub fn project_of(maker: &dyn VirtualFiles, config: Option<&Config>, source: &dyn Source, files: &[String]) -> Project {
    match config {
        Some(config) => folders_of(config, maker, files),
        None => at_root(source, files).map_or_else(Project::default, |config| {
            let mut project = folders_of(&config, maker, files);
            project.problems.splice(0..0, config.diagnostics.problems);
            project
        }),
    }
}

/// The configuration at the root of a source with these files, when there is one.
fn at_root(source: &dyn Source, files: &[String]) -> Option<Config> {
    let mut names = CONFIGURATIONS.into_iter().filter(|name| files.iter().any(|file| file == name));
    let path = names.next()?;
    let mut config = match source.read(path) {
        Ok(bytes) => match Document::decode_as(Format::Yaml, bytes) {
            Ok(document) => {
                let text = document.text().unwrap_or_default().to_owned();
                Config::read(&RuleFile { path: path.to_owned(), text })
            }
            Err(undecodable) => faulty(Problem::new(undecodable.malformed.code, undecodable.malformed.message), path),
        },
        Err(error) => faulty(Problem::new(IssueCode::FileUnreadable, error.to_string()), path),
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

/// A configuration that could not be read.
fn faulty(problem: Problem, path: &str) -> Config {
    let mut config = Config::default();
    config.diagnostics.problems.push(problem.in_file(path));
    config
}

/// Returns the folders that `maker` loads of these files: none by a configuration with mistakes.
fn folders_of(config: &Config, maker: &dyn VirtualFiles, files: &[String]) -> Project {
    let is_refused = !config.diagnostics.problems.is_empty();
    let mut project = Project { is_refused, is_configured: is_refused, ..Project::default() };
    let mut named: Vec<(&str, &Site)> = Vec::new();
    let section = config.settings.iter().filter(|(setting, _)| setting.is_in(maker.section()));
    for (Setting { key, value, .. }, site) in section {
        let is_schema = key.ends_with(".schema");
        project.is_configured |= !is_schema;
        match place(config, site).within(value) {
            None => {
                let message = format!("expected a path within what is checked, and `{value}` is outside");
                project.problems.push(told(site, message, "paths start from the folder of this file".to_owned()));
            }
            Some(path) if is_schema => project.schema = Some(path),
            Some(path) if project.folders.contains(&path) => {
                project.problems.push(told(site, format!("`{value}` is named twice"), "keep one of them".to_owned()));
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
        let spelled = place(config, site).spelled(loaded(), &project.folders);
        let near = nearest(value, spelled.iter().map(String::as_str));
        let help = near
            .map_or_else(|| "name the folder that they are in".to_owned(), |near| format!("did you mean `{near}`?"));
        project.problems.push(told(site, message, help));
    }
    project
}

/// The folders of a configuration. One without a place from the host is among the files under check, at its path.
fn place(config: &Config, site: &Site) -> ProjectFolders {
    let at_path = || ProjectFolders { folder: folder(&site.path).to_owned(), root: String::new() };
    config.place.clone().unwrap_or_else(at_path)
}

fn told(site: &Site, message: String, help: String) -> Problem {
    Problem { in_rules: false, help: Some(help), ..site.clone().mark(Problem::new(IssueCode::ConfigPath, message)) }
}
