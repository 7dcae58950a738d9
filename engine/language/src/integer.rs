//! Whole numbers of any size, which are exact as in Python.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{FromPrimitive, Pow, ToPrimitive, Zero};

/// The maximum number of bits of a result: about 4,300 digits, which is also Python's limit for conversions to strings.
const MAX_BITS: u64 = 14_290;
/// The maximum number of digits of a number that is read. The time to read one grows with the square of its length.
const MAX_DIGITS: usize = 100_000;

/// A whole number of any size.
#[derive(Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Integer(BigInt);

impl Integer {
    /// Parses digits, with or without a `-` or `+`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        // The crate also accepts underscores, which numbers in documents cannot contain.
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_plain = digits.len() <= MAX_DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit());
        if is_plain { text.parse().ok().map(Self) } else { None }
    }

    /// Reads the digits of a base from 2 to 36, the most significant one first.
    pub fn of_digits(mut digits: impl Iterator<Item = u32>, base: u32) -> Option<Self> {
        // The limit is checked at each digit, so that a long literal takes no quadratic time.
        digits.try_fold(Self::default(), |number, digit| Self(number.0 * base + digit).within_limit())
    }

    /// Converts a float that has no fraction.
    pub fn of_float(float: f64) -> Option<Self> {
        BigInt::from_f64(float).map(Self)
    }

    /// Returns the number if it fits into 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        self.0.to_i64()
    }

    /// Returns the nearest float. It is infinite if the number is too large.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// Returns true if the number is below zero.
    pub fn is_negative(&self) -> bool {
        self.0 < BigInt::ZERO
    }

    /// Returns the number of bits of the absolute value.
    pub fn bit_length(&self) -> i64 {
        i64::try_from(self.0.bits()).unwrap_or(i64::MAX)
    }

    /// Returns the number of bytes that it occupies, for memory limits.
    pub fn weight(&self) -> usize {
        4 * usize::try_from(self.0.bits().div_ceil(32)).unwrap_or(usize::MAX)
    }

    /// Returns the number unless it exceeds the limit for results.
    fn within_limit(self) -> Option<Self> {
        (self.0.bits() <= MAX_BITS).then_some(self)
    }

    /// Returns the negated number.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self(-&self.0)
    }

    /// Returns the sum, unless it has too many digits.
    #[must_use]
    pub fn add(&self, other: &Self) -> Option<Self> {
        Self(&self.0 + &other.0).within_limit()
    }

    /// Returns the difference, unless it has too many digits.
    #[must_use]
    pub fn subtract(&self, other: &Self) -> Option<Self> {
        Self(&self.0 - &other.0).within_limit()
    }

    /// Returns the product, unless it has too many digits.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Option<Self> {
        Self(&self.0 * &other.0).within_limit()
    }

    /// Returns the quotient, rounded down, and the remainder, which is negative if the divisor is; `None` if the
    /// divisor is zero or the result is too large.
    #[must_use]
    pub fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.0.is_zero() {
            return None;
        }
        let (quotient, rest) = self.0.div_mod_floor(&divisor.0);
        Some((Self(quotient).within_limit()?, Self(rest)))
    }

    /// Raises the number to a power that is not negative.
    #[must_use]
    pub fn power(&self, exponent: u64) -> Option<Self> {
        // Each factor adds at least all its bits but one.
        let least = self.0.bits().saturating_sub(1).saturating_mul(exponent);
        if least > MAX_BITS { None } else { Self(Pow::pow(&self.0, exponent)).within_limit() }
    }

    /// Returns the bitwise AND. Negative numbers are in two's complement.
    #[must_use]
    pub fn bit_and(&self, other: &Self) -> Option<Self> {
        Self(&self.0 & &other.0).within_limit()
    }

    /// Returns the bitwise OR. Negative numbers are in two's complement.
    #[must_use]
    pub fn bit_or(&self, other: &Self) -> Option<Self> {
        Self(&self.0 | &other.0).within_limit()
    }

    /// Returns the bitwise XOR. Negative numbers are in two's complement.
    #[must_use]
    pub fn bit_xor(&self, other: &Self) -> Option<Self> {
        Self(&self.0 ^ &other.0).within_limit()
    }

    /// Returns the digits of the absolute value in a base from 2 to 36.
    pub fn digits(&self, base: u32) -> String {
        self.0.magnitude().to_str_radix(base)
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(value.into())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns quotient and remainder as Rhai defines them: the quotient is rounded towards zero. `None` if the divisor is
/// zero, or the quotient has too many digits.
pub fn divide_truncated(a: &Integer, b: &Integer) -> Option<(Integer, Integer)> {
    if b.0.is_zero() {
        return None;
    }
    let (quotient, rest) = a.0.div_rem(&b.0);
    Some((Integer(quotient).within_limit()?, Integer(rest)))
}

/// Compares a whole number and a float by their exact values; `None` if the float is NaN.
pub fn compare_with_float(integer: &Integer, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    let Some(floor) = Integer::of_float(float.floor()) else {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    };
    // If the whole parts are equal, the fraction decides.
    let fraction = if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less };
    Some(integer.cmp(&floor).then(fraction))
}

