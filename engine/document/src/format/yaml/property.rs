//! The properties before a node: an anchor, to which aliases refer, and a tag, which sets the type.

use super::YamlChecked;
use super::cursor::YamlCursor;
use super::plain::PlainContext;
use super::schema::TagType;
use crate::format::named::shorten;
use crate::text::{Fault, IssueCode, Span};

/// The anchor and the tag of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Properties<'t> {
    /// The name of the anchor, and the place of the anchor with its `&`.
    pub anchor: Option<(&'t str, Span)>,
    /// The tag as written.
    pub tag: Option<(&'t str, Span)>,
}

impl<'t> Properties<'t> {
    pub(super) const fn is_none(&self) -> bool {
        self.anchor.is_none() && self.tag.is_none()
    }

    /// Reads the properties at the cursor on its line.
    pub(super) fn read(cursor: &mut YamlCursor<'t>, around: PlainContext) -> YamlChecked<Self> {
        let mut properties = Self::default();
        loop {
            let found = match cursor.peek() {
                Some(b'&') => Self { anchor: Some(name(cursor, around)?), tag: None },
                Some(b'!') => Self { anchor: None, tag: Some(tag(cursor, around)?) },
                _ => return Ok(properties),
            };
            properties = properties.and(found)?;
            cursor.skip_blanks();
        }
    }

    /// Combines two sets of properties of a node.
    ///
    /// # Errors
    /// Fails if both have an anchor, or if both have a tag.
    pub(super) fn and(self, other: Self) -> YamlChecked<Self> {
        let twice = |what: &str, span| {
            let message = format!("the value already has {what}");
            Err(Fault::new(IssueCode::YamlSecondProperty, message, span))
        };
        match (self.anchor, other.anchor, self.tag, other.tag) {
            (Some(_), Some((_, span)), ..) => twice("an anchor", span),
            (.., Some(_), Some((_, span))) => twice("a tag", span),
            _ => Ok(Self { anchor: self.anchor.or(other.anchor), tag: self.tag.or(other.tag) }),
        }
    }
}

/// Reads the name of the anchor or alias at the cursor. Returns the name, and the place including `&` or `*`.
pub(super) fn name<'t>(cursor: &mut YamlCursor<'t>, around: PlainContext) -> YamlChecked<(&'t str, Span)> {
    let start = cursor.at();
    let what = if cursor.peek() == Some(b'&') { "anchor" } else { "alias" };
    let rest = &cursor.rest()[1..];
    let length = rest.bytes().position(|byte| byte <= b' ' || b",[]{}".contains(&byte)).unwrap_or(rest.len());
    let span = Span::of(start, start + 1 + length);
    if length == 0 {
        let sign = &cursor.text()[start..=start];
        let fault = Fault::new(IssueCode::YamlBadName, format!("the {what} `{sign}` has no name"), span);
        return Err(fault.help(format!("put a string that begins with `{sign}` in quotes")));
    }
    cursor.advance(1 + length);
    check_separated(cursor, around, what, span)?;
    Ok((&rest[..length], span))
}

fn tag<'t>(cursor: &mut YamlCursor<'t>, around: PlainContext) -> YamlChecked<(&'t str, Span)> {
    let start = cursor.at();
    let rest = cursor.rest();
    // YAML 1.2, section 6.9.1: a verbatim tag ends with its bracket, any other tag at white space.
    let length = if rest.starts_with("!<") {
        let length = rest.bytes().position(|byte| byte <= b' ' || byte == b'>');
        length.filter(|&length| rest.as_bytes()[length] == b'>' && length > 2).map(|length| length + 1)
    } else {
        Some(rest.bytes().position(|byte| byte <= b' ' || b",[]{}".contains(&byte)).unwrap_or(rest.len()))
    };
    let Some(length) = length else {
        let span = Span::of(start, start + 2);
        let message = "a tag between `<` and `>` must end on the same line and cannot contain spaces";
        return Err(Fault::new(IssueCode::YamlBadTag, message, span));
    };
    let span = Span::of(start, start + length);
    let tag = &rest[..length];
    // `!!` and `!e!` are handles, which must be followed by a name.
    if tag.len() > 1 && tag.ends_with('!') {
        let message = format!("the tag `{}` has no name after its handle", shorten(tag));
        return Err(
            Fault::new(IssueCode::YamlBadTag, message, span).help("put a string that begins with `!` in quotes")
        );
    }
    if let Some(at) = bad_in_tag(tag) {
        let found = crate::format::named::describe_character(cursor.text(), start + at);
        let place = Span::of(start + at, start + at + tag[at..].chars().next().map_or(0, char::len_utf8));
        return Err(Fault::new(IssueCode::YamlBadTag, format!("a tag cannot contain {found}"), place).help(
            "put a string that begins with `!` in quotes; in a tag, write other characters as `%` and two digits",
        ));
    }
    cursor.advance(length);
    check_separated(cursor, around, "tag", span)?;
    Ok((tag, span))
}

