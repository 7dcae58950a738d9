//! Reports about files: virtual files, each made from one file when that file is checked.

use std::rc::Rc;

use assay_document::source::Source;
use assay_report::Diagnostics;

use super::virtual_files::VirtualFile;

/// Makes a report, which is a virtual file in JSON, about each file of one kind.
pub trait FileReports: Sync {
    /// Returns the folder of the reports, which begins with `@`. Only patterns that name it select them.
    fn folder(&self) -> &'static str;

    /// Returns true if there is a report about the file at `path`, according to its name.
    fn is_about(&self, path: &str) -> bool;

    /// Makes the report about the file at `path`.
    fn report(&self, path: &str, source: &Rc<dyn Source>) -> FileReport;

    /// Returns the text of the file at `path`, for the lines of findings; `None` if findings in it have no lines.
    fn text(&self, path: &str, source: &dyn Source) -> Option<String>;

    /// Returns the path of the report about the file at `path`.
    fn path_of(&self, path: &str) -> String {
        format!("{}/{path}.json", self.folder())
    }

    /// Returns the path of the file that the report at `report` is about; `None` for a path of another form.
    fn subject<'p>(&self, report: &'p str) -> Option<&'p str> {
        let path = report.strip_prefix(self.folder())?.strip_prefix('/')?.strip_suffix(".json")?;
        self.is_about(path).then_some(path)
    }
}

/// The result of making a report.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The report; `None` if it could not be made, for which the problems give the reason.
    pub file: Option<VirtualFile>,
    /// The problems and warnings found.
    pub diagnostics: Diagnostics,
    /// The files that were read, with their sizes in bytes.
    pub read: Vec<(String, u64)>,
}
