//! Patterns of whole paths: wildcards, and regular expressions of the POSIX kind.

mod posix;
mod wildcard;

use assay_asset_list::AssetList;
use assay_document::text::{Fault, IssueCode, Span};
use serde::{Deserialize, Serialize};

/// How a pattern is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PatternType {
    /// `*` stands for any text, `?` for one byte, and nothing else is special. The letter case of ASCII does not count.
    Wildcard,
    /// A regular expression as POSIX has it (extended), in which letter case counts.
    Regex,
}

impl PatternType {
    /// Both: the number that files have for it, and its name.
    pub const ALL: [(u8, &'static str, Self); 2] = [(0, "wildcard", Self::Wildcard), (1, "regex", Self::Regex)];

    /// The type of that name, in any letter case, or of that number.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is_it =
            |&(number, known, _): &(u8, &str, Self)| known.eq_ignore_ascii_case(name) || name.parse() == Ok(number);
        Self::ALL.into_iter().find(is_it).map(|(.., pattern_type)| pattern_type)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A pattern that paths are held against, as a whole.
#[derive(Clone, Debug)]
pub struct Pattern(regex::bytes::Regex);

impl Pattern {
    /// The pattern that `text` spells.
    ///
    /// # Errors
    /// It is empty, or a regular expression that cannot be read; the span is in bytes of `text`.
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

    /// The entries of a list whose whole path it matches, in their order.
    #[must_use]
    pub fn matching(&self, list: &AssetList) -> AssetList {
        list.filtered(&mut |path| self.matches(path))
    }

    /// Whether it matches the whole of a path.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path.as_bytes())
    }
}
