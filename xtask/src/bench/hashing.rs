//! A list made of many files: computing their hashes, on one core and on two.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, ensure};

use super::measure::{Costs, measure};
use super::noise::noise;
use super::peer::ratio;
use super::verdict::Verdict;
use crate::run::Run;
use crate::stamp::{self, Inputs};

/// The number of files.
const FILES: u64 = 10_000;

/// The size of each file, in bytes.
const SIZE: usize = 100_000;

/// The number of files in one folder.
const EACH: u64 = 100;

/// The minimum speed-up with two cores. The start of the program and the writing use only one core.
const MIN_RATIO: f64 = 1.5;

/// Measures the listing of the files in `folder` on one core and on two, `rounds` times each, and prints the figures.
///
/// # Errors
/// Fails if the files cannot be written, if the program fails, or if the two lists differ.
pub fn run(folder: &Path, rounds: usize) -> Result<Vec<Verdict>> {
    let files = prepare(folder)?;
    let mut costs = [Costs::default(), Costs::default()];
    for _ in 0..rounds {
        for (costs, jobs) in costs.iter_mut().zip(["1", "2"]) {
            let list = folder.join(format!("hashed-{jobs}.json"));
            let run = Run::node("--require")
                .args(["./tests/bench/cost.cjs", "wasm/dist/bin/assay.js", "assetlist", "create", "--force", "--quiet"])
                .args(["--jobs", jobs, "--root"])
                .arg(&files)
                .arg("-o")
                .arg(&list);
            costs.add(measure(run, &folder.join("hashing")).context("the list of the files could not be made")?);
        }
    }
    let read = |jobs| fs::read(folder.join(format!("hashed-{jobs}.json"))).context("a list is missing");
    ensure!(read(1)? == read(2)?, "one core and two made different lists");
    let [one, two] = &costs;
    println!("\n{FILES} files of {} kB listed and hashed, from start to end", SIZE / 1000);
    for (jobs, costs) in [("--jobs 1", one), ("--jobs 2", two)] {
        let [time, work] = [costs.median(), costs.median_work()].map(|time| time.as_secs_f64());
        println!("{jobs:<20}{time:>8.2} s{work:>10.2} s of processor time");
    }
    Ok(verdicts(ratio(one.median(), two.median())))
}

/// Returns the verdict, if the machine has two cores.
fn verdicts(faster: f64) -> Vec<Verdict> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores < 2 {
        return Vec::new();
    }
    let demand = format!("hashing on two cores at least {MIN_RATIO} times as fast as on one");
    vec![Verdict::new(demand, format!("{faster:.2} times"), faster >= MIN_RATIO)]
}

/// Generates the files if they are missing, and returns their folder.
fn prepare(folder: &Path) -> Result<PathBuf> {
    let files = folder.join("files");
    let hash = Inputs::default().text(include_str!("noise.rs")).text(include_str!("hashing.rs")).hash();
    let stamp = folder.join("files.stamp");
    if !stamp::holds(&stamp, &hash) {
        println!("bench: generates {FILES} files");
        write(&files).with_context(|| format!("cannot write `{}`", files.display()))?;
        stamp::set(&stamp, &hash)?;
    }
    Ok(files)
}

/// Writes the files: each contains its number, followed by the same noise.
fn write(files: &Path) -> io::Result<()> {
    let noise: Vec<u8> = (0..SIZE as u64 / 8).flat_map(|word| noise(word, 40).to_le_bytes()).collect();
    for number in 0..FILES {
        let folder = files.join(format!("folder-{:03}", number / EACH));
        fs::create_dir_all(&folder)?;
        let mut out = File::create(folder.join(format!("asset-{number:05}.bin")))?;
        out.write_all(&number.to_le_bytes())?;
        out.write_all(&noise[8..])?;
    }
    Ok(())
}
