//! Lines that begin with `%`, before a document.

use super::YamlChecked;
use super::cursor::YamlCursor;
use super::property::Handles;
use crate::format::Malformed;
use crate::text::{IssueCode, Span};

/// The directives in front of a document that have been read so far.
#[derive(Default)]
pub(super) struct Directives {
    /// Where the first of them stands.
    pub first: Option<Span>,
    has_version: bool,
}

impl Directives {
    /// Reads the directive at the cursor, which stands on its `%`.
    pub(super) fn read<'t>(&mut self, cursor: &mut YamlCursor<'t>, handles: &mut Handles<'t>) -> YamlChecked {
        let start = cursor.at();
        let rest = cursor.rest();
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        let comment = line.find(" #").or_else(|| line.find("\t#")).unwrap_or(line.len());
        let line = line[..comment].trim_end_matches([' ', '\t']);
        let span = Span::of(start, start + line.len());
        self.first.get_or_insert(span);
        let mut words = line[1..].split([' ', '\t']).filter(|word| !word.is_empty());
        let (name, first, second) = (words.next(), words.next(), words.next());
        match name {
            // Behind a version, the test suite has further ones, which count for nothing.
            Some("YAML") if second.is_none_or(is_version) && words.all(is_version) => self.version(first, span)?,
            Some("YAML") => self.version(None, span)?,
            Some("TAG") => {
                let both = first.zip(second).filter(|(handle, _)| words.next().is_none() && is_handle(handle));
                let Some((handle, prefix)) = both else {
                    let message = "`%TAG` takes a handle and what it stands for";
                    return Err(bad(message, span).help("write it like `%TAG !e! tag:example.com,2024:`"));
                };
                if !handles.declare(handle, prefix) {
                    return Err(bad(format!("`{handle}` is declared a second time"), span));
                }
            }
            // Of directives with other names YAML says that they are to be passed over.
            Some(_) if !line[1..].starts_with([' ', '\t']) => {}
            _ => return Err(bad("`%` begins a directive, which has a name", span)),
        }
        cursor.advance(line.len());
        cursor.end_line("a directive")
    }

    fn version(&mut self, version: Option<&str>, span: Span) -> YamlChecked {
        let Some(version) = version.filter(|version| is_version(version)) else {
            return Err(bad("`%YAML` takes a version: `%YAML 1.2`", span));
        };
        if !version.starts_with("1.") {
            return Err(bad("only versions 1.1 and 1.2 of YAML are read", span));
        }
        if self.has_version {
            return Err(bad("the version is declared a second time", span));
        }
        self.has_version = true;
        Ok(())
    }
}

/// Whether a word looks like a version.
fn is_version(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(major, minor)| digits(major) && digits(minor))
}

fn is_handle(text: &str) -> bool {
    let inner = text.strip_prefix('!').and_then(|rest| rest.strip_suffix('!').or(Some(rest).filter(|_| text == "!")));
    inner.is_some_and(|inner| inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

fn bad(message: impl Into<String>, span: Span) -> Malformed {
    Malformed::new(IssueCode::YamlBadDirective, message, span)
}
