//! Parses JSON as a whole: one value, with the places of all values in it.

pub use jsonc_parser::ast;
pub use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, ParseOptions, ParseStringErrorKind, Scanner, ScannerOptions, parse_to_ast};

use crate::text::{Fault, IssueCode, Span};

/// The JSON dialect and limits of a document, and the codes of its faults.
#[derive(Clone, Copy, Debug)]
pub struct JsonDialect {
    /// True if comments and trailing commas are allowed. Other extensions of JSON never are.
    pub is_commented: bool,
    /// The maximum nesting of values. The parser is recursive, with one call for each level.
    pub max_depth: usize,
    /// The maximum number of tokens: values, keys, punctuation and comments.
    pub max_tokens: usize,
    /// True if a program wrote the text. An unterminated value is then reported at the end of the text, where it was
    /// probably cut off, and not at the start of the value.
    pub is_written: bool,
    /// The kind of a fault.
    pub code: IssueCode,
    /// The kind of the fault for values that nest too deep.
    pub depth_code: IssueCode,
}

impl JsonDialect {
    /// Parses `text` and returns its value; `None` if it has no value.
    ///
    /// # Errors
    /// Fails at the first place that is not JSON, or that exceeds a limit.
    pub fn parse<'t>(&self, text: &'t str) -> Result<Option<ast::Value<'t>>, Fault> {
        // The depth is checked first: the parser is recursive, and a deep text would overflow the stack.
        self.check_tokens(text)?;
        let options = ParseOptions {
            allow_comments: self.is_commented,
            allow_trailing_commas: self.is_commented,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(text, &CollectOptions::default(), &options)
            .map_err(|error| self.refusal_fault(&error, text))?;
        Ok(parsed.value)
    }

    fn check_tokens(&self, text: &str) -> Result<(), Fault> {
        let mut scanner = Scanner::new(text, &ScannerOptions::default());
        let (mut depth, mut tokens, mut end) = (0usize, 0usize, 0);
        // What the scanner refuses is also refused by the parser, with a better message.
        while let Ok(Some(token)) = scanner.scan() {
            let start = scanner.token_start();
            self.check_blanks(text, end, start)?;
            end = scanner.token_end();
            match token {
                Token::OpenBrace | Token::OpenBracket => depth += 1,
                Token::CloseBrace | Token::CloseBracket => depth = depth.saturating_sub(1),
                Token::String(_) => self.check_text(text, start, end)?,
                _ => {}
            }
            tokens += 1;
            let (code, message) = match (depth > self.max_depth, tokens > self.max_tokens) {
                (true, _) => (self.depth_code, format!("values nest more than {} deep", self.max_depth)),
                (_, true) => (self.code, format!("there are more than {} values and marks", self.max_tokens)),
                _ => continue,
            };
            return Err(Fault::new(code, message, Span::of(start, end)));
        }
        self.check_blanks(text, end, scanner.token_start().max(end))
    }

    /// Refuses characters between values that the scanner skips but JSON does not allow.
    fn check_blanks(&self, text: &str, start: usize, end: usize) -> Result<(), Fault> {
        let foreign = text[start..end].char_indices().find(|(_, c)| !matches!(c, ' ' | '\t' | '\r' | '\n'));
        self.refuse(foreign, start, "between values: expected a space, tab or line break")
    }

    /// Refuses characters in a string that the scanner accepts but JSON does not allow.
    fn check_text(&self, text: &str, start: usize, end: usize) -> Result<(), Fault> {
        let control = text[start..end].char_indices().find(|(_, c)| *c < ' ');
        self.refuse(control, start, "in a string: expected an escape")
    }

    fn refuse(&self, found: Option<(usize, char)>, start: usize, problem: &str) -> Result<(), Fault> {
        let Some((at, c)) = found else { return Ok(()) };
        let message = format!("this is not JSON: there is U+{:04X} {problem}", u32::from(c));
        Err(Fault::new(self.code, message, Span::of(start + at, start + at + c.len_utf8())))
    }

    fn refusal_fault(&self, error: &ParseError, text: &str) -> Fault {
        let is_cut = self.is_written
            && matches!(
                error.kind(),
                ParseErrorKind::UnterminatedArray
                    | ParseErrorKind::UnterminatedCommentBlock
                    | ParseErrorKind::UnterminatedObject
                    | ParseErrorKind::String(ParseStringErrorKind::UnterminatedStringLiteral)
            );
        let end = text.trim_end().len();
        let (place, more) =
            if is_cut { (Span::of(end, end), ", and the file ends here") } else { (span(error.range()), "") };
        // Messages of the parser begin with a capital letter, those of Assay with a small one.
        let reason = error.kind().to_string();
        let mut letters = reason.chars();
        let reason: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        Fault::new(self.code, format!("this is not JSON: {reason}{more}"), place)
    }
}

/// Converts a range to a span.
#[must_use]
pub fn span(range: Range) -> Span {
    Span::of(range.start, range.end)
}

#[cfg(test)]
mod tests {
    use super::JsonDialect;
    use crate::text::IssueCode;

    const STRICT: JsonDialect = JsonDialect {
        is_commented: false,
        max_depth: 3,
        max_tokens: 9,
        is_written: false,
        code: IssueCode::PackageJson,
        depth_code: IssueCode::RuleFileDepth,
    };

    /// Returns the place, code and message of the fault of `text`; empty if it has none.
    fn describe_fault(form: JsonDialect, text: &str) -> String {
        form.parse(text).err().map_or_else(String::new, |fault| {
            format!("{}..{} {}: {}", fault.span.start(), fault.span.end(), fault.code, fault.message)
        })
    }

    #[test]
    fn syntax_outside_json_is_refused_at_its_place() {
        for (text, expected) in [
            ("{\"a\": [1, 2]}", ""),
            ("", ""),
            ("[1,]", "2..3 package-json: this is not JSON: trailing commas are not allowed"),
            ("[1] // x", "4..8 package-json: this is not JSON: comments are not allowed"),
            (
                "[\u{a0}1]",
                "1..3 package-json: this is not JSON: there is U+00A0 between values: expected a space, tab or line break",
            ),
            (
                "[1]\u{b}",
                "3..4 package-json: this is not JSON: there is U+000B between values: expected a space, tab or line break",
            ),
            ("[\"a\tb\"]", "3..4 package-json: this is not JSON: there is U+0009 in a string: expected an escape"),
            ("[[[[1]]]]", "3..4 rule-file-depth: values nest more than 3 deep"),
            ("[1,1,1,1,1]", "9..10 package-json: there are more than 9 values and marks"),
        ] {
            assert_eq!(describe_fault(STRICT, text), expected, "{text}");
        }
    }

    #[test]
    fn comments_and_trailing_commas_are_allowed_if_the_dialect_has_them() {
        let form = JsonDialect { is_commented: true, ..STRICT };
        assert_eq!(describe_fault(form, "[1, /* a */] // b"), "");
    }
}
