//! Methods that return changed strings: `replace strip join zfill …`.

use super::class::is_blank_character;
use super::{check_size, text_of};
use crate::python::run::context::Context;
use crate::python::run::iterate::{elements, integer};
use crate::python::run::raised::{ErrorKind, Raised};
use crate::python::run::value::{Run, Value};

/// `replace(old, new, count)`.
pub(super) fn replace(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let (old, new) = (text_of(&arguments[0], "replace")?, text_of(&arguments[1], "replace")?);
    let most = match arguments.get(2) {
        Some(count) => usize::try_from(integer(count, "replace")?).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    // The size of the result is checked before the result is made.
    let times = text.matches(old).count().min(most);
    check_size(context, text.len() - times * old.len().min(text.len()) + times.saturating_mul(new.len()))?;
    Ok(text.replacen(old, new, most).into())
}

/// `strip(characters)`, at one end or both; without characters, removes white space.
pub(super) fn strip(text: &str, arguments: &[Value], start: bool, end: bool) -> Run {
    let given = arguments.first().filter(|characters| !characters.is_none());
    let characters = given.map(|given| text_of(given, "strip")).transpose()?;
    let stripped = |c: char| characters.map_or_else(|| is_blank_character(c), |characters| characters.contains(c));
    let text = if start { text.trim_start_matches(stripped) } else { text };
    Ok(if end { text.trim_end_matches(stripped) } else { text }.into())
}

pub(super) fn remove_prefix(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(text.strip_prefix(text_of(&arguments[0], "removeprefix")?).unwrap_or(text).into())
}

pub(super) fn remove_suffix(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(text.strip_suffix(text_of(&arguments[0], "removesuffix")?).unwrap_or(text).into())
}

/// `separator.join(texts)`.
pub(super) fn join(context: &Context<'_>, separator: &str, arguments: &[Value]) -> Run {
    let mut joined = String::new();
    for (at, part) in elements(context, &arguments[0])?.iter().enumerate() {
        let Some(part) = part.text() else {
            let raised = Raised::new(ErrorKind::Type, format!("`join` takes strings, not {}", part.noun()));
            return Err(raised.help("write `str(x) for x in …`").into());
        };
        joined.push_str(if at == 0 { "" } else { separator });
        joined.push_str(part);
        check_size(context, joined.len())?;
    }
    Ok(joined.into())
}

/// Returns the number of characters that are missing to a width, and the fill character.
fn padding(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run<(usize, char)> {
    let width = usize::try_from(integer(&arguments[0], "ljust")?.max(0)).unwrap_or(usize::MAX);
    let fill = match arguments.get(1) {
        None => ' ',
        Some(fill) => {
            let mut characters = fill.text().unwrap_or("").chars();
            match (characters.next(), characters.next()) {
                (Some(fill), None) => fill,
                _ => return Err(Raised::types("the fill character must be a string of one character")),
            }
        }
    };
    let missing = width.saturating_sub(text.chars().count());
    check_size(context, text.len().saturating_add(missing.saturating_mul(fill.len_utf8())))?;
    Ok((missing, fill))
}

fn repeat(fill: char, times: usize) -> String {
    std::iter::repeat_n(fill, times).collect()
}

pub(super) fn ljust(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let (missing, fill) = padding(context, text, arguments)?;
    Ok(format!("{text}{}", repeat(fill, missing)).into())
}

pub(super) fn rjust(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let (missing, fill) = padding(context, text, arguments)?;
    Ok((repeat(fill, missing) + text).into())
}

pub(super) fn center(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let (missing, fill) = padding(context, text, arguments)?;
    // As Python does: if the number is odd, the left side gets the larger half if the width is odd, too.
    let left = missing / 2 + (missing & (missing + text.chars().count()) & 1);
    Ok(format!("{}{text}{}", repeat(fill, left), repeat(fill, missing - left)).into())
}

/// `zfill(width)`: adds zeros after `+` or `-`.
pub(super) fn zfill(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let (missing, _) = padding(context, text, &arguments[..1])?;
    let sign = usize::from(text.starts_with(['+', '-']));
    Ok(format!("{}{}{}", &text[..sign], repeat('0', missing), &text[sign..]).into())
}
