//! Bytes → the rules of one file, and all that is to be said of them.

use super::field::{FIELDS, Field, Slot};
use super::mend::{Moved, without_blanks};
use super::replacement::Replacement;
use super::rule::{Built, ConversionRule, Fields, RuleFile, Says};
use super::written::{PATTERN, RULE, RuleWritten, RulesSink, Stray, Written};
use crate::format::{Document, Unusable};
use crate::report::{Diagnostics, Places};
use crate::text::{Fault, Pattern, Place, Span, nearest};

/// The kind of what is told of a tag or an attribute that nobody knows.
const UNKNOWN: &str = "conversion-unknown-tag";
/// The kind of what is told of something that says nothing where it stands.
const NO_EFFECT: &str = "conversion-no-effect";

/// Where fields say something.
const FIELD_HELP: &str = "what a field says is the text between its tags";
/// The kind of what is told of a rule without a pattern, or one that finds nothing to replace.
const NO_PATTERN: &str = "conversion-no-pattern";

/// Reads the file at `path`. Rules that cannot be used are told and left out, the others count. There is no file when it
/// is no XML that can be read.
pub(super) fn read(path: &str, bytes: Vec<u8>) -> (Option<RuleFile>, Diagnostics) {
    let mut told = Diagnostics::default();
    let document = match Document::decode(path, bytes) {
        Ok(document) => document,
        Err(Unusable::Undecodable(undecodable)) => {
            told.problems.push(*Places::of(&undecodable.text, path).problem(undecodable.malformed));
            return (None, told);
        }
        Err(unusable) => {
            let fault = Fault::new("file-unreadable", unusable.to_string(), Span::at(0));
            told.problems.push(*Places::of("", path).problem(fault));
            return (None, told);
        }
    };
    let (mut moved, mut written) = (Vec::new(), None);
    let document = document.mended(|text| {
        let (made, names) = without_blanks(text);
        moved = names;
        written = made.is_some().then(|| text.to_owned());
        made
    });
    let mut sink = RulesSink::new(moved);
    let read = document.read(&mut sink);
    // People are shown what is written, not what was made of it.
    let written = written.as_deref().or(document.text()).unwrap_or_default();
    let places = Places::of(written, path);
    if let Err(fault) = read {
        let is_no_tag = fault.code == "xml-tag-name";
        let fault = if is_no_tag { fault.help("for a `<` that begins no tag, write `&lt;`") } else { fault };
        told.problems.push(*places.problem(fault));
        return (None, told);
    }
    let mut reader = Reader { places: &places, text: written, told };
    reader.whole(&sink);
    let rules = sink.rules.into_iter().filter_map(|written| reader.rule(written)).collect();
    (Some(RuleFile::new(path.to_owned(), rules)), reader.told)
}

/// What is told of the first of these names, for all of them.
fn blank(moved: &[Moved]) -> Option<Fault> {
    let (Moved { now, written }, others) = moved.split_first()?;
    let others = match others.len() {
        0 => String::new(),
        count => format!(", and in {count} other tags"),
    };
    let message = format!("a tag begins right behind `<`: the blanks there are passed over{others}");
    let fault = Fault::new("conversion-blank", message, Span::of(now.range().start, written.range().start));
    Some(fault.help("take them out: other programs that read XML refuse the file"))
}

/// What is told of something that nobody knows in a `place`, which is a rule or a field.
fn nothing(tag: &str, place: &str, span: Span) -> Fault {
    Fault::new(UNKNOWN, format!("`{tag}` is nothing that a {place} says, so it is passed over"), span)
}

fn unknown(tag: &str, span: Span, known: impl Iterator<Item = &'static str> + Clone) -> Fault {
    let fault = nothing(tag, RULE, span);
    if let Some(near) = nearest(tag, known.clone()) {
        return fault.help(format!("did you mean `{near}`?"));
    }
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    fault.help(format!("known here: {}", known.join(", ")))
}

