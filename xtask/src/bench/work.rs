//! Realistic work compared with other programs, as ratios within one run. It consists of 50 rules of many kinds over a
//! project with one large repository, and over a project with many small files.
//!
//! The programs take turns, so that a machine that becomes slow is slow for all. Each run is a whole process.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::measure::{Costs, measure};
use super::peer::{self, ratio, same};
use super::prepared::{megabytes, seconds, warn_if_busy};
use super::project::Project;
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::{self, node};
use crate::stamp::{self, Inputs};

/// The number of runs of each program except lxml.
const ROUNDS: usize = 5;

/// The number of runs of lxml, which takes as long as all other programs together.
const SLOW_ROUNDS: usize = 3;

/// The 50 rules. A rule that lxml runs, too, has its form for `tests/peers/select_values.py` under this key.
const RULES: &str = include_str!("../../../tests/bench/work.json");
const PEER_FORM: &str = "lxml";

/// The `rpath` of rules that have none in the file of the bench.
const RPATH: &str = r"/resource\.repository$";

/// The number of workers of a third report, which must equal the reports of one worker and of all workers.
const MANY_JOBS: &str = "8";

/// A project that is checked, and its bars.
struct Scenario {
    name: &'static str,
    what: &'static str,
    project: Project,
    /// A program that does only the least part of a check, and the largest allowed ratio of the check to it.
    floor: (Program, f64),
    /// The smallest allowed ratio of lxml to the checker on one core, under the rules that both run.
    min_peer: f64,
    /// The largest allowed ratio of all cores to one core.
    max_cores: f64,
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "list",
        what: "one repository of 68 MB with 100,000 items",
        project: Project { items: 100_000, repositories: 1, has_files: false },
        floor: (Program::Expat, 3.0),
        min_peer: 12.0,
        max_cores: 0.6,
    },
    Scenario {
        name: "files",
        what: "four repositories with the files of 20,000 items",
        project: Project { items: 20_000, repositories: 4, has_files: true },
        floor: (Program::Reading, 2.0),
        min_peer: 4.0,
        max_cores: 0.65,
    },
];

/// A program that is measured.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Program {
    /// Python that parses all XML with expat and does nothing else.
    Expat,
    /// Node that reads all files and does nothing else.
    Reading,
    /// Python with lxml, under the rules that it can run.
    Lxml,
    /// The checker on one core, under the rules that lxml runs.
    Subset,
    /// The checker on one core, under all rules.
    OneCore,
    /// The checker on all cores, under all rules.
    AllCores,
}

/// All programs, in the order in which they take turns.
const PROGRAMS: [Program; 6] =
    [Program::Expat, Program::Reading, Program::Lxml, Program::Subset, Program::OneCore, Program::AllCores];

impl Program {
    /// The name in the table and in verdicts.
    fn name(self, rules: &Rules) -> String {
        let (all, subset) = (rules.all.len(), rules.subset.len());
        match self {
            Self::Expat => "expat, parsing only".to_owned(),
            Self::Reading => "Node, reading only".to_owned(),
            Self::Lxml => format!("lxml, {subset} rules"),
            Self::Subset => format!("{subset} rules, one core"),
            Self::OneCore => format!("{all} rules, one core"),
            Self::AllCores => format!("{all} rules, all cores"),
        }
    }

    fn rounds(self) -> usize {
        if self == Self::Lxml { SLOW_ROUNDS } else { ROUNDS }
    }
}

/// The rules, in the forms in which the programs read them.
struct Rules {
    all: Vec<Value>,
    /// The rules that lxml runs, too.
    subset: Vec<Value>,
    /// The subset in the form for lxml.
    peer: Vec<Value>,
}

impl Rules {
    /// Reads the rules of the bench.
    ///
    /// # Errors
    /// Fails if the file is not a list of rules.
    fn read() -> Result<Self> {
        let mut rules = Self { all: Vec::new(), subset: Vec::new(), peer: Vec::new() };
        for mut rule in serde_json::from_str::<Vec<Value>>(RULES).context("the rules of the bench are not a list")? {
            let fields = rule.as_object_mut().context("a rule of the bench is not an object")?;
            fields.entry("rpath").or_insert_with(|| json!(RPATH));
            if let Some(mut form) = fields.remove(PEER_FORM) {
                form["name"] = rule["name"].clone();
                rules.peer.push(form);
                rules.subset.push(rule.clone());
            }
            rules.all.push(rule);
        }
        Ok(rules)
    }

