//! Virtual files: files that a system makes from other files. They are not on disk, but rules check them like files.

use std::rc::Rc;

use assay_document::source::Source;
use assay_report::{Diagnostics, Problem};
use serde::{Deserialize, Serialize};

use super::needs::DataNeeds;
use super::part::Part;
use super::scripts::LibraryFunctions;

/// The names of configuration files. The first one that a folder contains is used.
pub const CONFIGURATIONS: [&str; 3] = ["assay.yaml", "assay.yml", "assay.json"];

/// Makes the virtual files of a system.
pub trait VirtualFiles: Sync {
    /// Returns the folder of the virtual files, which begins with `@`. Only patterns that name it select them.
    fn folder(&self) -> &'static str;

    /// Returns the section of the configuration that names the folders: `base`, `mods`, `schema`.
    fn section(&self) -> &'static str;

    /// Returns the kind of files that are loaded, for messages: `definitions (.sbc)`.
    fn kind(&self) -> &'static str;

    /// Returns true if the file at `path` is one of the loaded files, according to its name.
    fn loads(&self, path: &str) -> bool;

    /// Returns the virtual files of a project.
    fn load(&self, project: Project, loading: Loading<'_>) -> Loaded;

    /// Returns the text of a file that was loaded.
    fn text(&self, source: &dyn Source, path: &str) -> Option<String>;

    /// Returns true if the virtual files cannot be made without the file at `path`.
    fn needs(&self, path: &str) -> bool {
        CONFIGURATIONS.contains(&path) || self.loads(path)
    }

    /// Returns true if the file at `path` may be the schema, or a library that the schema names.
    fn may_need(&self, path: &str) -> bool {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        ["yaml", "yml", "json", "rhai"].contains(&extension) && !CONFIGURATIONS.contains(&path)
    }
}

/// The folders of a source that are loaded, in load order, and the schema.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The folders of the base game and of mods; an empty path is the root. Without folders, all files are loaded
    /// together, unless the project names folders that cannot be loaded.
    pub folders: Vec<String>,
    /// The file that describes types.
    pub schema: Option<String>,
    /// The problems of the project's configuration.
    pub problems: Vec<Problem>,
    /// True if the project names the folders that are loaded, with or without mistakes.
    pub is_configured: bool,
    /// True if nothing is loaded, because the project has mistakes that have to be corrected first.
    pub is_refused: bool,
}

impl Project {
    /// Returns the index of the folder that a file belongs to: the one with the longest path, because a mod may be in
    /// the folder of the base game.
    pub fn home(folders: &[String], path: &str) -> Option<usize> {
        let holds = |folder: &str| {
            folder.is_empty()
                || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') || folder.ends_with('/'))
        };
        (0..folders.len()).filter(|&at| holds(&folders[at])).max_by_key(|&at| folders[at].len())
    }
}

/// The input for making virtual files.
pub struct Loading<'l> {
    /// The paths of the files that are needed.
    pub files: &'l [String],
    /// The files.
    pub source: &'l Rc<dyn Source>,
    /// The functions that a schema may name.
    pub scripts: &'l dyn LibraryFunctions,
    /// The data that the collections of the system need.
    pub needs: DataNeeds,
    /// Returns true if the virtual file at a path is needed.
    pub is_needed: &'l mut dyn FnMut(&str) -> bool,
}

/// The virtual files of a project.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The files for which `is_needed` returned true.
    pub files: Vec<VirtualFile>,
    /// The part of the collections.
    pub part: Option<Part>,
    /// The problems found.
    pub diagnostics: Diagnostics,
    /// The files that were read, with their sizes in bytes.
    pub read: Vec<(String, u64)>,
}

/// A virtual file.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct VirtualFile {
    /// Its path: `@definitions/Type/Subtype.sbc`.
    pub path: String,
    /// Its content.
    pub text: String,
    /// The paths of the files that its parts are from.
    pub files: Vec<String>,
    /// The origins of its parts, in the order of the text. Each has the offset in the text at which a part begins, the
    /// index of its file, and the offset in that file.
    pub origins: Vec<(u32, u32, u32)>,
}

impl VirtualFile {
    /// Returns the file that set the value at an offset of the text, and the offset in that file.
    pub fn origin(&self, offset: u32) -> Option<(&str, u32)> {
        // Text in front of the first part belongs to the first part.
        let at = self.origins.partition_point(|&(start, ..)| start <= offset).saturating_sub(1);
        let &(_, file, place) = self.origins.get(at)?;
        Some((self.files.get(file as usize)?, place))
    }
}
