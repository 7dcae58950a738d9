//! Formatting, Clippy, Biome, the types of TypeScript, the components of the page, doc comments, words and sentences, names
//! of types, and cycles of files.

use std::process::ExitCode;

use anyhow::Result;

use crate::outcome::{self, Outcome};
use crate::run::Run;
use crate::tally::Tally;
use crate::{build, measure, places, prose};

/// The projects whose types are checked, where they exist.
const TYPESCRIPT: &[&str] =
    &["tsconfig.json", "wasm/tsconfig.json", "tests/tsconfig.json", "playground/tsconfig.json", "docs/tsconfig.json"];

/// Runs all lints, and fixes what can be fixed if `fix` is true.
///
/// # Errors
/// Fails if the build fails, because the types of the package are unknown then.
pub fn run(fix: bool) -> Result<ExitCode> {
    build::run()?;
    Ok(outcome::summarise(&stages(fix)))
}

/// Runs all lints in a checkout that has been built.
pub fn stages(fix: bool) -> Vec<Outcome> {
    let mut outcomes = vec![rustfmt(fix), clippy(fix), biome(fix)];
    outcomes
        .extend(TYPESCRIPT.iter().filter(|project| places::in_root(project).is_file()).map(|project| types(project)));
    outcomes.push(components());
    outcomes.push(doc_comments());
    outcomes.push(words());
    outcomes.push(type_names());
    outcomes.push(cycles());
    outcomes
}

fn rustfmt(fix: bool) -> Outcome {
    Outcome::of("rustfmt", Run::cargo().args(["fmt", "--all"]).args((!fix).then_some("--check")))
}

fn clippy(fix: bool) -> Outcome {
    let flags: &[&str] = if fix { &["--fix", "--allow-dirty", "--allow-staged"] } else { &[] };
    let run = Run::cargo().args(["clippy", "--workspace", "--all-targets"]).args(flags);
    Outcome::of("clippy", run.args(["--", "--deny", "warnings"]))
}

fn biome(fix: bool) -> Outcome {
    let flag = fix.then_some("--write");
    Outcome::of("biome", Run::npm_bin("biome").args(["check", "--error-on-warnings"]).args(flag))
}

fn types(project: &str) -> Outcome {
    Outcome::of(&format!("types of {project}"), Run::npm_bin("tsc").args(["--noEmit", "--project", project]))
}

/// Fails for doc comments that begin with a word that does not describe the item.
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

/// Fails on words that the glossary replaces, and on long sentences.
fn words() -> Outcome {
    Outcome::of_work("words and sentences", || {
        let findings = prose::findings("")?;
        for finding in &findings {
            println!("{finding}");
        }
        if !findings.is_empty() {
            println!(
                "help: `docs/glossary.md` lists the words to use; `cargo xtask prose PATH` checks one file or folder"
            );
        }
        Ok((findings.is_empty(), Tally::default()))
    })
}

/// Fails for public types of one crate that have the same name.
fn type_names() -> Outcome {
    Outcome::of_work("names of types", || {
        let repeated = measure::repeated_types()?;
        for name in &repeated {
            println!("public types of one crate share the name {name}");
        }
        if !repeated.is_empty() {
            println!("help: add a word to each name that distinguishes the type, as in `XmlReader`");
        }
        Ok((repeated.is_empty(), Tally::default()))
    })
}

/// Fails for cycles of files that are more than a module and modules in it.
fn cycles() -> Outcome {
    Outcome::of_work("cycles of files", || {
        let found = measure::cycles_across_modules()?;
        for cycle in &found {
            println!("{} files use each other in a cycle: {}", cycle.len(), cycle.join(", "));
        }
        if let Some(cycle) = found.first() {
            println!(
                "help: `cargo xtask measure {}` lists the uses; move shared items into a file below them",
                cycle[0]
            );
        }
        Ok((found.is_empty(), Tally::default()))
    })
}

/// Checks the page's components, which `tsc` does not read.
fn components() -> Outcome {
    let run = Run::npm().args(["run", "--silent", "check"]).at(places::in_root("playground"));
    Outcome::of("components of the page", run)
}
