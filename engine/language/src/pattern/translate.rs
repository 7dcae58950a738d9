//! Translates Python's syntax of regular expressions to that of the `regex` crate.
//!
//! A single pass, without a tree: every construct of Python is written in its simplest form. Verbose mode and comments
//! are removed, flags become flags of groups. Constructs that the crate has no syntax for become groups with a
//! [`GroupRole`].

use super::class;
use super::cursor::{PatternCursor, fault};
use super::escape::{self, Escape, literal};
use super::role::GroupRole;
use crate::{Fault, IssueCode, Span};

/// The maximum count of a repetition. Python allows more, but would then run for hours.
pub(super) const MAX_COUNT: u32 = 100_000;

/// The translation of `$` in a pattern that backtracks. Nothing else is translated to this assertion.
const BACKTRACKING_DOLLAR: &str = "(?mR:$)";

/// A pattern in the syntax of the `regex` crate.
pub(super) struct Translation {
    pub(super) text: String,
    /// The roles of its groups, if it has look-around, references or atomic groups, which need backtracking.
    pub(super) roles: Option<Vec<GroupRole>>,
    /// The names of groups with their numbers.
    pub(super) names: Vec<(String, usize)>,
}

/// Translates a pattern.
///
/// # Errors
/// Python's `re` refuses the pattern, or it uses one of the few constructs that are not supported.
pub(super) fn translate(source: &str) -> Result<Translation, Fault> {
    let mut translator = Translator::new(source);
    while translator.step()? {}
    translator.finish()
}

/// The flags of Python that change how a pattern is read.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "Python's flags are independent of each other")]
pub(super) struct Flags {
    pub(super) ascii: bool,
    pub(super) ignore_case: bool,
    pub(super) multi_line: bool,
    pub(super) verbose: bool,
}

/// The kind of the last item, to which a repetition would apply.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Last {
    Nothing,
    /// `^`, `$`, `\b` and similar assertions.
    Place,
    Repetition,
    /// Look-around.
    Around,
    Item,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// The whole pattern, or a group without a special meaning.
    Plain,
    /// A capturing group, by its number.
    Capturing(usize),
    /// Look-around.
    Around,
    /// An atomic group, which does not backtrack.
    Atomic,
    /// `(?(1)yes|no)`, with the number of branches that have begun.
    Conditional(usize),
}

/// A group that is open, or the pattern itself.
pub(super) struct GroupFrame {
    pub(super) start: usize,
    pub(super) kind: Kind,
    pub(super) flags: Flags,
    pub(super) last: Last,
    /// The place of the last item in the output, and the number of groups in front of it.
    item: (usize, usize),
    /// The `$` at the end of this branch so far, as indexes into `dollars`.
    pub(super) tails: Vec<usize>,
    /// Those at the ends of the earlier branches.
    pub(super) earlier_tails: Vec<usize>,
}

impl GroupFrame {
    pub(super) const fn new(start: usize, kind: Kind, flags: Flags) -> Self {
        Self { start, kind, flags, last: Last::Nothing, item: (0, 0), tails: Vec::new(), earlier_tails: Vec::new() }
    }
}

/// A `$` outside of multi-line mode. It also matches before a line feed at the end of the text.
struct Dollar {
    /// Its place in the output.
    at: usize,
    /// True if nothing can follow it.
    last: bool,
}

pub(super) struct Translator<'p> {
    pub(super) cursor: PatternCursor<'p>,
    pub(super) out: String,
    pub(super) frames: Vec<GroupFrame>,
    dollars: Vec<Dollar>,
    pub(super) backtracks: bool,
    /// The roles of the groups in the output, in the order in which they open.
    pub(super) roles: Vec<GroupRole>,
    /// For each group, true if it has been closed.
    pub(super) groups: Vec<bool>,
    pub(super) names: Vec<(&'p str, usize)>,
    /// Conditions on groups that may follow later: their numbers and places.
    pub(super) conditions: Vec<(usize, Span)>,
}

