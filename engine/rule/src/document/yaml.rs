//! Reads rule files in YAML 1.2: one document, without anchors, aliases and tags.

use std::borrow::Cow;

use assay_document::text::{Fault, IssueCode, Number, Span};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput, Tag};

use super::forgiving::{Lenience, Softened};
use super::node::{MAX_DEPTH, RuleValue, WrittenNode, too_deep};
use super::scalar::{RuleScalar, TextStyle, WHITE};
use super::{RuleDocument, columns};

/// Reads `text` from its byte `skipped` on. Faults and hints are added to `document`.
///
/// # Errors
/// Returns the syntax error that ends the reading.
pub fn read(
    text: &str,
    skipped: usize,
    lenience: fn(&str) -> Option<Lenience>,
    document: &mut RuleDocument,
) -> Result<Option<WrittenNode>, Fault> {
    let repaired = Softened::new(&text[skipped..], lenience);
    let shift = u32::try_from(skipped).unwrap_or(0);
    document.hints.extend(repaired.hints.iter().map(|hint| Fault { span: hint.span.shifted(shift), ..hint.clone() }));
    let mut reader = YamlDocumentReader {
        text,
        offsets: Offsets::new(text, skipped),
        repaired: &repaired,
        parser: Parser::new_from_str(&repaired.yaml),
        last: Span::at(0),
        open: Vec::new(),
        document,
    };
    reader.run()
}

/// Builds the tree of a file from the parser's events.
struct YamlDocumentReader<'t> {
    text: &'t str,
    offsets: Offsets<'t>,
    repaired: &'t Softened<'t>,
    parser: Parser<'t, StrInput<'t>>,
    /// The position of the last event.
    last: Span,
    /// The lists and mappings that have begun, outermost first.
    open: Vec<OpenCollection>,
    document: &'t mut RuleDocument,
}

/// A list or mapping that has begun.
#[derive(Clone, Copy)]
struct OpenCollection {
    start: u32,
    /// True if it began with a bracket.
    is_flow: bool,
}

