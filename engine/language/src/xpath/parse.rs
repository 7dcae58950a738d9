//! Parses the text of an `xpath` into an [`XPath`].

mod foreign;
mod test;

use rustc_hash::FxHashSet;

use super::syntax::{
    ExtractionKind, Item, NODE_WORDS, NOT_IN_TAG, Name, PathStep, TagPattern, Test, TreeWalk, What, XPath, Yields,
};
use crate::{Fault, IssueCode, Span, Special, nearest};

/// The help message for an attribute as XPath writes it: `/@id`.
const OF_ATTRIBUTES: &str = "write the attribute after a colon: `*/Tag:id`";

/// The result of parsing an `xpath`.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The extraction, unless there are faults.
    pub xpath: Option<XPath>,
    /// The reasons why it cannot be used.
    pub faults: Vec<Fault>,
    /// The parts that its author should check.
    pub warnings: Vec<Fault>,
    /// The deviations from the syntax that were accepted.
    pub hints: Vec<Fault>,
}

/// The help message for an extraction that selects two facts.
const ONE_FACT: &str = "an `xpath` can select only one fact; in a function, `image(filepath)` has both `width` and \
                        `height`";

/// Names that may mean either of two facts. Without this table, `nearest` would suggest a wrong one.
const AMBIGUOUS_FACTS: &[(&str, [&str; 2])] = &[
    ("file.hash", ["file.md5", "file.sha256"]),
    ("file.sha1", ["file.md5", "file.sha256"]),
    ("image.size", ["image.width", "image.height"]),
];

impl XPath {
    /// Parses an `xpath` or `subxpath`.
    pub fn parse(text: &str) -> Parsed {
        let mut parser = XPathParser::new(text);
        match parser.xpath() {
            Ok(xpath) => {
                Parsed { xpath: Some(xpath), faults: Vec::new(), warnings: parser.warnings, hints: parser.hints }
            }
            Err(fault) => Parsed { faults: vec![of_other(text, of_xpath(text, fault))], ..Parsed::default() },
        }
    }
}

/// Returns the fault with the translation of a path of another language as its suggestion. The fault stays unchanged if
/// there is no translation, or if its own suggestion fixes it.
fn of_other(text: &str, fault: Fault) -> Fault {
    // The fault's own suggestion may already fix it, and changes less.
    let is_repaired = fault.suggestion.as_ref().is_some_and(|meant| {
        let (before, behind) = (&text[..fault.span.start() as usize], &text[fault.span.end() as usize..]);
        parses(&format!("{before}{meant}{behind}"))
    });
    match foreign::translate(text).filter(|suggestion| !is_repaired && parses(suggestion)) {
        Some(meant) => {
            let help = format!("in an `xpath` of Assay, write `{meant}`");
            let start = text.len() - text.trim_start().len();
            let span = Span::of(start, start + text.trim().len());
            Fault { suggestion: Some(meant.into()), span, ..fault.help(help) }
        }
        None => fault,
    }
}

/// Returns the `xpath` with double quotes around the tags of its path that contain a dot and otherwise only characters
/// of names: `Defs/"Mod.Ammo",name`. `None` if it has no such tag.
pub fn quote_dotted_tags(text: &str) -> Option<String> {
    let (path, names) = text.split_at(text.find([',', ':', '[', '=', '!', '"', '{']).unwrap_or(text.len()));
    let is_dotted = |tag: &str| {
        let is_named = tag.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        is_named && tag.contains('.') && !tag.starts_with('.') && !tag.ends_with('.')
    };
    let quoted = |tag: &str| if is_dotted(tag.trim()) { format!("\"{}\"", tag.trim()) } else { tag.to_owned() };
    let suggestion = path.split('/').map(quoted).collect::<Vec<_>>().join("/") + names;
    (suggestion != text).then_some(suggestion)
}

fn parses(text: &str) -> bool {
    XPathParser::new(text).xpath().is_ok()
}

