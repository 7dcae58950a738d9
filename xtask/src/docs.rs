//! The documentation as a site: the documents in `docs/`, and a reference made from the tables of the built package.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::build;
use crate::run::Run;

/// Builds what has changed, and the site into `docs/.vitepress/dist`. `base` is its path on the server, by default `/`.
///
/// # Errors
/// Fails if the build fails, if a link in a document is broken, or if the base does not have a slash at both ends.
pub fn run(base: Option<&str>) -> Result<ExitCode> {
    let base = base.unwrap_or("/");
    if !base.starts_with('/') || !base.ends_with('/') {
        bail!("`docs` takes the path at which the site is served, such as `/assay/`, not `{base}`");
    }
    build::run()?;
    Run::node("docs/build.mjs").args(["--base", base]).stream()?;
    println!("the site is in docs/.vitepress/dist; `npx vitepress preview docs` shows it");
    Ok(ExitCode::SUCCESS)
}
