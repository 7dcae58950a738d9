//! Bytes → the rules of one file, and everything that is wrong with them.

use assay_document::format::{Document, Unusable};
use assay_document::text::{Fault, IssueCode, Pattern, Place, Span, nearest};
use assay_report::{Diagnostics, Places};

use super::draft::{DraftPattern, Import, RuleDraft};
use super::field::{ElementSlot, FIELDS, HEADS, RuleElement};
use super::mend::{Moved, without_blanks};
use super::replacement::{SourceFormat, is_searchable};
use super::rule::{PlacedField, RuleFields, SourcePattern, WrittenFormat};
use super::written::{PATTERN, RULE, RuleWritten, RulesSink, StrayContent, WrittenText};

/// The help about where a field has its value.
const FIELD_HELP: &str = "what a field says is the text between its tags";

/// Reads the file at `path`. Rules that cannot be used are reported and left out; the others count. Returns no rules if the
/// file is not readable XML.
pub(super) fn read(path: &str, bytes: Vec<u8>) -> (Option<Vec<RuleDraft>>, Diagnostics) {
    let mut told = Diagnostics::default();
    let document = match Document::decode(path, bytes) {
        Ok(document) => document,
        Err(Unusable::Undecodable(undecodable)) => {
            told.problems.push(*Places::of(&undecodable.text, path).problem(undecodable.malformed));
            return (None, told);
        }
        Err(unusable) => {
            let fault = Fault::new(IssueCode::FileUnreadable, unusable.to_string(), Span::at(0));
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
        let is_no_tag = fault.code == IssueCode::XmlTagName;
        let fault = if is_no_tag { fault.help("for a `<` that begins no tag, write `&lt;`") } else { fault };
        told.problems.push(*places.problem(fault));
        return (None, told);
    }
    let mut reader = ConversionReader { places: &places, text: written, told };
    reader.whole(&sink);
    let mut rules: Vec<RuleDraft> = Vec::new();
    for written in sink.rules {
        let Some(draft) = reader.rule(written) else { continue };
        if let Some((name, place)) = &draft.name
            && rules.iter().any(|other| other.name.as_ref().is_some_and(|(known, _)| known == name))
        {
            reader.warn(Fault::new(
                IssueCode::ConversionRepeated,
                format!("two rules are called `{name}`: the first one counts"),
                *place,
            ));
        }
        rules.push(draft);
    }
    (Some(rules), reader.told)
}

/// Returns one warning about all tags with blanks after `<`, at the first of them; `None` if there are none.
fn blank(moved: &[Moved]) -> Option<Fault> {
    let (Moved { now, written }, others) = moved.split_first()?;
    let others = match others.len() {
        0 => String::new(),
        count => format!(", and in {count} other tags"),
    };
    let message = format!("a tag begins right behind `<`: the blanks there are passed over{others}");
    let fault = Fault::new(IssueCode::ConversionBlank, message, Span::of(now.range().start, written.range().start));
    Some(fault.help("take them out: other programs that read XML refuse the file"))
}

/// Returns the fault of a tag or an attribute that is unknown in a `place`: a `rule`, the `root` or a `field`.
fn nothing(tag: &str, place: &str, span: Span) -> Fault {
    Fault::new(
        IssueCode::ConversionUnknownTag,
        format!("`{tag}` is nothing that a {place} says, so it is passed over"),
        span,
    )
}

fn unknown(tag: &str, span: Span, known: impl Iterator<Item = &'static str> + Clone) -> Fault {
    let fault = nothing(tag, RULE, span);
    if let Some(near) = nearest(tag, known.clone()) {
        return fault.help(format!("did you mean `{near}`?"));
    }
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    fault.help(format!("known here: {}", known.join(", ")))
}

/// Turns the parsed file into rules, and reports their problems.
struct ConversionReader<'r> {
    places: &'r Places<'r>,
    text: &'r str,
    told: Diagnostics,
}

