//! Debian's Rust as a toolchain for WebAssembly, for machines that can reach Debian's packages but not rustup's
//! servers.
//!
//! Debian ships a compiler that knows the target, and the sources of the standard library, but not the library built
//! for the target. The library is built once and copied to the compiler's folder, and the result is linked as a
//! toolchain of rustup.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{apt, wasm_target};
use crate::progress::Progress;
use crate::run::Run;

/// The name of the toolchain in rustup.
pub const TOOLCHAIN: &str = "wasm";

const PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src"];

/// The folder in which these packages are installed, which is also the root of the toolchain.
const PREFIX: &str = "/usr";
const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";

/// A file next to the built library: the version of the compiler that it was built with, and can be used with.
const STAMP: &str = "assay-rustc-version";

/// Link-time optimisation needs the library's bitcode, which Cargo leaves out by default.
const RECIPE: &str = "-Cembed-bitcode=yes";

/// The name of the crate that exists only to build the standard library.
const PROBE: &str = "assay_std_probe";

/// Returns true if the library was built with the installed compiler. A newer compiler refuses it.
pub fn is_current() -> bool {
    let Some(library) = library() else { return false };
    let built_with = fs::read_to_string(library.join(STAMP));
    // A library without a stamp was installed by hand. If it does not fit, the compiler reports it.
    built_with.is_err() || built_with.ok() == version().ok()
}

/// Installs Debian's Rust, builds the standard library for the target, and links the toolchain.
///
/// # Errors
/// Fails if this process may not install packages or write to the compiler's folder, or if a build fails.
pub fn install(progress: &Progress) -> Result<()> {
    if !apt::has(PACKAGES) {
        progress.step(&format!("installs Debian's {}", PACKAGES.join(", ")), || apt::install(PACKAGES))?;
    }
    let library = library().context("Debian's `rustc` does not know the WebAssembly target")?;
    progress.step(&format!("builds the standard library for {}", wasm_target::TARGET), || build_std(&library))?;
    link_linker()?;
    Run::new("rustup").args(["toolchain", "link", TOOLCHAIN, PREFIX]).silent()?;
    Ok(())
}

fn library() -> Option<PathBuf> {
    let args = ["--print", "target-libdir", "--target", wasm_target::TARGET];
    let folder = Run::of_toolchain(RUSTC).args(args).silent().ok()?;
    Some(PathBuf::from(folder.trim()))
}

/// Returns the version of the compiler and the flags for the library. If either changes, the library is built again.
fn version() -> Result<String> {
    Ok(format!("{}{RECIPE}\n", Run::of_toolchain(RUSTC).arg("-vV").silent()?))
}

/// Builds the standard library outside of the checkout, where its workspace and Cargo configuration do not apply.
fn build_std(library: &Path) -> Result<()> {
    let folder = env::temp_dir().join(format!("assay-std-{}", std::process::id()));
    let result = build_std_in(&folder, library);
    // A folder that remains only takes disk space among the temporary files.
    let _ = fs::remove_dir_all(&folder);
    result
}

fn build_std_in(folder: &Path, library: &Path) -> Result<()> {
    let manifest = format!(
        "[package]\nname = \"{PROBE}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [profile.release]\npanic = \"abort\"\n"
    );
    let source = folder.join("src");
    fs::create_dir_all(&source).with_context(|| format!("cannot make the folder `{}`", source.display()))?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(source.join("lib.rs"), "//! Empty: only the standard library is needed.\n")?;
    Run::of_toolchain(CARGO)
        .args(["build", "--release", "-Zbuild-std=std,panic_abort", "--target", wasm_target::TARGET])
        .at(folder)
        .without_env("CARGO_TARGET_DIR")
        .without_env("RUSTUP_TOOLCHAIN")
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", RECIPE)
        .silent()?;
    let built = folder.join("target").join(wasm_target::TARGET).join("release/deps");
    copy_library(&built, library)?;
    fs::write(library.join(STAMP), version()?).with_context(|| cannot_write(library))
}

/// Copies the built crates to the compiler's folder, and removes those of an earlier compiler.
fn copy_library(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| cannot_write(to))?;
    for old in crates_in(to)? {
        fs::remove_file(&old).with_context(|| cannot_write(to))?;
    }
    for path in crates_in(from)? {
        let name = path.file_name().unwrap_or_default();
        if !name.to_string_lossy().contains(PROBE) {
            fs::copy(&path, to.join(name)).with_context(|| cannot_write(to))?;
        }
    }
    Ok(())
}

fn crates_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder `{}`", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rlib")).collect())
}

/// Links Debian's compiler to the linker of the active toolchain. A copy would not work, because the linker finds its
/// libraries next to its file.
#[cfg(unix)]
fn link_linker() -> Result<()> {
    let version = version()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("`rustc -vV` names no host")?;
    let bin = format!("lib/rustlib/{host}/bin");
    let link = Path::new(PREFIX).join(&bin).join("rust-lld");
    if link.exists() {
        return Ok(());
    }
    let sysroot = Run::of_toolchain("rustc").args(["--print", "sysroot"]).silent()?;
    let linker = Path::new(sysroot.trim()).join(&bin).join("rust-lld");
    if !linker.is_file() {
        bail!(
            "the active Rust toolchain has no `rust-lld`: install Rust 1.95 or later as described at https://rustup.rs"
        );
    }
    if let Some(folder) = link.parent() {
        fs::create_dir_all(folder).with_context(|| cannot_write(folder))?;
    }
    // A broken link comes from a toolchain that was removed.
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&linker, &link).with_context(|| cannot_write(&link))
}

#[cfg(not(unix))]
fn link_linker() -> Result<()> {
    bail!("Debian's Rust runs on Debian only")
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`: run the set-up as root once", path.display())
}
