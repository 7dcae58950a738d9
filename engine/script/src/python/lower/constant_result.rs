//! Warns about expressions, and parts of them, that have the same result for every value.

use std::collections::HashMap;

use assay_document::text::expression::syntax::{ComparisonOperator, Expr, ExprKind, Unary};
use assay_document::text::{Fault, IssueCode, Span};

use super::{AND, Lowering, OR};
use crate::library::LibraryEntry;

const OF_VALUE: &str = "use the value, which is `d`";

impl Lowering<'_> {
    /// Warns about a constant where its truth is used, as in `d == 'a' or 'b'`; `before` are the operands in front of
    /// it. Booleans and numbers that leave the decision to the other operands are common and get no warning:
    /// `d == 'a' and True`, `d == 'a' and 1 or 0`.
    pub(super) fn warn_about_constant(&mut self, expr: &Expr, before: &[Expr], operator: &str) {
        let Some(holds) = constant(expr) else { return self.warn_about_settled(expr, operator) };
        let is_reported = match expr.kind {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) => holds != (operator == AND),
            _ => true,
        };
        if !is_reported {
            return;
        }
        let (code, said) = self.weight(holds, operator);
        let message = format!("this {said} every value, because it is a constant");
        let fault = Fault::new(code, message, expr.span);
        self.hints.push(match self.suggest_comparison(expr, before, operator) {
            Some((whole, own)) => Fault { suggestion: Some(own.into()), ..fault.help(format!("write `{whole}`")) },
            None if operator.is_empty() => fault.help(OF_VALUE),
            None if matches!(expr.kind, ExprKind::Bool(_)) => fault.help("remove it: the other operands decide"),
            None => fault.help("compare with each: `d == \u{2026} or d == \u{2026}`, or `d in (\u{2026}, \u{2026})`"),
        });
    }

    /// Warns about a comparison with a constant result, such as `len(d) >= 0`.
    fn warn_about_settled(&mut self, expr: &Expr, operator: &str) {
        let Some(settled) = self.find_settled(expr) else { return };
        let (code, said) = self.weight(settled.holds, operator);
        let message = format!("this {said} every value, because {}", settled.why);
        self.hints.push(Fault::new(code, message, expr.span).help(settled.help));
    }

    /// Returns the code of the warning about a part with a constant result, and the verb of its message.
    fn weight(&self, holds: bool, operator: &str) -> (IssueCode, &'static str) {
        if self.outcome == Some(true) && holds && operator != AND {
            (IssueCode::ExpressionAlwaysHolds, "is true for")
        } else {
            (IssueCode::ExpressionConstant, "has the same result for")
        }
    }

    /// Warns about `d.find('x')` as a whole expression. For a string, `find` returns an index, or -1 if it finds
    /// nothing, which is truthy.
    pub(super) fn warn_about_index(&mut self, expr: &Expr) {
        let ExprKind::Method(of, name, arguments) = &expr.kind else { return };
        let ("find", [sought]) = (name.text.as_str(), &arguments[..]) else { return };
        let [of, sought] = [of.span, sought.span].map(|span| &self.text[span.range()]);
        let message = "`find` returns an index, or -1 if it finds nothing, and -1 is truthy";
        let help = format!("write `{sought} in {of}`; for an element, `{of}.find({sought}) is not None`");
        self.hints.push(Fault::new(IssueCode::ExpressionTruthOfPlace, message, expr.span).help(help));
    }

    /// Warns about `d != 'a' or d != 'b'`, which is true for every value, and `d == 'a' and d == 'b'`, which is true
    /// for none.
    pub(super) fn warn_about_opposites(&mut self, items: &[Expr], operator: &str) {
        let (expected, message, help) = if operator == OR {
            let message = "this is true for every value, because each value differs from one of these";
            (ComparisonOperator::Unequal, message, "write `and`, or `not in [\u{2026}]`")
        } else {
            (
                ComparisonOperator::Equal,
                "this is false for every value, because no value equals both",
                "write `or`, or `in [\u{2026}]`",
            )
        };
        if !self.is_opposed(items, expected) {
            return;
        }
        let code = match self.outcome {
            Some(true) => IssueCode::ExpressionAlwaysHolds,
            Some(false) => IssueCode::ExpressionNeverHolds,
            None => IssueCode::ExpressionConstant,
        };
        let span = items[0].span.to(items[items.len() - 1].span);
        self.hints.push(Fault::new(code, message, span).help(help));
    }

    /// Returns true if two of `items` compare the same operand by `expected` with different constants.
    fn is_opposed(&self, items: &[Expr], expected: ComparisonOperator) -> bool {
        // If any two differ, one of them differs from the first, so one comparison each is enough: there may be
        // thousands.
        let mut first = HashMap::new();
        items.iter().filter_map(|item| self.with_constant(item, expected)).any(|(of, constant)| match &constant.kind {
            ExprKind::Text(_) => *first.entry((of, true)).or_insert(&constant.kind) != &constant.kind,
            ExprKind::Int(_) => *first.entry((of, false)).or_insert(&constant.kind) != &constant.kind,
            _ => false,
        })
    }

    /// Returns the code of the operand that a comparison by `expected` compares with a constant, and the constant.
    fn with_constant<'e>(&self, expr: &'e Expr, expected: ComparisonOperator) -> Option<(&str, &'e Expr)> {
        let ExprKind::Compare(first, rest) = &expr.kind else { return None };
        let [(comparison, _, last)] = &rest[..] else { return None };
        let (of, value) = if constant(first).is_some() { (last, &**first) } else { (&**first, last) };
        (*comparison == expected && constant(of).is_none()).then(|| (&self.text[of.span.range()], value))
    }

    /// Returns the result of an expression if constants determine it for every value; otherwise `None`.
    pub(super) fn outcome(&self, expr: &Expr) -> Option<bool> {
        let joined = |items: &[Expr], deciding: bool, opposed: ComparisonOperator| {
            let all: Vec<Option<bool>> = items.iter().map(|item| self.outcome(item)).collect();
            if all.contains(&Some(deciding)) || self.is_opposed(items, opposed) {
                Some(deciding)
            } else {
                all.iter().all(Option::is_some).then_some(!deciding)
            }
        };
        match &expr.kind {
            ExprKind::All(items) => joined(items, false, ComparisonOperator::Equal),
            ExprKind::Any(items) => joined(items, true, ComparisonOperator::Unequal),
            ExprKind::Unary(Unary::Not, operand) => self.outcome(operand).map(|holds| !holds),
            _ => constant(expr).or_else(|| self.find_settled(expr).map(|settled| settled.holds)),
        }
    }

    /// Detects comparisons with a constant result: a length below 0, a value in an empty list, `None` from a function
    /// that always returns a list or a boolean.
    fn find_settled(&self, expr: &Expr) -> Option<SettledComparison> {
        let ExprKind::Compare(first, rest) = &expr.kind else { return None };
        let [(comparison, _, last)] = &rest[..] else { return None };
        let holds =
            matches!(comparison, ComparisonOperator::IsNot | ComparisonOperator::Unequal | ComparisonOperator::NotIn);
        match (&last.kind, comparison) {
            (
                ExprKind::None,
                ComparisonOperator::Is
                | ComparisonOperator::IsNot
                | ComparisonOperator::Equal
                | ComparisonOperator::Unequal,
            ) => {
                let ExprKind::Call(function, _) = &first.kind else { return None };
                let known = self.names.in_library(&function.text).filter(LibraryEntry::always_returns);
                let help = "write `len(\u{2026}) > 0` to test for values";
                return known.map(|_| SettledComparison { holds, why: "it never returns `None`", help });
            }
            (ExprKind::List(items), ComparisonOperator::In | ComparisonOperator::NotIn) if items.is_empty() => {
                let (why, help) = ("the list is empty", "add values to the list");
                return Some(SettledComparison { holds, why, help });
            }
            _ => {}
        }
        let (of, number, comparison) = match (number(first), number(last)) {
            (None, Some(number)) => (&**first, number, *comparison),
            (Some(number), None) => (last, number, mirror(*comparison)),
            _ => return None,
        };
        let holds = match comparison {
            ComparisonOperator::GreaterOrEqual if number <= 0 => true,
            ComparisonOperator::Greater | ComparisonOperator::Unequal if number < 0 => true,
            ComparisonOperator::Less if number <= 0 => false,
            ComparisonOperator::LessOrEqual | ComparisonOperator::Equal if number < 0 => false,
            _ => return None,
        };
        let help = "write `> 0` to test for values";
        self.is_length(of).then_some(SettledComparison { holds, why: "a length is never below 0", help })
    }

    fn is_length(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Call(function, arguments) if function.text == "len" && arguments.len() == 1 && !self.is_own("len"))
    }

    /// Warns about an expression that does not use the value. There is no warning if it is false for every value, which
    /// reports each of them, or if it tests the project, as `exists('LICENSE')` and `len(files('cfg$')) == 1` do. A
    /// list alone is not a test.
    pub(super) fn warn_about_unused_value(&mut self, expr: &Expr) {
        let list = match &expr.kind {
            ExprKind::Call(function, _) => function.text == "files" && self.names.in_library("files").is_some(),
            ExprKind::Name(_) | ExprKind::Attribute(..) => self.dotted_name(expr).is_some(),
            _ => false,
        };
        let is_reported = self.hints.iter().any(|hint| hint.code == IssueCode::ExpressionAlwaysHolds);
        if self.uses_value || is_reported || self.outcome == Some(false) || self.uses_project && !list {
            return;
        }
        let fault = Fault::new(
            IssueCode::ExpressionWithoutValue,
            "this has the same result for every value, because it does not use `d`",
            expr.span,
        );
        let in_list = "write `d in \u{2026}` to look the value up, or `len(\u{2026}) > 0` to test for values";
        self.hints.push(fault.help(if list { in_list } else { OF_VALUE }));
    }

    /// Returns the comparison that a constant after another comparison is likely to mean, such as `d == 'b'`: joined to
    /// the other comparison, and alone.
    fn suggest_comparison(&self, constant: &Expr, before: &[Expr], operator: &str) -> Option<(String, String)> {
        if let (ExprKind::Text(_), Some(other)) = (&constant.kind, before.last().filter(|_| operator == OR))
            && let ExprKind::Method(of, name, arguments) = &other.kind
            && let [Expr { kind: ExprKind::Text(_), .. }] = &arguments[..]
        {
            // `d.endswith('a') or 'b'`.
            let text = |span: Span| &self.text[span.range()];
            let own = format!("{}.{}({})", text(of.span), name.text, text(constant.span));
            return Some((format!("{} or {own}", text(other.span)), own));
        }
        let other = before.iter().rev().find(|other| matches!(other.kind, ExprKind::Compare(..)))?;
        let ExprKind::Compare(first, rest) = &other.kind else { return None };
        let [(comparison, place, last)] = &rest[..] else { return None };
        // A value equals one of several, or differs from all of them. With the other operator, the result is always
        // false or always true.
        let is_intended = match comparison {
            ComparisonOperator::Equal => operator == OR,
            ComparisonOperator::Unequal => operator == AND,
            _ => false,
        };
        let is_alike = std::mem::discriminant(&last.kind) == std::mem::discriminant(&constant.kind);
        let of = |span: Span| &self.text[span.range()];
        let own = format!("{} {} {}", of(first.span), of(*place), of(constant.span));
        let between = &self.text[other.span.end() as usize..constant.span.start() as usize];
        let of_python = if operator == OR { " or " } else { " and " };
        let word = if between.contains(operator.trim()) { operator } else { of_python };
        (is_intended && is_alike).then(|| (format!("{}{word}{own}", of(other.span)), own))
    }
}

/// The constant result of a comparison, with its explanation.
struct SettledComparison {
    holds: bool,
    why: &'static str,
    help: &'static str,
}

/// Returns the integer that a literal spells, with or without a minus sign.
fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Unary(Unary::Negative, of) => number(of).and_then(i64::checked_neg),
        _ => None,
    }
}

/// Returns the comparison with its operands swapped.
const fn mirror(comparison: ComparisonOperator) -> ComparisonOperator {
    match comparison {
        ComparisonOperator::Less => ComparisonOperator::Greater,
        ComparisonOperator::LessOrEqual => ComparisonOperator::GreaterOrEqual,
        ComparisonOperator::Greater => ComparisonOperator::Less,
        ComparisonOperator::GreaterOrEqual => ComparisonOperator::LessOrEqual,
        other => other,
    }
}

/// Returns the truth of a constant; `None` if the expression is not one.
fn constant(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(*value),
        ExprKind::Int(value) => Some(*value != 0),
        ExprKind::Float(value) => Some(*value != 0.0),
        ExprKind::Text(text) => Some(!text.is_empty()),
        ExprKind::List(items) | ExprKind::Tuple(items) => Some(!items.is_empty()),
        _ => None,
    }
}
