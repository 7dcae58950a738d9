//! Runs in parts: which files a part checks, what it leaves for the others, and how the parts become one report.
//!
//! Every part builds the collections of all files, and follows the values of rules with `subxpath` in all files: so each knows
//! just what a whole run knows. It checks, and counts, only its own files.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::Run;
use super::batch::{Counts, to_bytes};
use super::compared::Comparisons;
use super::overrun::{GivenUp, Untried};
use super::remark::Remark;
use super::sums::{Difference, Sums};
use crate::format::hexadecimal;
use crate::report::{
    Diagnostics, Finding, Hidden, Problem, Reason, Report, RuleState, RuleStats, Shard, Stats, Timings,
};
use crate::system::definition::FOLDER;

/// The part of a run that is done here.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Share {
    /// Its number, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
    /// What is the same for all parts besides the files: rules, options, version and what else the host knows. A line of each,
    /// `NAME=HASH`; of one that is a file, with a tab and its path behind the name.
    pub common: String,
    /// The commit that the files are of, with further names of the same files behind blanks; empty when it is not known.
    pub commit: String,
}

impl Share {
    /// Whether the file at `path` is one of this part.
    pub(super) fn owns(&self, path: &str) -> bool {
        // What definitions found is united in one place.
        let key = if path.starts_with(FOLDER) { FOLDER } else { path };
        hash(key) % u64::from(self.of.max(1)) + 1 == u64::from(self.number)
    }
}

/// A number that follows from a text, the same everywhere and for ever (FNV-1a).
pub(super) fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    // The low bits alone know little of the text.
    hash ^ hash >> 32
}

impl Run {
    /// Has the run check only a part of the files.
    pub fn share(&mut self, share: Share) {
        self.share = Some(share);
    }

    /// Whether the file at `path` is checked, and counted, here.
    pub(super) fn owns(&self, path: &str) -> bool {
        self.share.as_ref().is_none_or(|share| share.owns(path))
    }
}

/// All that a run gathered, findings aside; a part's as it travels.
#[derive(Deserialize, Serialize)]
pub(super) struct Gathered {
    pub share: Option<Share>,
    /// What its files have in common with those of the other parts.
    pub sums: Sums,
    /// What loading the rules said.
    pub loading: Diagnostics,
    /// What was met while checking.
    pub met: Diagnostics,
    pub given_up: Vec<Untried>,
    /// What comments in documents say to the checker, how many findings they took, and the names of rules that are not run.
    pub remarks: Vec<Remark>,
    pub hidden: u64,
    pub idle: Vec<String>,
    /// What came to the comparisons of scripts.
    pub comparisons: Comparisons,
    pub rules: Vec<GatheredRule>,
    /// The files that were read, each with its size; in several parts it may be another time.
    pub read: FxHashMap<String, u64>,
    pub files_seen: u64,
}

/// What came of one rule.
#[derive(Deserialize, Serialize)]
pub(super) struct GatheredRule {
    /// Its name, its severity, and what it says of itself.
    pub stats: RuleStats,
    pub has_sub: bool,
    /// The worst of the collections that it asks.
    pub asked: Asked,
    /// Whether its `rpath` is a pattern.
    pub by_pattern: bool,
    pub counts: Counts,
    /// What is said of it should it have seen nothing.
    pub said: Vec<(Nothing, Problem)>,
    /// What is said of it should every value be there, and empty for its condition all the same.
    pub textless: Option<Problem>,
}

/// How a collection is that a rule asks, the worst last.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub(super) enum Asked {
    Whole,
    /// What a file would give that could not be read is not in it.
    Lacking,
    /// It could not be had.
    Broken,
}

/// Why a rule that found nothing proves nothing.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) enum Nothing {
    Broken,
    NoFile,
    Unchecked,
    NoValue,
    NoSubValue,
    /// Its filters let no value of any file through.
    Filtered,
    SubFiltered,
}

impl GatheredRule {
    /// Whether its condition had something to judge.
    const fn has_judged(&self) -> bool {
        if self.has_sub { self.counts.sub_kept } else { self.counts.kept }
    }

