//! Finds the condition that was probably meant where a condition names no method, or is not a list.
//!
//! Several readings are tried. A replacement is suggested only if it compiles, so that it leads to no further mistake.

use assay_document::text::{Fault, IssueCode, Number, Pattern, nearest};

use super::fault::{ConditionFault, fault_at};
use super::methods::{METHODS, Method, find, key, usage, whole, without_quotes};
use crate::mark::MARK;
use crate::{Parameter, Scope};

/// Names of methods in other tools, with Assay's names.
const SLIPS: &[(&str, &str)] = &[
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

/// Tests of other tools that are expressions here: `*` stands for a parameter, `@` for one that is a string.
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

/// The operators that a comparison begins with, the longer ones first.
const OPERATORS: [&str; 6] = ["<=", ">=", "==", "!=", "<", ">"];

/// Names of the current value in other tools; expressions call it `d`.
const OTHERWISE: [&str; 4] = ["this", "value", "it", "self"];

/// Words that name neither the current value nor a value to compare it with: words that negate, count or convert, and
/// words without a string value.
const NO_VALUES: &str = "not no never none nothing any all every each some neither only null nil undefined nan true false \
                         d len size count sum total minimum maximum average avg mean abs round int float str bool type \
                         exists missing upper lower uppercase lowercase capital letter letters digit digits number \
                         numbers";

/// A condition with its method's name first, and not yet compiled.
type ConditionDraft = Vec<Parameter>;

/// Returns true if a condition compiles without a warning. `compile` passes itself in, because it also asks for suggestions.
type Compiles = fn(&[Parameter], &Scope<'_>) -> bool;

/// A condition that means what these elements mean, as a list of YAML and JSON; `None` where that is not certain.
pub(super) fn list(elements: &[Parameter], scope: &Scope<'_>, compiles: Compiles) -> Option<String> {
    let (Parameter::Text(name), parameters) = elements.split_first()? else { return None };
    meant(name, parameters, scope, compiles).map(|draft| spelled(&draft))
}

/// Returns the fault of an unknown method, with a suggestion.
pub(super) fn unknown(
    name: &str,
    written: &str,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    compiles: Compiles,
) -> ConditionFault {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fault = Fault::new(IssueCode::ConditionUnknownMethod, format!("there is no method `{name}`"), whole(written));
    // The quotes around a method's name are dropped, and those in an expression are not.
    let whole_text = if parameters.is_empty() { written } else { &name };
    match meant(whole_text, parameters, scope, compiles).as_deref() {
        Some([Parameter::Text(method), rest @ ..]) if rest == parameters => {
            fault_at(0, or_file(fault.meant(method), &name))
        }
        Some(draft) => instead(fault, spelled(draft)),
        None => fault_at(0, advised(fault, &name, parameters, scope)),
    }
}

/// Adds to a fault how to test whether a file exists, if the author may have meant that.
fn or_file(fault: Fault, name: &str) -> Fault {
    let asked = match &*key(name) {
        "exists" => "exists(d)",
        "notexists" => "not exists(d)",
        _ => return fault,
    };
    let file = spelled(&[text(EXPRESSION), text(asked)]);
    let help = fault.help.map(|help| format!("{help} For a file at that path, write `{file}`"));
    Fault { help, ..fault }
}

/// Suggests a list of the parameters, for a fault about their number, if the method takes a list. The parameters
/// `4,000` become the number 4000.
pub(super) fn in_a_list(
    fault: ConditionFault,
    method: &Method,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    compiles: Compiles,
) -> ConditionFault {
    if let Some(number) = in_thousands(parameters).filter(|_| method.parameters == ["value"]) {
        return instead(fault.fault, spelled(&[text(method.name), Parameter::Number(number)]));
    }
    let draft = vec![text(method.name), Parameter::List(parameters.to_vec())];
    if parameters.len() > 1 && compiles(&draft, scope) { instead(fault.fault, spelled(&draft)) } else { fault }
}

/// The number of `4,000`, which is two elements. Where no group begins with 0, as in `4, 500`, there may be two numbers.
fn in_thousands(parameters: &[Parameter]) -> Option<String> {
    let mut number = String::new();
    let mut is_certain = false;
    for (at, parameter) in parameters.iter().enumerate() {
        let Parameter::Number(group) = parameter else { return None };
        let digits = if at == 0 { group.trim_start_matches('-') } else { group };
        let fits =
            if at == 0 { (1..=3).contains(&digits.len()) && !digits.starts_with('0') } else { digits.len() == 3 };
        if !fits || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        is_certain |= at > 0 && digits.starts_with('0');
        number += group;
    }
    is_certain.then_some(number)
}

/// Adds to a fault a list that replaces all elements.
pub(super) fn instead(fault: Fault, list: String) -> ConditionFault {
    let fault = fault.help(format!("write `{list}`"));
    fault_at(ConditionFault::WHOLE, Fault { meant: Some(list.into()), ..fault })
}

/// Adds general advice to a fault where the meaning is not certain.
fn advised(fault: Fault, name: &str, parameters: &[Parameter], scope: &Scope<'_>) -> Fault {
    if let Some(function) = function(name, scope) {
        let is_bare = name.trim_end_matches("()").ends_with(function);
        let how = if is_bare {
            "of `data`, `filepath` and `condition`"
        } else {
            "and parameters behind a comma of their own"
        };
        return fault.help(format!("write `func_{function}`, {how}"));
    }
    if let Some((_, expression)) = EXPRESSIONS.iter().find(|(slip, _)| key(slip) == key(name)) {
        return fault.help(format!("write `{}`", spelled(&filled(expression, parameters).0)));
    }
    match method(name) {
        // What is wrong with a parameter is another mistake, which is told then.
        Some(method) if method.parameters.len() == parameters.len() => fault.meant(method.name),
        Some(method) => fault.help(usage(method)),
        None if parameters.is_empty() && name.contains(char::is_whitespace) => fault.help(NO_METHOD),
        None => {
            let names: Vec<String> = METHODS.iter().map(|method| format!("`{}`", method.name)).collect();
            fault.help(format!("there are {}", names.join(", ")))
        }
    }
}

/// The suggestion for a condition for which no method and no expression is known.
pub const NO_METHOD: &str = "write a method and what it takes, such as `[\"<=\", 5000]`; what no method says is an \
                                    expression of `d`: `[\"Satisfy the expression\", \"len(d) > 3\"]` (the reference lists its \
                                    functions)";

/// Returns the first reading of a name and its parameters that compiles.
fn meant(name: &str, parameters: &[Parameter], scope: &Scope<'_>, compiles: Compiles) -> Option<ConditionDraft> {
    let mut drafts = named(&without_quotes(name), parameters, scope);
    if parameters.is_empty() {
        drafts.extend(read(name, scope));
    }
    drafts.into_iter().find(|draft| compiles(draft, scope))
}

/// The ways to read what begins with the name of a method, of a function, or of what is a method elsewhere.
fn named(name: &str, parameters: &[Parameter], scope: &Scope<'_>) -> Vec<ConditionDraft> {
    let with = |method: &str| [&[text(method)], parameters].concat();
    let mut drafts = Vec::new();
    if let Some(function) = function(name, scope).filter(|function| name.trim_end_matches("()").ends_with(function)) {
        drafts.push(with(&format!("func_{function}")));
    }
    if super::methods::function(name).is_some() {
        drafts.push(with(name));
    }
    if let Some((_, expression)) = EXPRESSIONS.iter().find(|(slip, _)| key(slip) == key(name)) {
        let (draft, is_whole) = filled(expression, parameters);
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

/// The ways to read a condition that is one text.
fn read(written: &str, scope: &Scope<'_>) -> Vec<ConditionDraft> {
    let written = written.trim();
    let mut drafts = Vec::new();
    if let Some((operator, value)) = comparison(written, false) {
        drafts.push(vec![text(operator), value]);
    }
    if let Some((name, parameters)) = headed(written) {
        drafts.extend(named(name, &parameters, scope));
    }
    let expression = |expression: String| vec![text(EXPRESSION), Parameter::Text(expression)];
    // In a list of texts these are told apart more easily.
    let quoted = if written.contains('\'') { written.to_owned() } else { written.replace('"', "'") };
    drafts.push(expression(of_value(&quoted)));
    if let Some((operator, value)) = comparison(written, true) {
        drafts.push(vec![text(operator), value]);
    }
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

/// The name that a text begins with, and the values that follow it, with commas or `and` between them.
fn headed(written: &str) -> Option<(&'static str, Vec<Parameter>)> {
    let of_value = std::iter::once("d").chain(OTHERWISE).find_map(|word| written.strip_prefix(word)?.strip_prefix(' '));
    let written = of_value.unwrap_or(written).trim_start();
    let elsewhere = SLIPS.iter().chain(EXPRESSIONS).map(|&(slip, _)| slip);
    let heads = METHODS.iter().map(|method| method.name).chain(elsewhere);
    // What `is power of two` means is not known.
    let begins = |head: &&str| {
        let start = written.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head));
        let is_name = *head != "is" && head.starts_with(char::is_alphabetic);
        start && is_name && written[head.len()..].starts_with([' ', '[', '('])
    };
    let head = heads.filter(begins).max_by_key(|head| head.len())?;
    let rest = written[head.len()..].trim();
    if EXPRESSIONS.iter().any(|&(slip, expression)| slip == head && expression.contains('@')) {
        let is_one = !rest.contains(char::is_whitespace) && may_be_value(rest);
        return unquoted(rest).or(is_one.then_some(rest)).map(|value| (head, vec![text(value)]));
    }
    let inner = rest.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')'])).unwrap_or(rest);
    let value = |part: &str| match unquoted(part) {
        Some(value) => Some(text(value)),
        None if !may_be_value(part) => None,
        None if is_word(part) || part.starts_with(MARK) => Some(text(part)),
        None => number(part),
    };
    let values: Option<Vec<Parameter>> =
        inner.replace(" and ", ",").split(',').map(|part| value(part.trim())).collect();
    Some((head, values?))
}

