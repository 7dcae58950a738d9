//! The data that a run gathers, and the report that is made from it: of a whole run, or of a part that is merged later.

use std::collections::BTreeMap;

use assay_document::format::hexadecimal;
use assay_document::text::IssueCode;
use assay_report::{
    Coverage, Diagnostics, Findings, Hidden, Problem, Reason, Report, RuleState, RuleStats, Shard, Stats, Timings,
};
use assay_step::Needed;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::batch::{Counts, to_bytes};
use super::compared::RunComparisons;
use super::content_hashes::ContentHashes;
use super::overrun::{AbandonedRules, SkippedFiles};
use super::remark::Remark;
use super::run::remarks::report_remarks;
use super::shard::{RunShard, with_checksum};

/// Everything that a run gathers except the findings, in the form in which a part of a run is stored.
#[derive(Deserialize, Serialize)]
pub(super) struct Gathered {
    pub share: Option<RunShard>,
    /// The hashes by which its files are compared with those of the other parts.
    pub sums: ContentHashes,
    /// The problems, warnings and hints from loading the rules.
    pub loading: Diagnostics,
    /// The problems, warnings and hints from checking the files.
    pub met: Diagnostics,
    pub given_up: Vec<SkippedFiles>,
    pub comments: GatheredComments,
    /// The comparisons of rules, and whether each of them met two values that may be equal.
    pub comparisons: RunComparisons,
    pub rules: Vec<GatheredRule>,
    /// The number of rules that are switched off, which is the same in all parts.
    pub rules_off: u64,
    /// The names of rules that are not run.
    pub idle: Vec<String>,
    pub files: GatheredFiles,
}

/// The comments in documents that address the checker.
#[derive(Deserialize, Serialize)]
pub(super) struct GatheredComments {
    pub remarks: Vec<Remark>,
    /// The number of findings that they hide.
    pub hidden: u64,
}

/// The files of a run, and the files that were read.
#[derive(Deserialize, Serialize)]
pub(super) struct GatheredFiles {
    /// The number of files under check.
    pub seen: u64,
    /// The number of files that any rule looks into, by kind, which is the same in all parts.
    pub coverage: Vec<Coverage>,
    /// The number of files and folders that the host left out, which is the same in all parts.
    pub ignored: u64,
    /// The number of files that were named, if only these were to be checked; never of a part of a run.
    #[serde(skip)]
    pub named: Option<u64>,
    /// The number of files whose results are from a cache; parts of a run have their own caches.
    #[serde(skip)]
    pub cached: u64,
    /// The files that were read, each with its size; another part may have read them, too.
    #[serde(serialize_with = "in_order")]
    pub read: FxHashMap<String, u64>,
    /// For a whole run: the number of further files that were read, and the sum of their sizes.
    #[serde(skip)]
    pub own: (u64, u64),
}

/// The result of one rule.
#[expect(clippy::struct_excessive_bools, reason = "each says something else about the rule")]
#[derive(Deserialize, Serialize)]
pub(super) struct GatheredRule {
    /// Its name, its severity and its descriptive fields.
    pub stats: RuleStats,
    pub has_sub: bool,
    /// True if it belongs to a pack. Packs are for many projects, so a rule of a pack may have nothing to check.
    pub is_in_pack: bool,
    /// True if the project names the rule, so that it expects the rule to check something.
    pub is_named: bool,
    /// The state of the collections that it uses: the worst one.
    pub collection_state: CollectionState,
    /// True if its `rpath` is a pattern.
    pub by_pattern: bool,
    pub counts: Counts,
    /// True if it is omitted from the report, because it looks at none of the files that were named.
    #[serde(skip)]
    pub is_passed_over: bool,
    /// The warnings to report if it proves nothing, by reason.
    pub warnings: Vec<(Nothing, Problem)>,
    /// The warning to report if every value exists, but counts as empty for its condition.
    pub textless: Option<Problem>,
    /// The properties that a value needs in order to fail it, and the warning to report if no value has them.
    pub unfailing: Option<(Needed, Problem)>,
    /// The hint to report if each of the values that it compares with each other is alone in its file.
    pub single_values_hint: Option<Problem>,
}

