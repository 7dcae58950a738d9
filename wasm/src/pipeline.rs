//! Conversion rules. They stay in the engine; JavaScript gets their results as JSON, in portions.

use assay_engine::report::{Diagnostics, Problem, Severity, render_remarks};
use assay_engine::source::normalize;
use assay_engine::system::conversion;
use assay_engine::system::conversion::{PathResolver, is_rule_file};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::input::split_paths;
use crate::report::Report;
use crate::shown::style;
use crate::source::{Host, HostSource};
use assay_engine::text::{IssueCode, json::for_javascript};

/// The conversion rules of a root, with its files.
#[wasm_bindgen]
pub struct Pipeline {
    inner: conversion::Pipeline,
    /// All files, rule files first.
    paths: Vec<String>,
    /// The number of rule files at the start of `paths`.
    rule_files: usize,
    diagnostics: Diagnostics,
}

#[wasm_bindgen]
impl Pipeline {
    /// Reads the rule files among `paths`, which are separated by NUL, from `source`.
    pub fn read(paths: &str, source: HostSource) -> Self {
        let mut paths = split_paths(paths);
        // `exists` and `rows` look only at the assets, so the rule files are one part of the list.
        paths.sort_by(|a, b| (!is_rule_file(a), a).cmp(&(!is_rule_file(b), b)));
        paths.dedup();
        let rule_files = paths.partition_point(|path| is_rule_file(path));
        let (mut inner, mut diagnostics) =
            conversion::Pipeline::read(paths.iter().map(String::as_str), &Host::new(source));
        diagnostics.problems.extend(inner.limit(&paths));
        diagnostics.warnings.extend(inner.find_partial(&paths));
        Self { inner, paths, rule_files, diagnostics }
    }

    /// Adds a problem of the host with a file, or a warning if `warning` is true.
    pub fn problem(&mut self, code: &str, message: &str, path: &str, help: Option<String>, warning: bool) {
        let mut problem = Problem::new(code, message).in_file(path);
        problem.help = help;
        if warning { &mut self.diagnostics.warnings } else { &mut self.diagnostics.problems }.push(problem);
    }

    /// Sets the paths of files that are left out of the check, separated by NUL.
    #[wasm_bindgen(js_name = leaveOut)]
    pub fn exclude(&mut self, paths: &str) {
        self.inner.exclude(split_paths(paths));
    }

    /// Sets the severity of a check's findings, by the names of both; `off` disables the check.
    pub fn judge(&mut self, check: &str, level: &str) {
        self.inner.judge(check, Severity::named(level));
    }

    /// Returns the paths of the rule files.
    #[wasm_bindgen(js_name = ruleFiles)]
    pub fn rule_files(&self) -> Vec<String> {
        self.paths[..self.rule_files].to_vec()
    }

    /// Returns the number of other files.
    pub fn length(&self) -> usize {
        self.paths.len() - self.rule_files
    }

    /// Returns the problems and warnings of the rule files and of the host, as JSON.
    pub fn diagnostics(&self) -> String {
        for_javascript(&self.all_diagnostics())
    }

    /// Returns the problems and warnings for people.
    pub fn remarks(&self, color: bool, width: Option<usize>) -> String {
        render_remarks(&self.all_diagnostics(), style(color, width, true))
    }

    /// Returns the result for a file, which need not exist, as JSON, with the values that were overridden. Fails if the
    /// path leaves the root or is the root.
    pub fn explain(&self, path: &str) -> Result<String, Error> {
        let none = || {
            let is_outside = path.split(['/', '\\']).any(|part| part == "..");
            let why = if is_outside { "leaves the root" } else { "names the root, not a file" };
            Error::of(IssueCode::PathOutside, &format!("the path `{path}` {why}"))
        };
        let path = normalize(path).ok_or_else(none)?;
        let conversion = self.inner.resolver().resolve(&path);
        Ok(for_javascript(&self.inner.explain(&path, &conversion, |path| self.exists(path))))
    }

    /// Returns the results for the files from index `from` to index `to`, as JSON. If `root_only` is true, only assets
    /// that are converted for their own sake are listed.
    pub fn rows(&self, from: usize, to: usize, root_only: bool) -> String {
        let mut resolver: PathResolver<'_> = self.inner.resolver();
        let files = &self.paths[self.rule_files..];
        let selected = files.get(from..to.min(files.len())).unwrap_or_default();
        let conversions = selected.iter().map(|path| (path, resolver.resolve(path)));
        let conversions: Vec<_> = conversions.filter(|(_, conversion)| !root_only || conversion.is_root()).collect();
        let entries = conversions.iter().map(|(path, conversion)| conversion.entry(path, |path| self.exists(path)));
        for_javascript(&entries.collect::<Vec<_>>())
    }

    /// Checks the rules and the files together, and returns the report.
    pub fn check(&self) -> Report {
        let paths: Vec<&str> = self.paths.iter().map(String::as_str).collect();
        Report { inner: self.inner.check(&paths, self.diagnostics.clone()) }
    }

    fn exists(&self, path: &str) -> bool {
        self.paths[self.rule_files..].binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    fn all_diagnostics(&self) -> Diagnostics {
        let mut diagnostics = self.diagnostics.clone();
        diagnostics.settle();
        diagnostics
    }
}
