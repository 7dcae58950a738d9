//! Splits the text of an expression into tokens.

mod number;
mod quoted;

use regex::Regex;

use super::token::{ExprTokenKind, ExpressionToken, SYMBOLS};
use crate::{Fault, IssueCode, Span};

/// The tokens of an expression. The last one is [`ExprTokenKind::End`].
#[derive(Debug)]
pub(super) struct Lexed {
    pub tokens: Vec<ExpressionToken>,
    /// Warnings about characters that were read leniently, such as curly quotes.
    pub hints: Vec<Fault>,
}

/// Splits an expression into tokens. Comments are skipped; line ends count as spaces.
///
/// # Errors
/// Returns the first place that is not a token.
pub(super) fn lex(text: &str) -> Result<Lexed, Fault> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), hints: Vec::new() };
    while lexer.token()? {}
    Ok(Lexed { tokens: lexer.tokens, hints: lexer.hints })
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<ExpressionToken>,
    hints: Vec<Fault>,
}

impl Lexer<'_> {
    /// Reads the next token. Returns false at the end.
    fn token(&mut self) -> Result<bool, Fault> {
        self.blanks()?;
        let start = self.at;
        let what = match self.peek() {
            None => ExprTokenKind::End,
            Some(c) if c.is_ascii_digit() => self.number()?,
            Some('.') if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number()?,
            Some('\'' | '"' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}') => {
                ExprTokenKind::Text(self.read_string(false)?)
            }
            Some(c) if begins_name(c) => self.word()?,
            Some(c) => self.symbol(c)?,
        };
        let goes_on = what != ExprTokenKind::End;
        self.tokens.push(ExpressionToken { what, span: Span::of(start, self.at) });
        Ok(goes_on)
    }

    /// Skips white space and comments.
    fn blanks(&mut self) -> Result<(), Fault> {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\u{c}' | '\n' | '\r') => self.at += 1,
                Some('#') => {
                    self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
                }
                // In Python, a backslash joins lines. In an expression line ends count as spaces anyway.
                Some('\\') if self.rest()[1..].starts_with(['\n', '\r']) => self.at += 2,
                Some(c) if c.is_whitespace() => {
                    let span = Span::of(self.at, self.at + c.len_utf8());
                    let message = format!("the character U+{:04X} cannot be used as a space", u32::from(c));
                    return Err(Fault::new(IssueCode::ExpressionSyntax, message, span).help("write an ordinary space"));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads a name, a reserved word, or a string with a prefix.
    fn word(&mut self) -> Result<ExprTokenKind, Fault> {
        let start = self.at;
        self.at += self.rest().find(|c| !continues_name(c)).unwrap_or(self.rest().len());
        let word = &self.text[start..self.at];
        // Names follow Unicode's Annex 31, as in Python. ASCII names need no further check.
        if !word.is_ascii()
            && !Regex::new(r"\A[_\p{XID_Start}]\p{XID_Continue}*\z").is_ok_and(|name| name.is_match(word))
        {
            let message = format!("`{word}` is not a valid name");
            return Err(Fault::new(IssueCode::ExpressionSyntax, message, Span::of(start, self.at)));
        }
        // A prefix of a string, such as `r`, directly precedes the quote.
        if !self.rest().starts_with(['\'', '"']) {
            return Ok(ExprTokenKind::Word);
        }
        match word.to_ascii_lowercase().as_str() {
            "r" => Ok(ExprTokenKind::Text(self.read_string(true)?)),
            "u" => Ok(ExprTokenKind::Text(self.read_string(false)?)),
            "f" | "fr" | "rf" => {
                let message = "strings with `{…}` inside are not supported";
                let fault = Fault::new(IssueCode::ExpressionUnsupported, message, Span::of(start, self.at));
                Err(fault.help("join the parts: `'size ' + str(d)`"))
            }
            _ => Ok(ExprTokenKind::Word),
        }
    }

    fn symbol(&mut self, c: char) -> Result<ExprTokenKind, Fault> {
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol)) {
            self.at += symbol.len();
            return Ok(ExprTokenKind::Symbol(symbol));
        }
        let span = Span::of(self.at, self.at + c.len_utf8());
        let fault =
            Fault::new(IssueCode::ExpressionSyntax, format!("`{}` is not understood here", c.escape_debug()), span);
        Err(match plain_character(c) {
            Some(plain) => fault.help(format!("write `{plain}`")),
            None => fault,
        })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }
}

/// Returns the plain character that an editor or an input method may have replaced by `c`; `None` if none is known.
fn plain_character(c: char) -> Option<char> {
    Some(match c {
        '\u{ff08}' => '(',
        '\u{ff09}' => ')',
        '\u{ff0c}' | '\u{3001}' => ',',
        '\u{ff1a}' => ':',
        '\u{ff1c}' => '<',
        '\u{ff1d}' => '=',
        '\u{ff1e}' => '>',
        '\u{2212}' | '\u{2013}' | '\u{2014}' => '-',
        '\u{3010}' => '[',
        '\u{3011}' => ']',
        '\u{b4}' | '\u{ff07}' => '\'',
        '\u{ff02}' | '\u{ab}' | '\u{bb}' | '\u{201e}' => '"',
        _ => return None,
    })
}

/// Returns true if a name can begin with `c`.
fn begins_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Returns true if a name can contain `c` after its first character.
fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