    /// Writes one file for each form.
    fn write(&self, folder: &Path) -> Result<()> {
        for (name, rules) in [("all", &self.all), ("subset", &self.subset), ("peer", &self.peer)] {
            let text = serde_json::to_string_pretty(rules)?;
            fs::write(rules_in(folder, name), text).context("cannot write the rules of the bench")?;
        }
        Ok(())
    }
}

fn rules_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("rules-{name}.json"))
}

/// Measures the programs over both projects, and prints the figures and the bars.
///
/// # Errors
/// Fails if a project cannot be written, or if a program fails.
pub fn run() -> Result<()> {
    let (python, rules) = (setup::for_peers()?, Rules::read()?);
    println!(
        "\nbench work: {} rules, {} of them also with lxml, Node {}; runs of each, in turns: {ROUNDS}, of lxml {SLOW_ROUNDS}",
        rules.all.len(),
        rules.subset.len(),
        node::version()?
    );
    warn_if_busy();
    let mut verdicts = Vec::new();
    for scenario in SCENARIOS {
        verdicts.extend(Workplace::prepare(scenario, &python, &rules)?.measure_programs()?);
    }
    verdict::print(&verdicts);
    Ok(())
}

/// A generated project, with a folder for everything that the bench writes.
struct Workplace<'a> {
    scenario: &'a Scenario,
    python: &'a Path,
    rules: &'a Rules,
    folder: PathBuf,
    root: PathBuf,
}

impl<'a> Workplace<'a> {
    /// Generates the project where it is missing, and writes the rules.
    fn prepare(scenario: &'a Scenario, python: &'a Path, rules: &'a Rules) -> Result<Self> {
        let folder = places::in_root("target/bench/work").join(scenario.name);
        let root = folder.join("root");
        let Project { items, repositories, has_files } = scenario.project;
        let generators =
            ["noise.rs", "corpus.rs", "metadata.rs", "project.rs"].map(|file| format!("xtask/src/bench/{file}"));
        let inputs = Inputs::default().text(&format!("{items} {repositories} {has_files}"));
        let hash = generators.iter().try_fold(inputs, |inputs, file| inputs.path(&places::in_root(file), &[]))?.hash();
        let stamp = folder.join("corpus.stamp");
        if !root.is_dir() || !stamp::holds(&stamp, &hash) {
            println!("bench: generates {}", scenario.what);
            if root.exists() {
                fs::remove_dir_all(&root).with_context(|| format!("cannot remove `{}`", root.display()))?;
            }
            scenario.project.write(&root).context("cannot write the project of the bench")?;
            stamp::set(&stamp, &hash)?;
        }
        rules.write(&folder)?;
        Ok(Self { scenario, python, rules, folder, root })
    }

    /// Runs the programs in turns, and prints the figures.
    fn measure_programs(&self) -> Result<Vec<Verdict>> {
        let mut costs = PROGRAMS.map(|_| Costs::default());
        for round in 0..ROUNDS {
            for (program, costs) in PROGRAMS.iter().zip(&mut costs).filter(|(program, _)| round < program.rounds()) {
                costs.add(measure(self.command(*program), &self.output(*program))?);
            }
        }
        let read = fs::read_to_string(self.output(Program::Reading)).context("cannot read what Node wrote")?;
        println!("\n{} ({})", self.scenario.what, read.trim());
        println!("{:<28}{:>10}{:>10}{:>10}{:>10}{:>10}", "", "min", "median", "max", "CPU", "peak MB");
        for (program, costs) in PROGRAMS.iter().zip(&costs) {
            let [min, median, max, work] = [costs.min(), costs.median(), costs.max(), costs.median_work()].map(seconds);
            let (name, peak) = (program.name(self.rules), megabytes(costs.peak()));
            println!("{name:<28}{min:>10}{median:>10}{max:>10}{work:>10}{peak:>10.0}");
        }
        let mut verdicts = self.bars(&PROGRAMS.map(|program| costs[program as usize].median()));
        verdicts.push(self.same_findings()?);
        verdicts.push(self.same_reports()?);
        Ok(verdicts)
    }

