//! From Python's syntax of regular expressions to the one that `regex` and `fancy-regex` share.
//!
//! One pass, without a tree: every construct of Python is written out in the plainest form that both crates read
//! alike. Verbose mode and comments are resolved on the way, flags become flags of groups.

use super::class;
use super::escape::{self, Category, Escape, Place};
use crate::text::{Fault, Span};

/// Groups nest at most this deep; `fancy-regex` stops at 64.
const MAX_NESTING: usize = 50;
/// Largest count of a repetition. Python takes more, and would then run for hours.
const MAX_COUNT: u32 = 100_000;

/// A pattern in the syntax of the crates.
pub(super) struct Translation {
    pub(super) text: String,
    /// Whether it needs `fancy-regex`: look-around, references, what gives nothing back.
    pub(super) backtracks: bool,
}

/// Translates a pattern.
///
/// # Errors
/// On whatever Python's `re` refuses, and on the few things that have no counterpart.
pub(super) fn translate(source: &str) -> Result<Translation, Fault> {
    let mut translator = Translator::new(source);
    while translator.step()? {}
    translator.finish()
}

/// A fault of the pattern between two of its bytes.
pub(super) fn fault(code: &'static str, message: impl Into<String>, start: usize, end: usize) -> Fault {
    Fault::new(code, message, Span::of(start, end))
}

/// Appends a character that stands for itself.
pub(super) fn literal(char: char, out: &mut String) {
    if char.is_ascii_punctuation() && !matches!(char, '_' | '"' | '\'' | '<' | '>' | '/' | '%' | ',' | ':' | ';' | '@')
    {
        out.push('\\');
    }
    out.push(char);
}

/// A place in a pattern that moves on as it is read.
pub(super) struct Cursor<'p> {
    source: &'p str,
    at: usize,
}

impl<'p> Cursor<'p> {
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// What was read from `start` on.
    pub(super) fn since(&self, start: usize) -> &'p str {
        &self.source[start..self.at]
    }

    fn rest(&self) -> &'p str {
        &self.source[self.at..]
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.rest().chars().next().filter(|&c| wanted(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// What stands before the next `end`, which is taken, too.
    fn until(&mut self, end: char) -> Option<&'p str> {
        let (inner, _) = self.rest().split_once(end)?;
        self.at += inner.len() + end.len_utf8();
        Some(inner)
    }

    fn digits(&mut self) -> &'p str {
        let start = self.at;
        while self.take_if(|c| c.is_ascii_digit()).is_some() {}
        self.since(start)
    }
}

/// What Python's flags change while a pattern is read.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "Python's flags are independent of each other")]
struct Flags {
    ascii: bool,
    ignore_case: bool,
    multi_line: bool,
    verbose: bool,
}

/// What a repetition would apply to.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Nothing,
    /// `^`, `$`, `\b` and the like.
    Place,
    Repetition,
    Item,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The whole pattern, or a group that changes nothing about how its content is found.
    Plain,
    /// A capturing group, by its number.
    Capturing(usize),
    /// Look-around, and groups that give nothing back.
    Closed,
    /// `(?(1)yes|no)`, and how many branches it has begun.
    Conditional(usize),
}

/// A group that is open, or the pattern itself.
struct Frame {
    start: usize,
    kind: Kind,
    flags: Flags,
    last: Last,
    /// The `$` of this branch behind which nothing has come yet, as places in `dollars`.
    tails: Vec<usize>,
    /// Those of the branches before.
    earlier_tails: Vec<usize>,
}

impl Frame {
    const fn new(start: usize, kind: Kind, flags: Flags) -> Self {
        Self { start, kind, flags, last: Last::Nothing, tails: Vec::new(), earlier_tails: Vec::new() }
    }
}

/// A `$` outside of multi-line mode: it also holds before a line end that ends the text.
struct Dollar {
    /// Where it belongs in the output.
    at: usize,
    /// Whether nothing can come behind it.
    last: bool,
}

