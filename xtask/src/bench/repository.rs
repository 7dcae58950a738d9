//! One large `resource.repository` under few and many rules, beside the same run of plain Python and lxml.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use super::measure::Costs;
use super::peer::{self, Findings};
use super::verdict::{self, Verdict};
use super::{corpus, rules};
use crate::places;
use crate::setup::{self, node};
use crate::stamp::{self, Inputs};

/// A corpus, the counts of rules that it is checked with, and how often.
pub struct Scenario {
    name: &'static str,
    items: u64,
    /// In the order of the table; the first is what the last is compared with.
    rules: &'static [usize],
    rounds: usize,
    /// Whether the bars on time hold for it; the one on memory always does.
    timed: bool,
    /// How many of the rules Python runs too, if it does.
    python: Option<usize>,
}

/// 68 MB: a large repository of a real game.
pub const REPOSITORY: Scenario =
    Scenario { name: "repository", items: 100_000, rules: &[1, 50, 100], rounds: 7, timed: true, python: Some(50) };

/// 1 GB: far beyond what any game has. Python is left out: its tree alone would hold 9 GB.
pub const HUGE: Scenario =
    Scenario { name: "huge", items: 1_470_588, rules: &[1, 50], rounds: 1, timed: false, python: None };

/// The count of rules that the bar on speed is about.
const SPEED_RULES: usize = 50;

/// Megabytes a second that the checker must reach with [`SPEED_RULES`] on one core.
const MIN_SPEED: f64 = 150.0;

/// How many times the time of one rule a hundred may take.
const MAX_RATIO: f64 = 2.0;

/// The load above which times from start to end are not to be trusted; building just before makes for one.
const MAX_LOAD: f64 = 1.5;

/// What memory may be used whatever the size of the file; beyond it, twice the file.
const FIXED_MEMORY: u64 = 150_000_000;

/// Generates the corpus where it is missing, runs everything, and prints the figures and the bars.
///
/// # Errors
/// Fails when the corpus cannot be written, or one of the programs fails.
pub fn run(scenario: &Scenario) -> Result<()> {
    let bench = Prepared::new(scenario)?;
    let (rules, items) = (scenario.rules, scenario.items);
    println!(
        "\nbench {}: {:.1} MB, {items} items, Node {}, one worker; runs of each, interleaved: {}\n",
        scenario.name,
        megabytes(bench.size),
        node::version()?,
        scenario.rounds
    );
    warn_if_busy();
    let mut costs: Vec<Costs> = rules.iter().map(|_| Costs::default()).collect();
    let mut findings = vec![Findings::new(); rules.len()];
    for _ in 0..scenario.rounds {
        for (at, count) in rules.iter().enumerate() {
            let (cost, found) = peer::checker(&bench.rules(*count), &bench.source, &bench.output(*count))?;
            costs[at].add(cost);
            findings[at] = found;
        }
    }
    println!(
        "{:<42}{:>9}{:>9}{:>9}{:>10}{:>9}{:>10}{:>10}{:>10}",
        "", "min", "median", "max", "CPU", "MB/s", "check", "peak MB", "findings"
    );
    for ((count, costs), findings) in rules.iter().zip(&costs).zip(&findings) {
        bench.print(&plural(*count), costs, findings);
    }
    let mut verdicts = if scenario.timed { time_bars(&bench, rules, &costs) } else { Vec::new() };
    verdicts.push(memory_bar(&bench, &costs));
    if let Some(count) = scenario.python {
        let at =
            rules.iter().position(|rules| *rules == count).context("Python runs a count that is not in the table")?;
        verdicts.extend(compare(&bench, count, &costs[at], &findings[at])?);
    }
    verdict::print(&verdicts);
    Ok(())
}

/// Says so when other programs want the processors too: then only the column `CPU` is worth reading.
fn warn_if_busy() {
    let load = fs::read_to_string("/proc/loadavg").ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    if let Some(load) = load.filter(|load| *load > MAX_LOAD) {
        println!("bench: the machine is busy (load {load}), so only the processor time (CPU) tells much\n");
    }
}

/// A scenario whose files are written.
struct Prepared {
    folder: PathBuf,
    source: PathBuf,
    size: u64,
}

