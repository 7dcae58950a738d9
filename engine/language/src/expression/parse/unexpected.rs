//! Faults for unexpected tokens. The help suggests what to write for syntax that comes from other languages.

use super::ExpressionParser;
use crate::expression::table::find_function;
use crate::expression::token::{ExprTokenKind, RESERVED};
use crate::{Fault, IssueCode, Span};

const STATEMENTS: &str = "an expression has no statements: put them into a function of `func_str` and call it";

/// Symbols and words that expressions do not support. Each has a help message and, if the intention is certain, a
/// replacement.
const FOREIGN_TOKENS: &[(&str, &str, Option<&str>)] = &[
    ("=", "write `==` to compare", Some("==")),
    ("&&", "write `and`", Some("and")),
    ("||", "write `or`", Some("or")),
    (";", "write one expression: join two conditions with `and`", None),
    ("===", "write `==`", Some("==")),
    ("!==", "write `!=`", Some("!=")),
    ("<>", "write `!=`", Some("!=")),
    ("?", "write `x if condition else y`", None),
    ("??", "write `x if x is not None else y`", None),
    ("?.", "write `x.y if x is not None else None`", None),
    ("..", "write `range(a, b)`, or `a <= x < b`", None),
    ("..=", "write `range(a, b + 1)`, or `a <= x <= b`", None),
    ("=>", "write `>=`", None),
    ("->", "write `… for x in …` in brackets", None),
    ("=~", "write `matches(d, '…')` to match a string", None),
    ("@", "write `*` to multiply", None),
    ("$", "the value is `d`", None),
    ("`", "put strings in `'…'` or `\"…\"`", None),
    ("!", "write `not` to negate, `!=` for unequal", None),
    ("lambda", "write `… for x in …` in brackets", None),
    ("if", "write `x if condition else y`", None),
    ("not", "put `not …` into parentheses", None),
    ("for", "put `… for x in …` into brackets, or into a call such as `any(…)`", None),
    ("async", STATEMENTS, None),
    ("await", STATEMENTS, None),
    ("yield", STATEMENTS, None),
    ("AND", "write `and`", None),
    ("OR", "write `or`", None),
    ("NOT", "write `not`", None),
    ("IN", "write `in`", None),
    ("IS", "write `is`", None),
];

