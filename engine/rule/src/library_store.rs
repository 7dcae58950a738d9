//! Libraries of functions: finds their files, and collects the libraries that scripts of a rule file import.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use assay_document::text::{Fault, IssueCode, Span};
use assay_script::Libraries;

use super::path::resolve_beside;

/// Provides libraries to rule files. A file is read once, even if many rules import it.
pub(super) struct LibraryStore<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
    /// The files that have been requested so far, by path; `None` for a file that cannot be read.
    known: RefCell<HashMap<String, Option<Rc<str>>>>,
}

/// The folders of libraries, relative to the folder of the rule file.
const FOLDERS: [&str; 2] = ["lib", "../lib"];
const EXTENSION: &str = ".rhai";

#[derive(Clone)]
pub(super) struct LibraryFile {
    pub name: String,
    /// The path of its file, as the host names it.
    pub path: String,
    pub text: Rc<str>,
}

/// Libraries with all libraries that they import.
#[derive(Default)]
pub(super) struct GatheredLibraries {
    /// The libraries in files. Built-in ones need not be gathered.
    pub libraries: Vec<LibraryFile>,
    /// The imports of libraries that do not exist: the importing library, and the fault in bytes of its text.
    pub faults: Vec<(LibraryFile, Fault)>,
}

impl<'r> LibraryStore<'r> {
    pub fn new(read: &'r dyn Fn(&str) -> Option<String>) -> Self {
        Self { read, known: RefCell::default() }
    }

    /// Returns true if the rule file at `file` can use a library of that name.
    pub fn has(&self, file: &str, name: &str) -> bool {
        self.find(file, name).is_some() || Libraries::builtin(name).is_some()
    }

    /// Returns the libraries of these names for the rule file at `file`, and the libraries that they import. Unknown
    /// ones are left out.
    pub fn gather(&self, file: &str, names: impl IntoIterator<Item = String>) -> GatheredLibraries {
        let mut gathered = GatheredLibraries::default();
        let mut needed: Vec<String> = names.into_iter().collect();
        while let Some(name) = needed.pop() {
            if gathered.libraries.iter().any(|library| library.name == name) {
                continue;
            }
            let Some(library) = self.find(file, &name) else { continue };
            for (import, span) in Libraries::imports(&library.text) {
                if !self.has(file, &import) {
                    gathered.faults.push((library.clone(), self.unknown_library(file, &import, span)));
                }
                needed.push(import);
            }
            gathered.libraries.push(library);
        }
        gathered.libraries.sort_by(|a, b| a.name.cmp(&b.name));
        gathered
    }

    pub fn unknown_library(&self, file: &str, name: &str, span: Span) -> Fault {
        let fault = Fault::new(IssueCode::ScriptUnknownLibrary, format!("there is no library `{name}`"), span);
        let bare = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let bare = bare.strip_suffix(EXTENSION).unwrap_or(bare);
        if bare != name && self.has(file, bare) {
            return fault.help(format!("write a library without folder and extension: `{bare}`"));
        }
        let (built_in, usable) = (Libraries::default(), self.usable_names(file));
        let [beside, above] = FOLDERS.map(|folder| format!("`{folder}/{name}{EXTENSION}`"));
        fault
            .help(format!("put it in {beside} or {above}, relative to the rule file"))
            .suggest_nearest(name, usable.iter().map(String::as_str).chain(built_in.names()))
    }

    fn find(&self, file: &str, name: &str) -> Option<LibraryFile> {
        // A name with a `/` or `..` could refer to any file.
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if name.is_empty() || !name.chars().all(is_part) {
            return None;
        }
        FOLDERS.iter().find_map(|folder| {
            let path = resolve_beside(file, &format!("{folder}/{name}{EXTENSION}"));
            let text = self.read(&path)?;
            Some(LibraryFile { name: name.to_owned(), path, text })
        })
    }

    /// Returns the content of a file that a rule file names, without a byte order mark.
    pub fn read(&self, path: &str) -> Option<Rc<str>> {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let text = (self.read)(path).map(|text| Rc::from(text.strip_prefix('\u{feff}').unwrap_or(&text)));
        self.known.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// Returns the names of the libraries that have been read so far and that the rule file at `file` can use.
    fn usable_names(&self, file: &str) -> Vec<String> {
        let known = self.known.borrow();
        let folders = FOLDERS.map(|folder| resolve_beside(file, &format!("{folder}/")));
        let name = |path: &str| {
            let name = folders.iter().find_map(|folder| path.strip_prefix(folder.as_str()))?;
            Some(name.trim_start_matches('/').strip_suffix(EXTENSION)?.to_owned())
        };
        let mut names: Vec<String> =
            known.iter().filter(|(_, text)| text.is_some()).filter_map(|(path, _)| name(path)).collect();
        names.sort_unstable();
        names
    }
}

impl GatheredLibraries {
    pub fn libraries(&self) -> Libraries {
        let mut libraries = Libraries::default();
        for LibraryFile { name, path, text } in &self.libraries {
            libraries.add(name, path, text.to_string());
        }
        libraries
    }
}
