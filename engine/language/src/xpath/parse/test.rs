//! Parses the tests in an `xpath`: comparisons joined by `&`, `|` and parentheses.

use super::super::syntax::{NOT_IN_VALUE, Test, TestValue};
use super::{XPathParser, XPathResult, ordering};
use crate::{Fault, IssueCode, Pattern, Span};

/// The maximum nesting of parentheses in a test. Hand-written tests rarely exceed three.
const MAX_NESTING: usize = 64;

impl XPathParser<'_> {
    /// Parses alternatives joined by `|`, inside `depth` parentheses.
    pub(super) fn any(&mut self, depth: usize) -> XPathResult<Test> {
        let start = self.at;
        let mut tests = vec![self.all(depth)?];
        let mut mixed = false;
        loop {
            mixed |= matches!(tests.last(), Some((_, true)));
            self.blanks();
            if !self.eat('|') {
                break;
            }
            tests.push(self.all(depth)?);
        }
        // The meaning is defined but easy to misread, so this is a warning.
        if tests.len() > 1 && mixed {
            let span = Span::of(start, self.at);
            let warning = Fault::new(IssueCode::XpathMixedOperators, "`&` and `|` are mixed without parentheses", span);
            // One warning for each `xpath` is enough.
            if !self.warnings.iter().any(|known| known.code == warning.code) {
                self.warnings.push(warning.help("`&` binds tighter: `A==1|B==1&C==1` means `A==1|(B==1&C==1)`"));
            }
        }
        let mut tests: Vec<Test> = tests.into_iter().map(|(test, _)| test).collect();
        Ok(if tests.len() == 1 { tests.remove(0) } else { Test::Any(tests) })
    }

    /// Parses tests joined by `&`. Also returns true if there were several.
    fn all(&mut self, depth: usize) -> XPathResult<(Test, bool)> {
        let mut tests = vec![self.one(depth)?];
        loop {
            self.blanks();
            if !self.eat('&') {
                break;
            }
            tests.push(self.one(depth)?);
        }
        let several = tests.len() > 1;
        Ok((if several { Test::All(tests) } else { tests.remove(0) }, several))
    }

    fn one(&mut self, depth: usize) -> XPathResult<Test> {
        self.blanks();
        let open = self.at;
        if self.eat('(') {
            if depth == MAX_NESTING {
                let message = format!("parentheses nest more than {MAX_NESTING} deep");
                return Err(Fault::new(IssueCode::XpathTooDeep, message, Span::of(open, self.at)));
            }
            let test = self.any(depth + 1)?;
            self.blanks();
            if self.eat(')') {
                return Ok(test);
            }
            return match self.peek() {
                None => {
                    let message = "`(` is not closed: `)` not found before the end";
                    Err(Fault::new(IssueCode::XpathUnclosedParenthesis, message, Span::of(open, self.at)))
                }
                Some(c) => Err(self.unexpected_fault(c)),
            };
        }
        let name = self.name()?;
        let negated = self.operator()?;
        let value = self.value()?;
        Ok(Test::Compare { name, negated, value })
    }

    /// Parses `==` or `!=`, which may contain spaces. Returns true for `!=`.
    fn operator(&mut self) -> XPathResult<bool> {
        self.blanks();
        let start = self.at;
        let first = self.peek();
        if !self.eat('=') && !self.eat('!') {
            let fault = self.fault_here(IssueCode::XpathNoOperator, "a test needs `==` or `!=` after its name");
            // A warning about `>` in the name is more helpful.
            let ordering = self.warnings.pop().filter(|warning| warning.code == IssueCode::XpathOrdering);
            return Err(
                fault.help(ordering.and_then(|warning| warning.help).unwrap_or("write `Name==value`".to_owned()))
            );
        }
        self.blanks();
        if !self.eat('=') {
            let span = Span::of(start, self.at);
            let fault =
                Fault::new(IssueCode::XpathBadOperator, format!("`{}` is not an operator", first.unwrap_or('=')), span);
            let help = "write `==` for equal or `!=` for not equal";
            return Err(fault.help(ordering(self.text).unwrap_or(help.to_owned())));
        }
        Ok(first == Some('!'))
    }

    fn value(&mut self) -> XPathResult<TestValue> {
        self.blanks();
        match self.peek() {
            Some('"' | '\u{201c}' | '\u{201d}') => Ok(TestValue::Text(self.read_quoted()?)),
            Some('`') => self.pattern(),
            Some('\'') => self.single_quoted(),
            _ => self.bare(),
        }
    }

    fn pattern(&mut self) -> XPathResult<TestValue> {
        let open = self.at;
        self.bump();
        let Some(length) = self.rest().find('`') else {
            let span = Span::of(open, self.text.len());
            return Err(Fault::new(
                IssueCode::XpathUnclosedPattern,
                "the regular expression is not closed by a backtick",
                span,
            ));
        };
        self.finish_pattern(length)
    }

    /// Reads a regular expression of `length` bytes, and its closing backtick.
    fn finish_pattern(&mut self, length: usize) -> XPathResult<TestValue> {
        let start = Span::of(self.at, self.at).start();
        let source = &self.rest()[..length];
        self.at += length + 1;
        Pattern::new(source).map(TestValue::Pattern).map_err(|fault| Fault { span: fault.span.shifted(start), ..fault })
    }

    /// Parses a value that begins with a single quote. If a backtick ends it, it is read as a regular expression: old
    /// rules contain this mistake.
    fn single_quoted(&mut self) -> XPathResult<TestValue> {
        let open = self.at;
        self.bump();
        let backtick = self.rest().find('`');
        let quote = self.rest().find('\'');
        match (backtick, quote) {
            (Some(length), quote) if quote.is_none_or(|quote| length < quote) => {
                let value = self.finish_pattern(length)?;
                let hint = Fault::new(
                    IssueCode::XpathHalfBacktick,
                    "this is read as a regular expression",
                    Span::of(open, self.at),
                );
                self.hints.push(hint.help("write a backtick at the start, too"));
                Ok(value)
            }
            (_, quote) => {
                let end = quote.map_or(self.text.len(), |quote| self.at + quote + 1);
                let inner = self.rest()[..quote.unwrap_or(self.rest().len())].trim();
                let fault =
                    Fault::new(IssueCode::XpathSingleQuotes, "a value cannot be in single quotes", Span::of(open, end));
                Err(fault.help(format!("write \"{inner}\" for a string or `{inner}` for a regular expression")))
            }
        }
    }

    fn bare(&mut self) -> XPathResult<TestValue> {
        let start = self.at;
        let length = self.rest().find(|c| NOT_IN_VALUE.contains(c)).unwrap_or(self.rest().len());
        let value = self.rest()[..length].trim();
        if value.is_empty() {
            let fault = self.fault_here(IssueCode::XpathNoValue, "a test needs a value after its operator");
            return Err(fault.help("write `\"\"` for the empty string"));
        }
        self.at = start + length;
        Ok(TestValue::Text(value.to_owned()))
    }
}
