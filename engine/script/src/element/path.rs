//! Paths in the syntax of ElementTree: `.//Item[@kind='mesh']/Name`.
//!
//! ```text
//! path      = step { "/" step | "//" node } [ "/" ]        (a path that ends in "/" goes on with "*")
//! step      = ( node | "." | ".." ) { predicate }
//! node      = "*" | tag | quoted                            (tag: as written in the file, or "{*}name" for any prefix)
//! quoted    = "'" any but "'" "'", or the same with '"'   (for a tag with spaces, brackets, slashes; of JSON, any key)
//! predicate = "[" ( "@" name [ op text ] | ( tag | "." ) op text | tag | place ) "]"
//! place     = number | "last()" [ "-" number ]              op = "=" | "!="
//! ```

use assay_document::text::{Fault, IssueCode, Span};

/// The suggestion for a tag with characters that have a meaning in paths.
const QUOTE: &str = "put a tag with spaces, brackets or slashes in quotes: `'Part [1]'/mass`";

/// The maximum number of steps, far more than in any path written by hand. Each step is a nested call.
const MAX_STEPS: usize = 200;

#[derive(Debug, Eq, PartialEq)]
pub(super) struct Path {
    pub steps: Vec<ElementStep>,
}

/// A step of a path: it moves from each node to others, or decides which nodes are kept.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum ElementStep {
    /// Stays at the node.
    Stay,
    /// Moves to the parent.
    Parent,
    /// Moves to the children with the name.
    Children(NamePattern),
    /// Moves to all nodes below with the name.
    Below(NamePattern),
    /// Keeps nodes that pass the test.
    Keep(Predicate),
}

/// A test in brackets, which decides whether a node is kept.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Predicate {
    /// `[@name]`
    Attribute(String),
    /// `[@name='text']`, `[@name!='text']`: the attribute exists, and equals the text or differs from it.
    AttributeIs(String, bool, String),
    /// `[tag]`
    Child(NamePattern),
    /// `[tag='text']`, `[tag!='text']`: the full text of some child equals the text, or differs from it.
    ChildIs(NamePattern, bool, String),
    /// `[.='text']`, `[.!='text']`
    SelfIs(bool, String),
    /// `[1]`: the place among the siblings of the same name, from 0.
    FromFirst(usize),
    /// `[last()]`, `[last()-1]`: the place among the siblings of the same name, from 0 at the last one.
    FromLast(usize),
}

/// A pattern for the names of nodes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum NamePattern {
    /// `*`
    Any,
    /// A name as written, with the prefix.
    Full(String),
    /// `{*}name`: a name with any prefix.
    Local(String),
}

impl NamePattern {
    /// Parses the name that `iter` gets, with or without quotes.
    pub fn of_tag(written: &str) -> Self {
        let quoted = |quote: char| written.strip_prefix(quote)?.strip_suffix(quote).filter(|tag| !tag.contains(quote));
        quoted('\'').or_else(|| quoted('"')).map_or_else(|| Self::new(written), |tag| Self::Full(tag.to_owned()))
    }

    /// Parses a name in a path.
    fn new(written: &str) -> Self {
        match written.strip_prefix("{*}") {
            Some("*") => Self::Any,
            Some(local) => Self::Local(local.to_owned()),
            None if written == "*" => Self::Any,
            None => Self::Full(written.to_owned()),
        }
    }

    /// Returns true if the name of a node matches.
    pub fn matches(&self, tag: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Full(name) => tag == name,
            Self::Local(name) => tag.split_once(':').map_or(tag, |(_, local)| local) == name,
        }
    }
}

impl Path {
    /// Parses a path.
    ///
    /// # Errors
    /// Returns a fault if the path is malformed. Its span is in bytes of `text`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = ElementPathParser { text, at: 0, steps: Vec::new() };
        parser.path()?;
        Ok(Self { steps: parser.steps })
    }
}

