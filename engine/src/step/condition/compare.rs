//! Comparisons with one value: by value when it is a number, else as texts.

use std::cmp::Ordering;
use std::fmt::Write;

use super::{Verdict, failing};
use crate::extract::{ValueId, ValueRef, Values};
use crate::step::{Parameter, shown};
use crate::text::{Fault, Number, Span};

/// How a value has to compare.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Operator {
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
    Equal,
    NotEqual,
}

impl Operator {
    const fn sign(self) -> &'static str {
        match self {
            Self::LessOrEqual => "<=",
            Self::Less => "<",
            Self::GreaterOrEqual => ">=",
            Self::Greater => ">",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }

    const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::LessOrEqual => order.is_le(),
            Self::Less => order.is_lt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Greater => order.is_gt(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }

    /// Whether it holds for what cannot be compared: such a value is no equal.
    const fn holds_for_strangers(self) -> bool {
        matches!(self, Self::NotEqual)
    }
}

/// A comparison with a value that is given.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    operator: Operator,
    limit: Limit,
}

/// What to compare with.
#[derive(Clone, Debug)]
enum Limit {
    /// A number as spelled, by a number or a text.
    Number(String),
    Text(String),
}

impl Limit {
    fn number(&self) -> Option<Number<'_>> {
        match self {
            Self::Number(text) => Number::of_document(text),
            Self::Text(_) => None,
        }
    }

    fn spelled(&self) -> &str {
        let (Self::Number(text) | Self::Text(text)) = self;
        text
    }
}

impl Comparison {
    /// Whether it holds for what cannot be compared.
    pub const fn holds_for_strangers(&self) -> bool {
        self.operator.holds_for_strangers()
    }

    /// A comparison with a parameter.
    ///
    /// # Errors
    /// Says what is wrong with a parameter that nothing can be compared with.
    pub fn new(operator: Operator, parameter: &Parameter) -> Result<Self, String> {
        let limit = match parameter {
            Parameter::Bool(value) => Limit::Text(value.to_string()),
            Parameter::Number(text) if Number::of_document(text).is_none_or(|number| number.is_nan()) => {
                return Err(format!("`{text}` is no number, so nothing can be compared with it"));
            }
            Parameter::Number(text) => Limit::Number(text.clone()),
            Parameter::Text(text) if Number::parse(text).is_some() => Limit::Number(text.trim().to_owned()),
            Parameter::Text(text) => Limit::Text(text.clone()),
            Parameter::Null | Parameter::List(_) | Parameter::Map => {
                return Err(format!("`{}` needs a number or a text, found {}", operator.sign(), parameter.kind()));
            }
        };
        Ok(Self { operator, limit })
    }

    /// The values that do not compare so.
    pub fn failing(&self, values: &Values, list: &[ValueId]) -> Vec<Verdict> {
        let operator = self.operator;
        let fails =
            |order: Option<Ordering>| !order.map_or(operator.holds_for_strangers(), |order| operator.holds(order));
        if let Some(number) = self.limit.number() {
            let order = |id| number_of(values, id).and_then(|found| found.compare(&number));
            return failing(list, |id| fails(order(id)));
        }
        let order = |id| values.as_text(id).map(|text| text.cmp(self.limit.spelled()));
        failing(list, |id| fails(order(id)))
    }

    /// What is expected: `<= 5000`, "== `x`".
    pub fn expected(&self) -> String {
        format!("{} {}", self.operator.sign(), self.shown())
    }

    /// What is wrong with a value that failed.
    pub fn message(&self, values: &Values, id: ValueId) -> String {
        let value = shown::value(values, id);
        if self.limit.number().is_some() && number_of(values, id).is_none_or(|number| number.is_nan()) {
            return format!("{value} is no number, expected {}", self.expected());
        }
        match self.operator {
            Operator::NotEqual => format!("{value} equals {}", self.shown()),
            _ => format!("{value} is not {}", self.expected()),
        }
    }

    /// What is odd about an order of texts when the given one begins like a number: `8px`, `8,000`, `1.2.3`. Dates and times
    /// are in order as texts, too.
    pub fn oddity(&self) -> Option<Fault> {
        let Limit::Text(text) = &self.limit else { return None };
        let written = text.trim();
        let is_order = !matches!(self.operator, Operator::Equal | Operator::NotEqual);
        let is_time =
            written.contains(['-', ':']) && !written.contains(|c: char| c.is_alphabetic() && c != 'T' && c != 'Z');
        let bare = written.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !is_order || is_time || !bare.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let message = format!("`{written}` is no number, so values are compared with it letter by letter");
        let fault = Fault::new("condition-order-of-texts", message, Span::of(0, text.len()));
        let Some((number, unit)) = number_meant(written) else {
            return Some(fault.help("a function in `func_str` can compare its parts as numbers"));
        };
        let sign = self.operator.sign();
        let mut help = format!("write `['{sign}', {number}]`");
        if !unit.is_empty() {
            let expression = format!("float(d.replace('{unit}', '')) {sign} {number}");
            let _ = write!(help, "; where values have the unit, too, `[Satisfy the expression, \"{expression}\"]`");
        }
        Some(Fault { meant: Some(number.into()), ..fault.help(help) })
    }

    fn shown(&self) -> String {
        match &self.limit {
            Limit::Number(text) => text.clone(),
            Limit::Text(text) if text.is_empty() => "an empty text".to_owned(),
            Limit::Text(text) => shown::text(text),
        }
    }
}

/// The number that was probably meant: `8,000` without what divides its thousands, `2,5` with a point, `8px` without its unit,
/// which is the second.
fn number_meant(written: &str) -> Option<(String, String)> {
    let written = written.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+'));
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '\'' | ' ' | '-' | '+');
    let (digits, unit) = written.split_at(written.find(|c| !in_number(c)).unwrap_or(written.len()));
    let digits = digits.trim();
    let parts: Vec<&str> = digits.split([',', '_', '\'', ' ']).collect();
    let has_thousands = parts[1..].iter().all(|part| part.len() == 3);
    let number = if has_thousands { parts.concat() } else { digits.replacen(',', ".", 1) };
    // What else stands there is no unit, and would need quotes of its own.
    let is_unit = unit.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '/'));
    let unit = if is_unit { unit.to_owned() } else { String::new() };
    Number::parse(&number).is_some().then_some((number, unit))
}

/// The number that a value is or spells; booleans are none.
pub(super) fn number_of(values: &Values, id: ValueId) -> Option<Number<'_>> {
    match values.get(id) {
        ValueRef::Number(text) => Number::of_document(text),
        ValueRef::Text(text) => Number::parse(text),
        ValueRef::Null | ValueRef::Bool(_) | ValueRef::Record(_) | ValueRef::Element(_) => None,
    }
}