impl<'t> YamlDocumentReader<'t> {
    /// Reads the first document; a second one is a fault.
    fn run(&mut self) -> Result<Option<WrittenNode>, Fault> {
        let mut root = None;
        let mut documents = 0;
        while let Some(event) = self.event()? {
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        let message = "a file can contain only one document; everything after it is ignored";
                        let fault = Fault::new(IssueCode::RuleFileDocuments, message, self.last);
                        self.document.faults.push(fault.help("move the part after `---` to another file"));
                        break;
                    }
                }
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
                event => root = Some(self.node(event)?),
            }
        }
        Ok(root)
    }

    /// Returns the next event of the parser, and sets `self.last` to its position.
    fn event(&mut self) -> Result<Option<Event<'t>>, Fault> {
        let Some(event) = self.parser.next_event() else { return Ok(None) };
        let (event, place) = event.map_err(|error| self.syntax(&error))?;
        self.last = Span::of(self.offsets.byte(place.start), self.offsets.byte(place.end));
        Ok(Some(event))
    }

    fn node(&mut self, event: Event<'t>) -> Result<WrittenNode, Fault> {
        let span = self.last;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let at = self.properties(span, anchor, tag.as_deref());
                Ok(match tag {
                    Some(_) => WrittenNode { value: RuleValue::Unusable, span },
                    None => self.scalar(text, style, Span::new(at, span.end()), at > span.start()),
                })
            }
            Event::SequenceStart(anchor, tag) => {
                let open = self.begin(anchor, tag.as_deref())?;
                let mut items = Vec::new();
                while let Some(item) = self.inner()? {
                    items.push(item);
                }
                let last = items.last().map(|item| item.span.end());
                Ok(self.end(open, RuleValue::List(items), last))
            }
            Event::MappingStart(anchor, tag) => {
                let open = self.begin(anchor, tag.as_deref())?;
                let mut entries = Vec::new();
                while let Some(key) = self.inner()? {
                    let key = self.key(&key);
                    let Some(node) = self.inner()? else { break };
                    entries.extend(key.map(|key| (key, node)));
                }
                let last = entries.last().map(|(key, node)| key.span.end().max(node.span.end()));
                Ok(self.end(open, RuleValue::Map(entries), last))
            }
            // Only an alias is left: no other event can begin a value.
            _ => {
                self.document.faults.push(alias(span));
                Ok(WrittenNode { value: RuleValue::Unusable, span })
            }
        }
    }

    /// Returns the next value in the innermost list or mapping; `None` at its end.
    fn inner(&mut self) -> Result<Option<WrittenNode>, Fault> {
        match self.event()? {
            None | Some(Event::SequenceEnd | Event::MappingEnd) => Ok(None),
            Some(event) => self.node(event).map(Some),
        }
    }

    /// Returns the text of a key; `None` for a list or a mapping, whose value is dropped.
    fn key(&mut self, node: &WrittenNode) -> Option<RuleScalar> {
        if matches!(node.value, RuleValue::List(_) | RuleValue::Map(_)) {
            self.document.faults.push(node.wrong_kind(IssueCode::RuleFileKey, "a key must be a string"));
            return None;
        }
        // A null or an alias has no text. The alias has been reported.
        Some(node.as_text().unwrap_or_else(|| RuleScalar::new("", node.span, TextStyle::Plain)))
    }

    fn begin(&mut self, anchor: usize, tag: Option<&Tag>) -> Result<OpenCollection, Fault> {
        let span = self.last;
        let start = self.properties(span, anchor, tag);
        if self.open.len() >= MAX_DEPTH {
            return Err(too_deep(Span::new(start, span.end())));
        }
        let is_flow = self.text[start as usize..span.end() as usize].starts_with(['[', '{']);
        let open = OpenCollection { start, is_flow };
        self.open.push(open);
        Ok(open)
    }

    /// Closes the innermost list or mapping. Without brackets, it ends with its last value, not at the start of the
    /// next key.
    fn end(&mut self, open: OpenCollection, value: RuleValue, last: Option<u32>) -> WrittenNode {
        self.open.pop();
        // The parser's span of a closing bracket includes what follows.
        let end = if open.is_flow { self.last.start() + 1 } else { last.unwrap_or(open.start) };
        WrittenNode { value, span: Span::new(open.start, end) }
    }

    /// Converts a scalar at `span`. `is_marked` is true if an anchor or a tag preceded it.
    fn scalar(&mut self, text: Cow<'_, str>, style: ScalarStyle, span: Span, is_marked: bool) -> WrittenNode {
        if style == ScalarStyle::Plain && self.repaired.is_covered(&text) {
            let leader = self.text[span.range()].chars().next().unwrap_or_default();
            let message = format!("a string that begins with `{leader}` needs quotes in YAML");
            let hint = Fault::new(IssueCode::RuleFilePlain, message, span);
            self.document.hints.push(hint.help("Assay reads it as written; other tools reject it"));
        }
        let text = self.repaired.uncover(text);
        let raw = &self.text[span.range()];
        match style {
            ScalarStyle::Plain => plain(text, span),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let style = if style == ScalarStyle::SingleQuoted { TextStyle::Single } else { TextStyle::Double };
                // The parser's span includes what follows, and comments.
                let start = span.start() as usize;
                text_node(text, Span::of(start, start + quoted_length(raw)), style)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                // The parser's span begins with the content, except when it begins with an anchor or a tag.
                let header = if is_marked { raw.find(['\n', '\r']).map_or(0, |end| end + 1) } else { 0 };
                let start = span.start() as usize + header;
                let length = self.text[start..span.end() as usize].trim_end_matches(WHITE).len();
                text_node(text, Span::of(start, start + length), TextStyle::Block)
            }
        }
    }

    /// Reports the anchor and the tag at the start of `span`. Returns the start of the value itself.
    fn properties(&mut self, span: Span, anchor: usize, tag: Option<&Tag>) -> u32 {
        let mut at = span.start() as usize;
        let marks = usize::from(anchor > 0) + usize::from(tag.is_some());
        for _ in 0..marks {
            let rest = &self.text[at..];
            let length = rest.find([' ', '\t', '\n', '\r', ',', ']', '}']).unwrap_or(rest.len());
            let place = Span::of(at, at + length);
            self.document.faults.push(if rest.starts_with('&') {
                Fault::new(IssueCode::RuleFileAnchor, "anchors are not supported", place)
                    .help("put a string that begins with `&` in quotes")
            } else {
                Fault::new(IssueCode::RuleFileTag, "tags are not supported", place)
                    .help("put a string that begins with `!` in quotes")
            });
            at += length + blank(&self.text[at + length..]);
        }
        Span::of(at, at).start().min(span.end()).max(span.start())
    }

    fn unknown_escape(&self, at: usize) -> Option<Span> {
        let mut letters = self.text[at..].char_indices();
        while let Some((_, letter)) = letters.next() {
            if letter == '\\' {
                let (end, kind) = letters.next()?;
                if !ESCAPES.contains(kind) {
                    return Some(Span::of(at + end - 1, at + end + kind.len_utf8()));
                }
            }
        }
        None
    }

    /// Returns the double-quoted string at `at`, including quotes, if every backslash in it is certainly meant
    /// literally, as in a regular expression. This is not certain if a backslash is written twice or before a quote.
    fn pattern_in_quotes(&self, at: usize) -> Option<Span> {
        let inner = self.text[at..].strip_prefix('"')?;
        let inner = &inner[..inner.find('"')?];
        let is_certain = !inner.contains(['\n', '\r']) && !inner.contains(r"\\") && !inner.ends_with('\\');
        is_certain.then(|| Span::of(at, at + inner.len() + 2))
    }

    /// Returns the tabs in an indentation that the parser rejected. It reports `at`, a position after the tabs on their
    /// line, or before them on the line above.
    fn tabs(&self, at: usize) -> Option<Span> {
        let mut start = self.text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let lines = self.text[start..].split_inclusive(['\n', '\r']).map(|line| {
            start += line.len();
            (start - line.len(), line)
        });
        let written = lines.filter(|(_, line)| !line.trim().is_empty());
        written.take(2).find_map(|(start, line)| {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            let tab = line[..indent].find('\t')?;
            let rest = line[tab..].trim_start_matches('\t').len();
            Some(Span::of(start + tab, start + line.len() - rest))
        })
    }

    /// Returns the `:` of a key on the last line before `at` if no space follows it: the parser then reads key and
    /// value as one word.
    fn colon_without_blank(&self, at: usize) -> Option<Span> {
        let before = self.text[..at].trim_end();
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let line = &before[start..];
        let colon = line.find(':')?;
        let key = line[..colon].trim_start_matches(['-', ' ']);
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_spaced = line[colon + 1..].starts_with(WHITE) || line.len() == colon + 1;
        (is_key && !is_spaced).then(|| Span::of(start + colon, start + colon + 1))
    }

    /// Converts the parser's error to a fault. Frequent errors get a better message.
    fn syntax(&self, error: &ScanError) -> Fault {
        let at = self.offsets.byte(*error.marker());
        let place = Span::of(at, at + self.text[at..].chars().next().map_or(0, char::len_utf8));
        let info = error.info();
        // An alias without its anchor is an error of the parser. It gets the message of other aliases.
        if info.contains("unknown anchor") {
            let name = self.text[at..].find(char::is_whitespace).unwrap_or(self.text.len() - at);
            return alias(Span::of(at, at + name));
        }
        if info == "recursion limit exceeded" {
            return too_deep(place);
        }
        if let Some(colon) = info.contains("simple key").then(|| self.colon_without_blank(at)).flatten() {
            return Fault::new(IssueCode::RuleFileYaml, "this is not YAML: a space is missing after this `:`", colon);
        }
        let (said, help) = wording(info);
        if let Some(quoted) = info.contains("unknown escape").then(|| self.pattern_in_quotes(at)).flatten() {
            let fault = Fault::new(IssueCode::RuleFileYaml, format!("this is not YAML: {said}"), quoted);
            let suggestion = self.text[quoted.start() as usize + 1..quoted.end() as usize - 1].into();
            return Fault { suggestion: Some(suggestion), help: help.map(str::to_owned), ..fault };
        }
        let place = match info {
            _ if info.contains("unknown escape") => self.unknown_escape(at).unwrap_or(place),
            _ if is_about_tab(info) => self.tabs(at).unwrap_or(place),
            _ => place,
        };
        let fault = Fault::new(IssueCode::RuleFileYaml, format!("this is not YAML: {said}"), place);
        if self.text[..at].ends_with([']', '}']) {
            return fault.help("put a string that begins with `[` or `{` in quotes");
        }
        // The parser notices an unclosed bracket lines later, at the first character that is not allowed inside it.
        if let Some(open) = self.open.iter().rfind(|open| open.is_flow) {
            let start = open.start as usize;
            let bracket = &self.text[start..=start];
            if self.text[start..at].contains(['\n', '\r']) || at == self.text.len() {
                let message = format!("this is not YAML: `{bracket}` is not closed");
                return Fault::new(IssueCode::RuleFileYaml, message, Span::of(start, start + 1));
            }
            return fault.help(format!("it is inside a `{bracket}`; put strings with special characters in quotes"));
        }
        let column = is_about_columns(info).then(|| columns::help(self.text, at)).flatten();
        match column.or_else(|| help.map(str::to_owned)) {
            Some(help) => fault.help(help),
            None => fault,
        }
    }
}

