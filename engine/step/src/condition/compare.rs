//! Comparisons with one value: by value if it is a number, otherwise as strings.

use std::cmp::Ordering;

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::{Fault, IssueCode, Number, Span};

use super::verdict::{Verdict, failing};
use crate::{Parameter, shown};

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
    const fn symbol(self) -> &'static str {
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

    /// Returns the result for values that cannot be compared: such values are not equal.
    const fn holds_for_incomparable(self) -> bool {
        matches!(self, Self::NotEqual)
    }
}

/// A comparison with a given value.
#[derive(Clone, Debug)]
pub(super) struct ValueComparison {
    operator: Operator,
    limit: ComparedValue,
}

#[derive(Clone, Debug)]
enum ComparedValue {
    /// A number or a string with a number, as spelled.
    Number(String),
    Text(String),
}

impl ComparedValue {
    fn number(&self) -> Option<Number<'_>> {
        match self {
            Self::Number(text) => Number::of_document(text),
            Self::Text(_) => None,
        }
    }

    fn spelling(&self) -> &str {
        let (Self::Number(text) | Self::Text(text)) = self;
        text
    }
}

impl ValueComparison {
    /// Returns true if the comparison is true for values that cannot be compared.
    pub const fn holds_for_incomparable(&self) -> bool {
        self.operator.holds_for_incomparable()
    }

    /// Returns the only string that fails, if exactly one does.
    pub fn failing_string(&self) -> Option<&str> {
        match &self.limit {
            ComparedValue::Text(text) if self.operator == Operator::NotEqual => Some(text),
            _ => None,
        }
    }

    /// Returns true if the comparison is true for every finite number, because it compares with an infinity.
    pub fn allows_all_numbers(&self) -> bool {
        let limit = self.limit.number().map_or(0.0, |number| number.to_f64());
        match self.operator {
            Operator::Less | Operator::LessOrEqual => limit == f64::INFINITY,
            Operator::Greater | Operator::GreaterOrEqual => limit == f64::NEG_INFINITY,
            Operator::Equal | Operator::NotEqual => false,
        }
    }

    /// Creates a comparison with a parameter.
    ///
    /// # Errors
    /// Returns a message if nothing can be compared with the parameter.
    pub fn new(operator: Operator, parameter: &Parameter) -> Result<Self, String> {
        let limit = match parameter {
            Parameter::Bool(value) => ComparedValue::Text(value.to_string()),
            Parameter::Number(text) if Number::of_document(text).is_none_or(|number| number.is_nan()) => {
                return Err(format!("`{text}` is not a number, so nothing can be compared with it"));
            }
            Parameter::Number(text) => ComparedValue::Number(text.clone()),
            // All values of XML are strings, so `'5000'` and `5000` have the same meaning.
            Parameter::Text(text) if Number::parse(text).is_some() => ComparedValue::Number(text.trim().to_owned()),
            Parameter::Text(text) => ComparedValue::Text(text.clone()),
            Parameter::Null | Parameter::List(_) | Parameter::Map => {
                return Err(format!("`{}` needs a number or a string, found {}", operator.symbol(), parameter.kind()));
            }
        };
        Ok(Self { operator, limit })
    }

    /// Returns the values that fail the comparison.
    pub fn failing(&self, values: &Values, list: &[ValueId]) -> Vec<Verdict> {
        let operator = self.operator;
        let fails =
            |order: Option<Ordering>| !order.map_or(operator.holds_for_incomparable(), |order| operator.holds(order));
        // The limit is parsed once, not for each value.
        if let Some(number) = self.limit.number() {
            let order = |id| number_of(values, id).and_then(|found| found.compare(&number));
            return failing(list, |id| fails(order(id)));
        }
        let order = |id| values.as_text(id).map(|text| text.cmp(self.limit.spelling()));
        failing(list, |id| fails(order(id)))
    }

    /// Returns the description of the values that are expected: `<= 5000`, "== `x`".
    pub fn describe_expected(&self) -> String {
        format!("{} {}", self.operator.symbol(), self.format_operand())
    }

    /// Returns the message about a value that failed.
    pub fn message(&self, values: &Values, id: ValueId) -> String {
        let value = shown::value(values, id);
        if self.limit.number().is_some() && number_of(values, id).is_none_or(|number| number.is_nan()) {
            return format!("{value} is not a number, expected {}", self.describe_expected());
        }
        match self.operator {
            Operator::NotEqual => format!("{value} equals {}", self.format_operand()),
            // Otherwise a user might wonder why 9000 is not less than `10 kg`.
            _ if self.orders() && self.limit.number().is_none() && number_of(values, id).is_some() => {
                format!("{value} is not {}, compared as strings", self.describe_expected())
            }
            _ => format!("{value} is not {}", self.describe_expected()),
        }
    }

    const fn orders(&self) -> bool {
        !matches!(self.operator, Operator::Equal | Operator::NotEqual)
    }

