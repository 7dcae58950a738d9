//! Equality in functions: `==`, `!=`, `switch`, and `in` and `contains` for lists of numbers.
//!
//! In Rhai a string and a number are never equal, and comparing them is not an error. The guard replaces these
//! operators by a custom syntax that has the same result and records the compared values (see [`super::unlike`]). It
//! also records results of arithmetic that are not used.

use std::cell::Cell;
use std::rc::Rc;

use assay_document::text::Number;
use rhai::{
    BinaryExpr, Dynamic, Engine, EvalContext, Expr, Expression, FnCallExpr, ImmutableString, Position, Scope, Stmt,
    StmtBlock, SwitchCasesCollection, Token,
};

use super::complaint::Outcome;
use super::size::reserved;
use super::state::HostState;
use super::unlike::{Language, LastComparison, Likeness, Met, MismatchKind, WrittenComparison, likeness, likeness_in};

/// The syntax that compares two values. Only the guard writes it.
pub(super) const EQUAL: &str = "__equal";

/// The maximum number of elements of a list that are compared with a value, to find out what the list contains.
const LOOKED_AT: usize = 64;

/// An operator of a script that is checked for values that are never equal, which is the state of the [`EQUAL`] syntax.
#[derive(Clone)]
struct Equality {
    sign: Sign,
    written: Rc<WrittenComparison>,
    /// The code that it stands in, and where.
    source: ImmutableString,
    position: Position,
    seen: Cell<LastComparison>,
    /// Whether an operand is the name of the method, which no value is.
    is_of_method: bool,
}

#[derive(Clone)]
enum Sign {
    Equal,
    Unequal,
    In,
    /// A `switch`. The second input looks up the value stored here among its cases.
    Switch(Dynamic),
    /// Like [`Sign::In`], for two variables, the second of which may be a list. The input is the original call, and the
    /// fields are the names of the variables.
    InNamed {
        value: ImmutableString,
        list: ImmutableString,
    },
    /// An operator whose value nothing keeps.
    Unused,
}

impl Equality {
    fn as_state(sign: Sign, written: WrittenComparison, source: &ImmutableString, position: Position) -> Dynamic {
        let seen = Cell::default();
        let is_of_method = written.is_of_method();
        Dynamic::from(Self { sign, written: Rc::new(written), source: source.clone(), position, seen, is_of_method })
    }
}

/// Returns the [`Equality`] for a call of `==` or `!=`, or of `in` over a list of numbers. `None` for other calls, and
/// for operands that need no check.
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
    let is_in = matches!(sign, Sign::In);
    let (left, right) = if is_in { (second, first) } else { (first, second) };
    let written =
        WrittenComparison { sign: spelled_sign, left: spelled(left), right: spelled(right), language: Language::Rhai };
    Some(Equality::as_state(sign, written, source, position))
}

/// Returns the [`Equality`] for an `in` or `!in` between two variables; `None` for other calls. Only at run time is it
/// known whether the second variable is a list.
pub(super) fn state_of_named(call: &FnCallExpr, source: &ImmutableString, position: Position) -> Option<Dynamic> {
    let [Expr::Variable(list, ..), Expr::Variable(value, ..)] = &call.args[..] else { return None };
    let sign = match call.op_token {
        Some(Token::NotIn) => "!in",
        None => "in",
        _ => return None,
    };
    let is_plain = list.2.is_empty() && value.2.is_empty() && call.namespace.is_empty();
    if call.name != "contains" || !is_plain {
        return None;
    }
    let (value, list) = (value.1.clone(), list.1.clone());
    let (left, right) = (Some(value.to_string()), Some(list.to_string()));
    let written = WrittenComparison { sign, left, right, language: Language::Rhai };
    Some(Equality::as_state(Sign::InNamed { value, list }, written, source, position))
}

