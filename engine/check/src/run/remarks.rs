//! Hides findings by comments in documents: `assay-ignore RULE reason` hides those of the rule in the element that
//! follows.

use assay_document::format::REMARK;
use assay_document::text::{IssueCode, nearest};
use assay_report::{Diagnostics, Findings, Problem};
use assay_rule::Rule;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checker::Checker;
use crate::remark::Remark;

/// The help that shows how a comment is written.
const FORM: &str = "write `assay-ignore RULE reason`";

/// The names of rules that are run, and of known rules that are not.
struct RuleNames<'c> {
    run: Vec<&'c str>,
    idle: Vec<&'c str>,
}

/// A file that a rule, or every rule, could not check completely.
type Doubt<'p> = (&'p str, Option<&'p str>);

/// The message about a comment.
enum RemarkMessage {
    /// It has no effect: a warning, because its author relies on it.
    Idle(IssueCode, String, String),
    /// It has an effect, or may have one if other rules are run: a hint.
    Doubtful(IssueCode, String, String),
}

/// The comments in documents that address the checker.
#[derive(Default)]
pub(super) struct HidingComments {
    /// All of them; empty if they are ignored.
    pub remarks: Vec<Remark>,
    /// True if they are ignored, so that they hide nothing.
    pub are_ignored: bool,
}

impl HidingComments {
    /// Adds the comments of a batch.
    pub fn absorb(&mut self, remarks: Vec<Remark>) {
        if !self.are_ignored {
            self.remarks.extend(remarks);
        }
    }

    /// Removes the findings that comments name, and marks these comments. Returns the number of removed findings.
    pub fn hide(&mut self, checker: &Checker, findings: &mut Findings) -> u64 {
        if self.remarks.is_empty() {
            return 0;
        }
        remove_duplicates(&mut self.remarks);
        let idle = idle_names(checker);
        let names = RuleNames::of(checker.rules().rules().iter().map(Rule::name), &idle);
        // For each document with such comments, its findings: their offsets, their rules, and their indexes among all
        // findings.
        let mut by_path: FxHashMap<&str, Vec<(u32, &str, usize)>> =
            self.remarks.iter().map(|remark| (remark.path.as_str(), Vec::new())).collect();
        for (at, stored) in findings.iter().enumerate() {
            if let Some(found) = by_path.get_mut(stored.path()) {
                found.push((stored.region().start.offset, stored.rule(), at));
            }
        }
        for found in by_path.values_mut() {
            found.sort_by_key(|(at, ..)| *at);
        }
        let mut is_hidden = vec![false; findings.len()];
        let mut used = Vec::new();
        for (number, remark) in self.remarks.iter().enumerate() {
            let (Ok((rule, _)), Some(scope)) = (names.read(&remark.text), &remark.scope) else { continue };
            let found = by_path.get(remark.path.as_str()).map_or(&[][..], Vec::as_slice);
            let begin = found.partition_point(|(start, ..)| *start < scope.start);
            for &(_, of, at) in found[begin..].iter().take_while(|(start, ..)| *start < scope.end) {
                if of == rule {
                    is_hidden[at] = true;
                    used.push(number);
                }
            }
        }
        for number in used {
            self.remarks[number].is_used = true;
        }
        let mut hidden = is_hidden.into_iter();
        findings.retain(|_| hidden.next() != Some(true)) as u64
    }

    /// Returns a warning for each comment that hid a finding, for a trace.
    pub fn warnings_of_hidden(&self) -> impl Iterator<Item = Problem> {
        self.remarks.iter().filter(|remark| remark.is_used).map(|remark| {
            let message = "a check does not report findings in the element after this comment";
            to_problem(Problem::new("ignored", message).help("remove the comment to see them"), remark)
        })
    }
}

/// Reports the messages about the comments of a whole run. `idle` are the names of known rules that are not run.
pub(crate) fn report_remarks<'r>(
    mut remarks: Vec<Remark>,
    run: impl Iterator<Item = &'r str>,
    idle: &'r [String],
    met: &mut Diagnostics,
) {
    remove_duplicates(&mut remarks);
    let names = RuleNames::of(run, idle);
    let uncertain: FxHashSet<Doubt<'_>> =
        met.problems.iter().filter_map(|it| Some((it.affected_file()?, it.rule.as_deref()))).collect();
    let mut diagnostics = Diagnostics::default();
    for remark in &remarks {
        let (list, code, message, help) = match message_for(remark, &names, &uncertain) {
            None => continue,
            Some(RemarkMessage::Idle(code, message, help)) => (&mut diagnostics.warnings, code, message, help),
            Some(RemarkMessage::Doubtful(code, message, help)) => (&mut diagnostics.hints, code, message, help),
        };
        list.push(to_problem(Problem::new(code, message).help(help), remark));
    }
    met.extend(diagnostics);
}

