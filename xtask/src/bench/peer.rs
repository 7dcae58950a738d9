//! The compared programs: the checker, and plain Python scripts with the same results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::measure::{Cost, measure};
use super::verdict::Verdict;
use crate::run::Run;

/// The number of findings of each rule. Rules without findings are left out.
pub type Findings = BTreeMap<String, usize>;

/// Runs the checker on one core and returns its cost and findings.
///
/// # Errors
/// Fails if it cannot check everything, because a bench of some of the rules would be meaningless.
pub fn checker(rules: &Path, source: &Path, output: &Path) -> Result<(Cost, Findings)> {
    let run = Run::node("--require")
        .arg("./tests/bench/cost.cjs")
        .arg("wasm/dist/bin/assay.js")
        .args(["check", "--jobs", "1", "--format", "json", "--timings", "--rules"])
        .arg(rules)
        .arg(source);
    let mut cost = measure(run, output).context("the checker could not check everything")?;
    let report = read(output)?;
    let check = report["stats"]["timings"]["total"]
        .as_f64()
        .context("the report does not contain the duration of the check")?;
    cost.check = Some(Duration::from_secs_f64(check / 1000.0));
    Ok((cost, count_report(&report)?))
}

/// Counts the findings in the file of a report as JSON.
///
/// # Errors
/// Fails if the file is not a report, or if the checker had problems.
pub fn count_report_file(output: &Path) -> Result<Findings> {
    count_report(&read(output)?)
}

fn count_report(report: &Value) -> Result<Findings> {
    if let Some(problem) = report["problems"].as_array().and_then(|problems| problems.first()) {
        bail!("the checker has problems with the rules of the bench, the first of them: {problem}");
    }
    let findings = report["findings"].as_array().context("the report has no `findings`")?;
    let mut counts = Findings::new();
    for finding in findings {
        let rule = finding["rule"].as_str().context("a finding names no `rule`")?;
        *counts.entry(rule.to_owned()).or_default() += 1;
    }
    Ok(counts)
}

/// The Python script that checks XML, with lxml.
pub const RULES: &str = "tests/peers/check_rules.py";

/// The Python script that checks JSON and YAML, with `json` and PyYAML.
pub const JSON: &str = "tests/peers/check_json.py";

/// Runs a Python script. `parse` is how often it parses a file: once for each `rule` or once for each `file`.
///
/// # Errors
/// Fails if the script fails.
pub fn python(
    python: &Path,
    script: &str,
    parse: &str,
    rules: &Path,
    source: &Path,
    output: &Path,
) -> Result<(Cost, Findings)> {
    let run = Run::new(python).args([script, "--parse", parse]).arg(rules).arg(source);
    let cost = measure(run, output).context("the Python peer failed")?;
    Ok((cost, read_counts(output)?))
}

/// Reads the number of findings of each rule from the output of a Python script.
///
/// # Errors
/// Fails if the file is not such an output.
pub fn read_counts(output: &Path) -> Result<Findings> {
    let counts = read(output)?;
    let counts = counts["findings"].as_object().context("the Python peer counted no findings")?;
    let count = |value: &Value| value.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let found = counts.iter().map(|(rule, value)| (rule.clone(), count(value)));
    Ok(found.filter(|(_, count)| *count > 0).collect())
}

/// Compares the findings of both programs by rule. The verdict names the first rule that differs.
pub fn same(ours: &Findings, theirs: &Findings, name: &str) -> Verdict {
    let differing = ours.keys().chain(theirs.keys()).find(|rule| ours.get(*rule) != theirs.get(*rule));
    let count = |findings: &Findings, rule| findings.get(rule).copied().unwrap_or(0);
    let measured = match differing {
        None => format!("{} findings", ours.values().sum::<usize>()),
        Some(rule) => format!("`{rule}`: {} here, {} there", count(ours, rule), count(theirs, rule)),
    };
    Verdict::new(format!("the same findings for each rule as Python, {name}"), measured, differing.is_none())
}

/// Returns the ratio of the longer time to the shorter one.
pub fn ratio(longer: Duration, shorter: Duration) -> f64 {
    longer.as_secs_f64() / shorter.as_secs_f64().max(f64::EPSILON)
}

fn read(output: &Path) -> Result<Value> {
    let text = fs::read_to_string(output).with_context(|| format!("cannot read `{}`", output.display()))?;
    serde_json::from_str(&text).with_context(|| format!("`{}` is no JSON", output.display()))
}
