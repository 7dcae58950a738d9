//! Patterns that match whole paths: wildcards and POSIX regular expressions.

mod posix;
mod wildcard;

use assay_asset_list::AssetList;
use assay_document::text::{Fault, IssueCode, Span};
use serde::{Deserialize, Serialize};

/// The syntax of a pattern.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PatternType {
    /// `*` matches any bytes, `?` matches one byte, and there are no other special characters. ASCII letters match
    /// regardless of case.
    Wildcard,
    /// An extended regular expression of POSIX. Matching is case-sensitive.
    Regex,
}

impl PatternType {
    /// Both syntaxes: the number in files, and the name.
    pub const ALL: [(u8, &'static str, Self); 2] = [(0, "wildcard", Self::Wildcard), (1, "regex", Self::Regex)];

    /// Returns the type with this name, in any letter case, or with this number.
    pub fn named(name: &str) -> Option<Self> {
        let is_it =
            |&(number, known, _): &(u8, &str, Self)| known.eq_ignore_ascii_case(name) || name.parse() == Ok(number);
        Self::ALL.into_iter().find(is_it).map(|(.., pattern_type)| pattern_type)
    }

    /// Returns the number of this type in files.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the name of this type.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A pattern that has to match a whole path.
#[derive(Clone, Debug)]
pub struct Pattern(regex::bytes::Regex);

impl Pattern {
    /// Compiles the pattern `text`.
    ///
    /// # Errors
    /// Fails if the pattern is empty or is not a valid regular expression. The span of the fault is in bytes of `text`.
    pub fn new(pattern_type: PatternType, text: &str) -> Result<Self, Fault> {
        if text.is_empty() {
            let message = format!("a {} pattern cannot be empty", pattern_type.name());
            let help = match pattern_type {
                PatternType::Wildcard => "write `*` for every path",
                PatternType::Regex => "write `.*` for every path",
            };
            return Err(Fault::new(IssueCode::PatternEmpty, message, Span::at(0)).help(help));
        }
        Ok(Self(match pattern_type {
            PatternType::Wildcard => wildcard::compile(text)?,
            PatternType::Regex => posix::compile(text)?,
        }))
    }

    /// Returns the entries of a list whose whole path matches the pattern, in the order of the list.
    pub fn matching(&self, list: &AssetList) -> AssetList {
        list.filtered(&mut |path| self.matches(path))
    }

    /// Returns true if the pattern matches the whole path.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path.as_bytes())
    }
}