/// Returns the [`Equality`] for a call of `contains` on a list of numbers; `None` for other method calls.
pub(super) fn state_of_method(
    list: &Expr,
    call: &FnCallExpr,
    source: &ImmutableString,
    position: Position,
) -> Option<Dynamic> {
    let [value] = &call.args[..] else { return None };
    if call.name != "contains" || !is_list_of_numbers(list) || is_number(value) {
        return None;
    }
    let written =
        WrittenComparison { sign: "contains", left: spelled(value), right: spelled(list), language: Language::Rhai };
    Some(Equality::as_state(Sign::In, written, source, position))
}

/// Returns the [`Equality`] for an arithmetic operator whose value is not used, such as `+` where `+=` was meant;
/// `None` for other calls.
pub(super) fn state_of_unused(call: &FnCallExpr, source: &ImmutableString, position: Position) -> Option<Dynamic> {
    let [left, right] = &call.args[..] else { return None };
    // What else it may be for is not known: a call in it may change something.
    if !matches!(left, Expr::Variable(..) | Expr::Property(..)) {
        return None;
    }
    let sign = match call.op_token.as_ref()? {
        Token::Plus => "+",
        Token::Minus => "-",
        Token::Multiply => "*",
        Token::Divide => "/",
        Token::Modulo => "%",
        _ => return None,
    };
    let written = WrittenComparison { sign, left: spelled(left), right: spelled(right), language: Language::Rhai };
    Some(Equality::as_state(Sign::Unused, written, source, position))
}

/// Returns an expression that looks up a value among the cases of a `switch`, and the [`Equality`] of the `switch`. The
/// expression is a `switch` with the same cases.
pub(super) fn state_of_switch(
    value: &Expr,
    cases: &SwitchCasesCollection,
    source: &ImmutableString,
    position: Position,
) -> (Expr, Dynamic) {
    let asked = Dynamic::UNIT.into_shared();
    let mut cases = cases.clone();
    cases.def_case = None;
    let holds = || Expr::BoolConstant(true, position);
    cases.expressions.iter_mut().for_each(|case| *case = BinaryExpr { lhs: holds(), rhs: holds() });
    let over = Expr::DynamicConstant(Box::new(asked.clone()), position);
    let probe = Stmt::Switch(Box::new((over, cases)), position);
    let probe = Expr::Stmt(Box::new(StmtBlock::new([probe], position, position)));
    // What a case holds that the value is no equal of is a text when the value is none.
    let right = Some("\"\"".to_owned());
    let written = WrittenComparison { sign: "switch", left: spelled(value), right, language: Language::Rhai };
    (probe, Equality::as_state(Sign::Switch(asked), written, source, position))
}