/// The characters that may follow a backslash in double quotes, except the digits of a code.
const ESCAPES: &str = "0abt\tnvfre \"/\\N_LPxuU\n\r";

fn alias(span: Span) -> Fault {
    Fault::new(IssueCode::RuleFileAlias, "aliases are not supported", span)
        .help("put a string that begins with `*` in quotes")
}

/// Returns the length of the white space and comments at the start of `text`.
fn blank(text: &str) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches(WHITE).len();
        if !text[at..].starts_with('#') {
            return at;
        }
        at += text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
    }
}

/// Returns the length of the quoted string at the start of `raw`, including both quotes.
fn quoted_length(raw: &str) -> usize {
    let bytes = raw.as_bytes();
    let mut at = 1;
    loop {
        match (bytes.first(), bytes.get(at..)) {
            (Some(b'"'), Some([b'\\', ..])) | (Some(b'\''), Some([b'\'', b'\'', ..])) => at += 2,
            (Some(quote), Some([byte, ..])) if byte == quote => return at + 1,
            (Some(_), Some([_, ..])) => at += 1,
            _ => return bytes.len(),
        }
    }
}

fn text_node(text: String, span: Span, style: TextStyle) -> WrittenNode {
    WrittenNode { value: RuleValue::Text(RuleScalar::new(text, span, style)), span }
}

