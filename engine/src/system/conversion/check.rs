//! What is wrong with a pipeline as a whole: files without a source, rules without a file.

use rustc_hash::{FxHashMap, FxHashSet};

use super::checks::{
    CHECKS, Levels, NO_SOURCE_TOLD, OF_ITSELF, OVERRIDDEN, TWO_SOURCES, WITHOUT_FIELD, WITHOUT_FILE, WITHOUT_SOURCE,
    stats,
};
use super::outcome::{Conversion, Said, Setter};
use super::pipeline::Pipeline;
use super::rule::{ConversionRule, Says};
use crate::report::{Diagnostics, Excerpt, Finding, Problem, Related, Report, RuleStats, Stats, Value};
use crate::store::is_rule_file;
use crate::text::Region;

/// What a rule did over all files.
#[derive(Clone, Default)]
struct Use<'p> {
    matched: u64,
    /// Of how many files it told a source.
    told: u64,
    /// Of how many files a field is as it says, or the source.
    counted: u64,
    /// One of the rules that had the last word on a field of this one.
    under: Option<Setter<'p>>,
    /// Whether nothing is known of what it does: it takes too long on a file, or matches one that is not looked at.
    is_unknown: bool,
}

/// What has been found so far.
struct Found<'p> {
    findings: Vec<Finding>,
    rules: Vec<RuleStats>,
    levels: &'p Levels,
}

/// Where something is found: the file, the place, and its line.
type Site<'f> = (&'f str, Region, Option<&'f Excerpt>);

impl Pipeline {
    /// Looks at all files of a root by [`CHECKS`]; `told` is what reading the rule files had to say, and
    /// [finding their limits](Self::limit).
    #[must_use]
    pub fn check(&self, paths: &[&str], told: Diagnostics) -> Report {
        let there: FxHashSet<&str> = paths.iter().copied().collect();
        let mut uses: FxHashMap<(usize, usize), Use<'_>> = FxHashMap::default();
        let mut found = Found { findings: Vec::new(), rules: stats(), levels: &self.levels };
        let mut resolver = self.resolver();
        for &path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            found.built(path, &conversion, &there);
            self.count(&conversion, &there, &mut uses);
        }
        for path in &self.left_out {
            for setter in resolver.resolve(path).matched {
                let of_rule = uses.entry(setter.rule).or_default();
                of_rule.is_unknown |= of_rule.matched == 0;
            }
        }
        for (file, of_file) in self.files().iter().enumerate() {
            for (number, rule) in of_file.rules().iter().enumerate() {
                found.used(&of_file.path, rule, uses.get(&(file, number)).unwrap_or(&Use::default()));
            }
        }
        let mut run = Diagnostics::default();
        if told.problems.is_empty() && self.files().iter().all(|file| file.rules().is_empty()) {
            run.problems.push(Problem::new("conversion-no-rules", "there is no rule to check"));
        }
        let rule_files = paths.iter().filter(|path| is_rule_file(path)).count() as u64;
        let Found { findings, mut rules, levels } = found;
        for (at, rule) in rules.iter_mut().enumerate() {
            rule.files = if at < WITHOUT_FILE { paths.len() as u64 - rule_files } else { rule_files };
            rule.severity = levels.0[at].unwrap_or_default();
        }
        let mut is_on = levels.0.iter().map(Option::is_some);
        rules.retain(|_| is_on.next() == Some(true));
        let rules = rules.into_iter().map(RuleStats::all_judged).collect();
        let stats = Stats {
            files_seen: paths.len() as u64,
            files_read: rule_files,
            bytes: self.bytes,
            rules,
            ..Stats::default()
        };
        Report::new(findings, told, run, stats)
    }

    /// Notes which rules matched a file, and which of them had the last word.
    fn count<'p>(
        &'p self,
        conversion: &Conversion<'p>,
        there: &FxHashSet<&str>,
        uses: &mut FxHashMap<(usize, usize), Use<'p>>,
    ) {
        for setter in &conversion.limited {
            uses.entry(setter.rule).or_default().is_unknown = true;
        }
        let last = conversion.last();
        for setter in &conversion.matched {
            let of_rule = uses.entry(setter.rule).or_default();
            of_rule.matched += 1;
            let is_of_rule = |by: &Setter<'_>| by.rule == setter.rule;
            let own = conversion.sources.iter().find(|said| is_of_rule(&said.by));
            of_rule.told += u64::from(own.is_some());
            if last.iter().flatten().any(is_of_rule) || own.is_some_and(|said| there.contains(said.value.as_str())) {
                of_rule.counted += 1;
            } else if of_rule.under.is_none() {
                of_rule.under = self.rule(setter.rule).says().into_iter().zip(last).find_map(|(says, by)| says.and(by));
            }
        }
    }
}

