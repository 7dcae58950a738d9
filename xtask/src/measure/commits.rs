//! The number of files that commits change.

use anyhow::Result;

use crate::run::Run;

/// The number of the last commits that are measured.
const COMMITS: &str = "-20";

/// Prints, for each of the last commits, the number of new files and of changed files.
///
/// # Errors
/// Fails if git fails.
pub(super) fn print() -> Result<()> {
    let log = Run::new("git").args(["log", COMMITS, "--no-merges", "--name-status", "--format=%x01%h %s"]).silent()?;
    println!("\nFiles that the last commits changed and added:");
    for commit in log.split('\u{1}').filter(|commit| !commit.is_empty()) {
        let (subject, names) = commit.split_once('\n').unwrap_or((commit, ""));
        let count = |status: &str| names.lines().filter(|line| line.starts_with(status)).count();
        println!("  {:>5} {:>5}  {subject}", count("M") + count("R") + count("D"), count("A"));
    }
    Ok(())
}
