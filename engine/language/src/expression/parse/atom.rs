//! Parses literals, names, and the content of brackets.

use super::unexpected::too_deep;
use super::{ExpressionParser, ExpressionResult, LEVELS};
use crate::expression::syntax::{ComprehensionShape, Expr, ExprKind, NamedSpan};
use crate::expression::token::ExprTokenKind;
use crate::{Fault, IssueCode, Span};

/// Words that are values.
const WORDS: &[(&str, ExprKind)] = &[
    ("None", ExprKind::None),
    ("True", ExprKind::Bool(true)),
    ("False", ExprKind::Bool(false)),
    // The spelling of Rhai and JSON.
    ("true", ExprKind::Bool(true)),
    ("false", ExprKind::Bool(false)),
];

impl ExpressionParser<'_> {
    /// Parses a value without operators.
    pub(super) fn atom(&mut self) -> ExpressionResult<Expr> {
        let span = self.peek().span;
        let kind = match &self.peek().what {
            ExprTokenKind::Int(value) => ExprKind::Int(*value),
            ExprTokenKind::Large(digits) => ExprKind::Large(digits.clone()),
            ExprTokenKind::Float(value) => ExprKind::Float(*value),
            ExprTokenKind::Text(_) => return self.parse_strings(),
            ExprTokenKind::Word => match WORDS.iter().find(|(word, _)| *word == self.word()) {
                Some((_, kind)) => kind.clone(),
                None => return self.parse_named(),
            },
            ExprTokenKind::Symbol("(") => return self.parenthesis(),
            ExprTokenKind::Symbol("[") => return self.list(),
            ExprTokenKind::Symbol("{") => return self.braces(),
            ExprTokenKind::Symbol("|" | "||") => return Err(self.closure()),
            _ => return Err(self.unexpected_fault("a value is missing")),
        };
        self.at += 1;
        self.node(kind, span)
    }

    /// Parses a string, and the adjacent strings that continue it.
    fn parse_strings(&mut self) -> ExpressionResult<Expr> {
        let start = self.peek().span;
        let (mut whole, mut parts) = (String::new(), 0);
        while let ExprTokenKind::Text(part) = &self.peek().what {
            whole += part;
            parts += 1;
            self.at += 1;
        }
        let span = start.to(self.tokens[self.at - 1].span);
        if parts > 1 {
            let hint = Fault::new(IssueCode::ExpressionTextsJoined, "adjacent strings are joined", span);
            self.hints.push(hint.help("write `,` between them if they are separate strings"));
        }
        self.node(ExprKind::Text(whole), span)
    }

    /// Parses a name, or the call of a module's function: `module::function(…)`.
    fn parse_named(&mut self) -> ExpressionResult<Expr> {
        let name = self.name("a value")?;
        let colons =
            [0, 1].map(|by| self.tokens.get(self.at + by).filter(|token| token.what == ExprTokenKind::Symbol(":")));
        match colons {
            // Inside `[…]` two colons belong to a slice, as Python reads them.
            [Some(first), Some(second)] if first.span.end() == second.span.start() && !self.in_subscript => {
                self.at += 2;
                let function = self.name("the name of a function")?;
                let path =
                    NamedSpan { text: format!("{}.{}", name.text, function.text), span: name.span.to(function.span) };
                let arguments = self.arguments()?;
                let span = name.span.to(self.tokens[self.at - 1].span);
                self.node(ExprKind::Call(path, arguments), span)
            }
            _ => {
                let span = name.span;
                self.node(ExprKind::Name(name.text), span)
            }
        }
    }

    /// Parses `(…)`: parentheses around one expression, a tuple, or a generator.
    fn parenthesis(&mut self) -> ExpressionResult<Expr> {
        let open = self.peek().span;
        self.at += 1;
        if self.eat(")") {
            let fault = Fault::new(
                IssueCode::ExpressionUnsupported,
                "`()` is not supported: it is an empty tuple in Python, but no value in Rhai",
                open.to(self.tokens[self.at - 1].span),
            );
            return Err(fault.help("write `None` for no value, `[]` for an empty list"));
        }
        let (mut items, generator, comma) =
            self.parse_bracketed(false, |inside| inside.items(")", ComprehensionShape::Generator))?;
        let span = self.close(open, ")")?;
        match items.pop() {
            Some(mut only) if items.is_empty() && !comma => {
                // Parentheses are a level, too: reading them recurses once.
                only.height += 1;
                only.span = if generator { span } else { only.span };
                if only.height > LEVELS { Err(too_deep(span)) } else { Ok(only) }
            }
            last => {
                items.extend(last);
                self.node(ExprKind::Tuple(items), span)
            }
        }
    }

    fn list(&mut self) -> ExpressionResult<Expr> {
        let open = self.peek().span;
        self.at += 1;
        let (mut items, comprehension, _) =
            self.parse_bracketed(false, |inside| inside.items("]", ComprehensionShape::List))?;
        let span = self.close(open, "]")?;
        match items.pop() {
            Some(mut only) if comprehension => {
                only.span = span;
                Ok(only)
            }
            last => {
                items.extend(last);
                self.node(ExprKind::List(items), span)
            }
        }
    }

    /// Parses the expressions in front of `closing`. Also returns if they are a comprehension, and if a comma follows
    /// the last one.
    fn items(&mut self, closing: &str, shape: ComprehensionShape) -> ExpressionResult<(Vec<Expr>, bool, bool)> {
        let mut items = Vec::new();
        let mut comma = false;
        while !self.at_symbol(closing) {
            self.no_star()?;
            let item = self.expression()?;
            // `async for` is reported by the comprehension with the right help.
            if items.is_empty() && (self.at_word("for") || self.at_word("async")) {
                return Ok((vec![self.comprehension(shape, item, None)?], true, false));
            }
            items.push(item);
            comma = self.eat(",");
            if !comma {
                break;
            }
        }
        Ok((items, false, comma))
    }

    /// Parses `{…}`: a dict, a set, or a comprehension of one.
    fn braces(&mut self) -> ExpressionResult<Expr> {
        let open = self.peek().span;
        self.at += 1;
        let mut expr = self.parse_bracketed(false, |inside| inside.inside_braces(open))?;
        expr.span = self.close(open, "}")?;
        Ok(expr)
    }

    /// Parses the content of braces. The caller sets the span of the result.
    fn inside_braces(&mut self, open: Span) -> ExpressionResult<Expr> {
        // As in Python, empty braces are a dict.
        if self.at_symbol("}") {
            return self.node(ExprKind::Dict(Vec::new()), open);
        }
        self.no_star()?;
        let first = self.expression()?;
        if !self.eat(":") {
            if self.at_word("for") || self.at_word("async") {
                return self.comprehension(ComprehensionShape::Set, first, None);
            }
            let mut items = vec![first];
            while self.eat(",") && !self.at_symbol("}") {
                self.no_star()?;
                items.push(self.expression()?);
            }
            return self.node(ExprKind::Set(items), open);
        }
        let value = self.expression()?;
        if self.at_word("for") || self.at_word("async") {
            return self.comprehension(ComprehensionShape::Dict, first, Some(value));
        }
        let mut pairs = vec![(first, value)];
        while self.eat(",") && !self.at_symbol("}") {
            self.no_star()?;
            let key = self.expression()?;
            if !self.eat(":") {
                return Err(self.unexpected_fault("`:` is missing after a key"));
            }
            pairs.push((key, self.expression()?));
        }
        self.node(ExprKind::Dict(pairs), open)
    }

    /// Steps over a closing bracket. Returns the range from `open` to it.
    pub(super) fn close(&mut self, open: Span, closing: &str) -> ExpressionResult<Span> {
        if !self.at_symbol(closing) {
            return Err(self.unclosed_fault(open, closing));
        }
        let span = open.to(self.peek().span);
        self.at += 1;
        Ok(span)
    }

    /// Refuses `*` and `**` before an element or argument.
    pub(super) fn no_star(&self) -> ExpressionResult<()> {
        if !self.at_symbol("*") && !self.at_symbol("**") {
            return Ok(());
        }
        let message = format!("`{}` before an element is not supported", self.word());
        Err(Fault::new(IssueCode::ExpressionUnsupported, message, self.peek().span).help("join lists with `+`"))
    }
}
