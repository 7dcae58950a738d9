//! Rules that take too long on paths: found before anything is told, so that the answer for a path is the same whatever was
//! asked before.

use super::pipeline::Pipeline;
use super::rule::ConversionRule;
use crate::report::Problem;
use crate::store::is_rule_file;
use crate::text::patterns::{LIMIT_HELP, MAX_LIMITS};

impl Pipeline {
    /// Finds the rules that take too long on some of the paths, and gives up those that do on too many. A problem for each.
    #[must_use]
    pub fn limit(&mut self, paths: &[String]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for file in self.files_mut() {
            let slow = (0..).zip(file.rules()).filter(|(_, rule)| rule.is_limited());
            let hits = slow.map(|(at, rule)| (at, hits(rule, file.folder(), paths)));
            let hits: Vec<(usize, Vec<&str>)> = hits.filter(|(_, hits)| !hits.is_empty()).collect();
            for (at, hits) in hits {
                problems.push(problem(&file.rules()[at], &file.path, &hits));
                if hits.len() >= MAX_LIMITS {
                    file.give_up(at);
                }
            }
        }
        problems
    }

    /// The rules that have been given up, each by its file's path and its place in that.
    pub fn given_up(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        let of_file =
            |file: &super::RuleFile| (0..file.rules().len()).filter(|&at| file.is_given_up(at)).collect::<Vec<_>>();
        self.files().iter().flat_map(move |file| of_file(file).into_iter().map(|at| (file.path.clone(), at)))
    }

    /// Gives up rules that another one of the same files gave up.
    pub fn give_up(&mut self, rules: &[(String, usize)]) {
        for file in self.files_mut() {
            for (path, at) in rules {
                if *path == file.path {
                    file.give_up(*at);
                }
            }
        }
    }
}

/// The first of the paths on which a rule takes too long.
fn hits<'s>(rule: &ConversionRule, folder: &str, paths: &'s [String]) -> Vec<&'s str> {
    let paths = paths.iter().map(String::as_str).filter(|path| !is_rule_file(path));
    let hits = paths.filter(|path| path.strip_prefix(folder).is_some_and(|below| rule.hits_limit(below)));
    hits.take(MAX_LIMITS).collect()
}

fn problem(rule: &ConversionRule, path: &str, hits: &[&str]) -> Problem {
    let first = hits[0];
    let message = match hits.len() {
        1 => format!("the rule takes too long on `{first}`: what it says of that file is not known"),
        count if count < MAX_LIMITS => {
            format!("the rule takes too long on {count} files, such as `{first}`: what it says of them is not known")
        }
        count => format!(
            "the rule takes too long on {count} files, such as `{first}`, and was given up: what it says is not known of any file"
        ),
    };
    Problem::new("pattern-limit", message).in_file(path).at(rule.region, rule.excerpt.clone()).help(LIMIT_HELP)
}