    /// Why it proves nothing, if so.
    fn nothing(&self) -> Option<Nothing> {
        let Counts { files, unchecked, values, kept, sub_values, .. } = self.counts;
        let is_idle = files == 0 && self.by_pattern;
        let has_led = self.has_sub && kept;
        Some(match (files, values) {
            _ if self.asked == Asked::Broken && !is_idle => Nothing::Broken,
            (0, _) => Nothing::NoFile,
            (_, 0) if unchecked >= files => Nothing::Unchecked,
            (_, 0) => Nothing::NoValue,
            _ if has_led && sub_values == 0 => Nothing::NoSubValue,
            _ if self.has_judged() => return None,
            // What could not be judged may have passed.
            _ if unchecked > 0 => return None,
            _ if has_led => Nothing::SubFiltered,
            _ => Nothing::Filtered,
        })
    }

    /// Whether every value is there, and empty for its condition all the same.
    const fn is_textless(&self) -> bool {
        self.counts.is_textless(self.has_sub)
    }

    /// What becomes of it when nothing was found and nothing went wrong.
    fn state(&self) -> RuleState {
        RuleState::Unchecked(match self.nothing() {
            None => return RuleState::Passed,
            // It wants values, and what it says of their absence is known.
            Some(Nothing::NoValue | Nothing::NoSubValue) if self.has_judged() => return RuleState::Passed,
            Some(Nothing::Broken | Nothing::Unchecked) => Reason::Incomplete,
            Some(Nothing::NoFile) => Reason::NoFile,
            Some(Nothing::NoValue | Nothing::NoSubValue) => Reason::NoValue,
            Some(Nothing::Filtered | Nothing::SubFiltered) => Reason::Filtered,
        })
    }

    /// Which of these it can come to, whatever other parts of the run add to its counts and its own suggest.
    pub fn may_come_to(&self) -> Vec<Nothing> {
        let Counts { files, values, kept, sub_values, .. } = self.counts;
        let has_led = self.has_sub && kept;
        let own: &[Nothing] = match (files, values) {
            (0, _) => &[Nothing::NoFile],
            (_, 0) => &[Nothing::Unchecked, Nothing::NoValue],
            _ if has_led && sub_values == 0 => &[Nothing::NoSubValue, Nothing::SubFiltered],
            _ if self.has_judged() => &[],
            _ if has_led => &[Nothing::SubFiltered],
            _ => &[Nothing::Filtered],
        };
        own.iter().copied().chain((self.asked == Asked::Broken).then_some(Nothing::Broken)).collect()
    }
}

impl Gathered {
    /// The report of a whole run.
    pub fn into_report(mut self, findings: Vec<Finding>, timings: Option<Timings>) -> Report {
        for rule in &self.rules {
            if rule.is_textless() {
                self.met.warnings.extend(rule.textless.clone());
            }
            let Some(nothing) = rule.nothing() else { continue };
            let said = rule.said.iter().find(|(of, _)| *of == nothing);
            self.met.warnings.extend(said.map(|(_, warning)| warning.clone()));
        }
        self.tell_remarks();
        self.met.warnings.extend(std::mem::take(&mut self.comparisons).into_warnings());
        self.settled(findings, timings)
    }

    /// The report of a part of a run.
    pub fn into_part(self, findings: Vec<Finding>, timings: Option<Timings>) -> Report {
        let Some(Share { number, of, common, .. }) = &self.share else { return self.into_report(findings, timings) };
        let (number, of) = (*number, *of);
        let digest = hexadecimal(&Sha256::digest(format!("{common}\n{}", self.sums.told())));
        let shard = Shard { number, of, digest, state: to_bytes(&self) };
        let mut part = self;
        let warning =
            Problem::new("part-of-run", format!("this is part {number} of {of}: other files are not checked here"));
        part.met.warnings.push(warning.help("`assay report --merge` makes one report of all parts"));
        part.settled(findings, timings).of_shard(shard)
    }