/// Returns the message about a comment, if there is one.
fn message_for(remark: &Remark, names: &RuleNames<'_>, uncertain: &FxHashSet<Doubt<'_>>) -> Option<RemarkMessage> {
    let (rule, reason) = match names.read(&remark.text) {
        Ok(ignored) => ignored,
        Err(wrong) => return Some(wrong),
    };
    if remark.scope.is_none() {
        let message = "no element follows this comment, so it hides nothing".to_owned();
        let help = "put it in front of the element that it applies to".to_owned();
        Some(RemarkMessage::Idle(IssueCode::IgnoreNothing, message, help))
    } else if !remark.is_used && names.run.contains(&rule) && !is_uncertain(uncertain, &remark.path, rule) {
        let message = format!("this comment hides nothing: `{rule}` finds nothing in the element after it");
        Some(RemarkMessage::Idle(IssueCode::IgnoreUnused, message, "remove the comment".to_owned()))
    } else if reason.split_whitespace().any(|word| word == REMARK) {
        let message = format!("this comment applies only to `{rule}`: the text after the name is the reason");
        Some(RemarkMessage::Idle(IssueCode::IgnoreTwice, message, format!("write a comment for each `{REMARK}`")))
    } else if reason.is_empty() {
        let message = "this comment gives no reason".to_owned();
        let help = format!("write the reason after the rule: `assay-ignore {rule} REASON`");
        Some(RemarkMessage::Doubtful(IssueCode::IgnoreNoReason, message, help))
    } else {
        None
    }
}

/// Returns true if a problem may have prevented findings of a rule in a file.
fn is_uncertain(uncertain: &FxHashSet<Doubt<'_>>, path: &str, rule: &str) -> bool {
    [None, Some(rule)].into_iter().any(|rule| uncertain.contains(&(path, rule)))
}

/// Returns the names of known rules that are not run: they are switched off, or cannot be used.
pub(super) fn idle_names(checker: &Checker) -> Vec<String> {
    let broken = checker.diagnostics().problems.iter().filter_map(|problem| problem.rule.as_deref());
    checker.rules().idle().chain(broken).map(str::to_owned).collect()
}

/// Removes duplicate comments: several workers, or several parts of a run, may have read the file of a definition.
fn remove_duplicates(remarks: &mut Vec<Remark>) {
    remarks.sort_by(|a, b| (&a.path, a.region.start.offset).cmp(&(&b.path, b.region.start.offset)));
    remarks.dedup_by(|again, first| {
        let is_same = again.path == first.path && again.region == first.region;
        first.is_used |= is_same && again.is_used;
        is_same
    });
}

/// Returns the message at the place of the comment.
fn to_problem(problem: Problem, remark: &Remark) -> Problem {
    problem.in_file(remark.path.as_str()).at(remark.region, remark.excerpt.clone())
}

impl<'c> RuleNames<'c> {
    fn of(run: impl Iterator<Item = &'c str>, idle: &'c [String]) -> Self {
        Self { run: run.collect(), idle: idle.iter().map(String::as_str).collect() }
    }

    /// Returns the rule of a comment, and its reason.
    fn read<'r>(&self, text: &'r str) -> Result<(&'r str, &'r str), RemarkMessage> {
        let (word, rest) = first_word(text);
        if word != REMARK {
            let is_half = word.eq_ignore_ascii_case("assay");
            let word = if is_half { format!("{word} {}", first_word(rest).0) } else { word.to_owned() };
            let message = format!("`{word}` is not `{REMARK}`: this comment hides nothing");
            return Err(RemarkMessage::Idle(IssueCode::RemarkUnknown, message, FORM.to_owned()));
        }
        if rest.is_empty() {
            let message = "this comment names no rule, so it hides nothing".to_owned();
            return Err(RemarkMessage::Idle(IssueCode::IgnoreNoRule, message, FORM.to_owned()));
        }
        // Names may contain spaces, and one name may be the beginning of another.
        let is_candidate = |name: &str| {
            rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        };
        let known = || self.run.iter().chain(&self.idle).copied();
        if let Some(name) = known().filter(|name| is_candidate(name)).max_by_key(|name| name.len()) {
            let (rule, reason) = rest.split_at(name.len());
            return Ok((rule, reason.trim_start()));
        }
        let (word, _) = first_word(rest);
        let (code, message) =
            (IssueCode::IgnoreUnknownRule, format!("this hides nothing, because no rule `{word}` is run"));
        Err(match nearest(word, known()) {
            Some(near) => RemarkMessage::Idle(code, message, format!("did you mean `{near}`?")),
            None => {
                RemarkMessage::Doubtful(code, message, "remove the comment if the rule no longer exists".to_owned())
            }
        })
    }
}

/// Splits a string into its first word and the text after it.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests;
