//! The XML declaration and processing instructions: both are checked and skipped.

use super::is_space;
use super::name::is_name;
use crate::text::{Fault, IssueCode, Span};

/// Checks the text between `start`, the offset of `<?`, and `end`, the offset after `?>`. `first` is the start of the
/// document, unless it is in an earlier part.
pub(super) fn check(text: &str, start: usize, end: usize, first: Option<usize>) -> Result<(), Fault> {
    let content = &text[start + 2..end - 2];
    let target = &content[..content.bytes().position(is_space).unwrap_or(content.len())];
    let span = Span::of(start, start + 2 + target.len());
    match target {
        "xml" if Some(start) == first && is_declaration(&content["xml".len()..]) => Ok(()),
        "xml" if Some(start) == first => {
            let message = "the XML declaration is not well-formed";
            let fault = Fault::new(IssueCode::XmlDeclaration, message, Span::of(start, end));
            Err(fault.help("write it like `<?xml version=\"1.0\" encoding=\"utf-8\"?>`"))
        }
        "xml" => {
            let message = "the XML declaration is not at the very start of the file";
            let fault = Fault::new(IssueCode::XmlLateDeclaration, message, span);
            Err(fault.help("remove everything before `<?xml`, including spaces and line breaks"))
        }
        target if !is_name(target) => {
            Err(Fault::new(IssueCode::XmlInstruction, "`<?` is not followed by a name", span))
        }
        target if target.eq_ignore_ascii_case("xml") => {
            let message = format!("`{target}` is a reserved name and cannot name an instruction");
            Err(Fault::new(IssueCode::XmlInstruction, message, span))
        }
        _ => Ok(()),
    }
}

/// Returns true if `content`, the text between `<?xml` and `?>`, has a version, and optionally an encoding and
/// `standalone`, in this order.
fn is_declaration(mut content: &str) -> bool {
    // The fifth edition of XML 1.0 accepts any version 1.x.
    let is_version = |version: &str| {
        version.strip_prefix("1.").is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|c| c.is_ascii_digit()))
    };
    let is_encoding = |encoding: &str| {
        encoding.starts_with(|c: char| c.is_ascii_alphabetic())
            && encoding.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
    };
    pseudo_attribute(&mut content, "version").is_some_and(is_version)
        && pseudo_attribute(&mut content, "encoding").is_none_or(is_encoding)
        && pseudo_attribute(&mut content, "standalone").is_none_or(|value| matches!(value, "yes" | "no"))
        && content.bytes().all(is_space)
}

/// Removes ` name="value"` from the start of `rest`. Leaves `rest` unchanged if it begins differently.
fn pseudo_attribute<'t>(rest: &mut &'t str, name: &str) -> Option<&'t str> {
    let trim = |text: &'t str| text.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    let after = trim(rest);
    if after.len() == rest.len() {
        return None;
    }
    let after = trim(trim(after.strip_prefix(name)?).strip_prefix('=')?);
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, after) = after[1..].split_once(quote)?;
    *rest = after;
    Some(value)
}