/// Returns the fault of a word in braces that is not a fact; `inner` is the word without its braces.
fn unknown_special_fault(word: &str, inner: &str, span: Span) -> Fault {
    let fault = Fault::new(IssueCode::XpathUnknownSpecial, format!("`{word}` is not known"), span);
    if NODE_WORDS.iter().any(|(known, ..)| *known == word) {
        return fault.help(format!("write it after a path: `*,{word}`"));
    }
    if inner.split_once(',').is_some_and(|(first, _)| Special::fact_for_word(first.trim()).is_some()) {
        return fault.help(ONE_FACT);
    }
    if let Some(known) = Special::fact_for_word(inner) {
        return fault.suggest(format!("{{{known}}}"));
    }
    if let Some((_, [one, other])) = AMBIGUOUS_FACTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(inner)) {
        return fault.help(format!("use `{{{one}}}` or `{{{other}}}`"));
    }
    match nearest(inner, Special::names()) {
        Some(known) => fault.suggest(format!("{{{known}}}")),
        None => fault.help(format!("known: {}", Special::names().collect::<Vec<_>>().join(", "))),
    }
}

/// Returns the fault with a replacement for the XPath syntax from its place on. The fault stays unchanged if anything
/// else is wrong.
fn of_xpath(text: &str, fault: Fault) -> Fault {
    let (before, rest) = text.split_at(text[..fault.span.end() as usize].rfind('/').unwrap_or_default());
    let mut meant = rest.trim_end().replace("//", "/**/");
    if before.ends_with('/') {
        meant.insert_str(0, "**");
    }
    if let Some((path, attribute)) = meant.rsplit_once("/@") {
        meant = format!("{path}:{attribute}");
    }
    let whole = format!("{before}{meant}");
    let help = match fault.code {
        IssueCode::XpathEmptyStep => format!("`**` matches any number of levels: `{whole}`"),
        IssueCode::XpathUnexpected => format!("write the attribute after a colon: `{whole}`"),
        _ => return fault,
    };
    // A missing step has already been reported.
    if whole == text || meant == format!("**{rest}") || !parses(&whole) {
        return fault;
    }
    let span = Span::of(before.len(), text.trim_end().len());
    Fault { suggestion: Some(meant.into()), span, ..fault.help(help) }
}

/// Returns the help for a test that compares by order (`Gun[Damage>100]`): extract the value, and compare it in the
/// condition. If the test selects other values (`Gun[Damage>100],Name`), the help suggests an expression instead.
fn ordering(text: &str) -> Option<String> {
    let start = text[..text.find(['<', '>'])?].trim_end_matches('=').len();
    let (before, after) = text.split_at(start);
    let (operator, value) = after.split_at(after.find(|c| !matches!(c, '<' | '>' | '=')).unwrap_or(after.len()));
    let last = before.rfind('/').map_or(0, |slash| slash + 1);
    let (path, name) = before.split_at(last + before[last..].find(['.', '['])?);
    let name = name[1..].trim();
    let (lead, name) = name.strip_prefix('@').map_or((',', name), |name| (':', name));
    let (value, others) = value.split_at(value.find([']', ',', ':', '/']).unwrap_or(value.len()));
    let value = value.trim();
    let order = if operator.contains('<') { '<' } else { '>' };
    let equal = if operator.contains('=') { "=" } else { "" };
    let is_plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if !is_plain(name) || operator.contains("<>") {
        return None;
    }
    let how = if is_plain(value) && matches!(others.trim(), "" | "]") {
        let condition = format!("condition: ['{order}{equal}', {value}]");
        format!("to check every value, extract `{path}{lead}{name}` and write `{condition}`")
    } else {
        "extract the value as well, and compare both in an expression or a function".to_owned()
    };
    Some(format!("a test can only use `==` and `!=`: {how}"))
}

