//! Finds the condition that the author probably wanted, if a condition names no method or is not a list.
//!
//! Several interpretations are tried. A replacement is suggested only if it compiles, so that it leads to no further
//! mistake.

use assay_document::text::{Fault, IssueCode, Number, Pattern, Span, nearest};

use super::fault::{ConditionFault, fault_at};
use super::methods::{METHODS, Method, find, key, usage, without_quotes};
use crate::mark::MARK;
use crate::{Parameter, Scope};

/// Names of methods in other tools, with Assay's names.
const FOREIGN_METHODS: &[(&str, &str)] = &[
    ("=", "=="),
    ("===", "=="),
    ("=<", "<="),
    ("≤", "<="),
    ("=>", ">="),
    ("≥", ">="),
    ("<>", "!="),
    ("≠", "!="),
    ("!==", "!="),
    ("is", "=="),
    ("eq", "=="),
    ("equals", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("lte", "<="),
    ("max", "<="),
    ("at most", "<="),
    ("gt", ">"),
    ("gte", ">="),
    ("min", ">="),
    ("at least", ">="),
    ("in", "Exist in"),
    ("one of", "Exist in"),
    ("enum", "Exist in"),
    ("not in", "Not exist in"),
    ("not empty", "Exist"),
    ("required", "Exist"),
    ("empty", "Not exist"),
    ("distinct", "Unique"),
];

/// Tests of other tools that are expressions in Assay: `*` is replaced by a parameter, `@` by a parameter that is a
/// string.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("match", "matches(d, @)"),
    ("matches", "matches(d, @)"),
    ("regex", "matches(d, @)"),
    ("pattern", "matches(d, @)"),
    ("contains", "@ in d"),
    ("starts with", "d.startswith(@)"),
    ("ends with", "d.endswith(@)"),
    ("between", "* <= float(d) <= *"),
    ("range", "* <= float(d) <= *"),
    ("length", "len(d) == *"),
    ("max length", "len(d) <= *"),
    ("min length", "len(d) >= *"),
    ("file exists", "exists(d)"),
];

/// The name of the method that judges by an expression.
pub(super) const EXPRESSION: &str = "Satisfy the expression";

/// A condition that is not compiled yet, with the name of its method first.
type ConditionDraft = Vec<Parameter>;

