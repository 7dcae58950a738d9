//! Checks a pipeline as a whole: finds files without a source, and rules without a file.

use assay_document::text::{IssueCode, Region};
use assay_report::{Diagnostics, Excerpt, Finding, Problem, Related, Report, RuleStats, Severity, Stats, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::checks::{
    CHECKS, NO_SOURCE_REPORTED, OF_ITSELF, OVERRIDDEN, TWO_SOURCES, WITHOUT_FIELD, WITHOUT_FILE, WITHOUT_SOURCE, stats,
};
use super::field::Field;
use super::outcome::{Conversion, Setter};
use super::pipeline::Pipeline;
use super::rule::{ConversionRule, is_rule_file};

#[derive(Clone, Default)]
struct RuleEffects<'p> {
    matched: u64,
    /// The number of files whose source it decides, and the number of those files that have a source.
    decided: u64,
    with_source: u64,
    /// The number of files for which it decides a field or the source.
    counted: u64,
    /// One of the rules that override a field of this rule.
    under: Option<Setter<'p>>,
    /// True if its effects are unknown: it takes too long, or all files that it matches are left out of the check.
    is_unknown: bool,
}

/// The findings and the statistics so far.
struct ConversionFindings<'p> {
    findings: Vec<Finding>,
    rules: Vec<RuleStats>,
    /// The severity of each check; `None` for a check that is off.
    levels: &'p [Option<Severity>],
}

/// The location of a finding: the file, the place, and its line.
type FindingSite<'f> = (&'f str, Region, Option<&'f Excerpt>);

impl Pipeline {
    /// Runs [`CHECKS`] on all files of a root. `diagnostics` has the diagnostics of reading the rule files and of
    /// [finding their limits](Self::limit).
    pub fn check(&self, paths: &[&str], diagnostics: Diagnostics) -> Report {
        let there: FxHashSet<&str> = paths.iter().copied().collect();
        let mut uses: FxHashMap<(usize, usize), RuleEffects<'_>> = FxHashMap::default();
        let mut found = ConversionFindings { findings: Vec::new(), rules: stats(), levels: &self.levels };
        let mut resolver = self.resolver();
        for &path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            found.check_built(path, &conversion, &there);
            self.count(&conversion, &mut uses);
        }
        for path in &self.excluded {
            for setter in resolver.resolve(path).matched {
                let of_rule = uses.entry(setter.rule).or_default();
                // A rule that matches only files that were left out is not a rule without files.
                of_rule.is_unknown |= of_rule.matched == 0;
            }
        }
        for (file, of_file) in self.files.iter().enumerate() {
            for (number, rule) in of_file.rules.iter().enumerate() {
                found.check_used(&of_file.path, rule, uses.get(&(file, number)).unwrap_or(&RuleEffects::default()));
            }
        }
        let mut run = Diagnostics::default();
        if diagnostics.problems.is_empty() && self.files.iter().all(|file| file.rules.is_empty()) {
            run.problems.push(Problem::new(IssueCode::ConversionNoRules, "there is no rule to check"));
        }
        let rule_files = paths.iter().filter(|path| is_rule_file(path)).count() as u64;
        let ConversionFindings { findings, mut rules, levels } = found;
        for (at, rule) in rules.iter_mut().enumerate() {
            rule.files = if at < WITHOUT_FILE { paths.len() as u64 - rule_files } else { rule_files };
            rule.severity = levels[at].unwrap_or_default();
        }
        let mut is_on = levels.iter().map(Option::is_some);
        rules.retain(|_| is_on.next() == Some(true));
        let rules = rules.into_iter().map(RuleStats::all_judged).collect();
        let stats = Stats {
            files_seen: paths.len() as u64,
            files_read: rule_files,
            bytes: self.bytes,
            rules,
            ..Stats::default()
        };
        Report::new(findings, diagnostics, run, stats)
    }

    /// Records the rules that match a file, and those that set a value in effect.
    fn count<'p>(&'p self, conversion: &Conversion<'p>, uses: &mut FxHashMap<(usize, usize), RuleEffects<'p>>) {
        for setter in &conversion.limited {
            uses.entry(setter.rule).or_default().is_unknown = true;
        }
        let last = conversion.last();
        for setter in &conversion.matched {
            let of_rule = uses.entry(setter.rule).or_default();
            of_rule.matched += 1;
            let is_of_rule = |by: &Setter<'_>| by.rule == setter.rule;
            if last[4..].iter().flatten().any(is_of_rule) {
                of_rule.decided += 1;
                of_rule.with_source += u64::from(!conversion.sources.is_empty());
            }
            if last.iter().flatten().any(is_of_rule) {
                of_rule.counted += 1;
            } else if of_rule.under.is_none() {
                let fields = &self.rule(setter.rule).fields.0;
                of_rule.under = fields.iter().zip(last).find_map(|(value, by)| value.as_ref().and(by));
            }
        }
    }
}

