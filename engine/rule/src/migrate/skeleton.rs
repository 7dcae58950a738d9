//! Skeletons of Rhai functions, with the Python functions that they come from.
//!
//! Each skeleton throws when it is called, so that rules with untranslated functions do not pass.

use std::collections::BTreeSet;
use std::ops::Range;

use super::call::Role;
use super::choice::{Returns, choice};
use super::draft::{DraftLines, DraftNote};
use super::python::{FunctionDefinition, Statement};
use super::scalar::{is_curly, is_forgiven, is_printable};
use super::{equivalents, identifier, string_tests};

/// The start of the message that an unwritten function throws. The name of the function follows.
pub(super) const UNWRITTEN: &str = "not migrated yet: ";

/// The reason why Python is kept only as a comment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Why {
    /// It is not a function.
    Context,
    /// No rule calls it.
    Unused,
    /// An expression replaces it.
    Replaced,
}

pub(super) struct Skeleton<'s, 'p> {
    pub statement: &'s Statement<'p>,
    pub definition: &'s FunctionDefinition<'p>,
    /// The roles in which it is called.
    pub roles: BTreeSet<Role>,
    /// The rule whose function of this name version 1 used instead.
    pub overlaid: Option<&'s str>,
    /// True if another function above has the same Python.
    pub repeats: bool,
}

/// Rhai code that is being written, with the Python that it comes from.
#[derive(Default)]
pub(super) struct PythonCode {
    written: Vec<(String, u32)>,
    notes: Vec<DraftNote>,
    python: Vec<String>,
    /// The old line of each line of Python.
    from: Vec<u32>,
}

impl PythonCode {
    pub fn new(python: &[&str], from: &[u32]) -> Self {
        let mut code = Self::default();
        code.continue_with(python, from);
        code
    }

    pub fn continue_with(&mut self, python: &[&str], from: &[u32]) {
        self.python = python.iter().map(|line| (*line).to_owned()).collect();
        self.from = from.to_vec();
    }

    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    pub fn finish(self) -> (DraftLines, Vec<DraftNote>) {
        let (mut texts, mut from): (Vec<String>, Vec<u32>) = self.written.into_iter().unzip();
        if !texts.is_empty() {
            // The text ends with a line break, after which there is an empty line.
            texts.push(String::new());
            from.extend(from.last().copied());
        }
        (DraftLines { text: texts.join("\n"), from }, self.notes)
    }

    pub fn note_done(&mut self, message: &str) {
        self.notes.push(DraftNote::done_note(message));
    }

    /// Adds a note that a function was moved here, and which rules call it.
    pub fn note_moved(&mut self, statement: &Statement<'_>, rules: &[String]) {
        let names: Vec<&str> = statement.defines.iter().map(|definition| definition.name).collect();
        let at = self.written.len() + usize::from(!self.written.is_empty());
        let verb = if rules.len() == 1 { "calls" } else { "call" };
        let message = format!("`{}` is moved to `script:`, because {} {verb} it", names.join("`, `"), rules.join(", "));
        self.notes.push(DraftNote::done_note(message).at(at));
    }

    /// Writes the lines between statements, which are comments.
    pub fn remark(&mut self, lines: Range<usize>) {
        let lines: Vec<usize> = lines.filter(|&at| !self.python[at].trim().is_empty()).collect();
        if let Some(&first) = lines.first() {
            self.separate(self.old_line(first));
            for at in lines {
                self.remark_one(at);
            }
        }
    }

    /// Writes a statement as a comment: it is not converted to Rhai, or no rule needs it.
    pub fn comment(&mut self, statement: &Statement<'_>, why: Why) {
        let from = self.old_line(statement.lines.start);
        self.separate(from);
        if why == Why::Replaced {
            self.line("// This is an expression in `condition` now:", from);
        } else if why == Why::Unused {
            let names: Vec<String> = statement.defines.iter().map(|known| format!("`{}`", known.name)).collect();
            let message = format!("no rule calls {}: its Python is kept as a comment", names.join(", "));
            self.notes.push(DraftNote::done_note(message).at(self.written.len()));
            self.line("// No rule calls this:", from);
        }
        for at in statement.lines.clone() {
            self.remark_one(at);
        }
    }

    /// Writes the skeleton of a function, once for each number of parameters with which it is called.
    pub fn skeleton(&mut self, skeleton: &Skeleton<'_, '_>) {
        let name = identifier::rhai(skeleton.definition.name);
        let mut written: Vec<usize> = Vec::new();
        for parameters in parameters(skeleton) {
            // Rhai selects a function by its number of parameters, so the same number would be a redefinition.
            if written.contains(&parameters.len()) {
                continue;
            }
            let repeats = skeleton.repeats || !written.is_empty();
            written.push(parameters.len());
            self.function(skeleton, &name, &parameters, repeats);
        }
    }

