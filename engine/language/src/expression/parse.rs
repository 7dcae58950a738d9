//! Parses the tokens of an expression into a tree, by Python's grammar.

mod atom;
mod call;
mod comprehension;
mod unexpected;

use self::unexpected::too_deep;
use super::lexer;
use super::syntax::{BINARY, Binary, COMPARISONS, ComparisonOperator, Expr, ExprKind, NamedSpan, Unary};
use super::token::{ExprTokenKind, ExpressionToken};
use crate::{Fault, IssueCode, Span};

/// The maximum number of nested expressions: far above any hand-written one, and shallow enough for every stack that
/// the engine runs on.
const LEVELS: u8 = 64;

/// A parsed expression, with warnings.
#[derive(Debug)]
pub struct ParsedExpression {
    /// The expression.
    pub expr: Expr,
    /// Warnings; their spans are in bytes of the text.
    pub hints: Vec<Fault>,
}

/// Parses an expression.
///
/// # Errors
/// Returns the first place that is not valid.
pub fn parse(text: &str) -> Result<ParsedExpression, Fault> {
    let lexer::Lexed { tokens, hints } = lexer::lex(text)?;
    let mut parser = ExpressionParser { text, tokens, at: 0, nesting: 0, in_subscript: false, hints };
    if parser.peek().what == ExprTokenKind::End {
        let fault = Fault::new(IssueCode::ExpressionEmpty, "the expression is empty", Span::whole(text));
        return Err(fault.help("write a condition that is true for a valid value, such as `d != ''`"));
    }
    let expr = parser.expression()?;
    if parser.peek().what != ExprTokenKind::End {
        return Err(parser.trailing_fault());
    }
    Ok(ParsedExpression { expr, hints: parser.hints })
}

type ExpressionResult<T> = Result<T, Fault>;

struct ExpressionParser<'t> {
    text: &'t str,
    tokens: Vec<ExpressionToken>,
    at: usize,
    /// The number of open brackets and operators. It limits recursion before there is a tree whose height can be
    /// measured.
    nesting: u8,
    /// True if `::` belongs to a slice here.
    in_subscript: bool,
    hints: Vec<Fault>,
}

