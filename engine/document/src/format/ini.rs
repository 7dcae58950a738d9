//! INI-like files → nodes: sections with keys, as Godot and many tools write them.
//!
//! The document is a node without a name, as in JSON. Sections and keys are nodes below it. Fields after the name in a
//! header (`[node name="Root"]`) are attributes of the section, and keys in it. Values in the syntax of Godot are
//! parsed: strings, numbers, arrays, dictionaries and constructors. Any other value is the text of its line.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::named::{describe_character, shorten};
use super::sink::IgnoredNodes;
use super::{Scalar, Single, Sink, Tag};
use crate::text::{Fault, IssueCode, Number, Span};

/// The maximum nesting of arrays, dictionaries and constructors. It is far beyond any file, and fits on the stack.
const MAX_NESTED: usize = 128;

/// Reads a document that may begin with a byte order mark. If `is_plain` is true, `\` is an ordinary character in
/// strings, as in Windows files.
///
/// # Errors
/// Fails at the first line that is not a section, a key with a value, or a comment.
pub(super) fn read(text: &str, is_plain: bool, sink: &mut impl Sink) -> Result<(), Fault> {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let mut reader = IniReader { text, at: start, is_plain };
    reader.skip_lines();
    sink.open(None, Span::of(reader.at, (reader.at + 1).min(text.len())));
    let mut section = false;
    let mut end = reader.at;
    while reader.at < text.len() {
        if reader.peek() == Some(b'[') {
            if section {
                sink.close(place(end));
            }
            reader.section(sink)?;
            section = true;
        } else {
            reader.key(sink)?;
        }
        end = reader.at;
        reader.end_line()?;
        reader.skip_lines();
    }
    if section {
        sink.close(place(end));
    }
    sink.close(place(end));
    Ok(())
}

fn place(at: usize) -> u32 {
    Span::of(at, at).start()
}

struct IniReader<'t> {
    text: &'t str,
    at: usize,
    is_plain: bool,
}

/// The reason why no value could be read.
enum NoValue {
    /// The value is not in the syntax of Godot.
    Other,
    /// The text ends inside a string or inside brackets that begin at this place.
    Unclosed(usize),
}

type IniResult<T = ()> = Result<T, NoValue>;

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-')
}

