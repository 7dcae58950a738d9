//! Parameters of rules: their declaration in a rule file or a pack, and their values.

use assay_document::text::json::one_line;
use assay_document::text::{Fault, IssueCode, Number};

use super::document::{RuleScalar, RuleValue, WrittenNode, entry};
use super::file_text::{Reporter, unknown_key};

const KEYS: [&str; 3] = ["default", "example", "description"];

/// A parameter as a rule file or a pack declares it.
#[derive(Clone, Debug)]
pub(super) struct ParameterSpec {
    pub name: RuleScalar,
    /// The value if the project sets none; [`ParameterValue::Null`] if rules that use the parameter are then off.
    pub default: ParameterValue,
    /// The value in tests, if there is no default.
    pub example: ParameterValue,
    pub description: Option<String>,
}

/// The value of a parameter.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub enum ParameterValue {
    /// No value.
    #[default]
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A number, as spelled.
    Number(String),
    /// A string.
    Text(String),
    /// A list of strings, numbers or flags.
    List(Vec<Self>),
}

/// A language in which a value is written as a literal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum CodeLanguage {
    /// The language of functions.
    Rhai,
    /// The language of expressions.
    Python,
}

impl ParameterValue {
    /// Returns the value of a YAML or JSON node; `None` if no parameter can have it.
    pub fn of(node: &WrittenNode) -> Option<Self> {
        Some(match &node.value {
            RuleValue::Null => Self::Null,
            RuleValue::Bool(flag) => Self::Flag(*flag),
            RuleValue::Number(number) => Self::Number(plain_number(&number.text)?),
            RuleValue::Text(text) => Self::Text(text.text.clone()),
            RuleValue::List(items) => {
                let scalar = |item| Self::of(item).filter(|item| !matches!(item, Self::List(_) | Self::Null));
                Self::List(items.iter().map(scalar).collect::<Option<_>>()?)
            }
            RuleValue::Map(_) | RuleValue::Unusable => return None,
        })
    }

    /// Returns the kind of the value for messages, such as `a number`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Flag(_) => "`true` or `false`",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
        }
    }

    /// Returns true if a parameter with this default can have `value`. A parameter without a default takes any value.
    pub(super) fn accepts(&self, value: &Self) -> bool {
        matches!(self, Self::Null) || std::mem::discriminant(self) == std::mem::discriminant(value)
    }

    /// Returns the value as part of a string; the elements of a list are joined by `separator`.
    pub fn text(&self, separator: &str) -> String {
        match self {
            Self::Null => String::new(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(text) | Self::Text(text) => text.clone(),
            Self::List(items) => items.iter().map(|item| item.text(separator)).collect::<Vec<_>>().join(separator),
        }
    }

    pub(super) fn code(&self, language: CodeLanguage) -> String {
        match (self, language) {
            (Self::Null, CodeLanguage::Rhai) => "()".to_owned(),
            (Self::Null, CodeLanguage::Python) => "None".to_owned(),
            (Self::Flag(true), CodeLanguage::Python) => "True".to_owned(),
            (Self::Flag(false), CodeLanguage::Python) => "False".to_owned(),
            (Self::Flag(flag), CodeLanguage::Rhai) => flag.to_string(),
            // A leading minus could be read as an operator after the text before it.
            (Self::Number(number), _) if number.starts_with('-') => format!("({number})"),
            (Self::Number(number), _) => number.clone(),
            (Self::Text(text), _) => one_line(text),
            (Self::List(items), _) => {
                let items: Vec<String> = items.iter().map(|item| item.code(language)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    /// Returns the value as an element of a `condition`. It replaces `reference`, which names the parameter.
    pub(super) fn element(&self, reference: &RuleScalar) -> WrittenNode {
        let scalar = |text: &str| reference.fill(&[(0..reference.text.len(), text.to_owned())]);
        let value = match self {
            Self::Null => RuleValue::Null,
            Self::Flag(flag) => RuleValue::Bool(*flag),
            Self::Number(number) => RuleValue::Number(scalar(number)),
            Self::Text(text) => RuleValue::Text(scalar(text)),
            Self::List(items) => RuleValue::List(items.iter().map(|item| item.element(reference)).collect()),
        };
        WrittenNode { value, span: reference.span }
    }
}

/// Returns a number as YAML, Rhai and Python write it; `None` if they cannot, as for `.inf`.
fn plain_number(text: &str) -> Option<String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'e' | b'E' | b'+'));
    let digits = text.trim_start_matches('-');
    let is_usual = digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.ends_with('.');
    (is_plain && is_usual && Number::of_document(text).is_some()).then(|| text.to_owned())
}

/// Reads `parameters`: a mapping from names to declarations, or to defaults.
pub(super) fn read_parameters(node: &WrittenNode, report: &mut Reporter<'_>) -> Vec<ParameterSpec> {
    let RuleValue::Map(entries) = &node.value else {
        let fault = node.wrong_kind(IssueCode::ParameterForm, "`parameters` must be a mapping from names to defaults");
        report.problem(fault.help("for example: `max_size: {default: 2048, description: …}`"));
        return Vec::new();
    };
    let mut specs: Vec<ParameterSpec> = Vec::new();
    for (name, node) in entries {
        if !is_name(&name.text) {
            let message = format!("`{}` cannot be the name of a parameter", name.text);
            let fault = Fault::new(IssueCode::ParameterForm, message, name.span);
            report.problem(fault.help("use letters, digits and `_`; begin with a letter"));
        } else if specs.iter().any(|known| known.name.text == name.text) {
            let message = format!("the parameter `{}` is declared twice", name.text);
            report.problem(Fault::new(IssueCode::ParameterForm, message, name.span));
        } else if let Some(spec) = read_parameter(name, node, report) {
            specs.push(spec);
        }
    }
    specs
}

fn read_parameter(name: &RuleScalar, node: &WrittenNode, report: &mut Reporter<'_>) -> Option<ParameterSpec> {
    let RuleValue::Map(entries) = &node.value else {
        let default = value(node, report)?;
        return Some(ParameterSpec { name: name.clone(), default, example: ParameterValue::Null, description: None });
    };
    for (key, _) in entries {
        if !KEYS.iter().any(|known| key.text.eq_ignore_ascii_case(known)) {
            let help = format!("a parameter has `{}`", KEYS.join("`, `"));
            report.problem(unknown_key(IssueCode::ParameterForm, key, KEYS, help));
        }
    }
    let mut of = |key| match entry(entries, key) {
        Some((_, node)) => value(node, report),
        None => Some(ParameterValue::Null),
    };
    let (default, example) = (of("default")?, of("example")?);
    let description = entry(entries, "description").and_then(|(_, node)| node.as_text()).map(|text| text.text);
    Some(ParameterSpec { name: name.clone(), default, example, description })
}

fn value(node: &WrittenNode, report: &mut Reporter<'_>) -> Option<ParameterValue> {
    let value = ParameterValue::of(node);
    if value.is_none() && !matches!(node.value, RuleValue::Unusable) {
        let message = format!("a parameter cannot be {}", node.kind());
        let fault = Fault::new(IssueCode::ParameterForm, message, node.span);
        report.problem(fault.help("write a number, a string, `true`, `false`, or a list of them"));
    }
    value
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
