//! Texts that are compared as they stand and read like something else: a pattern, a glob, a fact about the file.
//!
//! Told of `!=` and `Not exist in` alone, which hold of all that is no such text. Only clear signs count: the text itself may
//! be what is meant.

use super::meant::{EXPRESSION, instead, literal, spelled, text};
use super::methods::{Method, fault_at};
use super::{ConditionFault, python_list};
use crate::format::Special;
use crate::step::Parameter;
use crate::text::{Fault, Pattern, Span};

/// Words that stand before `/*` in a kind of data: `image/*` is no folder.
const MEDIA: [&str; 6] = ["image", "text", "audio", "video", "application", "font"];

/// What a text reads like.
enum Reading {
    /// `{image.height}`, by its name.
    Fact(&'static str),
    /// What asks for it, as an expression, and the name of its kind.
    Asked(String, &'static str),
}

/// What is said of a condition that is given such a text.
pub(super) fn oddity(method: &Method, parameters: &[Parameter]) -> Option<ConditionFault> {
    let [parameter] = parameters else { return None };
    if method.name == "!=" {
        let Parameter::Text(written) = parameter else { return None };
        return Some(told(written, read(written)?, 1, true));
    }
    if method.name != "Not exist in" {
        return None;
    }
    let parsed;
    let elements = match parameter {
        Parameter::List(elements) => elements,
        Parameter::Text(list) if list.trim_start().starts_with('[') => {
            parsed = python_list::parse(list).ok()?;
            &parsed
        }
        _ => return None,
    };
    let mut texts =
        elements.iter().filter_map(|element| if let Parameter::Text(text) = element { Some(text) } else { None });
    let (written, reading) = texts.find_map(|text| Some((text, read(text)?)))?;
    Some(told(written, reading, 1, elements.len() == 1))
}

/// The warning; `is_alone`: nothing else is asked.
fn told(written: &str, reading: Reading, element: usize, is_alone: bool) -> ConditionFault {
    const CODE: &str = "condition-literal";
    let message = |kind: &str| format!("`{written}` is compared letter by letter, not as {kind}");
    let fault = |message: String| Fault::new(CODE, message, Span::at(0));
    match reading {
        Reading::Fact(name) => {
            let fault = fault(message("a fact about the file"));
            let code = if let Some(part) = name.strip_prefix("image.") {
                format!("image(filepath).{part}")
            } else if name == "file.path" {
                "filepath".to_owned()
            } else {
                "\u{2026}".to_owned()
            };
            let function = format!("fn same(data, filepath, condition) {{ data.filter(|d| d == {code}) }}");
            fault_at(
                element,
                fault.help(format!("a function is given the path: `func_str: '{function}'` and `[func_same]`")),
            )
        }
        Reading::Asked(asked, kind) => {
            let fault = fault(message(kind));
            let itself = literal(written).map(|text| format!("; where the text itself is meant, `d != {text}`"));
            let expression = vec![text(EXPRESSION), Parameter::Text(format!("not {asked}"))];
            let told = if is_alone {
                instead(fault, spelled(&expression))
            } else {
                fault_at(element, fault.help(format!("`{}` asks that", spelled(&expression))))
            };
            let help = told.fault.help.map(|help| format!("{help}{}", itself.unwrap_or_default()));
            ConditionFault { fault: Fault { help, ..told.fault }, ..told }
        }
    }
}

fn read(written: &str) -> Option<Reading> {
    if let Some(name) = written.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return Special::meant_by(name.trim()).filter(|known| *known == name.trim()).map(Reading::Fact);
    }
    if is_pattern(written) && Pattern::new(written).is_ok() {
        return literal(written).map(|text| Reading::Asked(format!("matches(d, {text})"), "a regular expression"));
    }
    let glob =
        |asked: &str, rest: &str| is_of_path(rest).then(|| Reading::Asked(format!("d.{asked}('{rest}')"), "a glob"));
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

/// Whether a text has clear signs of a regular expression.
fn is_pattern(written: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(rest) = written.strip_prefix('^') {
        let begins = rest.starts_with(|c: char| is_word(c) || "/[(\\.".contains(c));
        // `^C` is a key, `^2` a power, `^_^` a face.
        let is_long = rest.len() > 2 || rest.len() > 1 && rest.contains(|c: char| !c.is_alphanumeric());
        return begins && is_long && !rest.contains('^') && rest.contains(|c: char| !c.is_ascii_digit());
    }
    // In `*.*` it is a mask, in `com.example.*` all that is in a package.
    let Some((before, _)) = written.split_once(".*") else { return false };
    let is_package = before.contains('.') && before.chars().all(|c| is_word(c) || c == '.');
    !before.ends_with('*') && !is_package && written.contains(is_word) && !written.contains(char::is_whitespace)
}

/// Whether it is a part of a path and nothing else.
fn is_of_path(rest: &str) -> bool {
    rest.contains(char::is_alphanumeric) && rest.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c))
}
