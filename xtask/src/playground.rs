//! Builds and serves the playground.

use std::process::ExitCode;

use anyhow::Result;

use crate::build;
use crate::run::Run;

/// Builds what has changed and serves the page until it is interrupted.
///
/// # Errors
/// Fails if the build fails.
pub fn run() -> Result<ExitCode> {
    build::run()?;
    let status = Run::node("playground/serve.mjs").status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
