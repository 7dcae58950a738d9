//! The parts that an expression is written in.

use crate::text::Span;

/// One part of an expression, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub what: What,
    pub span: Span,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// A name or a word of the language: its text is that of its span.
    Word,
    /// An integer without a sign.
    Integer(Magnitude),
    Float(f64),
    /// A text, its escapes resolved.
    Text(String),
    /// A bracket or an operator, one of [`SYMBOLS`].
    Symbol(&'static str),
    End,
}

/// The size of an integer that stands in an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Magnitude {
    /// It fits 64 bits.
    Small(i64),
    /// It does not: its decimal digits.
    Large(String),
}

/// Brackets and operators, those that begin like another before it. Some belong to other languages: they are known so
/// that a fault can say what to write instead.
pub(super) const SYMBOLS: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "===", "!==", "..=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "<>", "&&",
    "||", "??", "?.", "->", "=>", "=~", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "..", "#{", "(",
    ")", "[", "]", "{", "}", ",", ":", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "=", "!", ";", "@",
    "?", "$", "`",
];

/// Words that are no names, in Python or in Rhai.
pub(super) const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "false", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "true", "try", "while", "with", "yield",
];

#[cfg(test)]
mod tests {
    use super::SYMBOLS;

    #[test]
    fn no_symbol_hides_a_longer_one() {
        for (at, symbol) in SYMBOLS.iter().enumerate() {
            let hidden = SYMBOLS[at + 1..].iter().find(|later| later.starts_with(symbol));
            assert_eq!(hidden, None, "behind {symbol}");
        }
    }
}
