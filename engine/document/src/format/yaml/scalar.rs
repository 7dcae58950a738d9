//! Scalars of all styles. They are read first, and passed on after it is known whether they are keys.

use std::borrow::Cow;

use super::level::NodeConstraints;
use super::plain::{self, PlainContext};
use super::property::Properties;
use super::schema::{self, TagType};
use super::{YamlChecked, YamlReader, lines, quoted};
use crate::format::Scalar;
use crate::format::named::describe_character;
use crate::text::{Fault, IssueCode, Span};

pub(super) struct ScalarToken<'t> {
    /// The text. It is borrowed if the document contains it as it is.
    pub text: Cow<'t, str>,
    /// The place, including quotes.
    pub span: Span,
    pub style: YamlStyle,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum YamlStyle {
    Plain,
    Quoted,
    Lines,
}

impl<'t> YamlReader<'t, '_> {
    /// Reads the scalar at the cursor. Of a scalar without quotes, only the part on its line is read.
    #[inline]
    pub(super) fn token(&mut self, slot: NodeConstraints) -> YamlChecked<ScalarToken<'t>> {
        let start = self.cursor.at();
        let token = match self.cursor.peek() {
            Some(b'"' | b'\'') => {
                let text = quoted::read(&mut self.cursor, slot.outer)?;
                ScalarToken { text, span: Span::of(start, self.cursor.at()), style: YamlStyle::Quoted }
            }
            Some(b'|' | b'>') if slot.around == PlainContext::Block => {
                let lines = lines::read(&mut self.cursor, slot.outer)?;
                ScalarToken { text: Cow::Owned(lines.text), span: lines.span, style: YamlStyle::Lines }
            }
            first => {
                self.check_first(first, slot.around)?;
                let text = Cow::Borrowed(plain::line(&mut self.cursor, slot.around)?);
                ScalarToken { text, span: Span::of(start, self.cursor.at()), style: YamlStyle::Plain }
            }
        };
        self.end = token.span.end() as usize;
        Ok(token)
    }

    #[inline]
    pub(super) fn read_further_lines(
        &mut self,
        token: ScalarToken<'t>,
        slot: NodeConstraints,
    ) -> YamlChecked<ScalarToken<'t>> {
        let ScalarToken { text: Cow::Borrowed(first), span, style: YamlStyle::Plain } = token else { return Ok(token) };
        let text = plain::further_lines(&mut self.cursor, first, slot.outer, slot.around)?;
        let span = Span::of(span.start() as usize, self.cursor.at());
        self.end = self.cursor.at();
        Ok(ScalarToken { text, span, style: YamlStyle::Plain })
    }

    /// Returns true if the colon of a key follows the token on its line. The token has been read up to the cursor.
    #[inline]
    pub(super) fn is_key(&self, token: &ScalarToken<'t>, around: PlainContext) -> bool {
        let rest = &self.cursor.bytes()[self.cursor.at()..];
        let blanks = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(rest.len());
        rest.get(blanks) == Some(&b':')
            && token.style != YamlStyle::Lines
            && (around == PlainContext::Flow && token.style == YamlStyle::Quoted
                || plain::ends_key(rest.get(blanks + 1), around))
    }

    pub(super) fn is_on_one_line(&self, token: &ScalarToken<'t>) -> bool {
        token.span.start() as usize + self.cursor.column() >= self.cursor.at()
    }

    /// Returns the value of a token with these properties.
    pub(super) fn value(&self, token: ScalarToken<'t>, properties: &Properties<'t>) -> Scalar<'t> {
        let required = self.handles.required_type(properties.tag);
        match (token.style, required) {
            (YamlStyle::Plain, TagType::Resolved) | (_, TagType::Unquoted) => schema::resolve(token.text),
            _ => Scalar::Text(token.text),
        }
    }

    /// Checks that a scalar may begin with the character at the cursor.
    #[inline]
    fn check_first(&self, first: Option<u8>, around: PlainContext) -> YamlChecked {
        let fine = match first {
            Some(b'-' | b'?' | b':') => plain::may_follow(&self.cursor, around),
            Some(b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'%' | b'@' | b'`')
            | None => false,
            Some(_) => true,
        };
        if fine { Ok(()) } else { Err(self.no_value(around)) }
    }

    #[cold]
    fn no_value(&self, around: PlainContext) -> Fault {
        if around == PlainContext::Flow
            && let Some(fault) = self.unfinished_fault()
        {
            return fault;
        }
        let fault = self.cursor.fault(IssueCode::YamlMissingValue, |found| format!("expected a value, found {found}"));
        match self.cursor.peek() {
            Some(b'-') => fault.help("a list with dashes cannot be inside brackets; put a dash that is text in quotes"),
            Some(b',' | b'}' | b']') if around == PlainContext::Flow => {
                fault.help("write `null` where there is no value")
            }
            None | Some(b' ') => fault,
            Some(_) => {
                let found = describe_character(self.cursor.text(), self.cursor.at());
                fault.help(format!("put a string that begins with {found} in quotes"))
            }
        }
    }
}
