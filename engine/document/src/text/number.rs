//! Numbers in conditions: decimal, of any length, with an exact comparison of integers. Documents in YAML and JSON5
//! also have hexadecimal and octal integers, infinities and NaN.

use std::cmp::Ordering;

/// A number in the syntax `[+-]?(digits[.digits?]|.digits)([eE][+-]?digits)?` in ASCII, with optional white space
/// around it.
///
/// An integer (digits only) keeps all digits. Any other number is a 64-bit float. A number equals itself, except NaN,
/// which equals nothing and has no order.
#[derive(Clone, Copy, Debug)]
pub struct Number<'t> {
    /// The spelling without white space around it and without a plus sign.
    text: &'t str,
    kind: NumberKind<'t>,
}

#[derive(Clone, Copy, Debug)]
enum NumberKind<'t> {
    /// An integer whose absolute value fits into 128 bits, as nearly all do. Zero is not negative.
    Integer {
        negative: bool,
        size: u128,
    },
    /// A larger integer: its sign, and its digits without leading zeros.
    Large {
        negative: bool,
        digits: &'t str,
    },
    Float(f64),
}

impl<'t> Number<'t> {
    /// Parses a number; `None` if `text` is not a number.
    #[must_use]
    pub fn parse(text: &'t str) -> Option<Self> {
        let text = text.trim();
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let negative = text.starts_with('-');
        let text = text.strip_prefix('+').unwrap_or(text);
        // Most numbers are integers, which consist only of digits.
        let whole = digits(unsigned.as_bytes());
        if whole == unsigned.len() && whole > 0 {
            let digits = unsigned.trim_start_matches('0');
            let kind = match size_of(digits) {
                Some(size) => NumberKind::Integer { negative: negative && size > 0, size },
                None => NumberKind::Large { negative, digits },
            };
            return Some(Self { text, kind });
        }
        is_float(unsigned.as_bytes(), whole)
            .then(|| text.parse().ok())
            .flatten()
            .map(|float| Self { text, kind: NumberKind::Float(float) })
    }

    /// Parses a number of a document: like [`Number::parse`], and also in the syntax that only YAML or JSON5 has:
    /// `0x1F`, `0o17`, and words.
    #[must_use]
    pub fn of_document(text: &'t str) -> Option<Self> {
        Self::parse(text).or_else(|| {
            let kind = parse_based(text).or_else(|| word(text).map(NumberKind::Float))?;
            Some(Self { text, kind })
        })
    }

    /// Returns true for NaN, such as `.nan`.
    pub fn is_nan(&self) -> bool {
        matches!(self.kind, NumberKind::Float(float) if float.is_nan())
    }

    /// Returns true if the number consists only of digits.
    pub const fn is_integer(&self) -> bool {
        !matches!(self.kind, NumberKind::Float(_))
    }

    /// Returns the nearest 64-bit float; infinity if the number is out of range.
    pub fn to_f64(&self) -> f64 {
        match self.kind {
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is the intended result")]
            NumberKind::Integer { negative, size } => {
                if negative {
                    -(size as f64)
                } else {
                    size as f64
                }
            }
            NumberKind::Large { .. } => self.text.parse().unwrap_or(f64::NAN),
            NumberKind::Float(value) => value,
        }
    }

    /// Returns the integer; `None` if the number is not an integer, or does not fit.
    pub fn as_i128(&self) -> Option<i128> {
        match self.kind {
            NumberKind::Integer { negative, size } => {
                i128::try_from(size).ok().map(|size| if negative { -size } else { size })
            }
            NumberKind::Large { .. } | NumberKind::Float(_) => None,
        }
    }

    /// Returns true if the number is zero.
    pub fn is_zero(&self) -> bool {
        match self.kind {
            NumberKind::Integer { size, .. } => size == 0,
            NumberKind::Large { .. } => false,
            NumberKind::Float(value) => value == 0.0,
        }
    }

    /// Returns the number in the syntax of JSON, with all digits.
    pub fn to_json(&self) -> String {
        let sign = |negative| if negative { "-" } else { "" };
        match self.kind {
            NumberKind::Integer { negative, size } => format!("{}{size}", sign(negative)),
            NumberKind::Large { negative, digits } => format!("{}{digits}", sign(negative)),
            NumberKind::Float(_) => json_float(self.text),
        }
    }