impl ConversionReader<'_> {
    fn warn(&mut self, fault: Fault) {
        self.told.warnings.push(*self.places.problem(fault));
    }

    fn refuse(&mut self, fault: Fault) {
        self.told.problems.push(*self.places.problem(fault));
    }

    /// Returns the number of problems and warnings so far.
    fn count(&self) -> usize {
        self.told.problems.len() + self.told.warnings.len()
    }

    fn place(&self, span: Span) -> Place {
        self.places.place(span.start())
    }

    /// Reports the problems of the file outside of its rules.
    fn whole(&mut self, sink: &RulesSink) {
        if let Some(fault) = blank(&sink.moved) {
            self.warn(fault);
        }
        if let Some(root) = sink.bare {
            self.warn(Fault::new(IssueCode::ConversionNoRoot, "the root is a rule: wrap it in `<rules>`", root));
        }
        for WrittenText { text, span } in &sink.attributes {
            let span = self.name(text, *span);
            let fault =
                if sink.may_be_bare { unknown(text, span, [PATTERN].into_iter()) } else { nothing(text, "root", span) };
            self.warn(fault);
        }
        if sink.rules.is_empty() {
            self.warn(Fault::new(IssueCode::ConversionNoRule, "there is no rule in the file", sink.root));
        }
        self.strays(&sink.strays);
    }

    fn strays(&mut self, strays: &[(StrayContent, WrittenText)]) {
        let mut has_text = false;
        for (stray, WrittenText { text, span }) in strays {
            let fault = match stray {
                StrayContent::Tag => unknown(text, *span, [RULE].into_iter()),
                StrayContent::InField => nothing(text, "field", *span).help(FIELD_HELP),
                StrayContent::OfField => nothing(text, "field", self.name(text, *span)).help(FIELD_HELP),
                StrayContent::Text if has_text => continue,
                StrayContent::Text => {
                    has_text = true;
                    Fault::new(IssueCode::ConversionNoEffect, "text outside of fields says nothing", *span)
                }
            };
            self.warn(fault);
        }
    }

    /// Returns the place of the name of an attribute, given the place of its value.
    fn name(&self, name: &str, value: Span) -> Span {
        let before = self.text.get(..value.range().start).unwrap_or_default();
        before.rfind(name).map_or(value, |at| Span::of(at, at + name.len()))
    }

    /// Reads a rule; returns `None` if it cannot be used, after everything wrong with it has been reported.
    fn rule(&mut self, written: RuleWritten) -> Option<RuleDraft> {
        let before = self.count();
        let RuleWritten { start_tag, heads, attributes, fields, strays } = written;
        let has_pattern = heads[0].is_some();
        for WrittenText { text, span } in attributes {
            let fault = unknown(&text, self.name(&text, span), HEADS.iter().map(|(name, _)| *name));
            // A rule that cannot be used is more than a warning.
            if !has_pattern && nearest(&text, [PATTERN]).is_some() {
                self.refuse(Fault { code: IssueCode::ConversionNoPattern, ..fault });
                return None;
            }
            self.warn(fault);
        }
        self.strays(&strays);
        let (fields, heads) = self.known(fields, heads);
        let [pattern, name, import] = heads;
        let compiled = match &pattern {
            Some(written) => self.full_pattern(written).map(Some),
            None => Some(None),
        };
        let (region, excerpt) = self.places.shown(start_tag);
        let fields = self.fields(fields)?;
        let is_reported = self.count() > before;
        let pattern = compiled?
            .zip(pattern)
            .map(|(pattern, written)| DraftPattern { pattern, written: written.text.into_boxed_str() });
        let import = import.map(|WrittenText { text, span }| {
            let (region, excerpt) = self.places.shown(span);
            Import { name: text, region, excerpt }
        });
        let name = name.map(|WrittenText { text, span }| (text, span));
        Some(RuleDraft { name, import, pattern, region, excerpt, is_reported, fields })
    }

    /// Separates the fields of a rule, each once, from what its attributes may say, too.
    fn known(
        &mut self,
        fields: Vec<(WrittenText, WrittenText)>,
        mut heads: [Option<WrittenText>; HEADS.len()],
    ) -> (Vec<(&'static RuleElement, WrittenText)>, [Option<WrittenText>; HEADS.len()]) {
        let mut known: Vec<(&'static RuleElement, WrittenText)> = Vec::new();
        for (tag, value) in fields {
            let Some(field) = FIELDS.iter().find(|field| field.name == tag.text) else {
                self.warn(unknown(&tag.text, tag.span, FIELDS.iter().map(|field| field.name)));
                continue;
            };
            let head = match field.slot {
                ElementSlot::Head(head) => HEADS.iter().position(|(_, known)| *known == head),
                _ => None,
            };
            let is_repeated = match head {
                Some(head) => heads[head].is_some(),
                None => known.iter().any(|(other, _)| other.slot == field.slot),
            };
            if is_repeated {
                let message = format!("`{}` occurs twice: the first one counts", field.name);
                self.warn(Fault::new(IssueCode::ConversionRepeated, message, tag.span));
            } else if let Some(head) = head {
                heads[head] = Some(value.trimmed());
            } else {
                known.push((field, value.trimmed()));
            }
        }
        (known, heads)
    }

    /// Reads the fields of a rule; returns `None` if the rule cannot be used.
    fn fields(&mut self, written: Vec<(&'static RuleElement, WrittenText)>) -> Option<RuleFields> {
        let mut fields = RuleFields::default();
        let mut format = None;
        for (field, value) in written {
            let place = self.place(value.span);
            match field.slot {
                ElementSlot::Root => fields.root = self.truth(field, &value).map(|root| (root, place)),
                ElementSlot::NoConversion if value.text.is_empty() => {
                    let message = "an empty `noConversion` does not exclude the file: it counts as `false`";
                    let fault = Fault::new(IssueCode::ConversionEmpty, message, value.span);
                    self.warn(fault.help("to exclude the file, write `<noConversion>true</noConversion>`"));
                    fields.no_conversion = Some((false, place));
                }
                ElementSlot::NoConversion => fields.no_conversion = self.truth(field, &value).map(|is| (is, place)),
                ElementSlot::Converter => fields.converter = Some((value.text, place)),
                ElementSlot::Params => fields.params = Some((value.text, place)),
                ElementSlot::SourcePattern => fields.source_pattern = Some((self.source_pattern(&value)?, place)),
                ElementSlot::SourceFormat => format = Some((value, place)),
                // Taken out before.
                ElementSlot::Head(_) => {}
            }
        }
        if let Some((value, place)) = format {
            fields.source_format = self.source_format(&value, place, fields.source_pattern.as_ref())?;
        }
        Some(fields)
    }

    fn source_pattern(&mut self, value: &WrittenText) -> Option<SourcePattern> {
        if value.text.is_empty() {
            let fault = Fault::new(
                IssueCode::ConversionNoPattern,
                "an empty `sourcePattern` matches between all characters",
                value.span,
            );
            self.refuse(fault.help("write what is replaced, such as `\\.fxo$`"));
            return None;
        }
        let (region, excerpt) = self.places.shown(value.span);
        let pattern = self.pattern(value)?;
        if !is_searchable(&pattern) {
            let message = "the `sourcePattern` is too large with its groups";
            self.refuse(Fault::new(IssueCode::PatternTooLarge, message, value.span));
            return None;
        }
        Some(SourcePattern { pattern, region, excerpt })
    }

    /// Reads a `sourceFormat`; returns `None` if it names a group that the rule's own `sourcePattern` does not have.
    fn source_format(
        &mut self,
        value: &WrittenText,
        place: Place,
        source: Option<&(SourcePattern, Place)>,
    ) -> Option<PlacedField<WrittenFormat>> {
        let single = single_backslashes(&value.text);
        let format = SourceFormat::parse(single.as_deref().unwrap_or(&value.text)).and_then(|format| {
            source.map_or(Ok(()), |(source, _)| format.fits(&source.pattern))?;
            Ok(format)
        });
        match format {
            Ok(format) => {
                self.doubled(single.as_deref(), value.span);
                Some(Some((WrittenFormat { format, written: value.text.clone() }, place)))
            }
            Err(fault) => {
                self.refuse_in(fault, single.as_deref(), value);
                None
            }
        }
    }

    /// Reads the value of a field that takes `true` or `false`, in any letter case. Reports any other text as a problem
    /// and returns `None`.
    fn truth(&mut self, field: &RuleElement, value: &WrittenText) -> Option<bool> {
        let text = &*value.text;
        if let Some(is) =
            [("true", true), ("false", false)].into_iter().find(|(word, _)| text.eq_ignore_ascii_case(word))
        {
            return Some(is.1);
        }
        let found = if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
        let message = format!("`{}` holds {}, and this is {found}: it is passed over", field.name, field.takes);
        self.refuse(Fault::new(IssueCode::ConversionNoTruthValue, message, value.span));
        None
    }

    /// Compiles a pattern that has to match a whole path.
    fn full_pattern(&mut self, value: &WrittenText) -> Option<Pattern> {
        let searched = self.pattern(value)?;
        match Pattern::new(&full(searched.source())) {
            Ok(pattern) => Some(pattern),
            Err(fault) => {
                self.refuse(Fault { span: value.span, ..fault });
                None
            }
        }
    }

    /// Compiles a regular expression, in which doubled backslashes stand for single ones: no path holds a backslash.
    fn pattern(&mut self, value: &WrittenText) -> Option<Pattern> {
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
            let fault =
                Fault::new(IssueCode::ConversionBackslashes, "doubled backslashes are read as single ones", span);
            self.told.hints.push(*self.places.problem(fault.help(format!("write `{single}`"))));
        }
    }

    /// Refuses what is wrong with a text, where that is in the file, or where its backslashes were doubled and became `single`.
    fn refuse_in(&mut self, fault: Fault, single: Option<&str>, value: &WrittenText) {
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

/// Returns a pattern that matches a path if `pattern` matches all of it.
pub(super) fn full(pattern: &str) -> String {
    // Flags of the whole pattern have to stay at its start.
    let is_flags = |flags: &&str| flags.bytes().all(|byte| byte.is_ascii_lowercase());
    let flags = pattern.strip_prefix("(?").and_then(|rest| rest.split_once(')')).map(|(flags, _)| flags);
    let length = flags.filter(is_flags).map_or(0, |flags| "(?)".len() + flags.len());
    let (flags, rest) = pattern.split_at(length);
    format!(r"{flags}\A(?:{rest})\z")
}

/// A text with single backslashes in place of doubled ones, if it has any.
pub(super) fn single_backslashes(text: &str) -> Option<String> {
    text.contains(r"\\").then(|| text.replace(r"\\", r"\"))
}