/// The state of a collection that a rule uses, worst last.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub(super) enum CollectionState {
    Whole,
    /// Incomplete: the values of a file that could not be read are missing.
    Incomplete,
    /// It could not be built.
    Broken,
}

/// The reason why a rule without findings proves nothing.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) enum Nothing {
    Broken,
    NoFile,
    Unchecked,
    NoValue,
    NoSubValue,
    /// Its filters removed every value of every file.
    Filtered,
    SubFiltered,
}

impl Nothing {
    /// Returns true if other files may have the values that are missing in these.
    const fn is_of_values(self) -> bool {
        matches!(self, Self::NoValue | Self::NoSubValue | Self::Filtered | Self::SubFiltered)
    }
}

impl GatheredRule {
    /// Joins adjacent rules of the same name: one rule with different settings for some files.
    pub fn join_settings(rules: Vec<Self>) -> Vec<Self> {
        let mut joined: Vec<Self> = Vec::with_capacity(rules.len());
        for rule in rules {
            match joined.last_mut().filter(|last| last.stats.name == rule.stats.name) {
                Some(last) => {
                    last.is_passed_over &= rule.is_passed_over;
                    last.is_named |= rule.is_named;
                    last.absorb(rule);
                }
                None => joined.push(rule),
            }
        }
        joined
    }

    /// Adds the result of the same rule for other files.
    fn absorb(&mut self, more: Self) {
        self.counts.add(more.counts);
        self.collection_state = self.collection_state.max(more.collection_state);
        self.warnings.extend(more.warnings);
        self.textless = self.textless.take().or(more.textless);
        self.single_values_hint = self.single_values_hint.take().or(more.single_values_hint);
        self.unfailing = self.unfailing.take().or(more.unfailing);
    }

    /// Drops warnings that the choice of files may have caused. `matches_file` is true if the rule selects any file.
    pub fn drop_warnings(&mut self, matches_file: bool) {
        (self.textless, self.single_values_hint) = (None, None);
        self.unfailing = self.unfailing.take().filter(|(needed, _)| needed.is_never());
        self.warnings
            .retain(|(nothing, _)| *nothing == Nothing::Broken || *nothing == Nothing::NoFile && !matches_file);
    }

    /// Returns true if its condition had something to judge.
    const fn has_judged(&self) -> bool {
        if self.has_sub { self.counts.sub_kept } else { self.counts.kept }
    }

    /// Returns the reason why it proves nothing, if it does.
    fn nothing(&self) -> Option<Nothing> {
        let Counts { files, unchecked, values, kept, sub_values, .. } = self.counts;
        let is_idle = files == 0 && self.by_pattern;
        let has_cited = self.has_sub && kept;
        Some(match (files, values) {
            _ if self.collection_state == CollectionState::Broken && !is_idle => Nothing::Broken,
            (0, _) => Nothing::NoFile,
            (_, 0) if unchecked >= files => Nothing::Unchecked,
            (_, 0) => Nothing::NoValue,
            _ if has_cited && sub_values == 0 => Nothing::NoSubValue,
            _ if self.has_judged() => return None,
            // Values that could not be judged may have passed.
            _ if unchecked > 0 => return None,
            _ if has_cited => Nothing::SubFiltered,
            _ => Nothing::Filtered,
        })
    }

    /// Returns true if every value exists, but counts as empty for its condition.
    const fn is_textless(&self) -> bool {
        self.counts.is_textless(self.has_sub)
    }

    /// Returns the warning that no value can fail it; `None` if a value can, or if no value was judged. Also returns
    /// `None` if some values were not judged, unless no value at all can fail it (`needed.is_never()`).
    fn unfailing_warning(&self) -> Option<&Problem> {
        let (needed, problem) = self.unfailing.as_ref()?;
        let is_whole = self.counts.unchecked == 0 || needed.is_never();
        (is_whole && self.nothing().is_none() && !needed.may_be_among(self.counts.properties)).then_some(problem)
    }

    fn is_omitted(&self) -> bool {
        self.is_passed_over || self.is_in_pack && !self.is_named && self.nothing() == Some(Nothing::NoFile)
    }