impl Prepared {
    fn new(scenario: &Scenario) -> Result<Self> {
        let folder = places::in_root("target/bench").join(scenario.name);
        let source = folder.join("source");
        let file = source.join("Repository/Bench/resource.repository");
        // The generator is its own version.
        let hash = Inputs::default().text(include_str!("corpus.rs")).text(&scenario.items.to_string()).hash();
        let stamp = folder.join("corpus.stamp");
        if !file.is_file() || !stamp::holds(&stamp, &hash) {
            println!("bench: generates {} items", scenario.items);
            corpus::write(&file, scenario.items).with_context(|| format!("cannot write `{}`", file.display()))?;
            stamp::set(&stamp, &hash)?;
        }
        let size = fs::metadata(&file).with_context(|| format!("cannot read `{}`", file.display()))?.len();
        let prepared = Self { folder, source, size };
        for count in scenario.rules {
            let text = serde_json::to_string_pretty(&rules::file(*count)).context("rules are no JSON")?;
            fs::write(prepared.rules(*count), text).context("cannot write the rules of the bench")?;
        }
        Ok(prepared)
    }

    fn rules(&self, count: usize) -> PathBuf {
        self.folder.join(format!("rules-{count}.json"))
    }

    fn output(&self, count: usize) -> PathBuf {
        self.folder.join(format!("report-{count}.json"))
    }

    fn speed(&self, time: Duration) -> f64 {
        megabytes(self.size) / time.as_secs_f64().max(f64::EPSILON)
    }

    fn print(&self, what: &str, costs: &Costs, findings: &Findings) {
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

/// How fast the checker must be.
fn time_bars(bench: &Prepared, rules: &[usize], costs: &[Costs]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let of = |count: usize| rules.iter().position(|rules| *rules == count).map(|at| &costs[at]);
    if let Some(costs) = of(SPEED_RULES) {
        let times = [
            (Some(costs.median()), "starting Node and loading the rules included"),
            (costs.median_check(), "in a process that has just started and loaded the rules"),
        ];
        for (time, when) in times.into_iter().filter_map(|(time, when)| Some((time?, when))) {
            let speed = bench.speed(time);
            let demand = format!("{SPEED_RULES} rules at {MIN_SPEED} MB/s or more, {when}");
            verdicts.push(Verdict::new(demand, format!("{speed:.1} MB/s"), speed >= MIN_SPEED));
        }
    }
    if let (Some(one), Some(hundred)) = (of(1), of(100)) {
        let ratio = ratio(hundred.median(), one.median());
        let demand = format!("100 rules in at most {MAX_RATIO} times the time of one");
        verdicts.push(Verdict::new(demand, format!("{ratio:.2} times"), ratio <= MAX_RATIO));
    }
    verdicts
}

/// How much memory it may use.
fn memory_bar(bench: &Prepared, costs: &[Costs]) -> Verdict {
    let peak = costs.iter().map(Costs::peak).max().unwrap_or(0);
    let most = 2 * bench.size + FIXED_MEMORY;
    let demand = format!("memory at most twice the file and 150 MB ({:.0} MB)", megabytes(most));
    Verdict::new(demand, format!("{:.0} MB", megabytes(peak)), peak <= most)
}

/// Runs Python and lxml on the same rules: first parsing for each rule, as the checkers of old did, then only once.
fn compare(bench: &Prepared, count: usize, costs: &Costs, findings: &Findings) -> Result<Vec<Verdict>> {
    let python = setup::for_peers()?;
    let mut verdicts = Vec::new();
    for (parse, name) in [("rule", "parsing for each rule"), ("file", "parsing once")] {
        let output = bench.folder.join(format!("python-{parse}.json"));
        let (cost, found) = peer::python(&python, parse, &bench.rules(count), &bench.source, &output)?;
        let mut once = Costs::default();
        once.add(cost);
        bench.print(&format!("{}, Python, {name}", plural(count)), &once, &found);
        let ratio = ratio(once.median(), costs.median());
        verdicts.push(Verdict::new(
            format!("faster than Python and lxml, {name}"),
            format!("{ratio:.1} times"),
            ratio > 1.0,
        ));
        verdicts.push(same(findings, &found, name));
    }
    Ok(verdicts)
}

/// Whether both found the same, by rule; where not, names the first rule that differs.
fn same(ours: &Findings, theirs: &Findings, name: &str) -> Verdict {
    let differing = ours.keys().chain(theirs.keys()).find(|rule| ours.get(*rule) != theirs.get(*rule));
    let count = |findings: &Findings, rule| findings.get(rule).copied().unwrap_or(0);
    let measured = match differing {
        None => format!("{} findings", ours.values().sum::<usize>()),
        Some(rule) => format!("`{rule}`: {} here, {} there", count(ours, rule), count(theirs, rule)),
    };
    Verdict::new(format!("the same findings for each rule as Python, {name}"), measured, differing.is_none())
}

fn ratio(longer: Duration, shorter: Duration) -> f64 {
    longer.as_secs_f64() / shorter.as_secs_f64().max(f64::EPSILON)
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "a size is shown to three figures, far from the 53 bits that are exact")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn plural(count: usize) -> String {
    if count == 1 { "1 rule".to_owned() } else { format!("{count} rules") }
}
