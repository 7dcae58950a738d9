//! Reads strings that spell a Python list: `['a', "b", 1, None]`.

use assay_document::text::{Fault, IssueCode, Number, Span, nearest};

use crate::Parameter;

/// Brackets in brackets nest at most this deep; no rule needs more than two.
const MAX_DEPTH: usize = 16;

/// Reads a list of texts, numbers, `True`, `False` and `None`.
///
/// # Errors
/// On whatever Python does not read as such a list; the span is in bytes of `text`.
pub(super) fn parse(text: &str) -> Result<Vec<Parameter>, Fault> {
    read(text, false)
}

/// Reads a list, a tuple or a set of the same, in which there may be more of them.
///
/// # Errors
/// On whatever Python does not read as such; the span is in bytes of `text`.
pub fn python_values(text: &str) -> Result<Vec<Parameter>, Fault> {
    read(text, true)
}

fn read(text: &str, nests: bool) -> Result<Vec<Parameter>, Fault> {
    let mut reader = PythonListReader { text, at: 0, nests, depth: 0 };
    reader.blanks();
    let elements = reader.elements()?;
    reader.blanks();
    if reader.at < text.len() {
        return Err(fault("the list ends before this", reader.at, text.len()));
    }
    Ok(elements)
}

/// Returns the bracket that closes `open`.
const fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '{' => '}',
        _ => ']',
    }
}

fn fault(message: impl Into<String>, start: usize, end: usize) -> Fault {
    Fault::new(IssueCode::ConditionList, message, Span::of(start, end))
}

struct PythonListReader<'t> {
    text: &'t str,
    at: usize,
    /// Whether lists may stand in lists, and tuples and sets for lists.
    nests: bool,
    /// How many brackets are open.
    depth: usize,
}