/// The maximum number of steps in a path, and of parts in a name. Hand-written paths are far below it, and the cost of
/// matching grows with its square.
const MAX_STEPS: usize = 1000;

type XPathResult<T> = Result<T, Fault>;

type PlacedItem = (Item, Span);

struct XPathParser<'x> {
    text: &'x str,
    at: usize,
    warnings: Vec<Fault>,
    hints: Vec<Fault>,
}

impl<'x> XPathParser<'x> {
    const fn new(text: &'x str) -> Self {
        Self { text, at: 0, warnings: Vec::new(), hints: Vec::new() }
    }

    fn xpath(&mut self) -> XPathResult<XPath> {
        self.blanks();
        if self.rest().is_empty() {
            return Err(self.fault_here(IssueCode::XpathEmpty, "the path is empty").help("`*` selects the root"));
        }
        let xpath = if self.rest().starts_with('{') { self.special()? } else { self.tree()? };
        self.blanks();
        match self.peek() {
            None => Ok(xpath),
            Some(c) => Err(self.unexpected_fault(c)),
        }
    }

    fn special(&mut self) -> XPathResult<XPath> {
        let start = self.at;
        let word = self.read_braced()?;
        let span = Span::of(start, self.at);
        let inner = word.trim_matches(['{', '}']).trim();
        let Some(special) = Special::parse(inner) else { return Err(unknown_special_fault(word, inner, span)) };
        self.blanks();
        if !self.rest().is_empty() {
            let message = format!("`{word}` must be the whole `xpath`");
            let fault = Fault::new(IssueCode::XpathSpecialAlone, message, Span::of(self.at, self.text.len()));
            let is_list = self.rest().starts_with(',');
            return Err(fault.help(if is_list { ONE_FACT } else { "remove everything after it" }));
        }
        Ok(XPath { kind: ExtractionKind::Special(special), source: self.text.trim().to_owned(), labels: Vec::new() })
    }

    fn tree(&mut self) -> XPathResult<XPath> {
        let path = self.path()?;
        let attribute_test = self.attribute_test()?;
        self.blanks();
        let dotted = Some(self.at).filter(|_| attribute_test.is_none() && self.peek() == Some('.'));
        let (node_test, first) = if self.eat('.') { self.node_test_or_item()? } else { (None, None) };
        let nodes = self.items(',', first)?;
        let colon = self.at;
        let attributes = self.items(':', None)?;
        if !nodes.is_empty() && !attributes.is_empty() {
            let message = "node names and attribute names cannot both be extracted";
            let fault = Fault::new(IssueCode::XpathBothNames, message, Span::of(colon, self.at));
            // `*.Mesh:lod`: the parts after the dots are steps.
            return Err(match dotted.filter(|_| nodes.len() == 1) {
                Some(start) => {
                    let steps = self.text[start..colon].replace('.', "/");
                    self.in_steps(fault, &format!("{}{steps}{}", &self.text[..start], &self.text[colon..]))
                }
                None => fault.help("use two rules, one for `,` and one for `:`"),
            });
        }
        let of_attributes = !attributes.is_empty();
        let items = if of_attributes { attributes } else { nodes };
        let labels = self.labels(&items)?;
        let items: Vec<Item> = items.into_iter().map(|(item, _)| item).collect();
        let yields = if items.is_empty() { Yields::Node } else { Yields::Items { attributes: of_attributes, items } };
        let tree = TreeWalk { path, attribute_test, node_test, yields };
        Ok(XPath { kind: ExtractionKind::Tree(Box::new(tree)), source: self.text.trim().to_owned(), labels })
    }

