//! Rhai code as it is written, with the place of the expression that each part of it stands for.

use std::fmt::Write;

use rhai::Position;

use crate::text::Span;

/// After how many characters a line of code ends: Rhai counts them in 16 bits, and code may be longer.
const LINE: usize = 8000;

/// Where parts of written code come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// Line and character, from 1, with what is written from there on; in order.
    marks: Vec<(usize, usize, Span)>,
}

impl Places {
    /// What the code at a position stands for.
    pub(super) fn at(&self, position: Position) -> Span {
        let wanted = (position.line().unwrap_or(1), position.position().unwrap_or(1));
        let behind = self.marks.partition_point(|&(line, column, _)| (line, column) <= wanted);
        let (.., span) = self.marks[..behind].last().or(self.marks.first()).copied().unwrap_or_default();
        span
    }
}

/// Collects code.
#[derive(Debug, Default)]
pub(super) struct Writer {
    code: String,
    /// Lines that ended, and characters of the one that is written.
    line: usize,
    column: usize,
    places: Places,
}

impl Writer {
    /// Writes code that stands for `span`.
    pub(super) fn put_at(&mut self, span: Span, code: &str) {
        self.places.marks.push((self.line + 1, self.column + 1, span));
        self.put(code);
    }

    /// Writes code that belongs to what stands before it.
    pub(super) fn put(&mut self, code: &str) {
        self.code.push_str(code);
        self.column += code.chars().count();
    }

    /// Writes what parts two arguments: the one place where a line may end.
    pub(super) fn comma(&mut self) {
        self.put(", ");
        if self.column > LINE {
            self.code.push('\n');
            self.line += 1;
            self.column = 0;
        }
    }

    /// Writes a text as Rhai spells it.
    pub(super) fn text(&mut self, span: Span, text: &str) {
        let mut code = String::with_capacity(text.len() + 2);
        code.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => code.extend(['\\', c]),
                // Rhai ends a text at a line end, and may drop what no screen shows.
                c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                    let _ = write!(code, "\\U{:08x}", u32::from(c));
                }
                c => code.push(c),
            }
        }
        code.push('"');
        self.put_at(span, &code);
    }

    /// The code and the places of its parts.
    pub(super) fn finish(self) -> (String, Places) {
        (self.code, self.places)
    }
}
