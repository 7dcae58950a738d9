//! 100,000 files of 2 kB under 30 rules: checked at once, from a cache, and in four shards, compared with a program
//! that only reads the files.
//!
//! There are two layouts: a folder for each file, like the resources of Messiah, and many files in each folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::to_string;

use super::corpus::write_items;
use super::measure::{Costs, measure};
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::rules;
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::node;
use crate::stamp::{self, Inputs};

const FILES: u64 = 100_000;

/// The number of items of one file, which take 2 kB.
const ITEMS: u64 = 3;

/// The number of files of one part, which is a folder.
const EACH: u64 = 200;

/// The layout of the files in folders.
struct Layout {
    name: &'static str,
    what: &'static str,
    /// The path of a file in its part, by its number.
    file: fn(u64) -> String,
}

const LAYOUTS: &[Layout] = &[
    Layout { name: "root", what: "one in each folder", file: |number| format!("file{number}/resource.repository") },
    Layout { name: "shared", what: "200 in each folder", file: |number| format!("file{number}.resource.repository") },
];

/// Matches the files of all layouts.
const RPATH: &str = r"Repository.*resource\.repository$";

const RULES: usize = 30;

/// The number of runs of each program.
const ROUNDS: usize = 5;

/// The maximum ratio of the time of a check to the time that Node takes to list and read the files.
const MAX_COLD: f64 = 2.0;

/// With a cache and one changed file, a check must be at least this many times as fast.
const MIN_CACHED: f64 = 15.0;

const PARTS: u32 = 4;

/// A comment that changes a file.
const MARK: &str = "<!-- changed -->\n";

const READER: &str = "tests/bench/read.mjs";

/// Measures the programs, and prints the figures and the bars.
///
/// # Errors
/// Fails if the files cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    println!(
        "\nbench files: {FILES} files of 2 kB, {RULES} rules, Node {}; runs of each, interleaved: {ROUNDS}",
        node::version()?
    );
    warn_if_busy();
    let mut verdicts = Vec::new();
    for layout in LAYOUTS {
        verdicts.extend(Files::prepare(layout)?.measure_programs()?);
    }
    verdict::print(&verdicts);
    Ok(())
}

/// The files in one layout, with a folder for everything that the bench writes.
struct Files {
    layout: &'static Layout,
    folder: PathBuf,
    root: PathBuf,
}

impl Files {
    /// Generates the files if they are missing.
    fn prepare(layout: &'static Layout) -> Result<Self> {
        let folder = places::in_root("target/bench").join("files");
        let root = folder.join(layout.name);
        let inputs = Inputs::default().text(include_str!("noise.rs")).text(include_str!("corpus.rs"));
        let hash = inputs.text(include_str!("files.rs")).hash();
        let stamp = folder.join(layout.name).with_extension("stamp");
        let bench = Self { layout, folder, root };
        if !bench.root.is_dir() || !stamp::holds(&stamp, &hash) {
            println!("bench: generates {FILES} files, {}", layout.what);
            for number in 0..FILES {
                let first = number * ITEMS;
                write_items(&bench.file(number), first..first + ITEMS, FILES * ITEMS)
                    .context("cannot write the files of the bench")?;
            }
            stamp::set(&stamp, &hash)?;
        }
        let mut rules = rules::file(RULES);
        for rule in rules["rules"].as_array_mut().into_iter().flatten() {
            rule["rpath"] = RPATH.into();
        }
        fs::write(bench.rules(), to_string(&rules)?).context("cannot write the rules")?;
        Ok(bench)
    }

    /// Measures the programs over the files, and prints the figures.
    fn measure_programs(&self) -> Result<[Verdict; 3]> {
        let cache = self.folder.join("cache");
        let _ = fs::remove_file(&cache);
        let cached = |run: Run| run.arg("--cache").arg(&cache);
        measure(cached(self.check()), &self.folder.join("filling.txt"))?;
        let (mut reading, mut cold, mut warm) = (Costs::default(), Costs::default(), Costs::default());
        for round in 0..ROUNDS {
            reading.add(measure(counting_program(READER).arg(&self.root), &self.folder.join("reading.txt"))?);
            cold.add(measure(self.check(), &self.folder.join("cold.txt"))?);
            self.change(round)?;
            warm.add(measure(cached(self.check()), &self.folder.join("warm.txt"))?);
        }
        println!("\n{}", self.layout.what);
        for (what, costs) in [("only read", &reading), ("checked", &cold), ("one changed, from a cache", &warm)] {
            let (time, work) = (costs.median().as_secs_f64(), costs.median_work().as_secs_f64());
            println!("{what:<28}{time:>6.2} s{work:>6.2} s of processors{:>6.0} MB", megabytes(costs.peak()));
        }
        let slower = ratio(cold.median(), reading.median());
        let faster = ratio(cold.median(), warm.median());
        Ok([
            Verdict::new(
                format!("{}: checked in at most {MAX_COLD} times reading", self.layout.what),
                format!("{slower:.2} times"),
                slower <= MAX_COLD,
            ),
            Verdict::new(
                format!("{}: from a cache {MIN_CACHED} times as fast", self.layout.what),
                format!("{faster:.1} times"),
                faster >= MIN_CACHED,
            ),
            self.same_in_parts()?,
        ])
    }

    fn file(&self, number: u64) -> PathBuf {
        self.root.join(format!("Repository/part{}", number / EACH)).join((self.layout.file)(number))
    }

    fn rules(&self) -> PathBuf {
        self.folder.join("rules.json")
    }

    /// Returns a check of all files with a report in JSON.
    fn check(&self) -> Run {
        let run = counting_program("wasm/dist/bin/assay.js").args(["check", "--quiet", "--format", "json", "--rules"]);
        run.arg(self.rules()).arg(&self.root)
    }

    /// Changes a file, a different one in each round: adds or removes a comment.
    fn change(&self, round: usize) -> Result<()> {
        let path = self.file(round as u64 * 1_000 + 7);
        let text = fs::read_to_string(&path).context("cannot read a file of the bench")?;
        let changed = text.strip_suffix(MARK).map_or_else(|| format!("{text}{MARK}"), str::to_owned);
        fs::write(&path, changed).context("cannot change a file of the bench")
    }

    /// Compares the merged reports of all shards with the report of the whole.
    fn same_in_parts(&self) -> Result<Verdict> {
        let whole = self.folder.join("whole.json");
        measure(self.check(), &whole)?;
        let parts: Vec<PathBuf> = (1..=PARTS).map(|part| self.folder.join(format!("part{part}.json"))).collect();
        for (number, part) in (1..=PARTS).zip(&parts) {
            measure(self.check().args(["--shard", &format!("{number}/{PARTS}")]), part)?;
        }
        let merged = self.folder.join("merged.json");
        let run = counting_program("wasm/dist/bin/assay.js").args(["report", "--merge", "--format", "json"]);
        measure(parts.iter().fold(run, Run::arg), &merged)?;
        let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read `{}`", path.display()));
        let (whole, merged) = (read(&whole)?, read(&merged)?);
        let bytes = format!("{} bytes and {}", whole.len(), merged.len());
        let demand = format!("{}: {PARTS} parts, merged, equal the whole", self.layout.what);
        Ok(Verdict::new(demand, bytes, whole == merged))
    }
}

/// Returns a Node program that reports its cost.
pub(super) fn counting_program(script: &str) -> Run {
    Run::node("--require").arg("./tests/bench/cost.cjs").arg(script)
}