    fn settled(mut self, findings: Vec<Finding>, timings: Option<Timings>) -> Report {
        let mut given_up = GivenUp::default();
        given_up.add(self.given_up);
        let files_unchecked = given_up.tell(&mut self.met.problems);
        let rules = self.rules.iter().map(|rule @ GatheredRule { stats, has_sub, counts, asked, .. }| RuleStats {
            files: counts.files,
            // What it looked for may be in what is lacking.
            unchecked: counts.unchecked.max(u64::from(*asked == Asked::Lacking && counts.files > 0)),
            values: if *has_sub { counts.sub_values } else { counts.values },
            state: rule.state(),
            ..stats.clone()
        });
        let stats = Stats {
            files_seen: self.files_seen,
            files_unchecked,
            files_read: self.read.len() as u64,
            bytes: self.read.values().sum(),
            values: self.rules.iter().map(|rule| rule.counts.values + rule.counts.sub_values).sum(),
            hidden: Hidden { by_comments: self.hidden, ..Hidden::default() },
            rules: rules.collect(),
            timings,
        };
        Report::new(findings, self.loading, self.met, stats)
    }

    /// Takes over what another part gathered.
    fn absorb(&mut self, other: Self) {
        self.met.extend(other.met);
        self.given_up.extend(other.given_up);
        self.remarks.extend(other.remarks);
        self.hidden += other.hidden;
        self.comparisons.merge(other.comparisons);
        for (rule, more) in self.rules.iter_mut().zip(other.rules) {
            rule.counts.add(more.counts);
            rule.asked = rule.asked.max(more.asked);
            rule.said.extend(more.said);
            rule.textless = rule.textless.take().or(more.textless);
        }
        note_read(&mut self.read, other.read);
    }
}

/// Notes files that were read, with their sizes. A header may have been read for one rule, and the whole file for the next.
pub(super) fn note_read(read: &mut FxHashMap<String, u64>, more: impl IntoIterator<Item = (String, u64)>) {
    for (path, bytes) in more {
        let most = read.entry(path).or_default();
        *most = bytes.max(*most);
    }
}

/// Why reports are not those of all parts of one run. Reports are named as their host names them.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unmergeable {
    /// One is of a whole run.
    #[error("`{0}` is the report of a whole run, not of a part")]
    Whole(String),
    /// What merging needs cannot be read.
    #[error("`{0}` is a damaged report, or one of another version: what is needed to merge it cannot be read")]
    Damaged(String),
    /// Two are of runs that were cut differently.
    #[error("`{0}` is a part of {1} and `{2}` a part of {3}")]
    Cut(String, u32, String, u32),
    /// Two are of runs by other rules or options, or of another version: what differs.
    #[error("`{0}` and `{1}` differ in {2}")]
    Rules(String, String, String),
    /// Two are of runs over other files: the folder where they are.
    #[error("`{0}` and `{1}` list different files in {2}")]
    Files(String, String, String),
    /// Two have read a file of which the contents were not the same.
    #[error("`{0}` and `{1}` differ in what is in `{2}`, which every part reads")]
    Contents(String, String, String),
    /// Two are of the same part.
    #[error("`{0}` and `{1}` are both part {2}")]
    Twice(String, String, u32),
    /// There is none of a part.
    #[error("part {0} of {1} is missing")]
    Missing(String, u32),
    /// There is none at all.
    #[error("there is no report to merge")]
    Nothing,
}