struct Translator<'p> {
    cursor: Cursor<'p>,
    out: String,
    frames: Vec<Frame>,
    dollars: Vec<Dollar>,
    backtracks: bool,
    /// Of each group: whether it has been closed.
    groups: Vec<bool>,
    names: Vec<(&'p str, usize)>,
    /// Conditions on groups that may still come: their numbers and places.
    conditions: Vec<(usize, Span)>,
}

impl<'p> Translator<'p> {
    fn new(source: &'p str) -> Self {
        Self {
            cursor: Cursor { source, at: 0 },
            out: String::with_capacity(source.len() + 8),
            frames: vec![Frame::new(0, Kind::Plain, Flags::default())],
            dollars: Vec::new(),
            backtracks: false,
            groups: Vec::new(),
            names: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// The innermost group that is open; the pattern itself is never closed.
    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn flags(&self) -> Flags {
        self.frames[self.frames.len() - 1].flags
    }

    /// Translates the next construct; false at the end.
    fn step(&mut self) -> Result<bool, Fault> {
        let start = self.cursor.offset();
        let Some(next) = self.cursor.next() else { return Ok(false) };
        if self.flags().verbose {
            if matches!(next, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}') {
                return Ok(true);
            }
            if next == '#' {
                while self.cursor.take_if(|c| c != '\n').is_some() {}
                return Ok(true);
            }
        }
        match next {
            '\\' => self.escape(start)?,
            '[' => {
                self.item(Last::Item);
                class::translate(
                    &mut self.cursor,
                    start,
                    self.frames[self.frames.len() - 1].flags.ascii,
                    &mut self.out,
                )?;
            }
            '(' => self.open(start)?,
            ')' => self.close(start)?,
            '|' => self.branch(start)?,
            '^' => self.place("^"),
            '$' => self.dollar(),
            '.' => self.write("."),
            '*' | '+' | '?' | '{' => self.repetition(start, next)?,
            other => self.char(other),
        }
        Ok(true)
    }

    fn finish(mut self) -> Result<Translation, Fault> {
        if let [_, .., frame] = &self.frames[..] {
            return Err(fault("pattern-group", "the `(` is not closed", frame.start, frame.start + 1)
                .help("write `\\(` for a parenthesis"));
        }
        for &(number, span) in &self.conditions {
            if number > self.groups.len() {
                return Err(Fault::new("pattern-reference", format!("there is no group {number}"), span));
            }
        }
        self.backtracks |= self.dollars.iter().any(|dollar| !dollar.last);
        // Where nothing comes behind it, the line end may as well be eaten, which needs no look-ahead.
        let end = if self.backtracks { r"(?=\n?\z)" } else { r"\n?\z" };
        for dollar in self.dollars.iter().rev() {
            self.out.insert_str(dollar.at, end);
        }
        Ok(Translation { text: self.out, backtracks: self.backtracks })
    }

    /// Makes way for one more item of the branch: what came before is no longer its end.
    fn item(&mut self, last: Last) {
        let tails = std::mem::take(&mut self.frame().tails);
        self.frame().last = last;
        self.no_tails(&tails);
    }

    fn no_tails(&mut self, tails: &[usize]) {
        for &tail in tails {
            self.dollars[tail].last = false;
        }
    }

    fn write(&mut self, text: &str) {
        self.item(Last::Item);
        self.out.push_str(text);
    }

    fn place(&mut self, text: &str) {
        self.item(Last::Place);
        self.out.push_str(text);
    }

    fn char(&mut self, char: char) {
        self.item(Last::Item);
        literal(char, &mut self.out);
    }

    fn dollar(&mut self) {
        if self.flags().multi_line {
            return self.place("$");
        }
        self.item(Last::Place);
        self.dollars.push(Dollar { at: self.out.len(), last: true });
        let dollar = self.dollars.len() - 1;
        self.frame().tails.push(dollar);
    }

    fn escape(&mut self, start: usize) -> Result<(), Fault> {
        let ascii = self.flags().ascii;
        match escape::read(&mut self.cursor, start)? {
            Escape::Char(char) => self.char(char),
            Escape::Class(category) => self.write(&category.alone(ascii)),
            Escape::Property(text) => self.write(&text),
            Escape::Place(Place::Start) => self.place(r"\A"),
            Escape::Place(Place::End) => self.place(r"\z"),
            Escape::Place(Place::Boundary) if ascii => self.ascii_boundary("(?<={w})(?!{w})|(?<!{w})(?={w})"),
            Escape::Place(Place::NoBoundary) if ascii => self.ascii_boundary("(?<={w})(?={w})|(?<!{w})(?!{w})"),
            Escape::Place(Place::Boundary) => self.place(r"\b"),
            Escape::Place(Place::NoBoundary) => self.place(r"\B"),
            Escape::Reference(number) => self.reference(number, start)?,
        }
        Ok(())
    }

    /// A boundary of ASCII words. `regex` could do it by itself, `fancy-regex` could not.
    fn ascii_boundary(&mut self, sides: &str) {
        let word = Category { kind: escape::Kind::Word, negated: false }.alone(true);
        self.place(&format!("(?:{})", sides.replace("{w}", &word)));
        self.backtracks = true;
    }

    /// What the group of that number found, once more.
    fn reference(&mut self, number: usize, start: usize) -> Result<(), Fault> {
        let end = self.cursor.offset();
        match self.groups.get(number.wrapping_sub(1)) {
            None => Err(fault("pattern-reference", format!("there is no group {number} before this"), start, end)),
            Some(false) => {
                let message = format!("group {number} is still open here, so it has found nothing yet");
                Err(fault("pattern-reference", message, start, end))
            }
            Some(true) => {
                // In a group of its own, so that no digit behind it becomes a part of the number.
                self.write(&format!("(?:\\{number})"));
                self.backtracks = true;
                Ok(())
            }
        }
    }

    fn branch(&mut self, start: usize) -> Result<(), Fault> {
        let frame = self.frame();
        if let Kind::Conditional(branches) = &mut frame.kind {
            *branches += 1;
            if *branches > 2 {
                return Err(fault("pattern-group", "a condition has two branches at most", start, start + 1));
            }
        }
        frame.last = Last::Nothing;
        let tails = std::mem::take(&mut frame.tails);
        frame.earlier_tails.extend(tails);
        self.out.push('|');
        Ok(())
    }

    fn repetition(&mut self, start: usize, sign: char) -> Result<(), Fault> {
        let written = if sign == '{' {
            let Some(counts) = self.counts(start)? else {
                self.char('{');
                return Ok(());
            };
            counts
        } else {
            sign.to_string()
        };
        let end = self.cursor.offset();
        match self.frame().last {
            Last::Item => {}
            Last::Repetition => {
                return Err(fault("pattern-repeat", "what is repeated already is repeated again", start, end)
                    .help("put it in a group: `(?:…)`"));
            }
            Last::Nothing | Last::Place => {
                let sign = self.cursor.since(start);
                return Err(fault(
                    "pattern-repeat",
                    format!("there is nothing here that `{sign}` can repeat"),
                    start,
                    end,
                )
                .help(format!("write `\\{sign}` for the sign itself")));
            }
        }
        self.out.push_str(&written);
        if self.cursor.take("?") {
            self.out.push('?');
        } else if self.cursor.take("+") {
            self.out.push('+');
            self.backtracks = true;
        }
        // A `$` in a group that is repeated may be followed by the group's own beginning.
        self.item(Last::Repetition);
        Ok(())
    }

    /// The counts behind a `{`; `None` when it is a brace like any other.
    fn counts(&mut self, start: usize) -> Result<Option<String>, Fault> {
        let brace = self.cursor.offset();
        let least = self.cursor.digits();
        let most = if self.cursor.take(",") { self.cursor.digits() } else { least };
        let several = self.cursor.since(brace);
        if several.is_empty() || !self.cursor.take("}") {
            self.cursor.at = brace;
            return Ok(None);
        }
        let end = self.cursor.offset();
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(count) if count <= MAX_COUNT => Ok(Some(count)),
            _ if digits.is_empty() => Ok(None),
            _ => Err(fault("pattern-repeat", format!("nothing repeats more than {MAX_COUNT} times here"), start, end)),
        };
        let (least, most) = (number(least)?.unwrap_or(0), number(most)?);
        Ok(Some(match most {
            None => format!("{{{least},}}"),
            Some(most) if most < least => {
                return Err(fault("pattern-repeat", "the smaller count of a repetition comes first", start, end)
                    .help(format!("write `{{{most},{least}}}`")));
            }
            Some(most) => format!("{{{least},{most}}}"),
        }))
    }

