//! Two asset lists with a million entries each: reading, each operation and writing, compared with a plain Python
//! script. Also the hashing of many files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::corpus::{PACKAGES, TYPES};
use super::hashing;
use super::measure::{Cost, measure};
use super::noise::{guid, noise, pick};
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::{self, node};
use crate::stamp::{self, Inputs};

/// The number of entries of each list.
const ENTRIES: u64 = 1_000_000;

/// The number of runs of each program.
const ROUNDS: usize = 5;

/// The maximum time of an operation.
const MAX_OPERATION: Duration = Duration::from_millis(500);

/// The maximum memory, in bytes.
const MAX_PEAK: u64 = 1_500_000_000;

const PEER: &str = "tests/peers/compare_lists.py";

/// The operations, as both programs name them: first on lists that were just read, then on less favourable ones.
const OPERATIONS: [&str; 9] = [
    "delta",
    "union",
    "intersection",
    "complement",
    "pattern",
    "count",
    "delta by path",
    "delta of results",
    "count of 200 lists",
];

/// One run of a program: its cost, and the time of each of its operations.
struct Told {
    cost: Cost,
    works: Value,
}

impl Told {
    fn time(&self, work: &str) -> Duration {
        Duration::from_secs_f64(self.works[work]["time"].as_f64().unwrap_or_default() / 1000.0)
    }

    fn entries(&self, work: &str) -> u64 {
        self.works[work]["entries"].as_u64().unwrap_or_default()
    }
}

/// Measures both programs, and prints the figures and the bars.
///
/// # Errors
/// Fails if the lists cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    let python = setup::for_peers()?;
    let folder = places::in_root("target/bench").join("lists");
    let files = prepare(&folder)?;
    let size: u64 = files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum();
    println!(
        "\nbench lists: two lists of {ENTRIES} entries, {:.1} MB of JSON together, Node {}; runs of each, interleaved: \
         {ROUNDS}\n",
        megabytes(size),
        node::version()?
    );
    warn_if_busy();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let run = Run::node("--require").arg("./tests/bench/cost.cjs").arg("tests/bench/lists.mjs");
        ours.push(run_program(run, &files, &folder.join("ours"))?);
        theirs.push(run_program(Run::new(&python).arg(PEER), &files, &folder.join("python"))?);
    }
    println!("{:<20}{:>10}{:>10}{:>12}   by the clock", "", "here", "Python", "entries");
    for work in ["read"].into_iter().chain(OPERATIONS).chain(["write"]) {
        let (here, there) = (median(&ours, work), median(&theirs, work));
        let entries = ours.first().map_or(0, |output| output.entries(work));
        println!(
            "{work:<20}{:>7.0} ms{:>7.0} ms{entries:>12}",
            1000.0 * here.as_secs_f64(),
            1000.0 * there.as_secs_f64()
        );
    }
    let mut verdicts = bars(&ours, &theirs);
    verdicts.extend(hashing::run(&folder, ROUNDS)?);
    verdict::print(&verdicts);
    Ok(())
}

/// Returns the verdicts on the bars.
fn bars(ours: &[Told], theirs: &[Told]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for operation in OPERATIONS {
        let time = median(ours, operation);
        let demand = format!("{operation} within {} ms", MAX_OPERATION.as_millis());
        let measured =
            format!("{} ms, {:.1} times as fast as Python", time.as_millis(), ratio(median(theirs, operation), time));
        verdicts.push(Verdict::new(demand, measured, time <= MAX_OPERATION));
    }
    for work in ["read", "write"] {
        let ratio = ratio(median(theirs, work), median(ours, work));
        verdicts.push(Verdict::new(
            format!("{work} no slower than Python"),
            format!("{ratio:.1} times as fast"),
            ratio >= 1.0,
        ));
    }
    let peak = ours.iter().map(|run| run.cost.peak).max().unwrap_or(0);
    let demand = format!("at most {:.0} MB of memory", megabytes(MAX_PEAK));
    verdicts.push(Verdict::new(demand, format!("{:.0} MB", megabytes(peak)), peak <= MAX_PEAK));
    let differing = OPERATIONS.iter().find(|work| {
        let entries = |runs: &[Told]| runs.first().map(|run| run.entries(work));
        entries(ours) != entries(theirs)
    });
    let measured = differing.map_or("the same".to_owned(), |work| format!("{work} differs"));
    verdicts.push(Verdict::new("as many entries as Python", measured, differing.is_none()));
    verdicts
}

fn median(runs: &[Told], work: &str) -> Duration {
    let mut times: Vec<Duration> = runs.iter().map(|run| run.time(work)).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Runs a program on the lists.
fn run_program(run: Run, files: &[PathBuf; 2], output: &Path) -> Result<Told> {
    let cost = measure(run.arg(&files[0]).arg(&files[1]).arg(output.with_extension("union.json")), output)?;
    let text = fs::read_to_string(output).with_context(|| format!("cannot read `{}`", output.display()))?;
    let works = serde_json::from_str(&text).with_context(|| format!("`{}` is no JSON", output.display()))?;
    Ok(Told { cost, works })
}

/// Generates the two lists if they are missing.
fn prepare(folder: &Path) -> Result<[PathBuf; 2]> {
    let files = ["first.json", "second.json"].map(|name| folder.join(name));
    let generator = Inputs::default().text(include_str!("noise.rs")).text(include_str!("lists.rs"));
    let hash = generator.text(&ENTRIES.to_string()).hash();
    let stamp = folder.join("corpus.stamp");
    if files.iter().all(|file| file.is_file()) && stamp::holds(&stamp, &hash) {
        return Ok(files);
    }
    println!("bench: generates two lists of {ENTRIES} entries");
    for (version, file) in files.iter().enumerate() {
        write(file, version as u64).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    stamp::set(&stamp, &hash)?;
    Ok(files)
}

/// Writes a list like that of a game. In the second version, one asset in twenty is missing, the same number are new,
/// and one in ten has other content.
fn write(path: &Path, version: u64) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(b"{\"assets\": [\n")?;
    let first = version * (ENTRIES / 20);
    for number in first..first + ENTRIES {
        let changed = u64::from(version > 0 && noise(number, 1).is_multiple_of(10));
        let hash = (0..5).map(|word| format!("{:08x}", noise(5 * number + word, 2 + changed) & 0xffff_ffff));
        let hash: String = hash.collect();
        let (package, kind) =
            (pick(PACKAGES, noise(number, 5)).to_lowercase(), pick(TYPES, noise(number, 6)).to_lowercase());
        let extension = if number % 3 == 0 { "dds" } else { "bin" };
        let id = guid(number).to_uppercase();
        let end = if number + 1 == first + ENTRIES { "\n" } else { ",\n" };
        write!(
            out,
            "{{\"path\": \"{package}/{kind}_{number:07}.{extension}\", \"hash\": \"{hash}\", \"id\": \"{{{id}}}:0\"}}{end}"
        )?;
    }
    out.write_all(b"]}\n")?;
    out.flush()
}
