//! One large `resource.repository` under few and many rules, compared with plain Python and lxml.

use anyhow::{Context, Result};

use super::corpus;
use super::measure::Costs;
use super::peer::{self, Findings, ratio, same};
use super::prepared::{Prepared, megabytes, print_head, warn_if_busy};
use super::rules;
use super::verdict::{self, Verdict};
use crate::setup::{self, node};

/// A corpus, the numbers of rules with which it is checked, and the number of runs.
pub struct Scenario {
    name: &'static str,
    /// The number of resources in the corpus.
    pub items: u64,
    /// The numbers of rules, in the order of the table. The last is compared with the first.
    rules: &'static [usize],
    rounds: usize,
    /// True if the bars on time apply. The bar on memory always does.
    timed: bool,
    /// The number of rules that Python runs too; `None` if it does not run.
    python: Option<usize>,
}

/// 68 MB: a large repository of a real game.
pub const REPOSITORY: Scenario =
    Scenario { name: "repository", items: 100_000, rules: &[1, 50, 100], rounds: 7, timed: true, python: Some(50) };

/// 1 GB: far beyond any game. Python is left out, because its tree alone would take 9 GB.
pub const HUGE: Scenario =
    Scenario { name: "huge", items: 1_470_588, rules: &[1, 50], rounds: 1, timed: false, python: None };

/// The number of rules for the bar on speed.
const SPEED_RULES: usize = 50;

/// The minimum speed with [`SPEED_RULES`] on one core, in megabytes per second.
const MIN_SPEED: f64 = 150.0;

/// The maximum ratio of the time of a hundred rules to that of one.
const MAX_RATIO: f64 = 2.0;

/// The memory that may be used for a file of any size. In addition, twice the size of the file may be used.
const FIXED_MEMORY: u64 = 150_000_000;

/// Generates the corpus if it is missing, runs everything, and prints the figures and the bars.
///
/// # Errors
/// Fails if the corpus cannot be written, or one of the programs fails.
pub fn run(scenario: &Scenario) -> Result<()> {
    let bench = Prepared::new(scenario.name, &corpus::REPOSITORY, scenario.items)?;
    let (rules, items) = (scenario.rules, scenario.items);
    println!(
        "\nbench {}: {:.1} MB, {items} items, Node {}, one worker; runs of each, interleaved: {}\n",
        scenario.name,
        megabytes(bench.size),
        node::version()?,
        scenario.rounds
    );
    for count in rules {
        bench.write_rules(&count.to_string(), &rules::file(*count))?;
    }
    warn_if_busy();
    let mut costs: Vec<Costs> = rules.iter().map(|_| Costs::default()).collect();
    let mut findings = vec![Findings::new(); rules.len()];
    for _ in 0..scenario.rounds {
        for (at, count) in rules.iter().enumerate() {
            let (cost, found) = bench.check(&count.to_string())?;
            costs[at].add(cost);
            findings[at] = found;
        }
    }
    print_head();
    for ((count, costs), findings) in rules.iter().zip(&costs).zip(&findings) {
        bench.print(&plural(*count), costs, findings);
    }
    let mut verdicts = if scenario.timed { time_bars(&bench, rules, &costs) } else { Vec::new() };
    verdicts.push(memory_bar(&bench, &costs));
    if let Some(count) = scenario.python {
        let at = rules
            .iter()
            .position(|rules| *rules == count)
            .context("Python runs a number of rules that is not in the table")?;
        verdicts.extend(compare(&bench, count, &costs[at], &findings[at])?);
    }
    verdict::print(&verdicts);
    Ok(())
}

/// Returns the verdicts on the speed of the checker.
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

/// Returns the verdict on the memory of the checker.
fn memory_bar(bench: &Prepared, costs: &[Costs]) -> Verdict {
    let peak = costs.iter().map(Costs::peak).max().unwrap_or(0);
    let most = 2 * bench.size + FIXED_MEMORY;
    let demand = format!("memory at most twice the file and 150 MB ({:.0} MB)", megabytes(most));
    Verdict::new(demand, format!("{:.0} MB", megabytes(peak)), peak <= most)
}

/// Runs Python and lxml on the same rules: first parsing the file for each rule, like earlier checkers, then only once.
fn compare(bench: &Prepared, count: usize, costs: &Costs, findings: &Findings) -> Result<Vec<Verdict>> {
    let python = setup::for_peers()?;
    let mut verdicts = Vec::new();
    for (parse, name) in [("rule", "parsing for each rule"), ("file", "parsing once")] {
        let output = bench.folder.join(format!("python-{parse}.json"));
        let (cost, found) =
            peer::python(&python, peer::RULES, parse, &bench.rules(&count.to_string()), &bench.source, &output)?;
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

/// Formats a number of rules for the table.
pub fn plural(count: usize) -> String {
    if count == 1 { "1 rule".to_owned() } else { format!("{count} rules") }
}