    /// Compares two numbers: two integers exactly, any others as 64-bit floats. `None` if one of them is NaN.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let sizes = match (self.kind, other.kind) {
            (NumberKind::Integer { size: a, .. }, NumberKind::Integer { size: b, .. }) => a.cmp(&b),
            (NumberKind::Integer { .. }, NumberKind::Large { .. }) => Ordering::Less,
            (NumberKind::Large { .. }, NumberKind::Integer { .. }) => Ordering::Greater,
            // There are no leading zeros, so the number with more digits is larger.
            (NumberKind::Large { digits: a, .. }, NumberKind::Large { digits: b, .. }) => {
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
            (NumberKind::Float(_), _) | (_, NumberKind::Float(_)) => {
                return self.to_f64().partial_cmp(&other.to_f64());
            }
        };
        Some(match (self.is_negative(), other.is_negative()) {
            (false, false) => sizes,
            (true, true) => sizes.reverse(),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        })
    }

    const fn is_negative(&self) -> bool {
        matches!(self.kind, NumberKind::Integer { negative: true, .. } | NumberKind::Large { negative: true, .. })
    }

    /// Returns a key that is the same for equal numbers. Different numbers can have the same key.
    pub fn key(&self) -> u64 {
        // Adding zero converts a negative zero to a positive zero.
        (self.to_f64() + 0.0).to_bits()
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other).is_some_and(Ordering::is_eq)
    }
}

/// Parses a hexadecimal (`0x1F`) or octal (`0o17`) integer of a document. The reader of a format only passes on the
/// syntax that the format has.
fn parse_based<'t>(text: &str) -> Option<NumberKind<'t>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let (digits, radix) = match unsigned.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&unsigned[2..], 16),
        [b'0', b'o', ..] => (&unsigned[2..], 8),
        _ => return None,
    };
    let size = u128::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
    Some(NumberKind::Integer { negative: negative && size > 0, size })
}

/// Returns the integer with these digits, unless it needs more than 128 bits.
fn size_of(digits: &str) -> Option<u128> {
    /// The number of digits that always fit into 64 bits, whose arithmetic is faster.
    const FEW: usize = 19;
    match digits.len() {
        0 => Some(0),
        1..=FEW => digits.parse::<u64>().ok().map(u128::from),
        _ => digits.parse().ok(),
    }
}