    /// Returns the state that it has without findings and problems. If it had nothing to judge in the `few` files that
    /// were named, it counts as passed.
    fn state(&self, few: bool) -> RuleState {
        RuleState::Unchecked(match self.nothing() {
            None => return RuleState::Passed,
            // It requires values, and has judged their absence.
            Some(Nothing::NoValue | Nothing::NoSubValue) if self.has_judged() => return RuleState::Passed,
            Some(nothing) if (few || self.is_in_pack) && nothing.is_of_values() => return RuleState::Passed,
            Some(Nothing::Broken | Nothing::Unchecked) => Reason::Incomplete,
            Some(Nothing::NoFile) => Reason::NoFile,
            Some(Nothing::NoValue | Nothing::NoSubValue) => Reason::NoValue,
            Some(Nothing::Filtered | Nothing::SubFiltered) => Reason::Filtered,
        })
    }

    /// Returns the reasons for which this part may need a warning. The final one depends on the counts of all parts.
    pub fn possible_reasons(&self) -> Vec<Nothing> {
        let Counts { files, values, kept, sub_values, .. } = self.counts;
        let has_cited = self.has_sub && kept;
        let own: &[Nothing] = match (files, values) {
            (0, _) => &[Nothing::NoFile],
            (_, 0) => &[Nothing::Unchecked, Nothing::NoValue],
            _ if has_cited && sub_values == 0 => &[Nothing::NoSubValue, Nothing::SubFiltered],
            _ if self.has_judged() => &[],
            _ if has_cited => &[Nothing::SubFiltered],
            _ => &[Nothing::Filtered],
        };
        own.iter()
            .copied()
            .chain((self.collection_state == CollectionState::Broken).then_some(Nothing::Broken))
            .collect()
    }
}

impl Gathered {
    /// Returns the report of a whole run.
    pub fn into_report(mut self, findings: Findings, timings: Option<Timings>) -> Report {
        for rule in &self.rules {
            if rule.is_omitted() {
                continue;
            }
            if rule.is_textless() {
                self.met.warnings.extend(rule.textless.clone());
            }
            if let Some(problem) = rule.unfailing_warning() {
                let is_reported = |warning: &Problem| warning.rule == problem.rule && warning.is_without_verdict();
                if !self.loading.warnings.iter().any(is_reported) {
                    self.met.warnings.push(problem.clone());
                }
            }
            if rule.counts.has_only_single_values() {
                self.met.hints.extend(rule.single_values_hint.clone());
            }
            let Some(nothing) = rule.nothing() else { continue };
            // The problems of files that could not be checked are enough.
            if rule.is_in_pack && (nothing.is_of_values() || nothing == Nothing::Unchecked) {
                continue;
            }
            let known = rule.warnings.iter().find(|(of, _)| *of == nothing);
            self.met.warnings.extend(known.map(|(_, warning)| warning.clone()));
        }
        let run = self.rules.iter().map(|rule| rule.stats.name.as_str());
        report_remarks(std::mem::take(&mut self.comments.remarks), run, &self.idle, &mut self.met);
        self.report_comparisons(&findings);
        self.finish_report(findings, timings)
    }

    /// Reports comparisons that prove nothing. A function that found nothing, or a name without values, is not reported
    /// if its rule has findings. A name is not reported either if the rule could not check some files, and nothing is
    /// reported if only named files were checked.
    fn report_comparisons(&mut self, findings: &Findings) {
        if self.files.named.is_some() {
            // A comparison that proves nothing in a few files may prove something in others.
            return;
        }
        let mut compared = std::mem::take(&mut self.comparisons).into_warnings().peekable();
        if compared.peek().is_none() {
            return;
        }
        let found = findings.by_rule();
        let unchecked = self.rules.iter().filter(|rule| rule.counts.unchecked > 0);
        let unchecked: FxHashSet<&str> = unchecked.map(|rule| rule.stats.name.as_str()).collect();
        let in_packs = self.rules.iter().filter(|rule| rule.is_in_pack);
        let in_packs: FxHashSet<&str> = in_packs.map(|rule| rule.stats.name.as_str()).collect();
        for warning in compared {
            let rule = warning.rule.as_deref().unwrap_or_default();
            let has_found = || found.contains_key(rule);
            let is_whole = || !unchecked.contains(rule);
            // Functions of packs are written for many projects. Their users can do nothing about the hint.
            let is_own = || !in_packs.contains(rule);
            match warning.code.known() {
                Some(IssueCode::ScriptFoundNothing) if !has_found() && is_own() => self.met.hints.push(warning),
                Some(IssueCode::RecordNameEmpty) if !has_found() && is_whole() => self.met.hints.push(warning),
                Some(IssueCode::XpathTestName) if is_whole() => self.met.warnings.push(warning),
                Some(IssueCode::ScriptFoundNothing | IssueCode::RecordNameEmpty | IssueCode::XpathTestName) => {}
                _ => self.met.warnings.push(warning),
            }
        }
    }

