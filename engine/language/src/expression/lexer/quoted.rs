//! Reads string literals as Python spells them: quotes, escapes, raw strings, several lines.

use super::Lexer;
use crate::{Fault, IssueCode, Span};

/// Escapes of one letter, each with its character.
const ESCAPES: &[(char, char)] = &[
    ('\\', '\\'),
    ('\'', '\''),
    ('"', '"'),
    ('a', '\u{7}'),
    ('b', '\u{8}'),
    ('f', '\u{c}'),
    ('n', '\n'),
    ('r', '\r'),
    ('t', '\t'),
    ('v', '\u{b}'),
];

impl Lexer<'_> {
    /// Reads a string literal; the cursor is at its opening quote. In a `raw` literal a backslash is an ordinary
    /// character.
    ///
    /// Curly quotes around a literal count as straight ones, with a hint; inside a literal they are characters.
    pub(super) fn read_string(&mut self, raw: bool) -> Result<String, Fault> {
        let open = self.at;
        let first = self.bump().unwrap_or('\'');
        let straight = matches!(first, '\'' | '"');
        let triple = straight && self.rest().starts_with([first; 2].iter().collect::<String>().as_str());
        let closing: String = if triple { [first; 3].iter().collect() } else { first.into() };
        self.at += if triple { 2 } else { 0 };
        let mut text = String::new();
        loop {
            if self.closes(first, &closing) {
                break;
            }
            match self.bump() {
                None => return Err(self.unclosed_fault(open, &closing)),
                Some('\n' | '\r') if !triple => return Err(self.line_ends(open)),
                Some('\r') => {
                    self.at += usize::from(self.peek() == Some('\n'));
                    text.push('\n');
                }
                Some('\\') if raw => self.read_kept_escape(&mut text),
                Some('\\') => self.escape(&mut text)?,
                Some(c) => text.push(c),
            }
        }
        if !straight {
            // Curly quotes mean nothing else here, so the expression is usable.
            let span = Span::of(open, self.at);
            let hint = Fault::new(IssueCode::ExpressionCurlyQuotes, "curly quotes are read as straight quotes", span);
            self.hints.push(hint.help(if matches!(first, '\u{201c}' | '\u{201d}') {
                "write `\"`"
            } else {
                "write `'`"
            }));
        }
        Ok(text)
    }

    /// Steps over the closing quote, if it is next. A curly quote is closed by any quote of its kind.
    fn closes(&mut self, first: char, closing: &str) -> bool {
        let kind: &[char] = match first {
            '\u{2018}' | '\u{2019}' => &['\'', '\u{2018}', '\u{2019}'],
            '\u{201c}' | '\u{201d}' => &['"', '\u{201c}', '\u{201d}'],
            _ => &[],
        };
        let length = match self.peek() {
            Some(c) if kind.contains(&c) => c.len_utf8(),
            _ if self.rest().starts_with(closing) => closing.len(),
            _ => return false,
        };
        self.at += length;
        true
    }

    /// Reads the backslash of a raw literal, and the quote or backslash that follows it. Both are kept.
    fn read_kept_escape(&mut self, text: &mut String) {
        text.push('\\');
        // A line end is left to the loop, which knows if it is allowed.
        if let Some(c) = self.peek().filter(|c| !matches!(c, '\n' | '\r')) {
            text.push(c);
            self.at += c.len_utf8();
        }
    }

    /// Reads the escape sequence after a backslash, and appends its meaning to `text`.
    fn escape(&mut self, text: &mut String) -> Result<(), Fault> {
        let start = self.at - 1;
        let Some(c) = self.bump() else { return Ok(()) };
        if let Some((_, character)) = ESCAPES.iter().find(|(letter, _)| *letter == c) {
            text.push(*character);
            return Ok(());
        }
        match c {
            // A backslash at the end of a line joins it with the next one.
            '\n' => {}
            '\r' => self.at += usize::from(self.peek() == Some('\n')),
            '0'..='7' => {
                // The digit is the first of up to three.
                self.at = start + 1;
                text.push(self.code(start, 3, 8)?);
            }
            'x' => text.push(self.code_of_length(start, 2)?),
            'u' => text.push(self.code_of_length(start, 4)?),
            'U' => text.push(self.code_of_length(start, 8)?),
            'N' => {
                let fault =
                    Fault::new(IssueCode::ExpressionText, "named characters are not supported", self.span_from(start));
                return Err(fault.help("write the character or its code: `\\u00e9`"));
            }
            // Python keeps unknown escapes.
            other => text.extend(['\\', other]),
        }
        Ok(())
    }

    /// Reads the code of a character: exactly `length` hexadecimal digits.
    fn code_of_length(&mut self, start: usize, length: usize) -> Result<char, Fault> {
        let digits = self.rest().bytes().take(length).filter(u8::is_ascii_hexdigit).count();
        if digits < length {
            let message = format!("`{}` needs {length} hexadecimal digits", &self.text[start..self.at]);
            return Err(Fault::new(IssueCode::ExpressionText, message, self.span_from(start))
                .help("write `\\\\` for a backslash, or `r'…'` for a string without escapes"));
        }
        self.code(start, length, 16)
    }

    /// Reads the code of a character: up to `most` digits.
    fn code(&mut self, start: usize, most: usize, radix: u32) -> Result<char, Fault> {
        let length = self.rest().chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let code = u32::from_str_radix(&self.rest()[..length], radix).unwrap_or(u32::MAX);
        self.at += length;
        char::from_u32(code).ok_or_else(|| {
            let message = format!("`{}` is not a character", &self.text[start..self.at]);
            Fault::new(IssueCode::ExpressionText, message, self.span_from(start))
        })
    }

    fn span_from(&self, start: usize) -> Span {
        Span::of(start, self.at)
    }

    fn unclosed_fault(&self, open: usize, closing: &str) -> Fault {
        let fault =
            Fault::new(IssueCode::ExpressionUnclosed, format!("the string is not closed: `{closing}` not found"), {
                Span::of(open, self.text.len())
            });
        match self.text[open..].find(['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}']) {
            Some(_) => fault.help("a curly quote does not close a straight one"),
            None => fault,
        }
    }

    fn line_ends(&self, open: usize) -> Fault {
        let fault =
            Fault::new(IssueCode::ExpressionUnclosed, "the line ends inside the string", Span::of(open, self.at - 1));
        fault.help("write `\\n` for a line end, or put the string in `'''`")
    }
}