/// Returns the float for a word of YAML or JSON5. The words of both formats are accepted, because the reader of each
/// only passes on its own.
fn word(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    match unsigned {
        ".inf" | ".Inf" | ".INF" | "Infinity" => Some(sign * f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" | "NaN" => Some(f64::NAN),
        _ => None,
    }
}

/// Returns the number of ASCII digits at the start of `bytes`.
fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Returns true if `bytes`, whose first `whole` are digits, continue with a fraction, an exponent or both.
fn is_float(bytes: &[u8], whole: usize) -> bool {
    let mut rest = &bytes[whole..];
    let mut count = whole;
    if let [b'.', tail @ ..] = rest {
        let fraction = digits(tail);
        count += fraction;
        rest = &tail[fraction..];
    }
    if count == 0 {
        return false;
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        let tail = if let [b'+' | b'-', tail @ ..] = tail { tail } else { tail };
        let exponent = digits(tail);
        return exponent > 0 && exponent == tail.len();
    }
    rest.is_empty()
}

/// Returns a float with at least one digit on both sides of its decimal point, as JSON requires.
fn json_float(text: &str) -> String {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |text| ("-", text));
    let (mantissa, exponent) = text.find(['e', 'E']).map_or((text, ""), |at| text.split_at(at));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}{exponent}")
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering::{Equal, Greater, Less};

    use super::Number;

    #[test]
    fn strings_that_are_numbers() {
        for text in
            ["0", "-5", "+5", "007", ".5", "5.", "5.e-1", "1e3", "1E+3", " 5\n", "123456789012345678901234567890"]
        {
            assert!(Number::parse(text).is_some(), "{text}");
        }
        for text in
            ["", ".", "+", "e3", "0x5", "5_0", "inf", "nan", "5 5", "5,0", "\u{ff15}", "1e", "1e+", "--5", "1.2.3"]
        {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn integers_of_any_length_are_compared_exactly() {
        for (a, b, order) in [
            ("9007199254740993", "9007199254740992", Greater),
            ("18446744073709551617", "18446744073709551616", Greater),
            ("-18446744073709551617", "-18446744073709551616", Less),
            ("99999999999999999999", "5", Greater),
            ("-99999999999999999999", "5", Less),
            ("007", "7", Equal),
            ("1e3", "1000", Equal),
            ("0.1", ".10", Equal),
            ("-0.0", "0", Equal),
            ("00000000000000000000000000000000001", "1", Equal),
        ] {
            let (a, b) = (Number::parse(a).unwrap(), Number::parse(b).unwrap());
            assert_eq!(a.compare(&b), Some(order), "{a:?} {b:?}");
            assert_eq!(b.compare(&a), Some(order.reverse()), "{b:?} {a:?}");
            assert!(order != Equal || a.key() == b.key(), "equal numbers share a key: {a:?} {b:?}");
        }
    }

    #[test]
    fn words_are_numbers_in_documents() {
        let of = |text| Number::of_document(text).unwrap();
        for text in [".inf", "+.Inf", "Infinity", "+Infinity", "-.INF", "-Infinity", ".nan", ".NaN", "NaN", "-NaN"] {
            assert!(Number::parse(text).is_none() && !of(text).is_integer() && !of(text).is_zero(), "{text}");
        }
        for text in ["inf", "nan", "infinity", ".infinity", " .inf", "--.inf", "."] {
            assert!(Number::of_document(text).is_none(), "{text}");
        }
        for (a, b, order) in [
            ("-.inf", "-99999999999999999999", Some(Less)),
            ("Infinity", "99999999999999999999", Some(Greater)),
            (".inf", "Infinity", Some(Equal)),
            (".nan", "5", None),
            (".inf", "NaN", None),
            (".nan", ".nan", None),
        ] {
            assert_eq!(of(a).compare(&of(b)), order, "{a} {b}");
            assert_eq!(of(a) == of(b), order == Some(Equal), "{a} {b}");
        }
        assert!(of(".nan").is_nan() && !of(".inf").is_nan());
    }

    #[test]
    fn hexadecimal_and_octal_integers_have_the_values_of_documents() {
        for (text, decimal) in [
            ("0x1F", "31"),
            ("0Xff", "255"),
            ("-0x10", "-16"),
            ("+0x10", "16"),
            ("0o17", "15"),
            ("0x0", "0"),
            ("0x00000000000000000000000000000000000000001", "1"),
            ("0xDE0B6B3A763FFFF", "999999999999999999"),
            ("0xDE0B6B3A7640000", "1000000000000000000"),
            ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
            ("-0xffffffffffffffffffffffffffffffff", "-340282366920938463463374607431768211455"),
        ] {
            assert!(Number::parse(text).is_none(), "{text}");
            let (number, same) = (Number::of_document(text).unwrap(), Number::parse(decimal).unwrap());
            assert_eq!(number.to_json(), decimal, "{text}");
            assert_eq!((number.compare(&same), same.compare(&number)), (Some(Equal), Some(Equal)), "{text}");
            assert_eq!(number.compare(&number), Some(Equal), "{text}");
            assert_eq!((number.key(), number.as_i128()), (same.key(), same.as_i128()), "{text}");
            assert!(number.is_integer(), "{text}");
        }
        for text in
            ["0x", "0o", "0o8", "0xg", "0x+1", "0x1.5", "0O7", "0b1", "x1", "0x100000000000000000000000000000000"]
        {
            assert!(Number::of_document(text).is_none(), "{text}");
        }
        let of = |text| Number::of_document(text).unwrap();
        assert_eq!(of("0xFFFFFFFFFFFFFFFF").compare(&of("0xFFFFFFFFFFFFFFFE")), Some(Greater));
        assert_eq!(of("-0xFFFFFFFFFFFFFFFF").compare(&of("18446744073709551616")), Some(Less));
        assert_eq!(of("0xFFFFFFFFFFFFFFFF").compare(&of("5")), Some(Greater));
        assert_eq!(of("-1").compare(&of("-0xFFFFFFFFFFFFFFFF")), Some(Greater));
    }

    #[test]
    fn json_spellings_are_valid() {
        for (text, json) in
            [(".5", "0.5"), ("5.", "5"), ("-.5e-1", "-0.5e-1"), ("+05", "5"), ("00.10", "0.10"), ("-0", "0")]
        {
            assert_eq!(Number::parse(text).unwrap().to_json(), json);
        }
    }
}