/// Returns the offset of the first character that is not allowed in a tag. Tags have the characters of URIs.
fn bad_in_tag(tag: &str) -> Option<usize> {
    let start = if tag.starts_with("!<") { 2 } else { 0 };
    let end = tag.len() - usize::from(start > 0);
    let is_hex = |at: usize| tag.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    tag[start..end].bytes().enumerate().map(|(at, byte)| (start + at, byte)).find_map(|(at, byte)| {
        let is_fine = match byte {
            b'%' => is_hex(at + 1) && is_hex(at + 2),
            _ => byte.is_ascii_alphanumeric() || b"-#;/?:@&=+$,_.!~*'()[]".contains(&byte),
        };
        (!is_fine).then_some(at)
    })
}

/// Checks that a property or alias is followed by white space, or by another character that may end it.
fn check_separated(cursor: &YamlCursor<'_>, around: PlainContext, what: &str, span: Span) -> YamlChecked {
    let ended = cursor.blank_at(0)
        || around == PlainContext::Flow && matches!(cursor.peek(), Some(b',' | b'[' | b']' | b'{' | b'}'));
    if ended {
        return Ok(());
    }
    let fault = cursor.fault(IssueCode::YamlBadName, |found| {
        format!("{found} is not allowed directly after the {what} `{}`", shorten(&cursor.text()[span.range()]))
    });
    Err(fault.help("put a space between them, or put the whole string in quotes"))
}

/// The meaning of a document's tags: the handles that its `%TAG` lines declare, with their prefixes.
#[derive(Default)]
pub(super) struct Handles<'t> {
    declared: Vec<(&'t str, &'t str)>,
    /// True if Unity wrote the file: a document declared its tags, or it is a `.meta` file.
    pub(super) are_of_unity: bool,
}

/// The prefix of the tags of the core schema.
const CORE: &str = "tag:yaml.org,2002:";

impl<'t> Handles<'t> {
    /// Returns the handles at the beginning of a file. A `.meta` file of Unity declares no tags.
    pub(super) fn of_file(text: &str) -> Self {
        Self { declared: Vec::new(), are_of_unity: text.starts_with("fileFormatVersion:") }
    }

    pub(super) fn clear(&mut self) {
        self.declared.clear();
    }

    /// Adds the handle that a `%TAG` line declares; returns true if it is new.
    pub(super) fn declare(&mut self, handle: &'t str, prefix: &'t str) -> bool {
        let is_new = self.declared.iter().all(|(known, _)| *known != handle);
        self.declared.push((handle, prefix));
        self.are_of_unity |= prefix.starts_with("tag:unity3d.com,");
        is_new
    }

    /// Returns the type that `tag` requires of a scalar. An undeclared handle is not a fault: engines write such files.
    pub(super) fn required_type(&self, tag: Option<(&str, Span)>) -> TagType {
        let Some((tag, _)) = tag else { return TagType::Resolved };
        match self.core_name(tag).as_deref() {
            Some("str") => TagType::Text,
            Some("int" | "float" | "bool" | "null") => TagType::Unquoted,
            None if tag == "!" => TagType::Text,
            _ => TagType::Resolved,
        }
    }

    /// Returns the name of a tag of the core schema.
    fn core_name(&self, tag: &str) -> Option<String> {
        if let Some(verbatim) = tag.strip_prefix("!<") {
            return verbatim.strip_suffix('>')?.strip_prefix(CORE).map(str::to_owned);
        }
        let handle = &tag[..tag[1..].find('!').map_or(1, |end| end + 2)];
        let prefix = self.declared.iter().find(|(declared, _)| *declared == handle).map(|(_, prefix)| *prefix);
        let prefix = prefix.or((handle == "!!").then_some(CORE))?;
        format!("{prefix}{}", &tag[handle.len()..]).strip_prefix(CORE).map(str::to_owned)
    }
}
