//! Finds the folders of the source that a section of a configuration, such as `definitions`, loads.

use assay_document::format::{Document, Format};
use assay_document::source::{Source, folder};
use assay_document::text::{IssueCode, nearest};
use assay_report::Problem;
use assay_rule::{RuleFile, Site};
use assay_system::{CONFIGURATIONS, Project, VirtualFiles};

use super::config::{Config, Setting};
use super::folders::ProjectFolders;

/// Returns the folders that `maker` loads from `source`, which has these files. If `config` is `None`, the
/// configuration at the root is used.
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

/// Reads the configuration at the root of a source with these files. Returns `None` if there is no configuration.
fn at_root(source: &dyn Source, files: &[String]) -> Option<Config> {
    let mut names = CONFIGURATIONS.into_iter().filter(|name| files.iter().any(|file| file == name));
    let path = names.next()?;
    let mut config = match source.read(path) {
        Ok(bytes) => match Document::decode_as(Format::Yaml, bytes) {
            Ok(document) => {
                let text = document.text().unwrap_or_default().to_owned();
                Config::read(&RuleFile { path: path.to_owned(), text })
            }
            Err(undecodable) => faulty(Problem::new(undecodable.fault.code, undecodable.fault.message), path),
        },
        Err(error) => faulty(Problem::new(IssueCode::FileUnreadable, error.to_string()), path),
    };
    if let Some(other) = names.next() {
        let problem = Problem::new(IssueCode::ConfigTwice, format!("expected one configuration, found `{path}` too"));
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

/// Returns the folders that `maker` loads of these files. A configuration with problems loads no folders.
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
                let message = format!("`{value}` is outside the folder that is checked");
                project.problems.push(problem_at(
                    site,
                    message,
                    "paths are relative to the folder of this file".to_owned(),
                ));
            }
            Some(path) if is_schema => project.schema = Some(path),
            Some(path) if project.folders.contains(&path) => {
                project.problems.push(problem_at(
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
        let message = format!("expected a folder with {}, but `{value}` adds none", maker.kind());
        // Only folders that contain files of this kind are suggested.
        let spelled = place(config, site).spell_folders(loaded(), &project.folders);
        let suggestion = nearest(value, spelled.iter().map(String::as_str));
        let help = suggestion
            .map_or_else(|| "name the folder that they are in".to_owned(), |near| format!("did you mean `{near}`?"));
        project.problems.push(problem_at(site, message, help));
    }
    project
}

/// Returns the folders of a configuration. If the host gave none, the configuration is one of the files under check.
fn place(config: &Config, site: &Site) -> ProjectFolders {
    let at_path = || ProjectFolders { folder: folder(&site.path).to_owned(), root: String::new() };
    config.place.clone().unwrap_or_else(at_path)
}

fn problem_at(site: &Site, message: String, help: String) -> Problem {
    Problem { in_rules: false, help: Some(help), ..site.clone().mark(Problem::new(IssueCode::ConfigPath, message)) }
}