/// Converts a scalar without quotes, by the core schema of YAML 1.2.
fn plain(text: String, span: Span) -> WrittenNode {
    let value = match text.as_str() {
        // A missing value has no characters.
        "" => return WrittenNode { value: RuleValue::Null, span: Span::at(span.start()) },
        "~" | "null" | "Null" | "NULL" => RuleValue::Null,
        "true" | "True" | "TRUE" => RuleValue::Bool(true),
        "false" | "False" | "FALSE" => RuleValue::Bool(false),
        number if is_number(number) => RuleValue::Number(RuleScalar::new(text, span, TextStyle::Plain)),
        _ => RuleValue::Text(RuleScalar::new(text, span, TextStyle::Plain)),
    };
    WrittenNode { value, span }
}

fn is_number(text: &str) -> bool {
    let digits = |prefix: &str, radix: u32| {
        text.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_digit(radix)))
    };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, ".nan" | ".NaN" | ".NAN")
        || digits("0x", 16)
        || digits("0o", 8)
        || !text.contains(char::is_whitespace) && Number::parse(text).is_some()
}

/// The parser's message for a line that does not belong to the lines above.
const NO_DOCUMENT: &str = "did not find expected <document start>";

/// Returns a clearer wording for a message of the parser, and a help message for a frequent error.
fn wording(info: &str) -> (&str, Option<&'static str>) {
    match info {
        "mapping values are not allowed in this context" => (
            "a `:` is not allowed here",
            Some("put a string that contains `: ` in quotes; begin all keys of a mapping in the same column"),
        ),
        "while parsing a block mapping, did not find expected key" => (
            "a key was expected here",
            Some("begin all keys of a mapping in the same column, and indent further lines of a string"),
        ),
        "while parsing a quoted scalar, found unknown escape character" => {
            ("unknown escape", Some("in double quotes, write a backslash twice; in single quotes, once"))
        }
        "while parsing a block collection, did not find expected '-' indicator" => ("a `-` was expected here", None),
        NO_DOCUMENT => ("this line does not belong to the lines above", None),
        "invalid indentation in quoted scalar" | "while scanning a quoted scalar, found unexpected end of stream" => {
            ("this quote is not closed", None)
        }
        "invalid trailing content after double-quoted scalar" => ("nothing may follow the closing quote", None),
        // The parser reads a line without a `:` as part of a key, and fails at the next key.
        "simple key expect ':'" | "simple key expected" => {
            ("a `:` is missing after a key, on this line or above", None)
        }
        "while scanning a plain scalar, found a tab" | "tabs disallowed within this context (block indentation)" => {
            ("a tab is not allowed here", Some(NO_TABS))
        }
        _ if is_about_tab(info) => (info, Some(NO_TABS)),
        _ if info.starts_with("unexpected character") => {
            (info, Some("put a string that begins with this character in quotes"))
        }
        _ if info.contains("block scalar") => (info, Some("put a string that begins with `>` or `|` in quotes")),
        _ => (info, None),
    }
}

