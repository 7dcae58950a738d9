//! Large files of JSON and YAML under one rule and ten rules, compared with plain Python scripts.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::measure::Costs;
use super::metadata::{self, METADATA};
use super::peer::{self, Findings, ratio, same};
use super::prepared::{Corpus, Prepared, megabytes, print_head, warn_if_busy};
use super::repository::plural;
use super::scene::{self, SCENE};
use super::verdict::{self, Verdict};
use crate::setup::{self, node};

/// A format, its rules, and the required speed.
struct Format {
    name: &'static str,
    corpus: &'static Corpus,
    items: u64,
    /// All of its rules; the run with one rule uses the first.
    rules: fn() -> Vec<Value>,
    /// The minimum speed of the checker on one core, in megabytes per second.
    min_speed: f64,
    /// The library that reads it in Python; PyYAML uses libyaml, in C.
    peer: &'static str,
}

const FORMATS: &[Format] = &[
    Format { name: "json", corpus: &METADATA, items: 79_000, rules: json_rules, min_speed: 150.0, peer: "json" },
    Format { name: "yaml", corpus: &SCENE, items: 20_600, rules: yaml_rules, min_speed: 20.0, peer: "PyYAML" },
];

/// The number of runs of the checker for each number of rules.
const ROUNDS: usize = 7;

/// The numbers of rules that run together.
const COUNTS: [usize; 2] = [1, 10];

/// Rules for the metadata of assets.
fn json_rules() -> Vec<Value> {
    let path = "*/Assets";
    vec![
        json!({ "xpath": format!("{path},Name"), "condition": ["Exist"] }),
        json!({ "xpath": format!("{path},Name"), "not_filter": "^[a-z_]+_[0-9]{5}_lod[0-3]$",
            "condition": ["Null collection"] }),
        json!({ "xpath": format!("{path}.Kind==Texture,Size.Width"), "condition": ["<=", 4096] }),
        json!({ "xpath": format!("{path},Guid"), "condition": ["Unique"] }),
        json!({ "xpath": format!("{path},Import.Author"), "condition": ["Exist in", metadata::AUTHORS] }),
        json!({ "xpath": format!("{path}.Kind==Model,Import.Lods.Triangles"), "condition": [">=", 1] }),
        json!({ "xpath": format!("{path}.Kind==Mesh,Name,Uses"), "condition": ["Exist"] }),
        json!({ "xpath": format!("{path}.Kind==Texture&Name==`_lod0$`,Path"), "filter": r"\.(tga|psd)$",
            "condition": ["!=", "art/Interface/Icons/000001.tga"] }),
        json!({ "xpath": format!("{path},Bounds.Min"), "condition": ["<=", 499] }),
        json!({ "xpath": format!("{path}.Import.Compressed!=true,Path"), "filter": "^art/Interface/",
            "condition": ["Exist"] }),
    ]
}

/// Rules for a scene.
fn yaml_rules() -> Vec<Value> {
    vec![
        json!({ "xpath": "*/GameObject,m_Name", "condition": ["Exist"] }),
        json!({ "xpath": "*/GameObject,m_Name", "not_filter": "^[A-Z][A-Za-z_]+_[0-9]{5}$",
            "condition": ["Null collection"] }),
        json!({ "xpath": "*/GameObject,m_TagString", "condition": ["Exist in", scene::TAGS] }),
        json!({ "xpath": "*/GameObject,m_Layer", "condition": ["<=", 31] }),
        json!({ "xpath": "*/GameObject.m_IsActive==1,m_Name,m_Component.component.fileID", "condition": ["Exist"] }),
        json!({ "xpath": "*/Transform,m_GameObject.fileID", "condition": ["Unique"] }),
        json!({ "xpath": "*/Transform,m_LocalScale.x", "condition": [">", 0] }),
        json!({ "xpath": "*/Transform,m_LocalPosition.y", "condition": ["<=", 19.5] }),
        json!({ "xpath": "*/MeshRenderer.m_Enabled==1,m_Materials.guid", "not_filter": "^[0-9a-f]{32}$",
            "condition": ["Null collection"] }),
        json!({ "xpath": "*/MeshRenderer/m_Materials.type==2,fileID", "condition": ["==", 2_100_000] }),
    ]
}

