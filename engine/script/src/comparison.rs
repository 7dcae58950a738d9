//! Comparisons in functions: `==` and `!=`, and the order of numbers and of strings by `<`, `<=`, `>` and `>=`.
//!
//! In Rhai, ordering a string and a number returns `false`. A rule with such a comparison never has a finding, so the
//! guard replaces these operators by a syntax that stops the script. A string and a number are also never equal. Such a
//! comparison may be intended, so it is only recorded (see [`super::type_mismatch`]).

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use assay_document::text::Number;
use rhai::{Dynamic, Engine, EvalAltResult, Expr, Expression, FnCallExpr, ImmutableString, Position, Token};

use super::complaint::Complaint;
use super::kind;
use super::large::{self, compare_numbers};
use super::size::refuse_syntax;
use super::state::HostState;
use super::type_mismatch::{
    ComparedValues, Language, LastComparison, Likeness, MismatchKind, OF_METHOD, WrittenComparison, in_order, likeness,
};

/// The keyword of the syntax that compares two values. Only the guard writes it.
pub(super) const COMPARE: &str = "__compare";

struct ComparisonOperator {
    token: Token,
    operator: &'static str,
    /// The orders for which it is true; `None` if it tests equality.
    order: Option<fn(Ordering) -> bool>,
}

const OPERATORS: [ComparisonOperator; 6] = [
    ComparisonOperator { token: Token::EqualsTo, operator: "==", order: None },
    ComparisonOperator { token: Token::NotEqualsTo, operator: "!=", order: None },
    ComparisonOperator { token: Token::LessThan, operator: "<", order: Some(Ordering::is_lt) },
    ComparisonOperator { token: Token::LessThanEqualsTo, operator: "<=", order: Some(Ordering::is_le) },
    ComparisonOperator { token: Token::GreaterThan, operator: ">", order: Some(Ordering::is_gt) },
    ComparisonOperator { token: Token::GreaterThanEqualsTo, operator: ">=", order: Some(Ordering::is_ge) },
];

/// A comparison of a script, which is the state of the [`COMPARE`] syntax.
#[derive(Clone)]
struct Comparison {
    /// The index of its operator.
    at: usize,
    written: Rc<WrittenComparison>,
    /// The name of the code that contains the comparison. The place in that code follows.
    source: ImmutableString,
    position: Position,
    seen: Cell<LastComparison>,
}

/// Returns the [`Comparison`] for the call at `position`; `None` if its operator does not compare.
pub(super) fn state_of(call: &FnCallExpr, source: &ImmutableString, position: Position) -> Option<Dynamic> {
    let at = OPERATORS.iter().position(|known| Some(&known.token) == call.op_token.as_ref())?;
    let [left, right] = &call.args[..] else { return None };
    let ComparisonOperator { operator, order, .. } = &OPERATORS[at];
    // Any value may be compared with `()`, and two numbers can be equal.
    let is_nothing = |side: &Expr| matches!(side, Expr::Unit(_));
    if order.is_none() && (is_nothing(left) || is_nothing(right) || is_number(left) && is_number(right)) {
        return None;
    }
    let written = Rc::new(WrittenComparison {
        operator,
        left: short_code(left),
        right: short_code(right),
        language: Language::Rhai,
    });
    Some(Dynamic::from(Comparison { at, written, source: source.clone(), position, seen: Cell::default() }))
}

/// Returns true if the value of an expression is always a number.
fn is_number(expression: &Expr) -> bool {
    match expression {
        Expr::IntegerConstant(..) | Expr::FloatConstant(..) => true,
        Expr::FnCall(call, _) => matches!(
            call.op_token,
            Some(Token::Modulo | Token::Minus | Token::UnaryMinus | Token::Multiply | Token::Divide)
        ),
        Expr::Dot(parts, ..) => match &parts.rhs {
            Expr::MethodCall(call, _) => matches!(call.name.as_str(), "len" | "to_int" | "to_float"),
            _ => false,
        },
        _ => false,
    }
}