/// Makes one report of those of all parts of a run, each with its name: the one that the whole run would have given, times aside.
///
/// # Errors
/// [`Unmergeable`] when they are not that.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report, Unmergeable> {
    let mut parts: Vec<(String, Share)> = Vec::new();
    let mut known = Sums::default();
    let mut whole: Option<Gathered> = None;
    let mut findings = Vec::new();
    for (name, report) in reports {
        let Some(part) = report.shard() else { return Err(Unmergeable::Whole(name)) };
        let (number, of) = (part.number, part.of);
        let Some((mut gathered, share)) = read(part) else { return Err(Unmergeable::Damaged(name)) };
        let sums = std::mem::take(&mut gathered.sums);
        if let Some((first, its)) = parts.first() {
            if its.of != of {
                return Err(Unmergeable::Cut(first.clone(), its.of, name, of));
            }
            if its.common != share.common {
                return Err(Unmergeable::Rules(first.clone(), name, differing(&its.common, &share.common)));
            }
            if let Some(difference) = known.difference(&sums) {
                return Err(unlike(first.clone(), name, &difference));
            }
        } else {
            known = sums;
        }
        if let Some((other, _)) = parts.iter().find(|(_, other)| other.number == number) {
            return Err(Unmergeable::Twice(other.clone(), name, number));
        }
        parts.push((name, share));
        findings.extend(report.into_findings());
        match &mut whole {
            None => whole = Some(gathered),
            Some(whole) => whole.absorb(gathered),
        }
    }
    let Some(mut whole) = whole else { return Err(Unmergeable::Nothing) };
    whole.met.warnings.extend(of_commits(&parts));
    let of = parts.first().map_or(0, |(_, share)| share.of);
    let missing: Vec<String> = (1..=of)
        .filter(|number| parts.iter().all(|(_, share)| share.number != *number))
        .take(MOST_MISSING)
        .map(|number| number.to_string())
        .collect();
    if missing.is_empty() {
        Ok(whole.into_report(findings, None))
    } else {
        Err(Unmergeable::Missing(missing.join(", "), of))
    }
}

/// That parts are of different commits: nobody can tell whether files are the same that one part alone has read.
fn of_commits(parts: &[(String, Share)]) -> Option<Problem> {
    let mut known = parts.iter().filter(|(_, share)| !share.commit.is_empty());
    let (first, its) = known.next()?;
    let is_named = |name: &str| its.commit.split(' ').any(|own| own == name);
    let (other, share) = known.find(|(_, share)| !share.commit.split(' ').any(is_named))?;
    let [one, two] = [its, share].map(|share| share.commit.split(' ').next().unwrap_or_default());
    let message = format!(
        "`{first}` is of the commit {one:.SHOWN$}, and `{other}` of {two:.SHOWN$}: files may not have been the same"
    );
    Some(Problem::new("parts-of-commits", message).help("check all parts of one commit"))
}

/// So many characters of a commit are shown, as git does in a list.
const SHOWN: usize = 10;

/// That two parts have seen different files.
fn unlike(one: String, other: String, difference: &Difference<'_>) -> Unmergeable {
    match difference {
        Difference::Contents(path) => Unmergeable::Contents(one, other, (*path).to_owned()),
        Difference::Listed("") => Unmergeable::Files(one, other, "the folder under check".to_owned()),
        Difference::Listed(folder) => Unmergeable::Files(one, other, format!("the folder `{folder}`")),
    }
}

/// What of these is not the same in both: the names of it, each with the first file, if there is one.
fn differing(one: &str, other: &str) -> String {
    let mut differing: Vec<(&str, Option<&str>)> = Vec::new();
    for (these, those) in [(one, other), (other, one)] {
        let those: Vec<&str> = those.lines().collect();
        for line in these.lines().filter(|line| !those.contains(line)) {
            let Some((said, _)) = line.rsplit_once('=') else { continue };
            let (name, path) = said.split_once('\t').map_or((said, None), |(name, path)| (name, Some(path)));
            match differing.iter_mut().find(|(known, _)| *known == name) {
                Some((_, first)) => *first = first.or(path),
                None => differing.push((name, path)),
            }
        }
    }
    let shown =
        |(name, path): (&str, Option<&str>)| path.map_or_else(|| name.to_owned(), |path| format!("{name} (`{path}`)"));
    match differing.into_iter().map(shown).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "rules, options or version".to_owned(),
        names => names,
    }
}

/// So many parts that are missing are named.
const MOST_MISSING: usize = 10;

fn read(shard: &Shard) -> Option<(Gathered, Share)> {
    let mut gathered: Gathered = postcard::from_bytes(&shard.state).ok()?;
    let own = gathered.share.take()?;
    let is_its_own = (own.number, own.of) == (shard.number, shard.of) && (1..=own.of).contains(&own.number);
    is_its_own.then_some((gathered, own))
}

#[cfg(test)]
mod tests;
