//! The tokens of expressions.

use crate::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExpressionToken {
    pub what: ExprTokenKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExprTokenKind {
    /// A name or a reserved word. Its text is that of its span.
    Word,
    /// An integer without a `+` or `-`, within 64 bits.
    Int(i64),
    /// The decimal digits of an integer beyond 64 bits.
    Large(String),
    Float(f64),
    /// A string, its escapes resolved.
    Text(String),
    /// A bracket or an operator, one of [`SYMBOLS`].
    Symbol(&'static str),
    End,
}

/// Brackets and operators. A longer symbol precedes its prefixes. Some are from other languages, so that a help message
/// can suggest a replacement.
pub(super) const SYMBOLS: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "===", "!==", "..=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "<>", "&&",
    "||", "??", "?.", "->", "=>", "=~", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "..", "(", ")",
    "[", "]", "{", "}", ",", ":", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "=", "!", ";", "@", "?",
    "$", "`",
];

/// Words of Python or Rhai that are not names.
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