const NO_TABS: &str = "indent with spaces";

/// Returns true if the error may be that a line begins in a wrong column.
fn is_about_columns(info: &str) -> bool {
    ["while parsing a block", "mapping values", NO_DOCUMENT].iter().any(|start| info.starts_with(start))
}

fn is_about_tab(info: &str) -> bool {
    info.contains(" tab ") || info.starts_with("tab") || info.ends_with(" tab")
}

/// Converts the parser's positions, counted in characters, to bytes of the file.
struct Offsets<'t> {
    text: &'t str,
    /// The byte at which each [`Offsets::STEP`]th character starts.
    starts: Vec<usize>,
}

impl<'t> Offsets<'t> {
    // A place is found after at most 63 characters, and the table is smaller than the text.
    const STEP: usize = 64;

    /// Counts the characters of `text` from its byte `skipped` on.
    fn new(text: &'t str, skipped: usize) -> Self {
        let starts = text[skipped..].char_indices().step_by(Self::STEP).map(|(at, _)| skipped + at).collect();
        Self { text, starts }
    }

    fn byte(&self, marker: Marker) -> usize {
        let Some(&start) = self.starts.get(marker.index() / Self::STEP) else { return self.text.len() };
        let characters = self.text[start..].char_indices().nth(marker.index() % Self::STEP);
        characters.map_or(self.text.len(), |(at, _)| start + at)
    }
}

#[cfg(test)]
pub(super) mod tests;
