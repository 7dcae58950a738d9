//! Equality in functions: `==`, `!=`, and `in` for lists of numbers.
//!
//! Rhai says that a text and a number are not equal, and that is that. The guard puts a syntax in place of these operators that
//! says the same, and notes what came to them (see [`super::unlike`]).

use std::cell::Cell;
use std::rc::Rc;

use rhai::{Dynamic, Engine, Expr, FnCallExpr, ImmutableString, Position, Token};

use super::size::reserved;
use super::state::State;
use super::unlike::{Language, Likeness, Met, Seen, Written, likeness, likeness_in};

/// The syntax that compares two values. Only the guard writes it.
pub(super) const EQUAL: &str = "__equal";

/// What the syntax knows of the operator that it stands for.
#[derive(Clone)]
struct Equality {
    sign: Sign,
    written: Rc<Written>,
    /// The code that it stands in, and where.
    source: ImmutableString,
    position: Position,
    seen: Cell<Seen>,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Sign {
    Equal,
    Unequal,
    In,
}

/// What the syntax has to know of an operator, if it stands for such a one.
pub(super) fn state_of(call: &FnCallExpr, source: &ImmutableString, position: Position) -> Option<Dynamic> {
    let [first, second] = &call.args[..] else { return None };
    // What `in` is parsed to has the list first.
    let is_in = call.name == "contains" && call.namespace.is_empty() && is_list_of_numbers(first);
    let (sign, spelled_sign) = match call.op_token {
        Some(Token::EqualsTo) => (Sign::Equal, "=="),
        Some(Token::NotEqualsTo) => (Sign::Unequal, "!="),
        Some(Token::NotIn) if is_in => (Sign::In, "!in"),
        None if is_in => (Sign::In, "in"),
        _ => return None,
    };
    let is_apart = |side: &Expr| matches!(side, Expr::Unit(_));
    if is_apart(first) || is_apart(second) || is_number(first) && is_number(second) {
        return None;
    }
    let (left, right) = if sign == Sign::In { (second, first) } else { (first, second) };
    let written = Written { sign: spelled_sign, left: spelled(left), right: spelled(right), language: Language::Rhai };
    let seen = Cell::default();
    Some(Dynamic::from(Equality { sign, written: Rc::new(written), source: source.clone(), position, seen }))
}

/// Makes the syntax known to an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<State>) {
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(EQUAL, reserved(EQUAL), false, move |context, inputs, state| {
        let Some(equality) = state.read_lock::<Equality>() else { return Ok(Dynamic::UNIT) };
        let mut a = context.eval_expression_tree(&inputs[0])?.flatten();
        let mut b = context.eval_expression_tree(&inputs[1])?.flatten();
        let is_equal = match equality.sign {
            Sign::In => None,
            Sign::Equal | Sign::Unequal => quickly_equal(&a, &b),
        };
        if let Some(is_equal) = is_equal {
            if !owner.comparisons.knows(equality.seen.get()) {
                equality.note(&owner, Likeness::Alike, &a, &b);
            }
            return Ok((is_equal == (equality.sign == Sign::Equal)).into());
        }
        if !owner.comparisons.knows(equality.seen.get()) {
            let likeness = match (equality.sign, a.as_array_ref()) {
                (Sign::In, Ok(list)) => likeness_in(&b, &list),
                _ => likeness(&a, &b),
            };
            equality.note(&owner, likeness, &a, &b);
        }
        let called = match equality.sign {
            Sign::Equal => context.call_native_fn_raw("==", false, &mut [&mut a, &mut b]),
            Sign::Unequal => context.call_native_fn_raw("!=", false, &mut [&mut a, &mut b]),
            Sign::In => context.call_fn_raw("contains", false, false, &mut [&mut a, &mut b]),
        };
        called.map_err(|mut error| {
            if error.position().is_none() {
                error.set_position(equality.position);
            }
            error
        })
    });
}

impl Equality {
    fn note(&self, state: &State, likeness: Likeness, a: &Dynamic, b: &Dynamic) {
        let met = |kind| {
            let met = match (self.sign, a.as_array_ref()) {
                (Sign::In, Ok(list)) => Met::within(kind, b, &list),
                _ => Met::new(kind, a, b),
            };
            met.written(&self.written)
        };
        self.seen.set(state.comparisons.note(&self.source, self.position, likeness, met));
    }
}

/// Whether two values are equal, where that is seen at once: those of the same simple kind.
fn quickly_equal(a: &Dynamic, b: &Dynamic) -> Option<bool> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Some(a == b);
    }
    let (a, b) = (a.as_immutable_string_ref().ok()?, b.as_immutable_string_ref().ok()?);
    Some(*a == *b)
}

/// Whether an expression yields a number, whatever comes to it.
fn is_number(expression: &Expr) -> bool {
    match expression {
        Expr::IntegerConstant(..) | Expr::FloatConstant(..) => true,
        Expr::FnCall(call, _) => matches!(
            call.op_token,
            Some(Token::Modulo | Token::Minus | Token::UnaryMinus | Token::Multiply | Token::Divide)
        ),
        Expr::Dot(parts, ..) => match &parts.rhs {
            Expr::MethodCall(call, _) => matches!(call.name.as_str(), "len" | "to_int" | "to_float" | "index_of"),
            Expr::Property(name, _) => name.2 == "len",
            rest => is_number(rest),
        },
        _ => false,
    }
}

fn is_list_of_numbers(expression: &Expr) -> bool {
    let are_numbers = |list: &[Dynamic]| !list.is_empty() && list.iter().all(|item| item.is_int() || item.is_float());
    match expression {
        Expr::Array(items, _) => !items.is_empty() && items.iter().all(is_number),
        Expr::DynamicConstant(value, _) => value.as_array_ref().is_ok_and(|list| are_numbers(&list)),
        _ => false,
    }
}

/// An expression as it is written, where that takes few words.
fn spelled(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Variable(parts, ..) => Some(parts.1.to_string()),
        Expr::Property(parts, _) => Some(parts.2.to_string()),
        Expr::IntegerConstant(number, _) => Some(number.to_string()),
        Expr::FloatConstant(number, _) => Some(number.to_string()),
        Expr::BoolConstant(value, _) => Some(value.to_string()),
        Expr::StringConstant(text, _) => Some(format!("{text:?}")),
        Expr::Dot(parts, ..) => Some(format!("{}.{}", spelled(&parts.lhs)?, spelled(&parts.rhs)?)),
        Expr::Index(parts, ..) => Some(format!("{}[{}]", spelled(&parts.lhs)?, spelled(&parts.rhs)?)),
        Expr::Array(items, _) => {
            let items: Option<Vec<String>> = items.iter().map(spelled).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Expr::DynamicConstant(value, _) => value.as_array_ref().is_ok().then(|| value.to_string()),
        _ => None,
    }
}
