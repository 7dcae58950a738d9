//! Translates extended regular expressions of POSIX to the syntax of the `regex` crate.
//!
//! Constructs of other dialects (`\d`, lazy repetitions, `(?:`, references) are refused, with help about the POSIX
//! form. Each pattern therefore means the same here as in the tools that it comes from. A pattern matches bytes,
//! because paths are bytes.

use std::fmt::Write as _;

use assay_document::text::{Fault, IssueCode, Span};
use regex::bytes::{Regex, RegexBuilder};

/// The maximum size of a compiled pattern, in bytes.
const MAX_SIZE: usize = 4 << 20;
/// The maximum depth of nested groups.
const MAX_DEPTH: usize = 100;
/// The maximum count of a repetition, which POSIX guarantees for every implementation.
const MAX_REPEAT: u32 = 255;

/// The classes of POSIX, which have the same names in the `regex` crate.
const CLASSES: [&str; 12] =
    ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"];

/// The escapes of other dialects, by the character that follows the backslash, each with the class to write instead.
const FOREIGN: [(char, &str); 6] = [
    ('d', "[0-9]"),
    ('D', "[^0-9]"),
    ('w', "[[:alnum:]_]"),
    ('W', "[^[:alnum:]_]"),
    ('s', "[[:space:]]"),
    ('S', "[^[:space:]]"),
];

/// Compiles a pattern that has to match a whole path.
pub(super) fn compile(pattern: &str) -> Result<Regex, Fault> {
    let mut reader = PosixReader { text: pattern, at: 0, out: "(?-u)\\A(?:".to_owned(), depth: 0 };
    reader.alternatives()?;
    if reader.at < pattern.len() {
        let fault = reader.fault(IssueCode::PatternUnopened, "`)` closes no group", 1);
        return Err(fault.help("write `\\)` for the character"));
    }
    reader.out.push_str(")\\z");
    build(pattern, &reader.out)
}

/// Builds the translated regular expression.
pub(super) fn build(pattern: &str, regex: &str) -> Result<Regex, Fault> {
    let too_large = |_| {
        let whole = Span::of(0, pattern.len());
        Fault::new(IssueCode::PatternTooLarge, "the pattern is too large once its repetitions are expanded", whole)
            .help("repeat fewer times, or use `*` or `+`")
    };
    RegexBuilder::new(regex).size_limit(MAX_SIZE).build().map_err(too_large)
}

struct PosixReader<'p> {
    text: &'p str,
    at: usize,
    out: String,
    depth: usize,
}

type PosixResult = Result<(), Fault>;

