//! Numbers as Python spells them.

use super::{Lexer, continues_name};
use crate::expression::token::ExprTokenKind;
use crate::integer::Integer;
use crate::{Fault, IssueCode, Span};

impl Lexer<'_> {
    /// Reads a number. The cursor is at its first digit, or at the point in front of it.
    pub(super) fn number(&mut self) -> Result<ExprTokenKind, Fault> {
        let start = self.at;
        let radix = match self.rest().get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            _ => 10,
        };
        let what = if radix == 10 { self.decimal(start)? } else { self.radix(start, radix)? };
        if self.peek().is_some_and(continues_name) {
            return Err(self.bad_number(start));
        }
        Ok(what)
    }

    /// Reads an integer that begins with `0x`, `0o` or `0b`.
    fn radix(&mut self, start: usize, radix: u32) -> Result<ExprTokenKind, Fault> {
        self.at += 2;
        // Python allows one `_` after the prefix.
        self.at += usize::from(self.peek() == Some('_'));
        let digits = self.digits(radix);
        if digits.is_empty() {
            return Err(self.bad_number(start));
        }
        self.integer(start, &digits, radix)
    }

    fn decimal(&mut self, start: usize) -> Result<ExprTokenKind, Fault> {
        let whole = self.digits(10);
        let mut spelling = whole.clone();
        let mut float = false;
        if self.peek() == Some('.') {
            self.at += 1;
            float = true;
            spelling.push('.');
            spelling += &self.digits(10);
        }
        if let Some(length) = self.exponent() {
            float = true;
            spelling.push('e');
            spelling += &self.rest()[1..length];
            self.at += length;
            spelling += &self.digits(10);
        }
        if float {
            return Ok(ExprTokenKind::Float(spelling.parse().map_err(|_| self.bad_number(start))?));
        }
        if whole.starts_with('0') && whole.contains(|c| c != '0') {
            // As in Python, where `010` once meant 8.
            let message = "an integer cannot begin with a zero";
            let fault = Fault::new(IssueCode::ExpressionNumber, message, Span::of(start, self.at));
            return Err(fault.help(format!("write `{}`, or `0o…` for octal digits", whole.trim_start_matches('0'))));
        }
        self.integer(start, &whole, 10)
    }

    /// Returns the length of `e`, `e+` or `e-` if a digit follows it.
    fn exponent(&self) -> Option<usize> {
        let after = self.rest().strip_prefix(['e', 'E'])?;
        let digits = after.strip_prefix(['+', '-']).unwrap_or(after);
        digits.starts_with(|c: char| c.is_ascii_digit()).then(|| self.rest().len() - digits.len())
    }

    /// Reads digits, and returns them without the `_` between them.
    fn digits(&mut self, radix: u32) -> String {
        let mut digits = String::new();
        loop {
            let between = !digits.is_empty() && self.rest().starts_with('_');
            let digit = self.rest()[usize::from(between)..].chars().next().filter(|c| c.is_digit(radix));
            let Some(digit) = digit else { return digits };
            digits.push(digit);
            self.at += 1 + usize::from(between);
        }
    }

    /// Returns the fault of a number that contains letters or wrong digits. It spans the whole word.
    fn bad_number(&self, start: usize) -> Fault {
        let end = self.at + self.rest().find(|c| !continues_name(c)).unwrap_or(self.rest().len());
        let spelling = &self.text[start..end];
        Fault::new(IssueCode::ExpressionNumber, format!("`{spelling}` is not a number"), Span::of(start, end))
    }

    fn integer(&self, start: usize, digits: &str, radix: u32) -> Result<ExprTokenKind, Fault> {
        let too_large = || Fault::new(IssueCode::ExpressionNumber, "the number is too large", Span::of(start, self.at));
        let digits = digits.chars().filter_map(|digit| digit.to_digit(radix));
        let integer = Integer::of_digits(digits, radix).ok_or_else(too_large)?;
        Ok(integer.to_i64().map_or_else(|| ExprTokenKind::Large(integer.to_string()), ExprTokenKind::Int))
    }
}
