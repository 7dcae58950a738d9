//! A browser for the browser tests: Chromium or Google Chrome.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::apt;
use crate::places;
use crate::progress::Progress;

/// Its names on the search path.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Its paths if it is not on the search path.
const PLACES: &[&str] = &[
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Returns the browser for tests: the one that `$ASSAY_CHROMIUM` names, or one found on this machine.
///
/// # Errors
/// Fails if the environment names a browser that does not exist.
pub fn find() -> Result<Option<PathBuf>> {
    if let Some(named) = places::variable("ASSAY_CHROMIUM") {
        let path = PathBuf::from(named);
        if !path.is_file() {
            bail!("`ASSAY_CHROMIUM` names `{}`, which is not a file", path.display());
        }
        return Ok(Some(path));
    }
    let known = PLACES.iter().map(PathBuf::from).find(|path: &PathBuf| Path::is_file(path));
    Ok(NAMES.iter().find_map(|name| places::on_path(name)).or(known))
}

/// Finds a browser, or installs Debian's Chromium.
///
/// # Errors
/// Fails if no browser is found and none can be installed. The error says what to install.
pub fn ensure(progress: &Progress) -> Result<PathBuf> {
    if let Some(path) = find()? {
        return Ok(path);
    }
    if !apt::exists() {
        bail!("no browser found: install Chromium or Google Chrome, or name one in `ASSAY_CHROMIUM`");
    }
    progress.step("installs Debian's chromium for the browser tests", || apt::install(&["chromium"]))?;
    find()?.context("Debian's `chromium` is installed, but its command is not on the search path")
}
