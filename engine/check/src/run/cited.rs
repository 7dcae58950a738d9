//! The stage that checks the files that values of rules with `subxpath` name.

use assay_document::text::IssueCode;
use assay_report::{Problem, Value, Via};
use rustc_hash::{FxHashMap, FxHashSet};

use super::state::RunState;
use crate::batch::{BatchTask, Citation, CitedFile, Counts, Job};
use crate::checker::Checker;

/// Returns the tasks of the stage. A rule checks each file that its values name once, with the first value.
pub(super) fn tasks(run: &mut RunState, checker: &Checker) -> Vec<BatchTask> {
    let mut citations = std::mem::take(&mut run.citations);
    // Stable: the values of one file are in the order in which its rule yielded them.
    citations.sort_by(|a, b| (a.rule, &a.via.path).cmp(&(b.rule, &b.via.path)));
    if run.scope.focus.is_some() {
        // Values in files that the user named come first, so that the user sees the connection.
        citations.sort_by_key(|citation| (citation.rule, !run.scope.owns(&citation.via.path)));
    }
    let references = run.scope.focus.as_mut().map(|focus| focus.references_from(&citations));
    let mut last = None;
    let mut known: FxHashSet<(u32, CitedFile)> = FxHashSet::default();
    let mut by_path: FxHashMap<String, Vec<(u32, Via)>> = FxHashMap::default();
    for Citation { rule, target, via } in citations {
        let owns = run.scope.owns(&via.path);
        if let Some(references) = references.as_ref().filter(|_| !owns) {
            if matches!(&target, CitedFile::File(path) if run.scope.owns(path)) {
                // The rule looks at this file, too, because of these values.
                let files = u64::from(last.as_ref() != Some(&(rule, via.path.clone())));
                last = Some((rule, via.path.clone()));
                run.counts[rule as usize].add(Counts { files, values: 1, kept: true, ..Counts::default() });
            } else if !references.contains(&(rule, target.clone())) {
                continue;
            }
        }
        let is_first = known.insert((rule, target.clone()));
        if let Some(traced) = &mut run.scope.traced {
            traced.note_cited(&target, &via, is_first);
        }
        if !is_first {
            continue;
        }
        let problem = match target {
            CitedFile::File(path) => {
                by_path.entry(path).or_default().push((rule, via));
                continue;
            }
            CitedFile::Outside(path) => leaves_root(&path, &via).in_file(path),
            CitedFile::NoPath(_) => {
                let message = format!("{} is not a path, so `subxpath` has no file to read", describe(&via));
                Problem::new(IssueCode::PathExpected, message).in_file(via.path).at(via.region, None)
            }
        };
        let problem = problem.of_rule(checker.rules().rules()[rule as usize].name());
        // Every part of a run follows all references, and counts those of its files. Of blocks, only one follows each.
        run.counts[rule as usize].unchecked += u64::from(owns || run.scope.block.is_some());
        if let Some(traced) = &mut run.scope.traced {
            traced.note_refused(&problem);
        }
        run.met.problems.push(problem);
    }
    // Sorted only once: paths have common prefixes, so comparing two takes longer than hashing one.
    let mut requests: Vec<(String, Vec<(u32, Via)>)> = by_path.into_iter().collect();
    requests.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, requests) in &requests {
        if let Some(at) = run.files.place(path) {
            run.notes.read_files.note(at);
        }
        run.scope.note_selected(path);
        if run.scope.is_of_all_files() {
            run.notes.unmatched.note_extractions(path, requests.iter().map(|(rule, _)| *rule), true);
        }
    }
    let is_here = |path: &str| run.scope.focus.is_some() || run.scope.owns(path);
    let task = |(path, requests): (String, _)| {
        let virtual_file = run.files.virtual_files.file(&path);
        BatchTask { path, job: Job::Cited(requests), virtual_file }
    };
    requests.into_iter().filter(|(path, _)| is_here(path)).map(task).collect()
}

/// Returns the problem of a value that names a path outside of the root.
fn leaves_root(path: &str, via: &Via) -> Problem {
    let Via { path: from, region, .. } = via;
    let message = format!("the path `{path}`, named in `{from}` on line {}, leaves the root", region.start.line);
    Problem::new(IssueCode::PathOutside, message)
}

fn describe(via: &Via) -> String {
    match &via.value {
        Value::Null => "`null`".to_owned(),
        Value::Text(text) if text.trim().is_empty() => "an empty string".to_owned(),
        value => format!("`{}`", value.display()),
    }
}