impl<'t> IniReader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips bytes while `is` is true. It must only be true for ASCII.
    fn skip(&mut self, is: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Skips blank lines and comments.
    fn skip_lines(&mut self) {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            if !matches!(self.peek(), Some(b';' | b'#')) {
                return;
            }
            self.at = self.line_end();
        }
    }

    /// Skips white space and comments inside a value.
    fn skip_inside(&mut self) {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            if self.peek() != Some(b';') {
                return;
            }
            self.at = self.line_end();
        }
    }

    fn line_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    /// Returns true if the line has only a comment after the cursor.
    fn is_line_end(&self) -> bool {
        let rest = self.text[self.at..self.line_end()].trim_start();
        rest.is_empty() || rest.starts_with(';')
    }

    fn end_line(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        if !self.is_line_end() {
            let message = format!("expected the end of the line, found {}", describe_character(self.text, self.at));
            return Err(Fault::new(IssueCode::IniLine, message, Span::of(self.at, self.line_end())));
        }
        self.at = self.line_end();
        Ok(())
    }

    /// Reads the header of a section, with the fields after its name.
    fn section(&mut self, sink: &mut impl Sink) -> Result<(), Fault> {
        let start = self.at;
        let mut probe = IniReader { at: start + 1, ..*self };
        let header = probe.header();
        let Ok((name, fields)) = header else { return self.plain_section(sink) };
        self.at = probe.at;
        sink.open(Some(Tag::key(&self.text[name.0..name.1])), Span::of(start, self.at));
        for &(from, to, value) in &fields {
            let mut at = IniReader { at: value, ..*self };
            if let Ok(Some(scalar)) = at.scalar() {
                let text = match scalar {
                    Scalar::Null => Cow::Borrowed(""),
                    Scalar::Bool(is) => Cow::Borrowed(if is { "true" } else { "false" }),
                    Scalar::Number(text) | Scalar::Text(text) => text,
                };
                sink.attribute(Tag::key(&self.text[from..to]), text, Span::of(value, at.at));
            }
        }
        for &(from, to, value) in &fields {
            let mut at = IniReader { at: value, ..*self };
            // This cannot fail, because it has been read once.
            let _ = at.value(Some(Tag::key(&self.text[from..to])), Span::of(from, to), 0, sink);
        }
        Ok(())
    }

    /// Reads the name of a header. For each field, returns the start and end of its name, and the start of its value.
    #[expect(clippy::type_complexity, reason = "the caller destructures the tuple at once")]
    fn header(&mut self) -> IniResult<((usize, usize), Vec<(usize, usize, usize)>)> {
        self.skip_blanks();
        let start = self.at;
        self.skip(|byte| !byte.is_ascii_whitespace() && byte != b']' && byte != b'"' && byte != b'=');
        let name = (start, self.at);
        let mut fields = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() == Some(b']') && name.1 > name.0 {
                self.at += 1;
                return if self.is_line_end() { Ok((name, fields)) } else { Err(NoValue::Other) };
            }
            let from = self.at;
            self.skip(|byte| is_word(byte) || byte == b'/');
            let to = self.at;
            self.skip_blanks();
            if from == to || self.peek() != Some(b'=') {
                return Err(NoValue::Other);
            }
            self.at += 1;
            self.skip_blanks();
            fields.push((from, to, self.at));
            self.value(None, Span::at(0), 0, &mut IgnoredNodes)?;
        }
    }

    /// Reads a header that consists only of a name, which is everything between the brackets.
    fn plain_section(&mut self, sink: &mut impl Sink) -> Result<(), Fault> {
        let (start, line) = (self.at, &self.text[self.at..self.line_end()]);
        if !self.is_plain && line.contains('=') {
            let message =
                format!("the header `{}` has a field without a value, or a string that is not closed", shorten(line));
            return Err(Fault::new(IssueCode::IniSection, message, Span::of(start, self.line_end())));
        }
        let Some(close) = line.rfind(']') else {
            let message = format!("the section `{}` has no `]`", shorten(line));
            return Err(Fault::new(IssueCode::IniSection, message, Span::of(start, self.line_end())));
        };
        self.at = start + close + 1;
        sink.open(Some(Tag::key(line[1..close].trim())), Span::of(start, self.at));
        Ok(())
    }

    /// Reads a key with its value.
    fn key(&mut self, sink: &mut impl Sink) -> Result<(), Fault> {
        let start = self.at;
        let line = &self.text[start..self.line_end()];
        let separator = match line.strip_prefix('"').and_then(|rest| rest.find('"')) {
            // A key in quotes may contain the separator.
            Some(quote) => line[quote + 2..].find('=').map(|at| at + quote + 2),
            None => line.find('=').or_else(|| line.find(':').filter(|_| self.is_plain)),
        };
        let name = line[..separator.unwrap_or(line.len())].trim_end();
        if separator.is_none() && !self.is_plain || name.is_empty() {
            let message = format!("expected `[section]` or `key = value`, found `{}`", shorten(line));
            return Err(Fault::new(IssueCode::IniLine, message, Span::of(start, self.line_end())));
        }
        let key = Span::of(start, start + name.len());
        let unquoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
        let tag = Tag::key(unquoted);
        let Some(separator) = separator else {
            self.at = start + name.len();
            sink.single(Single { tag: Some(tag), start_tag: key, scalar: Scalar::Null, span: key });
            return Ok(());
        };
        self.at = start + separator + 1;
        self.skip_blanks();
        // The value is read without a sink first: if it is not in the syntax of Godot, the line is a string.
        let mut probe = IniReader { at: self.at, ..*self };
        match probe.value(None, key, 0, &mut IgnoredNodes) {
            Ok(()) if probe.is_line_end() => {
                // This cannot fail, because it has been read once.
                let _ = self.value(Some(tag), key, 0, sink);
            }
            Err(NoValue::Unclosed(from)) if !self.is_plain => {
                let message = format!("{} that begins here is never closed", describe_character(self.text, from));
                return Err(Fault::new(IssueCode::IniUnclosed, message, Span::of(from, from + 1)));
            }
            _ => {
                let text = self.text[self.at..self.line_end()].trim_end();
                let span = Span::of(self.at, self.at + text.len());
                self.at += text.len();
                sink.single(Single { tag: Some(tag), start_tag: key, scalar: Scalar::Text(text.into()), span });
            }
        }
        Ok(())
    }

    /// Reads a value in the syntax of Godot as one or more nodes with the name `tag`.
    fn value(&mut self, tag: Option<Tag<'_>>, start_tag: Span, depth: usize, sink: &mut impl Sink) -> IniResult {
        if depth > MAX_NESTED {
            return Err(NoValue::Other);
        }
        let start = self.at;
        match self.peek() {
            Some(b'[') => self.array(tag, depth, sink),
            Some(b'{') => self.dictionary(tag, start_tag, depth, sink),
            _ => match self.scalar()? {
                Some(scalar) => {
                    sink.single(Single { tag, start_tag, scalar, span: Span::of(start, self.at) });
                    Ok(())
                }
                None => self.constructor(tag, start_tag, depth, sink),
            },
        }
    }

    /// Reads an array. Each element is a node with the name of the array.
    fn array(&mut self, tag: Option<Tag<'_>>, depth: usize, sink: &mut impl Sink) -> IniResult {
        let start = self.at;
        self.at += 1;
        let mut is_empty = true;
        while !self.is_closed(b']', start)? {
            let at = self.at;
            self.value(tag, Span::of(at, at + 1), depth + 1, sink)?;
            is_empty = false;
            self.comma(b']')?;
        }
        if is_empty {
            sink.empty(tag, Span::of(start, self.at));
        }
        Ok(())
    }

    fn dictionary(&mut self, tag: Option<Tag<'_>>, start_tag: Span, depth: usize, sink: &mut impl Sink) -> IniResult {
        let start = self.at;
        self.at += 1;
        sink.open(tag, start_tag);
        while !self.is_closed(b'}', start)? {
            self.pair(depth, sink)?;
            self.comma(b'}')?;
        }
        sink.close(place(self.at));
        Ok(())
    }

    /// Reads a key and its value, separated by `:`.
    fn pair(&mut self, depth: usize, sink: &mut impl Sink) -> IniResult {
        let start = self.at;
        let key = match self.scalar()? {
            Some(Scalar::Text(text) | Scalar::Number(text)) => text,
            Some(Scalar::Bool(_) | Scalar::Null) => Cow::Borrowed(&self.text[start..self.at]),
            // A key may be a constructor.
            None => {
                self.constructor(None, Span::at(0), depth, &mut IgnoredNodes)?;
                Cow::Borrowed(&self.text[start..self.at])
            }
        };
        let span = Span::of(start, self.at);
        self.skip_inside();
        if self.peek() != Some(b':') {
            return Err(NoValue::Other);
        }
        self.at += 1;
        self.skip_inside();
        self.value(Some(Tag::key(&key)), span, depth + 1, sink)
    }

    /// Reads a constructor such as `Vector2(1, 2)`: a node whose value is this text. It contains a node `Vector2` for
    /// each argument. `Array[int]([1, 2])` is read as the array.
    fn constructor(&mut self, tag: Option<Tag<'_>>, start_tag: Span, depth: usize, sink: &mut impl Sink) -> IniResult {
        let start = self.at;
        self.skip(is_word);
        let name = &self.text[start..self.at];
        if name.is_empty() {
            return Err(NoValue::Other);
        }
        let is_typed = self.peek() == Some(b'[');
        if is_typed {
            self.value(None, Span::at(0), depth, &mut IgnoredNodes)?;
        }
        self.skip_blanks();
        let open = self.at;
        if self.peek() != Some(b'(') {
            // A name without arguments, such as the type of an array or of an object.
            return if depth > 0 && !is_typed {
                let span = Span::of(start, start + name.len());
                sink.single(Single { tag, start_tag, scalar: Scalar::Text(name.into()), span });
                Ok(())
            } else {
                Err(NoValue::Other)
            };
        }
        // The arguments are read twice, because the text up to their end is passed on before them.
        let end = IniReader { at: open, ..*self }.arguments(None, depth, &mut IgnoredNodes)?;
        if is_typed {
            self.at = open + 1;
            self.skip_inside();
            self.value(tag, start_tag, depth + 1, sink)?;
            self.at = end;
            return Ok(());
        }
        sink.open(tag, start_tag);
        sink.scalar(Scalar::Text(self.text[start..end].into()), Span::of(start, end));
        self.arguments(Some(name), depth, sink)?;
        sink.close(place(end));
        Ok(())
    }

    /// Reads the arguments of a constructor, each as a node with its name. Returns the end of the arguments.
    fn arguments(&mut self, name: Option<&str>, depth: usize, sink: &mut impl Sink) -> IniResult<usize> {
        let open = self.at;
        self.at += 1;
        while !self.is_closed(b')', open)? {
            let at = self.at;
            let mut probe = IniReader { at, ..*self };
            if self.peek() == Some(b'"') && probe.scalar().is_ok() && probe.peek() == Some(b':') {
                self.pair(depth, sink)?;
            } else {
                self.value(name.map(Tag::key), Span::of(at, at + 1), depth + 1, sink)?;
            }
            self.comma(b')')?;
        }
        Ok(self.at)
    }

    /// Skips to the next token in brackets that begin at `open`. If it is the closing bracket, skips it and returns
    /// true.
    fn is_closed(&mut self, close: u8, open: usize) -> IniResult<bool> {
        self.skip_inside();
        match self.peek() {
            None => Err(NoValue::Unclosed(open)),
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            Some(_) => Ok(false),
        }
    }

    /// Skips a comma, unless the brackets end here.
    fn comma(&mut self, close: u8) -> IniResult {
        self.skip_inside();
        match self.peek() {
            Some(b',') => self.at += 1,
            Some(byte) if byte != close => return Err(NoValue::Other),
            _ => {}
        }
        Ok(())
    }

    /// Reads a string, a number or a keyword. Returns `None` and reads nothing if another kind of value begins here.
    fn scalar(&mut self) -> IniResult<Option<Scalar<'t>>> {
        let start = self.at;
        // Godot writes a `StringName` as `&"…"`, and a `NodePath` as `^"…"`.
        if matches!(self.peek(), Some(b'&' | b'^' | b'@')) && self.text.as_bytes().get(start + 1) == Some(&b'"') {
            self.at += 1;
        }
        if self.peek() == Some(b'"') {
            return self.string().map(|text| Some(Scalar::Text(text)));
        }
        self.skip(is_word);
        let word = &self.text[start..self.at];
        let scalar = match word {
            "true" => Some(Scalar::Bool(true)),
            "false" => Some(Scalar::Bool(false)),
            "null" | "nil" => Some(Scalar::Null),
            "inf" | "+inf" => Some(Scalar::Number(".inf".into())),
            "-inf" | "inf_neg" => Some(Scalar::Number("-.inf".into())),
            "nan" => Some(Scalar::Number(".nan".into())),
            _ => Number::parse(word).map(|_| Scalar::Number(word.into())),
        };
        if scalar.is_none() || matches!(self.peek(), Some(b'(' | b'[')) {
            self.at = start;
            return Ok(None);
        }
        Ok(scalar)
    }

    /// Reads a string, which may span several lines.
    fn string(&mut self) -> IniResult<Cow<'t, str>> {
        let open = self.at;
        self.at += 1;
        let mut decoded: Option<String> = None;
        let mut from = self.at;
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let next = memchr::memchr2(b'"', b'\\', rest).ok_or(NoValue::Unclosed(open))?;
            self.at += next;
            if rest[next] == b'"' {
                break;
            }
            if self.is_plain {
                self.at += 1;
                continue;
            }
            let decoded = decoded.get_or_insert_default();
            decoded.push_str(&self.text[from..self.at]);
            self.at += 1;
            decoded.push(self.escape().ok_or(NoValue::Unclosed(open))?);
            from = self.at;
        }
        let last = &self.text[from..self.at];
        self.at += 1;
        Ok(match decoded {
            None => Cow::Borrowed(last),
            Some(decoded) => Cow::Owned(decoded + last),
        })
    }

    /// Reads an escape after its `\`, and returns its character; `None` at the end of the text.
    fn escape(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        let digits = match c {
            'n' => return Some('\n'),
            't' => return Some('\t'),
            'r' => return Some('\r'),
            'b' => return Some('\u{8}'),
            'f' => return Some('\u{c}'),
            'a' => return Some('\u{7}'),
            'v' => return Some('\u{b}'),
            'u' => 4,
            'U' => 6,
            other => return Some(other),
        };
        let code = self.text.get(self.at..self.at + digits).and_then(|text| u32::from_str_radix(text, 16).ok());
        self.at += if code.is_some() { digits } else { 0 };
        Some(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}
