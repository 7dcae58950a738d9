//! The demo: checks the sample project with the rule pack that was written for it.

use std::process::ExitCode;

use anyhow::Result;

use crate::run::Run;
use crate::{build, places, sample};

/// The sample project, relative to the root.
const SAMPLE: &str = "rules/samples/messiah";

/// All sample projects, relative to the root.
const SAMPLES: &str = "rules/samples";

/// The exit code of the checker when it finds the planted faults and nothing else went wrong.
const FINDINGS: i32 = 1;

/// Sets up, builds, and checks the sample, showing the checker's output.
///
/// # Errors
/// Fails if a tool is missing, or if the build or the generator fails.
pub fn run(again: bool) -> Result<ExitCode> {
    build::run()?;
    if again || !places::in_root(SAMPLE).is_dir() {
        regenerate()?;
    }
    println!("demo: assay check --rules rules/messiah {SAMPLE}\n");
    let check = Run::node("wasm/dist/bin/assay.js").args(["check", "--rules", "rules/messiah", SAMPLE]);
    let code = check.status()?.code();
    if code == Some(FINDINGS) {
        println!("\ndemo: the checker exited with 1, as expected: the sample contains faults");
        return Ok(ExitCode::SUCCESS);
    }
    let code = code.map_or("a signal".to_owned(), |code| code.to_string());
    println!("\ndemo: the checker exited with {code} instead of 1, although the sample contains faults");
    Ok(ExitCode::FAILURE)
}

/// Writes all samples again, each from its seed.
///
/// # Errors
/// Fails if its folder cannot be written.
pub fn regenerate() -> Result<ExitCode> {
    sample::generate(&places::in_root(SAMPLES))?;
    println!("sample: written to {SAMPLES}");
    Ok(ExitCode::SUCCESS)
}