/// A function that returns true if a condition compiles without a warning. `compile` passes itself, because it also
/// uses suggestions.
type Compiles = fn(&[Parameter], &Scope<'_>) -> bool;

/// Returns the condition that these elements certainly mean, as a list of YAML and JSON; `None` if the meaning is not
/// certain.
pub(super) fn list(elements: &[Parameter], scope: &Scope<'_>, compiles: Compiles) -> Option<String> {
    let (Parameter::Text(name), parameters) = elements.split_first()? else { return None };
    interpret(name, parameters, scope, compiles).map(|draft| spell_list(&draft))
}

/// Returns the fault of an unknown method, with a suggestion.
pub(super) fn unknown_method(
    name: &str,
    written: &str,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    compiles: Compiles,
) -> ConditionFault {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fault =
        Fault::new(IssueCode::ConditionUnknownMethod, format!("there is no method `{name}`"), Span::whole(written));
    // Quotes around the name of a method are dropped, but not those in an expression.
    let whole_text = if parameters.is_empty() { written } else { &name };
    match interpret(whole_text, parameters, scope, compiles).as_deref() {
        Some([Parameter::Text(method), rest @ ..]) if rest == parameters => {
            fault_at(0, with_file_help(fault.suggest(method), &name))
        }
        Some(draft) => suggest_list(fault, spell_list(draft)),
        None => fault_at(0, with_advice(fault, &name, parameters, scope)),
    }
}

/// Adds to a fault how to test whether a file exists, if the author may have wanted that.
fn with_file_help(fault: Fault, name: &str) -> Fault {
    let suggested = match &*key(name) {
        "exists" => "exists(d)",
        "notexists" => "not exists(d)",
        _ => return fault,
    };
    let file = spell_list(&[text(EXPRESSION), text(suggested)]);
    let help = fault.help.map(|help| format!("{help} For a file at that path, write `{file}`"));
    Fault { help, ..fault }
}

/// Suggests a list of the parameters, for a fault about their number, if the method takes a list.
pub(super) fn in_a_list(
    fault: ConditionFault,
    method: &Method,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    compiles: Compiles,
) -> ConditionFault {
    let draft = vec![text(method.name), Parameter::List(parameters.to_vec())];
    if parameters.len() > 1 && compiles(&draft, scope) { suggest_list(fault.fault, spell_list(&draft)) } else { fault }
}

/// Adds to a fault a list that replaces all elements.
pub(super) fn suggest_list(fault: Fault, list: String) -> ConditionFault {
    let fault = fault.help(format!("write `{list}`"));
    fault_at(ConditionFault::WHOLE, Fault { suggestion: Some(list.into()), ..fault })
}

/// Adds general advice to a fault where the meaning is not certain.
fn with_advice(fault: Fault, name: &str, parameters: &[Parameter], scope: &Scope<'_>) -> Fault {
    if let Some(function) = function(name, scope) {
        let is_bare = name.trim_end_matches("()").ends_with(function);
        let how = if is_bare {
            "which takes `data`, `filepath` and `condition`"
        } else {
            "followed by each parameter as a separate element"
        };
        return fault.help(format!("write `func_{function}`, {how}"));
    }
    if let Some((_, expression)) = EXPRESSIONS.iter().find(|(alias, _)| key(alias) == key(name)) {
        return fault.help(format!("write `{}`", spell_list(&fill_expression(expression, parameters).0)));
    }
    match method(name) {
        // Mistakes in the parameters are reported later.
        Some(method) if method.parameters.len() == parameters.len() => fault.suggest(method.name),
        Some(method) => fault.help(usage(method)),
        None if parameters.is_empty() && name.contains(char::is_whitespace) => fault.help(NO_METHOD),
        None => {
            let names: Vec<String> = METHODS.iter().map(|method| format!("`{}`", method.name)).collect();
            fault.help(format!("the methods are {}", names.join(", ")))
        }
    }
}

/// The suggestion for a condition for which no method and no expression is known.
pub const NO_METHOD: &str = "write a method and its parameters, such as `[\"<=\", 5000]`; if no method fits, write an \
                                    expression with `d`: `[\"Satisfy the expression\", \"len(d) > 3\"]` (the reference lists its \
                                    functions)";

/// Returns the first interpretation of a name and its parameters that compiles.
fn interpret(name: &str, parameters: &[Parameter], scope: &Scope<'_>, compiles: Compiles) -> Option<ConditionDraft> {
    let mut drafts = interpretations(&without_quotes(name), parameters, scope);
    if parameters.is_empty() {
        drafts.extend(read(name));
    }
    drafts.into_iter().find(|draft| compiles(draft, scope))
}

/// Returns the interpretations of a condition that begins with the name of a method, of a function, or of a method of
/// another tool.
fn interpretations(name: &str, parameters: &[Parameter], scope: &Scope<'_>) -> Vec<ConditionDraft> {
    let with = |method: &str| [&[text(method)], parameters].concat();
    let mut drafts = Vec::new();
    if let Some(function) = function(name, scope).filter(|function| name.trim_end_matches("()").ends_with(function)) {
        drafts.push(with(&format!("func_{function}")));
    }
    if super::methods::function(name).is_some() {
        drafts.push(with(name));
    }
    if let Some((_, expression)) = EXPRESSIONS.iter().find(|(alias, _)| key(alias) == key(name)) {
        let (draft, is_whole) = fill_expression(expression, parameters);
        drafts.extend(is_whole.then_some(draft));
    }
    if let Some(method) = method(name) {
        drafts.push(with(method.name));
        if let [Parameter::Text(name)] = parameters {
            drafts.push(vec![text(method.name), text(&format!("{MARK}{name}"))]);
        }
        if method.parameters == ["collection"] && !parameters.is_empty() {
            drafts.push(vec![text(method.name), Parameter::List(parameters.to_vec())]);
        }
    }
    drafts
}

/// Returns the interpretations of a condition that is one string: an operator and a value, an expression, or a pattern.
fn read(written: &str) -> Vec<ConditionDraft> {
    let written = written.trim();
    let expression = |expression: String| vec![text(EXPRESSION), Parameter::Text(expression)];
    // Single quotes are easier to read inside the double quotes of the list.
    let quoted = if written.contains('\'') { written.to_owned() } else { written.replace('"', "'") };
    let mut drafts: Vec<ConditionDraft> = comparison(written).into_iter().collect();
    drafts.push(expression(quoted));
    let pattern = without_slashes(written).filter(|pattern| {
        pattern.starts_with('^') || pattern.ends_with('$') || pattern.contains(".*") || pattern.contains('\\')
    });
    if let Some(pattern) = pattern
        && !written.contains(char::is_whitespace)
        && Pattern::new(pattern).is_ok()
    {
        drafts.extend(literal(pattern).map(|pattern| expression(format!("matches(d, {pattern})"))));
    }
    drafts
}

/// Returns the comparison in a string: an operator, and a number or a quoted string. The current value may precede the
/// operator. As an expression, `d <= 4` would stop at the values of XML, which are strings.
fn comparison(written: &str) -> Option<ConditionDraft> {
    let is_operator = |c: char| matches!(c, '<' | '>' | '=' | '!' | '\u{2264}' | '\u{2265}' | '\u{2260}');
    let written = written.strip_prefix('d').unwrap_or(written).trim_start();
    let (symbol, value) = written.split_at(written.find(|c| !is_operator(c))?);
    let operator = method(symbol).filter(|_| !symbol.is_empty())?;
    let value = value.trim();
    let value = match strip_quotes(value) {
        Some(inner) => text(inner),
        None => Number::parse(value).map(|_| Parameter::Number(value.to_owned()))?,
    };
    Some(vec![text(operator.name), value])
}

/// Returns a JavaScript pattern without its slashes. Returns `None` if it has flags, or is a path.
fn without_slashes(text: &str) -> Option<&str> {
    match text.strip_prefix('/') {
        None => Some(text),
        Some(rest) => rest.strip_suffix('/').filter(|pattern| !pattern.is_empty()),
    }
}

/// Fills parameters into an expression. Returns the condition, and true if the parameters are those that the expression
/// needs.
fn fill_expression(expression: &str, parameters: &[Parameter]) -> (ConditionDraft, bool) {
    let mut parameters = parameters.iter();
    let mut is_whole = true;
    let is_pattern = expression.starts_with("matches");
    let mut filled = String::new();
    for c in expression.chars() {
        if !matches!(c, '*' | '@') {
            filled.push(c);
            continue;
        }
        let value = match parameters.next() {
            Some(Parameter::Text(text)) if is_pattern => without_slashes(text).and_then(literal),
            Some(Parameter::Text(text) | Parameter::Number(text)) if c == '@' => literal(text),
            Some(Parameter::Text(text) | Parameter::Number(text)) => Number::parse(text).map(|_| text.clone()),
            _ => None,
        };
        is_whole &= value.is_some();
        filled += value.as_deref().unwrap_or(if c == '@' { "'\u{2026}'" } else { "\u{2026}" });
    }
    (vec![text(EXPRESSION), Parameter::Text(filled)], is_whole && parameters.next().is_none())
}

/// Returns a string literal for an expression, if the string needs no escapes.
pub(super) fn literal(text: &str) -> Option<String> {
    let quote = ['\'', '"'].into_iter().find(|quote| !text.contains(*quote))?;
    let raw = if text.contains('\\') { "r" } else { "" };
    Some(format!("{raw}{quote}{text}{quote}"))
}

/// Returns the method that a name means: its own name, a name from another tool, or a misspelt name.
fn method(name: &str) -> Option<&'static Method> {
    let alias = || FOREIGN_METHODS.iter().find(|(alias, _)| key(alias) == key(name)).map(|&(_, known)| known);
    // The exact name of another tool is more certain than a similar name.
    let similar = || nearest(name, METHODS.iter().map(|method| method.name));
    find(name).or_else(|| find(alias().or_else(similar)?))
}

