//! wasm-pack, which builds the WebAssembly package.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_tool::CargoTool;
use crate::progress::Progress;

/// The version is pinned, so that builds do not change by themselves; raise it by hand.
const VERSION: &str = "0.15.1";

/// Finds or builds wasm-pack and returns the folder of its command.
///
/// # Errors
/// Fails if cargo cannot build it.
pub fn ensure(progress: &Progress) -> Result<PathBuf> {
    // It only starts other programs, so it is not optimised.
    let tool = CargoTool { name: "wasm-pack", command: "wasm-pack", version: VERSION, locked: true, opt_level: "0" };
    tool.ensure(progress)
}
