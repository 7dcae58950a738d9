//! Comprehensions and generators.

use assay_document::text::Span;
use assay_document::text::expression::syntax::{Clause, Comprehension, Expr, LoopTarget};

use super::Lowering;
use crate::python::code::{CodeNode, ExpressionCode, Loop, LoopNames, Turn};

impl Lowering<'_> {
    /// Lowers a comprehension; a generator becomes the list of its elements.
    pub(super) fn lower_collected(&mut self, comprehension: &Comprehension, span: Span) -> ExpressionCode {
        let elements = self.elements_of(comprehension, Self::value);
        ExpressionCode::new(CodeNode::Collected(Box::new(elements)), span)
    }

    /// Lowers `any(…)` or `all(…)` of a generator: stops at the first element whose truth is `decides`.
    pub(super) fn lower_any_all(&mut self, comprehension: &Comprehension, decides: bool, span: Span) -> ExpressionCode {
        let elements = Box::new(self.elements_of(comprehension, Self::lower_condition));
        ExpressionCode::new(CodeNode::Decided { elements, decides }, span)
    }

    fn elements_of(&mut self, comprehension: &Comprehension, lower: fn(&mut Self, &Expr) -> ExpressionCode) -> Loop {
        let known = self.variables.len();
        let clauses = comprehension.clauses.iter().map(|clause| match clause {
            Clause::For(target, iterable) => {
                let elements = self.elements(iterable);
                Turn::For(self.names_of(target), elements, iterable.span)
            }
            Clause::If(condition) => Turn::If(self.lower_condition(condition)),
        });
        let clauses = clauses.collect();
        let element = lower(self, &comprehension.element);
        let value = comprehension.value.as_ref().map(|value| self.value(value));
        // The scope of the variables ends here, but their numbers are not used again: each has a place at run time.
        self.variables.truncate(known);
        Loop { shape: comprehension.shape, clauses, element, value }
    }

    fn names_of(&mut self, target: &LoopTarget) -> LoopNames {
        match target {
            LoopTarget::Name(word) => LoopNames::One(self.declare(&word.text)),
            LoopTarget::Several(targets, span) => {
                LoopNames::Several(targets.iter().map(|target| self.names_of(target)).collect(), *span)
            }
        }
    }
}
