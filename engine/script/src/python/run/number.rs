//! Converts strings to numbers and numbers to strings as Python does.

use assay_document::text::Integer;

use super::raised::Raised;
use super::text::digit_value;
use super::value::{Run, Value};

/// `int(text, base)`.
pub(super) fn parse_int(text: &str, base: i64) -> Run<Value> {
    let refuse = || Raised::value(format!("{} is not an integer", shorten(text)));
    let Ok(base @ (0 | 2..=36)) = u32::try_from(base) else {
        return Err(Raised::value("the base of an integer must be 0 or 2 to 36"));
    };
    let spelled = text.trim();
    let unsigned = spelled.strip_prefix(['+', '-']).unwrap_or(spelled);
    let negative = spelled.starts_with('-');
    let (base, digits) = radix(unsigned, base).ok_or_else(refuse)?;
    let plain = without_underscores(digits).ok_or_else(refuse)?;
    // Python accepts the decimal digits of every script.
    let digit = |c: char| digit_value(c).or_else(|| c.to_digit(36)).filter(|digit| *digit < base);
    let digits = plain.chars().map(digit).collect::<Option<Vec<u32>>>().ok_or_else(refuse)?;
    let whole = Integer::of_digits(digits.into_iter(), base).ok_or_else(Raised::overflow)?;
    Ok(if negative { whole.negated() } else { whole }.into())
}

/// Returns the base of an integer and its digits, without the prefix of the base.
fn radix(text: &str, base: u32) -> Option<(u32, &str)> {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        let head = text.get(..2).unwrap_or("");
        if head.eq_ignore_ascii_case(prefix) && (base == radix || base == 0) {
            let digits = &text[2..];
            return Some((radix, digits.strip_prefix('_').unwrap_or(digits)));
        }
    }
    if base == 0 {
        let leading = text.starts_with('0') && text.contains(|c| !matches!(c, '0' | '_'));
        return (!leading).then_some((10, text));
    }
    Some((base, text))
}

/// Returns the digits without the `_` between them; `None` if a `_` is elsewhere, or if no digits remain.
fn without_underscores(digits: &str) -> Option<String> {
    let misplaced = digits.starts_with('_') || digits.ends_with('_') || digits.contains("__");
    (!digits.is_empty() && !misplaced).then(|| digits.replace('_', ""))
}

/// `float(text)`.
pub(super) fn parse_float(text: &str) -> Run<f64> {
    let refuse = || Raised::value(format!("{} is not a number", shorten(text)));
    let spelled: String = text.trim().chars().map(plain_digit).collect();
    let unsigned = spelled.strip_prefix(['+', '-']).unwrap_or(&spelled);
    let words = ["inf", "infinity", "nan"];
    let number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !number && !words.iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        return Err(refuse());
    }
    // An underscore is only allowed between two digits.
    let bytes = spelled.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let misplaced = |(at, _): (usize, &str)| !digit(at.checked_sub(1)) || !digit(Some(at + 1));
    if spelled.match_indices('_').any(misplaced) {
        return Err(refuse());
    }
    spelled.replace('_', "").parse().map_err(|_| refuse())
}

/// Converts a digit of any script to ASCII; returns any other character unchanged.
fn plain_digit(c: char) -> char {
    digit_value(c).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c)
}

/// Returns a string for messages: short, and on one line.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    format!("the string `{short}`")
}

/// `repr` of a float: the shortest digits that read back as the same float.
pub(super) fn spell_float(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = shortest(float);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if let Ok(exponent @ -4..16) = i16::try_from(exponent) {
        let decimals = digits.chars().filter(char::is_ascii_digit).count().saturating_sub(1);
        let behind = usize::try_from(i64::try_from(decimals).unwrap_or(0) - i64::from(exponent)).unwrap_or(0).max(1);
        let plain = format!("{float:.behind$}");
        return if plain.parse() == Ok(float) { plain } else { format!("{float:?}") };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// Returns the shortest digits that read back as the same float, with an exponent. Of several, returns the nearest.
fn shortest(float: f64) -> String {
    let any = format!("{float:e}");
    let digits = any.split('e').next().unwrap_or("").chars().filter(char::is_ascii_digit).count();
    // Of two equally near values Python writes the even one; rounding to this number of digits finds it.
    let nearest = format!("{float:.*e}", digits.saturating_sub(1));
    if nearest.parse() == Ok(float) { nearest } else { any }
}
