//! How many files a change touches.

use anyhow::Result;

use crate::run::Run;

/// The number of commits that are looked at.
const COMMITS: &str = "-20";

/// Prints for each of the last commits how many files it added, and how many that existed it changed.
///
/// # Errors
/// Fails when git does not tell.
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
