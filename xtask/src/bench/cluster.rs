//! A check in steps, compared with a check in one process. There are 100,000 files of 2 kB, then 1 % of them are changed,
//! and then processes are killed. At the end, the memory of steps is measured for an inventory of many files.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use super::files::{self, counting_program};
use super::measure::{Cost, measure};
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::node;

/// The maximum ratio of the time of all steps, one after the other, to that of a check on one core.
const MAX_OVERHEAD: f64 = 1.5;

/// The maximum ratio of a second check, after a change of 1 % of the files, to the first one.
const MAX_AGAIN: f64 = 0.1;

/// The number of files of the inventory. Its files do not exist: the rule looks only at their paths.
const LINES: u64 = 50_000_000;

/// The maximum memory of a step, in bytes.
const MAX_MEMORY: u64 = 1 << 30;

/// The number of processes that are killed.
const KILLS: u64 = 50;

/// The steps that do not need a source, in their order.
const WORK: [&str; 4] = ["index", "merge-index", "check", "follow"];

/// Measures the steps, and prints the figures and the bars.
///
/// # Errors
/// Fails if files cannot be written, or a step fails.
pub fn run() -> Result<()> {
    println!("\nbench cluster: a check in steps, Node {}", node::version()?);
    warn_if_busy();
    let bench = Cluster::prepare()?;
    let mut verdicts = bench.compare()?;
    verdicts.push(bench.kill()?);
    verdicts.push(bench.measure_inventory()?);
    verdict::print(&verdicts);
    Ok(())
}

/// The files of the bench, and the folder for everything that it writes.
struct Cluster {
    folder: PathBuf,
    root: PathBuf,
    rules: PathBuf,
}

