//! Abandons rules whose scripts run into limits on one file after the other, which takes long each time.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use assay_document::text::IssueCode;
use assay_report::Problem;
use serde::{Deserialize, Serialize};

use super::file::and_more;

/// The rules of one worker whose scripts ran into limits that take long to hit.
#[derive(Default)]
pub(super) struct LimitHits {
    of: BTreeMap<u32, Overrun>,
}

struct Overrun {
    files: u32,
    /// The problem of the first file by path.
    problem: Problem,
    /// The files of the current batch that were skipped.
    untried: Vec<String>,
}

/// The files that an abandoned rule skipped, after it had run into limits on earlier files.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct SkippedFiles {
    pub rule: u32,
    pub paths: Vec<String>,
    /// The problem of the first of these earlier files by path.
    pub problem: Problem,
}

impl LimitHits {
    /// Records that the script of a rule ran into a limit on a file, with the problem.
    pub fn note(&mut self, rule: u32, problem: &Problem) {
        let first = || Overrun { files: 0, problem: problem.clone(), untried: Vec::new() };
        let overrun = self.of.entry(rule).or_insert_with(first);
        overrun.files += 1;
        if is_earlier(problem, &overrun.problem) {
            overrun.problem = problem.clone();
        }
    }

    /// Returns true if a rule is abandoned after `most` files; then the file at `path` is skipped.
    pub fn leaves_out(&mut self, rule: u32, path: &str, most: u32) -> bool {
        let Some(overrun) = self.of.get_mut(&rule).filter(|overrun| overrun.files >= most) else { return false };
        overrun.untried.push(path.to_owned());
        true
    }

    /// Returns the files that were skipped since the last call.
    pub fn take_untried(&mut self) -> Vec<SkippedFiles> {
        let skipped = self.of.iter_mut().filter(|(_, overrun)| !overrun.untried.is_empty());
        skipped
            .map(|(&rule, overrun)| SkippedFiles {
                rule,
                paths: std::mem::take(&mut overrun.untried),
                problem: overrun.problem.clone(),
            })
            .collect()
    }
}

/// Returns true if a problem is about an earlier file or place. So the order of workers does not matter.
fn is_earlier(problem: &Problem, other: &Problem) -> bool {
    (&problem.document, problem.order()) < (&other.document, other.order())
}

/// The rules that were abandoned in a run, by any worker.
#[derive(Default)]
pub(super) struct AbandonedRules {
    by_rule: BTreeMap<u32, SkippedFiles>,
}

impl AbandonedRules {
    /// Adds the files that a worker skipped.
    pub fn add(&mut self, all: Vec<SkippedFiles>) {
        for untried in all {
            match self.by_rule.entry(untried.rule) {
                Entry::Vacant(entry) => _ = entry.insert(untried),
                Entry::Occupied(known) => known.into_mut().add(untried),
            }
        }
    }

    /// Returns the skipped files by rule, each with its files in order.
    pub fn into_untried(self) -> Vec<SkippedFiles> {
        let in_order = |mut untried: SkippedFiles| {
            untried.paths.sort_unstable();
            untried
        };
        self.by_rule.into_values().map(in_order).collect()
    }

    /// Adds a problem for each rule, and returns the number of skipped files that no problem is about.
    pub fn report(self, problems: &mut Vec<Problem>) -> u64 {
        let mut paths: BTreeSet<String> = BTreeSet::new();
        for untried in self.by_rule.into_values() {
            // A file that several rules have skipped counts once.
            paths.extend(untried.paths.iter().cloned());
            problems.push(untried.into_problem());
        }
        for problem in problems {
            problem.affected_file().map(|path| paths.remove(path));
        }
        paths.len() as u64
    }
}

impl SkippedFiles {
    /// Adds the files that the same rule skipped elsewhere.
    fn add(&mut self, other: Self) {
        self.paths.extend(other.paths);
        if is_earlier(&other.problem, &self.problem) {
            self.problem = other.problem;
        }
    }

    /// Returns a problem that counts the skipped files, at the place where the script stopped.
    fn into_problem(self) -> Problem {
        let first = self.paths.iter().min().cloned();
        let others = and_more(self.paths.len().saturating_sub(1));
        let file = first.as_deref().unwrap_or_default();
        let message = format!("not run on {file}{others}: the script took too long on earlier files");
        Problem { code: IssueCode::ScriptGivenUp.into(), message, document: first, ..self.problem }
    }
}

#[cfg(test)]
mod tests {
    use assay_report::Problem;

    use super::{AbandonedRules, LimitHits};

    fn problem(document: &str) -> Problem {
        Problem::new("script-time", "stopped").in_file("rules.yaml").checking(document)
    }

    #[test]
    fn a_rule_is_skipped_after_the_allowed_number_of_slow_files() {
        let mut overruns = LimitHits::default();
        for (path, is_skipped) in [("a", false), ("b", false), ("c", true), ("d", true)] {
            assert_eq!(overruns.leaves_out(7, path, 2), is_skipped, "{path}");
            overruns.note(7, &problem(path));
        }
        assert!(!overruns.leaves_out(8, "a", 2), "another rule goes on");
        let untried = overruns.take_untried();
        assert_eq!(untried.iter().map(|untried| &untried.paths[..]).collect::<Vec<_>>(), [["c", "d"]]);
        assert!(overruns.take_untried().is_empty(), "it is told once");
    }

    #[test]
    fn the_report_about_a_skipped_rule_does_not_depend_on_the_order_of_workers() {
        // For each worker, the files that took too long, and the skipped files.
        const WORKERS: [(&[&str], &[&str]); 3] = [(&["e", "b"], &["h", "g"]), (&["c", "a"], &["f"]), (&["d"], &["i"])];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut given_up = AbandonedRules::default();
            for (slow, skipped) in order.map(|worker: usize| WORKERS[worker]) {
                let mut overruns = LimitHits::default();
                for path in slow {
                    overruns.note(1, &problem(path));
                }
                assert!(skipped.iter().all(|path| overruns.leaves_out(1, path, 1)));
                given_up.add(overruns.take_untried());
            }
            let untried = given_up.into_untried();
            let actual: Vec<_> =
                untried.iter().map(|one| (one.paths.concat(), one.problem.document.as_deref())).collect();
            assert_eq!(actual, [("fghi".to_owned(), Some("a"))], "{order:?}");
        }
    }

    #[test]
    fn skipped_files_are_reported_once_for_each_rule_and_counted_once_for_each_file() {
        for (paths, message, unnamed) in [
            (vec![vec!["a"]], "not run on a: the script took too long on earlier files", 0),
            (vec![vec!["b"], vec!["a"]], "not run on a and 1 more file: the script took too long on earlier files", 1),
            (vec![vec!["c", "b", "a"]], "not run on a and 2 more files: the script took too long on earlier files", 1),
        ] {
            let mut given_up = AbandonedRules::default();
            for some in paths {
                let mut overruns = LimitHits::default();
                overruns.note(1, &problem("x"));
                assert!(some.into_iter().all(|path| overruns.leaves_out(1, path, 1)));
                given_up.add(overruns.take_untried());
            }
            let mut problems = vec![problem("c")];
            assert_eq!(given_up.report(&mut problems), unnamed, "{message}");
            let second = &problems[1];
            assert_eq!((second.message.as_str(), second.document.as_deref()), (message, Some("a")));
            assert_eq!((second.code.as_str(), second.path.as_deref()), ("script-given-up", Some("rules.yaml")));
        }
    }
}
