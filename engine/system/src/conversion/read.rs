//! Reads the rules of one file, and reports its mistakes.

use assay_document::format::{Document, NoDocument};
use assay_document::text::{Fault, IssueCode, Pattern, Span, nearest};
use assay_report::{Diagnostics, Places};

use super::draft::{DraftPattern, Import, RuleDraft};
use super::field::{FIELDS, Field, HEADS, PATTERN};
use super::repair::{Moved, without_blanks};
use super::replacement::{SourceFormat, is_searchable};
use super::rule::{FieldValue, RuleFields, SourcePattern, WrittenFormat};
use crate::no_document::no_document;
use crate::tree::{self, TreeAttribute, TreeNode};

/// The attributes of a rule, in the order of [`HEADS`].
type Heads = [Option<WrittenText>; HEADS.len()];

/// The help for a value of a field that is in the wrong place.
const FIELD_HELP: &str = "write the value of a field as text between its tags";

const RULE: &str = "rule";

/// The maximum depth of elements. Fields are on the third level; deeper elements have been reported, and are left out.
const MAX_DEPTH: usize = 16;

/// Reads the file at `path`. Rules that cannot be used are reported and left out. Without readable XML, returns `None`.
pub(super) fn read(path: &str, bytes: Vec<u8>) -> (Option<Vec<RuleDraft>>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let document = match Document::decode(path, bytes) {
        Ok(document) => document,
        Err(reason) => {
            diagnostics.problems.push(no_document(path, NoDocument::Unusable { reason, size: 0 }));
            return (None, diagnostics);
        }
    };
    let (mut moved, mut written) = (Vec::new(), None);
    let document = document.repaired(|text| {
        let (made, names) = without_blanks(text);
        moved = names;
        written = made.is_some().then(|| text.to_owned());
        made
    });
    let read = tree::read(&document, MAX_DEPTH);
    // Messages quote the file as written, not the repaired text.
    let written = written.as_deref().or(document.text()).unwrap_or_default();
    let places = Places::of(written, path);
    let root = match read {
        Ok(tree) => tree.root,
        Err(fault) => {
            // Authors write `a < b` in parameters, and XML reads the `<` as the start of a tag.
            let is_no_tag = fault.code == IssueCode::XmlTagName;
            let fault = if is_no_tag { fault.help("write `&lt;` for a `<` that does not begin a tag") } else { fault };
            diagnostics.problems.push(*places.problem(fault));
            return (None, diagnostics);
        }
    };
    let mut reader = ConversionReader { places: &places, text: written, moved, diagnostics };
    let mut rules: Vec<RuleDraft> = Vec::new();
    for node in reader.read_root(&root) {
        let Some(draft) = reader.rule(node) else { continue };
        if let Some((name, place)) = &draft.name
            && rules.iter().any(|other| other.name.as_ref().is_some_and(|(known, _)| known == name))
        {
            let message = format!("two rules are called `{name}`: the first one is used");
            reader.warn(Fault::new(IssueCode::ConversionRepeated, message, *place));
        }
        rules.push(draft);
    }
    (Some(rules), reader.diagnostics)
}

/// Returns one warning about all tags with spaces after `<`, at the first of them; `None` if no tag has such spaces.
fn blank(moved: &[Moved]) -> Option<Fault> {
    let (Moved { now, written }, others) = moved.split_first()?;
    let others = match others.len() {
        0 => String::new(),
        1 => ", here and in one other tag".to_owned(),
        count => format!(", here and in {count} other tags"),
    };
    let message = format!("spaces after the `<` of a tag are not valid XML and are ignored{others}");
    let fault = Fault::new(IssueCode::ConversionBlank, message, Span::of(now.range().start, written.range().start));
    Some(fault.help("remove them: other programs that read XML reject the file"))
}

/// Returns the fault of a tag or an attribute that is unknown in a `place`: a `rule`, the `root` or a `field`.
fn unknown_name(tag: &str, place: &str, span: Span) -> Fault {
    Fault::new(IssueCode::ConversionUnknownTag, format!("`{tag}` is unknown in a {place}, so it is ignored"), span)
}

fn unknown_fault(tag: &str, span: Span, known: &[&str]) -> Fault {
    let help = match nearest(tag, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known here: `{}`", known.join("`, `")),
    };
    unknown_name(tag, RULE, span).help(help)
}