type ParsedPath<T = ()> = Result<T, Fault>;

struct ElementPathParser<'p> {
    text: &'p str,
    at: usize,
    steps: Vec<ElementStep>,
}

impl<'p> ElementPathParser<'p> {
    fn path(&mut self) -> ParsedPath {
        if self.text.is_empty() {
            return Err(self.fault("the path is empty").help("`.` is the element itself, `*` are its children"));
        }
        if self.rest().starts_with('/') {
            let help = format!("a path starts at the element: write `.{}`", self.text);
            return Err(self.fault("a path cannot start with `/`").help(help));
        }
        self.step()?;
        loop {
            self.predicates()?;
            if self.steps.len() > MAX_STEPS {
                return Err(self.fault(&format!("a path has at most {MAX_STEPS} steps")));
            }
            if self.take_token("//") {
                let name = self.name_after_slash()?;
                self.steps.push(ElementStep::Below(name));
            } else if self.take_token("/") {
                // `/` at the end means all children, as in ElementTree.
                match self.rest() {
                    "" => self.steps.push(ElementStep::Children(NamePattern::Any)),
                    _ => self.step()?,
                }
            } else if self.rest().is_empty() {
                return Ok(());
            } else {
                return Err(self.expectation_fault("`/`, `[` or the end of the path").help(QUOTE));
            }
        }
    }

    /// Parses the name after `//`: no other step is allowed there.
    fn name_after_slash(&mut self) -> ParsedPath<NamePattern> {
        match self.rest() {
            "" => Ok(NamePattern::Any),
            rest if rest.starts_with('.') => Err(self.expectation_fault("a tag or `*`")),
            _ => self.name(),
        }
    }

    fn step(&mut self) -> ParsedPath {
        let step = if self.take_token("..") {
            ElementStep::Parent
        } else if self.take_token(".") {
            ElementStep::Stay
        } else {
            ElementStep::Children(self.name()?)
        };
        self.steps.push(step);
        Ok(())
    }

    /// Parses a tag or `*`.
    fn name(&mut self) -> ParsedPath<NamePattern> {
        if self.take_token("*") {
            return Ok(NamePattern::Any);
        }
        if self.rest().starts_with('{') && !self.rest().starts_with("{*}") {
            let help = "namespaces are not resolved: write `prefix:tag` as in the file, or `{*}tag` for any prefix";
            return Err(self.fault("namespaces in braces are not supported").help(help));
        }
        let (start, any_prefix) = (self.at, self.take_token("{*}"));
        if let Some(tag) = self.read_quoted()? {
            return Ok(if any_prefix { NamePattern::Local(tag) } else { NamePattern::Full(tag) });
        }
        let word = self.word();
        if word.is_empty() || word.starts_with(['.', ':']) || (!any_prefix && word.starts_with('*')) {
            self.at = start;
            return Err(self.expectation_fault("a tag, `*`, `.` or `..`").help(QUOTE));
        }
        Ok(NamePattern::new(&self.text[start..self.at]))
    }