/// Turns what is written into rules, and says what is wrong with it.
struct Reader<'r> {
    places: &'r Places<'r>,
    text: &'r str,
    told: Diagnostics,
}

impl Reader<'_> {
    fn warn(&mut self, fault: Fault) {
        self.told.warnings.push(*self.places.problem(fault));
    }

    fn refuse(&mut self, fault: Fault) {
        self.told.problems.push(*self.places.problem(fault));
    }

    /// How much has been told that is graver than a hint.
    fn count(&self) -> usize {
        self.told.problems.len() + self.told.warnings.len()
    }

    fn place(&self, span: Span) -> Place {
        self.places.place(span.start())
    }

    /// Says what is to be said of the file around its rules.
    fn whole(&mut self, sink: &RulesSink) {
        if let Some(fault) = blank(&sink.moved) {
            self.warn(fault);
        }
        if let Some(root) = sink.bare {
            self.warn(Fault::new("conversion-no-root", "the root is a rule: wrap it in `<rules>`", root));
        }
        for Written { text, span } in &sink.attributes {
            let span = self.name(text, *span);
            let fault =
                if sink.may_be_bare { unknown(text, span, [PATTERN].into_iter()) } else { nothing(text, "root", span) };
            self.warn(fault);
        }
        if sink.rules.is_empty() {
            self.warn(Fault::new("conversion-no-rule", "there is no rule in the file", sink.root));
        }
        self.strays(&sink.strays);
    }

    fn strays(&mut self, strays: &[(Stray, Written)]) {
        let mut has_text = false;
        for (stray, Written { text, span }) in strays {
            let fault = match stray {
                Stray::Tag => unknown(text, *span, [RULE].into_iter()),
                Stray::InField => nothing(text, "field", *span).help(FIELD_HELP),
                Stray::OfField => nothing(text, "field", self.name(text, *span)).help(FIELD_HELP),
                Stray::Text if has_text => continue,
                Stray::Text => {
                    has_text = true;
                    Fault::new(NO_EFFECT, "text outside of fields says nothing", *span)
                }
            };
            self.warn(fault);
        }
    }

    /// Where the name of an attribute stands, given its value's place.
    fn name(&self, name: &str, value: Span) -> Span {
        let before = self.text.get(..value.range().start).unwrap_or_default();
        before.rfind(name).map_or(value, |at| Span::of(at, at + name.len()))
    }

    /// A rule; `None` for one that cannot be used, of which everything is said that is wrong with it.
    fn rule(&mut self, written: RuleWritten) -> Option<ConversionRule> {
        let before = self.count();
        let RuleWritten { start_tag, pattern, attributes, fields, strays } = written;
        for Written { text, span } in attributes {
            let fault = unknown(&text, self.name(&text, span), [PATTERN].into_iter());
            // A rule that cannot be used is no mere warning.
            if pattern.is_none() && nearest(&text, [PATTERN]).is_some() {
                self.refuse(Fault { code: NO_PATTERN, ..fault });
                return None;
            }
            self.warn(fault);
        }
        self.strays(&strays);
        let compiled = if let Some(written) = &pattern {
            self.pattern(written)
        } else {
            let message = "a rule needs a `pattern`: which paths it is about";
            let fault = Fault::new(NO_PATTERN, message, start_tag);
            self.refuse(fault.help("write `<rule pattern=\"\\.fx$\">`; an empty pattern matches every path"));
            None
        };
        let fields = self.known(fields);
        let says = if fields.iter().any(|(field, _)| field.slot == Slot::SourcePattern) {
            self.built(fields).map(Says::Built)
        } else {
            Some(Says::Source(self.source(fields)))
        };
        let (region, excerpt) = self.places.shown(start_tag);
        let is_told = self.count() > before;
        let written = pattern?.text.into_boxed_str();
        Some(ConversionRule { region, excerpt, pattern: compiled?, written, is_told, says: says? })
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
                known.push((field, value.trimmed()));
            }
        }
        known
    }

    fn source(&mut self, fields: Vec<(&'static Field, Written)>) -> Fields {
        let mut says = Fields::default();
        for (field, value) in fields {
            let place = self.place(value.span);
            match field.slot {
                Slot::Root => says.root = self.truth(field, &value).map(|root| (root, place)),
                Slot::NoConversion if value.text.is_empty() => says.no_conversion = Some((true, place)),
                Slot::NoConversion => says.no_conversion = self.truth(field, &value).map(|is| (is, place)),
                Slot::Converter => says.converter = Some((value.text, place)),
                Slot::Params => says.params = Some((value.text, place)),
                Slot::SourceFormat | Slot::SourcePattern => {
                    let message = "`sourceFormat` says nothing without a `sourcePattern`";
                    self.warn(Fault::new(NO_EFFECT, message, value.span));
                }
            }
        }
        says
    }

    fn built(&mut self, fields: Vec<(&'static Field, Written)>) -> Option<Box<Built>> {
        let (mut pattern, mut format) = (Written::default(), None);
        for (field, value) in fields {
            match field.slot {
                Slot::SourcePattern => pattern = value,
                Slot::SourceFormat => format = Some(value),
                _ => {
                    let message = format!(
                        "`{}` says nothing in a rule with a `sourcePattern`, which is about built files",
                        field.name
                    );
                    let fault = Fault::new(NO_EFFECT, message, value.span);
                    self.warn(fault.help("say it of the source, in a rule of its own"));
                }
            }
        }
        if pattern.text.is_empty() {
            let fault =
                Fault::new(NO_PATTERN, "an empty `sourcePattern` is found between all characters", pattern.span);
            self.refuse(fault.help("write what is replaced, such as `\\.fxo$`"));
            return None;
        }
        let (region, excerpt) = self.places.shown(pattern.span);
        let compiled = self.pattern(&pattern)?;
        let place = self.place(format.as_ref().map_or(pattern.span, |format| format.span));
        let format = format.unwrap_or_default();
        let single = single_backslashes(&format.text);
        match Replacement::new(compiled, single.as_deref().unwrap_or(&format.text)) {
            Ok(replacement) => {
                self.doubled(single.as_deref(), format.span);
                Some(Box::new(Built { replacement, place, region, excerpt }))
            }
            Err(fault) => {
                self.refuse_in(fault, single.as_deref(), &format);
                None
            }
        }
    }

    /// What a text says that is to be `true` or `false`.
    fn truth(&mut self, field: &Field, value: &Written) -> Option<bool> {
        let text = &*value.text;
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
        let single = single_backslashes(&value.text);
        match Pattern::new(single.as_deref().unwrap_or(&value.text)) {
            Ok(pattern) => {
                self.doubled(single.as_deref(), value.span);
                Some(pattern)
            }
            Err(fault) => {
                self.refuse_in(fault, single.as_deref(), value);
                None
            }
        }
    }

    /// Gives a hint when backslashes were doubled, and became `single`.
    fn doubled(&mut self, single: Option<&str>, span: Span) {
        if let Some(single) = single {
            let fault = Fault::new("conversion-backslashes", "doubled backslashes are read as single ones", span);
            self.told.hints.push(*self.places.problem(fault.help(format!("write `{single}`"))));
        }
    }

    /// Refuses what is wrong with a text, where that is in the file, or where its backslashes were doubled and became `single`.
    fn refuse_in(&mut self, fault: Fault, single: Option<&str>, value: &Written) {
        let fault = match single {
            Some(single) => {
                let read = format!("doubled backslashes are read as single ones, so this is `{single}`");
                Fault { span: value.span, ..fault.help(read) }
            }
            None if value.is_as_written(self.text) => Fault { span: fault.span.shifted(value.span.start()), ..fault },
            None => Fault { span: value.span, ..fault },
        };
        self.refuse(fault);
    }
}

/// A text with single backslashes in place of doubled ones, if it has any.
fn single_backslashes(text: &str) -> Option<String> {
    text.contains(r"\\").then(|| text.replace(r"\\", r"\"))
}