    /// Returns the report of a part of a run.
    pub fn into_part(mut self, findings: Findings, timings: Option<Timings>) -> Report {
        let Some(RunShard { number, of, common, .. }) = &self.share else { return self.into_report(findings, timings) };
        let (number, of) = (*number, *of);
        let digest = hexadecimal(&Sha256::digest(format!("{common}\n{}", self.sums.fingerprint())));
        // A part has the same bytes, no matter which worker did the work.
        self.met.settle();
        let shard = Shard { number, of, digest, state: with_checksum(to_bytes(&self)) };
        // Added after the state has been encoded, so that a merged report does not have this warning.
        let warning = Problem::new(
            IssueCode::PartOfRun,
            format!("this is part {number} of {of}: other files are not checked here"),
        );
        self.met.warnings.push(warning.help("`assay report --merge` combines all parts into one report"));
        self.finish_report(findings, timings).of_shard(shard)
    }

    fn finish_report(mut self, findings: Findings, timings: Option<Timings>) -> Report {
        let mut given_up = AbandonedRules::default();
        given_up.add(self.given_up);
        let files_unchecked = given_up.report(&mut self.met.problems);
        let rules = self.rules.iter().filter(|rule| !rule.is_omitted());
        let rules = rules.map(|rule @ GatheredRule { stats, has_sub, counts, collection_state, .. }| RuleStats {
            files: counts.files,
            // The values that it looked for may be among the missing ones.
            unchecked: counts
                .unchecked
                .max(u64::from(*collection_state == CollectionState::Incomplete && counts.files > 0)),
            values: if *has_sub { counts.sub_values } else { counts.values },
            state: rule.state(self.files.named.is_some()),
            ..stats.clone()
        });
        let stats = Stats {
            files_seen: self.files.seen,
            coverage: self.files.coverage,
            files_named: self.files.named,
            ignored: self.files.ignored,
            cached: self.files.cached,
            rules_off: self.rules_off,
            files_unchecked,
            files_read: self.files.read.len() as u64 + self.files.own.0,
            bytes: self.files.read.values().sum::<u64>() + self.files.own.1,
            values: self.rules.iter().map(|rule| rule.counts.values + rule.counts.sub_values).sum(),
            hidden: Hidden { by_comments: self.comments.hidden, ..Hidden::default() },
            rules: rules.collect(),
            timings,
        };
        let mut report = Report::new(findings, self.loading, self.met, stats);
        report.set_idle(self.idle);
        report
    }

    /// Adds the data that another part gathered.
    pub fn absorb(&mut self, other: Self) {
        self.met.extend(other.met);
        self.given_up.extend(other.given_up);
        self.comments.remarks.extend(other.comments.remarks);
        self.comments.hidden += other.comments.hidden;
        self.comparisons.merge(other.comparisons);
        for (rule, more) in self.rules.iter_mut().zip(other.rules) {
            rule.absorb(more);
        }
        note_read(&mut self.files.read, other.files.read);
    }
}

/// Writes files by their paths.
fn in_order<S: Serializer>(read: &FxHashMap<String, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(read.iter().collect::<BTreeMap<_, _>>())
}

/// Records files that were read, with their sizes. The largest size counts, because one rule may read the header and
/// another one the whole file.
pub(super) fn note_read(read: &mut FxHashMap<String, u64>, more: impl IntoIterator<Item = (String, u64)>) {
    for (path, bytes) in more {
        let most = read.entry(path).or_default();
        *most = bytes.max(*most);
    }
}
