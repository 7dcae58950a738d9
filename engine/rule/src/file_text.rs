//! The text of a rule file while it is read. Creates the problems of the file, with their places.

use assay_document::extract::XPath;
use assay_document::text::{Fault, IssueCode, LineBlocks, LineIndex, Pattern, Region, Span};
use assay_report::{Diagnostics, Excerpt, Problem};

use super::document::{RuleScalar, escape_double_quoted};

/// The prefix that marks the name of a collection or a function in the place of a pattern.
pub(super) const ARTFUNC: &str = "artfunc_";

/// A rule file with its lines.
pub struct FileText<'t> {
    /// The path, as the host names it.
    pub path: &'t str,
    /// The content of the file.
    pub text: &'t str,
    lines: LineIndex<'t>,
}

/// An error that has been reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

/// A place in a rule file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Site {
    /// The rule file.
    pub path: String,
    /// The range in the file.
    pub region: Region,
    /// The line around the place.
    pub excerpt: Excerpt,
}

impl Site {
    /// Sets the place of a problem to this place.
    #[must_use]
    pub fn mark(self, problem: Problem) -> Problem {
        problem.in_file(self.path).in_rules().at(self.region, Some(self.excerpt))
    }

    /// Converts a fault to a problem at this place. The span of the fault is ignored.
    #[must_use]
    pub fn into_problem(self, fault: Fault) -> Problem {
        let plain = fault.suggestion.as_deref();
        let suggestion = plain.map(|plain| self.spell_in_place(plain));
        // If the suggestion needs quotes, the help text shows it with quotes, too.
        let help = match (fault.help, plain.zip(suggestion.as_deref())) {
            (Some(help), Some((meant, spelled))) if self.must_quote(meant) => {
                Some(help.replace(&format!("`{meant}`"), &format!("`{spelled}`")))
            }
            (help, _) => help,
        };
        let problem = Problem { help, suggestion, ..Problem::new(fault.code, fault.message) };
        self.mark(problem)
    }

    /// Returns `suggestion` as it is written in place of the text here: in the same quotes, or in new ones if it needs
    /// them.
    fn spell_in_place(&self, suggestion: &str) -> String {
        let (before, here) = self.around();
        let single = |text: &str| text.replace('\'', "''");
        match (before.chars().last(), here.chars().next()) {
            (_, Some('"')) if here.len() > 1 && here.ends_with('"') => {
                format!("\"{}\"", escape_double_quoted(suggestion))
            }
            (_, Some('\'')) if here.len() > 1 && here.ends_with('\'') => format!("'{}'", single(suggestion)),
            (Some('"'), _) => escape_double_quoted(suggestion),
            (Some('\''), _) => single(suggestion),
            _ if self.must_quote(suggestion) => format!("'{}'", single(suggestion)),
            _ => suggestion.to_owned(),
        }
    }

    /// Returns true if `suggestion` needs quotes in this place: the text here has none and is the whole value of a key.
    fn must_quote(&self, suggestion: &str) -> bool {
        let (before, here) = self.around();
        needs_quotes(suggestion) && before.trim_end().ends_with(':') && !here.starts_with(['"', '\''])
    }

    /// Returns the part of the line in front of the place, and the text at the place.
    fn around(&self) -> (String, String) {
        let Excerpt { text, start, end, .. } = &self.excerpt;
        let (start, end) = (*start as usize, *end as usize);
        let here = text.chars().skip(start).take(end.saturating_sub(start)).collect();
        (text.chars().take(start).collect(), here)
    }
}

/// Returns true if a suggestion needs quotes in YAML. Without them, only the forgiving reader could read it.
fn needs_quotes(text: &str) -> bool {
    // The first three begin an alias or a mapping, or are reserved. `: ` ends a key, and ` #` begins a comment.
    text.starts_with(['*', '{', '`']) || text.contains(": ") || text.contains(" #")
}

/// Returns true if a plain scalar of YAML may begin with this string.
fn may_begin_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '<' | '=' | '/' | '.' | '*' | '{'))
}

impl<'t> FileText<'t> {
    /// Creates the text of the file at `path`.
    pub fn new(path: &'t str, text: &'t str) -> Self {
        Self { path, text, lines: LineIndex::new(text) }
    }

    /// Creates the text of a file whose lines are already known.
    pub fn with_lines(path: &'t str, text: &'t str, lines: &'t LineBlocks) -> Self {
        Self { path, text, lines: LineIndex::of_part(lines, text, 0) }
    }

    /// Returns the place of `span`.
    pub fn site(&self, span: Span) -> Site {
        let region = self.lines.region(span);
        Site { path: self.path.to_owned(), region, excerpt: Excerpt::new(&self.lines, region) }
    }

    /// Returns the line of `offset`, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines.line(offset)
    }

    /// Converts a fault to a problem of the file. The span is in bytes of the file.
    pub fn problem(&self, fault: Fault) -> Problem {
        self.site(fault.span).into_problem(fault)
    }

    /// Converts a fault in a string of the file to a problem. The span is in bytes of that string.
    pub fn problem_in(&self, scalar: &RuleScalar, fault: Fault) -> Problem {
        let span = scalar.locate(self.text, fault.span);
        if let Some(suggestion) = fault.suggestion.as_ref().and_then(|plain| scalar.in_quotes(plain)) {
            return Problem { suggestion: Some(suggestion), ..self.problem(Fault { span, suggestion: None, ..fault }) };
        }
        let replacement = fault.suggestion.and_then(|plain| {
            let begins = scalar.is_plain() && span.start() == scalar.span.start();
            match (begins && !may_begin_plain(&plain), span == scalar.span) {
                (false, _) => Some(plain),
                (true, true) => Some(format!("'{}'", plain.replace('\'', "''")).into_boxed_str()),
                // Quotes around a part of a plain string would be part of its text.
                (true, false) => None,
            }
        });
        self.problem(Fault { span, suggestion: replacement, ..fault })
    }
}

