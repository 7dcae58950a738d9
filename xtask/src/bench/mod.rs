//! The benches: measure the time and memory of the checker, and compare them with required values, the bars.

mod cluster;
mod conversion;
mod corpus;
mod definitions;
mod files;
mod findings;
mod formats;
mod hashing;
mod lists;
mod measure;
mod metadata;
mod noise;
mod packages;
mod peer;
mod prepared;
mod project;
mod repository;
mod rules;
mod scene;
mod scripts;
mod start;
mod verdict;
mod work;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::build;

/// A bench, by the name that runs it.
struct Bench {
    name: &'static str,
    run: fn() -> Result<()>,
}

const BENCHES: &[Bench] = &[
    Bench { name: "repository", run: || repository::run(&repository::REPOSITORY) },
    Bench { name: "work", run: work::run },
    Bench { name: "start", run: start::run },
    Bench { name: "files", run: files::run },
    Bench { name: "formats", run: formats::run },
    Bench { name: "findings", run: findings::run },
    Bench { name: "scripts", run: scripts::run },
    Bench { name: "lists", run: lists::run },
    Bench { name: "definitions", run: definitions::run },
    Bench { name: "conversion", run: conversion::run },
    Bench { name: "packages", run: packages::run },
    Bench { name: "cluster", run: cluster::run },
    Bench { name: "huge", run: || repository::run(&repository::HUGE) },
];

/// The bench that runs when none is named.
const DEFAULT: &str = "repository";

/// The help about the benches.
pub const HELP: &str = "\
Names:
  repository   a resource.repository of 68 MB with 100,000 items under 1, 50 and 100 rules (when no name is given)
  work         two projects under 50 rules of many kinds, beside expat, lxml, and Node that only reads
  start        the start of the program: its version, and a check of ten files
  files        100,000 files of 2 kB under 30 rules: all at once, from a cache, and in four parts
  formats      60 MB of JSON and 20 MB of YAML under 1 and 10 rules
  findings     1,000,000 findings as JSON lines, JSON, text and HTML, and 5,000,000 as JSON
  scripts      an expression and a filter function over 100,000 values, beside the same rules without them
  lists        two asset lists of 1,000,000 entries: reading, each operation, writing; 10,000 files of 100 kB hashed
  definitions  100,000 definitions in 50 contexts, and twice as many: merged, copied, written
  conversion   the results of 400 conversion rules in 40 files for 200,000 files
  packages     a package of 2 GB with 50,000 files, half of them deflated: the whole check
  cluster      a check in steps: 1,000,000 files, beside a check, and with killed processes; an inventory of 50,000,000
  huge         a resource.repository of 1 GB under 1 and 50 rules

Runs are interleaved, and the median is used. A bar that is not reached is printed as missed. The exit code is still 0,
because a busy machine misses bars too. Generated files are kept in target/bench.";

/// Builds what has changed and runs the benches with these names.
///
/// # Errors
/// Fails if a name is unknown, if the build fails, or if a measured program fails.
pub fn run(names: &[&str]) -> Result<ExitCode> {
    let names = if names.is_empty() { &[DEFAULT] } else { names };
    let benches = names.iter().map(|name| find(name)).collect::<Result<Vec<_>>>()?;
    build::run()?;
    for bench in benches {
        (bench.run)()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Result<&'static Bench> {
    if let Some(bench) = BENCHES.iter().find(|bench| bench.name == name) {
        return Ok(bench);
    }
    let names: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
    bail!("there is no bench `{name}`: the benches are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{BENCHES, DEFAULT, HELP, find};

    #[test]
    fn help_names_every_bench() {
        assert!(BENCHES.iter().all(|bench| HELP.contains(&format!("\n  {} ", bench.name))));
    }

    #[test]
    fn the_default_is_a_bench() {
        assert!(find(DEFAULT).is_ok());
    }
}
