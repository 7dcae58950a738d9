//! Bytes → the rules of one file, and all that is to be said of them.

use std::borrow::Cow;

use super::field::{FIELDS, Field, Slot};
use super::mend::{Moved, without_blanks};
use super::replacement::Replacement;
use super::rule::{ConversionRule, Fields, RuleFile, Says};
use crate::format::{Document, Scalar, Sink, Tag, Unusable};
use crate::report::{Diagnostics, Places};
use crate::text::{Fault, Pattern, Place, Region, Span, nearest};

/// The tag of a rule.
const RULE: &str = "rule";
/// Its one attribute.
const PATTERN: &str = "pattern";

/// Reads the file at `path`. Rules that cannot be used are told and left out, the others count. There is no file when it
/// is no XML that can be read.
pub(super) fn read(path: &str, bytes: Vec<u8>) -> (Option<RuleFile>, Diagnostics) {
    let mut said = Diagnostics::default();
    let document = match Document::decode(path, bytes) {
        Ok(document) => document,
        Err(Unusable::Undecodable(undecodable)) => {
            said.problems.push(*Places::of(&undecodable.text, path).problem(undecodable.malformed));
            return (None, said);
        }
        Err(unusable) => {
            let fault = Fault::new("conversion-no-xml", unusable.to_string(), Span::at(0));
            said.problems.push(*Places::of("", path).problem(fault));
            return (None, said);
        }
    };
    let (mut moved, mut written) = (Vec::new(), None);
    let document = document.mended(|text| {
        let (made, names) = without_blanks(text);
        moved = names;
        written = made.is_some().then(|| text.to_owned());
        made
    });
    let mut sink = RulesSink { moved, ..RulesSink::default() };
    let read = document.read(&mut sink);
    // People are shown what is written, not what was made of it.
    let written = written.as_deref().or(document.text()).unwrap_or_default();
    let places = Places::of(written, path);
    if let Err(fault) = read {
        said.problems.push(*places.problem(fault));
        return (None, said);
    }
    said.warnings.extend(sink.moved.iter().map(|name| *places.problem(blank(*name))));
    let mut reader = Reader { places: &places, text: written, said };
    sink.strangers.iter().for_each(|tag| reader.warn(unknown(&tag.text, tag.span, [RULE].into_iter())));
    let rules = sink.rules.into_iter().filter_map(|written| reader.rule(written)).collect();
    (Some(RuleFile::new(path.to_owned(), rules)), reader.said)
}

fn blank(Moved { now, written }: Moved) -> Fault {
    let blanks = Span::of(now.range().start, written.range().start);
    Fault::new("conversion-blank", "a tag begins right behind `<`: the blanks there are passed over", blanks)
        .help("take them out: other programs that read XML refuse the file")
}

fn unknown(tag: &str, span: Span, known: impl Iterator<Item = &'static str> + Clone) -> Fault {
    let fault = Fault::new(
        "conversion-unknown-tag",
        format!("`{tag}` is nothing that a rule says, so it is passed over"),
        span,
    );
    if let Some(near) = nearest(tag, known.clone()) {
        return fault.help(format!("did you mean `{near}`?"));
    }
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    fault.help(format!("known here: {}", known.join(", ")))
}

/// A text of the file.
#[derive(Debug, Default)]
struct Written {
    text: String,
    span: Span,
}

/// A rule as it is written.
#[derive(Debug, Default)]
struct RuleWritten {
    start_tag: Span,
    pattern: Option<Written>,
    /// Attributes that no rule has.
    strangers: Vec<Written>,
    /// Each with its tag.
    fields: Vec<(Written, Written)>,
}

/// Gathers the rules: children of the root, whatever that is called, and their children.
#[derive(Default)]
struct RulesSink {
    depth: usize,
    rules: Vec<RuleWritten>,
    /// Other children of the root.
    strangers: Vec<Written>,
    /// Whether a rule is open.
    in_rule: bool,
    /// Names that are written elsewhere.
    moved: Vec<Moved>,
}

impl Sink for RulesSink {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let name = tag.map_or("", |tag| tag.full);
        let place = tag.map_or(span, |tag| tag.place(span));
        let place = self.moved.iter().find(|name| name.now == place).map_or(place, |name| name.written);
        let written = Written { text: name.to_owned(), span: place };
        match self.depth {
            1 if name == RULE => {
                self.in_rule = true;
                self.rules.push(RuleWritten { start_tag: span, ..RuleWritten::default() });
            }
            1 => self.strangers.push(written),
            2 if self.in_rule => {
                if let Some(rule) = self.rules.last_mut() {
                    rule.fields.push((written, Written { text: String::new(), span: place }));
                }
            }
            _ => {}
        }
        self.depth += 1;
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        let Some(rule) = self.rules.last_mut().filter(|_| self.in_rule && self.depth == 2) else { return };
        if name.full == PATTERN {
            rule.pattern = Some(Written { text: value.into_owned(), span });
        } else {
            rule.strangers.push(Written { text: name.full.to_owned(), span });
        }
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        let field = self.rules.last_mut().and_then(|rule| rule.fields.last_mut());
        if let Some((_, value)) = field.filter(|_| self.in_rule && self.depth >= 3) {
            if value.text.is_empty() {
                value.span = span;
            }
            value.text.push_str(&text);
        }
    }

    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}

    fn close(&mut self, _end: u32) {
        self.depth -= 1;
        if self.depth == 1 {
            self.in_rule = false;
        }
    }
}

/// Turns what is written into rules, and says what is wrong with it.
struct Reader<'r> {
    places: &'r Places<'r>,
    text: &'r str,
    said: Diagnostics,
}

