//! The npm packages for builds, tests and lints, including `wasm-opt` from the package `binaryen`.

use anyhow::{Context, Result, bail};

use crate::places;
use crate::progress::Progress;
use crate::run::Run;
use crate::stamp::{self, Inputs};

/// Installs the packages of package-lock.json, unless they are already installed.
///
/// # Errors
/// Fails if the lock file is missing, if npm fails, or if `wasm-opt` is not among the installed packages.
pub fn ensure(progress: &Progress) -> Result<()> {
    let lock = places::in_root("package-lock.json");
    if !lock.is_file() {
        bail!("`package-lock.json` is missing: get it back with `git checkout package-lock.json`");
    }
    let stamp = places::in_root("node_modules/.assay-stamp");
    let hash = Inputs::default().path(&lock, &[])?.hash();
    if !stamp::holds(&stamp, &hash) {
        progress.step("installs the npm packages of package-lock.json", || {
            Run::npm().args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).silent()
        })?;
        stamp::set(&stamp, &hash)?;
    }
    if !places::in_root("node_modules/binaryen").is_dir() {
        bail!("`wasm-opt` is missing: add the npm package `binaryen` to `package.json`");
    }
    Ok(())
}

/// Returns the version of the package of `wasm-opt`, which determines its output.
///
/// # Errors
/// Fails if the package is not installed.
pub fn wasm_opt_version() -> Result<String> {
    std::fs::read_to_string(places::in_root("node_modules/binaryen/package.json"))
        .context("`binaryen` is not installed")
}
