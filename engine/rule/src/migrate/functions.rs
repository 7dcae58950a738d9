//! Replaces Python functions by Rhai functions.

use super::draft::{DraftContent, DraftEntry, DraftNote, DraftPart, find, find_mut};
use super::plan::{MigrationPlan, PlannedRule, StatementPlace};
use super::python::{Statement, rhai_functions};
use super::skeleton::{PythonCode, Skeleton, Why};
use super::{call, form, name};

pub(super) fn change(root: &mut DraftPart) {
    let script = root.entries().and_then(|entries| find(entries, "script")).map(|entry| entry.part.clone());
    let rules = rules(root);
    let expressions = MigrationPlan::new(&rules, script.as_ref()).expressions();
    for ((_, rule), expression) in form::rules(root).into_iter().zip(&expressions) {
        if let (Some(expression), Some(entries)) = (expression, rule.entries_mut()) {
            call::replace(entries, &expression.text);
        }
    }
    // Conditions that are expressions now call no functions, so other functions may be unused or shared.
    let rules = self::rules(root);
    let mut plan = MigrationPlan::new(&rules, script.as_ref());
    plan.replaced.extend(expressions.into_iter().flatten().map(|expression| expression.of));
    let codes: Vec<Option<PythonCode>> = (0..rules.len()).map(|rule| plan.own_code(rule)).collect();
    let shared = plan.shared_code();
    for (((_, part), rule), code) in form::rules(root).into_iter().zip(&rules).zip(codes) {
        if let Some(entries) = part.entries_mut() {
            call::rename(entries, &rule.calls);
            if let Some(code) = code {
                replace_python(part, code);
            }
        }
    }
    if !shared.is_empty() {
        put_script(root, shared);
    }
}

/// Returns the names, calls and functions of the rules, for a [`MigrationPlan`].
fn rules(root: &mut DraftPart) -> Vec<PlannedRule> {
    let names = name::names(root);
    form::rules(root).into_iter().zip(names).map(|((_, rule), name)| PlannedRule::of(rule, name)).collect()
}

impl MigrationPlan<'_> {
    /// Returns the new content of a rule's `func_str`; `None` if it had no Python.
    fn own_code(&self, rule: usize) -> Option<PythonCode> {
        let outline = self.outlines[rule].as_ref()?;
        let python = self.rules[rule].python.as_ref()?;
        let mut code = PythonCode::new(&outline.lines, &python.from);
        let moved = |at: usize| self.is_function((rule, at)) && self.shared_as((rule, at)).is_some();
        let keeps = |at: usize, statement: &Statement<'_>| {
            !moved(at) && !statement.is_import && !self.shared.contains_key(&(rule, at))
        };
        let is_kept = outline.statements.iter().enumerate().any(|(at, statement)| keeps(at, statement));
        if !is_kept && !outline.has_remarks() {
            let moved = outline.statements.iter().enumerate().any(|(at, _)| moved(at));
            code.note_done(if moved {
                "all of its functions are moved to `script:`, because other rules call them too"
            } else {
                "`func_str` is removed: it had imports but no functions"
            });
            return Some(code);
        }
        let mut end = 0;
        for (at, statement) in outline.statements.iter().enumerate() {
            code.remark(end..statement.lines.start);
            end = statement.lines.end;
            if !moved(at) {
                self.emit(&mut code, (rule, at), self.reached[rule].contains(&(rule, at)));
            }
        }
        code.remark(end..outline.lines.len());
        Some(code)
    }

    fn emit(&self, code: &mut PythonCode, place: StatementPlace, is_needed: bool) {
        let Some(statement) = self.statement(place) else { return };
        if !is_needed || !self.is_function(place) {
            let why = match self.is_function(place) {
                true if self.replaced.contains(&place) => Why::Replaced,
                true => Why::Unused,
                false => Why::Context,
            };
            code.comment(statement, why);
            return;
        }
        let mut listed: Vec<&str> = Vec::new();
        for definition in statement.defines.iter().filter(|definition| definition.parameters.is_some()) {
            if listed.contains(&definition.name) {
                continue;
            }
            let roles = self.roles.get(&(place, definition.name)).cloned().unwrap_or_default();
            let overlaid = self.overridden_rule(place, definition.name);
            code.skeleton(&Skeleton { statement, definition, roles, overlaid, repeats: !listed.is_empty() });
            listed.push(definition.name);
        }
    }

    fn shared_code(&self) -> PythonCode {
        let mut code = PythonCode::default();
        for (&place, rules) in &self.shared {
            let (Some(outline), Some(python)) = (&self.outlines[place.0], &self.rules[place.0].python) else {
                continue;
            };
            code.continue_with(&outline.lines, &python.from);
            if self.is_function(place) {
                let names: Vec<String> = rules.iter().map(|&rule| format!("`{}`", self.rules[rule].name)).collect();
                code.note_moved(&outline.statements[place.1], &names);
            }
            self.emit(&mut code, place, true);
        }
        code
    }
}

fn replace_python(rule: &mut DraftPart, code: PythonCode) {
    let Some(entries) = rule.entries_mut() else { return };
    let (lines, notes) = code.finish();
    if lines.text.is_empty() {
        entries.retain(|entry| !entry.key.eq_ignore_ascii_case("func_str"));
        rule.notes.extend(notes);
    } else if let Some(entry) = find_mut(entries, "func_str") {
        let has_functions = rhai_functions(&lines.text).next().is_some();
        entry.part.content = DraftContent::Text(lines);
        entry.part.notes.push(DraftNote::done_note(if has_functions {
            "the Python functions are now Rhai functions; the Python is kept as comments"
        } else {
            "no function is needed any more; the Python is kept as comments"
        }));
        entry.part.notes.extend(notes);
    }
}

fn put_script(root: &mut DraftPart, code: PythonCode) {
    let (lines, notes) = code.finish();
    let line = lines.from.first().copied().unwrap_or(1);
    let existing = root.entries_mut().and_then(|entries| find_mut(entries, "script"));
    if let Some(DraftEntry { part, .. }) = existing
        && let DraftContent::Text(known) = &mut part.content
    {
        let before = known.text.trim_end().split('\n').count();
        known.from.truncate(before);
        known.from.push(line);
        known.from.extend(&lines.from);
        known.text = format!("{}\n\n{}", known.text.trim_end(), lines.text);
        part.notes
            .extend(notes.into_iter().map(|note| DraftNote { inner: note.inner.map(|at| at + before + 1), ..note }));
        return;
    }
    let mut part = DraftPart::new(DraftContent::Text(lines), line);
    part.notes = notes;
    form::add_script(root, part);
}
