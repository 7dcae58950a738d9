//! Finds rules whose pattern matches only a part of a path, as it would in tools that search in the path.

use assay_document::text::{IssueCode, Pattern};
use assay_report::Problem;

use super::pipeline::Pipeline;
use super::read::{full, single_backslashes};
use super::rule::{FolderRules, is_rule_file};

impl Pipeline {
    /// Finds the rules that match no whole path of `paths` but would match a part of one. Returns a warning for each.
    pub fn find_partial(&mut self, paths: &[String]) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for file in &mut self.files {
            let below: Vec<&str> = paths
                .iter()
                .filter(|path| !is_rule_file(path))
                .filter_map(|path| path.strip_prefix(file.folder()))
                .collect();
            // Only rules without any match are tried again, because searching all paths takes long.
            for at in unmatched_rules(file, &below) {
                let rule = &file.rules[at];
                let Ok(pattern) = Pattern::new(single_backslashes(&rule.written).as_deref().unwrap_or(&rule.written))
                else {
                    continue;
                };
                let Some(path) = below.iter().find(|path| pattern.is_match(path) == Ok(true)) else { continue };
                let message = format!(
                    "`{}` matches only part of `{}{path}`, but a pattern must match the whole path",
                    rule.written,
                    file.folder()
                );
                let warning = file.problem(rule, IssueCode::ConversionPartialMatch, message);
                let whole = full_form(pattern.source())
                    .filter(|whole| Pattern::new(&full(whole)).is_ok_and(|whole| whole.is_match(path) == Ok(true)));
                warnings.push(match whole {
                    Some(whole) => warning.help(format!("write `{whole}`")),
                    None => warning,
                });
                file.rules[at].is_partial = true;
            }
        }
        warnings
    }
}

/// Lists the rules that match none of the paths below their folder.
fn unmatched_rules(file: &FolderRules, below: &[&str]) -> Vec<usize> {
    let mut search = file.search();
    let mut unmatched: Vec<usize> = (0..file.rules.len()).filter(|at| !file.given_up.contains(at)).collect();
    for path in below {
        if unmatched.is_empty() {
            break;
        }
        search.search_all(path);
        unmatched.retain(|&at| !search.is_found(at) && !search.is_hit(at));
    }
    unmatched
}

/// Returns the pattern that matches the whole paths in which `pattern` is found; `None` if it consists of alternatives.
fn full_form(pattern: &str) -> Option<String> {
    if pattern.contains('|') {
        return None;
    }
    let start = if pattern.starts_with('^') { "" } else { ".*" };
    let is_anchored = pattern.ends_with('$') && !pattern.ends_with(r"\$");
    let inner = if is_anchored { &pattern[..pattern.len() - 1] } else { pattern };
    let end = if is_anchored { "" } else { ".*" };
    Some(format!("{start}{}{end}", inner.strip_prefix('^').unwrap_or(inner)))
}
