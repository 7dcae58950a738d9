//! All systems, and everything that makes virtual files.

use super::file_reports::FileReports;
#[cfg(any(test, feature = "testing"))]
use super::toy::Toys;
use super::virtual_files::VirtualFiles;
use super::{System, conversion, definition, gltf, messiah, package};

/// All systems. A new system is a module of the crate and a row here.
pub const SYSTEMS: &[&dyn System] = &[
    // Parts refer to their system by its index here, so they can only be sent between workers of the same version.
    &messiah::Messiah,
    &package::Packages,
    &definition::MergedDefinitions,
    &conversion::ConversionRules,
    #[cfg(any(test, feature = "testing"))]
    &Toys,
];

/// Returns the systems that make virtual files, each with its index in [`SYSTEMS`].
pub fn makers() -> impl Iterator<Item = (usize, &'static dyn VirtualFiles)> {
    SYSTEMS.iter().enumerate().filter_map(|(at, system)| Some((at, system.virtual_files()?)))
}

/// Everything that makes reports about single files.
pub const REPORTERS: &[&dyn FileReports] = &[&gltf::ModelReports];

/// Returns the maker of the report at `path`, and the path of the file that it is about.
pub fn report_on(path: &str) -> Option<(&'static dyn FileReports, &str)> {
    REPORTERS.iter().find_map(|&reporter| Some((reporter, reporter.subject(path)?)))
}

/// Returns the folders of all virtual files.
pub fn virtual_folders() -> impl Iterator<Item = &'static str> {
    makers().map(|(_, maker)| maker.folder()).chain(REPORTERS.iter().map(|reporter| reporter.folder()))
}

/// Returns the folder of virtual files that a path is in.
pub fn virtual_folder(path: &str) -> Option<&'static str> {
    let loaded = makers().map(|(_, maker)| maker.folder()).find(|folder| path.starts_with(folder));
    loaded.or_else(|| report_on(path).map(|(reporter, _)| reporter.folder()))
}

/// Returns true if virtual files cannot be made without the file at `path`.
pub fn makes_virtual_files(path: &str) -> bool {
    makers().any(|(_, maker)| maker.needs(path)) || REPORTERS.iter().any(|reporter| reporter.is_about(path))
}