#[cfg(test)]
mod tests {
    use super::{Integer, compare_with_float};

    fn number(text: &str) -> Integer {
        Integer::parse(text).unwrap()
    }

    #[test]
    fn digits_are_parsed_and_formatted() {
        for text in ["0", "7", "-7", "1000000000", "18446744073709551616", "-340282366920938463463374607431768211456"] {
            assert_eq!(number(text).to_string(), text);
        }
        assert_eq!(number("-000").to_string(), "0");
        assert_eq!(number("+0012").to_string(), "12");
        assert!(
            ["", "+", "1.5", "1e3", "0x1", "--1", "+-1", "1_000"].iter().all(|text| Integer::parse(text).is_none())
        );
        for value in [0, 1, -1, i64::MAX, i64::MIN] {
            assert_eq!(Integer::from(value).to_i64(), Some(value));
            assert_eq!(Integer::from(value).to_string(), value.to_string());
        }
        assert_eq!(
            (number("9223372036854775808").to_i64(), number("-9223372036854775808").to_i64()),
            (None, Some(i64::MIN))
        );
    }

    #[test]
    fn arithmetic_equals_that_of_128_bits() {
        let values: [i128; 12] = [
            0,
            1,
            -1,
            7,
            -7,
            1 << 32,
            -(1 << 63),
            1 << 64,
            (1 << 62) - 3,
            -999_999_999,
            1_000_000_000,
            10_254_217_550_286_296_355,
        ];
        for a in values {
            for b in values {
                let (x, y) = (number(&a.to_string()), number(&b.to_string()));
                let is = |made: Option<Integer>, expected: i128| {
                    assert_eq!(made.unwrap().to_string(), expected.to_string(), "{a} {b}");
                };
                is(x.add(&y), a + b);
                is(x.subtract(&y), a - b);
                if let Some(product) = a.checked_mul(b) {
                    is(x.multiply(&y), product);
                }
                is(x.bit_and(&y), a & b);
                is(x.bit_or(&y), a | b);
                is(x.bit_xor(&y), a ^ b);
                assert_eq!(x.cmp(&y), a.cmp(&b));
                if b == 0 {
                    assert_eq!(x.divide(&y), None);
                } else {
                    let down = i128::from(a % b != 0 && (a < 0) != (b < 0));
                    is(x.divide(&y).map(|(quotient, _)| quotient), a / b - down);
                    is(x.divide(&y).map(|(_, rest)| rest), a % b + down * b);
                }
            }
        }
    }

    #[test]
    fn powers_are_limited() {
        assert_eq!(number("2").power(100).unwrap().to_string(), "1267650600228229401496703205376");
        assert_eq!(number("-3").power(3).unwrap().to_string(), "-27");
        assert_eq!(number("1").power(u64::MAX), Some(number("1")));
        assert_eq!(number("0").power(0), Some(number("1")));
        assert_eq!(number("10").power(4300).map(|power| power.to_string().len()), Some(4301));
        assert_eq!(number("10").power(4400), None);
        assert_eq!(number("2").power(u64::MAX), None);
    }

    #[test]
    fn floats_are_compared_by_their_exact_values() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        for (text, float, order) in [
            ("9007199254740993", 9_007_199_254_740_992.0, Some(Greater)),
            ("18446744073709551616", 18_446_744_073_709_551_616.0, Some(Equal)),
            ("18446744073709551615", 18_446_744_073_709_551_616.0, Some(Less)),
            ("5", 5.5, Some(Less)),
            ("-5", -5.5, Some(Greater)),
            ("5", f64::INFINITY, Some(Less)),
            ("5", f64::NEG_INFINITY, Some(Greater)),
            ("5", f64::NAN, None),
        ] {
            assert_eq!(compare_with_float(&number(text), float), order, "{text} {float}");
        }
        assert!((number("123456789012345678901234567890").to_f64() - 1.234_567_890_123_456_8e29).abs() < 1.0);
    }
}
