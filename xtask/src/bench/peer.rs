//! The two programs that are compared: the checker, and a plain Python script that does the same with lxml.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::measure::{Cost, measure};
use crate::run::Run;

/// How many findings each rule has; rules without any are left out.
pub type Findings = BTreeMap<String, usize>;

/// Runs the checker on one core and returns what it cost and found.
///
/// # Errors
/// Fails when it cannot check everything: a bench of half the rules would be none.
pub fn checker(rules: &Path, source: &Path, output: &Path) -> Result<(Cost, Findings)> {
    let run = Run::node("--import")
        .arg("./tests/bench/cost.mjs")
        .arg("wasm/dist/bin/assay.js")
        .args(["check", "--jobs", "1", "--format", "json", "--timings", "--rules"])
        .arg(rules)
        .arg(source);
    let mut cost = measure(run, output).context("the checker could not check everything")?;
    let report = read(output)?;
    let check = report["stats"]["timings"]["total"].as_f64().context("the report says not how long the check took")?;
    cost.check = Some(Duration::from_secs_f64(check / 1000.0));
    if let Some(problem) = report["problems"].as_array().and_then(|problems| problems.first()) {
        bail!("the checker has problems with the rules of the bench, the first of them: {problem}");
    }
    let findings = report["findings"].as_array().context("the report has no `findings`")?;
    let mut counts = Findings::new();
    for finding in findings {
        let rule = finding["rule"].as_str().context("a finding names no `rule`")?;
        *counts.entry(rule.to_owned()).or_default() += 1;
    }
    Ok((cost, counts))
}

/// Runs the Python script; `parse` says how often it parses a file, once for each `rule` or once for each `file`.
///
/// # Errors
/// Fails when the script does.
pub fn python(python: &Path, parse: &str, rules: &Path, source: &Path, output: &Path) -> Result<(Cost, Findings)> {
    let run = Run::new(python).args(["tests/peers/check_rules.py", "--parse", parse]).arg(rules).arg(source);
    let cost = measure(run, output).context("the Python peer failed")?;
    let counts = read(output)?;
    let counts = counts["findings"].as_object().context("the Python peer counted no findings")?;
    let count = |value: &Value| value.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let found = counts.iter().map(|(rule, value)| (rule.clone(), count(value)));
    Ok((cost, found.filter(|(_, count)| *count > 0).collect()))
}

fn read(output: &Path) -> Result<Value> {
    let text = fs::read_to_string(output).with_context(|| format!("cannot read `{}`", output.display()))?;
    serde_json::from_str(&text).with_context(|| format!("`{}` is no JSON", output.display()))
}
