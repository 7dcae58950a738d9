//! A generated file with rules for it, and the table of the costs of checking it.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use anyhow::{Context, Result};
use serde_json::Value;

use super::measure::{Cost, Costs};
use super::peer::{self, Findings};
use crate::places;
use crate::stamp::{self, Inputs};

/// The load above which times from start to end are unreliable, for example right after a build.
const MAX_LOAD: f64 = 1.5;

/// The description of a generated file.
pub struct Corpus {
    /// Its path in the source.
    pub path: &'static str,
    /// The source code of the generator, which serves as its version.
    pub generator: &'static str,
    /// Writes the file with this number of items.
    pub write: fn(&Path, u64) -> io::Result<()>,
}

/// A generated file, with a folder for everything that a bench writes.
pub struct Prepared {
    /// The folder for rules and reports.
    pub folder: PathBuf,
    /// The root of the check.
    pub source: PathBuf,
    /// The size of the file, in bytes.
    pub size: u64,
}

impl Prepared {
    /// Returns a file with `items` items, which is generated if it is missing.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn new(name: &str, corpus: &Corpus, items: u64) -> Result<Self> {
        let folder = places::in_root("target/bench").join(name);
        let source = folder.join("source");
        let file = source.join(corpus.path);
        let generator = Inputs::default().text(include_str!("noise.rs")).text(corpus.generator);
        let hash = generator.text(&items.to_string()).hash();
        let stamp = folder.join("corpus.stamp");
        if !file.is_file() || !stamp::holds(&stamp, &hash) {
            println!("bench: generates {items} items");
            (corpus.write)(&file, items).with_context(|| format!("cannot write `{}`", file.display()))?;
            stamp::set(&stamp, &hash)?;
        }
        let size = fs::metadata(&file).with_context(|| format!("cannot read `{}`", file.display()))?.len();
        Ok(Self { folder, source, size })
    }

    /// Writes the rule file `name`.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write_rules(&self, name: &str, rules: &Value) -> Result<()> {
        let text = serde_json::to_string_pretty(rules).context("rules are no JSON")?;
        fs::write(self.rules(name), text).context("cannot write the rules of the bench")
    }

    /// Returns the path of the rule file `name`.
    pub fn rules(&self, name: &str) -> PathBuf {
        self.folder.join(format!("rules-{name}.json"))
    }

    /// Runs the checker with the rule file `name`.
    ///
    /// # Errors
    /// Fails if the checker fails or reports problems.
    pub fn check(&self, name: &str) -> Result<(Cost, Findings)> {
        peer::checker(&self.rules(name), &self.source, &self.folder.join(format!("report-{name}.json")))
    }

    /// Returns the number of megabytes that are checked per second if checking the file takes `time`.
    pub fn speed(&self, time: Duration) -> f64 {
        megabytes(self.size) / time.as_secs_f64().max(f64::EPSILON)
    }

    /// Prints a row of the table that [`print_head`] begins.
    pub fn print(&self, what: &str, costs: &Costs, findings: &Findings) {
        println!(
            "{what:<42}{:>9}{:>9}{:>9}{:>10}{:>9.1}{:>10}{:>10.0}{:>10}",
            seconds(costs.min()),
            seconds(costs.median()),
            seconds(costs.max()),
            seconds(costs.median_work()),
            self.speed(costs.median()),
            costs.median_check().map_or_else(String::new, seconds),
            megabytes(costs.peak()),
            findings.values().sum::<usize>()
        );
    }
}

/// Prints the head of the table.
pub fn print_head() {
    println!(
        "{:<42}{:>9}{:>9}{:>9}{:>10}{:>9}{:>10}{:>10}{:>10}",
        "", "min", "median", "max", "CPU", "MB/s", "check", "peak MB", "findings"
    );
}

/// Prints a warning if other programs use the processors: only the column `CPU` is meaningful then.
pub fn warn_if_busy() {
    let load = fs::read_to_string("/proc/loadavg").ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    if let Some(load) = load.filter(|load| *load > MAX_LOAD) {
        println!("bench: the machine is busy (load {load}), so only the processor time (CPU) is meaningful\n");
    }
}

/// Formats a time for the table.
pub fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// Returns a size in millions of bytes.
#[expect(clippy::cast_precision_loss, reason = "a size is shown to three figures, far from the 53 bits that are exact")]
pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
