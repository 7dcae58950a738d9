//! The XML declaration and processing instructions: both are checked and skipped.

use super::is_space;
use super::name::is_name;
use crate::format::Malformed;
use crate::text::{IssueCode, Span};

/// Checks the text between `start`, the offset of `<?`, and `end`, the offset after `?>`. `first` is the start of the
/// document, unless it is in an earlier part.
pub(super) fn check(text: &str, start: usize, end: usize, first: Option<usize>) -> Result<(), Malformed> {
    let content = &text[start + 2..end - 2];
    let target = &content[..content.bytes().position(is_space).unwrap_or(content.len())];
    let span = Span::of(start, start + 2 + target.len());
    match target {
        "xml" if Some(start) == first => declaration(text, start, end),
        "xml" => {
            let fault = Malformed::new(
                IssueCode::XmlLateDeclaration,
                "the XML declaration is not at the very start of the file",
                span,
            );
            Err(fault.help("remove everything before `<?xml`, including spaces and line breaks"))
        }
        target if !is_name(target) => {
            Err(Malformed::new(IssueCode::XmlInstruction, "`<?` is not followed by a name", span))
        }
        target if target.eq_ignore_ascii_case("xml") => Err(Malformed::new(
            IssueCode::XmlInstruction,
            format!("`{target}` is a reserved name and cannot name an instruction"),
            span,
        )),
        _ => Ok(()),
    }
}

/// Checks the XML declaration between `start` and `end`.
fn declaration(text: &str, start: usize, end: usize) -> Result<(), Malformed> {
    let refuse = |message: &str| Err(Malformed::new(IssueCode::XmlDeclaration, message, Span::of(start, end)));
    let mut rest = &text[start + 5..end - 2];
    let Some(version) = pseudo_attribute(&mut rest, "version") else {
        return refuse("the XML declaration needs a `version` first");
    };
    // The fifth edition of XML 1.0 accepts any version 1.x.
    if !version
        .strip_prefix("1.")
        .is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return refuse("the version of the XML declaration is not 1.0");
    }
    if let Some(encoding) = pseudo_attribute(&mut rest, "encoding") {
        let mut bytes = encoding.bytes();
        let letter = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        if !letter || !bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-')) {
            return refuse("the encoding of the XML declaration is not a name");
        }
    }
    if let Some(standalone) = pseudo_attribute(&mut rest, "standalone")
        && !matches!(standalone, "yes" | "no")
    {
        return refuse("`standalone` of the XML declaration is neither `yes` nor `no`");
    }
    if !rest.bytes().all(is_space) {
        return refuse("the XML declaration may contain only `version`, `encoding` and `standalone`, in this order");
    }
    Ok(())
}

/// Removes ` name="value"` from the start of `rest`. Leaves `rest` unchanged if it begins differently.
fn pseudo_attribute<'t>(rest: &mut &'t str, name: &str) -> Option<&'t str> {
    let trim = |text: &'t str| text.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    let after = trim(rest);
    if after.len() == rest.len() {
        return None;
    }
    let after = trim(after.strip_prefix(name)?).strip_prefix('=')?;
    let after = trim(after);
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, after) = after[1..].split_once(quote)?;
    *rest = after;
    Some(value)
}