impl ExpressionParser<'_> {
    /// Parses `yes if condition else no`, and everything that binds more tightly.
    fn expression(&mut self) -> ExpressionResult<Expr> {
        let yes = self.disjunction()?;
        if !self.eat_word("if") {
            return Ok(yes);
        }
        let condition = self.disjunction()?;
        if !self.eat_word("else") {
            return Err(self.fault_here("`else` is missing after `if`").help("write `x if condition else y`"));
        }
        // As in Python, choices group to the right: `a if b else c if d else e`.
        let no = self.parse_nested(Self::expression)?;
        let span = yes.span.to(no.span);
        let [condition, yes, no] = [condition, yes, no].map(Box::new);
        self.node(ExprKind::Choice { condition, yes, no }, span)
    }

    fn disjunction(&mut self) -> ExpressionResult<Expr> {
        self.parse_joined(Self::conjunction, "or", ExprKind::Any)
    }

    fn conjunction(&mut self) -> ExpressionResult<Expr> {
        self.parse_joined(Self::inversion, "and", ExprKind::All)
    }

    /// Parses operands that are joined by a word.
    fn parse_joined(
        &mut self,
        operand: fn(&mut Self) -> ExpressionResult<Expr>,
        word: &str,
        kind: fn(Vec<Expr>) -> ExprKind,
    ) -> ExpressionResult<Expr> {
        let first = operand(self)?;
        if !self.at_word(word) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat_word(word) {
            all.push(operand(self)?);
        }
        let span = all[0].span.to(all[all.len() - 1].span);
        self.node(kind(all), span)
    }

    fn inversion(&mut self) -> ExpressionResult<Expr> {
        let start = self.peek().span;
        if !self.eat_word("not") {
            return self.comparison();
        }
        let of = self.parse_nested(Self::inversion)?;
        let span = start.to(of.span);
        self.node(ExprKind::Unary(Unary::Not, Box::new(of)), span)
    }

    fn comparison(&mut self) -> ExpressionResult<Expr> {
        let first = self.operand(1)?;
        let mut rest = Vec::new();
        // Comparisons chain: `a < b < c` compares twice.
        while let Some((comparison, span)) = self.comparison_operator()? {
            rest.push((comparison, span, self.operand(1)?));
        }
        let Some((.., last)) = rest.last() else { return Ok(first) };
        let span = first.span.to(last.span);
        self.node(ExprKind::Compare(Box::new(first), rest), span)
    }

    /// Reads a comparison operator, if one is next. Returns it with its place.
    fn comparison_operator(&mut self) -> ExpressionResult<Option<(ComparisonOperator, Span)>> {
        let start = self.peek().span;
        let found = match self.peek().what {
            ExprTokenKind::Symbol(symbol) => match COMPARISONS.iter().find(|(known, _)| *known == symbol) {
                Some((_, comparison)) => {
                    self.at += 1;
                    *comparison
                }
                None => return Ok(None),
            },
            _ => match self.comparison_word()? {
                Some(comparison) => comparison,
                None => return Ok(None),
            },
        };
        Ok(Some((found, start.to(self.tokens[self.at - 1].span))))
    }

    /// Reads `in`, `not in`, `is` or `is not`, if it is next.
    fn comparison_word(&mut self) -> ExpressionResult<Option<ComparisonOperator>> {
        if self.eat_word("in") {
            return Ok(Some(ComparisonOperator::In));
        }
        if self.eat_word("is") {
            return Ok(Some(if self.eat_word("not") { ComparisonOperator::IsNot } else { ComparisonOperator::Is }));
        }
        if !self.eat_word("not") {
            return Ok(None);
        }
        if !self.eat_word("in") {
            return Err(self.fault_here("`in` is missing after `not`"));
        }
        Ok(Some(ComparisonOperator::NotIn))
    }

    /// Parses operators that bind at least as tightly as `least`.
    fn operand(&mut self, least: u8) -> ExpressionResult<Expr> {
        let mut left = self.unary()?;
        while let Some((_, level)) = self.binary_operator().filter(|(_, level)| *level >= least) {
            let mut rest: Vec<(Binary, Span, Expr)> = Vec::new();
            while let Some((binary, _)) = self.binary_operator().filter(|(_, other)| *other == level) {
                let place = self.peek().span;
                self.at += 1;
                rest.push((binary, place, self.operand(level + 1)?));
            }
            let span = rest.last().map_or(left.span, |(.., last)| left.span.to(last.span));
            left = self.node(ExprKind::Chain(Box::new(left), rest), span)?;
        }
        Ok(left)
    }

    /// Returns the binary operator that is next, and how tightly it binds.
    fn binary_operator(&self) -> Option<(Binary, u8)> {
        let ExprTokenKind::Symbol(symbol) = self.peek().what else { return None };
        BINARY.iter().find(|(known, ..)| *known == symbol).map(|&(_, binary, level)| (binary, level))
    }

    fn unary(&mut self) -> ExpressionResult<Expr> {
        let unary = match self.peek().what {
            ExprTokenKind::Symbol("-") => Unary::Negative,
            ExprTokenKind::Symbol("+") => Unary::Positive,
            ExprTokenKind::Symbol("~") => Unary::Invert,
            // Rhai and JavaScript negate with `!`, so the replacement is certain here.
            ExprTokenKind::Symbol("!") => {
                let fault = Fault::new(IssueCode::ExpressionSyntax, "`!` is not understood here", self.peek().span);
                return Err(Fault { suggestion: Some("not ".into()), ..fault.help("write `not`") });
            }
            _ => return self.power(),
        };
        let start = self.peek().span;
        self.at += 1;
        let of = self.parse_nested(Self::unary)?;
        let span = start.to(of.span);
        self.node(ExprKind::Unary(unary, Box::new(of)), span)
    }

    fn power(&mut self) -> ExpressionResult<Expr> {
        // As in Python, `**` binds more tightly than a unary operator on its left, and less tightly than one on its
        // right.
        let base = self.postfix()?;
        let place = self.peek().span;
        if !self.eat("**") {
            return Ok(base);
        }
        let exponent = self.parse_nested(Self::unary)?;
        let span = base.span.to(exponent.span);
        self.node(ExprKind::Power(Box::new(base), place, Box::new(exponent)), span)
    }

    /// Parses a value with its fields, method calls and subscripts.
    fn postfix(&mut self) -> ExpressionResult<Expr> {
        let mut of = self.atom()?;
        loop {
            let start = of.span;
            let kind = if self.eat(".") {
                let name = self.field()?;
                if self.at_symbol("(") {
                    ExprKind::Method(Box::new(of), name, self.arguments()?)
                } else {
                    ExprKind::Attribute(Box::new(of), name)
                }
            } else if self.at_symbol("[") {
                self.subscript(of)?
            } else if self.at_symbol("(") {
                self.call(of)?
            } else {
                return Ok(of);
            };
            of = self.node(kind, start.to(self.tokens[self.at - 1].span))?;
        }
    }

    /// Reads the name after a dot.
    fn field(&mut self) -> ExpressionResult<NamedSpan> {
        if self.peek().what == ExprTokenKind::Word && unexpected::is_reserved(self.word()) {
            let message = format!("`{}` is a reserved word", self.word());
            let fault = Fault::new(IssueCode::ExpressionSyntax, message, self.peek().span);
            return Err(fault.help(format!("write `['{}']`", self.word())));
        }
        self.name("a field or a method")
    }

    /// Parses a part that is one level deeper.
    fn parse_nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> ExpressionResult<T>) -> ExpressionResult<T> {
        if self.nesting == LEVELS {
            return Err(too_deep(self.peek().span));
        }
        self.nesting += 1;
        let parsed = inside(self);
        self.nesting -= 1;
        parsed
    }

    /// Parses the content of brackets. `slices` is true if `::` belongs to a slice there.
    fn parse_bracketed<T>(
        &mut self,
        slices: bool,
        inside: impl FnOnce(&mut Self) -> ExpressionResult<T>,
    ) -> ExpressionResult<T> {
        // Parentheses inside `[…]` start afresh: `::` names a function there.
        let outside = std::mem::replace(&mut self.in_subscript, slices);
        let parsed = self.parse_nested(inside);
        self.in_subscript = outside;
        parsed
    }

    /// Returns a node of the tree, one level above the expressions inside it.
    #[expect(clippy::unused_self, reason = "reads like the parser's other steps")]
    fn node(&self, kind: ExprKind, span: Span) -> ExpressionResult<Expr> {
        let mut expr = Expr { kind, span, height: 0 };
        let mut height = 0;
        expr.for_each_part(|inside| height = height.max(inside.height + 1));
        // A comprehension becomes a block, a loop and a call: it takes as much of the stack as two others.
        expr.height = height + u8::from(matches!(expr.kind, ExprKind::Comprehension(_)));
        // A row of fields or calls nests without recursion here, but later steps recurse into the tree.
        if expr.height > LEVELS { Err(too_deep(span)) } else { Ok(expr) }
    }

    /// Reads a name that is not a reserved word.
    fn name(&mut self, wanted: &str) -> ExpressionResult<NamedSpan> {
        let span = self.peek().span;
        if self.peek().what != ExprTokenKind::Word || unexpected::is_reserved(self.word()) {
            return Err(self.unexpected_fault(&format!("{wanted} is missing here")));
        }
        let text = self.word().to_owned();
        self.at += 1;
        Ok(NamedSpan { text, span })
    }

    fn peek(&self) -> &ExpressionToken {
        &self.tokens[self.at]
    }

    /// Returns the source text of the current token.
    fn word(&self) -> &str {
        &self.text[self.peek().span.range()]
    }

    fn at_word(&self, word: &str) -> bool {
        self.peek().what == ExprTokenKind::Word && self.word() == word
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().what, ExprTokenKind::Symbol(here) if here == symbol)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let eaten = self.at_word(word);
        self.at += usize::from(eaten);
        eaten
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let eaten = self.at_symbol(symbol);
        self.at += usize::from(eaten);
        eaten
    }

    fn fault_here(&self, message: impl Into<String>) -> Fault {
        Fault::new(IssueCode::ExpressionSyntax, message, self.peek().span)
    }
}
