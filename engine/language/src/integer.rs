//! Whole numbers beyond 64 bits, exact as Python's are.

use std::cmp::Ordering;
use std::fmt;

/// The base of the limbs: each is less than it. A power of ten, so that numbers are parsed and printed digit by digit.
const BASE: u64 = 1_000_000_000;
/// Decimal digits of a limb.
const DIGITS: usize = 9;
/// Limbs of the largest number that arithmetic makes: about 4,300 digits, which is where Python stops converting them, too.
const MOST: usize = 478;

/// A whole number of any size.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Integer {
    /// Never set for zero.
    negative: bool,
    /// The least significant one first; the last one is not zero.
    limbs: Vec<u32>,
}

impl Integer {
    /// Reads digits with or without a sign; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let limbs = digits.as_bytes().rchunks(DIGITS);
        let limb = |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        Some(Self { negative: text.starts_with('-'), limbs: limbs.map(limb).collect() }.trimmed())
    }

    /// Reads the digits of a base from 2 to 36, the most significant one first.
    #[must_use]
    pub fn of_digits(digits: impl Iterator<Item = u32>, base: u32) -> Option<Self> {
        let mut number = Self::default();
        for digit in digits {
            number.scale(base, digit);
            if number.limbs.len() > MOST {
                return None;
            }
        }
        Some(number)
    }

    /// The whole number that a float without a fraction is.
    #[must_use]
    pub fn of_float(float: f64) -> Option<Self> {
        Self::parse(&format!("{float:.0}"))
    }

    /// The number within 64 bits, where it is.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        if self.limbs.len() > 3 {
            return None;
        }
        let size = self.limbs.iter().rev().fold(0_i128, |sum, limb| sum * i128::from(BASE) + i128::from(*limb));
        i64::try_from(if self.negative { -size } else { size }).ok()
    }

    /// The nearest float; infinite beyond its range.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// Returns true if the number is below zero.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    const fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The number of bits that its size takes.
    #[must_use]
    pub fn bit_length(&self) -> i64 {
        let size = Self { negative: false, limbs: self.limbs.clone() };
        let words = size.words();
        let last = words.iter().rposition(|word| *word != 0);
        last.map_or(0, |at| {
            let bits = at * 32 + 32 - words[at].leading_zeros() as usize;
            i64::try_from(bits).unwrap_or(i64::MAX)
        })
    }

    /// The bytes that it takes, for meters.
    #[must_use]
    pub const fn weight(&self) -> usize {
        self.limbs.len() * size_of::<u32>()
    }

    fn trimmed(mut self) -> Self {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        self.negative &= !self.limbs.is_empty();
        self
    }

    /// The number, unless it has more digits than arithmetic makes.
    fn bounded(self) -> Option<Self> {
        (self.limbs.len() <= MOST).then_some(self)
    }

    /// Multiplies by a small number and adds another.
    fn scale(&mut self, by: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for limb in &mut self.limbs {
            carry += u64::from(*limb) * u64::from(by);
            *limb = narrow(carry % BASE);
            carry /= BASE;
        }
        while carry > 0 {
            self.limbs.push(narrow(carry % BASE));
            carry /= BASE;
        }
    }

    /// Divides by a small number, and returns what is left over.
    fn shrink(&mut self, by: u64) -> u64 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let value = rest * BASE + u64::from(*limb);
            *limb = narrow(value / by);
            rest = value % by;
        }
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        rest
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { negative: !self.negative, limbs: self.limbs.clone() }.trimmed()
    }

    /// Returns the sum, unless it has too many digits.
    #[must_use]
    pub fn add(&self, other: &Self) -> Option<Self> {
        let negative = self.negative;
        if negative == other.negative {
            return Self { negative, limbs: sum(&self.limbs, &other.limbs) }.bounded();
        }
        let (larger, smaller) =
            if compare_sizes(&self.limbs, &other.limbs).is_lt() { (other, self) } else { (self, other) };
        Self { negative: larger.negative, limbs: difference(&larger.limbs, &smaller.limbs) }.trimmed().bounded()
    }

    /// Returns the difference, unless it has too many digits.
    #[must_use]
    pub fn subtract(&self, other: &Self) -> Option<Self> {
        self.add(&other.negated())
    }

    /// Returns the product, unless it has too many digits.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Option<Self> {
        if self.is_zero() || other.is_zero() {
            return Some(Self::default());
        }
        if self.limbs.len() + other.limbs.len() > MOST + 1 {
            return None;
        }
        let mut limbs = vec![0_u32; self.limbs.len() + other.limbs.len()];
        for (at, a) in self.limbs.iter().enumerate() {
            let mut carry = 0;
            for (place, b) in limbs[at..].iter_mut().zip(other.limbs.iter().chain(std::iter::repeat(&0))) {
                carry += u64::from(*place) + u64::from(*a) * u64::from(*b);
                *place = narrow(carry % BASE);
                carry /= BASE;
            }
        }
        Self { negative: self.negative != other.negative, limbs }.trimmed().bounded()
    }

    /// Quotient, rounded down, and remainder, which has the sign of the divisor; `None` for a divisor of zero, too.
    #[must_use]
    pub fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        let (quotient, rest) = truncated(self, divisor)?;
        if rest.is_zero() || self.negative == divisor.negative {
            return Some((quotient, rest));
        }
        Some((quotient.subtract(&Self::from(1))?, rest.add(divisor)?))
    }

    /// The number raised to a power that is not negative.
    #[must_use]
    pub fn power(&self, mut exponent: u64) -> Option<Self> {
        let (mut base, mut power) = (self.clone(), Self::from(1));
        loop {
            if exponent & 1 == 1 {
                power = power.multiply(&base)?;
            }
            exponent >>= 1;
            if exponent == 0 {
                return Some(power);
            }
            base = base.multiply(&base)?;
        }
    }

    /// Combines the bits of two numbers, negative ones in two's complement.
    #[must_use]
    pub fn bits(&self, other: &Self, combine: fn(u32, u32) -> u32) -> Option<Self> {
        if self.limbs.len() > MOST || other.limbs.len() > MOST {
            return None;
        }
        let (mut a, mut b) = (self.words(), other.words());
        let length = a.len().max(b.len());
        for (words, number) in [(&mut a, self), (&mut b, other)] {
            words.resize(length, if number.negative { u32::MAX } else { 0 });
        }
        Self::of_words(a.into_iter().zip(b).map(|(a, b)| combine(a, b)).collect()).bounded()
    }

    /// Two's complement, the least significant word first; the last word holds nothing but the sign.
    fn words(&self) -> Vec<u32> {
        let mut rest = Self { negative: false, limbs: self.limbs.clone() };
        let mut words = Vec::new();
        while !rest.is_zero() {
            words.push(narrow(rest.shrink(1 << 32)));
        }
        words.push(0);
        if self.negative {
            complement(&mut words);
        }
        words
    }

    fn of_words(mut words: Vec<u32>) -> Self {
        let negative = words.last().is_some_and(|word| word >> 31 == 1);
        if negative {
            complement(&mut words);
        }
        let mut number = Self::default();
        for word in words.into_iter().rev() {
            // Half a word at a time, so that a limb times the base of words stays within 64 bits.
            number.scale(1 << 16, word >> 16);
            number.scale(1 << 16, word & 0xffff);
        }
        Self { negative, ..number }.trimmed()
    }

    /// The digits in a base from 2 to 36, without a sign.
    #[must_use]
    pub fn digits(&self, base: u32) -> String {
        let mut rest = Self { negative: false, limbs: self.limbs.clone() };
        let mut digits = Vec::new();
        while !rest.is_zero() {
            digits.extend(char::from_digit(narrow(rest.shrink(u64::from(base))), base));
        }
        digits.iter().rev().collect()
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        let mut number = Self::default();
        let mut size = value.unsigned_abs();
        while size > 0 {
            number.limbs.push(narrow(size % BASE));
            size /= BASE;
        }
        Self { negative: value < 0, ..number }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => compare_sizes(&self.limbs, &other.limbs),
            (true, true) => compare_sizes(&other.limbs, &self.limbs),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negative { "-" } else { "" })?;
        let Some((last, others)) = self.limbs.split_last() else { return f.write_str("0") };
        write!(f, "{last}")?;
        others.iter().rev().try_for_each(|limb| write!(f, "{limb:0DIGITS$}"))
    }
}

