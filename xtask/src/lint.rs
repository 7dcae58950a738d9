//! Formatting, Clippy, Biome, the types of TypeScript, the components of the page, doc comments, and circles of files.

use std::process::ExitCode;

use anyhow::Result;

use crate::outcome::{self, Outcome};
use crate::run::Run;
use crate::tally::Tally;
use crate::{build, measure, places};

/// The projects whose types are checked, where they exist.
const TYPESCRIPT: &[&str] =
    &["tsconfig.json", "wasm/tsconfig.json", "tests/tsconfig.json", "playground/tsconfig.json", "docs/tsconfig.json"];

/// Runs all lints, and mends what can be mended when `fix` says so.
///
/// # Errors
/// Fails when the build does, without which the types of the package are not known.
pub fn run(fix: bool) -> Result<ExitCode> {
    build::run()?;
    Ok(outcome::summarise(&stages(fix)))
}

/// Runs all lints on a checkout that is built.
pub fn stages(fix: bool) -> Vec<Outcome> {
    let mut outcomes = vec![rustfmt(fix), clippy(fix), biome(fix)];
    outcomes
        .extend(TYPESCRIPT.iter().filter(|project| places::in_root(project).is_file()).map(|project| types(project)));
    outcomes.push(components());
    outcomes.push(doc_comments());
    outcomes.push(circles());
    outcomes
}

fn rustfmt(fix: bool) -> Outcome {
    Outcome::of("rustfmt", Run::cargo().args(["fmt", "--all"]).args((!fix).then_some("--check")))
}

fn clippy(fix: bool) -> Outcome {
    let mend: &[&str] = if fix { &["--fix", "--allow-dirty", "--allow-staged"] } else { &[] };
    let run = Run::cargo().args(["clippy", "--workspace", "--all-targets"]).args(mend);
    Outcome::of("clippy", run.args(["--", "--deny", "warnings"]))
}

fn biome(fix: bool) -> Outcome {
    let mend = fix.then_some("--write");
    Outcome::of("biome", Run::npm_bin("biome").args(["check", "--error-on-warnings"]).args(mend))
}

fn types(project: &str) -> Outcome {
    Outcome::of(&format!("types of {project}"), Run::npm_bin("tsc").args(["--noEmit", "--project", project]))
}

/// Fails on doc comments that begin with a word that says nothing of the item.
fn doc_comments() -> Outcome {
    Outcome::of_work("doc comments", || {
        let vague = measure::vague_docs()?;
        for comment in &vague {
            println!("{comment}");
        }
        if !vague.is_empty() {
            println!("help: begin with a noun or a verb: \"The path of \u{2026}\", \"Returns the \u{2026}\"");
        }
        Ok((vague.is_empty(), Tally::default()))
    })
}

/// Fails on circles of more than [`measure::LARGEST_CIRCLE`] files.
fn circles() -> Outcome {
    Outcome::of_work("circles of files", || {
        let large = measure::large_circles()?;
        for circle in &large {
            println!("{} files use each other in a circle: {}", circle.len(), circle.join(", "));
        }
        if let Some(circle) = large.first() {
            println!(
                "help: `cargo xtask measure {}` shows which uses which; move what they share into a file below them",
                circle[0]
            );
        }
        Ok((large.is_empty(), Tally::default()))
    })
}

/// The page's components, which `tsc` does not read.
fn components() -> Outcome {
    let run = Run::npm().args(["run", "--silent", "check"]).at(places::in_root("playground"));
    Outcome::of("components of the page", run)
}
