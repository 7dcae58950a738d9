//! The stage in which files are checked that values of rules with `subxpath` name.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::Run;
use crate::check::Checker;
use crate::check::batch::{Citation, Counts, Job, Target, Task};
use crate::report::{Problem, Value, Via};
use crate::text::{IssueCode, sort_by, sort_by_key};

impl Run {
    /// Each file that a rule's values name, once for the rule; the first value that named it is remembered.
    pub(super) fn cited_tasks(&mut self, checker: &Checker) -> Vec<Task> {
        let mut citations = std::mem::take(&mut self.citations);
        // Stable: the values of one file are in the order in which its rule yielded them.
        sort_by(&mut citations, |a, b| (a.rule, &a.via.path).cmp(&(b.rule, &b.via.path)));
        if self.focus.is_some() {
            // A file that is named leads before others do, so that who named it sees why.
            sort_by_key(&mut citations, |citation| (citation.rule, !self.owns(&citation.via.path)));
        }
        let led = self.focus.is_some().then(|| self.led_from(&citations));
        let mut last = None;
        let mut known: FxHashSet<(u32, Target)> = FxHashSet::default();
        let mut wants: BTreeMap<String, Vec<(u32, Via)>> = BTreeMap::new();
        for Citation { rule, target, via } in citations {
            if let Some(led) = &led
                && !self.owns(&via.path)
            {
                if matches!(&target, Target::File(path) if self.owns(path)) {
                    // It looks at this file, too, as far as these values go.
                    let files = u64::from(last.as_ref() != Some(&(rule, via.path.clone())));
                    last = Some((rule, via.path.clone()));
                    self.counts[rule as usize].add(Counts { files, values: 1, kept: true, ..Counts::default() });
                } else if !led.contains(&(rule, target.clone())) {
                    continue;
                }
            }
            let is_first = known.insert((rule, target.clone()));
            if let Some(traced) = &mut self.traced {
                traced.cited(&target, &via, is_first);
            }
            if !is_first {
                continue;
            }
            let name = checker.rules().rules()[rule as usize].name();
            match target {
                Target::File(path) => wants.entry(path).or_default().push((rule, via)),
                Target::Outside(path) => {
                    let message = format!(
                        "the path `{path}`, named in `{}` on line {}, leaves the root",
                        via.path, via.region.start.line
                    );
                    let owns = self.owns(&via.path);
                    self.refuse(rule, owns, Problem::new(IssueCode::PathOutside, message).of_rule(name).in_file(path));
                }
                Target::NoPath(_) => {
                    let message = format!("{} is no path, so `subxpath` has no file to read", describe(&via));
                    let owns = self.owns(&via.path);
                    self.refuse(
                        rule,
                        owns,
                        Problem::new(IssueCode::PathExpected, message)
                            .of_rule(name)
                            .in_file(via.path)
                            .at(via.region, None),
                    );
                }
            }
        }
        self.note_led_into(wants.keys());
        for (path, wants) in &wants {
            if let Some(focus) = &mut self.focus {
                focus.see(path);
            }
            self.note_asked(path, wants.iter().map(|(rule, _)| *rule), true);
        }
        let task = |(path, wants): (String, _)| {
            let published = self.made(&path).map(|made| made.published.clone());
            Task { path, job: Job::Cited(wants), published }
        };
        wants.into_iter().filter(|(path, _)| self.focus.is_some() || self.owns(path)).map(task).collect()
    }

    /// Tells of a value that leads nowhere; it is counted where the file is checked that holds it.
    fn refuse(&mut self, rule: u32, owns: bool, problem: Problem) {
        self.counts[rule as usize].unchecked += u64::from(owns);
        if let Some(traced) = &mut self.traced {
            traced.refused(&problem);
        }
        self.diagnostics.problems.push(problem);
    }
}

fn describe(via: &Via) -> String {
    match &via.value {
        Value::Null => "nothing".to_owned(),
        Value::Text(text) if text.trim().is_empty() => "an empty text".to_owned(),
        value => format!("`{}`", value.display()),
    }
}