/// Returns quotient and remainder, as Rhai has them: the quotient is rounded to zero. `None` for a divisor of zero, or a
/// number with too many digits.
#[must_use]
pub fn truncated(a: &Integer, b: &Integer) -> Option<(Integer, Integer)> {
    if b.is_zero() || a.limbs.len() > MOST || b.limbs.len() > MOST {
        return None;
    }
    let (quotient, rest) = divided(&a.limbs, &b.limbs);
    let quotient = Integer { negative: a.negative != b.negative, limbs: quotient }.trimmed();
    Some((quotient, Integer { negative: a.negative, limbs: rest }.trimmed()))
}

/// Orders a whole number and a float by their exact values; `None` beside what is no number.
#[must_use]
pub fn compare_with_float(integer: &Integer, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    let Some(floor) = Integer::of_float(float.floor()) else {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    };
    let fraction = if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less };
    Some(integer.cmp(&floor).then(fraction))
}

fn compare_sizes(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u32], b: &[u32]) -> Vec<u32> {
    let length = a.len().max(b.len());
    let at = |limbs: &[u32], at: usize| u64::from(limbs.get(at).copied().unwrap_or(0));
    let mut limbs = Vec::with_capacity(length + 1);
    let mut carry = 0;
    for place in 0..length {
        carry += at(a, place) + at(b, place);
        limbs.push(narrow(carry % BASE));
        carry /= BASE;
    }
    if carry > 0 {
        limbs.push(narrow(carry));
    }
    limbs
}

