//! Reads the fields of a rule.

use assay_document::source::file_name;
use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::Diagnostics;
use assay_step::Filter;

use super::document::{Entries, RuleScalar, RuleValue, WrittenNode, entry};
use super::fields::{FIELDS, Field, FieldNeed, RuleFieldKind};
use super::file_text::{FileText, Reporter, suggest_or_help};
use super::overrides::SwitchedOff;
use super::spec::{RuleSpec, SpecList};

/// The names that other tools use for fields, each with the name of the field in Assay.
const FIELD_ALIASES: &[(&str, &str)] = &[
    ("file", "rpath"),
    ("files", "rpath"),
    ("glob", "rpath"),
    ("include", "rpath"),
    ("exclude", "not_rpath"),
    ("select", "xpath"),
    ("selector", "xpath"),
    ("query", "xpath"),
    ("extract", "xpath"),
    ("jsonpath", "xpath"),
    ("where", "filter"),
    ("check", "condition"),
    ("assert", "condition"),
    ("expect", "condition"),
    ("must", "condition"),
    ("function", "func_str"),
    ("code", "func_str"),
];

/// The position of a rule in its file. A rule without a name is called `FILE#NUMBER`.
pub(super) struct RulePosition<'s> {
    /// The key of a rule in a mapping from name to rule.
    pub key: Option<&'s RuleScalar>,
    /// The index of the rule among all rules of the file, from 1.
    pub number: usize,
    /// The range of the rule in the file.
    pub span: Span,
}

impl RuleSpec {
    /// Reads the fields of one rule.
    pub fn read(entries: &Entries, position: &RulePosition<'_>, file: &FileText<'_>, out: &mut Diagnostics) -> Self {
        let given =
            entry(entries, "name").and_then(|(_, node)| node.as_text()).filter(|name| !name.text.trim().is_empty());
        let name = position.key.or(given.as_ref());
        let file_name = file_name(file.path);
        let mut spec = Self {
            called: name.map_or_else(|| format!("{file_name}#{}", position.number), |name| name.text.trim().to_owned()),
            place: name.map_or_else(|| entries.first().map_or(position.span, |(key, _)| key.span), |name| name.span),
            ..Self::default()
        };
        let mut reader = RuleReader { report: Reporter::new(file), spec: &mut spec };
        // A rule that is switched off may be unfinished, so its other fields are not validated.
        reader.switch(entries);
        if reader.spec.is_enabled() {
            reader.fields(entries);
            reader.needs(entries, position, given.as_ref());
        }
        let RuleReader { report, .. } = reader;
        out.extend(report.of_rule(&spec.called));
        spec
    }
}

struct RuleReader<'r, 's> {
    report: Reporter<'r>,
    spec: &'s mut RuleSpec,
}

impl RuleReader<'_, '_> {
    fn switch(&mut self, entries: &Entries) {
        for (key, node) in entries {
            if let Some(field) = Field::named(&key.text).filter(|field| field.kind == RuleFieldKind::Flag)
                && !node.is_empty()
            {
                match flag(node) {
                    Some(value) => self.spec.off = (!value).then_some(SwitchedOff::Itself),
                    None => self.wrong_kind(field, node),
                }
            }
        }
    }

    fn fields(&mut self, entries: &Entries) {
        for (at, (key, node)) in entries.iter().enumerate() {
            let Some(field) = Field::named(&key.text) else {
                match (key.text.as_str(), &node.value) {
                    // The alias has been reported.
                    ("<<", RuleValue::Unusable) => self.spec.has_errors = true,
                    // Other tools merge here. As an unknown field it would be a warning, and the rule would run without
                    // the merged fields.
                    ("<<", _) => self.merge(key),
                    _ => self.report_unknown(key),
                }
                continue;
            };
            if let Some((first, _)) = entry(&entries[..at], field.name) {
                self.report_repeated(key, first);
            } else if !node.is_empty() {
                self.field(field, node);
            }
        }
    }