    fn path(&mut self) -> XPathResult<Vec<PathStep>> {
        let mut path = Vec::new();
        if self.peek() == Some('/') {
            // A path that begins with `/` leaves out the name of the root.
            path.push(PathStep::Node(TagPattern::Any));
        } else {
            let start = self.at;
            path.push(self.step()?);
            // JSONPath begins with `$`. As a tag, it would find nothing.
            if path == [PathStep::Node(TagPattern::Local("$".to_owned()))] {
                self.at = start;
                return Err(self.unexpected_fault('$'));
            }
        }
        loop {
            self.blanks();
            if !self.eat('/') {
                return Ok(path);
            }
            let start = self.at;
            let step = self.step()?;
            // Two `**` in a row mean the same as one.
            if step != PathStep::Levels || path.last() != Some(&PathStep::Levels) {
                path.push(step);
            }
            self.no_more_than(path.len(), "a path has at most 1000 steps", start)?;
        }
    }

    fn step(&mut self) -> XPathResult<PathStep> {
        self.blanks();
        if self.peek().is_none() || self.peek() == Some('/') {
            let fault = self.fault_here(IssueCode::XpathEmptyStep, "a tag is missing here");
            if self.rest().trim_end().len() > 1 {
                let (before, rest) = self.text.split_at(self.at);
                let fault = fault.help(format!("`**` matches any number of levels: `{before}**{rest}`"));
                return Err(Fault { suggestion: Some("**/".into()), ..fault });
            }
            return Err(fault.help("write a tag, `*` for any one level or `**` for any number of levels"));
        }
        let start = self.at;
        let tag = self.tag()?;
        let levels = matches!(&self.text[start..self.at], "**");
        Ok(if levels { PathStep::Levels } else { PathStep::Node(tag) })
    }

    /// Parses `[@test]`, if it is next.
    fn attribute_test(&mut self) -> XPathResult<Option<Test>> {
        self.blanks();
        let open = self.at;
        if !self.eat('[') {
            return Ok(None);
        }
        self.blanks();
        if !self.eat('@') {
            let fault =
                self.fault_here(IssueCode::XpathNotAttribute, "`[` must be followed by `@` and a test of attributes");
            let is_place = self.rest().starts_with(|c: char| c.is_ascii_digit()) || self.rest().contains("()");
            return Err(match ordering(self.text) {
                _ if is_place => {
                    fault.help("nodes cannot be selected by number: a path selects all nodes with its names")
                }
                Some(help) => fault.help(help),
                None => fault.help("write `[@id==1]` to test an attribute, or `.Type==Mesh` to test a node below"),
            });
        }
        let test = self.any(0)?;
        self.blanks();
        if self.eat(']') {
            return Ok(Some(test));
        }
        match self.peek() {
            None => {
                let span = Span::of(open, self.at);
                Err(Fault::new(IssueCode::XpathUnclosedTest, "`[` is not closed: `]` not found before the end", span))
            }
            Some(c) => Err(self.unexpected_fault(c)),
        }
    }

    /// Parses the text after the dot: a test or, without an operator, the first of the names.
    fn node_test_or_item(&mut self) -> XPathResult<(Option<Test>, Option<PlacedItem>)> {
        self.blanks();
        if !self.test_follows() {
            let item = self.item(false)?;
            self.blanks();
            if let Some(c @ ('&' | '|')) = self.peek() {
                let fault = self
                    .fault_here(IssueCode::XpathNoOperator, format!("the test in front of `{c}` has no `==` or `!=`"));
                return Err(fault.help("write `Name==value`, or `,` to extract several names"));
            }
            return Ok((None, Some(item)));
        }
        Ok((Some(self.any(0)?), None))
    }

    /// Returns true if a test is next, not a name to extract. A test is a parenthesis, or a name followed by an
    /// operator.
    fn test_follows(&mut self) -> bool {
        let start = self.at;
        let (warnings, hints) = (self.warnings.len(), self.hints.len());
        // A name is read to its end to find the operator: a dot may belong to the test or to the names.
        let follows = self.peek() == Some('(')
            || (self.peek() != Some('{') && self.name().is_ok() && {
                self.blanks();
                matches!(self.peek(), Some('=' | '!'))
            });
        self.at = start;
        // The name is read again later, which repeats its warnings.
        self.warnings.truncate(warnings);
        self.hints.truncate(hints);
        follows
    }