/// Makes the syntax known to an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(EQUAL, reserved(EQUAL), false, move |context, inputs, state| {
        let Some(equality) = state.read_lock::<Equality>() else { return Ok(Dynamic::UNIT) };
        if let Sign::InNamed { value, list } = &equality.sign {
            if !owner.comparisons.knows(equality.seen.get()) {
                equality.look_in(&owner, context.scope(), value, list);
            }
            return context.eval_expression_tree(&inputs[0]);
        }
        let mut a = context.eval_expression_tree(&inputs[0])?.flatten();
        let is_known = owner.comparisons.knows(equality.seen.get());
        match &equality.sign {
            Sign::Unused => {
                equality.note(&owner, Likeness::Unlike(MismatchKind::Unused), &|_| Met::unused());
                return Ok(Dynamic::UNIT);
            }
            Sign::Switch(asked) => {
                if !is_known {
                    equality.look_for_case(&owner, &a, |value| has_case(context, &inputs[1], asked, value))?;
                }
                return Ok(a);
            }
            Sign::Equal | Sign::Unequal | Sign::In | Sign::InNamed { .. } => {}
        }
        let mut b = context.eval_expression_tree(&inputs[1])?.flatten();
        let is_in = matches!(equality.sign, Sign::In);
        let is_known = is_known || equality.is_of_method;
        if equality.is_of_method {
            equality.note(&owner, Likeness::Unlike(MismatchKind::Method), &|kind| Met::new(kind, &a, &b));
        }
        if let Some(is_equal) = quickly_equal(&a, &b).filter(|_| !is_in) {
            if !is_known {
                equality.note(&owner, Likeness::Alike, &|kind| Met::new(kind, &a, &b));
            }
            return Ok((is_equal == matches!(equality.sign, Sign::Equal)).into());
        }
        if !is_known {
            match a.as_array_ref() {
                Ok(list) if is_in => {
                    equality.note(&owner, likeness_in(&b, &list), &|kind| Met::within(kind, &b, &list));
                }
                _ => equality.note(&owner, likeness(&a, &b), &|kind| Met::new(kind, &a, &b)),
            }
        }
        let called = match equality.sign {
            Sign::Equal => context.call_native_fn_raw("==", false, &mut [&mut a, &mut b]),
            Sign::Unequal => context.call_native_fn_raw("!=", false, &mut [&mut a, &mut b]),
            _ => context.call_fn_raw("contains", false, false, &mut [&mut a, &mut b]),
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
    fn note(&self, state: &HostState, likeness: Likeness, met: &dyn Fn(MismatchKind) -> Met) {
        let met = |kind| met(kind).written(&self.written);
        self.seen.set(state.comparisons.note(&self.source, self.position, likeness, &met));
    }

    /// Records how the value of a variable relates to the elements of another variable.
    fn look_in(&self, state: &HostState, scope: &Scope<'_>, value: &str, list: &str) {
        let (Some(value), Some(list)) = (scope.get(value), scope.get(list)) else { return };
        let Ok(list) = list.as_array_ref() else { return };
        let value = value.flatten_clone();
        let list = &list[..list.len().min(LOOKED_AT)];
        self.note(state, likeness_in(&value, list), &|kind| Met::within(kind, &value, list));
    }

    /// Records whether a `switch` has a case for a value, or only for a value that looks like it.
    fn look_for_case(
        &self,
        state: &HostState,
        value: &Dynamic,
        mut has_case: impl FnMut(Dynamic) -> Outcome<bool>,
    ) -> Outcome<()> {
        if has_case(value.clone())? {
            self.note(state, Likeness::Alike, &|kind| Met::new(kind, value, value));
        } else if let Some((kind, other)) = reads_like(value)
            && has_case(other.clone())?
        {
            self.note(state, Likeness::Unlike(kind), &|kind| Met::switched(kind, value, &other));
        }
        Ok(())
    }
}

/// Returns true if a `switch` has a case for a value, apart from the default case.
fn has_case(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    probe: &Expression<'_>,
    asked: &Dynamic,
    value: Dynamic,
) -> Outcome<bool> {
    if let Some(mut asked) = asked.clone().write_lock::<Dynamic>() {
        *asked = value;
    }
    Ok(context.eval_expression_tree(probe)?.as_bool().unwrap_or(false))
}

/// Returns the number or boolean that a string spells, or the string that spells a value.
fn reads_like(value: &Dynamic) -> Option<(MismatchKind, Dynamic)> {
    let Ok(text) = value.as_immutable_string_ref() else {
        let kind = if value.is_bool() { MismatchKind::Boolean } else { MismatchKind::Number };
        let is_spelled = value.is_bool() || value.is_int() || value.is_float();
        return is_spelled.then(|| (kind, value.to_string().into()));
    };
    if let Ok(value) = text.to_lowercase().parse::<bool>() {
        return Some((MismatchKind::Boolean, value.into()));
    }
    let number = text.trim();
    Number::parse(number)?;
    let value = number.parse::<i64>().map(Dynamic::from).or_else(|_| number.parse::<f64>().map(Dynamic::from));
    Some((MismatchKind::Number, value.ok()?))
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
pub(super) fn spelled(expression: &Expr) -> Option<String> {
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
