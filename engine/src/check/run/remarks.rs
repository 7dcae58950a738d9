//! What comments in documents take back: the findings of a rule in the element behind `assay-ignore RULE reason`.

use rustc_hash::FxHashMap;

use super::Run;
use crate::check::Checker;
use crate::report::Problem;
use crate::rule::Rule;
use crate::text::nearest;

/// The one thing that a remark can say, behind `assay-`.
const IGNORE: &str = "ignore";

/// How it is written.
const FORM: &str = "write `assay-ignore RULE reason`";

/// The names of rules: those that are run, and those that are known and are not.
struct Names<'c> {
    run: Vec<&'c str>,
    idle: Vec<&'c str>,
}

/// What is to be said of a remark.
enum Said {
    /// It does nothing: a warning, as somebody relies upon it.
    Idle(&'static str, String, String),
    /// It does what it says, or may do so where other rules are run: a hint.
    Doubtful(&'static str, String, String),
}

impl Run {
    /// Takes back the findings that comments name, says what is to be said of the comments, and returns how many
    /// findings it took.
    pub(super) fn heed_remarks(&mut self, checker: &Checker) -> u64 {
        let mut remarks = std::mem::take(&mut self.remarks);
        if remarks.is_empty() {
            return 0;
        }
        // The file of a definition may have been looked at by several workers.
        remarks.sort_unstable_by(|a, b| (&a.path, a.region.start.offset).cmp(&(&b.path, b.region.start.offset)));
        remarks.dedup_by(|a, b| a.path == b.path && a.region == b.region);
        let names = Names::of(checker);
        let mut by_path = FxHashMap::<&str, Vec<usize>>::default();
        for (at, finding) in self.findings.iter().enumerate() {
            by_path.entry(&finding.path).or_default().push(at);
        }
        let mut is_hidden = vec![false; self.findings.len()];
        let mut said = Vec::new();
        for remark in &remarks {
            let (rule, reason) = match names.read(&remark.text) {
                Ok(ignored) => ignored,
                // A trace is about one rule, and not about all comments.
                Err(_) if self.traced.is_some() => continue,
                Err(wrong) => {
                    said.push((remark, wrong));
                    continue;
                }
            };
            let of_file = by_path.get(remark.path.as_str()).map_or(&[][..], Vec::as_slice);
            let hides = |at: &&usize| {
                let finding = &self.findings[**at];
                finding.rule == rule
                    && remark.scope.as_ref().is_some_and(|scope| scope.contains(&finding.region.start.offset))
            };
            let hidden: Vec<usize> = of_file.iter().filter(hides).copied().collect();
            hidden.iter().for_each(|&at| is_hidden[at] = true);
            if self.traced.is_some() {
                if !hidden.is_empty() {
                    let message =
                        format!("a check does not tell what `{rule}` finds in the element behind this comment");
                    let help = "take the comment out to be told".to_owned();
                    said.push((remark, Said::Idle("ignored", message, help)));
                }
            } else if remark.scope.is_none() {
                let message = "no element follows this comment, so it hides nothing".to_owned();
                said.push((
                    remark,
                    Said::Idle("ignore-nothing", message, "put it before the element that it is about".to_owned()),
                ));
            } else if hidden.is_empty() && names.run.contains(&rule) && !self.is_in_doubt(rule, &remark.path) {
                let message = format!("this hides nothing: `{rule}` finds nothing in the element behind it");
                said.push((remark, Said::Idle("ignore-unused", message, "take the comment out".to_owned())));
            } else if reason.is_empty() {
                let message = "this comment does not say why".to_owned();
                let help = format!("write the reason behind the rule: `assay-ignore {rule} REASON`");
                said.push((remark, Said::Doubtful("ignore-no-reason", message, help)));
            }
        }
        for (remark, said) in said {
            let (list, problem) = match said {
                Said::Idle(code, message, help) => {
                    (&mut self.diagnostics.warnings, Problem::new(code, message).help(help))
                }
                Said::Doubtful(code, message, help) => {
                    (&mut self.diagnostics.hints, Problem::new(code, message).help(help))
                }
            };
            list.push(problem.in_file(remark.path.as_str()).at(remark.region, remark.excerpt.clone()));
        }
        let before = self.findings.len();
        let mut hidden = is_hidden.into_iter();
        self.findings.retain(|_| hidden.next() != Some(true));
        (before - self.findings.len()) as u64
    }

    /// Whether a rule may have found less in a file than there is, as a problem says.
    fn is_in_doubt(&self, rule: &str, path: &str) -> bool {
        let is_of = |problem: &Problem| problem.rule.as_deref().is_none_or(|other| other == rule);
        self.diagnostics.problems.iter().any(|problem| problem.concerned() == Some(path) && is_of(problem))
    }
}

impl<'c> Names<'c> {
    fn of(checker: &'c Checker) -> Self {
        let run: Vec<&str> = checker.rules().rules().iter().map(Rule::name).collect();
        let blamed = checker.diagnostics().problems.iter().filter_map(|problem| problem.rule.as_deref());
        Self { run, idle: checker.rules().switched_off().chain(blamed).collect() }
    }

    /// The rule that a remark is about, and the reason that it gives.
    fn read<'r>(&self, text: &'r str) -> Result<(&'r str, &'r str), Said> {
        let (word, rest) = first_word(text);
        if word != IGNORE {
            let message = format!("there is no `assay-{word}`");
            return Err(Said::Idle("remark-unknown", message, FORM.to_owned()));
        }
        if rest.is_empty() {
            let message = "this comment names no rule, so it hides nothing".to_owned();
            return Err(Said::Idle("ignore-no-rule", message, FORM.to_owned()));
        }
        // Names may have blanks in them, and one may begin with another.
        let is_meant = |name: &str| {
            rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        };
        let known = || self.run.iter().chain(&self.idle).copied();
        if let Some(name) = known().filter(|name| is_meant(name)).max_by_key(|name| name.len()) {
            let (rule, reason) = rest.split_at(name.len());
            return Ok((rule, reason.trim_start()));
        }
        let (word, _) = first_word(rest);
        let (code, message) = ("ignore-unknown-rule", format!("no rule `{word}` is run: this hides nothing"));
        Err(match nearest(word, known()) {
            Some(near) => Said::Idle(code, message, format!("did you mean `{near}`?")),
            None => Said::Doubtful(code, message, "take the comment out, if the rule is gone".to_owned()),
        })
    }
}

/// The first word of a text, and what stands behind it.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests;