/// Registers the syntax with an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(
        COMPARE,
        refuse_syntax(COMPARE),
        false,
        move |context, inputs, state| {
            let Some(comparison) = state.read_lock::<Comparison>() else { return Ok(Dynamic::UNIT) };
            // Rhai shares the variables that a closure captures; compare their content.
            let mut a = context.eval_expression_tree(&inputs[0])?.flatten();
            let mut b = context.eval_expression_tree(&inputs[1])?.flatten();
            // Most comparisons soon compare two values that can be equal, and are not recorded again in this call.
            if !owner.comparisons.is_settled(comparison.seen.get()) {
                comparison.note(&owner, &a, &b);
            }
            let ComparisonOperator { operator, order, .. } = &OPERATORS[comparison.at];
            let position = comparison.position;
            if let Some(order) = order {
                return holds(*order, &a, &b).map(Dynamic::from).ok_or_else(|| {
                    let written = &inputs[usize::from(text(&a).is_none() && !a.is_array())];
                    not_ordered(operator, &a, &b, written, position)
                });
            }
            if let Some(is_equal) = simple_equal(&a, &b) {
                return Ok((is_equal == (*operator == "==")).into());
            }
            context.call_native_fn_raw(operator, false, &mut [&mut a, &mut b]).map_err(|mut error| {
                if error.position().is_none() {
                    error.set_position(position);
                }
                error
            })
        },
    );
}

impl Comparison {
    /// Records how the two values relate.
    fn note(&self, state: &HostState, a: &Dynamic, b: &Dynamic) {
        let likeness = match OPERATORS[self.at].order {
            Some(order) => match (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
                (Ok(left), Ok(right)) => in_order(&left, &right, order),
                _ => return,
            },
            None => likeness(a, b),
        };
        let likeness =
            if self.written.is_of_method() { Likeness::TypeMismatch(MismatchKind::Method) } else { likeness };
        let met = |kind| ComparedValues::new(kind, a, b).with_code(&self.written);
        self.seen.set(state.comparisons.note(&self.source, self.position, likeness, &met));
    }
}

/// Returns true if two values are equal; `None` if they are not of the same simple kind, and Rhai has to compare them.
fn simple_equal(a: &Dynamic, b: &Dynamic) -> Option<bool> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Some(a == b);
    }
    let (a, b) = (a.as_immutable_string_ref().ok()?, b.as_immutable_string_ref().ok()?);
    Some(*a == *b)
}

/// Returns true if an order holds between two values; `None` if their kinds have no order. `nan` has no order with any
/// number.
fn holds(holds: fn(Ordering) -> bool, a: &Dynamic, b: &Dynamic) -> Option<bool> {
    if let Some(order) = compare_numbers(a, b) {
        return Some(order.is_some_and(holds));
    }
    if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        return Some(holds(a.as_str().cmp(b.as_str())));
    }
    text(a).zip(text(b)).map(|(a, b)| holds(a.cmp(&b)))
}

/// Returns the value if it is a string, or the string of a character.
fn text(value: &Dynamic) -> Option<ImmutableString> {
    let character = || value.as_char().ok().map(|character| ImmutableString::from(character.to_string()));
    value.as_immutable_string_ref().ok().map(|text| text.clone()).or_else(character)
}

