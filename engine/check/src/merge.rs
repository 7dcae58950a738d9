//! Merges the reports of parts into one: checks that they are all parts of one run, and reports what differs.

use assay_document::text::IssueCode;
use assay_report::{Findings, Problem, Report, Shard};
use thiserror::Error;

use super::content_hashes::{ContentHashes, Difference};
use super::gathered::Gathered;
use super::shard::{RunShard, without_checksum};

/// The reason why reports cannot be merged. Reports are named as the host names them.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unmergeable {
    /// One report is of a whole run.
    #[error("`{0}` is the report of a whole run, not of a part")]
    Whole(String),
    /// The data that merging needs cannot be read.
    #[error("`{0}` cannot be merged: the report is damaged, or another version of Assay wrote it")]
    Damaged(String),
    /// Two reports are of runs with different numbers of parts.
    #[error("`{0}` is a part of {1} and `{2}` a part of {3}")]
    Cut(String, u32, String, u32),
    /// Two reports are of runs with different rules, options or versions; the last field names the difference.
    #[error("`{0}` and `{1}` differ in {2}")]
    Rules(String, String, String),
    /// Two reports are of runs over different files; the last field names the folder that differs.
    #[error("`{0}` and `{1}` list different files in {2}")]
    Files(String, String, String),
    /// Two parts have read a file with different contents.
    #[error("`{0}` and `{1}` differ in the content of `{2}`, which every part reads")]
    Contents(String, String, String),
    /// Two reports are of the same part.
    #[error("`{0}` and `{1}` are both part {2}")]
    Twice(String, String, u32),
    /// A part's report is missing.
    #[error("part {0} of {1} is missing")]
    Missing(String, u32),
    /// There is no report.
    #[error("there is no report to merge")]
    Nothing,
}

/// Merges the reports of all parts of a run, each with its name, into the report that a whole run would have, except
/// for times.
///
/// # Errors
/// [`Unmergeable`] if they are not the reports of all parts of one run.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report, Unmergeable> {
    let mut parts: Vec<(String, RunShard)> = Vec::new();
    let mut known = ContentHashes::default();
    let mut whole: Option<Gathered> = None;
    let mut findings = Findings::default();
    for (name, report) in reports {
        let Some(part) = report.shard() else { return Err(Unmergeable::Whole(name)) };
        let (number, of) = (part.number, part.of);
        let Some((mut gathered, share)) = read(part) else { return Err(Unmergeable::Damaged(name)) };
        let sums = std::mem::take(&mut gathered.sums);
        if let Some((first, its)) = parts.first() {
            if its.of != of {
                return Err(Unmergeable::Cut(first.clone(), its.of, name, of));
            }
            // Other rules read other files, so the rules are compared first.
            if its.common != share.common {
                return Err(Unmergeable::Rules(first.clone(), name, differing(&its.common, &share.common)));
            }
            if let Some(difference) = known.difference(&sums) {
                return Err(difference_error(first.clone(), name, &difference));
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
    whole.met.problems.extend(of_commits(&parts));
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

/// Returns the problem that parts are of different commits: a file that only one part has read may have changed.
fn of_commits(parts: &[(String, RunShard)]) -> Option<Problem> {
    let mut known = parts.iter().filter(|(_, share)| !share.commit.is_empty());
    let (first, its) = known.next()?;
    let is_named = |name: &str| its.commit.split(' ').any(|own| own == name);
    let (other, share) = known.find(|(_, share)| !share.commit.split(' ').any(is_named))?;
    let [one, two] = [its, share].map(|share| share.commit.split(' ').next().unwrap_or_default());
    let message = format!(
        "`{first}` is from the commit {one:.SHOWN$}, but `{other}` is from {two:.SHOWN$}: their files may differ"
    );
    Some(Problem::new(IssueCode::PartsOfCommits, message).help("check all parts of the same commit"))
}

/// The number of characters of a commit hash that are shown, as in git's lists.
const SHOWN: usize = 10;

/// Returns the error that two parts have seen different files.
fn difference_error(one: String, other: String, difference: &Difference<'_>) -> Unmergeable {
    match difference {
        Difference::Contents(path) => Unmergeable::Contents(one, other, (*path).to_owned()),
        Difference::Listed("") => Unmergeable::Files(one, other, "the folder under check".to_owned()),
        Difference::Listed(folder) => Unmergeable::Files(one, other, format!("the folder `{folder}`")),
    }
}

/// Returns the names of the lines that differ between two values of [`RunShard::common`], each with the first file
/// concerned, if there is one.
fn differing(one: &str, other: &str) -> String {
    let mut differing: Vec<(&str, Option<&str>)> = Vec::new();
    for (these, those) in [(one, other), (other, one)] {
        let those: Vec<&str> = those.lines().collect();
        for line in these.lines().filter(|line| !those.contains(line)) {
            let Some((subject, _)) = line.rsplit_once('=') else { continue };
            let (name, path) = subject.split_once('\t').map_or((subject, None), |(name, path)| (name, Some(path)));
            match differing.iter_mut().find(|(known, _)| *known == name) {
                Some((_, first)) => *first = first.or(path),
                None => differing.push((name, path)),
            }
        }
    }
    let hashes =
        |(name, path): (&str, Option<&str>)| path.map_or_else(|| name.to_owned(), |path| format!("{name} (`{path}`)"));
    match differing.into_iter().map(hashes).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "rules, options or version".to_owned(),
        names => names,
    }
}

/// The maximum number of missing parts that are listed.
const MOST_MISSING: usize = 10;

fn read(shard: &Shard) -> Option<(Gathered, RunShard)> {
    let mut gathered: Gathered = postcard::from_bytes(without_checksum(&shard.state)?).ok()?;
    let own = gathered.share.take()?;
    let is_its_own = (own.number, own.of) == (shard.number, shard.of) && (1..=own.of).contains(&own.number);
    is_its_own.then_some((gathered, own))
}

#[cfg(test)]
mod tests;