    fn field(&mut self, field: &'static Field, node: &WrittenNode) {
        match (field.kind, &node.value) {
            (_, RuleValue::Unusable) => self.spec.has_errors = true,
            (RuleFieldKind::Flag, _) => {}
            (RuleFieldKind::Text, RuleValue::Text(text)) if is_in_curly_quotes(field, text) => self.curly_quotes(text),
            (RuleFieldKind::Text, RuleValue::Text(text)) => self.spec.texts.push((field.name, text.clone())),
            // A number or boolean in place of a string means what is written, such as `filter: 12`.
            (RuleFieldKind::Text, RuleValue::Number(_) | RuleValue::Bool(_)) => {
                self.spec.texts.extend(node.as_text().map(|text| (field.name, text)));
            }
            (RuleFieldKind::List, RuleValue::List(items)) => {
                self.spec.condition = Some(SpecList { items: items.clone(), span: node.span });
            }
            (RuleFieldKind::Shown, _) => match display_strings(node) {
                Some(texts) => self.spec.display_fields.push((field.name, texts)),
                None if node.items().iter().any(|item| matches!(item.value, RuleValue::Unusable)) => {}
                None => self.warn_not_displayed(field, node),
            },
            _ => self.wrong_kind(field, node),
        }
    }

    fn needs(&mut self, entries: &Entries, position: &RulePosition<'_>, given: Option<&RuleScalar>) {
        // A merged mapping might have contained them.
        let merges = entries.iter().any(|(key, _)| key.text == "<<");
        for field in FIELDS.iter().filter(|field| field.need == FieldNeed::Required && !merges) {
            let found = entry(entries, field.name);
            if found.is_none_or(|(_, node)| node.is_empty()) {
                self.spec.has_errors = true;
                let (message, span) = match found {
                    Some((key, _)) => (format!("`{}` is empty", field.name), key.span),
                    None => (format!("the rule has no `{}`", field.name), self.spec.place),
                };
                let fault = Fault::new(IssueCode::RuleMissingField, message, span);
                self.report.problem(fault.help(format!("`{}`: {}", field.name, field.doc)));
            }
        }
        match (position.key, given) {
            (None, None) => {
                let message = format!("the rule has no `name`; it is called `{}`", self.spec.called);
                let fault = Fault::new(IssueCode::RuleWithoutName, message, self.spec.place);
                self.report.warning(fault.help("give it a name: this one changes when rules are added in front of it"));
            }
            (Some(key), Some(given)) if key.text.trim() != given.text.trim() => {
                let message = format!("the rule is called `{}` by its key; this `name` is ignored", self.spec.called);
                self.report.warning(Fault::new(IssueCode::RuleTwoNames, message, given.span));
            }
            _ => {}
        }
    }

    fn report_unknown(&mut self, key: &RuleScalar) {
        let fault = Fault::new(IssueCode::RuleUnknownField, format!("unknown field `{}`", key.text), key.span);
        let alias = FIELD_ALIASES.iter().find(|(alias, _)| key.text.eq_ignore_ascii_case(alias)).map(|&(_, name)| name);
        let suggestion = alias.or_else(|| nearest(&key.text, FIELDS.iter().map(|field| field.name)));
        let help = "it has no effect; see the fields that a rule can have";
        self.report.warning(suggest_or_help(fault, suggestion, help));
    }

    fn merge(&mut self, key: &RuleScalar) {
        self.spec.has_errors = true;
        self.report.problem(
            Fault::new(IssueCode::RuleMerge, "rule files have no merge keys", key.span)
                .help("write the fields out in each rule"),
        );
    }

    fn report_repeated(&mut self, key: &RuleScalar, first: &RuleScalar) {
        // Which of the two values is meant is not certain, so the rule does not run with either.
        self.spec.has_errors = true;
        let line = self.report.file.line(first.span.start());
        let message = format!("`{}` is given twice, first on line {line}", key.text);
        self.report.problem(Fault::new(IssueCode::RuleRepeatedField, message, key.span).help("keep one of the two"));
    }