/// Turns the parsed file into rules, and reports their problems.
struct ConversionReader<'r> {
    places: &'r Places<'r>,
    text: &'r str,
    /// Names that were moved when the text was repaired, in the order of their places.
    moved: Vec<Moved>,
    diagnostics: Diagnostics,
}

impl ConversionReader<'_> {
    fn warn(&mut self, fault: Fault) {
        self.diagnostics.warnings.push(*self.places.problem(fault));
    }

    fn refuse(&mut self, fault: Fault) {
        self.diagnostics.problems.push(*self.places.problem(fault));
    }

    /// Returns the number of problems and warnings so far.
    fn count(&self) -> usize {
        self.diagnostics.problems.len() + self.diagnostics.warnings.len()
    }

    /// Returns the rules of the file, and reports problems outside of rules. Rules are children of the root, which may
    /// have any name. A root that has a pattern is a rule itself.
    fn read_root<'n>(&mut self, root: &'n TreeNode) -> Vec<&'n TreeNode> {
        if let Some(fault) = blank(&self.moved) {
            self.warn(fault);
        }
        let may_be_rule = root.name == RULE;
        if may_be_rule && root.attribute(PATTERN).is_some() {
            let message = "the root is a rule: wrap it in `<rules>`";
            self.warn(Fault::new(IssueCode::ConversionNoRoot, message, root.span));
            return vec![root];
        }
        // Attributes for namespaces and schemas are about the form of the file.
        let is_own = |name: &str| !name.starts_with("xml") && !name.contains(':');
        for TreeAttribute { name, span, .. } in root.attributes.iter().filter(|it| is_own(&it.name)) {
            let span = self.name(name, *span);
            self.warn(if may_be_rule {
                unknown_fault(name, span, &[PATTERN])
            } else {
                unknown_name(name, "root", span)
            });
        }
        let (rules, others): (Vec<_>, Vec<_>) = root.children.iter().partition(|node| node.name == RULE);
        if rules.is_empty() {
            self.warn(Fault::new(IssueCode::ConversionNoRule, "there is no rule in the file", root.span));
        }
        for node in others {
            self.warn(unknown_fault(&node.name, self.tag(node), &[RULE]));
        }
        self.report_outside(root);
        rules
    }

    /// Reports text of the root or of a rule that is outside of fields.
    fn report_outside(&mut self, node: &TreeNode) {
        if let Some(start) = node.text_start {
            let message = "text outside of fields has no effect";
            self.warn(Fault::new(IssueCode::ConversionNoEffect, message, Span::at(start)));
        }
    }

    /// Returns the place of an element's tag in the file.
    fn tag(&self, node: &TreeNode) -> Span {
        let found = self.moved.binary_search_by_key(&node.name_span.start(), |name| name.now.start());
        found.map_or(node.name_span, |at| self.moved[at].written)
    }

    /// Returns the place of an attribute's name, given the place of its value.
    fn name(&self, name: &str, value: Span) -> Span {
        let before = self.text.get(..value.range().start).unwrap_or_default();
        before.rfind(name).map_or(value, |at| Span::of(at, at + name.len()))
    }

    /// Reads a rule and reports its problems. Returns `None` if the rule cannot be used.
    fn rule(&mut self, rule: &TreeNode) -> Option<RuleDraft> {
        let before = self.count();
        let heads = HEADS.map(|name| {
            let TreeAttribute { value, span, .. } = rule.attribute(name)?;
            Some(WrittenText { text: value.clone(), span: *span })
        });
        for TreeAttribute { name, span, .. } in rule.attributes.iter().filter(|it| !HEADS.contains(&&*it.name)) {
            let fault = unknown_fault(name, self.name(name, *span), &HEADS);
            // A misspelt pattern makes the rule unusable, so it is a problem and not a warning.
            if heads[0].is_none() && nearest(name, [PATTERN]).is_some() {
                self.refuse(Fault { code: IssueCode::ConversionNoPattern, ..fault });
                return None;
            }
            self.warn(fault);
        }
        // A field has neither attributes nor elements.
        for field in &rule.children {
            for TreeAttribute { name, span, .. } in &field.attributes {
                self.warn(unknown_name(name, "field", self.name(name, *span)).help(FIELD_HELP));
            }
            for node in &field.children {
                self.warn(unknown_name(&node.name, "field", self.tag(node)).help(FIELD_HELP));
            }
        }
        self.report_outside(rule);
        let (fields, [pattern, name, import]) = self.split_fields(rule, heads);
        let compiled = match &pattern {
            Some(written) => self.full_pattern(written).map(Some),
            None => Some(None),
        };
        let (region, excerpt) = self.places.region_and_excerpt(rule.span);
        let fields = self.fields(fields)?;
        let is_reported = self.count() > before;
        let pattern = compiled?
            .zip(pattern)
            .map(|(pattern, written)| DraftPattern { pattern, written: written.text.into_boxed_str() });
        let import = import.map(|WrittenText { text, span }| {
            let (region, excerpt) = self.places.region_and_excerpt(span);
            Import { name: text, region, excerpt }
        });
        let name = name.map(|WrittenText { text, span }| (text, span));
        Some(RuleDraft { name, import, pattern, region, excerpt, is_reported, fields })
    }

    /// Separates the fields of a rule, each once, from the attributes that are written as elements.
    fn split_fields(&mut self, rule: &TreeNode, mut heads: Heads) -> (Vec<(Field, WrittenText)>, Heads) {
        let mut known: Vec<(Field, WrittenText)> = Vec::new();
        for node in &rule.children {
            let (tag, name) = (self.tag(node), node.name.as_str());
            let value = WrittenText::of_field(node, tag);
            let is_repeated = if let Some(head) = HEADS.iter().position(|head| *head == name) {
                let is_repeated = heads[head].is_some();
                heads[head].get_or_insert(value);
                is_repeated
            } else if let Some((_, field)) = FIELDS.into_iter().find(|(field, _)| *field == name) {
                let is_repeated = known.iter().any(|(other, _)| *other == field);
                known.extend((!is_repeated).then_some((field, value)));
                is_repeated
            } else {
                let all: Vec<&str> = FIELDS.into_iter().map(|(field, _)| field).chain(HEADS).collect();
                self.warn(unknown_fault(name, tag, &all));
                continue;
            };
            if is_repeated {
                let message = format!("`{name}` occurs twice: the first one is used");
                self.warn(Fault::new(IssueCode::ConversionRepeated, message, tag));
            }
        }
        (known, heads)
    }

    /// Reads the fields of a rule; returns `None` if the rule cannot be used.
    fn fields(&mut self, written: Vec<(Field, WrittenText)>) -> Option<RuleFields> {
        let mut fields = RuleFields::default();
        let mut format = None;
        for (field, value) in written {
            let place = self.places.place(value.span.start());
            let read = match field {
                Field::NoConversion if value.text.is_empty() => {
                    let message = "an empty `noConversion` does not exclude the file: it counts as `false`";
                    let fault = Fault::new(IssueCode::ConversionEmpty, message, value.span);
                    self.warn(fault.help("to exclude the file, write `<noConversion>true</noConversion>`"));
                    Some(FieldValue::Flag(false))
                }
                Field::Root | Field::NoConversion => {
                    self.read_boolean(field.result_name(), &value).map(FieldValue::Flag)
                }
                Field::Converter | Field::Params => Some(FieldValue::Text(value.text)),
                Field::SourcePattern => Some(FieldValue::Pattern(self.source_pattern(&value)?)),
                Field::SourceFormat => {
                    // It is parsed later: its groups are those of the pattern, which may come after it.
                    format = Some((value, place));
                    None
                }
            };
            if let Some(read) = read {
                fields.set(field, read, place);
            }
        }
        if let Some((value, place)) = format {
            let source = fields.source_pattern();
            let format = self.parse(&value, |text| {
                let format = SourceFormat::parse(text)?;
                // It may name only groups that the rule's own pattern has.
                source.map_or(Ok(()), |source| format.fits(&source.pattern))?;
                Ok(format)
            })?;
            fields.set(Field::SourceFormat, FieldValue::Format(WrittenFormat { format, written: value.text }), place);
        }
        Some(fields)
    }

    fn source_pattern(&mut self, value: &WrittenText) -> Option<SourcePattern> {
        if value.text.is_empty() {
            let message = "an empty `sourcePattern` matches between all characters";
            let fault = Fault::new(IssueCode::ConversionNoPattern, message, value.span);
            self.refuse(fault.help("write a pattern for the part to replace, such as `\\.fxo$`"));
            return None;
        }
        let (region, excerpt) = self.places.region_and_excerpt(value.span);
        let pattern = self.parse(value, Pattern::new)?;
        if !is_searchable(&pattern) {
            let message = "the `sourcePattern` is too large with its groups";
            self.refuse(Fault::new(IssueCode::PatternTooLarge, message, value.span));
            return None;
        }
        Some(SourcePattern { pattern, region, excerpt })
    }

    /// Reads `true` or `false`, in any letter case. Reports any other text as a problem and returns `None`.
    fn read_boolean(&mut self, field: &str, value: &WrittenText) -> Option<bool> {
        let text = &*value.text;
        let is_word = |word: &&str| text.eq_ignore_ascii_case(word);
        if let Some(word) = ["true", "false"].iter().find(|word| is_word(word)) {
            return Some(*word == "true");
        }
        let found = if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
        let message = format!("`{field}` must be `true` or `false`, not {found}, and is ignored");
        self.refuse(Fault::new(IssueCode::ConversionNoTruthValue, message, value.span));
        None
    }

    /// Compiles a pattern that has to match a whole path.
    fn full_pattern(&mut self, value: &WrittenText) -> Option<Pattern> {
        // It is compiled as written first, because the places of mistakes are those in the written pattern.
        let searched = self.parse(value, Pattern::new)?;
        let refused = |fault| self.refuse(Fault { span: value.span, ..fault });
        Pattern::new(&full(searched.source())).map_err(refused).ok()
    }

    /// Parses a pattern or a format. Double backslashes are read as single ones, with a hint, because no path contains
    /// a backslash. A fault is reported at its place in the file.
    fn parse<T>(&mut self, value: &WrittenText, parse: impl FnOnce(&str) -> Result<T, Fault>) -> Option<T> {
        let single = single_backslashes(&value.text);
        let doubled = "doubled backslashes are read as single ones";
        match (parse(single.as_deref().unwrap_or(&value.text)), single) {
            (Ok(parsed), single) => {
                let fault = Fault::new(IssueCode::ConversionBackslashes, doubled, value.span);
                let hint = single.map(|single| *self.places.problem(fault.help(format!("write `{single}`"))));
                self.diagnostics.hints.extend(hint);
                return Some(parsed);
            }
            (Err(fault), Some(single)) => {
                let fault = fault.help(format!("{doubled}, so this is `{single}`"));
                self.refuse(Fault { span: value.span, ..fault });
            }
            (Err(fault), None) if value.is_as_written(self.text) => {
                self.refuse(Fault { span: fault.span.shifted(value.span.start()), ..fault });
            }
            (Err(fault), None) => self.refuse(Fault { span: value.span, ..fault }),
        }
        None
    }
}

/// A string of the file.
#[derive(Clone, Debug)]
struct WrittenText {
    text: String,
    span: Span,
}

impl WrittenText {
    /// Returns the text of an element, with its place. White space at both ends, which authors add for legibility, is
    /// left out. `tag` is the place of the element's tag.
    fn of_field(element: &TreeNode, tag: Span) -> Self {
        let Some(text) = &element.text else { return Self { text: String::new(), span: tag } };
        let (trimmed, span) = (text.trim().to_owned(), element.text_span);
        match element.text_start {
            // If it contains entities, places inside it are unknown.
            Some(start) if span.len() as usize == text.len() => {
                let start = start as usize;
                Self { span: Span::of(start, start + trimmed.len()), text: trimmed }
            }
            _ => Self { text: trimmed, span },
        }
    }

    /// Returns true if the file contains exactly this text at its place.
    fn is_as_written(&self, file: &str) -> bool {
        file.get(self.span.range()) == Some(&*self.text)
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

/// Returns the string with single backslashes in place of double ones; `None` if it has no double ones.
pub(super) fn single_backslashes(text: &str) -> Option<String> {
    text.contains(r"\\").then(|| text.replace(r"\\", r"\"))
}
