//! Ordering in functions: `<`, `<=`, `>` and `>=` between numbers, and between texts.
//!
//! Rhai says `false` when it is asked to order a text and a number. In a rule that is a check that never finds anything,
//! so the guard puts a syntax in place of these operators that stops the script.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use assay_document::text::Number;
use rhai::{Dynamic, Engine, EvalAltResult, Expr, Expression, FnCallExpr, ImmutableString, Position, Token};

use super::checked::float;
use super::complaint::Complaint;
use super::equality::spelled;
use super::kind;
use super::large::compare_numbers;
use super::size::reserved;
use super::state::HostState;
use super::unlike::{Language, LastComparison, Likeness, Met, MismatchKind, OF_METHOD, WrittenComparison, in_order};

/// The syntax that orders two values. Only the guard writes it.
pub(super) const ORDER: &str = "__order";

/// An operator that orders.
struct OrderingOperator {
    token: Token,
    sign: &'static str,
    holds: fn(Ordering) -> bool,
}

/// Every operator that orders.
const OPERATORS: [OrderingOperator; 4] = [
    OrderingOperator { token: Token::LessThan, sign: "<", holds: Ordering::is_lt },
    OrderingOperator { token: Token::LessThanEqualsTo, sign: "<=", holds: Ordering::is_le },
    OrderingOperator { token: Token::GreaterThan, sign: ">", holds: Ordering::is_gt },
    OrderingOperator { token: Token::GreaterThanEqualsTo, sign: ">=", holds: Ordering::is_ge },
];

/// An ordering operator of a script, which is the state of the [`ORDER`] syntax.
#[derive(Clone)]
struct Order {
    /// Its place among the operators.
    at: usize,
    written: Rc<WrittenComparison>,
    /// The code that it stands in, and where.
    source: ImmutableString,
    position: Position,
    seen: Cell<LastComparison>,
}

/// Returns the [`Order`] for the call at `position`; `None` if its operator does not order.
pub(super) fn state_of(call: &FnCallExpr, source: &ImmutableString, position: Position) -> Option<Dynamic> {
    let at = OPERATORS.iter().position(|known| Some(&known.token) == call.op_token.as_ref())?;
    let [left, right] = &call.args[..] else { return None };
    let (sign, left, right) = (OPERATORS[at].sign, spelled(left), spelled(right));
    let written = Rc::new(WrittenComparison { sign, left, right, language: Language::Rhai });
    Some(Dynamic::from(Order { at, written, source: source.clone(), position, seen: Cell::default() }))
}

/// Makes the syntax known to an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(ORDER, reserved(ORDER), false, move |context, inputs, state| {
        let Some(order) = state.read_lock::<Order>() else { return Ok(Dynamic::UNIT) };
        let (at, position) = (order.at, order.position);
        let a = context.eval_expression_tree(&inputs[0])?.flatten();
        let b = context.eval_expression_tree(&inputs[1])?.flatten();
        if !owner.comparisons.knows(order.seen.get())
            && let (Ok(left), Ok(right)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref())
        {
            order.note(&owner, &left, &right, &|kind| Met::new(kind, &a, &b));
        }
        let answer = holds(OPERATORS[at].holds, &a, &b);
        answer.map(Dynamic::from).ok_or_else(|| {
            let written = &inputs[usize::from(text(&a).is_none() && !a.is_array())];
            not_ordered(OPERATORS[at].sign, &a, &b, written, position)
        })
    });
}

impl Order {
    /// Notes what came of two texts.
    fn note(&self, state: &HostState, left: &str, right: &str, met: &dyn Fn(MismatchKind) -> Met) {
        let likeness = if self.written.is_of_method() {
            Likeness::Unlike(MismatchKind::Method)
        } else {
            in_order(left, right, OPERATORS[self.at].holds)
        };
        let met = |kind| met(kind).written(&self.written);
        self.seen.set(state.comparisons.note(&self.source, self.position, likeness, &met));
    }
}