    /// Parses the names after `lead` (`,` or `:`), each with its place. `first` is a name that has already been read.
    fn items(&mut self, lead: char, first: Option<PlacedItem>) -> XPathResult<Vec<PlacedItem>> {
        let mut items: Vec<PlacedItem> = first.into_iter().collect();
        self.blanks();
        if items.is_empty() && self.eat(lead) {
            items.push(self.item(lead == ':')?);
        }
        loop {
            self.blanks();
            if items.is_empty() || !self.eat(',') {
                return Ok(items);
            }
            items.push(self.item(lead == ':')?);
        }
    }

    fn item(&mut self, attributes: bool) -> XPathResult<PlacedItem> {
        self.blanks();
        let start = self.at;
        let what = match self.peek() {
            Some('{') => {
                let word = self.read_braced()?;
                let known = NODE_WORDS.iter().find(|(known, ..)| *known == word);
                let Some((_, what, _)) = known else {
                    let span = Span::of(start, self.at);
                    let fault = Fault::new(IssueCode::XpathUnknownWord, format!("`{word}` is not known"), span);
                    let words = NODE_WORDS.iter().map(|(known, ..)| *known);
                    let help = format!("known: {}", words.clone().collect::<Vec<_>>().join(", "));
                    return Err(fault.help(help).suggest_nearest(word, words));
                };
                what.clone()
            }
            None | Some(',' | ':') => {
                let what = if attributes { "an attribute's name" } else { "a name" };
                return Err(self.fault_here(IssueCode::XpathNoName, format!("{what} is missing here")));
            }
            Some(_) => What::Name(self.name()?),
        };
        let place = Span::of(start, self.at);
        self.blanks();
        let optional = self.eat('?');
        Ok((Item { what, optional }, place))
    }

    /// Returns the names of a record's lists; empty for a single item. Fails if a name occurs twice.
    fn labels(&self, items: &[PlacedItem]) -> XPathResult<Vec<String>> {
        if items.len() < 2 {
            return Ok(Vec::new());
        }
        let mut labels: Vec<String> = Vec::with_capacity(items.len());
        let mut known: FxHashSet<String> = FxHashSet::default();
        for &(_, place) in items {
            // Labels are names as scripts and placeholders write them, without quotes.
            let label = self.text[place.range()].trim().replace(['"', '\u{201c}', '\u{201d}'], "");
            if !known.insert(label.clone()) {
                let message = format!("`{label}` is extracted twice");
                return Err(Fault::new(IssueCode::XpathNameTwice, message, place).help("remove one of the two"));
            }
            labels.push(label);
        }
        Ok(labels)
    }