/// Returns `fault` with the suggestion or, without a suggestion, with the help message.
pub(super) fn suggest_or_help(fault: Fault, suggestion: Option<&str>, help: impl Into<String>) -> Fault {
    match suggestion {
        Some(suggestion) => fault.suggest(suggestion),
        None => fault.help(help),
    }
}

/// Returns the fault of a key that is not in `known`. It suggests the most similar key or, if no key is similar, has the
/// help message.
pub(super) fn unknown_key<'k>(
    code: IssueCode,
    key: &RuleScalar,
    known: impl IntoIterator<Item = &'k str>,
    help: impl Into<String>,
) -> Fault {
    let fault = Fault::new(code, format!("unknown key `{}`", key.text), key.span);
    fault.help(help).suggest_nearest(&key.text, known)
}

/// Collects the problems, warnings and hints of a rule file, or of a part of it.
pub(super) struct Reporter<'f> {
    pub file: &'f FileText<'f>,
    pub diagnostics: Diagnostics,
}

impl<'f> Reporter<'f> {
    /// Creates a reporter for `file` that has no diagnostics yet.
    pub fn new(file: &'f FileText<'f>) -> Self {
        Self { file, diagnostics: Diagnostics::default() }
    }

    pub fn problem(&mut self, fault: Fault) -> Reported {
        self.diagnostics.problems.push(self.file.problem(fault));
        Reported
    }

    /// Adds a problem of one string in the file; its span is in bytes of that string.
    pub fn problem_in(&mut self, text: &RuleScalar, fault: Fault) -> Reported {
        self.diagnostics.problems.push(self.file.problem_in(text, fault));
        Reported
    }

    /// Adds a warning. The rule or file is used in spite of it.
    pub fn warning(&mut self, fault: Fault) {
        self.diagnostics.warnings.push(self.file.problem(fault));
    }

    /// Adds a hint about input that was read leniently.
    pub fn hint(&mut self, fault: Fault) {
        self.diagnostics.hints.push(self.file.problem(fault));
    }

    /// Compiles a regular expression of a field that cannot name a collection or a function. If it names one, the fault
    /// has this code and message.
    pub fn pattern(&mut self, text: &RuleScalar, code: IssueCode, message: &str) -> Result<Pattern, Reported> {
        // As a regular expression, such a name would match nothing.
        if text.text.starts_with(ARTFUNC) {
            return Err(self.problem(Fault::new(code, message, text.span)));
        }
        Pattern::new(&text.text).map_err(|fault| self.problem_in(text, fault))
    }

    /// Parses an extraction. Its problems, warnings and hints are reported.
    pub fn xpath(&mut self, text: &RuleScalar) -> Result<XPath, Reported> {
        let parsed = XPath::parse(&text.text);
        let to_problem = |fault| self.file.problem_in(text, fault);
        self.diagnostics.problems.extend(parsed.faults.into_iter().map(to_problem));
        self.diagnostics.warnings.extend(parsed.warnings.into_iter().map(to_problem));
        self.diagnostics.hints.extend(parsed.hints.into_iter().map(to_problem));
        parsed.xpath.ok_or(Reported)
    }

    /// Returns all diagnostics as those of the rule `name`.
    pub fn of_rule(self, name: &str) -> Diagnostics {
        let mut diagnostics = self.diagnostics;
        for problem in diagnostics.problems.iter_mut().chain(&mut diagnostics.warnings).chain(&mut diagnostics.hints) {
            problem.rule = Some(name.to_owned());
        }
        diagnostics
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::IssueCode;

    use super::*;

    #[test]
    fn suggestions_use_the_existing_quotes() {
        let plain = "R/G[@S.x==\"it's\\\"]";
        for (written, start, suggestion) in [
            ("a: \"xyz\"", 3, r#""R/G[@S.x==\"it's\\\"]""#),
            ("a: 'xyz'", 3, r#"'R/G[@S.x=="it''s\"]'"#),
            ("a: \"xyz\"", 4, r#"R/G[@S.x==\"it's\\\"]"#),
            ("a: 'xyz'", 4, r#"R/G[@S.x=="it''s\"]"#),
            ("a: xyz", 3, plain),
        ] {
            let end = if start == 3 { written.len() } else { 7 };
            let span = Span::of(start, end);
            let problem = FileText::new("r.yaml", written)
                .site(span)
                .into_problem(Fault::new(IssueCode::RuleFieldKind, "m", span).suggest(plain));
            assert_eq!(problem.suggestion.as_deref(), Some(suggestion), "{written}");
        }
    }

    /// A star begins an alias of YAML.
    #[test]
    fn suggestions_that_need_quotes_have_them() {
        for (written, start, expected) in [
            ("xpath: Mesh:lod", 7, "'*/Mesh:lod'"),
            ("xpath: 'Mesh:lod'", 7, "*/Mesh:lod"),
            ("xpath: \"Mesh:lod\"", 8, "*/Mesh:lod"),
        ] {
            let span = Span::of(start, written.trim_end_matches('"').len());
            let fault = Fault::new(IssueCode::RuleFieldKind, "m", span);
            let fault = Fault { suggestion: Some("*/Mesh:lod".into()), ..fault.help("write `*/Mesh:lod`") };
            let problem = FileText::new("r.yaml", written).site(span).into_problem(fault);
            assert_eq!(problem.help, Some(format!("write `{expected}`")), "{written}");
        }
    }
}
