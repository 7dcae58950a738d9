//! Measuring programs: the time from start to end, the time that processors worked for them, and their memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::run::Run;

/// What one run of a program cost.
#[derive(Clone, Copy)]
pub struct Cost {
    /// From its start to its end.
    pub time: Duration,
    /// What processors worked for it, all threads together: what `time` would be on an idle machine, or more.
    pub work: Duration,
    /// The most memory it held, in bytes.
    pub peak: u64,
    /// What it says of the check alone: from the first listed path to the report, its start and its rules left out.
    pub check: Option<Duration>,
}

/// The costs of several runs of the same program.
#[derive(Default)]
pub struct Costs(Vec<Cost>);

impl Costs {
    /// One more run.
    pub fn add(&mut self, cost: Cost) {
        self.0.push(cost);
        self.0.sort_by_key(|cost| cost.time);
    }

    /// The shortest time.
    pub fn min(&self) -> Duration {
        self.0.first().map_or(Duration::ZERO, |cost| cost.time)
    }

    /// The time in the middle; of an even count the longer of the two there, so that no luck is claimed.
    pub fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).map_or(Duration::ZERO, |cost| cost.time)
    }

    /// The longest time.
    pub fn max(&self) -> Duration {
        self.0.last().map_or(Duration::ZERO, |cost| cost.time)
    }

    /// The processor time in the middle.
    pub fn median_work(&self) -> Duration {
        middle(self.0.iter().map(|cost| cost.work)).unwrap_or_default()
    }

    /// The time of the check alone in the middle, if the program tells it.
    pub fn median_check(&self) -> Option<Duration> {
        middle(self.0.iter().filter_map(|cost| cost.check))
    }

    /// The most memory that any run held.
    pub fn peak(&self) -> u64 {
        self.0.iter().map(|cost| cost.peak).max().unwrap_or(0)
    }
}

/// The one in the middle; of an even count the longer of the two there.
fn middle(times: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

/// Runs a program whose output goes to `output`, and which writes its peak and its processor time to the file named by
/// `ASSAY_COST` (see `tests/bench/cost.cjs`). Exit code 1 is as good as 0: the checker found something.
///
/// # Errors
/// Fails when the program does, or does not tell its cost; the error quotes its standard error.
pub fn measure(run: Run, output: &Path) -> Result<Cost> {
    let told = output.with_extension("cost");
    // What an earlier run told must not pass for this one's; that there may be none is no fault.
    let _ = fs::remove_file(&told);
    let time = timed(run.env("ASSAY_COST", &told), output)?;
    let told = fs::read_to_string(&told).unwrap_or_default();
    let (peak, work) =
        parse(&told).with_context(|| format!("the measured program told no cost:\n{}", said_beside(output)))?;
    Ok(Cost { time, work, peak, check: None })
}

/// Runs a program whose output goes to `output`, and returns how long that took. Exit code 1 is as good as 0.
///
/// # Errors
/// Fails when the program does; the error quotes its standard error.
pub fn timed(run: Run, output: &Path) -> Result<Duration> {
    let create = |path: &Path| File::create(path).with_context(|| format!("cannot write `{}`", path.display()));
    let (stdout, stderr) = (create(output)?, create(&errors_beside(output))?);
    let start = Instant::now();
    let status = run.start(stdout.into(), stderr.into())?.wait()?;
    let time = start.elapsed();
    if !matches!(status.code(), Some(0 | 1)) {
        bail!("the measured program ended with {status}:\n{}", said_beside(output).trim_end());
    }
    Ok(time)
}

fn errors_beside(output: &Path) -> PathBuf {
    output.with_extension("stderr")
}

/// What the program said whose output went there.
fn said_beside(output: &Path) -> String {
    fs::read_to_string(errors_beside(output)).unwrap_or_default()
}

/// The bytes and the microseconds that a program told.
fn parse(told: &str) -> Option<(u64, Duration)> {
    let (peak, work) = told.trim().split_once(' ')?;
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