impl<'t> PythonListReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n', '\u{c}']).len();
    }

    /// Reads the elements between the bracket at the current position and the one that closes it.
    fn elements(&mut self) -> Result<Vec<Parameter>, Fault> {
        let start = self.at;
        let open = self.peek().filter(|open| matches!(open, '(' | '{') && self.nests).unwrap_or('[');
        let close = closing(open);
        self.take(open);
        self.depth += 1;
        let mut elements = Vec::new();
        let mut has_comma = false;
        loop {
            self.blanks();
            if self.take(close) {
                break;
            }
            elements.push(self.element(start)?);
            self.blanks();
            if self.take(',') {
                has_comma = true;
                continue;
            }
            if self.take(close) {
                break;
            }
            return Err(self.no_comma(start));
        }
        self.depth -= 1;
        if open == '(' && elements.len() == 1 && !has_comma {
            return Err(fault("parentheses around one value make no list of it", start, self.at));
        }
        Ok(elements)
    }

    /// Returns the characters up to the next comma, bracket or blank.
    fn word(&self) -> &'t str {
        let is_bracket = |c: char| matches!(c, '[' | ']') || self.nests && matches!(c, '(' | ')' | '{' | '}');
        let end = self.rest().find(|c: char| c == ',' || is_bracket(c) || c.is_whitespace());
        &self.rest()[..end.unwrap_or(self.rest().len())]
    }

    fn unclosed(&self, start: usize) -> Fault {
        fault("the list is not closed: `]` is missing", start, self.text.len())
    }

    fn no_comma(&self, start: usize) -> Fault {
        if self.rest().is_empty() {
            return self.unclosed(start);
        }
        let end = self.at + self.word().len().max(1);
        fault("here a `,` or the `]` is wanted", self.at, self.ceil(end)).help("put a comma between two elements")
    }

    /// The next boundary of characters.
    fn ceil(&self, at: usize) -> usize {
        self.text.ceil_char_boundary(at.min(self.text.len()))
    }

    fn element(&mut self, start: usize) -> Result<Parameter, Fault> {
        let at = self.at;
        match self.peek() {
            None => Err(self.unclosed(start)),
            Some('\'' | '"') => self.string(false).map(Parameter::Text),
            Some('[' | '(' | '{') if self.nests && self.depth < MAX_DEPTH => self.elements().map(Parameter::List),
            Some('[' | '(' | '{') => Err(fault("a list in a list holds no value that could be looked up", at, at + 1)),
            Some(',') => Err(fault("an element is missing before this `,`", at, at + 1)),
            Some(_) => {
                if let Some(prefix @ ('r' | 'R' | 'u' | 'U')) = self.peek()
                    && self.rest()[1..].starts_with(['\'', '"'])
                {
                    self.at += 1;
                    return self.string(prefix.eq_ignore_ascii_case(&'r')).map(Parameter::Text);
                }
                self.bare()
            }
        }
    }

    /// A number, `True`, `False` or `None`.
    fn bare(&mut self) -> Result<Parameter, Fault> {
        let at = self.at;
        let word = self.word();
        self.at += word.len();
        match word {
            "None" => return Ok(Parameter::Null),
            "True" => return Ok(Parameter::Bool(true)),
            "False" => return Ok(Parameter::Bool(false)),
            _ if Number::parse(word).is_some() => return Ok(Parameter::Number(word.to_owned())),
            _ => {}
        }
        let fault = fault(format!("`{word}` is neither a text in quotes nor a number"), at, self.at);
        let known = match word {
            "null" => Some("None"),
            _ => nearest(word, ["None", "True", "False"]),
        };
        Err(match known {
            Some(known) => fault.meant(known),
            None if word.starts_with(['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}']) => {
                fault.help("use straight quotes: `'` or `\"`")
            }
            None => fault.help("put texts in quotes: `['apple', 'plum']`"),
        })
    }

    /// Reads a string literal, whose quote is next; with `raw`, backslashes stand for themselves.
    fn string(&mut self, raw: bool) -> Result<String, Fault> {
        let start = self.at;
        let quote = if self.take('"') { '"' } else { '\'' };
        self.at = start + 1;
        let triple = [quote; 3].iter().collect::<String>();
        if self.text[start..].starts_with(&triple) {
            return Err(fault("texts in three quotes are not read here", start, start + 3).help("use one quote"));
        }
        let mut out = String::new();
        loop {
            let at = self.at;
            let Some(c) = self.peek().filter(|&c| c != '\n') else {
                let message = format!("the text is not closed: {quote} is missing");
                return Err(fault(message, start, self.at));
            };
            self.at += c.len_utf8();
            match c {
                c if c == quote => return Ok(out),
                '\\' if raw => {
                    out.push('\\');
                    // The quote behind it does not end the text, and the backslash stays all the same.
                    if let Some(next) = self.peek() {
                        self.at += next.len_utf8();
                        out.push(next);
                    }
                }
                '\\' => self.escape(at, &mut out)?,
                c => out.push(c),
            }
        }
    }

    /// Reads the rest of the escape sequence whose backslash is at `start`, and appends its meaning to `out`.
    fn escape(&mut self, start: usize, out: &mut String) -> Result<(), Fault> {
        // At the end of the text: the caller finds that it is not closed.
        let Some(name) = self.peek() else { return Ok(()) };
        self.at += name.len_utf8();
        let code = match name {
            '\n' => return Ok(()),
            '\\' | '\'' | '"' => u32::from(name),
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            '0'..='7' => self.digits(name.to_digit(8).unwrap_or(0), 8, 2),
            'x' => self.hex(start, 2)?,
            'u' => self.hex(start, 4)?,
            'U' => self.hex(start, 8)?,
            'N' => return Err(fault("characters by name (`\\N{…}`) are not known here", start, self.at)),
            other => {
                // Python keeps a backslash that begins nothing.
                out.extend(['\\', other]);
                return Ok(());
            }
        };
        let Some(c) = char::from_u32(code) else {
            return Err(fault("there is no such character", start, self.at));
        };
        out.push(c);
        Ok(())
    }

    fn hex(&mut self, start: usize, length: usize) -> Result<u32, Fault> {
        let first = self.at;
        let code = self.digits(0, 16, length);
        if self.at - first < length {
            return Err(fault(format!("this escape needs {length} hexadecimal digits"), start, self.at));
        }
        Ok(code)
    }

    /// At most `more` digits, behind those that make `code`. Eight hexadecimal ones fit.
    fn digits(&mut self, mut code: u32, base: u32, more: usize) -> u32 {
        for _ in 0..more {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(base)) else { break };
            self.at += 1;
            code = code.wrapping_mul(base).wrapping_add(digit);
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, python_values};
    use crate::Parameter::{self, Bool, Null, Number, Text};

    fn text(text: &str) -> Parameter {
        Text(text.to_owned())
    }

    #[test]
    fn what_python_reads() {
        for (list, expected) in [
            ("[]", vec![]),
            ("['a', \"b\"]", vec![text("a"), text("b")]),
            (" [ 'apple','plum', ] ", vec![text("apple"), text("plum")]),
            ("[\n'a',\n]", vec![text("a")]),
            ("['it\\'s', \"it's\", '\"']", vec![text("it's"), text("it's"), text("\"")]),
            ("['', 'a,b', 'c]d', '#']", vec![text(""), text("a,b"), text("c]d"), text("#")]),
            (r"['\x41\u00e9\U0001f600\101\0\n\t\\']", vec![text("Aé😀A\0\n\t\\")]),
            (
                r"['P\q', 'a\
b']",
                vec![text(r"P\q"), text("ab")],
            ),
            (r"[r'a\nb', R'\'', u'c']", vec![text(r"a\nb"), text(r"\'"), text("c")]),
            (
                "[1, -2.5, +3, .5, 1e3, 007]",
                ["1", "-2.5", "+3", ".5", "1e3", "007"].map(|n| Number(n.to_owned())).to_vec(),
            ),
            ("[True, False, None]", vec![Bool(true), Bool(false), Null]),
            ("['\u{201c}a\u{201d}', 'é']", vec![text("\u{201c}a\u{201d}"), text("é")]),
        ] {
            assert_eq!(parse(list), Ok(expected), "{list}");
        }
    }

    #[test]
    fn other_brackets_are_read_where_they_may_stand() {
        let list = Parameter::List;
        for (written, expected) in [
            ("('a', 'b')", vec![text("a"), text("b")]),
            ("('a',)", vec![text("a")]),
            ("()", vec![]),
            ("{'a', 1}", vec![text("a"), Number("1".to_owned())]),
            (
                "['x', ['a', ('b', True)], []]",
                vec![text("x"), list(vec![text("a"), list(vec![text("b"), Bool(true)])]), list(vec![])],
            ),
        ] {
            assert_eq!(python_values(written), Ok(expected), "{written}");
        }
        for written in ["('a')", "{'a': 1}", "['a')", "('a'", &"[".repeat(100)] {
            assert!(python_values(written).is_err(), "{written}");
        }
    }

    #[test]
    fn what_is_no_list() {
        for (list, message, start, end) in [
            ("['apple]", "the text is not closed: ' is missing", 1, 8),
            ("['apple'", "the list is not closed: `]` is missing", 0, 8),
            ("['apple',", "the list is not closed: `]` is missing", 0, 9),
            ("[", "the list is not closed: `]` is missing", 0, 1),
            (" ['a'] x", "the list ends before this", 7, 8),
            ("['a' 'b']", "here a `,` or the `]` is wanted", 5, 8),
            ("['a'é]", "here a `,` or the `]` is wanted", 4, 6),
            ("['a'[]", "here a `,` or the `]` is wanted", 4, 5),
            ("[,]", "an element is missing before this `,`", 1, 2),
            ("['a',,]", "an element is missing before this `,`", 5, 6),
            ("[apple]", "`apple` is neither a text in quotes nor a number", 1, 6),
            ("[0x10]", "`0x10` is neither a text in quotes nor a number", 1, 5),
            ("[1_000]", "`1_000` is neither a text in quotes nor a number", 1, 6),
            ("[b'a']", "`b'a'` is neither a text in quotes nor a number", 1, 5),
            ("[\u{2018}a\u{2019}]", "`\u{2018}a\u{2019}` is neither a text in quotes nor a number", 1, 8),
            ("[['a']]", "a list in a list holds no value that could be looked up", 1, 2),
            ("[('a',)]", "a list in a list holds no value that could be looked up", 1, 2),
            ("['a\nb']", "the text is not closed: ' is missing", 1, 3),
            ("['''a''']", "texts in three quotes are not read here", 1, 4),
            (r"['\x4']", "this escape needs 2 hexadecimal digits", 2, 5),
            (r"['\ud800']", "there is no such character", 2, 8),
            (r"['\Uffffffff']", "there is no such character", 2, 12),
            (r"['\N{BULLET}']", "characters by name (`\\N{…}`) are not known here", 2, 4),
            (r"['\", "the text is not closed: ' is missing", 1, 3),
        ] {
            let fault = parse(list).unwrap_err();
            assert_eq!((fault.message.as_str(), fault.span.range()), (message, start..end), "{list}");
        }
    }

    #[test]
    fn slips_are_explained() {
        for (list, help) in [
            ("[none]", "did you mean `None`?"),
            ("[null]", "did you mean `None`?"),
            ("[true]", "did you mean `True`?"),
            ("[apple]", "put texts in quotes: `['apple', 'plum']`"),
            ("[\u{201c}apple\u{201d}]", "use straight quotes: `'` or `\"`"),
            ("['a' 'b']", "put a comma between two elements"),
        ] {
            assert_eq!(parse(list).unwrap_err().help.as_deref(), Some(help), "{list}");
        }
    }
}
