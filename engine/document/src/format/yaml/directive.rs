//! Directives: lines before a document that begin with `%`.

use super::YamlChecked;
use super::cursor::YamlCursor;
use super::property::Handles;
use crate::text::{Fault, IssueCode, Span};

/// The directives before a document that have been read so far.
#[derive(Default)]
pub(super) struct Directives {
    /// The place of the first directive.
    pub first: Option<Span>,
    has_version: bool,
}

impl Directives {
    /// Reads the directive at the cursor, which is at its `%`.
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
            Some("YAML") => {
                // The test suite has further versions after the first, which are ignored.
                let is_sound = first.is_some_and(|version| version.starts_with("1.") && is_version(version))
                    && second.into_iter().chain(words).all(is_version);
                if !is_sound || std::mem::replace(&mut self.has_version, true) {
                    return Err(bad("expected `%YAML 1.1` or `%YAML 1.2`, once before a document", span));
                }
            }
            Some("TAG") => {
                let both = first.zip(second).filter(|(handle, _)| words.next().is_none() && is_handle(handle));
                let Some((handle, prefix)) = both else {
                    let message = "`%TAG` needs a handle and a prefix";
                    return Err(bad(message, span).help("write it like `%TAG !e! tag:example.com,2024:`"));
                };
                if !handles.declare(handle, prefix) {
                    return Err(bad(format!("`{handle}` is declared a second time"), span));
                }
            }
            // YAML requires that directives with other names are ignored.
            Some(_) if !line[1..].starts_with([' ', '\t']) => {}
            _ => return Err(bad("`%` begins a directive, but the name of the directive is missing", span)),
        }
        cursor.advance(line.len());
        cursor.end_line("a directive")
    }
}

fn is_version(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(major, minor)| digits(major) && digits(minor))
}

fn is_handle(text: &str) -> bool {
    let inner = text.strip_prefix('!').and_then(|rest| rest.strip_suffix('!').or(Some(rest).filter(|_| text == "!")));
    inner.is_some_and(|inner| inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

fn bad(message: impl Into<String>, span: Span) -> Fault {
    Fault::new(IssueCode::YamlBadDirective, message, span)
}