    /// Parses a quoted string, if one is next.
    fn read_quoted(&mut self) -> ParsedPath<Option<String>> {
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '\'' | '"')) else { return Ok(None) };
        let Some(length) = self.rest()[1..].find(quote) else {
            return Err(self.fault(&format!("the string has no closing {quote}")));
        };
        let text = self.rest()[1..=length].to_owned();
        self.at += length + 2;
        Ok(Some(text))
    }

    /// Returns the characters up to the next one that ends a name.
    fn word(&mut self) -> &'p str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '[' | ']' | '(' | ')' | '@' | '!' | '=');
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn predicates(&mut self) -> ParsedPath {
        while self.take_token("[") {
            self.blanks();
            let predicate = self.predicate()?;
            self.blanks();
            if !self.take_token("]") {
                let fault = self.expectation_fault("`]`");
                let joins = ["and ", "or "].iter().any(|word| self.rest().starts_with(word));
                return Err(fault.help(if joins { "tests follow each other: `[@a][@b]`" } else { QUOTE }));
            }
            self.steps.push(ElementStep::Keep(predicate));
        }
        Ok(())
    }

    fn predicate(&mut self) -> ParsedPath<Predicate> {
        if self.take_token("@") {
            let name = match self.word() {
                "" | "*" => return Err(self.expectation_fault("the name of an attribute")),
                name => name.to_owned(),
            };
            return Ok(match self.comparison()? {
                Some((equal, text)) => Predicate::AttributeIs(name, equal, text),
                None => Predicate::Attribute(name),
            });
        }
        if self.take_token(".") {
            let compared = self.comparison()?.ok_or_else(|| self.expectation_fault("`=` or `!=`"))?;
            return Ok(Predicate::SelfIs(compared.0, compared.1));
        }
        if let Some(place) = self.place()? {
            return Ok(place);
        }
        if !self.rest().starts_with(|c: char| !c.is_whitespace() && !matches!(c, '*' | ']' | '/' | '[')) {
            return Err(self.expectation_fault("`@`, a tag, `.`, a number or `last()`"));
        }
        let name = self.name()?;
        Ok(match self.comparison()? {
            Some((equal, text)) => Predicate::ChildIs(name, equal, text),
            None => Predicate::Child(name),
        })
    }

    /// Parses `='text'` or `!='text'`. The boolean is true for `=`.
    fn comparison(&mut self) -> ParsedPath<Option<(bool, String)>> {
        self.blanks();
        let equal = self.take_token("=");
        if !equal && !self.take_token("!=") {
            return Ok(None);
        }
        self.blanks();
        match self.read_quoted()? {
            Some(text) => Ok(Some((equal, text))),
            None => Err(self.expectation_fault("a string in quotes").help("as in `[@name='value']`")),
        }
    }

    /// Parses `1`, `last()` or `last()-1`; returns `None` and reads nothing if something else is next.
    fn place(&mut self) -> ParsedPath<Option<Predicate>> {
        let start = self.at;
        let word = self.word();
        if number(word.strip_prefix('-').unwrap_or(word)).is_some() {
            let place = number(word).and_then(|place| place.checked_sub(1));
            return place.map(|place| Some(Predicate::FromFirst(place))).ok_or_else(|| {
                self.at = start;
                self.fault("positions are counted from 1").help("`[last()]` is the last one")
            });
        }
        if !self.rest().starts_with('(') {
            self.at = start;
            return Ok(None);
        }
        if word != "last" || !self.take_token("()") {
            self.at = start;
            let help = "the only function is `last()`; for other tests, filter the list that `findall` returns";
            return Err(self.fault("there is no such function").help(help));
        }
        self.blanks();
        Ok(Some(Predicate::FromLast(if self.take_token("-") { self.before_last()? } else { 0 })))
    }

    /// Parses the number after `last()-`.
    fn before_last(&mut self) -> ParsedPath<usize> {
        self.blanks();
        let start = self.at;
        number(self.word()).filter(|&number| number > 0).ok_or_else(|| {
            self.at = start;
            self.expectation_fault("a number greater than 0")
        })
    }

    fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    fn take_token(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Returns a fault at the current position.
    fn fault(&self, message: &str) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Fault::new(IssueCode::ElementPath, message, Span::of(self.at, self.at + length))
    }

    fn expectation_fault(&self, what: &str) -> Fault {
        let found = match self.rest().chars().next() {
            None => "the end of the path".to_owned(),
            Some(c) if c.is_whitespace() => "white space".to_owned(),
            Some(c) => format!("`{c}`"),
        };
        self.fault(&format!("expected {what}, found {found}"))
    }
}

/// Converts a word to a number; a number that does not fit becomes the maximum.
fn number(word: &str) -> Option<usize> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(usize::MAX))
}