impl PosixReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Returns a fault at the next `length` bytes.
    fn fault(&self, code: IssueCode, message: impl Into<String>, length: usize) -> Fault {
        Fault::new(code, message, Span::of(self.at, (self.at + length).min(self.text.len())))
    }

    fn literal(&mut self, c: char) {
        // As bytes, because the pattern is compiled without Unicode. This also escapes every special character.
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(self.out, "\\x{byte:02x}");
        }
    }

    /// Parses alternatives up to the end, or up to a bracket that closes a group.
    fn alternatives(&mut self) -> PosixResult {
        while let Some(c) = self.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.at += 1;
                    self.out.push('|');
                }
                _ => self.piece()?,
            }
        }
        Ok(())
    }

    /// Parses one item with its repetition.
    fn piece(&mut self) -> PosixResult {
        let start = self.at;
        // In a group, because a character of several bytes is repeated as a whole.
        self.out.push_str("(?:");
        self.atom()?;
        self.out.push(')');
        let Some(repeat) = self.peek().filter(|c| matches!(c, '*' | '+' | '?' | '{')) else { return Ok(()) };
        if matches!(&self.text[start..self.at], "^" | "$") {
            return Err(self.fault(IssueCode::PatternRepeat, format!("`{repeat}` has nothing to repeat"), 1));
        }
        if repeat == '{' {
            self.bound()?;
        } else {
            self.at += 1;
            self.out.push(repeat);
        }
        match self.peek() {
            Some(c @ ('*' | '+' | '?' | '{')) => {
                let message = format!("`{c}` follows another repetition, but lazy repetitions are not supported");
                let fault = self.fault(IssueCode::PatternRepeat, message, 1);
                Err(fault.help("put the repeated part in parentheses"))
            }
            _ => Ok(()),
        }
    }

    fn atom(&mut self) -> PosixResult {
        let Some(c) = self.peek() else { return Ok(()) };
        match c {
            '(' => return self.group(),
            '[' => return self.bracket(),
            '\\' => return self.escape(),
            // Upstream's `.` matches neither of the characters that end a line.
            '.' => self.out.push_str("[^\\r\\n]"),
            '^' => self.out.push_str("\\A"),
            '$' => self.out.push_str("\\z"),
            '*' | '+' | '?' | '{' => {
                let fault = self.fault(IssueCode::PatternRepeat, format!("`{c}` has nothing to repeat"), 1);
                return Err(fault.help(format!("write `\\{c}` for the character")));
            }
            c => self.literal(c),
        }
        self.at += c.len_utf8();
        Ok(())
    }

    fn group(&mut self) -> PosixResult {
        let start = self.at;
        if self.rest().starts_with("(?") {
            let fault = self.fault(IssueCode::PatternGroup, "groups that begin with `?` are not supported", 2);
            return Err(fault.help("write a plain group, `(…)`"));
        }
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(IssueCode::PatternDepth, format!("groups nest deeper than {MAX_DEPTH}"), 1));
        }
        self.alternatives()?;
        self.depth -= 1;
        if self.eat(")") {
            return Ok(());
        }
        self.at = start;
        let message = "the group is not closed: `)` not found before the end of the pattern";
        Err(self.fault(IssueCode::PatternUnclosed, message, 1))
    }

    fn escape(&mut self) -> PosixResult {
        let Some(c) = self.rest()[1..].chars().next() else {
            let fault = self.fault(IssueCode::PatternEscape, "nothing follows the backslash", 1);
            return Err(fault.help("write `\\\\` for the character"));
        };
        if c.is_ascii_punctuation() {
            self.at += 2;
            self.literal(c);
            return Ok(());
        }
        let message = format!("`\\{c}` has no meaning in a POSIX pattern");
        let fault = self.fault(IssueCode::PatternEscape, message, 1 + c.len_utf8());
        Err(match FOREIGN.iter().find(|(known, _)| *known == c) {
            Some((_, instead)) => fault.help(format!("write `{instead}`")),
            None => fault.help(format!("write `{c}` for the character")),
        })
    }

    /// Parses `{m}`, `{m,}` or `{m,n}`.
    fn bound(&mut self) -> PosixResult {
        let Some(end) = self.rest().find('}') else {
            let message = "the repetition is not closed: `}` not found before the end of the pattern";
            return Err(self.fault(IssueCode::PatternUnclosed, message, 1).help("write `\\{` for the character"));
        };
        let inner = &self.rest()[1..end];
        let (least, most) = inner
            .split_once(',')
            .map_or((inner, Some(inner)), |(least, most)| (least, Some(most).filter(|most| !most.is_empty())));
        let number = |text: &str| {
            // Rust would also accept a plus sign.
            let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            digits?.parse().ok().filter(|&number: &u32| number <= MAX_REPEAT)
        };
        let ends = match (number(least), most.map(number)) {
            (Some(least), None) => Some(format!("{{{least},}}")),
            (Some(least), Some(Some(most))) if least <= most => Some(format!("{{{least},{most}}}")),
            _ => None,
        };
        let Some(ends) = ends else {
            let message = format!("expected `{{m}}`, `{{m,}}` or `{{m,n}}` with m <= n <= {MAX_REPEAT}");
            return Err(self.fault(IssueCode::PatternRepeat, message, end + 1));
        };
        self.out.push_str(&ends);
        self.at += end + 1;
        Ok(())
    }

    /// Parses a class in brackets. A backslash is an ordinary character in a class.
    fn bracket(&mut self) -> PosixResult {
        let start = self.at;
        self.at += 1;
        self.out.push('[');
        if self.eat("^") {
            self.out.push('^');
        }
        let first = self.at;
        loop {
            match self.peek() {
                None => {
                    self.at = start;
                    let message = "the class is not closed: `]` not found before the end of the pattern";
                    return Err(self.fault(IssueCode::PatternUnclosed, message, 1));
                }
                Some(']') if self.at > first => break,
                Some(_) => self.member()?,
            }
        }
        self.at += 1;
        self.out.push(']');
        Ok(())
    }

    /// Parses a named class, a character, or a range of characters.
    fn member(&mut self) -> PosixResult {
        if self.rest().starts_with("[:") {
            return self.parse_named_class();
        }
        let start = self.at;
        let from = self.element()?;
        let is_range = self.rest().starts_with('-') && !self.rest().starts_with("-]") && self.rest().len() > 1;
        if !is_range {
            if !from.is_ascii() {
                let place = Span::of(start, self.at);
                let message = format!("`{from}` is more than one byte, but a class in brackets matches one byte");
                return Err(Fault::new(IssueCode::PatternClass, message, place)
                    .help("write the alternatives as a group: `(a|b)`"));
            }
            self.literal(from);
            return Ok(());
        }
        self.at += 1;
        let to = self.element()?;
        let range = Span::of(start, self.at);
        if !from.is_ascii() || !to.is_ascii() {
            return Err(Fault::new(IssueCode::PatternRange, "both ends of a range must be ASCII characters", range));
        }
        if from > to {
            let message = format!("the range ends before it begins: `{from}-{to}`");
            return Err(Fault::new(IssueCode::PatternRange, message, range));
        }
        self.literal(from);
        self.out.push('-');
        self.literal(to);
        Ok(())
    }

    /// Parses one character of a class: the character itself, `[.c.]` or `[=c=]`.
    fn element(&mut self) -> Result<char, Fault> {
        for (open, close) in [("[.", ".]"), ("[=", "=]")] {
            if let Some(inner) = self.rest().strip_prefix(open) {
                let mut chars = inner.chars();
                let Some(c) = chars.next().filter(|_| chars.as_str().starts_with(close)) else {
                    let message = format!("expected one character in `{open}…{close}]`");
                    return Err(self.fault(IssueCode::PatternClass, message, 2));
                };
                self.at += open.len() + c.len_utf8() + close.len();
                return Ok(c);
            }
        }
        let c = self.peek().unwrap_or_default();
        self.at += c.len_utf8();
        Ok(c)
    }

    fn parse_named_class(&mut self) -> PosixResult {
        let end = self.rest().find(":]");
        let name = end.map(|end| &self.rest()[2..end]);
        let Some(known) = name.and_then(|name| CLASSES.iter().find(|known| **known == name)) else {
            let length = end.map_or(2, |end| end + 2);
            let all = CLASSES.map(|class| format!("`[:{class}:]`")).join(", ");
            return Err(self.fault(IssueCode::PatternClass, "unknown class", length).help(format!("known: {all}")));
        };
        let _ = write!(self.out, "[:{known}:]");
        self.at += known.len() + 4;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::compile;

    #[test]
    fn matches_of_patterns() {
        for (pattern, matched, not) in [
            ("Asset", "Asset", "Asset0"),
            ("Asset[0-3].txt", "Asset3.txt", "Asset4.txt"),
            ("(Asset0|Asset3).*", "Asset3/x", "Asset1"),
            ("a.b", "a\u{1}b", "a\nb"),
            ("..", "\u{e4}", "\u{e4}a"),
            ("a{2,3}", "aaa", "a"),
            ("a{2}", "aa", "aaa"),
            ("a{2,}", "aaaa", "a"),
            ("[[:alpha:]_]+", "ab_", "a1"),
            ("[^[:digit:]]", "a", "1"),
            ("[]a]", "]", "b"),
            ("[^]a]", "b", "]"),
            ("[a-]", "-", "b"),
            ("[\\]", "\\", "a"),
            ("[a\\.]", "\\", "b"),
            ("[[.-.]a]", "-", "b"),
            ("[&&~~]", "&", "a"),
            ("^a$", "a", "b"),
            ("a\\.b", "a.b", "axb"),
            ("\\\\", "\\", "/"),
            ("(a|b)+c?", "abab", "c"),
            ("a|", "", "b"),
            ("x}", "x}", "x"),
            ("A", "A", "a"),
            ("\u{e4}+", "\u{e4}\u{e4}", "a"),
        ] {
            let regex = compile(pattern).unwrap();
            assert!(regex.is_match(matched.as_bytes()), "{pattern} on {matched}");
            assert!(!regex.is_match(not.as_bytes()), "{pattern} on {not}");
        }
    }

    #[test]
    fn invalid_patterns_are_refused_at_their_place() {
        for (pattern, code, at) in [
            ("a(b", "pattern-unclosed", 1),
            ("ab)", "pattern-unopened", 2),
            ("a[b", "pattern-unclosed", 1),
            ("a[]", "pattern-unclosed", 1),
            ("a{1", "pattern-unclosed", 1),
            ("a{2,1}", "pattern-repeat", 1),
            ("a{256}", "pattern-repeat", 1),
            ("a{,1}", "pattern-repeat", 1),
            ("*.txt", "pattern-repeat", 0),
            ("a|+", "pattern-repeat", 2),
            ("a*?", "pattern-repeat", 2),
            ("^*", "pattern-repeat", 1),
            ("x\\d", "pattern-escape", 1),
            ("(a)\\1", "pattern-escape", 3),
            ("a\\", "pattern-escape", 1),
            ("(?:a)", "pattern-group", 0),
            ("[z-a]", "pattern-range", 1),
            ("[[:word:]]", "pattern-class", 1),
            ("a[\u{fc}b]", "pattern-class", 2),
            ("a[^b\u{fc}]", "pattern-class", 4),
            ("[[=\u{fc}=]]", "pattern-class", 1),
            ("[\u{fc}-\u{ff}]", "pattern-range", 1),
            ("[[.ab.]]", "pattern-class", 1),
            ("(((a{255}){255}){255})", "pattern-too-large", 0),
        ] {
            let fault = compile(pattern).unwrap_err();
            assert_eq!((fault.code.as_str(), fault.span.start()), (code, at), "{pattern}");
        }
    }
}
