//! Reads rule files and the files that they extend, each once.

use std::collections::{HashMap, HashSet};

use assay_document::source::folder;
use assay_document::text::{Fault, IssueCode};
use assay_report::Diagnostics;

use super::document::RuleScalar;
use super::file::FileSpec;
use super::file_text::FileText;
use super::pack::{PACK_FILES, is_pack, is_pack_path};
use super::path::{resolve, resolve_beside, with_slashes};
use super::rule_file::RuleFile;

/// The maximum length of a chain of rule files that extend each other. A file is read during a call for the file that
/// extends it, so a longer chain could overflow the stack.
const MAX_EXTENDS: usize = 32;

/// A rule file that has been read.
pub(super) struct LoadedRuleFile {
    pub file: RuleFile,
    pub spec: FileSpec,
    /// The indexes of the files that it extends. Each of them is in front of it.
    pub extends: Vec<usize>,
}

/// Reads rule files and the files that they extend.
pub(super) struct Loader<'l> {
    given: HashMap<String, &'l RuleFile>,
    read: &'l dyn Fn(&str) -> Option<String>,
    pub loaded: Vec<LoadedRuleFile>,
    /// The indexes in `loaded`, by path.
    places: HashMap<String, usize>,
    /// The folders in which a description of a pack has been looked for.
    folders: HashSet<String>,
    /// The files that are being read, each extended by the one before it.
    open: Vec<String>,
    pub out: Diagnostics,
}

impl<'l> Loader<'l> {
    /// Reads `files` and the files that they extend, whose content `read` returns.
    pub fn load(files: &'l [RuleFile], read: &'l dyn Fn(&str) -> Option<String>) -> Self {
        let mut loader = Self {
            given: files.iter().map(|file| (resolve(&with_slashes(&file.path)), file)).collect(),
            read,
            loaded: Vec::new(),
            places: HashMap::new(),
            folders: HashSet::new(),
            open: Vec::new(),
            out: Diagnostics::default(),
        };
        for file in files {
            loader.file(&with_slashes(&file.path), &file.text);
        }
        loader
    }

    /// Reads the file at `path` with content `text`, unless it has been read. The files that it extends are added
    /// before it.
    fn file(&mut self, path: &str, text: &str) {
        self.read_pack(path);
        // Two paths may name the same file: `base.yaml`, `../rules/base.yaml`.
        let identity = resolve(path);
        if self.open.contains(&identity) || self.places.contains_key(&identity) {
            return;
        }
        let file = FileText::new(path, text);
        let spec = FileSpec::read(&file, &mut self.out);
        self.open.push(identity.clone());
        for extended in &spec.extends {
            self.extend(extended, &file);
        }
        self.open.pop();
        let place =
            |extended: &RuleScalar| self.places.get(&resolve(&resolve_beside(path, extended.text.trim()))).copied();
        let extends = spec.extends.iter().filter_map(place).collect();
        self.places.insert(identity, self.loaded.len());
        self.loaded.push(LoadedRuleFile {
            file: RuleFile { path: path.to_owned(), text: text.to_owned() },
            spec,
            extends,
        });
    }

    /// Reads the description of the pack that the file at `path` belongs to. It is in the same folder.
    fn read_pack(&mut self, path: &str) {
        let around = folder(path);
        if is_pack_path(path) || !self.folders.insert(around.to_owned()) {
            return;
        }
        for name in PACK_FILES {
            let path =
                if around.is_empty() { name.to_owned() } else { format!("{}/{name}", around.trim_end_matches('/')) };
            if let Some(&file) = self.given.get(&resolve(&path)) {
                self.file(&with_slashes(&file.path), &file.text);
            } else if let Some(text) = (self.read)(&path).filter(|text| is_pack(&path, text)) {
                self.file(&path, &text);
            }
        }
    }

    fn extend(&mut self, extended: &RuleScalar, by: &FileText<'_>) {
        let path = resolve_beside(by.path, extended.text.trim());
        let identity = resolve(&path);
        let fault = |code, message: String| Fault::new(code, message, extended.span);
        let fault = if self.open.last() == Some(&identity) {
            fault(IssueCode::ExtendsCycle, "a rule file cannot extend itself".to_owned())
        } else if self.open.contains(&identity) {
            fault(IssueCode::ExtendsCycle, format!("`{path}` extends this file, so this file cannot extend it"))
        } else if self.open.len() >= MAX_EXTENDS {
            fault(IssueCode::ExtendsDepth, format!("more than {MAX_EXTENDS} rule files extend each other in a chain"))
        } else if self.places.contains_key(&identity) {
            return;
        } else if let Some(&file) = self.given.get(&identity) {
            return self.file(&with_slashes(&file.path), &file.text);
        } else if let Some(text) = (self.read)(&path) {
            return self.file(&path, &text);
        } else {
            fault(IssueCode::ExtendsMissing, format!("there is no rule file `{path}`"))
                .help("paths are relative to this file")
        };
        self.out.problems.push(by.problem(fault));
    }
}