/// The difference of two sizes, of which the first one is not the smaller.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut borrowed = 0;
    let taken = |(place, limb): (usize, &u32)| {
        let taken = u64::from(b.get(place).copied().unwrap_or(0)) + borrowed;
        let limb = u64::from(*limb);
        borrowed = u64::from(limb < taken);
        narrow(limb + borrowed * BASE - taken)
    };
    a.iter().enumerate().map(taken).collect()
}

/// Quotient and remainder of two sizes, by long division.
fn divided(a: &[u32], b: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut quotient = vec![0; a.len()];
    let mut rest = Integer::default();
    for place in (0..a.len()).rev() {
        rest.limbs.insert(0, a[place]);
        rest = rest.trimmed();
        // How often the divisor goes into what is there: found by halving, as each try is short.
        let (mut least, mut most) = (0_u32, narrow(BASE));
        while most - least > 1 {
            let middle = least + (most - least) / 2;
            let mut product = Integer { negative: false, limbs: b.to_vec() };
            product.scale(middle, 0);
            if compare_sizes(&product.limbs, &rest.limbs).is_gt() { most = middle } else { least = middle }
        }
        let mut product = Integer { negative: false, limbs: b.to_vec() };
        product.scale(least, 0);
        rest = Integer { negative: false, limbs: difference(&rest.limbs, &product.trimmed().limbs) }.trimmed();
        quotient[place] = least;
    }
    (quotient, rest.limbs)
}

/// Turns words into those of the number with the other sign.
fn complement(words: &mut [u32]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u32::from(carry));
    }
}

/// A number below a limb's or a word's bound.
fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Integer, compare_with_float};

    fn number(text: &str) -> Integer {
        Integer::parse(text).unwrap()
    }

    #[test]
    fn digits_are_read_and_written_again() {
        for text in ["0", "7", "-7", "1000000000", "18446744073709551616", "-340282366920938463463374607431768211456"] {
            assert_eq!(number(text).to_string(), text);
        }
        assert_eq!(number("-000").to_string(), "0");
        assert_eq!(number("+0012").to_string(), "12");
        assert!(["", "+", "1.5", "1e3", "0x1", "--1"].iter().all(|text| Integer::parse(text).is_none()));
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
    fn arithmetic_is_that_of_128_bits_within_them() {
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
                is(x.bits(&y, |a, b| a & b), a & b);
                is(x.bits(&y, |a, b| a | b), a | b);
                is(x.bits(&y, |a, b| a ^ b), a ^ b);
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
    fn powers_grow_up_to_a_bound() {
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
