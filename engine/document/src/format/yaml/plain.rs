//! Scalars without quotes.

use std::borrow::Cow;

use super::YamlChecked;
use super::cursor::{YamlCursor, control_character, is_mark};

/// The context of a scalar without quotes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum PlainContext {
    /// In brackets: brackets and commas end the scalar.
    Flow,
    /// In indentation only.
    Block,
}

/// Returns true if `-`, `?` or `:` at the cursor begins a scalar without quotes, because of the byte after it.
pub(super) fn may_follow(cursor: &YamlCursor<'_>, around: PlainContext) -> bool {
    match cursor.peek_at(1) {
        None | Some(b' ' | b'\t' | b'\n' | b'\r') => false,
        Some(b',' | b'[' | b']' | b'{' | b'}') => around == PlainContext::Block,
        Some(_) => true,
    }
}

/// Reads the part of the scalar at the cursor that is on its line. Afterwards, the cursor is after its last character.
#[inline]
pub(super) fn line<'t>(cursor: &mut YamlCursor<'t>, around: PlainContext) -> YamlChecked<&'t str> {
    let start = cursor.at();
    let bytes = cursor.bytes();
    let mut at = start;
    // The end of the last character that is not white space.
    let mut end = start;
    while let Some(&byte) = bytes.get(at) {
        let is_text = match CLASSES[byte as usize] {
            ByteClass::Blank => false,
            ByteClass::End => break,
            ByteClass::Flow if around == PlainContext::Flow => break,
            ByteClass::Colon if ends_key(bytes.get(at + 1), around) => break,
            ByteClass::Hash if matches!(bytes[at - 1], b' ' | b'\t') => break,
            ByteClass::Text | ByteClass::Flow | ByteClass::Colon | ByteClass::Hash => true,
            ByteClass::Mark if !is_mark(&bytes[at..]) => true,
            ByteClass::Control | ByteClass::Mark => return Err(control_character(cursor.text(), at)),
        };
        if is_text {
            end = at + 1;
        }
        at += 1;
    }
    cursor.advance(end - start);
    Ok(&cursor.text()[start..end])
}

/// Returns true if a colon before `next` ends a key.
pub(super) const fn ends_key(next: Option<&u8>, around: PlainContext) -> bool {
    match next {
        None | Some(b' ' | b'\t' | b'\n' | b'\r') => true,
        Some(b',' | b']' | b'}') => matches!(around, PlainContext::Flow),
        Some(_) => false,
    }
}

/// The role of a byte in a scalar without quotes.
#[derive(Clone, Copy)]
enum ByteClass {
    Text,
    Blank,
    End,
    Flow,
    Colon,
    Hash,
    Control,
    /// The first byte of a byte order mark, or of another character.
    Mark,
}

static CLASSES: [ByteClass; 256] = classes();

const fn classes() -> [ByteClass; 256] {
    let mut classes = [ByteClass::Text; 256];
    let mut control = 0;
    while control < 0x20 {
        classes[control] = ByteClass::Control;
        control += 1;
    }
    classes[b' ' as usize] = ByteClass::Blank;
    classes[b'\t' as usize] = ByteClass::Blank;
    classes[b'\n' as usize] = ByteClass::End;
    classes[b'\r' as usize] = ByteClass::End;
    classes[b':' as usize] = ByteClass::Colon;
    classes[b'#' as usize] = ByteClass::Hash;
    classes[0xef] = ByteClass::Mark;
    let flow = b",[]{}";
    let mut at = 0;
    while at < flow.len() {
        classes[flow[at] as usize] = ByteClass::Flow;
        at += 1;
    }
    classes
}

/// Continues reading a scalar whose first line is `first`, and returns the whole text. Its further lines are indented
/// further than `outer`, and do not begin a comment or another document.
///
/// Afterwards, the cursor is after its last character.
#[inline]
pub(super) fn further_lines<'t>(
    cursor: &mut YamlCursor<'t>,
    first: &'t str,
    outer: Option<usize>,
    around: PlainContext,
) -> YamlChecked<Cow<'t, str>> {
    if ends_here(cursor, outer) { Ok(Cow::Borrowed(first)) } else { fold_lines(cursor, first, outer, around) }
}

/// Returns true if the scalar that was read up to the cursor certainly ends there, as nearly all do: another value
/// follows, or a line that is not indented further. `false` if this has to be examined.
#[inline]
fn ends_here(cursor: &YamlCursor<'_>, outer: Option<usize>) -> bool {
    let rest = &cursor.bytes()[cursor.at()..];
    match rest {
        [b',' | b'}' | b']', ..] => true,
        [b'\n', line @ ..] => {
            let blanks = line.iter().position(|&byte| byte != b' ').unwrap_or(line.len());
            outer.is_some_and(|outer| blanks <= outer)
                && line.get(blanks).is_some_and(|byte| !matches!(byte, b'\n' | b'\r' | b'\t'))
        }
        _ => false,
    }
}

fn fold_lines<'t>(
    cursor: &mut YamlCursor<'t>,
    first: &'t str,
    outer: Option<usize>,
    around: PlainContext,
) -> YamlChecked<Cow<'t, str>> {
    let mut text = Cow::Borrowed(first);
    loop {
        let mut ahead = *cursor;
        ahead.skip_blanks();
        let mut breaks = 0;
        while ahead.next_line() {
            breaks += 1;
        }
        let outside = outer.is_some_and(|outer| ahead.indentation() <= outer);
        let ends = matches!(ahead.peek(), None | Some(b'#')) || around == PlainContext::Flow && closes(&ahead);
        if breaks == 0 || outside || ends || ahead.ends_document() {
            return Ok(text);
        }
        if ahead.peek() == Some(b':') && ends_key(ahead.bytes().get(ahead.at() + 1), around) {
            return Ok(text);
        }
        let line = line(&mut ahead, around)?;
        let whole = text.to_mut();
        match breaks {
            1 => whole.push(' '),
            _ => whole.extend(std::iter::repeat_n('\n', breaks - 1)),
        }
        whole.push_str(line);
        *cursor = ahead;
    }
}

fn closes(cursor: &YamlCursor<'_>) -> bool {
    matches!(cursor.peek(), Some(b',' | b'[' | b']' | b'{' | b'}'))
}