/// Returns a rule file with the first rules of a format.
fn rule_file(format: &Format, count: usize) -> Value {
    let rules = (format.rules)().into_iter().take(count).enumerate().map(|(at, mut rule)| {
        rule["name"] = json!(format!("{}-{at}", format.name));
        rule["rpath"] = json!(format!("{}$", format.corpus.path.replace('.', r"\.")));
        rule
    });
    json!({ "rules": rules.collect::<Vec<_>>() })
}

/// Measures each format, and prints the figures and the bars.
///
/// # Errors
/// Fails if a corpus cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    let python = setup::for_peers()?;
    let mut verdicts = Vec::new();
    for format in FORMATS {
        let bench = Prepared::new(format.name, format.corpus, format.items)?;
        println!(
            "\nbench formats: {:.1} MB of {}, Node {}, one worker; runs of each, interleaved: {ROUNDS}\n",
            megabytes(bench.size),
            format.name,
            node::version()?
        );
        warn_if_busy();
        let results = check(format, &bench)?;
        print_head();
        for (count, (costs, findings)) in COUNTS.iter().zip(&results) {
            bench.print(&plural(*count), costs, findings);
        }
        for (count, (costs, findings)) in COUNTS.iter().zip(&results) {
            verdicts.extend(speed_bars(format, &bench, *count, costs));
            verdicts.extend(compare(&python, format, &bench, *count, costs, findings)?);
        }
    }
    verdict::print(&verdicts);
    Ok(())
}

/// Returns the cost and the findings of the checker for each number of rules.
fn check(format: &Format, bench: &Prepared) -> Result<Vec<(Costs, Findings)>> {
    for count in COUNTS {
        bench.write_rules(&count.to_string(), &rule_file(format, count))?;
    }
    let mut results: Vec<(Costs, Findings)> = COUNTS.iter().map(|_| Default::default()).collect();
    for _ in 0..ROUNDS {
        for (count, (costs, findings)) in COUNTS.iter().zip(&mut results) {
            let (cost, found) = bench.check(&count.to_string())?;
            costs.add(cost);
            *findings = found;
        }
    }
    Ok(results)
}

/// Returns the verdicts on the speed of the checker, with and without its start.
fn speed_bars(format: &Format, bench: &Prepared, count: usize, costs: &Costs) -> Vec<Verdict> {
    let times = [(Some(costs.median()), "the whole process"), (costs.median_check(), "the check alone")];
    let verdict = |(time, what)| {
        let speed = bench.speed(time);
        let demand = format!("{}, {} at {} MB/s or more, {what}", format.name, plural(count), format.min_speed);
        Verdict::new(demand, format!("{speed:.1} MB/s"), speed >= format.min_speed)
    };
    times.into_iter().filter_map(|(time, what)| Some((time?, what))).map(verdict).collect()
}

/// Runs Python on the same rules. It parses the file once for all of them.
fn compare(
    python: &Path,
    format: &Format,
    bench: &Prepared,
    count: usize,
    costs: &Costs,
    findings: &Findings,
) -> Result<Vec<Verdict>> {
    let (rules, output) = (bench.rules(&count.to_string()), bench.folder.join("python.json"));
    let (cost, found) = peer::python(python, peer::JSON, "file", &rules, &bench.source, &output)?;
    let mut once = Costs::default();
    once.add(cost);
    bench.print(&format!("{}, Python, {}", plural(count), format.peer), &once, &found);
    let name = format!("{}, {}", format.peer, plural(count));
    let ratio = ratio(once.median(), costs.median());
    Ok(vec![
        Verdict::new(format!("faster than Python, {name}"), format!("{ratio:.1} times"), ratio > 1.0),
        same(findings, &found, &name),
    ])
}

#[cfg(test)]
mod tests {
    use super::{COUNTS, FORMATS, rule_file};

    #[test]
    fn every_format_has_the_most_rules_that_run() {
        for format in FORMATS {
            assert_eq!((format.rules)().len(), COUNTS[COUNTS.len() - 1], "{}", format.name);
        }
    }

    #[test]
    fn the_rule_alone_is_the_first_of_all() {
        for format in FORMATS {
            let [one, ten] = COUNTS.map(|count| rule_file(format, count));
            assert_eq!(one["rules"][0], ten["rules"][0]);
            assert_eq!(one["rules"].as_array().map(Vec::len), Some(1));
        }
    }
}
