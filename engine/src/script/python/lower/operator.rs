//! Operators: evaluated in Python's order, each operand once.

use super::{Lowering, Wanted};
use crate::script::braced::braced_fact;
use crate::script::python::Compared;
use crate::script::python::syntax::{self, Binary, Comparison, Expr, Kind, Unary};
use crate::text::{Fault, Span};

/// The functions behind the operators that group to the left.
const BINARY: &[(Binary, &str)] = &[
    (Binary::Or, "__or"),
    (Binary::ExclusiveOr, "__xor"),
    (Binary::And, "__and"),
    (Binary::ShiftLeft, "__shift_left"),
    (Binary::ShiftRight, "__shift_right"),
    (Binary::Add, "__add"),
    (Binary::Subtract, "__subtract"),
    (Binary::Multiply, "__multiply"),
    (Binary::Divide, "__divide"),
    (Binary::FloorDivide, "__floor_divide"),
    (Binary::Remainder, "__remainder"),
];

/// The functions behind comparisons, and whether their answer is denied.
const COMPARISONS: &[(Comparison, &str, bool)] = &[
    (Comparison::Less, "__lt", false),
    (Comparison::LessOrEqual, "__le", false),
    (Comparison::Greater, "__gt", false),
    (Comparison::GreaterOrEqual, "__ge", false),
    (Comparison::Equal, "__eq", false),
    (Comparison::Unequal, "__eq", true),
    (Comparison::In, "__in", false),
    (Comparison::NotIn, "__in", true),
    (Comparison::Is, "__is", false),
    (Comparison::IsNot, "__is", true),
];

/// Up to how many operators of one precedence are calls inside each other; more of them are steps one after the other,
/// so that a long sum does not go deep.
const NESTED: usize = 8;

/// Operators of Rhai of which only the truth is wanted.
pub(super) const AND: &str = " && ";
pub(super) const OR: &str = " || ";

