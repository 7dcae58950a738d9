//! The places of files: the checkout, its build outputs, and the tools cached outside of it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Returns the root of the checkout.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns a path in the checkout, written with `/` between its parts.
pub fn in_root(path: &str) -> PathBuf {
    root().join(path)
}

/// Returns the folder for files that xtask builds and measures. Git ignores it, and deleting it costs only time.
pub fn scratch() -> PathBuf {
    in_root("target/xtask")
}

/// Returns the folder of tools: `$ASSAY_TOOLS`, or `assay-tools` in the user's cache. It is outside of the checkout, so
/// that a fresh clone finds the tools.
///
/// # Errors
/// Fails if the environment has no folder for a cache.
pub fn tools() -> Result<PathBuf> {
    if let Some(named) = variable("ASSAY_TOOLS") {
        return std::path::absolute(named).context("`ASSAY_TOOLS` must name a folder");
    }
    let cache = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| Path::new(&home).join(".cache")))
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
        .context("no folder for the cache of tools: set `ASSAY_TOOLS` to a folder, or set `HOME`")?;
    Ok(cache.join("assay-tools"))
}

/// Returns the folder in which Cargo keeps the sources of crates, with a folder for each registry.
///
/// # Errors
/// Fails if the environment has no home folder.
pub fn crates() -> Result<PathBuf> {
    let home = variable("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    Ok(home.context("the folder of Cargo is unknown: set `CARGO_HOME`, or `HOME`")?.join("registry").join("src"))
}

/// Returns the executable called `name` on the search path, if it exists.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file_name)).find(|path| path.is_file())
}

/// Returns the value of an environment variable if it is set and not empty.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
