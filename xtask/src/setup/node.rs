//! Node, which runs the checker, its tests and the tools of the npm packages.

use anyhow::{Context, Result, bail};

use crate::places;
use crate::run::Run;

/// The oldest Node that the npm package supports.
const OLDEST: u32 = 20;

/// Checks that Node and npm are installed, and that Node is not too old.
///
/// # Errors
/// Fails if one of them is missing or too old. The error says which one to install.
pub fn check() -> Result<()> {
    let version = version().ok().with_context(|| format!("Node is missing: install Node {OLDEST} or later"))?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|number| number.parse::<u32>().ok());
    if major.is_none_or(|number| number < OLDEST) {
        bail!("Node {version} is too old: install Node {OLDEST} or later");
    }
    if places::on_path(if cfg!(windows) { "npm.cmd" } else { "npm" }).is_none() && places::on_path("npm").is_none() {
        bail!("npm is missing: install it (it comes with Node from nodejs.org; on Debian it is the package `npm`)");
    }
    Ok(())
}

/// Returns the version of Node, such as `v20.20.2`.
///
/// # Errors
/// Fails if Node is missing.
pub fn version() -> Result<String> {
    Ok(Run::new("node").arg("--version").silent()?.trim().to_owned())
}