    /// Reports curly quotes, as word processors and chats insert them, in place of YAML quotes.
    fn curly_quotes(&mut self, text: &RuleScalar) {
        self.spec.has_errors = true;
        let inner = text.text.trim_start_matches(CURLY_QUOTES).trim_end_matches(CURLY_QUOTES).replace('\'', "''");
        let fault = Fault::new(IssueCode::RuleFieldKind, "YAML needs straight quotes, `'` or `\"`", text.span);
        self.report.problem(fault.suggest(format!("'{inner}'")));
    }

    fn wrong_kind(&mut self, field: &Field, node: &WrittenNode) {
        self.spec.has_errors = true;
        if field.kind == RuleFieldKind::List && matches!(node.value, RuleValue::Text(_) | RuleValue::Map(_)) {
            // The suggestion depends on the functions and collections that the rule can name, which are not known yet.
            self.spec.no_list = Some(node.clone());
            return;
        }
        let must = format_args!("`{}` must be {}", field.name, field.kind.expectation());
        let fault = node.wrong_kind(IssueCode::RuleFieldKind, must);
        self.report.problem(match (field.kind, &node.value) {
            (RuleFieldKind::Text, RuleValue::List(list)) if list.len() > 1 && field.name.ends_with("filter") => {
                fault.help("it is a regular expression, such as `^(box|blob)$`; comparisons belong in `condition`")
            }
            (RuleFieldKind::Text, RuleValue::List(list)) if list.len() > 1 && field.name.ends_with("rpath") => {
                fault.help(r"it is one regular expression: `\.(xml|json)$` matches both")
            }
            (RuleFieldKind::Text, RuleValue::List(list)) => {
                match function_of(list).filter(|_| field.name.ends_with("filter")) {
                    Some(function) => fault.suggest(function),
                    None => fault.help(QUOTES),
                }
            }
            (RuleFieldKind::Text, RuleValue::Map(_)) => fault.help(QUOTES),
            _ => fault,
        });
    }

    fn warn_not_displayed(&mut self, field: &Field, node: &WrittenNode) {
        let message = format!("`{}` should be {}; this value is not shown", field.name, field.kind.expectation());
        self.report.warning(Fault::new(IssueCode::RuleFieldNotShown, message, node.span));
    }
}

/// The help message for a string that YAML reads as a list or a mapping.
const QUOTES: &str = "put a string that begins with `[` or `{` in quotes";

/// Returns the spelling in a filter of a function that a list names like a condition does: `[func_NAME]`.
fn function_of(list: &[WrittenNode]) -> Option<String> {
    let [only] = list else { return None };
    Filter::filter_for_condition(&only.as_text()?.text)
}

const CURLY_QUOTES: [char; 4] = ['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];

/// Returns true if a string is in curly quotes that cannot belong to its value. These are any curly quotes in `rpath`
/// and `not_rpath`, and single ones in `xpath` and `subxpath`, where double ones are quotes. Filtered values may have
/// any quotes.
fn is_in_curly_quotes(field: &Field, text: &RuleScalar) -> bool {
    let quotes = if field.name.ends_with("rpath") { &CURLY_QUOTES[..] } else { &CURLY_QUOTES[..2] };
    let is_path = field.name.ends_with("path") && text.is_plain();
    is_path && text.text.starts_with(quotes) && text.text.ends_with(quotes)
}

/// Returns the value of a flag; `None` if it is not a boolean. Words that older YAML read as booleans, such as `yes`
/// and `off`, are accepted.
fn flag(node: &WrittenNode) -> Option<bool> {
    match node.as_text()?.text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// Returns the strings of a field that is only shown; `None` if its list contains lists or mappings.
fn display_strings(node: &WrittenNode) -> Option<Vec<String>> {
    match &node.value {
        RuleValue::List(items) => items.iter().map(|item| item.as_text().map(|text| text.text)).collect(),
        _ => node.as_text().map(|text| vec![text.text]),
    }
}
