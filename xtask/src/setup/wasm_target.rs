//! The toolchain that builds for WebAssembly, found or installed in one of three ways.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};

use super::{apt, debian_rust};
use crate::places;
use crate::progress::Progress;
use crate::run::Run;

/// The target that the wasm crate is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The time limit of `rustup target add`: long enough for a slow connection, but not endless if packets are dropped.
const DOWNLOAD_LIMIT: Duration = Duration::from_mins(4);

/// The time that rustup waits for a server that does not answer, in seconds.
const DOWNLOAD_SILENCE: &str = "10";

/// A Rust toolchain that has the target. Only [`ensure`] returns one.
pub struct WasmToolchain {
    /// Its name in rustup; `None` for the toolchain that is active in the checkout.
    name: Option<&'static str>,
}

impl WasmToolchain {
    /// Returns a command for a program of this toolchain, such as `cargo`, or one that runs such programs, such as
    /// `wasm-pack`.
    pub fn run(&self, program: impl AsRef<std::ffi::OsStr>) -> Run {
        of(self.name, program)
    }

    /// Returns the version of its compiler, which is part of the inputs of a build.
    ///
    /// # Errors
    /// Fails if the compiler cannot be run.
    pub fn version(&self) -> Result<String> {
        self.run("rustc").arg("-vV").silent()
    }
}

/// Finds a toolchain with the target, or installs one. Tries the active toolchain, then rustup, then Debian's Rust.
///
/// # Errors
/// Fails if none of these works on this machine. The error says what to install.
pub fn ensure(progress: &Progress) -> Result<WasmToolchain> {
    if places::on_path("cargo").is_none() || places::on_path("rustc").is_none() {
        bail!("Rust is missing from the search path: install it as described at https://rustup.rs");
    }
    if has_target(None) {
        return Ok(WasmToolchain { name: None });
    }
    if has_target(Some(debian_rust::TOOLCHAIN)) && debian_rust::is_current() {
        return Ok(WasmToolchain { name: Some(debian_rust::TOOLCHAIN) });
    }
    if places::on_path("rustup").is_none() {
        bail!("the installed Rust cannot build for {TARGET}: install Rust as described at https://rustup.rs");
    }
    let added = progress.step(&format!("asks rustup for the target {TARGET}"), || Ok(rustup_adds_target()))?;
    if added && has_target(None) {
        return Ok(WasmToolchain { name: None });
    }
    if !apt::exists() {
        bail!(
            "the target {TARGET} is missing and rustup's servers did not answer: run `rustup target add {TARGET}` with \
             access to the internet, or use a machine with Debian 12 or later"
        );
    }
    debian_rust::install(progress)?;
    if !has_target(Some(debian_rust::TOOLCHAIN)) {
        bail!("Debian's Rust still lacks {TARGET}: run `rustup target add {TARGET}` with access to the internet");
    }
    Ok(WasmToolchain { name: Some(debian_rust::TOOLCHAIN) })
}

/// Returns the folder in which a toolchain keeps the standard library for the target. It need not exist.
pub fn library(toolchain: Option<&str>) -> Option<PathBuf> {
    let folder = of(toolchain, "rustc").args(["--print", "target-libdir", "--target", TARGET]).silent().ok()?;
    Some(PathBuf::from(folder.trim()))
}

fn has_target(toolchain: Option<&str>) -> bool {
    library(toolchain).is_some_and(|folder| has_std(&folder))
}

fn has_std(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("libstd-") && name.to_string_lossy().ends_with(".rlib")
        })
    })
}

fn rustup_adds_target() -> bool {
    Run::new("rustup")
        .args(["target", "add", TARGET])
        .env("RUSTUP_MAX_RETRIES", "0")
        .env("RUSTUP_DOWNLOAD_TIMEOUT", DOWNLOAD_SILENCE)
        .succeeds_within(DOWNLOAD_LIMIT)
}

/// Returns a command for a program of a toolchain that rustup knows by name, or of the active one.
fn of(toolchain: Option<&str>, program: impl AsRef<std::ffi::OsStr>) -> Run {
    let run = Run::of_toolchain(program);
    match toolchain {
        Some(name) => run.env("RUSTUP_TOOLCHAIN", name),
        None => run,
    }
}