/// The operator and the value that a text compares with: `<= 100`, and `tris <= 100` of what can only be the value at hand.
/// In `d == rail` the value is one that stands without its quotes, where a word is meant by it.
fn comparison(written: &str, is_word_meant: bool) -> Option<(&'static str, Parameter)> {
    let is_sign = |c: char| matches!(c, '<' | '>' | '=' | '!' | '\u{2264}' | '\u{2265}' | '\u{2260}');
    let (of, behind) = written.split_at(written.find(is_sign)?);
    let (sign, value) = behind.split_at(behind.find(|c| !is_sign(c)).unwrap_or(behind.len()));
    let slip = SLIPS.iter().find(|(slip, _)| *slip == sign).map(|&(_, meant)| meant);
    let operator = slip.or_else(|| OPERATORS.into_iter().find(|operator| *operator == sign))?;
    let (of, value) = (of.trim(), value.trim());
    let known = number(value).or_else(|| unquoted(value).map(text));
    let is_equality = matches!(operator, "==" | "!=");
    if of.is_empty() {
        let joins = value.contains(is_sign) || value.contains(" and ") || value.contains(" or ");
        // Code, several values, a pattern; and what has no number is not ordered.
        let is_other = value.contains(|c: char| "\"'`,|&()[]{}*^$\\".contains(c)) || value.starts_with('/');
        let is_value = is_equality || value.starts_with(|c: char| c.is_ascii_digit());
        let is_text = is_value && !joins && !is_other && !value.is_empty() && may_be_value(value);
        return known.or_else(|| is_text.then(|| text(value))).map(|value| (operator, value));
    }
    let is_text = is_word_meant && is_equality && is_word(value) && may_be_value(value);
    let value = known.or_else(|| is_text.then(|| text(value)))?;
    let of = of.trim_start_matches(['$', '@', '.']).trim_end_matches("()");
    (is_word(of) && (of == "d" || OTHERWISE.contains(&of) || !is_no_value(of))).then_some((operator, value))
}

