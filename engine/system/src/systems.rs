//! All systems, and those that make virtual files.

#[cfg(any(test, feature = "testing"))]
use super::toy::Toys;
use super::virtual_files::VirtualFiles;
use super::{System, conversion, definition, messiah, package};

/// All systems. A new system is a module of the crate and a row here.
pub const SYSTEMS: &[&dyn System] = &[
    // Parts name their system by its index here, so they travel between workers of one version only.
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

/// Returns the folder of virtual files that a path is in.
#[must_use]
pub fn virtual_folder(path: &str) -> Option<&'static str> {
    makers().map(|(_, maker)| maker.folder()).find(|folder| path.starts_with(folder))
}

/// Returns true if virtual files cannot be made without the file at `path`.
#[must_use]
pub fn makes_virtual_files(path: &str) -> bool {
    makers().any(|(_, maker)| maker.needs(path))
}
