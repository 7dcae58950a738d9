//! The toolchain that builds for WebAssembly, found or made in one of three ways.

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

/// What `rustup target add` may take: minutes on a slow line, but not for ever where packets are dropped.
const DOWNLOAD_LIMIT: Duration = Duration::from_mins(4);

/// How long rustup waits for a server that does not answer, in seconds.
const DOWNLOAD_SILENCE: &str = "10";

/// A Rust toolchain that has the target; there is no other way to get one than [`ensure`].
pub struct WasmToolchain {
    /// What rustup calls it; none for the toolchain that is active in the checkout.
    name: Option<&'static str>,
}

impl WasmToolchain {
    /// A program of this toolchain, such as `cargo`, or one that runs such programs, such as `wasm-pack`.
    pub fn run(&self, program: impl AsRef<std::ffi::OsStr>) -> Run {
        of(self.name, program)
    }

    /// What its compiler says its version is: part of what decides what a build yields.
    ///
    /// # Errors
    /// Fails when the compiler cannot be run.
    pub fn version(&self) -> Result<String> {
        self.run("rustc").arg("-vV").silent()
    }
}

/// Finds a toolchain with the target, or gets one: the active toolchain; rustup's own way; Debian's Rust.
///
/// # Errors
/// Fails when none of the three ways is open on this machine, with one sentence that says what to install.
pub fn ensure(progress: &Progress) -> Result<WasmToolchain> {
    if places::on_path("cargo").is_none() || places::on_path("rustc").is_none() {
        bail!("Rust is missing from the search path: install it as https://rustup.rs says");
    }
    if has_target(None) {
        return Ok(WasmToolchain { name: None });
    }
    if has_target(Some(debian_rust::TOOLCHAIN)) && debian_rust::is_current() {
        return Ok(WasmToolchain { name: Some(debian_rust::TOOLCHAIN) });
    }
    if places::on_path("rustup").is_none() {
        bail!("the Rust here cannot build for {TARGET}: install Rust as https://rustup.rs says");
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

/// The folder in which a toolchain keeps the standard library for the target, whether or not it has one.
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

/// A program of a toolchain that rustup knows by name, or of the active one.
fn of(toolchain: Option<&str>, program: impl AsRef<std::ffi::OsStr>) -> Run {
    let run = Run::of_toolchain(program);
    match toolchain {
        Some(name) => run.env("RUSTUP_TOOLCHAIN", name),
        None => run,
    }
}