    /// Returns true if values are ordered by a word, as in `['<', high]`. This is correct for names, but a mistake for
    /// numbers.
    pub fn orders_by_word(&self) -> bool {
        matches!(&self.limit, ComparedValue::Text(text) if self.orders() && text.trim().starts_with(char::is_alphabetic))
    }

    /// Returns the warning about ordering by a word when all values are numbers; `None` if one is not.
    pub fn value_warning(&self, values: &Values, list: &[ValueId]) -> Option<Fault> {
        if list.iter().any(|&id| number_of(values, id).is_none()) {
            return None;
        }
        let sign = self.operator.symbol();
        let message = format!(
            "`{}` is not a number, but all values are; they are compared with it as strings",
            self.limit.spelling()
        );
        let fault = Fault::new(IssueCode::ConditionOrderOfTexts, message, Span::at(0));
        Some(fault.help(format!("names have no value here: write the number, as in `['{sign}', 5000]`")))
    }

    /// Returns the warning about ordering by a string that begins like a number: `8px`, `8,000`, `1.2.3`. Dates and
    /// times are also in order as strings, so there is no warning for them. A string that is not a number with a unit
    /// gets another code.
    pub fn operand_warning(&self) -> Option<Fault> {
        let ComparedValue::Text(text) = &self.limit else { return None };
        let sign = self.operator.symbol();
        let written = text.trim();
        let bare = written.strip_prefix(sign).unwrap_or(written).trim_start();
        let is_time = (written.contains(['-', ':']) || written.matches('/').count() == 2)
            && !written.contains(|c: char| c.is_alphabetic() && c != 'T' && c != 'Z');
        if !self.orders() || is_time || !bare.trim_start_matches(SIGNS).starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let message = format!("`{written}` is not a number, so values are compared with it as strings");
        let place = Span::whole(text);
        let Some((number, unit)) = parse_intended_number(bare) else {
            let fault = Fault::new(IssueCode::ConditionOrderOfLetters, message, place);
            return Some(fault.help("a function in `func_str` can compare its parts as numbers"));
        };
        let fault = Fault::new(IssueCode::ConditionOrderOfTexts, message, place);
        let help = format!("write `['{sign}', {number}]`");
        if unit.is_empty() {
            return Some(Fault { suggestion: Some(number.into()), ..fault.help(help) });
        }
        // The number alone may be wrong, so it is no suggestion: the size of a file is in bytes, for example.
        let expression = format!("float(d.replace('{unit}', '')) {sign} {number}");
        Some(fault.help(format!(
            "{help} if the values are in `{unit}`; if they end with it, `[Satisfy the expression, \"{expression}\"]`"
        )))
    }

    fn format_operand(&self) -> String {
        match &self.limit {
            ComparedValue::Number(text) => text.clone(),
            ComparedValue::Text(text) if text.is_empty() => "an empty string".to_owned(),
            ComparedValue::Text(text) => shown::text(text),
        }
    }
}

/// The plus and minus characters that a number may begin with.
const SIGNS: [char; 3] = ['-', '+', '\u{2212}'];

/// The units that may follow a number. Letters that may also mean a thousand, a dimension or a digit are left out.
const UNITS: [&str; 24] = [
    "%", "m", "s", "px", "cm", "mm", "km", "kg", "ms", "hz", "fps", "dpi", "deg", "kb", "mb", "gb", "kib", "mib",
    "gib", "bytes", "tris", "verts", "faces", "bones",
];

/// Returns the number that the author certainly wanted, and its unit: `8,000` without its separator, `2,5` with a
/// decimal point, `8px` without its unit.
fn parse_intended_number(written: &str) -> Option<(String, &str)> {
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | ' ') || SIGNS.contains(&c);
    let (digits, unit) = written.split_at(written.find(|c| !in_number(c)).unwrap_or(written.len()));
    let digits = digits.trim().replace('\u{2212}', "-");
    let parts: Vec<&str> = digits.split([',', '_', ' ']).collect();
    let has_thousands = parts[1..].iter().all(|part| part.len() == 3);
    let number = if has_thousands { parts.concat() } else { digits.replacen(',', ".", 1) };
    // `0800` is a code and not the number 800. The meaning of `0,125` is not certain.
    let without_sign = number.trim_start_matches(SIGNS);
    let is_code = without_sign.strip_prefix('0').is_some_and(|rest| rest.starts_with(|c: char| c != '.'));
    // The case of a single letter matters: `5M` may mean five million.
    let is_known = |known: &&str| *known == unit || unit.len() > 1 && known.eq_ignore_ascii_case(unit);
    let is_unit = unit.is_empty() || UNITS.iter().any(is_known);
    (!is_code && is_unit && Number::parse(&number).is_some()).then_some((number, unit))
}

/// Returns the number that a value is or spells; `None` for a boolean.
pub(super) fn number_of(values: &Values, id: ValueId) -> Option<Number<'_>> {
    match values.get(id) {
        ValueRef::Number(text) => Number::of_document(text),
        ValueRef::Text(text) => Number::parse(text),
        ValueRef::Null | ValueRef::Bool(_) | ValueRef::Record(_) | ValueRef::Element(_) => None,
    }
}