/// Whether a word says more than a name does: it negates, counts, or is that of a method here or elsewhere.
fn is_no_value(word: &str) -> bool {
    let elsewhere = SLIPS.iter().chain(EXPRESSIONS).map(|&(slip, _)| slip);
    let words = NO_VALUES.split(' ').chain(OTHERWISE).chain(elsewhere);
    let mut words = words.chain(METHODS.iter().map(|method| method.name));
    words.any(|known| key(known) == key(word))
}

/// Whether a word without quotes may be a text to compare with; `none` often is one.
fn may_be_value(word: &str) -> bool {
    word == "none" || !is_no_value(word)
}

/// An expression in which the value at hand is called what expressions call it.
fn of_value(text: &str) -> String {
    let in_word = |c: char| c == '_' || c.is_alphanumeric();
    // The quote that is open, and the sign before what comes.
    let (mut quote, mut before) = (None, None);
    let words = text.split_inclusive(|c| !in_word(c)).map(|part| {
        let word = part.trim_end_matches(|c| !in_word(c));
        let is_value = quote.is_none() && before != Some('.') && OTHERWISE.contains(&word);
        let is_escaped = before == Some('\\') && word.is_empty();
        before = part[word.len()..].chars().next().filter(|_| !is_escaped);
        if let Some(sign @ ('\'' | '"')) = before {
            quote = if quote.is_none() { before } else { quote.filter(|open| *open != sign) };
        }
        if is_value { format!("d{}", &part[word.len()..]) } else { part.to_owned() }
    });
    words.collect()
}

