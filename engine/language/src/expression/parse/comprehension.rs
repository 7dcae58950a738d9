//! Parses the clauses of comprehensions and generators: `… for x in … if …`.

use super::{ExpressionParser, ExpressionResult};
use crate::expression::syntax::{Clause, Comprehension, ComprehensionShape, Expr, ExprKind, LoopTarget};
use crate::{Fault, IssueCode};

impl ExpressionParser<'_> {
    /// Parses the clauses after the element of a comprehension. Returns the whole comprehension.
    pub(super) fn comprehension(
        &mut self,
        shape: ComprehensionShape,
        element: Expr,
        value: Option<Expr>,
    ) -> ExpressionResult<Expr> {
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("for") {
                let target = self.targets()?;
                if !self.eat_word("in") {
                    return Err(self.unexpected_fault("`in` is missing after `for`"));
                }
                // Not a whole expression: `if` belongs to the comprehension, as in Python.
                clauses.push(Clause::For(target, self.disjunction()?));
            } else if !clauses.is_empty() && self.eat_word("if") {
                clauses.push(Clause::If(self.disjunction()?));
            } else if self.at_word("async") || clauses.is_empty() {
                return Err(self.unexpected_fault("`for` is missing"));
            } else {
                break;
            }
        }
        let span = element.span.to(self.tokens[self.at - 1].span);
        self.node(ExprKind::Comprehension(Box::new(Comprehension { shape, element, value, clauses })), span)
    }

    /// Parses the names between `for` and `in`.
    fn targets(&mut self) -> ExpressionResult<LoopTarget> {
        let first = self.target()?;
        if !self.at_symbol(",") {
            return Ok(first);
        }
        let start = self.tokens[self.at - 1].span;
        let mut all = vec![first];
        while self.eat(",") && !self.at_word("in") && !self.at_symbol(")") {
            all.push(self.target()?);
        }
        Ok(LoopTarget::Several(all, start.to(self.tokens[self.at - 1].span)))
    }

    fn target(&mut self) -> ExpressionResult<LoopTarget> {
        self.no_star()?;
        let open = self.peek().span;
        if !self.eat("(") {
            let name = self.name("a name")?;
            if self.at_symbol(".") || self.at_symbol("[") || self.at_symbol("(") {
                let fault = Fault::new(IssueCode::ExpressionSyntax, "`for` can only assign to names", name.span);
                return Err(fault.help("write a plain name"));
            }
            return Ok(LoopTarget::Name(name));
        }
        let target = self.parse_nested(Self::targets)?;
        self.close(open, ")")?;
        Ok(target)
    }
}
