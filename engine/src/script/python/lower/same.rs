//! What is said of an expression that says the same of every value, or a part of it: it cannot tell right from wrong.

use std::collections::HashMap;

use super::Lowering;
use super::operator::{AND, OR};
use crate::script::python::syntax::{Comparison, Expr, Kind, Unary};
use crate::text::{Fault, Span};

/// The kind of what is said of a constant by which an expression holds of every value.
const ALWAYS_HOLDS: &str = "expression-always-holds";
/// The same where other parts may decide.
const CONSTANT: &str = "expression-constant";
const OF_VALUE: &str = "ask something of the value, which is `d`";

impl Lowering<'_> {
    /// Tells of a constant where its truth is asked, as in `d == 'a' or 'b'`; `before` are the operands before it. Booleans and
    /// numbers that leave it to the others are well known: `d == 'a' and True`, and `1 or 0` behind it.
    pub(super) fn tell_constant(&mut self, expr: &Expr, before: &[Expr], operator: &str) {
        let Some(holds) = constant(expr) else { return };
        let is_told = match expr.kind {
            Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) => holds != (operator == AND),
            _ => true,
        };
        if !is_told {
            return;
        }
        let (code, message) = if self.outcome == Some(true) && holds && operator != AND {
            (ALWAYS_HOLDS, "this holds of every value, as it is a constant")
        } else {
            (CONSTANT, "this says the same of every value, as it is a constant")
        };
        let fault = Fault::new(code, message, expr.span);
        self.hints.push(match self.compared_with(expr, before, operator) {
            Some((whole, own)) => Fault { meant: Some(own.into()), ..fault.help(format!("write `{whole}`")) },
            None if operator.is_empty() => fault.help(OF_VALUE),
            None if matches!(expr.kind, Kind::Bool(_)) => fault.help("leave it out, and the rest decides"),
            None => fault.help("compare with each: `d == \u{2026} or d == \u{2026}`, or `d in (\u{2026}, \u{2026})`"),
        });
    }

    /// Tells of `d != 'a' or d != 'b'`, which holds of every value, and of `d == 'a' and d == 'b'`, which holds of none.
    pub(super) fn tell_opposed(&mut self, items: &[Expr], operator: &str) {
        let (wanted, message, help) = if operator == OR {
            let message = "this holds of every value, as each differs from one of these";
            (Comparison::Unequal, message, "`and` is meant, or `not in [\u{2026}]`")
        } else {
            (Comparison::Equal, "this holds of no value, as none equals both", "`or` is meant, or `in [\u{2026}]`")
        };
        if !self.is_opposed(items, wanted) {
            return;
        }
        let code = match self.outcome {
            Some(true) => ALWAYS_HOLDS,
            Some(false) => "expression-never-holds",
            None => CONSTANT,
        };
        let span = items[0].span.to(items[items.len() - 1].span);
        self.hints.push(Fault::new(code, message, span).help(help));
    }

    /// Whether two of `items` compare the same operand so with different constants.
    fn is_opposed(&self, items: &[Expr], wanted: Comparison) -> bool {
        // If any two differ, one of them differs from the first: there may be thousands.
        let mut first = HashMap::new();
        items.iter().filter_map(|item| self.with_constant(item, wanted)).any(|(of, constant)| match &constant.kind {
            Kind::Text(_) => *first.entry((of, true)).or_insert(&constant.kind) != &constant.kind,
            Kind::Int(_) => *first.entry((of, false)).or_insert(&constant.kind) != &constant.kind,
            _ => false,
        })
    }

    /// The operand that one comparison compares so with a constant, as it is written, and the constant.
    fn with_constant<'e>(&self, expr: &'e Expr, wanted: Comparison) -> Option<(&str, &'e Expr)> {
        let Kind::Compare(first, rest) = &expr.kind else { return None };
        let [(comparison, _, last)] = &rest[..] else { return None };
        let (of, value) = if constant(first).is_some() { (last, &**first) } else { (&**first, last) };
        (*comparison == wanted && constant(of).is_none()).then(|| (&self.text[of.span.range()], value))
    }

    /// Whether an expression holds of every value, or of none, as constants in it decide; `None` where they do not.
    pub(super) fn outcome(&self, expr: &Expr) -> Option<bool> {
        let joined = |items: &[Expr], deciding: bool, opposed: Comparison| {
            let all: Vec<Option<bool>> = items.iter().map(|item| self.outcome(item)).collect();
            if all.contains(&Some(deciding)) || self.is_opposed(items, opposed) {
                Some(deciding)
            } else {
                all.iter().all(Option::is_some).then_some(!deciding)
            }
        };
        match &expr.kind {
            Kind::All(items) => joined(items, false, Comparison::Equal),
            Kind::Any(items) => joined(items, true, Comparison::Unequal),
            Kind::Unary(Unary::Not, operand) => self.outcome(operand).map(|holds| !holds),
            _ => constant(expr),
        }
    }

    /// Tells of an expression that does not ask for the value. What holds of none by a constant is a way to find each, and
    /// `exists('LICENSE')` or `len(files('cfg$')) == 1` asks something of the project; a list by itself is one to look in.
    pub(super) fn tell_same(&mut self, expr: &Expr) {
        let list = match &expr.kind {
            Kind::Call(function, _) => function.text == "files",
            Kind::Name(_) | Kind::Attribute(..) => self.dotted(expr).is_some(),
            _ => false,
        };
        let is_told = self.hints.iter().any(|hint| hint.code == ALWAYS_HOLDS);
        if self.asks_value || is_told || self.outcome == Some(false) || self.asks_project && !list {
            return;
        }
        let fault = Fault::new(
            "expression-without-value",
            "this says the same of every value, as it does not ask for `d`",
            expr.span,
        );
        let in_list = "look for it there: `d in \u{2026}`; `len(\u{2026}) > 0` asks whether there is one";
        self.hints.push(fault.help(if list { in_list } else { OF_VALUE }));
    }

    /// The comparison that a constant stands for which follows another one, `d == 'b'`, behind that other one and by itself.
    fn compared_with(&self, constant: &Expr, before: &[Expr], operator: &str) -> Option<(String, String)> {
        if let (Kind::Text(_), Some(other)) = (&constant.kind, before.last().filter(|_| operator == OR))
            && let Kind::Method(of, name, arguments) = &other.kind
            && let [Expr { kind: Kind::Text(_), .. }] = &arguments[..]
        {
            // `d.endswith('a') or 'b'`.
            let text = |span: Span| &self.text[span.range()];
            let own = format!("{}.{}({})", text(of.span), name.text, text(constant.span));
            return Some((format!("{} or {own}", text(other.span)), own));
        }
        let other = before.iter().rev().find(|other| matches!(other.kind, Kind::Compare(..)))?;
        let Kind::Compare(first, rest) = &other.kind else { return None };
        let [(comparison, place, last)] = &rest[..] else { return None };
        // A value is one of several, or it is none of them; the opposites hold of nothing, or of everything.
        let is_meant = match comparison {
            Comparison::Equal => operator == OR,
            Comparison::Unequal => operator == AND,
            _ => false,
        };
        let is_alike = std::mem::discriminant(&last.kind) == std::mem::discriminant(&constant.kind);
        let of = |span: Span| &self.text[span.range()];
        let own = format!("{} {} {}", of(first.span), of(*place), of(constant.span));
        let between = &self.text[other.span.end() as usize..constant.span.start() as usize];
        let of_python = if operator == OR { " or " } else { " and " };
        let word = if between.contains(operator.trim()) { operator } else { of_python };
        (is_meant && is_alike).then(|| (format!("{}{word}{own}", of(other.span)), own))
    }
}

/// Whether a constant holds where its truth is asked; `None` of what is none.
fn constant(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        Kind::Bool(value) => Some(*value),
        Kind::Int(value) => Some(*value != 0),
        Kind::Float(value) => Some(*value != 0.0),
        Kind::Text(text) => Some(!text.is_empty()),
        Kind::List(items) | Kind::Tuple(items) => Some(!items.is_empty()),
        _ => None,
    }
}