/// A pattern without the slashes in which JavaScript writes one; `None` where there are flags, too, or it is a path.
fn without_slashes(text: &str) -> Option<&str> {
    match text.strip_prefix('/') {
        None => Some(text),
        Some(rest) => rest.strip_suffix('/').filter(|pattern| !pattern.is_empty()),
    }
}

/// A condition with an expression and the parameters in it, and whether these are what it takes.
fn filled(expression: &str, parameters: &[Parameter]) -> (ConditionDraft, bool) {
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

/// A text as an expression writes it, if it does without escapes.
pub(super) fn literal(text: &str) -> Option<String> {
    let quote = ['\'', '"'].into_iter().find(|quote| !text.contains(*quote))?;
    let raw = if text.contains('\\') { "r" } else { "" };
    Some(format!("{raw}{quote}{text}{quote}"))
}

/// The method that a name means: it, what is written for it elsewhere, or with a slip of the fingers.
fn method(name: &str) -> Option<&'static Method> {
    let slip = || SLIPS.iter().find(|(slip, _)| key(slip) == key(name)).map(|&(_, meant)| meant);
    let near = || nearest(name, METHODS.iter().map(|method| method.name));
    find(name).or_else(|| find(slip().or_else(near)?))
}

/// The function that is probably meant by what is no method: `NAME`, `artfunc_NAME`, `func_NAME()`.
fn function<'n>(name: &'n str, scope: &Scope<'_>) -> Option<&'n str> {
    let bare = ["func_", MARK].iter().find_map(|mark| name.strip_prefix(mark)).unwrap_or(name);
    let bare = &bare[..bare.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(bare.len())];
    let found = scope.program.filter(|_| !bare.is_empty())?.condition(bare);
    (!found.is_err_and(|fault| fault.code == IssueCode::ScriptUnknownFunction)).then_some(bare)
}

/// A condition as a list of YAML, and of JSON.
pub(super) fn spelled(draft: &[Parameter]) -> String {
    let element = |parameter: &Parameter| match parameter {
        Parameter::Text(text) => {
            format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', "\\n"))
        }
        Parameter::Number(number) => number.clone(),
        Parameter::Bool(value) => value.to_string(),
        Parameter::List(elements) => spelled(elements),
        Parameter::Null | Parameter::Map => "null".to_owned(),
    };
    format!("[{}]", draft.iter().map(element).collect::<Vec<_>>().join(", "))
}

pub(super) fn text(text: &str) -> Parameter {
    Parameter::Text(text.to_owned())
}

fn number(text: &str) -> Option<Parameter> {
    Number::parse(text).map(|_| Parameter::Number(text.to_owned()))
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c == '_' || c.is_alphabetic()) && text.chars().all(|c| c == '_' || c.is_alphanumeric())
}

/// A text without the quotes around it.
fn unquoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote))
}