impl Reader<'_> {
    fn warn(&mut self, fault: Fault) {
        self.said.warnings.push(*self.places.problem(fault));
    }

    fn refuse(&mut self, fault: Fault) {
        self.said.problems.push(*self.places.problem(fault));
    }

    fn place(&self, span: Span) -> Place {
        self.places.place(span.start())
    }

    /// A rule; `None` for one that cannot be used, of which everything is said that is wrong with it.
    fn rule(&mut self, written: RuleWritten) -> Option<ConversionRule> {
        let RuleWritten { start_tag, pattern, strangers, fields } = written;
        for stranger in strangers {
            self.warn(unknown(&stranger.text, stranger.span, [PATTERN].into_iter()));
        }
        let pattern = if let Some(written) = &pattern {
            self.pattern(written)
        } else {
            let message = "a rule needs a `pattern`: which paths it is about";
            let fault = Fault::new("conversion-no-pattern", message, start_tag);
            self.refuse(fault.help("write `<rule pattern=\"\\.fx$\">`; an empty pattern matches every path"));
            None
        };
        let fields = self.known(fields);
        let region = Region { start: self.place(start_tag), end: self.places.place(start_tag.end()) };
        let says = if fields.iter().any(|(field, _)| field.slot == Slot::SourcePattern) {
            self.built(fields)
        } else {
            Some(Says::Source(self.source(fields)))
        };
        Some(ConversionRule { region, pattern: pattern?, says: says? })
    }

    /// The fields that a rule may have, each once.
    fn known(&mut self, fields: Vec<(Written, Written)>) -> Vec<(&'static Field, Written)> {
        let mut known: Vec<(&'static Field, Written)> = Vec::new();
        for (tag, value) in fields {
            let Some(field) = FIELDS.iter().find(|field| field.name == tag.text) else {
                self.warn(unknown(&tag.text, tag.span, FIELDS.iter().map(|field| field.name)));
                continue;
            };
            if known.iter().any(|(other, _)| other.slot == field.slot) {
                let message = format!("`{}` is said twice: the first one counts", field.name);
                self.warn(Fault::new("conversion-repeated", message, tag.span));
            } else {
                known.push((field, value));
            }
        }
        known
    }

    fn source(&mut self, fields: Vec<(&'static Field, Written)>) -> Fields {
        let mut said = Fields::default();
        for (field, value) in fields {
            let place = self.place(value.span);
            let text = value.text.trim();
            match field.slot {
                Slot::Root => said.root = self.truth(field, &value).map(|root| (root, place)),
                Slot::NoConversion if text.is_empty() => said.no_conversion = Some((true, place)),
                Slot::NoConversion => said.no_conversion = self.truth(field, &value).map(|is| (is, place)),
                Slot::Converter => said.converter = Some((text.to_owned(), place)),
                Slot::Params => said.params = Some((text.to_owned(), place)),
                Slot::SourceFormat | Slot::SourcePattern => {
                    let message = "`sourceFormat` says nothing without a `sourcePattern`";
                    self.warn(Fault::new("conversion-no-effect", message, value.span));
                }
            }
        }
        said
    }

    fn built(&mut self, fields: Vec<(&'static Field, Written)>) -> Option<Says> {
        let (mut pattern, mut format) = (None, None);
        for (field, value) in fields {
            match field.slot {
                Slot::SourcePattern => pattern = self.pattern(&value),
                Slot::SourceFormat => format = Some(value),
                _ => {
                    let message = format!(
                        "`{}` says nothing in a rule with a `sourcePattern`, which is about built files",
                        field.name
                    );
                    let fault = Fault::new("conversion-no-effect", message, value.span);
                    self.warn(fault.help("say it of the source, in a rule of its own"));
                }
            }
        }
        let format = format.unwrap_or_default();
        let text = single_backslashes(format.text.trim());
        match Replacement::new(pattern?, &text) {
            Ok(replacement) => Some(Says::Built(replacement)),
            Err(fault) => {
                self.refuse(Fault { span: format.span, ..fault });
                None
            }
        }
    }

    /// What a text says that is to be `true` or `false`.
    fn truth(&mut self, field: &Field, value: &Written) -> Option<bool> {
        let text = value.text.trim();
        if let Some(is) =
            [("true", true), ("false", false)].into_iter().find(|(word, _)| text.eq_ignore_ascii_case(word))
        {
            return Some(is.1);
        }
        let found = if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
        let message = format!("`{}` holds {}, and this is {found}: it is passed over", field.name, field.takes);
        self.refuse(Fault::new("conversion-no-truth-value", message, value.span));
        None
    }

    /// A regular expression, in which doubled backslashes stand for single ones: no path holds a backslash.
    fn pattern(&mut self, value: &Written) -> Option<Pattern> {
        let single = single_backslashes(value.text.trim());
        if let Cow::Owned(single) = &single {
            let fault = Fault::new("conversion-backslashes", "doubled backslashes are read as single ones", value.span);
            self.said.hints.push(*self.places.problem(fault.help(format!("write `{single}`"))));
        }
        match Pattern::new(&single) {
            Ok(pattern) => Some(pattern),
            Err(fault) => {
                let as_written = self.text.get(value.span.range()) == Some(&*single);
                let span = if as_written { fault.span.shifted(value.span.start()) } else { value.span };
                self.refuse(Fault { span, ..fault });
                None
            }
        }
    }
}

fn single_backslashes(text: &str) -> Cow<'_, str> {
    if text.contains(r"\\") { text.replace(r"\\", r"\").into() } else { text.into() }
}