impl Lowering<'_> {
    /// Operators that group to the left.
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Binary, Span, Expr)]) {
        if let (Kind::Text(_), Some((Binary::Remainder, place, _))) = (&first.kind, rest.first()) {
            let fault = Fault::new("expression-unsupported", "texts are not filled in with `%`", *place);
            self.faults.push(fault.help("join the parts: `'size ' + str(d)`"));
        }
        if rest.len() <= NESTED {
            for (binary, place, _) in rest.iter().rev() {
                self.out.put_at(*place, function_of(*binary));
                self.out.put("(");
            }
            self.value(first);
            for (.., operand) in rest {
                self.out.comma();
                self.value(operand);
                self.out.put(")");
            }
            return;
        }
        let sum = self.fresh('t');
        self.out.put(&format!("({{ let {sum} = "));
        self.value(first);
        for (binary, place, operand) in rest {
            self.out.put(&format!("; {sum} = "));
            self.out.put_at(*place, &format!("{}({sum}", function_of(*binary)));
            self.out.comma();
            self.value(operand);
            self.out.put(")");
        }
        self.out.put(&format!("; {sum} }})"));
    }

    pub(super) fn unary(&mut self, unary: Unary, of: &Expr, span: Span) {
        match (unary, &of.kind) {
            (Unary::Negative, Kind::Int(value)) => self.out.put_at(span, &format!("(-{value})")),
            (Unary::Negative, _) => self.call_of(span, "__negative", &[of]),
            (Unary::Positive, _) => self.call_of(span, "__positive", &[of]),
            (Unary::Invert, _) => self.call_of(span, "__invert", &[of]),
            (Unary::Not, _) => self.denied(of),
        }
    }

    /// `not of`.
    pub(super) fn denied(&mut self, of: &Expr) {
        self.out.put("!");
        self.truth(of);
    }

    /// Comparisons one behind the other: each operand is evaluated once, and none behind a comparison that fails.
    pub(super) fn compare(&mut self, first: &Expr, rest: &[(Comparison, Span, Expr)]) {
        let simple = |expr: &Expr| matches!(expr.kind, Kind::Int(_) | Kind::Float(_) | Kind::Text(_) | Kind::Name(_));
        if let [(comparison, place, last)] = rest {
            return self.pair(*comparison, *place, first, last);
        }
        if rest[..rest.len() - 1].iter().all(|(.., operand)| simple(operand)) {
            let mut left = first;
            for (at, (comparison, place, right)) in rest.iter().enumerate() {
                self.out.put(if at == 0 { "(" } else { " && " });
                self.pair(*comparison, *place, left, right);
                left = right;
            }
            return self.out.put(")");
        }
        self.steps(first, rest);
    }

    /// A chain of comparisons as steps.
    fn steps(&mut self, first: &Expr, rest: &[(Comparison, Span, Expr)]) {
        let [left, right, holds] = [self.fresh('t'), self.fresh('t'), self.fresh('t')];
        self.out.put(&format!("({{ let {left} = "));
        self.value(first);
        self.out.put(&format!("; let {right} = (); let {holds} = true; "));
        for (at, (comparison, place, operand)) in rest.iter().enumerate() {
            if at > 0 {
                self.out.put(&format!("if {holds} {{ {left} = {right}; "));
            }
            self.out.put(&format!("{right} = "));
            self.value(operand);
            let (function, denied) = sign(*comparison);
            self.out.put(&format!("; {holds} = {}", if denied { "!" } else { "" }));
            self.out.put_at(*place, &format!("{function}({left}, {right}); "));
            if at > 0 {
                self.out.put("} ");
            }
            let before = if at == 0 { first } else { &rest[at - 1].2 };
            self.check_identity(*comparison, *place, before, operand);
            self.keep(*comparison, *place, before, operand);
        }
        self.out.put(&format!("{holds} }})"));
    }

    /// Whether an expression gives an integer, whatever the value is: Rhai then compares it by itself.
    fn is_integer(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Int(_) => true,
            Kind::Call(function, arguments) => {
                matches!(function.text.as_str(), "len" | "ord") && arguments.len() == 1 && !self.is_own(&function.text)
            }
            _ => false,
        }
    }

    /// One comparison of two operands.
    fn pair(&mut self, comparison: Comparison, place: Span, left: &Expr, right: &Expr) {
        let (function, denied) = sign(comparison);
        let symbol = syntax::COMPARISONS.iter().find(|(_, known)| *known == comparison);
        if let Some((symbol, _)) = symbol.filter(|_| self.is_integer(left) && self.is_integer(right)) {
            self.out.put("(");
            self.value(left);
            self.out.put_at(place, &format!(" {symbol} "));
            self.value(right);
            return self.out.put(")");
        }
        self.out.put(if denied { "!" } else { "" });
        self.check_identity(comparison, place, left, right);
        self.keep(comparison, place, left, right);
        match &right.kind {
            Kind::Call(range, bounds) if function == "__in" && self.is_range(range, bounds) => {
                self.out.put_at(place, "__in_range(");
                self.arguments([left].into_iter().chain(bounds));
            }
            Kind::Method(of, name, arguments) if function == "__in" && name.text == "keys" && arguments.is_empty() => {
                self.out.put_at(place, "__in_keys(");
                self.value(left);
                self.out.comma();
                self.value(of);
            }
            _ => {
                self.out.put_at(place, function);
                self.out.put("(");
                self.value(left);
                self.out.comma();
                if function == "__in" { self.elements(right) } else { self.value(right) }
            }
        }
        self.out.put(")");
    }

    /// Keeps where a comparison stands, and its operands.
    fn keep(&mut self, comparison: Comparison, place: Span, left: &Expr, right: &Expr) {
        if !matches!(comparison, Comparison::Is | Comparison::IsNot) {
            self.tell_facts(comparison, right);
            if matches!(comparison, Comparison::Equal | Comparison::Unequal) {
                self.tell_facts(comparison, left);
            }
            self.comparisons.push(Compared { place, left: left.span, right: right.span });
        }
    }

    /// Tells of facts about the file with which something is compared letter by letter, be they in a list.
    fn tell_facts(&mut self, comparison: Comparison, with: &Expr) {
        match &with.kind {
            Kind::Text(text) => {
                let symbol = syntax::COMPARISONS.iter().find(|(_, known)| *known == comparison);
                let sign = symbol.map_or(if comparison == Comparison::In { "==" } else { "!=" }, |(sign, _)| sign);
                self.hints.extend(braced_fact(text, sign, with.span));
            }
            Kind::List(items) | Kind::Tuple(items) | Kind::Set(items) => {
                for item in items {
                    self.tell_facts(comparison, item);
                }
            }
            _ => {}
        }
    }

    /// `is` asks for the same object, which only of these three means anything here.
    fn check_identity(&mut self, comparison: Comparison, place: Span, left: &Expr, right: &Expr) {
        let single = |expr: &Expr| matches!(expr.kind, Kind::None | Kind::Bool(_));
        if matches!(comparison, Comparison::Is | Comparison::IsNot) && !single(left) && !single(right) {
            let message = "`is` asks for `None`, `True` or `False` only";
            let fault = Fault::new("expression-unsupported", message, place);
            let denied = comparison == Comparison::IsNot;
            self.faults.push(fault.help(if denied { "write `!=`" } else { "write `==`" }));
        }
    }

    /// `and` or `or`, of which only the truth is wanted.
    pub(super) fn joined_truth(&mut self, items: &[Expr], operator: &str) {
        self.tell_opposed(items, operator);
        for (at, item) in items.iter().enumerate() {
            self.out.put(if at == 0 { "(" } else { operator });
            self.tell_constant(item, &items[..at], operator);
            self.truth(item);
        }
        self.out.put(")");
    }

    /// `and` or `or`, of which the value is wanted: that of the first operand that decides. `goes_on` opens the test
    /// by which the next one is looked at.
    pub(super) fn joined_value(&mut self, items: &[Expr], goes_on: &str, span: Span) {
        let found = self.fresh('t');
        for (at, item) in items.iter().enumerate() {
            match at {
                0 => self.out.put_at(span, &format!("({{ let {found} = ")),
                _ => self.out.put_at(span, &format!("if {goes_on}{found}) {{ {found} = ")),
            }
            self.value(item);
            self.out.put(if at == 0 { "; " } else { "; } " });
        }
        self.out.put(&format!("{found} }})"));
    }

    /// `yes if condition else no`; where `no` is another choice, side by side and not inside each other.
    pub(super) fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr, wanted: Wanted) {
        let (mut condition, mut yes, mut no) = (condition, yes, no);
        self.out.put("(");
        loop {
            self.out.put("if ");
            self.truth(condition);
            self.out.put(" { ");
            self.wanted(yes, wanted);
            self.out.put(" } else ");
            match &no.kind {
                Kind::Choice { condition: next, yes: other, no: rest } => (condition, yes, no) = (next, other, rest),
                _ => break,
            }
        }
        self.out.put("{ ");
        self.wanted(no, wanted);
        self.out.put(" })");
    }
}

fn function_of(binary: Binary) -> &'static str {
    BINARY.iter().find(|(known, _)| *known == binary).map_or("__add", |(_, function)| function)
}

fn sign(comparison: Comparison) -> (&'static str, bool) {
    COMPARISONS.iter().find(|(known, ..)| *known == comparison).map_or(("__eq", false), |&(_, f, denied)| (f, denied))
}
