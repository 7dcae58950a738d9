//! Finds the rules that take too long on paths, before any result, which must not depend on earlier requests.

use assay_document::text::IssueCode;
use assay_document::text::patterns::{LIMIT_HELP, MAX_LIMITS};
use assay_report::Problem;

use super::pipeline::Pipeline;
use super::rule::is_rule_file;

/// The maximum number of hits of limits by all rules together. Each hit takes about forty milliseconds.
const MAX_HITS: usize = 8 * MAX_LIMITS;

impl Pipeline {
    /// Finds the rules that take too long on some of the paths, and gives up those that take too long on too many.
    /// Returns a problem for each. After too many hits, the other rules that may be slow are given up without a trial.
    pub fn limit(&mut self, paths: &[String]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let (mut spent, mut unasked) = (0, 0);
        for file in &mut self.files {
            for at in 0..file.rules.len() {
                let rule = &file.rules[at];
                // The time of patterns without look-around or references is proportional to the length of the path.
                if !rule.is_limited() {
                    continue;
                }
                if spent >= MAX_HITS {
                    unasked += 1;
                    if unasked == 1 {
                        let message = "rules take too long: the effect of this rule and others with look-around or \
                                       references is unknown, because they are not evaluated";
                        problems.push(file.problem(rule, IssueCode::PatternLimit, message).help(LIMIT_HELP));
                    }
                    file.given_up.push(at);
                    continue;
                }
                let mut hits: Vec<&str> = Vec::new();
                for path in paths.iter().filter(|path| !is_rule_file(path)) {
                    if path.strip_prefix(file.folder()).is_some_and(|below| rule.hits_limit(below)) {
                        hits.push(path);
                    }
                    if hits.len() >= MAX_LIMITS {
                        break;
                    }
                }
                spent += hits.len();
                let Some((first, others)) = hits.split_first() else { continue };
                let is_given_up = hits.len() >= MAX_LIMITS;
                let others = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
                let files = if is_given_up { "any file" } else { "such files" };
                let message = format!("the rule takes too long on `{first}`{others}: its effect on {files} is unknown");
                problems.push(file.problem(rule, IssueCode::PatternLimit, message).help(LIMIT_HELP));
                if is_given_up {
                    file.given_up.push(at);
                }
            }
        }
        problems
    }

    /// Returns the rules that have been given up: the index of each file, and the index of the rule in that file.
    pub fn abandoned_rules(&self) -> Vec<(usize, usize)> {
        let files = self.files.iter().enumerate();
        files.flat_map(|(file, of_file)| of_file.given_up.iter().map(move |&rule| (file, rule))).collect()
    }

    /// Gives up the rules at these indices, which another pipeline of the same files gave up.
    pub fn give_up(&mut self, rules: &[(usize, usize)]) {
        for &(file, rule) in rules {
            // Another worker made the indices. If its data are damaged, they may be out of range.
            if let Some(file) = self.files.get_mut(file).filter(|file| rule < file.rules.len()) {
                file.given_up.push(rule);
            }
        }
    }
}
