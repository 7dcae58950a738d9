//! Command-line tools that cargo builds from published crates.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::places;
use crate::progress::Progress;
use crate::run::Run;

/// A crate that installs a command, in one version.
pub struct CargoTool<'a> {
    /// The name of the crate.
    pub name: &'a str,
    /// The command that it installs.
    pub command: &'a str,
    /// The exact version.
    pub version: &'a str,
    /// True to build with the dependency versions of the crate's lock file.
    pub locked: bool,
    /// The level of optimisation, as in a Cargo profile. Building the tool usually takes more time than running it.
    pub opt_level: &'a str,
}

impl CargoTool<'_> {
    /// Finds the tool in the cache or builds it into the cache, and returns the folder of its command.
    ///
    /// # Errors
    /// Fails if cargo cannot build it, with the end of cargo's output.
    pub fn ensure(&self, progress: &Progress) -> Result<PathBuf> {
        let root = places::tools()?.join(format!("{}-{}", self.name, self.version));
        let folder = root.join("bin");
        if !folder.join(format!("{}{}", self.command, std::env::consts::EXE_SUFFIX)).is_file() {
            fs::create_dir_all(&root).with_context(|| format!("cannot make the folder `{}`", root.display()))?;
            progress.step(&format!("builds {} {} for the cache of tools", self.name, self.version), || {
                self.install(root)
            })?;
        }
        Ok(folder)
    }

    fn install(&self, root: PathBuf) -> Result<()> {
        let run = Run::cargo()
            .args(["install", "--quiet", "--version", &format!("={}", self.version), "--root"])
            .arg(&root)
            .args(self.locked.then_some("--locked"))
            .arg(self.name)
            .at(root)
            .without_env("CARGO_TARGET_DIR")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.opt_level)
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false");
        run.silent().with_context(|| format!("cannot install {} {}", self.name, self.version))?;
        Ok(())
    }
}
