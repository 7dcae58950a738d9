//! Set-up: finds or installs everything that the other commands need, with one file for each tool.
//!
//! Tools are cached outside of the checkout by name and version (see [`places::tools`]), so a fresh clone on the same
//! machine does not build them again. A step that finds its tool prints nothing.

mod apt;
mod cargo_tool;
pub mod chromium;
mod debian_rust;
pub mod node;
pub mod npm;
mod python;
mod wasm_bindgen;
mod wasm_pack;
pub mod wasm_target;

use std::fs::File;
use std::path::PathBuf;

use anyhow::Result;

use crate::progress::Progress;
use crate::{lock, places};
use wasm_target::WasmToolchain;

/// The tools for building the npm package.
pub struct Tools {
    /// The toolchain that builds for WebAssembly.
    pub wasm: WasmToolchain,
    /// The folders of wasm-pack and the wasm-bindgen command, to put first on the search path.
    pub folders: Vec<PathBuf>,
}

/// Sets up the tools for a build: the WebAssembly target, wasm-pack, wasm-bindgen and the npm packages.
///
/// # Errors
/// Fails if a tool is missing. The error says which one, and what to do.
pub fn for_build() -> Result<Tools> {
    let _turn = turn()?;
    build_tools(&Progress::of("set-up"))
}

/// Sets up the tools for tests: the tools of a build, and a browser.
///
/// # Errors
/// See [`for_build`].
pub fn for_tests() -> Result<Tools> {
    let _turn = turn()?;
    let progress = Progress::of("set-up");
    let tools = build_tools(&progress)?;
    chromium::ensure(&progress)?;
    Ok(tools)
}

/// Sets up the tools for tests, and prints a message if everything was already installed.
///
/// # Errors
/// See [`for_build`].
pub fn everything() -> Result<()> {
    let _turn = turn()?;
    let progress = Progress::of("set-up");
    build_tools(&progress)?;
    chromium::ensure(&progress)?;
    python::ensure(&progress)?;
    println!("set-up: {}", if progress.is_idle() { "everything is here" } else { "done" });
    Ok(())
}

/// Sets up the tools for a comparison with Python, and returns that Python.
///
/// # Errors
/// See [`for_build`].
pub fn for_peers() -> Result<PathBuf> {
    let _turn = turn()?;
    python::ensure(&Progress::of("set-up"))
}

/// Waits until no other set-up runs on this machine, so that two never install the same tool at once.
fn turn() -> Result<File> {
    lock::take(&places::tools()?, "set-up")
}

fn build_tools(progress: &Progress) -> Result<Tools> {
    node::check()?;
    let wasm = wasm_target::ensure(progress)?;
    let folders = vec![wasm_pack::ensure(progress)?, wasm_bindgen::ensure(progress)?];
    npm::ensure(progress)?;
    Ok(Tools { wasm, folders })
}
