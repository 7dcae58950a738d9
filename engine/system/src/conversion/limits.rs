//! Finds the rules that take too long on paths. This is done before any result is reported, because the result for a
//! path must not depend on earlier requests.

use assay_document::text::IssueCode;
use assay_document::text::patterns::{LIMIT_HELP, MAX_LIMITS};
use assay_report::Problem;

use super::pipeline::Pipeline;
use super::rule::is_rule_file;

/// The maximum number of times that all rules together may hit their limits on paths. Each hit takes about forty
/// milliseconds.
const MAX_HITS: usize = 8 * MAX_LIMITS;

impl Pipeline {
    /// Finds the rules that take too long on some of the paths, and gives up those that take too long on too many.
    /// Returns a problem for each. Once all rules together have hit their limits too often, the remaining rules that
    /// may be slow are given up without a trial.
    #[must_use]
    pub fn limit(&mut self, paths: &[String]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let (mut spent, mut unasked) = (0, 0);
        for file in self.files_mut() {
            for at in 0..file.rules().len() {
                let rule = &file.rules()[at];
                // The time of patterns without look-around or references is proportional to the length of the path.
                if !rule.is_limited() {
                    continue;
                }
                if spent >= MAX_HITS {
                    unasked += 1;
                    if unasked == 1 {
                        let message = "rules take too long: the effect of this rule and others with look-around or \
                                       references is unknown, because they are not evaluated";
                        let problem = Problem::new(IssueCode::PatternLimit, message).in_file(&file.path);
                        problems.push(problem.at(rule.region, rule.excerpt.clone()).help(LIMIT_HELP));
                    }
                    file.give_up(at);
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
                let problem = Problem::new(IssueCode::PatternLimit, message).in_file(&file.path);
                problems.push(problem.at(rule.region, rule.excerpt.clone()).help(LIMIT_HELP));
                if is_given_up {
                    file.give_up(at);
                }
            }
        }
        problems
    }

    /// Returns the identifiers of the rules that have been given up, each made of the path of its file and its index in
    /// that file.
    #[must_use]
    pub fn abandoned_rules(&self) -> Vec<String> {
        let mut all = Vec::new();
        for file in self.files() {
            let of_file = (0..file.rules().len()).filter(|&at| file.is_given_up(at));
            all.extend(of_file.map(|at| rule_identifier(&file.path, at)));
        }
        all
    }

    /// Gives up the rules with these identifiers, which another pipeline of the same files gave up.
    pub fn give_up(&mut self, rules: &[String]) {
        for file in self.files_mut() {
            for at in 0..file.rules().len() {
                if !rules.is_empty() && rules.contains(&rule_identifier(&file.path, at)) {
                    file.give_up(at);
                }
            }
        }
    }
}

/// Returns the identifier of a rule: the path of its file, and its index in that file.
fn rule_identifier(path: &str, at: usize) -> String {
    format!("{path}:{at}")
}
