//! A Python with lxml, Pillow and PyYAML, for comparisons in tests and benches, and with Dask and an S3 server, for tests of
//! the driver for clusters.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::places;
use crate::progress::Progress;
use crate::run::Run;

/// The versions are pinned, so that ratios measured on different days can be compared.
const PACKAGES: &[(&str, &str)] = &[
    ("lxml", "6.1.3"),
    ("pillow", "13.0.0"),
    ("pyyaml", "6.0.3"),
    ("distributed", "2026.8.0"),
    ("pytest", "9.2.0"),
    // An S3 server; its package for servers would bring many more.
    ("moto", "5.2.1"),
    ("flask-cors", "6.0.2"),
];

/// Finds or makes a virtual environment with the packages in the cache of tools, and returns its Python.
///
/// # Errors
/// Fails if Python is missing, or if pip cannot install the packages.
pub fn ensure(progress: &Progress) -> Result<PathBuf> {
    let folder = places::tools()?.join(format!("python-{}", spell_packages("-").join("-")));
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let done = folder.join("done");
    if done.is_file() && python.exists() {
        return Ok(python);
    }
    if places::on_path("python3").is_none() {
        bail!("Python is missing: install Python 3.9 or later (on Debian: `apt-get install -y python3 python3-venv`)");
    }
    progress.step(&format!("makes a Python environment with {}", spell_packages(" ").join(", ")), || {
        Run::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&folder)
            .silent()
            .context("cannot make a virtual environment (on Debian it needs `apt-get install -y python3-venv`)")?;
        Run::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(spell_packages("=="))
            .silent()?;
        fs::write(&done, "").with_context(|| format!("cannot write `{}`", done.display()))
    })?;
    Ok(python)
}

/// Returns the packages, each followed by `between` and its version.
fn spell_packages(between: &str) -> Vec<String> {
    PACKAGES.iter().map(|(name, version)| format!("{name}{between}{version}")).collect()
}