impl<'p> Translator<'p> {
    fn new(source: &'p str) -> Self {
        Self {
            cursor: PatternCursor::new(source),
            out: String::with_capacity(source.len() + 8),
            frames: vec![GroupFrame::new(0, Kind::Plain, Flags::default())],
            dollars: Vec::new(),
            backtracks: false,
            roles: Vec::new(),
            groups: Vec::new(),
            names: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// Returns the innermost open group. The pattern itself is never closed.
    pub(super) fn frame(&mut self) -> &mut GroupFrame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn flags(&self) -> Flags {
        self.frames[self.frames.len() - 1].flags
    }

    /// Translates the next construct. Returns false at the end.
    ///
    /// Not inlined into its only caller: JavaScript engines optimize a function once its calls, weighted by its length,
    /// exceed a limit. The inlined function would exceed it after about thirty rules, and the optimization would not
    /// pay off.
    #[inline(never)]
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
                let ascii = self.flags().ascii;
                class::translate(&mut self.cursor, start, ascii, &mut self.out)?;
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
            return Err(fault(IssueCode::PatternGroup, "the `(` is not closed", frame.start, frame.start + 1)
                .help("close it with `)`, or write `\\(` for a parenthesis"));
        }
        for &(number, span) in &self.conditions {
            if number > self.groups.len() {
                return Err(Fault::new(IssueCode::PatternReference, format!("there is no group {number}"), span));
            }
        }
        // Such a `$` needs look-ahead, because it matches in front of a line feed without consuming it.
        self.backtracks |= self.dollars.iter().any(|dollar| !dollar.last);
        // If nothing follows, the line feed can be consumed, which needs no look-ahead.
        let end = if self.backtracks { BACKTRACKING_DOLLAR } else { r"\n?\z" };
        // From the end, so that the earlier places stay valid.
        for dollar in self.dollars.iter().rev() {
            self.out.insert_str(dollar.at, end);
        }
        let names = self.names.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
        Ok(Translation { text: self.out, roles: self.backtracks.then_some(self.roles), names })
    }

    /// Begins another item of the branch, so that earlier items are no longer at its end.
    pub(super) fn item(&mut self, last: Last) {
        let at = (self.out.len(), self.roles.len());
        let frame = self.frame();
        frame.last = last;
        if last != Last::Repetition {
            frame.item = at;
        }
        for tail in std::mem::take(&mut frame.tails) {
            self.dollars[tail].last = false;
        }
    }

    pub(super) fn write(&mut self, text: &str) {
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
        match escape::read(&mut self.cursor, start, ascii)? {
            Escape::Char(char) => self.char(char),
            Escape::Class(text) => self.write(&text),
            Escape::Place('Z') => self.place(r"\z"),
            Escape::Place(boundary @ ('b' | 'B')) if ascii => {
                // `regex` refuses `(?-u:\B)`, because it also matches inside a character.
                self.place(&format!(r"(?-u:\{boundary})"));
                self.backtracks = true;
            }
            Escape::Place(letter) => self.place(&format!(r"\{letter}")),
            Escape::Reference(number) => self.reference(number, start)?,
        }
        Ok(())
    }

    /// Puts the last item and its repetition into an atomic group.
    fn make_atomic(&mut self) {
        let (at, groups) = self.frame().item;
        self.out.insert(at, '(');
        self.out.push(')');
        self.roles.insert(groups, GroupRole::Atomic);
        // The inserted parenthesis moves everything after it.
        for dollar in self.dollars.iter_mut().filter(|dollar| dollar.at >= at) {
            dollar.at += 1;
        }
        self.backtracks = true;
    }

    fn repetition(&mut self, start: usize, symbol: char) -> Result<(), Fault> {
        let written = if symbol == '{' {
            let Some(counts) = self.counts(start)? else {
                self.char('{');
                return Ok(());
            };
            counts
        } else {
            symbol.to_string()
        };
        let end = self.cursor.offset();
        match self.frame().last {
            Last::Item => {}
            Last::Repetition => return Err(self.repetition_fault(start, end)),
            Last::Around => {
                let message = "a look-around cannot be repeated, because it matches no characters";
                return Err(fault(IssueCode::PatternRepeat, message, 0, self.cursor.whole().len()));
            }
            Last::Nothing | Last::Place => {
                let sign = self.cursor.since(start);
                let message = format!("`{sign}` has nothing to repeat");
                let is_first = start == 0 && symbol == '*';
                if let Some(regex) = is_first.then(|| glob(self.cursor.rest())).flatten() {
                    return Err(self.glob_fault(message, &regex));
                }
                let fault = fault(IssueCode::PatternRepeat, message, start, end);
                return Err(match sign {
                    "*" => fault.help("write `.*` for any string, `\\*` for a literal `*`"),
                    _ => fault.help(format!("write `\\{sign}` to match it literally")),
                });
            }
        }
        self.out.push_str(&written);
        if self.cursor.take("?") {
            self.out.push('?');
        } else if self.cursor.take("+") {
            self.make_atomic();
        }
        // After a `$` in a repeated group, the beginning of the group may follow.
        self.item(Last::Repetition);
        Ok(())
    }

