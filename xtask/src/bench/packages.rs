//! A package of 2 GB with 50,000 files: the whole check, compared with Python's `zipfile` and `hashlib`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::measure::{Cost, Costs, measure};
use super::peer::ratio;
use super::prepared::{megabytes, seconds, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::{self, node};
use crate::stamp::{self, Inputs};

/// The number of files of the package. Every other file is deflated.
const FILES: u64 = 50_000;

/// The size of each file, in bytes.
const SIZE: u64 = 40_000;

/// The number of runs of each program.
const ROUNDS: usize = 3;

/// The maximum memory on all cores, in bytes.
const MAX_PEAK: u64 = 300_000_000;

/// The kinds of members, each with the minimum speed on one core, in megabytes per second.
const KINDS: [(&str, f64); 2] = [("stored", 200.0), ("deflated", 100.0)];

const MAKER: &str = "tests/peers/make_packages.py";
const PEER: &str = "tests/peers/check_package.py";

/// Measures both programs, and prints the figures and the bars.
///
/// # Errors
/// Fails if the packages cannot be made, or one of the programs fails.
pub fn run() -> Result<()> {
    let python = setup::for_peers()?;
    let folder = places::in_root("target/bench").join("packages");
    prepare(&python, &folder)?;
    let node = node::version()?;
    println!(
        "\nbench packages: {FILES} files, {} MB, Node {node}; runs of each, interleaved: {ROUNDS}\n",
        FILES * SIZE / 1_000_000
    );
    warn_if_busy();
    println!("{:<28}{:>10}{:>10}{:>10}{:>10}", "", "median", "CPU", "MB/s", "peak MB");
    let whole = check(&folder, "whole", None)?;
    let mut verdicts = vec![Verdict::new(
        format!("{FILES} files on all cores in at most {:.0} MB of memory", megabytes(MAX_PEAK)),
        format!("{:.0} MB", megabytes(whole.peak)),
        whole.peak <= MAX_PEAK,
    )];
    let mut costs = Costs::default();
    costs.add(whole);
    row("all files, all cores", &costs, FILES * SIZE);
    for (kind, least) in KINDS {
        let (mut ours, mut theirs) = (Costs::default(), Costs::default());
        for _ in 0..ROUNDS {
            ours.add(check(&folder, kind, Some("1"))?);
            theirs.add(peer(&python, &folder, kind)?);
        }
        let bytes = FILES * SIZE / 2;
        row(&format!("{kind} files, one core"), &ours, bytes);
        row("  Python", &theirs, bytes);
        let speed = speed(bytes, ours.median_work());
        verdicts.push(Verdict::new(
            format!("{kind} files at {least:.0} MB/s of processor time or more"),
            format!("{speed:.0} MB/s, {:.2} times as fast as Python", ratio(theirs.median_work(), ours.median_work())),
            speed >= least,
        ));
    }
    verdict::print(&verdicts);
    Ok(())
}

fn row(what: &str, costs: &Costs, bytes: u64) {
    println!(
        "{what:<28}{:>10}{:>10}{:>10.0}{:>10.0}",
        seconds(costs.median()),
        seconds(costs.median_work()),
        speed(bytes, costs.median_work()),
        megabytes(costs.peak())
    );
}

fn speed(bytes: u64, time: Duration) -> f64 {
    megabytes(bytes) / time.as_secs_f64().max(f64::EPSILON)
}

/// Checks a package that has no problems.
fn check(folder: &Path, name: &str, jobs: Option<&str>) -> Result<Cost> {
    let run = Run::node("--require").arg("./tests/bench/cost.cjs").arg("wasm/dist/bin/assay.js");
    let run = run.args(["package", "check", "--strict", "--format", "json"]);
    let run = match jobs {
        Some(jobs) => run.args(["--jobs", jobs]),
        None => run,
    };
    let output = folder.join("ours.json");
    let cost = measure(run.arg(package(folder, name)), &output)?;
    let told = read(&output)?;
    let found = ["problems", "warnings"].map(|kind| told[kind].as_array().map(Vec::len));
    ensure!(found == [Some(0); 2], "a newly made package has problems: {told}");
    Ok(cost)
}

/// Checks the package in Python.
fn peer(python: &Path, folder: &Path, name: &str) -> Result<Cost> {
    let output = folder.join("python.json");
    let cost = measure(Run::new(python).arg(PEER).arg(package(folder, name)), &output)?;
    let told = read(&output)?;
    ensure!(told["files"] == FILES / 2 && told["wrong"] == 0, "Python found another package: {told}");
    Ok(cost)
}

fn read(output: &Path) -> Result<Value> {
    let text = fs::read_to_string(output).with_context(|| format!("cannot read `{}`", output.display()))?;
    serde_json::from_str(&text).with_context(|| format!("`{}` is no JSON", output.display()))
}

fn package(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension("zip")
}

/// Makes the packages if they are missing.
fn prepare(python: &Path, folder: &Path) -> Result<()> {
    let hash = Inputs::default().path(&places::in_root(MAKER), &[])?.text(&format!("{FILES} {SIZE}")).hash();
    let stamp = folder.join("corpus.stamp");
    if stamp::holds(&stamp, &hash) && package(folder, "whole").is_file() {
        return Ok(());
    }
    println!("bench: makes packages of {FILES} files");
    fs::create_dir_all(folder)?;
    Run::new(python).arg(MAKER).arg(folder).args([FILES.to_string(), SIZE.to_string()]).stream()?;
    stamp::set(&stamp, &hash)
}
