//! What is wrong with a pipeline as a whole: files without a source, rules without a file.

use rustc_hash::{FxHashMap, FxHashSet};

use super::outcome::{Conversion, Said, Setter};
use super::pipeline::Pipeline;
use super::rule::ConversionRule;
use crate::report::{About, Diagnostics, Finding, Related, Report, RuleStats, Severity, Stats, Value};
use crate::store::is_rule_file;
use crate::text::Region;

/// Something that is looked for in a pipeline as a whole.
pub struct Check {
    /// Its name, as that of a rule in reports.
    pub name: &'static str,
    /// How much what it finds matters.
    pub severity: Severity,
    /// What it looks for, in one sentence.
    pub description: &'static str,
    /// Why that matters.
    pub why: &'static str,
}

/// What is looked for.
pub const CHECKS: &[Check] = &[
    Check {
        name: "built-file-without-source",
        severity: Severity::Error,
        description: "The source of every built file is there.",
        why: "A built file that outlived its source is shipped, and nobody can build it again.",
    },
    Check {
        name: "built-file-with-two-sources",
        severity: Severity::Error,
        description: "No built file comes from two sources that are both there.",
        why: "Whichever source is converted last wins, and that differs from one build to the next.",
    },
    Check {
        name: "rule-without-file",
        severity: Severity::Warning,
        description: "Every rule matches some file.",
        why: "A rule that matches nothing is misspelt, or left from files that have gone.",
    },
    Check {
        name: "rule-overridden",
        severity: Severity::Warning,
        description: "Something that a rule says counts for some file.",
        why: "A rule that others override wherever it matches says what does not happen.",
    },
];

const WITHOUT_SOURCE: usize = 0;
const TWO_SOURCES: usize = 1;
const WITHOUT_FILE: usize = 2;
const OVERRIDDEN: usize = 3;

/// What a rule did over all files.
#[derive(Clone, Default)]
struct Use<'p> {
    matched: u64,
    /// Of how many files a field is as it says, or the source.
    counted: u64,
    /// One of the rules that had the last word where this one matched.
    under: Option<Setter<'p>>,
}

/// What has been found so far.
struct Found {
    findings: Vec<Finding>,
    run: Diagnostics,
    rules: Vec<RuleStats>,
}

impl Pipeline {
    /// Looks at all files of a root by [`CHECKS`]; `read` is what reading the rule files had to say.
    #[must_use]
    pub fn check(&self, paths: &[&str], read: Diagnostics) -> Report {
        let there: FxHashSet<&str> = paths.iter().copied().collect();
        let mut uses: FxHashMap<(usize, usize), Use<'_>> = FxHashMap::default();
        let mut found = Found { findings: Vec::new(), run: Diagnostics::default(), rules: stats() };
        let mut resolver = self.resolver();
        for &path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            found.built(path, &conversion, &there);
            count(&conversion, &mut uses);
        }
        for (file, of_file) in self.files().iter().enumerate() {
            for (number, rule) in of_file.rules().iter().enumerate() {
                found.used(&of_file.path, rule, uses.get(&(file, number)).unwrap_or(&Use::default()));
            }
        }
        let rule_files = paths.iter().filter(|path| is_rule_file(path)).count() as u64;
        let Found { findings, run, mut rules } = found;
        for (at, rule) in rules.iter_mut().enumerate() {
            rule.files = if at < WITHOUT_FILE { paths.len() as u64 - rule_files } else { rule_files };
        }
        let stats = Stats {
            files_seen: paths.len() as u64,
            files_read: rule_files,
            bytes: self.bytes,
            rules,
            ..Stats::default()
        };
        Report::new(findings, read, run, stats)
    }
}

fn stats() -> Vec<RuleStats> {
    let stats = CHECKS.iter().map(|check| RuleStats {
        about: About {
            description: Some(check.description.to_owned()),
            why: Some(check.why.to_owned()),
            ..About::default()
        },
        ..RuleStats::new(check.name, check.severity)
    });
    stats.collect()
}

/// Notes which rules matched a file, and which of them had the last word.
fn count<'p>(conversion: &Conversion<'p>, uses: &mut FxHashMap<(usize, usize), Use<'p>>) {
    let Conversion { root, converter, params, no_conversion, .. } = conversion;
    let last = [
        root.as_ref().map(|said| said.by),
        converter.as_ref().map(|said| said.by),
        params.as_ref().map(|said| said.by),
        no_conversion.as_ref().map(|said| said.by),
        conversion.source().map(|said| said.by),
    ];
    for setter in &conversion.matched {
        let of_rule = uses.entry(setter.rule).or_default();
        of_rule.matched += 1;
        if last.iter().flatten().any(|by| by.rule == setter.rule) {
            of_rule.counted += 1;
        } else if of_rule.under.is_none() {
            of_rule.under = last.iter().flatten().max_by_key(|by| by.rule).copied();
        }
    }
}

impl Found {
    /// Tells what is wrong with a file that may be a built one.
    fn built(&mut self, path: &str, conversion: &Conversion<'_>, there: &FxHashSet<&str>) {
        self.run.problems.extend(conversion.problems(path));
        let Some(source) = conversion.source() else { return };
        self.rules[WITHOUT_SOURCE].values += 1;
        self.rules[TWO_SOURCES].values += conversion.sources.len() as u64;
        if !there.contains(source.value.as_str()) {
            let message = format!("its source `{}` is not there", source.value);
            let related = vec![site("its source is told here", source.by)];
            return self.find(WITHOUT_SOURCE, message, (path, Region::START), &source.value, related);
        }
        let is_there = |other: &&Said<'_, String>| other.value != source.value && there.contains(other.value.as_str());
        if let Some(other) = conversion.sources.iter().rev().find(is_there) {
            let message = format!("both `{}` and `{}` build this file", other.value, source.value);
            let related = vec![site("the one is told here", other.by), site("the other here", source.by)];
            self.find(TWO_SOURCES, message, (path, Region::START), &other.value, related);
        }
    }

    /// Tells of a rule that no file needs.
    fn used(&mut self, path: &str, rule: &ConversionRule, used: &Use<'_>) {
        let Use { matched, counted, under } = used;
        self.rules[WITHOUT_FILE].values += 1;
        self.rules[OVERRIDDEN].values += u64::from(*matched > 0);
        let pattern = rule.pattern.source();
        if *matched == 0 {
            let message = "no file below this folder matches the rule".to_owned();
            self.find(WITHOUT_FILE, message, (path, rule.region), pattern, Vec::new());
        } else if *counted == 0 {
            let files = if *matched == 1 { "the one file".to_owned() } else { format!("all {matched} files") };
            let (message, under) = if rule.is_silent() {
                ("the rule says nothing".to_owned(), &None)
            } else {
                (format!("nothing that this rule says counts: of {files} it matches, others have the last word"), under)
            };
            let related = under.iter().map(|by| site("for one, here", *by)).collect();
            self.find(OVERRIDDEN, message, (path, rule.region), pattern, related);
        }
    }

    fn find(
        &mut self,
        check: usize,
        message: String,
        (path, region): (&str, Region),
        value: &str,
        related: Vec<Related>,
    ) {
        self.findings.push(Finding {
            rule: CHECKS[check].name.to_owned(),
            severity: CHECKS[check].severity,
            message,
            path: path.to_owned(),
            region,
            value: Value::Text(value.to_owned()),
            via: None,
            related,
            excerpt: None,
        });
    }
}

fn site(message: &str, by: Setter<'_>) -> Related {
    let region = Region { start: by.place, end: by.place };
    Related { message: message.to_owned(), path: by.path.to_owned(), region }
}