/// Returns the error of two values that have no order. `written` is the operand that is a string or a list, if one is.
fn not_ordered(
    sign: &str,
    a: &Dynamic,
    b: &Dynamic,
    written: &Expression<'_>,
    position: Position,
) -> Box<EvalAltResult> {
    let message = format!("`{sign}` cannot compare {} and {}", kind::of(a), kind::of(b));
    let complaint = Complaint { message, help: String::new(), suggestion: None };
    // A field of a record holds the values of all nodes of that name.
    if let Some((list, _)) = [(a, b), (b, a)].into_iter().find(|(list, other)| list.is_array() && !other.is_array())
        && let Expr::Dot(parts, ..) = &**written
        && let (Some(record), Some(field)) = (short_code(&parts.lhs), short_code(&parts.rhs))
    {
        let first = list.as_array_ref().ok().and_then(|list| text(list.first()?));
        let is_number =
            first.is_some_and(|first| Number::parse(&first).is_some() && text(b).or_else(|| text(a)).is_none());
        let first = format!("{field}[0]{}", if is_number { ".to_float()" } else { "" });
        let help = format!("fields of a record are lists; `{record}.{first}` is the first value");
        return Complaint { help, suggestion: Some(first), ..complaint }.at(parts.rhs.position());
    }
    let of_number = [(a, b), (b, a)].into_iter().find_map(|(a, b)| text(a).filter(|_| large::is_number(b)));
    let Some(spelled) = of_number else { return complaint.at(position) };
    if let Expr::Index(parts, ..) = &**written
        && let (Expr::Variable(list, ..), Expr::IntegerConstant(0, place)) = (&parts.lhs, &parts.rhs)
        && list.1 == "condition"
    {
        return Complaint { help: OF_METHOD.to_owned(), suggestion: Some("1".to_owned()), ..complaint }.at(*place);
    }
    // `get_string_value` also returns the content of a string literal.
    let name = written.get_string_value().filter(|_| matches!(**written, Expr::Variable(..)));
    let code = name.unwrap_or_default();
    let help = format!("convert the string to a number: `{code}.to_int()` or `{code}.to_float()`");
    match name.filter(|_| Number::parse(&spelled).is_some()) {
        Some(_) => {
            Complaint { help, suggestion: Some(format!("{code}.to_float()")), ..complaint }.at(written.position())
        }
        None => Complaint { help, ..complaint }.at(position),
    }
}

/// Returns the code of an expression, if it is short.
fn short_code(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Variable(parts, ..) => Some(parts.1.to_string()),
        Expr::Property(parts, _) => Some(parts.2.to_string()),
        Expr::IntegerConstant(number, _) => Some(number.to_string()),
        Expr::FloatConstant(number, _) => Some(number.to_string()),
        Expr::BoolConstant(value, _) => Some(value.to_string()),
        Expr::StringConstant(text, _) => Some(format!("{text:?}")),
        Expr::Dot(parts, ..) => Some(format!("{}.{}", short_code(&parts.lhs)?, short_code(&parts.rhs)?)),
        Expr::Index(parts, ..) => Some(format!("{}[{}]", short_code(&parts.lhs)?, short_code(&parts.rhs)?)),
        Expr::Array(items, _) => {
            let items: Option<Vec<String>> = items.iter().map(short_code).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Expr::DynamicConstant(value, _) => value.as_array_ref().is_ok().then(|| value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn numbers_and_strings_are_ordered() {
        let fixture = Fixture::new();
        for (expression, expected) in [
            ("1 < 2", "true"),
            ("2 <= 1", "false"),
            ("1.5 > 1", "true"),
            ("2 >= 2.0", "true"),
            ("9007199254740993 > 9007199254740992", "true"),
            ("data[0] < data[1]", "true"),
            ("data[1] <= data[0]", "false"),
            ("'b' > data[0]", "true"),
            ("data[0] >= 'a' && 'x' < 'y'", "true"),
            ("0.0 / 0.0 < 1", "false"),
            ("data.filter(|d| d > \"a\").len()", "1"),
            ("if data.len() > 1 { 1 } else { 2 }", "1"),
        ] {
            assert_eq!(fixture.value(expression).as_deref(), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn values_without_an_order_stop_the_script() {
        let fixture = Fixture::new();
        for (expression, expected) in [
            ("data[0] > 5", "32 `>` cannot compare a string and a number"),
            ("5 <= data[0]", "26 `<=` cannot compare a number and a string"),
            ("data.filter(|d| d < 5)", "42 `<` cannot compare a string and a number"),
            ("let x = (); x >= 1", "38 `>=` cannot compare nothing and a number"),
            ("data < data", "29 `<` cannot compare a list and a list"),
        ] {
            let code = format!("fn f(data, filepath) {{ {expression} }}");
            let error = fixture.filter(&code, &["a", "b"]).unwrap_err();
            assert_eq!(error, format!("script-error 1:{expected}"), "{expression}");
        }
    }
}