impl Cluster {
    fn prepare() -> Result<Self> {
        let (root, rules) = files::shared()?;
        let folder = places::in_root("target/bench").join("cluster");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).context("cannot make a folder for the bench")?;
        Ok(Self { folder, root, rules })
    }

    /// Compares all steps with a check, and the second time with the first one.
    fn compare(&self) -> Result<Vec<Verdict>> {
        let whole = measure(self.whole(), &self.folder.join("whole.json"))?.time;
        let first = self.all_steps("first")?;
        let is_equal = self.is_equal("first")?;
        let changed = self.change()?;
        let again = self.all_steps("again")?;
        measure(self.whole(), &self.folder.join("whole.json"))?;
        let overhead = ratio(first, whole);
        let rest = ratio(again, first);
        println!("check on one core            {:>7.2} s", whole.as_secs_f64());
        println!("all steps                    {:>7.2} s", first.as_secs_f64());
        println!("all steps, {changed} files changed {:>7.2} s", again.as_secs_f64());
        Ok(vec![
            Verdict::new(
                format!("all steps in at most {MAX_OVERHEAD} times a check"),
                format!("{overhead:.2} times"),
                overhead <= MAX_OVERHEAD,
            ),
            Verdict::new(
                format!("the second time in at most {MAX_AGAIN} of the first"),
                format!("{rest:.2}"),
                rest <= MAX_AGAIN,
            ),
            Verdict::new("both reports equal that of a check", "", is_equal && self.is_equal("again")?),
        ])
    }

    /// Kills processes in every step, and compares the report.
    fn kill(&self) -> Result<Verdict> {
        let dir = self.folder.join("killed");
        step("list", &dir).arg(&self.root).silent()?;
        step("plan", &dir).arg("--rules").arg(&self.rules).silent()?;
        let mut killed = 0;
        for (number, name) in (0..KILLS).zip(WORK.iter().cycle()) {
            let null = || File::create(self.folder.join("killed.txt"));
            let mut child = step(name, &dir).start(null()?.into(), null()?.into())?;
            std::thread::sleep(Duration::from_millis(100 + number * 20));
            child.kill()?;
            killed += u64::from(!child.wait()?.success());
        }
        for name in WORK {
            measure(step(name, &dir), &self.folder.join("step.txt"))?;
        }
        measure(report_of(&dir), &self.folder.join("killed.json"))?;
        let is_equal = self.is_equal("killed")?;
        Ok(Verdict::new(format!("{KILLS} processes killed, and an equal report"), format!("{killed} died"), is_equal))
    }

    /// Measures the memory of steps for an inventory of files that do not exist.
    fn measure_inventory(&self) -> Result<Verdict> {
        let (csv, dir, rules) =
            (self.folder.join("files.csv"), self.folder.join("many"), self.folder.join("paths.yaml"));
        write_inventory(&csv).context("cannot write the inventory")?;
        fs::write(&rules, "rule: {rpath: xml$, xpath: '{file.path}', condition: [Exist]}\n")?;
        let empty = self.folder.join("empty");
        fs::create_dir_all(&empty)?;
        let list = step("list", &dir).arg(&empty).arg("--inventory").arg(&csv);
        let plan = step("plan", &dir).arg("--rules").arg(&rules);
        let steps = [
            ("list", list),
            ("plan", plan),
            ("check", step("check", &dir)),
            ("follow", step("follow", &dir)),
            ("report", report_of(&dir)),
        ];
        let mut peak = 0;
        println!("\n{LINES} files of an inventory");
        for (name, run) in steps {
            let Cost { time, peak: memory, .. } = measure(run, &self.folder.join("many.txt"))?;
            println!("{name:<12}{:>8.1} s{:>8.0} MB", time.as_secs_f64(), megabytes(memory));
            peak = peak.max(memory);
        }
        let demand = format!("each step in at most {:.0} MB for {LINES} files", megabytes(MAX_MEMORY));
        Ok(Verdict::new(demand, format!("{:.0} MB", megabytes(peak)), peak <= MAX_MEMORY))
    }

    /// Runs all steps, one after the other, and returns the time of all of them.
    fn all_steps(&self, report: &str) -> Result<Duration> {
        let dir = self.folder.join("steps");
        let mut steps = vec![step("list", &dir).arg(&self.root), step("plan", &dir).arg("--rules").arg(&self.rules)];
        steps.extend(WORK.map(|name| step(name, &dir)));
        let output = self.folder.join("step.txt");
        let mut time = Duration::ZERO;
        for run in steps {
            time += measure(run, &output)?.time;
        }
        Ok(time + measure(report_of(&dir), &self.folder.join(report).with_extension("json"))?.time)
    }

    fn whole(&self) -> Run {
        let run =
            counting_program("wasm/dist/bin/assay.js").args(["check", "--quiet", "--jobs", "1", "--format", "json"]);
        run.arg("--rules").arg(&self.rules).arg(&self.root)
    }

    /// Returns true if a report equals that of the last check.
    fn is_equal(&self, report: &str) -> Result<bool> {
        let read = |name: &str| fs::read(self.folder.join(name).with_extension("json"));
        Ok(read(report)? == read("whole")?)
    }

    /// Changes 1 % of the files, in a few folders as people do, and returns their number.
    fn change(&self) -> Result<u64> {
        let (folders, mut changed) = (files::FILES / 100 / files::EACH, 0);
        for number in 0..folders {
            for entry in fs::read_dir(self.root.join(format!("Repository/part{number}")))? {
                let path = entry?.path();
                let text = fs::read_to_string(&path)?;
                fs::write(&path, text.strip_suffix(' ').map_or_else(|| format!("{text} "), str::to_owned))?;
                changed += 1;
            }
        }
        Ok(changed)
    }
}

/// Returns a step of the check in the folder `dir`.
fn step(name: &str, dir: &Path) -> Run {
    counting_program("wasm/dist/bin/assay.js").arg("step").arg(name).arg(dir)
}

/// Returns the step that reports the check in the folder `dir`.
fn report_of(dir: &Path) -> Run {
    step("report", dir).args(["--quiet", "--format", "json"])
}

/// Writes an inventory whose paths are in no order.
fn write_inventory(path: &Path) -> std::io::Result<()> {
    /// A prime number, so that every number comes once.
    const STEP: u64 = 7919;
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "path,size,modified")?;
    for place in 0..LINES {
        let number = place * STEP % LINES;
        let (set, hero) = (number / 200_000, number / 2_000);
        writeln!(file, "assets/set_{set:03}/hero_{hero:05}/part_{number:08}.xml,{},1700000000000", number % 9_000)?;
    }
    file.flush()
}