    /// Returns the fault of a repetition from `start` to `end` that follows another repetition. The usual cause is a
    /// `**` of a glob.
    fn repetition_fault(&self, start: usize, end: usize) -> Fault {
        const MESSAGE: &str = "a repetition cannot be repeated";
        let whole = self.cursor.whole();
        // A pattern with `.*` is certainly a regular expression, so `**` in it is a typing error.
        let may_be_glob = (whole.contains("**/") || whole.ends_with("/**")) && !whole.contains(".*");
        match may_be_glob.then(|| glob(whole)).flatten() {
            Some(regex) => self.glob_fault(MESSAGE, &regex),
            None => fault(IssueCode::PatternRepeat, MESSAGE, start, end).help("put it in a group: `(?:…)`"),
        }
    }

    /// Returns the fault of a glob, with the equivalent expression `regex`, which replaces the whole pattern.
    fn glob_fault(&self, message: impl Into<String>, regex: &str) -> Fault {
        let fault = fault(IssueCode::PatternRepeat, message, 0, self.cursor.whole().len())
            .help(format!("this is a regular expression, not a glob; write `{regex}`"));
        Fault { suggestion: Some(regex.into()), ..fault }
    }

    /// Reads the counts after a `{`; `None` if it is a literal brace.
    fn counts(&mut self, start: usize) -> Result<Option<String>, Fault> {
        let brace = self.cursor.offset();
        let least = self.cursor.digits();
        // `{n}` means `{n,n}`.
        let most = if self.cursor.take(",") { self.cursor.digits() } else { least };
        let several = self.cursor.since(brace);
        // Python reads `{}`, `{x}` and `{1` as characters.
        if several.is_empty() || !self.cursor.take("}") {
            self.cursor.back_to(brace);
            return Ok(None);
        }
        let end = self.cursor.offset();
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(count) if count <= MAX_COUNT => Ok(Some(count)),
            _ if digits.is_empty() => Ok(None),
            _ => {
                let message = format!("nothing can be repeated more than {MAX_COUNT} times here");
                Err(fault(IssueCode::PatternRepeat, message, start, end))
            }
        };
        let (least, most) = (number(least)?.unwrap_or(0), number(most)?);
        Ok(Some(match most {
            None => format!("{{{least},}}"),
            Some(most) if most < least => {
                let message = "the smaller count of a repetition must come first";
                return Err(
                    fault(IssueCode::PatternRepeat, message, start, end).help(format!("write `{{{most},{least}}}`"))
                );
            }
            Some(most) => format!("{{{least},{most}}}"),
        }))
    }
}

/// Returns the expression to write instead of a pattern that may be meant as a glob, such as `props/*.xml`, although it
/// is a valid expression.
pub(super) fn glob_as_regex(source: &str) -> Option<String> {
    source.contains("/*").then(|| glob(source)).flatten()
}

/// Returns the expression that is equivalent to a glob, without the stars at its beginning; `None` if `rest` is not a
/// simple glob.
fn glob(rest: &str) -> Option<String> {
    /// The placeholder for `**/` in `/**/`: any number of folders.
    const FOLDERS: char = '\0';
    let tail = rest.trim_start_matches('*');
    if tail.is_empty() || !tail.chars().all(|c| c.is_alphanumeric() || "_-. /*?".contains(c)) {
        return None;
    }
    let mut regex = String::new();
    for c in tail.replace("/**/", "/\0").chars() {
        match c {
            FOLDERS => regex.push_str("(?:.*/)?"),
            '.' => regex.push_str(r"\."),
            '?' => regex.push_str("[^/]"),
            '*' if regex.ends_with(".*") => {}
            '*' => regex.push_str(".*"),
            c => regex.push(c),
        }
    }
    Some(regex + "$")
}
