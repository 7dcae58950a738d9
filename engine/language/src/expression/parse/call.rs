//! Parses calls, their arguments, and subscripts.

use super::{ExpressionParser, ExpressionResult};
use crate::expression::syntax::{ComprehensionShape, Expr, ExprKind, NamedSpan};
use crate::expression::token::ExprTokenKind;
use crate::{Fault, IssueCode};

impl ExpressionParser<'_> {
    /// Parses the arguments of a call of `of`.
    pub(super) fn call(&mut self, of: Expr) -> ExpressionResult<ExprKind> {
        let ExprKind::Name(name) = of.kind else {
            let fault = Fault::new(IssueCode::ExpressionSyntax, "only functions and methods can be called", of.span);
            return Err(fault.help("an operator or a `,` may be missing before `(`"));
        };
        let function = NamedSpan { text: name, span: of.span };
        Ok(ExprKind::Call(function, self.arguments()?))
    }

    /// Parses `(…)` after a function.
    pub(super) fn arguments(&mut self) -> ExpressionResult<Vec<Expr>> {
        let open = self.peek().span;
        if !self.eat("(") {
            return Err(self.unexpected_fault("`(` is missing"));
        }
        let arguments = self.parse_bracketed(false, |inside| {
            let mut arguments = Vec::new();
            while !inside.at_symbol(")") {
                let argument = inside.argument(arguments.is_empty())?;
                arguments.push(argument);
                if !inside.eat(",") {
                    break;
                }
            }
            Ok(arguments)
        })?;
        self.close(open, ")")?;
        Ok(arguments)
    }

    fn argument(&mut self, first: bool) -> ExpressionResult<Expr> {
        self.no_star()?;
        if self.at_symbol("|") || self.at_symbol("||") {
            return Err(self.closure());
        }
        // Without this check, `=` would be reported as a comparison that is written wrongly.
        let equals = self.tokens.get(self.at + 1).is_some_and(|token| token.what == ExprTokenKind::Symbol("="));
        if equals && self.peek().what == ExprTokenKind::Word {
            return Err(self.keyword());
        }
        let argument = self.expression()?;
        if !self.at_word("for") && !self.at_word("async") {
            return Ok(argument);
        }
        let generator = self.comprehension(ComprehensionShape::Generator, argument, None)?;
        // As in Python: otherwise it is unclear where the generator ends.
        if first && self.at_symbol(")") {
            return Ok(generator);
        }
        let fault = Fault::new(IssueCode::ExpressionSyntax, "`… for x in …` must be the only argument", generator.span);
        Err(fault.help("put it in separate parentheses or brackets"))
    }

    /// Returns the fault of an argument `name=value`.
    fn keyword(&self) -> Fault {
        let fault = Fault::new(IssueCode::ExpressionUnsupported, "named arguments are not supported", self.peek().span);
        fault.help(match self.word() {
            "reverse" => "write `sorted(…)[::-1]`",
            "default" => "write `max(x) if x else y`",
            "key" => "compute the keys in a list: `max(f(x) for x in d)`",
            _ => "pass the value by position, or write `==` to compare",
        })
    }

    /// Returns the fault of a closure of Rhai. The cursor is at its first `|`.
    pub(super) fn closure(&self) -> Fault {
        let fault = Fault::new(IssueCode::ExpressionUnsupported, "expressions have no closures", self.peek().span);
        fault.help("write `any(… for x in d)`, `[x for x in d if …]`, or a function in `func_str`")
    }

    /// Parses `[…]` after a value: an element or a slice.
    pub(super) fn subscript(&mut self, of: Expr) -> ExpressionResult<ExprKind> {
        let open = self.peek().span;
        self.at += 1;
        let (first, rest) = self.parse_bracketed(true, |inside| {
            let first = inside.bound()?;
            let mut rest = Vec::new();
            while rest.len() < 2 && inside.eat(":") {
                rest.push(inside.bound()?);
            }
            Ok((first, rest))
        })?;
        if self.at_symbol(",") {
            let fault =
                Fault::new(IssueCode::ExpressionUnsupported, "a subscript has only one index or key", self.peek().span);
            return Err(fault.help("write `x[a][b]`"));
        }
        if first.is_none() && rest.is_empty() && self.at_symbol("]") {
            return Err(self.fault_here("the index or key of the element is missing"));
        }
        self.close(open, "]")?;
        let of = Box::new(of);
        let mut rest = rest.into_iter();
        Ok(match (first, rest.next(), rest.next()) {
            (Some(index), None, _) => ExprKind::Index(of, Box::new(index)),
            (start, end, step) => {
                ExprKind::Slice(of, [start, end.flatten(), step.flatten()].map(|part| part.map(Box::new)))
            }
        })
    }

    /// Parses one part of a slice; `None` if it is left out.
    fn bound(&mut self) -> ExpressionResult<Option<Expr>> {
        if self.at_symbol(":") || self.at_symbol("]") {
            return Ok(None);
        }
        self.no_star()?;
        self.expression().map(Some)
    }
}