/// Symbols that assign a value.
const ASSIGNMENTS: &[&str] = &[":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "**=", "//=", "<<=", ">>="];

/// Words that begin a statement in Python or Rhai.
const STATEMENT_WORDS: &[&str] = &[
    "assert", "break", "class", "const", "continue", "def", "del", "do", "export", "fn", "from", "global", "import",
    "let", "loop", "nonlocal", "pass", "raise", "return", "switch", "throw", "try", "while", "with",
];

/// Returns the help message for a symbol or a word that expressions do not support, and its replacement.
fn foreign_token(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    if ASSIGNMENTS.contains(&word) {
        return Some(("an expression cannot assign values: write `==` to compare", None));
    }
    FOREIGN_TOKENS.iter().find(|(token, ..)| *token == word).map(|&(_, help, replacement)| (help, replacement))
}

/// Returns true if a word cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

impl ExpressionParser<'_> {
    /// Returns the fault of a token that is not expected here; `missing` says what is.
    pub(super) fn unexpected_fault(&self, missing: &str) -> Fault {
        let (span, word) = (self.peek().span, self.word());
        match (&self.peek().what, foreign_token(word)) {
            (ExprTokenKind::End, _) => {
                Fault::new(IssueCode::ExpressionSyntax, format!("{missing}: the expression ends"), span)
            }
            (ExprTokenKind::Word, None) if STATEMENT_WORDS.contains(&word) && is_reserved(word) => {
                Fault::new(IssueCode::ExpressionUnsupported, format!("`{word}` cannot be part of an expression"), span)
                    .help(STATEMENTS)
            }
            (ExprTokenKind::Word, Some((help, _))) => {
                Fault::new(IssueCode::ExpressionUnsupported, format!("`{word}` is not understood here"), span)
                    .help(help)
            }
            (_, Some((help, replacement))) => {
                // In a script, `=` may be an assignment.
                let may_give = word == "=" && self.text.contains([';', '\n']);
                let fault = Fault::new(IssueCode::ExpressionSyntax, format!("`{word}` is not understood here"), span);
                Fault { suggestion: replacement.filter(|_| !may_give).map(Into::into), ..fault.help(help) }
            }
            _ => Fault::new(IssueCode::ExpressionSyntax, format!("{missing}: found `{word}`"), span),
        }
    }

    /// Returns the fault of a token that follows a complete expression.
    pub(super) fn trailing_fault(&self) -> Fault {
        let (span, word) = (self.peek().span, self.word());
        let before = self.tokens[self.at - 1].span;
        // `let x`: a word that is not reserved in Python is read as a name, so the fault is noticed one token late.
        if STATEMENT_WORDS.contains(&&self.text[before.range()]) {
            let message = format!("`{}` cannot be part of an expression", &self.text[before.range()]);
            return Fault::new(IssueCode::ExpressionUnsupported, message, before).help(STATEMENTS);
        }
        let function = &self.text[before.range()];
        match word {
            _ if find_function(function).is_some() => {
                Fault::new(IssueCode::ExpressionSyntax, format!("`(` is missing after `{function}`"), span)
                    .help(format!("write `{function}(…)`"))
            }
            _ if word.starts_with('.') && matches!(self.peek().what, ExprTokenKind::Float(_)) => {
                Fault::new(IssueCode::ExpressionSyntax, "ranges are not written with `..`", span)
                    .help("write `range(a, b)`, or `a <= x < b`")
            }
            "," => Fault::new(IssueCode::ExpressionSyntax, "`,` is outside of brackets", span)
                .help("join two conditions with `and`, or write a list in `[…]`"),
            ")" | "]" | "}" => {
                Fault::new(IssueCode::ExpressionSyntax, format!("`{word}` does not close a bracket"), span)
            }
            _ if foreign_token(word).is_some() => self.unexpected_fault("an operator is missing"),
            _ => Fault::new(IssueCode::ExpressionSyntax, format!("an operator is missing before `{word}`"), span),
        }
    }

    /// Returns the fault of a bracket that is not closed, up to the end of the expression, or of a token that does not
    /// belong into it.
    pub(super) fn unclosed_fault(&self, open: Span, closing: &str) -> Fault {
        let opening = &self.text[open.range()];
        match self.peek().what {
            ExprTokenKind::End => {
                let span = Span::new(open.start(), u32::try_from(self.text.len()).unwrap_or(u32::MAX));
                let message = format!("`{opening}` is not closed: `{closing}` not found before the end");
                Fault::new(IssueCode::ExpressionUnclosed, message, span)
            }
            _ if self.word() == "," => self.unexpected_fault(&format!("`{closing}` is missing")),
            _ if matches!(self.word(), ")" | "]" | "}") => {
                let message = format!("`{}` does not close `{opening}`", self.word());
                Fault::new(IssueCode::ExpressionSyntax, message, self.peek().span).help(format!("write `{closing}`"))
            }
            _ => self.trailing_fault(),
        }
    }
}

/// Returns the fault of expressions that are nested too deeply.
pub(super) fn too_deep(span: Span) -> Fault {
    Fault::new(IssueCode::ExpressionTooDeep, format!("more than {} levels of nested expressions", super::LEVELS), span)
        .help("put a part of it into a function of `func_str` and call it")
}

#[cfg(test)]
mod tests {
    use super::{FOREIGN_TOKENS, RESERVED, STATEMENT_WORDS};

    #[test]
    fn foreign_tokens_are_unique() {
        for (at, (token, help, _)) in FOREIGN_TOKENS.iter().enumerate() {
            assert!(FOREIGN_TOKENS[..at].iter().all(|(other, ..)| other != token), "{token}");
            assert!(!help.ends_with('.'), "{token}");
        }
    }

    #[test]
    fn every_reserved_word_is_parsed_or_explained() {
        let read = [
            "False", "None", "True", "and", "else", "false", "in", "is", "or", "true", "as", "except", "finally",
            "elif",
        ];
        for word in RESERVED {
            let is_explained = FOREIGN_TOKENS.iter().any(|(token, ..)| token == word) || STATEMENT_WORDS.contains(word);
            assert!(is_explained || read.contains(word), "{word}");
        }
    }
}
