//! Regular expressions written for Python, run in linear time wherever that is possible.
//!
//! A pattern is brought to the syntax of the `regex` crate first (`translate`), so that every construct keeps the
//! meaning it has in Python 3. What `regex` refuses by design, look-around and references to groups, is run by
//! `fancy-regex`, which gives up after a fixed number of steps instead of hanging.
//!
//! Known to differ from Python: a word boundary beside a combining mark, a connector such as `‿` or a number such as
//! `²` (Unicode's words instead of Python's), and the letter case of the Turkish `İ` and `ı`.

mod class;
mod cursor;
mod escape;
mod group;
mod translate;

#[cfg(test)]
mod tests;

use thiserror::Error;

use super::{Fault, Span};

/// How often a pattern with look-around or references may change its mind on one text. `fancy-regex`'s own default:
/// some ten milliseconds, and far more than any pattern that means well.
const BACKTRACK_LIMIT: usize = 1_000_000;
/// Bytes of a compiled pattern. `\w{1,260}`, a name as long as Windows allows, takes nine megabytes.
const MAX_SIZE: usize = 16 << 20;
/// Instructions of a compiled pattern with look-around or references.
const MAX_INSTRUCTIONS: usize = 100_000;

/// A regular expression, compiled. It is searched for, not anchored.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    /// The `regex` crate, and the pattern in its syntax.
    Linear(regex::Regex),
    Backtracking(fancy_regex::Regex),
}

/// A text on which a pattern with look-around or references took too many steps.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the pattern needs more than {BACKTRACK_LIMIT} steps on this text")]
pub struct BacktrackLimit;

impl Pattern {
    /// Compiles a pattern as Python's `re` reads it.
    ///
    /// # Errors
    /// What Python refuses, what has no counterpart here (`\N{…}`, lone surrogates), and what grows too large. The
    /// span is in bytes of `source`.
    pub fn new(source: &str) -> Result<Self, Fault> {
        let translation = translate::translate(source)?;
        let engine = if translation.backtracks {
            let built = fancy_regex::RegexBuilder::new(&translation.text)
                .backtrack_limit(BACKTRACK_LIMIT)
                .delegate_size_limit(MAX_SIZE)
                .max_prog_size(MAX_INSTRUCTIONS)
                .build();
            Engine::Backtracking(built.map_err(|error| refused_with_look_around(&error, source))?)
        } else {
            let built = regex::RegexBuilder::new(&translation.text).size_limit(MAX_SIZE).build();
            Engine::Linear(built.map_err(|error| refused(&error, source))?)
        };
        Ok(Self { source: source.to_owned(), engine })
    }

    /// The pattern as written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The pattern in the syntax of the `regex` crate, when that one runs it: for a `RegexSet`.
    #[must_use]
    pub fn linear(&self) -> Option<&str> {
        match &self.engine {
            Engine::Linear(regex) => Some(regex.as_str()),
            Engine::Backtracking(_) => None,
        }
    }

    /// Whether the pattern is found anywhere in `text`.
    ///
    /// # Errors
    /// [`BacktrackLimit`] when a pattern that is not [linear](Self::linear) takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, BacktrackLimit> {
        match &self.engine {
            Engine::Linear(regex) => Ok(regex.is_match(text)),
            Engine::Backtracking(regex) => regex.is_match(text).map_err(|_| BacktrackLimit),
        }
    }
}

/// Why `regex` did not take a translated pattern; the translator leaves it size only.
fn refused(error: &regex::Error, source: &str) -> Fault {
    match error {
        regex::Error::CompiledTooBig(_) => too_large(source),
        other => general(&other.to_string(), source),
    }
}

/// Why `fancy-regex` did not take a translated pattern.
fn refused_with_look_around(error: &fancy_regex::Error, source: &str) -> Fault {
    use fancy_regex::{CompileError, Error, ParseError};
    match error {
        Error::CompileError(error) => match &**error {
            CompileError::LookBehindNotConst | CompileError::VariableLookBehindRequiresFeature => {
                Fault::new("pattern-look-behind", "what a look-behind finds must have a fixed length", whole(source))
            }
            CompileError::PatternTooComplex => too_large(source),
            CompileError::InnerError(inner) if inner.size_limit().is_some() => too_large(source),
            other => general(&other.to_string(), source),
        },
        Error::ParseError(_, ParseError::TargetNotRepeatable) => {
            Fault::new("pattern-repeat", "what finds no text, such as a look-around, cannot be repeated", whole(source))
        }
        other => general(&other.to_string(), source),
    }
}

fn too_large(source: &str) -> Fault {
    Fault::new("pattern-too-large", "the pattern is too large once its repetitions are counted out", whole(source))
        .help("repeat fewer times, or use `*` or `+`")
}

/// A refusal that the translator did not foresee, in the words of the crate, on one line.
fn general(message: &str, source: &str) -> Fault {
    let last = message.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("unknown reason");
    let reason = last.strip_prefix("error: ").unwrap_or(last);
    Fault::new("pattern-unusable", format!("the pattern cannot be used: {reason}"), whole(source))
}

fn whole(source: &str) -> Span {
    Span::of(0, source.len())
}