    fn function(&mut self, skeleton: &Skeleton<'_, '_>, name: &str, parameters: &[String], repeats: bool) {
        let from = self.old_line(skeleton.definition.line);
        let translated = self.translate(skeleton);
        self.separate(from);
        if translated.is_none() {
            for line in self.preface(skeleton, parameters.len(), repeats) {
                self.line(format!("// {line}"), from);
            }
        }
        self.line(format!("fn {name}({}) {{", parameters.join(", ")), from);
        if translated.is_none() {
            self.line(format!("    throw \"{UNWRITTEN}{name}\";"), from);
        }
        if !repeats {
            for at in skeleton.statement.lines.clone() {
                let line = comment(&self.python[at]);
                self.line(format!("    {line}"), self.old_line(at));
            }
        }
        if let Some(translated) = translated {
            let message = format!("`{name}` only selects values and is converted to Rhai: compare it with its Python");
            self.notes.push(DraftNote::done_note(message).at(self.written.len()));
            self.line(format!("    {translated}"), from);
        }
        self.line("}", from);
    }

    /// Returns the body of a filter in Rhai, if the meaning of the filter is certain.
    fn translate(&self, skeleton: &Skeleton<'_, '_>) -> Option<String> {
        if !skeleton.roles.iter().all(|role| *role == Role::Filter) || skeleton.roles.is_empty() {
            return None;
        }
        let python = self.python[skeleton.statement.lines.clone()].join("\n");
        let choice = choice(&python, Returns::Values)?;
        let test = string_tests::rhai(choice.text, choice.variable)?;
        let variable = choice.variable;
        (identifier::rhai(variable) == variable).then(|| format!("data.filter(|{variable}| {test})"))
    }

    /// Returns the comment lines above a function.
    fn preface(&self, skeleton: &Skeleton<'_, '_>, count: usize, repeats: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let is = |role: Role| skeleton.roles.contains(&role);
        match count {
            2 if is(Role::Filter) => lines.push("Returns the values to keep.".to_owned()),
            3 if is(Role::Condition) => {
                lines.push("Returns the values that fail, each as it is or as finding(value, message).".to_owned());
                lines.push("Version 1 returned (passed, values); only the values count now.".to_owned());
            }
            _ => {}
        }
        if let Some(rule) = skeleton.overlaid.filter(|_| !repeats) {
            let rule: String = rule.chars().map(|c| if is_printable(c) { c } else { ' ' }).collect();
            lines.push(format!("Version 1 used the later function of this name in `{rule}` instead: compare the two."));
        }
        if !repeats {
            lines.extend(equivalents::hints(&self.python[skeleton.statement.lines.clone()].join("\n")));
        }
        lines
    }

    fn separate(&mut self, from: u32) {
        if !self.written.is_empty() {
            self.line("", from);
        }
    }

    fn remark_one(&mut self, at: usize) {
        let line = comment(&self.python[at]);
        self.line(line, self.old_line(at));
    }

    fn line(&mut self, text: impl Into<String>, from: u32) {
        self.written.push((text.into(), from));
    }

    fn old_line(&self, at: usize) -> u32 {
        self.from.get(at).or(self.from.last()).copied().unwrap_or(1)
    }
}

fn parameters(skeleton: &Skeleton<'_, '_>) -> Vec<Vec<String>> {
    let named = |names: &[&str]| names.iter().map(|name| identifier::rhai(name)).collect::<Vec<String>>();
    let python = skeleton.definition.parameters.as_deref().unwrap_or(&[]);
    let of_role = |role: &Role| match role {
        Role::Filter => named(&["data", "filepath"]),
        Role::Condition => named(&["data", "filepath", "condition"]),
        Role::Helper => named(python),
    };
    let found: Vec<Vec<String>> = skeleton.roles.iter().map(of_role).collect();
    if found.is_empty() { vec![named(python)] } else { found }
}

fn comment(line: &str) -> String {
    let text: String = line.chars().map(|c| if is_printable(c) || c == '\t' { c } else { ' ' }).collect();
    // Curly quotes that would prevent a block layout are replaced.
    let text = if is_forgiven(&text) { text.replace(is_curly, "\"") } else { text };
    format!("// {text}").trim_end().to_owned()
}
