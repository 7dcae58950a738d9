//! Block scalars: texts of whole lines, after `|` and `>`.

use super::YamlChecked;
use super::cursor::{YamlCursor, control_character, is_mark};
use crate::text::{Fault, IssueCode, Span};

/// A block scalar, with the start of its first line and the end of its last line, without the line break.
pub(super) struct Lines {
    pub text: String,
    pub span: Span,
}

/// The treatment of the line breaks at the end of the text.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Chomping {
    Strip,
    /// Keep one line break.
    Clip,
    Keep,
}

/// The indicators after the `|` or `>`.
struct Header {
    folds: bool,
    /// The indentation of its lines, relative to the node around it.
    indentation: Option<usize>,
    chomping: Chomping,
}

/// Reads the block scalar at the cursor, which is at `|` or `>`. Its lines must be indented further than `outer`, the
/// indentation of the node around it. Afterwards, the cursor is on the line after the text.
pub(super) fn read(cursor: &mut YamlCursor<'_>, outer: Option<usize>) -> YamlChecked<Lines> {
    let start = cursor.at();
    let header = header(cursor)?;
    let mut reader = LineReader {
        least: outer.map_or(0, |outer| outer + 1),
        indentation: header.indentation.map(|more| outer.unwrap_or(0) + more),
        folds: header.folds,
        text: String::new(),
        span: None,
        breaks: 0,
        last: LineKind::None,
        widest: None,
    };
    if cursor.next_line() {
        while reader.line(cursor)? {}
    }
    let kept = match header.chomping {
        Chomping::Strip => 0,
        Chomping::Clip => reader.breaks.min(usize::from(reader.span.is_some())),
        Chomping::Keep => reader.breaks,
    };
    reader.text.extend(std::iter::repeat_n('\n', kept));
    Ok(Lines { text: reader.text, span: reader.span.unwrap_or(Span::of(start, start + 1)) })
}

fn header(cursor: &mut YamlCursor<'_>) -> YamlChecked<Header> {
    let mut header = Header { folds: cursor.peek() == Some(b'>'), indentation: None, chomping: Chomping::Clip };
    cursor.advance(1);
    loop {
        match cursor.peek() {
            Some(digit @ b'1'..=b'9') if header.indentation.is_none() => {
                header.indentation = Some(usize::from(digit - b'0'));
            }
            Some(b'+') if header.chomping == Chomping::Clip => header.chomping = Chomping::Keep,
            Some(b'-') if header.chomping == Chomping::Clip => header.chomping = Chomping::Strip,
            _ => break,
        }
        cursor.advance(1);
    }
    cursor.skip_blanks();
    cursor.skip_comment();
    match cursor.peek() {
        None | Some(b'\n' | b'\r') => Ok(header),
        Some(_) => {
            let sign = if header.folds { '>' } else { '|' };
            let fault = cursor.fault(IssueCode::YamlBadHeader, |found| {
                format!("{found} cannot follow `{sign}`: the text begins on the next line")
            });
            Err(fault.help(format!("put a string that begins with `{sign}` in quotes")))
        }
    }
}

/// The kind of the previous line, which decides how lines are folded.
#[derive(Clone, Copy, Eq, PartialEq)]
enum LineKind {
    /// There is no previous line.
    None,
    Text,
    /// The line begins with white space. The line breaks around it are not folded.
    Indented,
}

struct LineReader {
    least: usize,
    /// The indentation, after the header or the first line that is not empty.
    indentation: Option<usize>,
    folds: bool,
    text: String,
    span: Option<Span>,
    /// The number of line breaks since the last line that was not empty.
    breaks: usize,
    last: LineKind,
    /// The empty line at the start with the most spaces: the number of spaces, and its place.
    widest: Option<(usize, Span)>,
}

impl LineReader {
    /// Reads the line at whose start the cursor is. Returns `false` if it is not part of the text, or is the last line.
    fn line(&mut self, cursor: &mut YamlCursor<'_>) -> YamlChecked<bool> {
        let content = cursor.at();
        let blanks = cursor.indentation();
        cursor.set_column(self.indentation.map_or(blanks, |indentation| indentation.min(blanks)));
        if matches!(cursor.peek(), None | Some(b'\n' | b'\r')) {
            return Ok(self.empty_line(cursor, blanks));
        }
        let least = self.indentation.unwrap_or(self.least);
        if blanks < least && cursor.peek() == Some(b'\t') {
            let span = Span::of(cursor.at(), cursor.at() + 1);
            return Err(
                Fault::new(IssueCode::YamlTab, "a tab cannot be used for indentation", span).help("indent with spaces")
            );
        }
        if blanks < least || cursor.ends_document() {
            cursor.set_column(cursor.column_of(content));
            return Ok(false);
        }
        if self.indentation.is_none() {
            self.indent_by(blanks)?;
        }
        self.separate(matches!(cursor.peek(), Some(b' ' | b'\t')));
        let is_blank = self.content(cursor)?;
        let ended = cursor.next_line();
        // A last line of white space counts as a line break even at the end of the document, as in the YAML test suite
        // (L24T).
        self.breaks = usize::from(ended || is_blank);
        Ok(ended)
    }

    fn empty_line(&mut self, cursor: &mut YamlCursor<'_>, blanks: usize) -> bool {
        if self.indentation.is_none() && self.widest.is_none_or(|(widest, _)| blanks > widest) {
            self.widest = Some((blanks, Span::of(cursor.at(), cursor.at())));
        }
        let is_blank = cursor.column() > 0;
        let ended = cursor.next_line();
        self.breaks += usize::from(ended || is_blank);
        ended
    }

    /// Sets the indentation from the first line that is not empty.
    fn indent_by(&mut self, blanks: usize) -> YamlChecked {
        if let Some((_, span)) = self.widest.filter(|(widest, _)| *widest > blanks) {
            let message = "this empty line has more spaces than the first line of the text that follows it";
            let help = "remove the spaces, or write the indentation after the `|` or `>`: `|2`";
            return Err(Fault::new(IssueCode::YamlBadIndent, message, span).help(help));
        }
        self.indentation = Some(blanks);
        Ok(())
    }

    /// Adds the folded line breaks before the next line.
    fn separate(&mut self, is_indented: bool) {
        let line = if is_indented { LineKind::Indented } else { LineKind::Text };
        let folds = self.folds && self.last == LineKind::Text && line == LineKind::Text;
        match self.breaks {
            1 if folds => self.text.push(' '),
            breaks => self.text.extend(std::iter::repeat_n('\n', breaks - usize::from(folds))),
        }
        self.last = line;
    }

    /// Adds the remaining part of the line. Returns true if it is only white space.
    fn content(&mut self, cursor: &mut YamlCursor<'_>) -> YamlChecked<bool> {
        let rest = &cursor.bytes()[cursor.at()..];
        let length = rest.iter().position(|&byte| byte < b' ' && byte != b'\t').unwrap_or(rest.len());
        if let Some(mark) = memchr::memchr_iter(0xef, &rest[..length]).find(|&at| is_mark(&rest[at..])) {
            return Err(control_character(cursor.text(), cursor.at() + mark));
        }
        let span = Span::of(cursor.at(), cursor.at() + length);
        self.text.push_str(&cursor.text()[span.range()]);
        self.span = Some(self.span.map_or(span, |text| text.to(span)));
        cursor.advance(length);
        match cursor.peek() {
            None | Some(b'\n' | b'\r') => Ok(rest[..length].iter().all(|byte| matches!(byte, b' ' | b'\t'))),
            Some(_) => Err(control_character(cursor.text(), cursor.at())),
        }
    }
}
