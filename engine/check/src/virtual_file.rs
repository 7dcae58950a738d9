//! Work on virtual files: they are made, shown to rules as files, and findings in them lead to the files that they were
//! made of.

use std::cell::RefCell;
use std::rc::Rc;

use assay_config::project_of;
use assay_document::source::{Source, SourceError};
use assay_document::text::{LineIndex, Region, Span};
use assay_report::Excerpt;
use assay_rule::{RuleSet, SelectedFiles};
use assay_system::{
    DataNeeds, Loaded, Loading, SYSTEMS, VirtualFile, makers, report_on, virtual_folder, virtual_folders,
};

use super::checker::Checker;
use super::select::extraction;

/// Returns true if the rule with that number looks at the virtual files in a folder: its pattern names the folder.
/// Other patterns do not select virtual files, whatever they match.
pub(super) fn rule_reads_folder(rules: &RuleSet, rule: u32, folder: &str) -> bool {
    matches!(rules.rules()[rule as usize].rpath(), SelectedFiles::Pattern(pattern) if pattern.source().contains(folder))
}

/// Returns true if the collection with that number is extracted from the virtual files in a folder.
pub(super) fn list_reads_folder(rules: &RuleSet, list: u32, folder: &str) -> bool {
    extraction(&rules.collections()[list as usize]).is_some_and(|(rpath, _)| rpath.source().contains(folder))
}

/// Returns true if a rule file names a folder of virtual files, even if only as a value.
pub(super) fn is_folder_named(rules: &RuleSet, folder: &str) -> bool {
    rules.files().iter().any(|file| file.text.contains(folder))
}

/// Like [`rule_reads_folder`], for the virtual files of all systems.
pub(super) fn rule_reads_virtual_files(rules: &RuleSet, rule: u32) -> bool {
    virtual_folders().any(|folder| rule_reads_folder(rules, rule, folder))
}

/// Like [`list_reads_folder`], for the virtual files of all systems.
pub(super) fn list_reads_virtual_files(rules: &RuleSet, list: u32) -> bool {
    virtual_folders().any(|folder| list_reads_folder(rules, list, folder))
}

/// The origins of the parts of a virtual file.
#[derive(Clone)]
pub(super) struct Origins {
    file: Rc<VirtualFile>,
    /// The source of the files that the parts are from.
    pub source: Rc<dyn Source>,
    /// The file that was looked at last, with its text.
    last: Rc<RefCell<Option<(String, String)>>>,
}

impl Origins {
    /// Creates the origins of the parts of `file`, whose files are in `source`. `last` caches the last file.
    pub fn new(file: Rc<VirtualFile>, source: Rc<dyn Source>, last: &Rc<RefCell<Option<(String, String)>>>) -> Self {
        Self { file, source, last: Rc::clone(last) }
    }

    /// Returns true if the virtual file is a report about one file. Such virtual files are not shown to users.
    pub fn is_report(&self) -> bool {
        report_on(&self.file.path).is_some()
    }

    /// Returns the text of a file that the virtual file was made of.
    fn text(&self, path: &str) -> Option<String> {
        if let Some((reporter, _)) = report_on(&self.file.path) {
            return reporter.text(path, self.source.as_ref());
        }
        let folder = virtual_folder(&self.file.path)?;
        let (_, maker) = makers().find(|(_, maker)| maker.folder() == folder)?;
        maker.text(self.source.as_ref(), path)
    }

    /// Returns the file that set the value at a place, the place in that file, and its line; `None` if no file did.
    pub fn place_in_source(&self, span: Span) -> Option<(String, Region, Option<Excerpt>)> {
        let (path, offset) = self.file.origin(span.start())?;
        if offset == 0 {
            // The place is the whole file.
            return Some((path.to_owned(), Region::START, None));
        }
        // Adjacent values are mostly from the same file.
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(known, _)| known != path) {
            *last = self.text(path).map(|text| (path.to_owned(), text));
        }
        let Some((_, text)) = last.as_ref() else { return Some((path.to_owned(), Region::START, None)) };
        let lines = LineIndex::new(text);
        let region = lines.region(Span::at(offset));
        Some((path.to_owned(), region, Some(Excerpt::new(&lines, region))))
    }
}

/// A source with an additional virtual file.
pub(super) struct Overlay {
    file: Rc<VirtualFile>,
    source: Rc<dyn Source>,
}

impl Overlay {
    pub fn new(file: &Rc<VirtualFile>, source: &Rc<dyn Source>) -> Self {
        Self { file: Rc::clone(file), source: Rc::clone(source) }
    }

    /// Returns the text of the virtual file, if it is at `path`.
    fn own(&self, path: &str) -> Option<&[u8]> {
        (path == self.file.path).then_some(self.file.text.as_bytes())
    }
}

impl Source for Overlay {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        self.own(path).map_or_else(|| self.source.read(path), |text| Ok(text.to_vec()))
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        self.own(path).map_or_else(|| self.source.size(path), |text| Ok(text.len() as u64))
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let start = |text: &[u8]| Ok(text[..text.len().min(length)].to_vec());
        self.own(path).map_or_else(|| self.source.read_start(path, length), start)
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        let Some(text) = self.own(path) else { return self.source.read_part(path, offset, part) };
        let rest = usize::try_from(offset).ok().and_then(|offset| text.get(offset..)).unwrap_or_default();
        let length = rest.len().min(part.len());
        part[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

/// Makes the virtual files of a system. Returns `None` if it makes none.
pub(super) fn load(
    checker: &Checker,
    source: &Rc<dyn Source>,
    system: usize,
    files: &[String],
    needs: DataNeeds,
) -> Option<Loaded> {
    let maker = SYSTEMS.get(system)?.virtual_files()?;
    let project = project_of(maker, checker.config.as_ref(), source.as_ref(), files);
    let rules = &checker.rules;
    let mut search = checker.selector.search();
    // The files that values name are not known yet.
    let is_cited = rules.rules().iter().any(|rule| rule.sub().is_some());
    let folder = maker.folder();
    let mut is_needed = |path: &str| {
        let (selected_by, unsure) = search.select(path);
        is_cited
            || selected_by.rules.iter().chain(&unsure.rules).any(|&rule| rule_reads_folder(rules, rule, folder))
            || selected_by.lists.iter().chain(&unsure.lists).any(|&list| list_reads_folder(rules, list, folder))
    };
    let loading = Loading { files, source, scripts: rules.host(), needs, is_needed: &mut is_needed };
    Some(maker.load(project, loading))
}

#[cfg(test)]
mod tests;