impl Found<'_> {
    /// Tells what is wrong with a file that may be a built one.
    fn built(&mut self, path: &str, conversion: &Conversion<'_>, there: &FxHashSet<&str>) {
        let Some(source) = conversion.source().filter(|_| conversion.limited.is_empty()) else { return };
        for check in [WITHOUT_SOURCE, OF_ITSELF] {
            self.rules[check].values += 1;
        }
        self.rules[TWO_SOURCES].values += conversion.sources.len() as u64;
        let site = (path, Region::START, None);
        if conversion.is_orphan(|source| there.contains(source)) {
            let sites = conversion.sources.iter().map(|said| related("its source is told here", said.by));
            return self.find(WITHOUT_SOURCE, missing(&conversion.sources), site, &source.value, sites.collect());
        }
        if let Some(own) = conversion.sources.iter().find(|said| said.value == path) {
            let message = "a rule tells this file to be its own source".to_owned();
            self.find(OF_ITSELF, message, site, path, vec![related("that is told here", own.by)]);
        }
        let is_another = |said: &&Said<'_, String>| said.value != path && there.contains(said.value.as_str());
        let mut sources = conversion.sources.iter().rev().filter(is_another);
        let Some(one) = sources.next() else { return };
        if let Some(other) = sources.find(|other| other.value != one.value) {
            let message = format!("both `{}` and `{}` build this file", other.value, one.value);
            let sites = vec![related("the one is told here", other.by), related("the other here", one.by)];
            self.find(TWO_SOURCES, message, site, &other.value, sites);
        }
    }

    /// Tells of a rule that no file needs.
    fn used(&mut self, path: &str, rule: &ConversionRule, used: &Use<'_>) {
        let &Use { matched, told, counted, under, is_unknown } = used;
        if is_unknown {
            return;
        }
        self.rules[WITHOUT_FILE].values += 1;
        self.rules[WITHOUT_FIELD].values += 1;
        self.rules[NO_SOURCE_TOLD].values += u64::from(matched > 0 && rule.is_of_built());
        self.rules[OVERRIDDEN].values += u64::from(matched > 0);
        let site = (path, rule.region, rule.excerpt.as_ref());
        let files = if matched == 1 { "the one file".to_owned() } else { format!("all {matched} files") };
        if matched == 0 {
            let message = "no file below this folder matches the rule".to_owned();
            self.find(WITHOUT_FILE, message, site, &rule.written, Vec::new());
        } else if rule.is_silent() {
            // What is told of its parts says as much.
            if !rule.is_told {
                self.find(WITHOUT_FIELD, "the rule says nothing".to_owned(), site, &rule.written, Vec::new());
            }
        } else if let Says::Built(built) = &rule.says
            && told == 0
        {
            let message = format!(
                "`sourcePattern` is not found in {}",
                if matched == 1 {
                    "the one file that the rule matches".to_owned()
                } else {
                    format!("any of the {matched} files that the rule matches")
                }
            );
            let site = (path, built.region, built.excerpt.as_ref());
            self.find(NO_SOURCE_TOLD, message, site, built.replacement.pattern().source(), Vec::new());
        } else if counted == 0 {
            let message =
                format!("nothing that this rule says counts: of {files} it matches, others have the last word");
            let sites = under.map(|by| related("for one, here", by));
            self.find(OVERRIDDEN, message, site, &rule.written, sites.into_iter().collect());
        }
    }

    fn find(
        &mut self,
        check: usize,
        message: String,
        (path, region, excerpt): Site<'_>,
        value: &str,
        related: Vec<Related>,
    ) {
        let Some(severity) = self.levels.0[check] else { return };
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

/// What is wrong with a built file of which no source is there.
fn missing(sources: &[Said<'_, String>]) -> String {
    if sources.iter().all(|said| said.value.is_empty()) {
        return "nothing is left of its path, so it has no source".to_owned();
    }
    let is_outside = |source: &str| source.is_empty() || source.split('/').any(|part| part == "..");
    let names: Vec<String> = sources.iter().map(|said| format!("`{}`", said.value)).collect();
    let all_outside = sources.iter().all(|said| is_outside(&said.value));
    format!("its source {} {}", names.join(" or "), if all_outside { "leaves the root" } else { "is not there" })
}

fn related(message: &str, by: Setter<'_>) -> Related {
    let region = Region { start: by.place, end: by.place };
    Related { message: message.to_owned(), path: by.path.to_owned(), region }
}
