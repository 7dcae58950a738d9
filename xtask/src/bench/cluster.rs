//! A check in steps, compared with a check in one process. There are a million files of 2 kB, then 1 % of them are
//! changed, and then processes are killed. Ten files are checked as an addition to them. At the end, the memory of steps
//! is measured for an inventory of many more files.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context, Result};

use super::files::counting_program;
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

/// The number of files.
const FILES: u64 = 1_000_000;

/// The number of files in a folder, and of folders in a set.
const EACH: u64 = 200;
const FOLDERS: u64 = 100;

/// Rules with a collection, and with references to files in other blocks.
const RULES: &str = "\
collections:
  ids: { rpath: \\.xml$, xpath: Item/Id }
rules:
  - { name: id-unique, rpath: \\.xml$, xpath: Item/Id, condition: [Satisfy the expression, 'len(ids.paths(d)) == 1'] }
  - { name: faces, rpath: \\.xml$, xpath: Item/Faces, condition: ['<', 4990] }
  - { name: uses, rpath: set..1/.*\\.xml$, xpath: Item/Uses, subxpath: Item/Faces, condition: ['<', 4999] }
  - { name: list, rpath: \\.xml$, xpath: Item/List/P3, condition: [Exist] }
  - { name: values, rpath: \\.xml$, xpath: Item/List/P1:a, condition: ['<', 100] }
";

/// The number of files of the inventory. Its files do not exist: the rule looks only at their paths.
const LINES: u64 = 50_000_000;

/// The maximum memory of a step, in bytes.
const MAX_MEMORY: u64 = 1 << 30;

/// The number of processes that are killed, at least.
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
    bench.check_addition()?;
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
        let folder = places::in_root("target/bench").join("cluster");
        let (root, rules) = (folder.join("assets"), folder.join("rules.yaml"));
        let _ = fs::remove_dir_all(&folder);
        println!("bench: generates {FILES} files");
        for number in 0..FILES {
            let path = root.join(path_of(number));
            if number.is_multiple_of(EACH) {
                fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
            }
            fs::write(&path, content_of(number)).context("cannot write the files of the bench")?;
        }
        fs::write(&rules, RULES)?;
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
        println!("lists and results            {:>7.0} MB", megabytes(size_of(&self.folder.join("steps"))?));
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

    /// Checks ten files as an addition to the project, which has been indexed.
    fn check_addition(&self) -> Result<()> {
        let added = self.folder.join("delivery");
        for number in 0..10 {
            let path = added.join(path_of(number * EACH));
            fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
            fs::write(path, content_of(number * EACH + 1))?;
        }
        let check = counting_program("wasm/dist/bin/assay.js").args(["check", "--quiet", "--against"]);
        let Cost { time, peak, .. } =
            measure(check.arg(self.folder.join("steps")).arg(&added), &self.folder.join("delivery.txt"))?;
        println!("ten files as an addition     {:>7.2} s{:>8.0} MB", time.as_secs_f64(), megabytes(peak));
        Ok(())
    }

    /// Kills processes in every step, and compares the report.
    fn kill(&self) -> Result<Verdict> {
        let dir = self.folder.join("killed");
        step("list", &dir).arg(&self.root).silent()?;
        step("plan", &dir).arg("--rules").arg(&self.rules).silent()?;
        let mut killed = 0;
        for name in WORK {
            for number in 0..KILLS.div_ceil(WORK.len() as u64) {
                let null = || File::create(self.folder.join("killed.txt"));
                let mut child = step(name, &dir).start(null()?.into(), null()?.into())?;
                std::thread::sleep(Duration::from_millis(100 + number * 50));
                child.kill()?;
                killed += u64::from(!child.wait()?.success());
            }
            measure(step(name, &dir), &self.folder.join("step.txt"))?;
        }
        measure(report_of(&dir), &self.folder.join("killed.json"))?;
        let is_equal = self.is_equal("killed")?;
        Ok(Verdict::new(
            format!("at least {KILLS} processes killed, and an equal report"),
            format!("{killed} died"),
            is_equal,
        ))
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
        let changed = FILES / 100;
        for number in 0..changed {
            fs::write(self.root.join(path_of(number)), content_of(number) + " ")?;
        }
        Ok(changed)
    }
}

/// Returns the size of all files in a folder, in bytes.
fn size_of(folder: &Path) -> Result<u64> {
    let mut size = 0;
    for entry in fs::read_dir(folder)? {
        let (path, known) = entry.map(|entry| (entry.path(), entry.metadata()))?;
        let known = known?;
        size += if known.is_dir() { size_of(&path)? } else { known.len() };
    }
    Ok(size)
}

/// The elements that make a file 2 kB long.
static PARTS: LazyLock<String> = LazyLock::new(|| {
    (0..70).map(|at| format!("<P{0} a='{at}'>{1}</P{0}>", at % 7, at * at)).collect::<Vec<_>>().concat()
});

/// Returns the path of a file.
fn path_of(number: u64) -> String {
    format!("set{:03}/part{:05}/r{number:07}.xml", number / EACH / FOLDERS, number / EACH)
}

/// Returns the content of a file. Few ids are used twice.
fn content_of(number: u64) -> String {
    /// A prime number, so that references lead to files in other blocks.
    const STEP: u64 = 7919;
    let id = if number.is_multiple_of(1000) { number / 1000 } else { number };
    let uses = path_of(number * STEP % FILES);
    let faces = number % 5000;
    format!("<Item><Id>id-{id}</Id><Faces>{faces}</Faces><Uses>{uses}</Uses><List>{}</List></Item>", *PARTS)
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
