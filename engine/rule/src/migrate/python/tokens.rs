//! Tokens of Python: names, numbers, strings and punctuation, line by line.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::migrate) struct PythonToken<'p> {
    pub kind: TokenKind,
    pub text: &'p str,
    /// The line on which it begins, from 0.
    pub line: usize,
    /// Its offset in the whole text, in bytes.
    pub start: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::migrate) enum TokenKind {
    Name,
    Number,
    /// A string, with its quotes and its prefix.
    Text,
    /// A punctuation character: `(`, `=`, `.`.
    Sign,
}

/// A statement, or the head of a compound statement: one or more lines of the text.
#[derive(Clone, Debug, Default)]
pub(in crate::migrate) struct Logical<'p> {
    /// The first line, from 0.
    pub first: usize,
    /// The last line.
    pub last: usize,
    /// The column of the first token. A tab extends to the next multiple of 8.
    pub indent: usize,
    pub tokens: Vec<PythonToken<'p>>,
}

pub(in crate::migrate) fn tokens(text: &str) -> Vec<PythonToken<'_>> {
    read(text).into_iter().flat_map(|line| line.tokens).collect()
}

/// Reads Python code. A string or a bracket that is never closed ends with the code.
pub(in crate::migrate) fn read(text: &str) -> Vec<Logical<'_>> {
    let mut reader = TokenReader { text, at: 0, line: 0 };
    std::iter::from_fn(|| reader.logical()).collect()
}

/// Returns the index of the bracket that closes the one with which `tokens` begin.
pub(in crate::migrate) fn closing_bracket(tokens: &[PythonToken<'_>]) -> Option<usize> {
    let mut depth = 0usize;
    tokens.iter().position(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

struct TokenReader<'p> {
    text: &'p str,
    at: usize,
    line: usize,
}

impl<'p> TokenReader<'p> {
    fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the next statement or head. Skips empty lines and comments.
    fn logical(&mut self) -> Option<Logical<'p>> {
        loop {
            let indent = self.indentation();
            match self.peek()? {
                '\n' | '\r' => self.line_end(),
                '#' => self.comment(),
                _ => return Some(self.statement(indent)),
            }
        }
    }

    fn statement(&mut self, indent: usize) -> Logical<'p> {
        let mut logical = Logical { first: self.line, last: self.line, indent, tokens: Vec::new() };
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            match c {
                '\n' | '\r' if depth == 0 => {
                    self.line_end();
                    break;
                }
                '\n' | '\r' => self.line_end(),
                '\\' if self.rest()[1..].starts_with(['\n', '\r']) => {
                    self.at += 1;
                    self.line_end();
                }
                '#' => self.comment(),
                c if c.is_whitespace() => self.at += c.len_utf8(),
                c => {
                    logical.tokens.push(self.token());
                    logical.last = self.line;
                    match c {
                        '(' | '[' | '{' => depth += 1,
                        ')' | ']' | '}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                }
            }
        }
        logical
    }

    fn indentation(&mut self) -> usize {
        let mut column = 0;
        while let Some(c @ (' ' | '\t' | '\u{c}')) = self.peek() {
            column = match c {
                '\t' => (column / 8 + 1) * 8,
                ' ' => column + 1,
                // A form feed resets the column, as in Python.
                _ => 0,
            };
            self.at += 1;
        }
        column
    }

    fn line_end(&mut self) {
        self.at += if self.rest().starts_with("\r\n") { 2 } else { 1 };
        self.line += 1;
    }

    fn comment(&mut self) {
        self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
    }

    fn token(&mut self) -> PythonToken<'p> {
        let (start, line) = (self.at, self.line);
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let word = &self.rest()[..length];
        // Raw, byte and formatted strings: `r'…'`, `b'…'`, `f'…'`, combinations of two, or `u'…'`.
        let is_prefix = length <= 2 && word.chars().all(|c| "rbufRBUF".contains(c));
        let kind = if is_prefix && self.rest()[length..].starts_with(['"', '\'']) {
            self.at += length;
            self.string();
            TokenKind::Text
        } else if length > 0 {
            self.at += length;
            if word.starts_with(|c: char| c.is_ascii_digit()) { TokenKind::Number } else { TokenKind::Name }
        } else {
            self.at += self.peek().map_or(0, char::len_utf8);
            TokenKind::Sign
        };
        PythonToken { kind, text: &self.text[start..self.at], line, start }
    }

    /// Skips the string that begins here.
    fn string(&mut self) {
        let quote = &self.rest()[..1];
        let triple = quote.repeat(3);
        let close = if self.rest().starts_with(&triple) { &self.rest()[..3] } else { quote };
        self.at += close.len();
        while let Some(c) = self.peek() {
            match c {
                _ if self.rest().starts_with(close) => {
                    self.at += close.len();
                    return;
                }
                // The character after a backslash never closes the string, even in a raw string.
                '\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some('\n' | '\r') => self.line_end(),
                        Some(c) => self.at += c.len_utf8(),
                        None => {}
                    }
                }
                // A string without its end is read as in Python, where it is an error of this line only.
                '\n' | '\r' if close.len() == 1 => return,
                '\n' | '\r' => self.line_end(),
                c => self.at += c.len_utf8(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, read, tokens};

    fn words(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn words_are_separated() {
        for (text, expected) in [
            ("x in pdict['data']", vec!["x", "in", "pdict", "[", "'data'", "]"]),
            ("a.b == 1.5e3", vec!["a", ".", "b", "=", "=", "1", ".", "5e3"]),
            ("r'a\\'b' + f\"{x}\"", vec!["r'a\\'b'", "+", "f\"{x}\""]),
            ("'''a\n'b''' # c\n", vec!["'''a\n'b'''"]),
            ("\u{e9}t\u{e9}(1)", vec!["\u{e9}t\u{e9}", "(", "1", ")"]),
            ("'a # b'", vec!["'a # b'"]),
            ("rub('x')", vec!["rub", "(", "'x'", ")"]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
        assert_eq!(tokens("u'x' 5 y")[1].kind, TokenKind::Number);
    }

    #[test]
    fn lines_are_joined_as_in_python() {
        for (text, expected) in [
            ("a\nb\n", vec![(0, 0, 0), (1, 1, 0)]),
            ("f(a,\n  b)\nc", vec![(0, 1, 0), (2, 2, 0)]),
            ("a = 1 + \\\r\n 2\r\n  b", vec![(0, 1, 0), (2, 2, 2)]),
            ("x = '''\ndef f():\n'''\ny", vec![(0, 2, 0), (3, 3, 0)]),
            ("# c\n\n\tif x: # d\n \t  y", vec![(2, 2, 8), (3, 3, 10)]),
            ("a\rb", vec![(0, 0, 0), (1, 1, 0)]),
            ("x = 'a\ny", vec![(0, 0, 0), (1, 1, 0)]),
            ("a\nf(b,\nc", vec![(0, 0, 0), (1, 2, 0)]),
            ("", vec![]),
        ] {
            let places: Vec<_> = read(text).iter().map(|line| (line.first, line.last, line.indent)).collect();
            assert_eq!(places, expected, "{text:?}");
        }
    }
}