    fn open(&mut self, start: usize) -> Result<(), Fault> {
        if self.frames.len() > MAX_NESTING {
            let message = format!("groups nest more than {MAX_NESTING} deep");
            return Err(fault("pattern-too-deep", message, start, start + 1));
        }
        if !self.cursor.take("?") {
            self.capture(start);
            return Ok(());
        }
        if self.cursor.take("#") {
            return match self.cursor.until(')') {
                Some(_) => Ok(()),
                None => Err(fault("pattern-group", "the comment is not closed", start, self.cursor.offset())),
            };
        }
        if self.cursor.take("P<") {
            return self.named(start);
        }
        if self.cursor.take("P=") {
            return self.named_reference(start);
        }
        for (sign, kind) in [
            (":", Kind::Plain),
            (">", Kind::Closed),
            ("=", Kind::Closed),
            ("!", Kind::Closed),
            ("<=", Kind::Closed),
            ("<!", Kind::Closed),
        ] {
            if self.cursor.take(sign) {
                self.backtracks |= kind == Kind::Closed;
                self.group(start, kind, &format!("(?{sign}"), self.flags());
                return Ok(());
            }
        }
        if self.cursor.take("<") {
            return self.named(start);
        }
        if self.cursor.take("(") {
            return self.condition(start);
        }
        self.flag_group(start)
    }