    fn name(&mut self) -> XPathResult<Name> {
        let mut name = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            let tag = self.tag()?;
            if &self.text[start..self.at] == "**" {
                let fault =
                    Fault::new(IssueCode::XpathLevelsInName, "`**` cannot be part of a name", Span::of(start, self.at));
                return Err(fault.help("write `**` in the path: `*/**/A.B==x`"));
            }
            name.push(tag);
            self.no_more_than(name.len(), "a name has at most 1000 parts", start)?;
            self.blanks();
            if !self.eat('.') {
                return Ok(name);
            }
        }
    }

    /// Refuses a path or a name that has too many parts; the last one starts at `start`.
    fn no_more_than(&self, count: usize, message: &str, start: usize) -> XPathResult<()> {
        if count <= MAX_STEPS {
            return Ok(());
        }
        let fault = Fault::new(IssueCode::XpathTooLong, message, Span::of(start, self.at));
        Err(fault.help("`**` matches any number of levels"))
    }

    fn tag(&mut self) -> XPathResult<TagPattern> {
        self.blanks();
        if matches!(self.peek(), Some('"' | '\u{201c}' | '\u{201d}')) {
            let start = self.at;
            let tag = self.read_quoted()?;
            if tag.is_empty() {
                return Err(Fault::new(IssueCode::XpathEmptyTag, "a tag cannot be empty", Span::of(start, self.at)));
            }
            return Ok(TagPattern::Literal(tag));
        }
        let length =
            self.rest().find(|c: char| c.is_whitespace() || NOT_IN_TAG.contains(c)).unwrap_or(self.rest().len());
        let tag = &self.rest()[..length];
        match self.rest()[length..].chars().next() {
            Some(c) if length == 0 => return Err(self.unexpected_fault(c)),
            None if length == 0 => return Err(self.fault_here(IssueCode::XpathNoTag, "a tag is missing here")),
            // A quote or a brace directly after a tag was probably meant as part of the tag.
            Some(c @ ('\'' | '{' | '}' | '"' | '`' | '@')) => {
                let span = Span::of(self.at, self.at + length + c.len_utf8());
                let fault = Fault::new(IssueCode::XpathBadTag, format!("an unquoted tag cannot contain `{c}`"), span);
                return Err(match c {
                    '@' => fault.help(OF_ATTRIBUTES),
                    _ => fault.help("put the tag in double quotes"),
                });
            }
            _ => {}
        }
        if tag.contains(['<', '>']) {
            let span = Span::of(self.at, self.at + length);
            let warning = Fault::new(IssueCode::XpathOrdering, format!("`{tag}` is read as one tag"), span);
            let help = ordering(self.text);
            let help = help
                .unwrap_or("a test can only use `==` and `!=`; compare values in `condition`: `['>', 50]`".to_owned());
            self.warnings.push(warning.help(help));
        }
        self.at += length;
        self.refuse_tag_after_blanks(tag)?;
        Ok(match tag {
            "*" => TagPattern::Any,
            tag if tag.contains('*') => TagPattern::Glob(tag.split('*').map(str::to_owned).collect()),
            tag => TagPattern::Local(tag.to_owned()),
        })
    }

    /// Refuses `A B`: two words that were probably meant as one tag.
    fn refuse_tag_after_blanks(&self, tag: &str) -> XPathResult<()> {
        let after = self.rest().trim_start();
        let blanks = self.rest().len() - after.len();
        match after.chars().next() {
            Some(c) if blanks > 0 && !NOT_IN_TAG.contains(c) => {
                let word = after.split(|c: char| c.is_whitespace() || NOT_IN_TAG.contains(c)).next().unwrap_or("");
                let span = Span::of(self.at - tag.len(), self.at + blanks + word.len());
                let fault = Fault::new(IssueCode::XpathBlankInTag, "an unquoted tag cannot contain spaces", span);
                let whole = &self.text[span.range()];
                let ordered = word.starts_with(['<', '>']).then(|| ordering(self.text)).flatten();
                // `A > B` is the syntax of style sheets.
                let steps = self.text.trim().replace(" > ", "/");
                if word == ">" && ordered.is_none() && parses(&steps) {
                    return Err(self.in_steps(fault, &steps));
                }
                Err(fault.help(ordered.unwrap_or_else(|| format!("write \"{whole}\" if that is one tag"))))
            }
            _ => Ok(()),
        }
    }

    /// Reads a string in double quotes, straight or curly.
    fn read_quoted(&mut self) -> XPathResult<String> {
        let open = self.at;
        let straight = self.bump() == Some('"');
        let Some(length) = self.rest().find(['"', '\u{201c}', '\u{201d}']) else {
            let span = Span::of(open, self.text.len());
            return Err(Fault::new(IssueCode::XpathUnclosedQuote, "the double quote is not closed", span));
        };
        let text = self.rest()[..length].to_owned();
        self.at += length;
        let straight = self.bump() == Some('"') && straight;
        if !straight {
            let hint = Fault::new(
                IssueCode::XpathCurlyQuotes,
                "curly quotes are read as straight quotes",
                Span::of(open, self.at),
            );
            self.hints.push(hint.help("write `\"`"));
        }
        Ok(text)
    }

    /// Reads a word in braces. The result includes the braces.
    fn read_braced(&mut self) -> XPathResult<&'x str> {
        let open = self.at;
        let Some(length) = self.rest().find('}') else {
            let span = Span::of(open, self.text.len());
            return Err(Fault::new(
                IssueCode::XpathUnclosedBrace,
                "`{` is not closed: `}` not found before the end",
                span,
            ));
        };
        self.at += length + 1;
        Ok(&self.text[open..self.at])
    }

    fn unexpected_fault(&self, c: char) -> Fault {
        let fault = Fault::new(
            IssueCode::XpathUnexpected,
            format!("`{c}` is not expected here"),
            Span::of(self.at, self.at + c.len_utf8()),
        );
        match c {
            '@' => fault.help(OF_ATTRIBUTES),
            '.' => fault.help("a path starts at the root, which `*` matches: `*/Tag`"),
            '$' => fault.help("the root of a JSON document has no name, write `*` for it: `*/name`"),
            '/' => match quote_dotted_tags(self.text).filter(|suggestion| parses(suggestion)) {
                Some(suggestion) => {
                    self.suggest_whole(fault, "put a tag that contains a dot in double quotes", &suggestion)
                }
                None => fault
                    .help("a path ends with its test; write the names of nodes below after a comma: `*[@id==1],A.B`"),
            },
            '(' if self.text[..self.at].ends_with(char::is_alphanumeric) => {
                fault.help("an `xpath` has no functions: it extracts values, and `condition` tests them")
            }
            '(' | ')' => fault.help("use parentheses only to group tests, after a dot or inside `[@…]`"),
            '?' => self.absent(fault),
            '=' | '!' if self.text[..self.at].trim_end().ends_with('?') => {
                fault.help("remove the `?`: a node without this name has no value to test")
            }
            '=' | '!' => fault.help("write a test after a dot: `.Type==Mesh`"),
            '\'' | '`' => fault.help("put a tag with special characters in double quotes"),
            _ => fault,
        }
    }

    /// Returns the fault of a path whose steps are not separated by `/`. The suggestion `suggestion` replaces the whole
    /// path.
    fn in_steps(&self, fault: Fault, suggestion: &str) -> Fault {
        self.suggest_whole(fault, "separate steps with `/`", suggestion.trim())
    }

    /// Returns the fault of a `?` after a step: a name that may be absent is no part of the path.
    fn absent(&self, fault: Fault) -> Fault {
        let suggestion = self.text[..self.at].trim().rsplit_once('/').map(|(path, name)| format!("{path},{name}?"));
        match suggestion.filter(|suggestion| self.rest().trim() == "?" && parses(suggestion)) {
            Some(suggestion) => {
                self.suggest_whole(fault, "write a name that may be missing after a comma", &suggestion)
            }
            None => fault.help("write `?` after an extracted name that may be missing: `*/Tag,Name?`"),
        }
    }

    /// Returns the fault with `meant` as the replacement for the whole text. The help message consists of `how` and
    /// `meant`.
    fn suggest_whole(&self, fault: Fault, how: &str, meant: &str) -> Fault {
        let start = self.text.len() - self.text.trim_start().len();
        let span = Span::of(start, start + self.text.trim().len());
        Fault { span, suggestion: Some(meant.into()), ..fault.help(format!("{how}: `{meant}`")) }
    }

    fn fault_here(&self, code: IssueCode, message: impl Into<String>) -> Fault {
        let width = self.peek().map_or(0, char::len_utf8);
        Fault::new(code, message, Span::of(self.at, self.at + width))
    }

    fn rest(&self) -> &'x str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let here = self.peek() == Some(c);
        if here {
            self.at += c.len_utf8();
        }
        here
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }
}
