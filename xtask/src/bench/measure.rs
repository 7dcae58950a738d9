//! Measures programs: the time from start to end, the processor time, and the memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::run::Run;

/// The cost of one run of a program.
#[derive(Clone, Copy)]
pub struct Cost {
    /// The time from its start to its end.
    pub time: Duration,
    /// The processor time of all threads together.
    pub work: Duration,
    /// The maximum memory, in bytes.
    pub peak: u64,
    /// The time of the check alone, as reported by the program: from the first listed path to the report, without its
    /// start and the loading of rules.
    pub check: Option<Duration>,
}

/// The costs of several runs of the same program.
#[derive(Default)]
pub struct Costs(Vec<Cost>);

impl Costs {
    /// Adds a run.
    pub fn add(&mut self, cost: Cost) {
        self.0.push(cost);
        self.0.sort_by_key(|cost| cost.time);
    }

    /// Returns the shortest time.
    pub fn min(&self) -> Duration {
        self.0.first().map_or(Duration::ZERO, |cost| cost.time)
    }

    /// Returns the median time. For an even count, it is the longer of the two in the middle, so that the result is not
    /// too good.
    pub fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).map_or(Duration::ZERO, |cost| cost.time)
    }

    /// Returns the longest time.
    pub fn max(&self) -> Duration {
        self.0.last().map_or(Duration::ZERO, |cost| cost.time)
    }

    /// Returns the median of the processor time.
    pub fn median_work(&self) -> Duration {
        middle(self.0.iter().map(|cost| cost.work)).unwrap_or_default()
    }

    /// Returns the median time of the check alone, if the program reports it.
    pub fn median_check(&self) -> Option<Duration> {
        middle(self.0.iter().filter_map(|cost| cost.check))
    }

    /// Returns the maximum memory of all runs.
    pub fn peak(&self) -> u64 {
        self.0.iter().map(|cost| cost.peak).max().unwrap_or(0)
    }
}

/// Returns the median; for an even count, the longer of the two in the middle.
fn middle(times: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

/// Runs a program with its output going to `output`. The program writes its peak memory and processor time to the file
/// named by `ASSAY_COST` (see `tests/bench/cost.cjs`). Exit code 1 counts as success: the checker has findings.
///
/// # Errors
/// Fails if the program fails, or does not write its cost. The error quotes its standard error.
pub fn measure(run: Run, output: &Path) -> Result<Cost> {
    let cost_file = output.with_extension("cost");
    // The cost from an earlier run must not be used for this one. The file may be missing.
    let _ = fs::remove_file(&cost_file);
    let time = measure_time(run.env("ASSAY_COST", &cost_file), output)?;
    let text = fs::read_to_string(&cost_file).unwrap_or_default();
    let (peak, work) =
        parse(&text).with_context(|| format!("the measured program wrote no cost:\n{}", read_stderr(output)))?;
    Ok(Cost { time, work, peak, check: None })
}

/// Runs a program with its output going to `output`, and returns the time that it took. Exit code 1 counts as success.
///
/// # Errors
/// Fails if the program fails. The error quotes its standard error.
pub fn measure_time(run: Run, output: &Path) -> Result<Duration> {
    let create = |path: &Path| File::create(path).with_context(|| format!("cannot write `{}`", path.display()));
    let (stdout, stderr) = (create(output)?, create(&stderr_path(output))?);
    let start = Instant::now();
    let status = run.start(stdout.into(), stderr.into())?.wait()?;
    let time = start.elapsed();
    if !matches!(status.code(), Some(0 | 1)) {
        bail!("the measured program ended with {status}:\n{}", read_stderr(output).trim_end());
    }
    Ok(time)
}

fn stderr_path(output: &Path) -> PathBuf {
    output.with_extension("stderr")
}

/// Returns what the program with that output wrote to standard error.
fn read_stderr(output: &Path) -> String {
    fs::read_to_string(stderr_path(output)).unwrap_or_default()
}

/// Parses the bytes and the microseconds that a program wrote.
fn parse(text: &str) -> Option<(u64, Duration)> {
    let (peak, work) = text.trim().split_once(' ')?;
    Some((peak.parse().ok()?, Duration::from_micros(work.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::{Cost, Costs};
    use std::time::Duration;

    #[test]
    fn times_are_ordered() {
        let mut costs = Costs::default();
        for (seconds, peak) in [(3, 10), (1, 30), (2, 20)] {
            let [time, work] = [seconds, 4 - seconds].map(Duration::from_secs);
            costs.add(Cost { time, work, peak, check: (seconds > 1).then_some(work) });
        }
        assert_eq!([costs.min(), costs.median(), costs.max()].map(|time| time.as_secs()), [1, 2, 3]);
        assert_eq!(costs.median_work().as_secs(), 2);
        assert_eq!(costs.median_check(), Some(Duration::from_secs(2)));
        assert_eq!(costs.peak(), 30);
    }
}