    /// Opens a group whose beginning is written `text`.
    fn group(&mut self, start: usize, kind: Kind, text: &str, flags: Flags) {
        self.item(Last::Nothing);
        self.out.push_str(text);
        self.frames.push(Frame::new(start, kind, flags));
    }

    fn capture(&mut self, start: usize) {
        self.groups.push(false);
        self.group(start, Kind::Capturing(self.groups.len()), "(", self.flags());
    }

    /// A group with a name, which only references need: the crates count it like any other.
    fn named(&mut self, start: usize) -> Result<(), Fault> {
        let name = self.name(start, '>')?;
        if self.names.iter().any(|(known, _)| *known == name) {
            let message = format!("there is a group `{name}` already");
            return Err(fault("pattern-group", message, start, self.cursor.offset()));
        }
        self.names.push((name, self.groups.len() + 1));
        self.capture(start);
        Ok(())
    }

    fn name(&mut self, start: usize, end: char) -> Result<&'p str, Fault> {
        let name = self.cursor.until(end).unwrap_or("");
        let mut chars = name.chars();
        let begins = chars.next().is_some_and(|c| c == '_' || c.is_alphabetic());
        if begins && chars.all(|c| c == '_' || c.is_alphanumeric()) {
            return Ok(name);
        }
        Err(fault("pattern-group", "here a group's name is wanted", start, self.cursor.offset())
            .help(format!("a name has letters, digits and `_`, and ends at `{end}`")))
    }

    fn number_of(&self, name: &str, start: usize) -> Result<usize, Fault> {
        let known = self.names.iter().find(|(known, _)| *known == name);
        known.map(|&(_, number)| number).ok_or_else(|| {
            let message = format!("there is no group `{name}` before this");
            fault("pattern-reference", message, start, self.cursor.offset())
        })
    }

    fn named_reference(&mut self, start: usize) -> Result<(), Fault> {
        let name = self.name(start, ')')?;
        let number = self.number_of(name, start)?;
        self.reference(number, start)
    }

    /// `(?(1)yes|no)`: which branch it takes depends on whether the group found something.
    fn condition(&mut self, start: usize) -> Result<(), Fault> {
        let at = self.cursor.offset();
        let written = self.cursor.until(')').unwrap_or("");
        let number = match written.parse::<usize>() {
            Ok(number) if (1..=MAX_COUNT as usize).contains(&number) => number,
            Ok(_) => return Err(fault("pattern-reference", "there is no such group", start, self.cursor.offset())),
            Err(_) => {
                self.cursor.at = at;
                let name = self.name(start, ')')?;
                self.number_of(name, start)?
            }
        };
        if self.groups.get(number - 1) == Some(&false) {
            let message = format!("group {number} is still open here, so it has found nothing yet");
            return Err(fault("pattern-reference", message, start, self.cursor.offset()));
        }
        self.conditions.push((number, Span::of(start, self.cursor.offset())));
        self.backtracks = true;
        self.group(start, Kind::Conditional(1), &format!("(?({number})"), self.flags());
        Ok(())
    }

    /// `(?i)` at the beginning, `(?i:…)`, `(?-i:…)`.
    fn flag_group(&mut self, start: usize) -> Result<(), Fault> {
        let mut flags = self.flags();
        let (mut on, mut off) = (String::new(), String::new());
        let mut negative = false;
        loop {
            let Some(next) = self.cursor.next() else { return Err(self.unknown_group(start)) };
            match next {
                '-' if !negative => negative = true,
                ':' | ')' => {
                    let end = self.cursor.offset();
                    if flags.ascii && flags.ignore_case {
                        let message = "ASCII classes (`a`) and free letter case (`i`) do not go together here";
                        return Err(fault("pattern-flag", message, start, end).help("leave the `a` out"));
                    }
                    let sign = if off.is_empty() { "" } else { "-" };
                    let written = format!("(?{on}{sign}{off}");
                    if next == ':' {
                        self.group(start, Kind::Plain, &format!("{written}:"), flags);
                        return Ok(());
                    }
                    return self.global_flags(start, negative, flags, &written);
                }
                'i' => flags.ignore_case = !negative,
                'm' => flags.multi_line = !negative,
                'x' => flags.verbose = !negative,
                's' => {}
                'a' | 'u' if !negative => flags.ascii = next == 'a',
                _ => return Err(self.unknown_group(start)),
            }
            if matches!(next, 'i' | 'm' | 's') {
                if negative { off.push(next) } else { on.push(next) }
            }
        }
    }

    /// Flags for all that follows. Python takes them at the beginning only.
    fn global_flags(&mut self, start: usize, negative: bool, flags: Flags, written: &str) -> Result<(), Fault> {
        let end = self.cursor.offset();
        if negative {
            return Err(fault("pattern-flag", "flags can be taken back for a group only", start, end)
                .help("write `(?-i:…)` around what they do not concern"));
        }
        let first = self.frames.len() == 1 && self.frame().last == Last::Nothing && !self.out.contains('|');
        if !first {
            return Err(fault("pattern-flag", "flags stand at the beginning of a pattern", start, end)
                .help("move them there, or write `(?i:…)` around what they concern"));
        }
        self.frame().flags = flags;
        if written.len() > 2 {
            self.out.push_str(written);
            self.out.push(')');
        }
        Ok(())
    }

    fn unknown_group(&self, start: usize) -> Fault {
        let written = self.cursor.since(start);
        fault("pattern-group", format!("no group begins with `{written}`"), start, self.cursor.offset())
    }

    fn close(&mut self, start: usize) -> Result<(), Fault> {
        if self.frames.len() == 1 {
            return Err(fault("pattern-group", "nothing is open that this `)` could close", start, start + 1)
                .help("write `\\)` for a parenthesis"));
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        self.out.push(')');
        self.frame().last = Last::Item;
        if let Kind::Capturing(number) = frame.kind {
            self.groups[number - 1] = true;
        }
        // What ended a branch of the group ends the group.
        let mut tails = frame.earlier_tails;
        tails.extend(frame.tails);
        self.frame().tails = tails;
        Ok(())
    }
}
