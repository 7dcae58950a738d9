//! One value, printed in one of the many ways that YAML has.

use std::fmt::Write;

use super::{Yaml, resolved};

/// The one of `anchored` that `which` means, among those that are `fit`.
pub fn pick(which: usize, anchored: &[Yaml], fit: impl Fn(&Yaml) -> bool) -> Option<(usize, &Yaml)> {
    let fitting: Vec<_> = anchored.iter().enumerate().filter(|(_, value)| fit(value)).collect();
    (!fitting.is_empty()).then(|| fitting[which % fitting.len()])
}

/// A whole document; `style` chooses between ways to write the same.
pub fn document(value: &Yaml, style: &[u8]) -> String {
    let mut printer =
        Printer { text: String::new(), style, at: 0, anchors: 0, names: Vec::new(), anchored: Vec::new() };
    printer.push_one(&["---\n", "%YAML 1.2\n--- # head\n", "# head\n\n", "", ""]);
    printer.block(value, None);
    printer.end_line();
    if printer.choose(6) == 0 {
        printer.text.push_str("...\n");
    }
    if printer.choose(5) == 0 { printer.text.replace('\n', "\r\n") } else { printer.text }
}

struct Printer<'s> {
    text: String,
    style: &'s [u8],
    at: usize,
    /// How many anchors there are, and the number and the value of each whose node is complete.
    anchors: usize,
    names: Vec<usize>,
    anchored: Vec<Yaml>,
}