/// Whether two values compare so, if values of their kinds do; what is not a number compares in no way.
fn holds(holds: fn(Ordering) -> bool, a: &Dynamic, b: &Dynamic) -> Option<bool> {
    if let Some(order) = compare_numbers(a, b) {
        return Some(order.is_some_and(holds));
    }
    if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        return Some(holds(a.as_str().cmp(b.as_str())));
    }
    text(a).zip(text(b)).map(|(a, b)| holds(a.cmp(&b)))
}

/// A text, or the text of one character.
fn text(value: &Dynamic) -> Option<ImmutableString> {
    let character = || value.as_char().ok().map(|character| ImmutableString::from(character.to_string()));
    value.as_immutable_string_ref().ok().map(|text| text.clone()).or_else(character)
}

/// The name of a variable that stands by itself.
fn variable<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    // What Rhai calls the text of an expression is that of a text, too.
    if matches!(**expression, Expr::Variable(..)) { expression.get_string_value() } else { None }
}

/// `written` is the operand that is a text or a list, if one is.
fn not_ordered(
    sign: &str,
    a: &Dynamic,
    b: &Dynamic,
    written: &Expression<'_>,
    position: Position,
) -> Box<EvalAltResult> {
    let message = format!("`{sign}` does not order {} and {}", kind::of(a), kind::of(b));
    let complaint = Complaint { message, help: String::new(), meant: None };
    // A field of a record holds the values of all nodes of that name.
    if let Some((list, _)) = [(a, b), (b, a)].into_iter().find(|(list, other)| list.is_array() && !other.is_array())
        && let Expr::Dot(parts, ..) = &**written
        && let (Some(record), Some(field)) = (spelled(&parts.lhs), spelled(&parts.rhs))
    {
        let first = list.as_array_ref().ok().and_then(|list| text(list.first()?));
        let is_number =
            first.is_some_and(|first| Number::parse(&first).is_some() && text(b).or_else(|| text(a)).is_none());
        let first = format!("{field}[0]{}", if is_number { ".to_float()" } else { "" });
        let help = format!("fields of a record are lists, `{record}.{first}` is the first value");
        return Complaint { help, meant: Some(first), ..complaint }.at(parts.rhs.position());
    }
    let of_number = [(a, b), (b, a)].into_iter().find_map(|(a, b)| text(a).filter(|_| float(b).is_some()));
    let Some(spelled) = of_number else { return complaint.at(position) };
    if let Expr::Index(parts, ..) = &**written
        && let (Expr::Variable(list, ..), Expr::IntegerConstant(0, place)) = (&parts.lhs, &parts.rhs)
        && list.1 == "condition"
    {
        return Complaint { help: OF_METHOD.to_owned(), meant: Some("1".to_owned()), ..complaint }.at(*place);
    }
    let Some(name) = variable(written) else {
        let help = "make the text a number: `.to_int()` or `.to_float()`".to_owned();
        return Complaint { help, ..complaint }.at(position);
    };
    let help = format!("make the text a number: `{name}.to_int()` or `{name}.to_float()`");
    match Number::parse(&spelled) {
        // What is put there stands in the place of the name.
        Some(_) => Complaint { help, meant: Some(format!("{name}.to_float()")), ..complaint }.at(written.position()),
        None => Complaint { help, ..complaint }.at(position),
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn numbers_and_texts_are_ordered() {
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
    fn what_has_no_order_stops_the_script() {
        let fixture = Fixture::new();
        for (expression, expected) in [
            ("data[0] > 5", "32 `>` does not order a text and a number"),
            ("5 <= data[0]", "26 `<=` does not order a number and a text"),
            ("data.filter(|d| d < 5)", "42 `<` does not order a text and a number"),
            ("let x = (); x >= 1", "38 `>=` does not order nothing and a number"),
            ("data < data", "29 `<` does not order a list and a list"),
        ] {
            let code = format!("fn f(data, filepath) {{ {expression} }}");
            let error = fixture.filter(&code, &["a", "b"]).unwrap_err();
            assert_eq!(error, format!("script-error 1:{expected}"), "{expression}");
        }
    }
}