    /// Compares the median times, which are in the order of the programs.
    fn bars(&self, medians: &[Duration; PROGRAMS.len()]) -> Vec<Verdict> {
        let Scenario { name, floor: (floor, max_floor), min_peer, max_cores, .. } = self.scenario;
        let named = |program: Program| program.name(self.rules);
        let times = |program: Program, other: Program| ratio(medians[program as usize], medians[other as usize]);
        let bar = |demand: String, measured: f64, reached: bool| {
            Verdict::new(format!("{name}: {demand}"), format!("{measured:.2} times"), reached)
        };
        let slower = times(Program::OneCore, *floor);
        let faster = times(Program::Lxml, Program::Subset);
        let cores = times(Program::AllCores, Program::OneCore);
        vec![
            bar(
                format!("{} in at most {max_floor} times {}", named(Program::OneCore), named(*floor)),
                slower,
                slower <= *max_floor,
            ),
            bar(format!("{} {min_peer} times as fast as lxml", named(Program::Subset)), faster, faster >= *min_peer),
            bar(format!("all cores in at most {max_cores} times one core"), cores, cores <= *max_cores),
        ]
    }

    /// The command of a program.
    fn command(&self, program: Program) -> Run {
        let script = |path: &str| Run::new(self.python).arg(path);
        let run = match program {
            Program::Expat => script("tests/peers/parse_xml.py"),
            Program::Reading => counting_program("tests/bench/read.mjs"),
            Program::Lxml => script("tests/peers/select_values.py").arg(rules_in(&self.folder, "peer")),
            Program::Subset => self.check("subset", Some("1")),
            Program::OneCore => self.check("all", Some("1")),
            Program::AllCores => self.check("all", None),
        };
        run.arg(&self.root)
    }

    /// A check under one of the rule files, with this number of workers or one for each core. The caller adds the root.
    fn check(&self, rules: &str, jobs: Option<&str>) -> Run {
        let run = counting_program("wasm/dist/bin/assay.js").args(["check", "--quiet", "--format", "json"]);
        let jobs = jobs.map(|jobs| ["--jobs", jobs]);
        run.args(jobs.iter().flatten()).arg("--rules").arg(rules_in(&self.folder, rules))
    }

    fn output(&self, program: Program) -> PathBuf {
        self.folder.join(format!("{program:?}.json").to_lowercase())
    }

    /// Compares the findings of the subset with those of lxml.
    fn same_findings(&self) -> Result<Verdict> {
        let ours = peer::count_report_file(&self.output(Program::Subset))?;
        let theirs = peer::read_counts(&self.output(Program::Lxml))?;
        Ok(same(&ours, &theirs, self.scenario.name))
    }

    /// Compares the reports of one worker, of all and of many, byte for byte.
    fn same_reports(&self) -> Result<Verdict> {
        let many = self.folder.join("many.json");
        measure(self.check("all", Some(MANY_JOBS)).arg(&self.root), &many)?;
        let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read `{}`", path.display()));
        let [one, all, many] =
            [self.output(Program::OneCore), self.output(Program::AllCores), many].map(|path| read(&path));
        let (one, all, many) = (one?, all?, many?);
        let findings: usize = peer::count_report_file(&self.output(Program::OneCore))?.values().sum();
        Ok(Verdict::new(
            format!("{}: equal reports of 1, all and {MANY_JOBS} workers", self.scenario.name),
            format!("{findings} findings, {} bytes, {} and {}", one.len(), all.len(), many.len()),
            one == all && one == many,
        ))
    }
}

/// Returns a Node program that writes its cost to a file.
fn counting_program(script: &str) -> Run {
    Run::node("--require").arg("./tests/bench/cost.cjs").arg(script)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{PROGRAMS, Rules};

    #[test]
    fn there_are_50_rules_with_different_names() {
        let rules = Rules::read().expect("the rules can be read");
        let names: BTreeSet<&str> = rules.all.iter().filter_map(|rule| rule["name"].as_str()).collect();
        assert_eq!((rules.all.len(), names.len()), (50, 50));
        assert!(rules.all.iter().all(|rule| rule["rpath"].is_string() && rule["lxml"].is_null()));
    }

    #[test]
    fn lxml_has_the_rules_of_the_subset() {
        let rules = Rules::read().expect("the rules can be read");
        let names = |rules: &[serde_json::Value]| rules.iter().map(|rule| rule["name"].clone()).collect::<Vec<_>>();
        assert_eq!(names(&rules.subset), names(&rules.peer));
        assert!(rules.peer.iter().all(|rule| rule["select"].is_string() && rule["fails"].is_string()));
    }

    #[test]
    fn programs_are_in_the_order_of_their_variants() {
        assert!(PROGRAMS.iter().enumerate().all(|(at, program)| *program as usize == at));
    }
}