/// Returns the function that a name which is not a method probably means: `NAME`, `artfunc_NAME`, `func_NAME()`.
fn function<'n>(name: &'n str, scope: &Scope<'_>) -> Option<&'n str> {
    let bare = ["func_", MARK].iter().find_map(|mark| name.strip_prefix(mark)).unwrap_or(name);
    let bare = &bare[..bare.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(bare.len())];
    let found = scope.program.filter(|_| !bare.is_empty())?.condition(bare);
    (!found.is_err_and(|fault| fault.code == IssueCode::ScriptUnknownFunction)).then_some(bare)
}

/// Writes a condition as a list of YAML and JSON.
pub(super) fn spell_list(draft: &[Parameter]) -> String {
    let element = |parameter: &Parameter| match parameter {
        Parameter::Text(text) => {
            format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', "\\n"))
        }
        Parameter::Number(number) => number.clone(),
        Parameter::Bool(value) => value.to_string(),
        Parameter::List(elements) => spell_list(elements),
        Parameter::Null | Parameter::Map => "null".to_owned(),
    };
    format!("[{}]", draft.iter().map(element).collect::<Vec<_>>().join(", "))
}

pub(super) fn text(text: &str) -> Parameter {
    Parameter::Text(text.to_owned())
}

/// Returns a string without its quotes; `None` if it has none.
fn strip_quotes(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote))
}