impl ConversionFindings<'_> {
    /// Reports the problems of a possible built file.
    fn check_built(&mut self, path: &str, conversion: &Conversion<'_>, there: &FxHashSet<&str>) {
        let Some(source) = conversion.source(|path| there.contains(path)) else { return };
        // The format determines the source: a file without one is not a built file.
        let Some(by) = conversion.last()[5].filter(|_| conversion.limited.is_empty()) else { return };
        for check in [WITHOUT_SOURCE, OF_ITSELF] {
            self.rules[check].values += 1;
        }
        self.rules[TWO_SOURCES].values += conversion.sources.len() as u64;
        let site = (path, Region::START, None);
        let related = |message| vec![related_setter(message, by)];
        if conversion.is_orphan(|source| there.contains(source)) {
            let message = missing(&conversion.sources);
            return self.find(WITHOUT_SOURCE, message, site, source, related("its source is set here"));
        }
        if conversion.sources.iter().any(|source| source == path) {
            let message = "a rule makes this file its own source".to_owned();
            self.find(OF_ITSELF, message, site, path, related("its source is set here"));
        }
        let exists = |source: &&String| *source != path && there.contains(source.as_str());
        let mut sources = conversion.sources.iter().filter(exists);
        let Some(one) = sources.next() else { return };
        if let Some(other) = sources.find(|other| *other != one) {
            let message = format!("this file can be built from `{one}` and from `{other}`; the first one is used");
            self.find(TWO_SOURCES, message, site, other, related("the sources are set here"));
        }
    }

    /// Reports a rule that has no effect on any file.
    fn check_used(&mut self, path: &str, rule: &ConversionRule, used: &RuleEffects<'_>) {
        let &RuleEffects { matched, decided, with_source, counted, under, is_unknown } = used;
        if is_unknown {
            return;
        }
        self.rules[WITHOUT_FILE].values += 1;
        self.rules[WITHOUT_FIELD].values += 1;
        let is_destination = rule.fields.source_pattern().is_some();
        self.rules[NO_SOURCE_REPORTED].values += u64::from(matched > 0 && is_destination);
        self.rules[OVERRIDDEN].values += u64::from(matched > 0);
        let site = (path, rule.region, rule.excerpt.as_ref());
        let files = if matched == 1 { "the one file".to_owned() } else { format!("all {matched} files") };
        if matched == 0 && rule.is_partial {
            // A warning was reported when the rules were read.
        } else if matched == 0 {
            let message = "no file below this folder matches the rule".to_owned();
            self.find(WITHOUT_FILE, message, site, &rule.written, Vec::new());
        } else if rule.is_empty() {
            // Something was already reported for a part of the rule.
            if !rule.is_reported {
                self.find(WITHOUT_FIELD, "the rule has no field".to_owned(), site, &rule.written, Vec::new());
            }
        } else if decided > 0 && with_source == 0 {
            let (message, site, value) = without_source(path, rule, matched);
            self.find(NO_SOURCE_REPORTED, message, site, value, Vec::new());
        } else if counted == 0 {
            let message = format!("this rule has no effect: other rules override it for {files} it matches");
            let sites = under.map(|by| related_setter("one of them is here", by));
            self.find(OVERRIDDEN, message, site, &rule.written, sites.into_iter().collect());
        }
    }

    fn find(
        &mut self,
        check: usize,
        message: String,
        (path, region, excerpt): FindingSite<'_>,
        value: &str,
        related: Vec<Related>,
    ) {
        let Some(severity) = self.levels[check] else { return };
        self.findings.push(Finding {
            rule: CHECKS[check].name.to_owned(),
            severity,
            message,
            own_message: false,
            incomplete: false,
            path: path.to_owned(),
            region,
            value: Value::Text(value.to_owned()),
            via: None,
            related,
            excerpt: excerpt.cloned(),
        });
    }
}

/// Describes why a rule for built files finds a source for none of them, and where the mistake is.
fn without_source<'f>(path: &'f str, rule: &'f ConversionRule, matched: u64) -> (String, FindingSite<'f>, &'f str) {
    let whole = (path, rule.region, rule.excerpt.as_ref());
    match (rule.fields.source_pattern(), rule.fields.get(Field::SourceFormat)) {
        (Some(source), Some(_)) => {
            let files = if matched == 1 {
                "the one file that the rule matches".to_owned()
            } else {
                format!("any of the {matched} files that the rule matches")
            };
            let message = format!("`sourcePattern` is not found in {files}");
            (message, (path, source.region, source.excerpt.as_ref()), source.pattern.source())
        }
        (Some(_), None) => {
            let message = "the files have no source: no `sourceFormat` gives the replacement for the `sourcePattern`";
            (message.to_owned(), whole, &rule.written)
        }
        _ => {
            let message = "the `sourceFormat` has no effect: no rule for these files has a `sourcePattern`";
            (message.to_owned(), whole, &rule.written)
        }
    }
}

/// Describes the missing source of a built file.
fn missing(sources: &[String]) -> String {
    if sources.iter().all(String::is_empty) {
        return "replacing the pattern removes its whole path, so it has no source".to_owned();
    }
    let is_outside = |source: &String| source.is_empty() || source.split('/').any(|part| part == "..");
    let names: Vec<String> = sources.iter().map(|source| format!("`{source}`")).collect();
    let what = if sources.iter().all(is_outside) { "leaves the root" } else { "does not exist" };
    format!("the source {} {what}", names.join(" or "))
}

fn related_setter(message: &str, by: Setter<'_>) -> Related {
    let region = Region { start: by.place, end: by.place };
    Related { message: message.to_owned(), path: by.path.to_owned(), region }
}
