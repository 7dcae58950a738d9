//! One run of the checker over a small tree of files in memory.

use std::fmt::Write;
use std::rc::Rc;

use assay_engine::check::Checker;
use assay_engine::report::{Diagnostics, Finding, Problem, Report};
use assay_engine::rule::RuleFile;
use assay_engine::source::MemorySource;

use crate::value::Value;

/// Checks a tree by one rule file; nothing else can be read beside it.
pub fn check(files: &MemorySource, rule_file: &str, rules: &str) -> Report {
    check_by(&checker(&[(rule_file, rules)]), files)
}

/// Checks a tree by rules that are loaded.
pub fn check_by(checker: &Checker, files: &MemorySource) -> Report {
    assay_engine::check::check(checker, files.paths(), Rc::new(files.clone()))
}

/// Loads rule files, of which the first is named and the others can be asked for.
pub fn checker(files: &[(&str, &str)]) -> Checker {
    let file = RuleFile { path: files[0].0.to_owned(), text: files[0].1.to_owned() };
    let read = |path: &str| files[1..].iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
    Checker::new(&[file], &read)
}

/// A tree of files with texts.
pub fn tree(files: &[(&str, &str)]) -> MemorySource {
    files.iter().map(|(path, text)| (*path, *text)).collect()
}

/// A finding as rows write it, such as `r a.xml:2:5 "x"`.
pub fn finding_line(finding: &Finding) -> String {
    let start = finding.region.start;
    format!("{} {}:{}:{} {}", finding.rule, finding.path, start.line, start.column, Value::from(&finding.value))
}

/// What loading rules or running them said, each as `problem rules.yaml:3:10 text`, problems first.
pub fn diagnostic_lines(diagnostics: &Diagnostics) -> Vec<String> {
    let Diagnostics { problems, warnings, hints } = diagnostics;
    let kinds = [("problem", problems), ("warning", warnings), ("hint", hints)];
    kinds.iter().flat_map(|(kind, list)| list.iter().map(move |problem| diagnostic_line(kind, problem))).collect()
}

/// All problems, warnings and hints of a report.
pub fn report_lines(report: &Report) -> Vec<String> {
    diagnostic_lines(&Diagnostics {
        problems: report.problems().to_vec(),
        warnings: report.warnings().to_vec(),
        hints: report.hints().to_vec(),
    })
}

fn diagnostic_line(kind: &str, problem: &Problem) -> String {
    let mut line = kind.to_owned();
    if let Some(path) = &problem.path {
        let _ = write!(line, " {path}");
    }
    if let Some(region) = problem.region {
        let _ = write!(line, ":{}:{}", region.start.line, region.start.column);
    }
    if let Some(rule) = &problem.rule {
        let _ = write!(line, " ({rule})");
    }
    let _ = write!(line, " {}", problem.message);
    if let Some(help) = &problem.help {
        let _ = write!(line, "; {help}");
    }
    line
}