impl Printer<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.at += 1;
        usize::from(self.style[self.at % self.style.len()]) % ways
    }

    /// Adds one of these.
    fn push_one(&mut self, ways: &[&str]) {
        let choice = self.choose(ways.len());
        self.text.push_str(ways[choice]);
    }

    fn end_line(&mut self) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            return;
        }
        self.push_one(&[" # comment", "  ", "", "", "", ""]);
        self.push_one(&["\n", "\n", "\n", "\n", "\n\n", "\n   # a comment of its own\n"]);
    }

    /// Separates what follows from the sign before it, if there is one.
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
    }

    /// Begins a line in this column.
    fn line(&mut self, column: usize) {
        self.end_line();
        self.text.extend(std::iter::repeat_n(' ', column));
    }

    /// Prints a value behind the sign at the end of the text; `outer` is the column of what holds it.
    fn block(&mut self, value: &Yaml, outer: Option<usize>) {
        let in_flow = self.choose(4) == 0;
        match value {
            Yaml::Anchored(inner) => {
                self.blank();
                let anchor = self.anchor();
                self.block(inner, outer);
                self.complete(anchor, inner);
            }
            Yaml::List(items) if !items.is_empty() && !in_flow => {
                let mut column = None;
                for item in items {
                    column = Some(self.begin_entry(column, outer, true));
                    self.text.push('-');
                    self.block(item, column);
                }
            }
            Yaml::Map(entries) if !entries.is_empty() && !in_flow => self.map(None, entries, outer),
            Yaml::Merge(which, entries) if !(in_flow || entries.is_empty() && self.source(*which).is_none()) => {
                self.map(self.source(*which).as_deref(), entries, outer);
            }
            Yaml::Text(text) if self.lines(text, outer) => {}
            other => {
                self.blank();
                self.flow(other, outer.map_or(0, |outer| outer + 1), false);
            }
        }
    }

    /// Prints a mapping without braces. What is merged stands anywhere in it.
    fn map(&mut self, source: Option<&str>, entries: &[(String, Yaml)], outer: Option<usize>) {
        let mut column = None;
        let merged_at = source.map(|_| self.choose(entries.len() + 1));
        for at in 0..=entries.len() {
            if let Some(source) = source.filter(|_| merged_at == Some(at)) {
                column = Some(self.begin_entry(column, outer, false));
                let _ = write!(self.text, "<<: {source}");
            }
            if let Some((key, entry)) = entries.get(at) {
                column = Some(self.begin_entry(column, outer, false));
                if self.choose(8) == 0 {
                    self.text.push_str("? ");
                    self.scalar(key, column.map_or(0, |column| column + 1), true);
                    self.line(column.unwrap_or(0));
                } else {
                    self.scalar(key, 0, true);
                }
                self.text.push(':');
                self.block(entry, column);
            }
        }
    }

    /// Begins an entry in the column of the others, or of the first one somewhere that will do.
    fn begin_entry(&mut self, column: Option<usize>, outer: Option<usize>, dashes: bool) -> usize {
        if let Some(column) = column {
            self.line(column);
            return column;
        }
        if self.text.ends_with('-') && self.choose(2) == 0 {
            self.push_one(&[" ", "  "]);
            return self.text.len() - self.text.rfind('\n').map_or(0, |end| end + 1);
        }
        let least = match outer {
            Some(outer) => outer + usize::from(!(dashes && self.text.ends_with(':'))),
            None => 0,
        };
        let column = least + self.choose(3);
        self.line(column);
        column
    }

    fn anchor(&mut self) -> (usize, usize) {
        let _ = write!(self.text, "&n{}", self.anchors);
        self.anchors += 1;
        (self.anchors - 1, self.anchored.len())
    }

    /// The node of an anchor is complete: its value is known now.
    fn complete(&mut self, (name, before): (usize, usize), inner: &Yaml) {
        let inner = resolved(inner, &mut self.anchored[..before].to_vec());
        self.anchored.push(inner);
        self.names.push(name);
    }

    fn alias(&self, which: usize) -> String {
        pick(which, &self.anchored, |_| true).map_or("~".to_owned(), |(at, _)| format!("*n{}", self.names[at]))
    }

    /// What `<<` stands before, of a mapping into which something is merged.
    fn source(&self, which: usize) -> Option<String> {
        let found = pick(which, &self.anchored, |value| matches!(value, Yaml::Map(_)));
        found.map(|(at, _)| format!("*n{}", self.names[at]))
    }

    /// Prints a value between brackets, or a scalar, on lines that are indented by at least `column`.
    fn flow(&mut self, value: &Yaml, column: usize, between: bool) {
        match value {
            Yaml::Plain(plain) if between && plain.contains([':', '?']) => {
                self.scalar(plain, column, false);
            }
            Yaml::Plain(plain) => self.text.push_str(plain),
            Yaml::Text(text) => self.scalar(text, column, false),
            Yaml::Alias(which) => {
                let alias = self.alias(*which);
                self.text.extend([&alias, " "]);
            }
            Yaml::Anchored(inner) => {
                let anchor = self.anchor();
                self.text.push(' ');
                self.flow(inner, column, between);
                self.complete(anchor, inner);
            }
            Yaml::List(items) => {
                self.text.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.between(at, column);
                    self.flow(item, column, true);
                }
                self.push_one(&["]", " ]"]);
            }
            Yaml::Map(entries) => self.flow_map(None, entries, column),
            Yaml::Merge(which, entries) => self.flow_map(self.source(*which).as_deref(), entries, column),
        }
    }

    fn flow_map(&mut self, source: Option<&str>, entries: &[(String, Yaml)], column: usize) {
        self.text.push('{');
        if let Some(source) = source {
            let _ = write!(self.text, "<<: {source} ");
        }
        for (at, (key, entry)) in entries.iter().enumerate() {
            self.between(at + usize::from(source.is_some()), column);
            self.scalar(key, column, true);
            let quoted = self.text.ends_with(['"', '\'']);
            self.push_one(if quoted { &[":", ": "] } else { &[": "] });
            self.flow(entry, column, true);
        }
        self.push_one(&["}", " }"]);
    }

    /// Separates an entry from the one before.
    fn between(&mut self, at: usize, column: usize) {
        if at > 0 {
            self.text.push(',');
        }
        match self.choose(6) {
            0 => self.line(column),
            1 => self.text.push_str(" \t"),
            2 => {}
            _ => self.blank(),
        }
    }

    /// Prints a text without quotes if it can be, or in quotes of one kind; a key stands on one line.
    fn scalar(&mut self, text: &str, column: usize, is_key: bool) {
        let style = self.choose(3);
        if style == 0 && is_plain(text) {
            self.wrapped(text, column, is_key);
        } else if style == 1 && text.chars().all(|c| c >= ' ' || c == '\t') && !text.contains('\u{85}') {
            self.text.push('\'');
            self.wrapped(&text.replace('\'', "''"), column, is_key);
            self.text.push('\'');
        } else {
            self.double(text, column, is_key);
        }
    }

    /// Prints a text whose single blanks may be line ends.
    fn wrapped(&mut self, text: &str, column: usize, is_key: bool) {
        for (at, c) in text.char_indices() {
            let alone = |c: char| c.is_alphanumeric();
            let (before, after) = (text[..at].ends_with(alone), text[at + c.len_utf8()..].starts_with(alone));
            if c == ' ' && !is_key && before && after && self.choose(4) == 0 {
                self.text.push('\n');
                self.text.extend(std::iter::repeat_n(' ', column));
            } else {
                self.text.push(c);
            }
        }
    }

    fn double(&mut self, text: &str, column: usize, is_key: bool) {
        self.text.push('"');
        for c in text.chars() {
            let style = self.choose(4);
            let begins_line = self.text.trim_end_matches(' ').ends_with('\n');
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                '\n' if style < 2 || is_key => self.text.push_str("\\n"),
                '\n' => {
                    self.text.push_str("\\n\\\n");
                    self.text.extend(std::iter::repeat_n(' ', column));
                }
                '\0' => self.text.push_str("\\0"),
                '\t' if style == 0 || begins_line => self.text.push_str("\\t"),
                '\u{85}' => self.text.push_str("\\N"),
                ' ' if style == 0 || begins_line => self.text.push_str("\\x20"),
                c if style == 0 && u32::from(c) > 0xffff => {
                    let _ = write!(self.text, "\\U{:08X}", u32::from(c));
                }
                c if style == 0 && u32::from(c) > 0x7f => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    /// Prints a text behind `|` or `>`, if it can be and is to be.
    fn lines(&mut self, text: &str, outer: Option<usize>) -> bool {
        let style = self.choose(3);
        let fits = text.chars().all(|c| c == '\n' || c == '\t' || c >= ' ' && c != '\u{85}');
        let content = text.trim_end_matches('\n');
        if style == 0 || !fits || content.is_empty() || content.contains("---") {
            return false;
        }
        let folds = style == 1 && !content.contains('\n') && !content.starts_with([' ', '\t']);
        self.blank();
        let more = 1 + self.choose(3);
        self.text.push(if folds { '>' } else { '|' });
        if content.starts_with([' ', '\n', '\t']) || self.choose(4) == 0 {
            let _ = write!(self.text, "{more}");
        }
        let ends = text.len() - content.len();
        self.text.push_str(["-", "", "+"][ends.min(2)]);
        let column = outer.unwrap_or(0) + more;
        for line in content.split('\n') {
            self.text.push('\n');
            if !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', column));
            }
            if folds { self.wrapped(line, column, false) } else { self.text.push_str(line) }
        }
        self.text.extend(std::iter::repeat_n('\n', ends.max(1)));
        true
    }
}

/// Whether a text can stand without quotes everywhere and is a text then.
fn is_plain(text: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_');
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.ends_with(char::is_alphanumeric)
        && text.chars().all(inner)
        && !matches!(text, "null" | "true" | "false")
}
