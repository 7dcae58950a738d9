//! Operators: evaluated in Python's order, each operand once.

use std::cmp::Ordering;

use assay_document::text::expression::syntax::{self, Binary, ComparisonOperator, Expr, ExprKind, Unary};
use assay_document::text::{Fault, IssueCode, Span};

use super::Lowering;
use crate::braced::braced_fact;
use crate::python::code::{CodeNode, ExpressionCode, OperandTest, TestKind};
use crate::python::lowered::ComparisonSpans;
use crate::python::run::native;

/// Returns the function for an operator that groups to the left.
const fn function_of(binary: Binary) -> &'static str {
    match binary {
        Binary::Or => "or",
        Binary::ExclusiveOr => "xor",
        Binary::And => "and",
        Binary::ShiftLeft => "shift_left",
        Binary::ShiftRight => "shift_right",
        Binary::Add => "add",
        Binary::Subtract => "subtract",
        Binary::Multiply => "multiply",
        Binary::Divide => "divide",
        Binary::FloorDivide => "floor_divide",
        Binary::Remainder => "remainder",
    }
}

/// Returns the function for a comparison, its kind, and true if the answer is negated.
const fn function_and_kind(comparison: ComparisonOperator) -> (&'static str, TestKind, bool) {
    match comparison {
        ComparisonOperator::Less => ("<", TestKind::Order(Ordering::is_lt), false),
        ComparisonOperator::LessOrEqual => ("<=", TestKind::Order(Ordering::is_le), false),
        ComparisonOperator::Greater => (">", TestKind::Order(Ordering::is_gt), false),
        ComparisonOperator::GreaterOrEqual => (">=", TestKind::Order(Ordering::is_ge), false),
        ComparisonOperator::Equal => ("==", TestKind::Equal, false),
        ComparisonOperator::Unequal => ("==", TestKind::Equal, true),
        ComparisonOperator::In => ("in", TestKind::In, false),
        ComparisonOperator::NotIn => ("in", TestKind::In, true),
        ComparisonOperator::Is => ("is", TestKind::Other, false),
        ComparisonOperator::IsNot => ("is", TestKind::Other, true),
    }
}

impl Lowering<'_> {
    /// Lowers operators that group to the left.
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Binary, Span, Expr)], span: Span) -> ExpressionCode {
        if let (ExprKind::Text(_), Some((Binary::Remainder, place, _))) = (&first.kind, rest.first()) {
            let fault = Fault::new(IssueCode::ExpressionUnsupported, "`%` does not format strings", *place);
            self.faults.push(fault.help("join the parts: `'size ' + str(d)`"));
        }
        let first = Box::new(self.value(first));
        let is_sum = rest.iter().all(|(binary, ..)| *binary == Binary::Add);
        let operand = |(binary, place, operand): &(Binary, Span, Expr)| {
            (native(function_of(*binary)), *place, self.value(operand))
        };
        ExpressionCode::new(CodeNode::Chain { first, rest: rest.iter().map(operand).collect(), is_sum }, span)
    }

    pub(super) fn unary(&mut self, unary: Unary, of: &Expr, span: Span) -> ExpressionCode {
        let function = match unary {
            Unary::Not => return ExpressionCode::new(CodeNode::Not(Box::new(self.lower_condition(of))), span),
            Unary::Negative => match of.kind {
                ExprKind::Int(value) => return ExpressionCode::constant(value.wrapping_neg(), span),
                _ => "negative",
            },
            Unary::Positive => "positive",
            Unary::Invert => "invert",
        };
        self.call_of(function, span, &[of])
    }

    /// Lowers a chain of comparisons.
    pub(super) fn compare(
        &mut self,
        first: &Expr,
        rest: &[(ComparisonOperator, Span, Expr)],
        span: Span,
    ) -> ExpressionCode {
        let left = Box::new(self.value(first));
        let mut before = first;
        let mut tests = Vec::with_capacity(rest.len());
        for (comparison, place, operand) in rest {
            tests.push(self.test(*comparison, *place, before, operand));
            before = operand;
        }
        ExpressionCode::new(CodeNode::Compare(left, tests), span)
    }

    /// Lowers one comparison of two operands; the left operand is already lowered.
    fn test(&mut self, comparison: ComparisonOperator, place: Span, left: &Expr, right: &Expr) -> OperandTest {
        let (function, kind, is_denied) = function_and_kind(comparison);
        self.check_identity(comparison, place, left, right);
        // A comparison of two integers needs no warning, whatever the value is.
        let number = if matches!(kind, TestKind::Other) || self.is_integer(left) && self.is_integer(right) {
            None
        } else {
            Some(self.record_comparison(comparison, place, left, right))
        };
        let is_in = matches!(kind, TestKind::In);
        // `in range(…)` needs no list of the numbers, and `in x.keys()` none of the keys.
        let (function, right) = match &right.kind {
            ExprKind::Call(range, bounds) if is_in && self.is_range(range, bounds) => {
                ("in_range", ExpressionCode::new(CodeNode::Tuple(self.values(bounds)), right.span))
            }
            ExprKind::Method(of, name, arguments) if is_in && name.text == "keys" && arguments.is_empty() => {
                ("in_keys", self.value(of))
            }
            _ if is_in => (function, self.elements(right)),
            _ => (function, self.value(right)),
        };
        let compare = native(function);
        let kind = if function == "in_keys" { TestKind::Other } else { kind };
        OperandTest { compare, kind, is_denied, place, number, right }
    }

    /// Returns true if the value of an expression is always an integer.
    fn is_integer(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Call(function, arguments) => {
                matches!(function.text.as_str(), "len" | "ord") && arguments.len() == 1 && !self.is_own(&function.text)
            }
            _ => false,
        }
    }

    /// Records the place of a comparison and its operands; returns its number.
    fn record_comparison(&mut self, comparison: ComparisonOperator, place: Span, left: &Expr, right: &Expr) -> usize {
        self.warn_about_literal_facts(comparison, right);
        if matches!(comparison, ComparisonOperator::Equal | ComparisonOperator::Unequal) {
            self.warn_about_literal_facts(comparison, left);
        }
        self.uses.comparisons.push(ComparisonSpans { place, left: left.span, right: right.span });
        self.uses.comparisons.len() - 1
    }

    /// Warns about facts about the file that are compared as literal strings, also in lists.
    fn warn_about_literal_facts(&mut self, comparison: ComparisonOperator, with: &Expr) {
        match &with.kind {
            ExprKind::Text(text) => {
                let symbol = syntax::COMPARISONS.iter().find(|(_, known)| *known == comparison);
                let operator = symbol
                    .map_or(if comparison == ComparisonOperator::In { "==" } else { "!=" }, |(operator, _)| operator);
                self.hints.extend(braced_fact(text, operator, with.span));
            }
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                for item in items {
                    self.warn_about_literal_facts(comparison, item);
                }
            }
            _ => {}
        }
    }

    /// `is` compares object identity, which is meaningful only for these three constants.
    fn check_identity(&mut self, comparison: ComparisonOperator, place: Span, left: &Expr, right: &Expr) {
        let single = |expr: &Expr| matches!(expr.kind, ExprKind::None | ExprKind::Bool(_));
        if matches!(comparison, ComparisonOperator::Is | ComparisonOperator::IsNot) && !single(left) && !single(right) {
            let message = "`is` can be used only with `None`, `True` or `False`";
            let fault = Fault::new(IssueCode::ExpressionUnsupported, message, place);
            let denied = comparison == ComparisonOperator::IsNot;
            self.faults.push(fault.help(if denied { "write `!=`" } else { "write `==`" }));
        }
    }
}
