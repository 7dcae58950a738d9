//! Warns about strings that are compared exactly but look like something else: a pattern, a glob, or a fact about the
//! file.
//!
//! Patterns and globs are reported only for `!=` and `Not exist in`, because these pass for every other string. Only
//! clear cases are reported, because the author may want exactly this string.

use assay_document::text::{Fault, IssueCode, Pattern, Span};
use assay_script::braced_fact;

use super::fault::{ConditionFault, fault_at};
use super::methods::Method;
use super::python_list;
use super::suggestion::{EXPRESSION, literal, spell_list, suggest_list, text};
use crate::Parameter;

/// Words that precede `/*` in a media type: `image/*` is not a folder.
const MEDIA: [&str; 6] = ["image", "text", "audio", "video", "application", "font"];

/// An expression for the test that the author probably wanted, and the name of its kind, such as `a glob`.
type LiteralReading = (String, &'static str);

/// Returns the warning about a condition with such a string, if it has one.
pub(super) fn literal_warning(method: &Method, parameters: &[Parameter]) -> Option<ConditionFault> {
    let [parameter] = parameters else { return None };
    let operator = match method.name {
        "Exist in" => "==",
        "Not exist in" => "!=",
        operator => operator,
    };
    let parsed;
    let elements: &[Parameter] = match parameter {
        Parameter::List(elements) => elements,
        Parameter::Text(list) if operator != method.name && list.trim_start().starts_with('[') => {
            parsed = python_list::parse(list).ok()?;
            &parsed
        }
        element => std::slice::from_ref(element),
    };
    let texts =
        || elements.iter().filter_map(|element| if let Parameter::Text(text) = element { Some(text) } else { None });
    if let Some(fault) = texts().find_map(|text| braced_fact(text, operator, Span::at(0))) {
        return Some(fault_at(1, fault));
    }
    let (written, reading) = texts().filter(|_| operator == "!=").find_map(|text| Some((text, read(text)?)))?;
    Some(literal_fault(written, reading, elements.len() == 1))
}

/// Returns the warning; `is_alone` is true if the condition has no other element.
fn literal_fault(written: &str, (asked, kind): LiteralReading, is_alone: bool) -> ConditionFault {
    let message = format!("`{written}` is compared as an exact string, not as {kind}");
    let fault = Fault::new(IssueCode::ConditionLiteral, message, Span::at(0));
    // The author may want exactly this string, and an expression says so without a warning.
    let itself = literal(written).map(|text| format!("; for exactly this string, write `d != {text}`"));
    let expression = vec![text(EXPRESSION), Parameter::Text(format!("not {asked}"))];
    let warning = if is_alone {
        suggest_list(fault, spell_list(&expression))
    } else {
        fault_at(1, fault.help(format!("write `{}` to test for that", spell_list(&expression))))
    };
    let help = warning.fault.help.map(|help| format!("{help}{}", itself.unwrap_or_default()));
    ConditionFault { fault: Fault { help, ..warning.fault }, ..warning }
}

fn read(written: &str) -> Option<LiteralReading> {
    if is_pattern(written) && Pattern::new(written).is_ok() {
        return literal(written).map(|text| (format!("matches(d, {text})"), "a regular expression"));
    }
    let glob = |asked: &str, rest: &str| is_of_path(rest).then(|| (format!("d.{asked}('{rest}')"), "a glob"));
    let ending = written.trim_start_matches('*');
    let beginning = written.trim_end_matches('*');
    if ending.len() < written.len() {
        let is_extension = ending.strip_prefix('.').is_some_and(|rest| rest.chars().all(char::is_alphanumeric));
        return (is_extension || ending.contains('/')).then(|| glob("endswith", ending)).flatten();
    }
    let is_folder = beginning.len() < written.len() && beginning.contains('/');
    let is_media = beginning.strip_suffix('/').is_some_and(|word| MEDIA.contains(&word));
    (is_folder && !is_media).then(|| glob("startswith", beginning)).flatten()
}

/// Returns true if a string is clearly a regular expression.
fn is_pattern(written: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(rest) = written.strip_prefix('^') {
        let begins = rest.starts_with(|c: char| is_word(c) || "/[(\\.".contains(c));
        // `^C` is a key, `^2` a power, `^_^` an emoticon.
        let is_long = rest.len() > 2 || rest.len() > 1 && rest.contains(|c: char| !c.is_alphanumeric());
        return begins && is_long && !rest.contains('^') && rest.contains(|c: char| !c.is_ascii_digit());
    }
    // `*.*` is a file mask, and `com.example.*` means everything in a package.
    let Some((before, _)) = written.split_once(".*") else { return false };
    let is_package = before.contains('.') && before.chars().all(|c| is_word(c) || c == '.');
    !before.ends_with('*') && !is_package && written.contains(is_word) && !written.contains(char::is_whitespace)
}

/// Returns true if a string looks like a name with a `*` in place of a part, and not like a package or a media type.
pub(super) fn has_glob(written: &str) -> bool {
    // Godot writes paths as `res://props/lamp.tscn`.
    let written = written.split_once("://").map_or(written, |(_, path)| path);
    let rest = written.replace(['*', '?'], "");
    let beginning = written.trim_end_matches('*');
    let is_media = beginning.strip_suffix('/').is_some_and(|word| MEDIA.contains(&word));
    let is_package = beginning.strip_suffix('.').is_some_and(|name| name.contains('.') || name.is_empty());
    let is_name = rest.chars().filter(|c| c.is_alphanumeric()).nth(1).is_some();
    written.contains('*') && is_name && is_of_path(&rest) && !is_media && !is_package
}

/// Returns true if a string looks like an asset name with a `?` in place of a character, such as `Lamp_0?`, and not
/// like a question.
pub(super) fn has_question(written: &str) -> bool {
    let rest = written.replace(['*', '?'], "");
    let is_name = rest.chars().any(|c| c.is_numeric() || "_-./".contains(c));
    written.contains('?') && is_name && is_of_path(&rest)
}

/// Returns true if a string looks like a regular expression that is anchored at the beginning.
pub(super) fn begins_as_pattern(written: &str) -> bool {
    written.starts_with('^') && is_pattern(written) && Pattern::new(written).is_ok()
}

/// Returns true if a string consists of characters of paths only.
fn is_of_path(rest: &str) -> bool {
    rest.contains(char::is_alphanumeric) && rest.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c))
}
