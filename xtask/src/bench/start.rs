//! The start of the program, for which a hook or an editor waits each time: `--version`, and a check of ten files,
//! compared with Node that does nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::to_string;

use super::corpus::write_items;
use super::measure::measure_time;
use super::prepared::warn_if_busy;
use super::rules;
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::node;

const FILES: u64 = 10;

/// The number of items of one file, which take 2 kB.
const ITEMS: u64 = 3;

const RULES: usize = 30;

/// The number of runs of each program. A start is short, so other work of the machine has a large effect.
const ROUNDS: usize = 21;

const PROGRAM: &str = "wasm/dist/bin/assay.js";

/// A variable that names certificates. Node reads them before anything else, which takes 40 ms for all those of a
/// system.
const CERTIFICATES: &str = "NODE_EXTRA_CA_CERTS";

/// A program that starts, and the maximum time for its start.
struct Start {
    what: &'static str,
    run: fn(&Path) -> Run,
    /// The maximum time, in milliseconds.
    bar: Option<u128>,
}

const STARTS: &[Start] = &[
    Start { what: "Node alone", run: |_| Run::node("-e").arg("0"), bar: None },
    Start { what: "assay --version", run: |_| Run::node(PROGRAM).arg("--version"), bar: Some(60) },
    Start {
        what: "assay check of ten files",
        run: |folder| {
            Run::node(PROGRAM).args(["check", "--quiet", "--rules"]).arg(rules_in(folder)).arg(folder.join("root"))
        },
        bar: Some(150),
    },
];

/// Measures the programs, and prints the figures and the bars.
///
/// # Errors
/// Fails if the files cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    println!(
        "\nbench start: {FILES} files of 2 kB, {RULES} rules, Node {} without {CERTIFICATES}; runs of each, interleaved: {ROUNDS}",
        node::version()?
    );
    warn_if_busy();
    let folder = places::in_root("target/bench").join("start");
    write(&folder).context("cannot write the files of the bench")?;
    let mut times = vec![Vec::with_capacity(ROUNDS); STARTS.len()];
    for _ in 0..ROUNDS {
        for (start, times) in STARTS.iter().zip(&mut times) {
            times.push(measure_time((start.run)(&folder).without_env(CERTIFICATES), &folder.join("said"))?);
        }
    }
    println!();
    let mut verdicts = Vec::new();
    for (start, times) in STARTS.iter().zip(&mut times) {
        times.sort_unstable();
        let [min, median, max] = [0, ROUNDS / 2, ROUNDS - 1].map(|at| times[at].as_millis());
        println!("{:<28}{median:>6} ms ({min} to {max})", start.what);
        verdicts.extend(start.verdict(median));
    }
    verdict::print(&verdicts);
    Ok(())
}

impl Start {
    /// Returns the verdict on the time of the start; `None` if there is no bar.
    fn verdict(&self, time: u128) -> Option<Verdict> {
        let bar = self.bar?;
        Some(Verdict::new(format!("{} within {bar} ms", self.what), format!("{time} ms"), time <= bar))
    }
}

fn rules_in(folder: &Path) -> PathBuf {
    folder.join("rules.json")
}

fn write(folder: &Path) -> Result<()> {
    for number in 0..FILES {
        let path = folder.join(format!("root/Repository/file{number}/resource.repository"));
        write_items(&path, number * ITEMS..(number + 1) * ITEMS, FILES * ITEMS)?;
    }
    Ok(fs::write(rules_in(folder), to_string(&rules::file(RULES))?)?)
}
