//! Where things are: the checkout, what is built in it, and the tools cached outside it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the checkout.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// A path in the checkout, written with `/` between its parts.
pub fn in_root(path: &str) -> PathBuf {
    root().join(path)
}

/// Where xtask keeps what it built and measured; git ignores it, and deleting it costs only time.
pub fn scratch() -> PathBuf {
    in_root("target/xtask")
}

/// The folder of tools, outside the checkout so that a fresh clone finds them: `$ASSAY_TOOLS`, or `assay-tools` in
/// the user's cache.
///
/// # Errors
/// Fails when the environment names no place for a cache.
pub fn tools() -> Result<PathBuf> {
    if let Some(named) = variable("ASSAY_TOOLS") {
        return std::path::absolute(named).context("`ASSAY_TOOLS` must name a folder");
    }
    let cache = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| Path::new(&home).join(".cache")))
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
        .context("no place to cache tools in: set `ASSAY_TOOLS` to a folder, or `HOME`")?;
    Ok(cache.join("assay-tools"))
}

/// Where Cargo keeps the sources of crates, a folder for each registry.
///
/// # Errors
/// Fails when there is no home folder.
pub fn crates() -> Result<PathBuf> {
    let home = variable("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    Ok(home.context("no place where Cargo keeps crates: set `CARGO_HOME`, or `HOME`")?.join("registry").join("src"))
}

/// The executable called `name` on the search path, if there is one.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file_name)).find(|path| path.is_file())
}

/// An environment variable that is set and not empty.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
