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
mod groups;
mod machine;
mod needed;
mod pace;
mod plain;
mod translate;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use regex_automata::util::iter::Searcher;
use regex_automata::{Anchored, Input, Match, MatchError, meta};
use rustc_hash::FxHashMap;
use thiserror::Error;

pub use self::groups::Groups;
pub use self::pace::Pace;

use self::machine::{MAX_SIZE, Machine};
use self::pace::Stepped;
use super::{Fault, Span};

/// How often a pattern with look-around or references may change its mind on one text. `fancy-regex`'s own default:
/// some ten milliseconds, and far more than any pattern that means well.
const BACKTRACK_LIMIT: usize = 1_000_000;
/// Instructions of a compiled pattern with look-around or references.
const MAX_INSTRUCTIONS: usize = 100_000;

/// So many patterns are remembered; beyond it they are all forgotten, and compiled again when they come again.
const MAX_KNOWN: usize = 1024;

thread_local! {
    /// Compiled patterns. Rules repeat each other's, and compiling one takes longer than reading the rest of its rule.
    static KNOWN: RefCell<FxHashMap<Box<str>, Pattern>> = RefCell::default();
}

/// A regular expression, compiled. It is searched for, not anchored.
///
/// Equal patterns of one thread share what is compiled, and what searching teaches about them.
#[derive(Clone, Debug)]
pub struct Pattern(Rc<Compiled>);

#[derive(Debug)]
struct Compiled {
    source: Box<str>,
    engine: Engine,
    /// Names of groups, each with its number.
    names: Vec<(String, usize)>,
    /// For a linear pattern whose groups are asked for.
    capturing: OnceCell<Option<meta::Regex>>,
    /// For one that is searched for in steps.
    stepped: OnceCell<Option<Stepped>>,
}

#[derive(Debug)]
enum Engine {
    /// The pattern in the syntax of the `regex` crate, and its machine.
    Linear(String, Machine),
    Backtracking(fancy_regex::Regex),
}

/// A text on which a pattern takes too many steps: one with look-around or references, or one whose search was not to go
/// on.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the pattern needs too many steps on this text")]
pub struct BacktrackLimit;

impl Pattern {
    /// Compiles a pattern as Python's `re` reads it.
    ///
    /// # Errors
    /// What Python refuses, what has no counterpart here (`\N{…}`, lone surrogates), and what grows too large. The
    /// span is in bytes of `source`.
    pub fn new(source: &str) -> Result<Self, Fault> {
        if let Some(known) = KNOWN.with_borrow(|known| known.get(source).cloned()) {
            return Ok(known);
        }
        let pattern = Self(Rc::new(Compiled::new(source)?));
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= MAX_KNOWN {
                known.clear();
            }
            known.insert(source.into(), pattern.clone());
        });
        Ok(pattern)
    }

    /// The pattern as written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// What to write instead, where it may be meant as a glob.
    #[must_use]
    pub fn instead_of_glob(&self) -> Option<String> {
        translate::instead_of_glob(self.source())
    }

    /// The pattern in the syntax of the `regex` crate, when that one runs it: for a `RegexSet`.
    #[must_use]
    pub fn linear(&self) -> Option<&str> {
        match &self.0.engine {
            Engine::Linear(text, _) => Some(text),
            Engine::Backtracking(_) => None,
        }
    }

    /// Whether it takes no more than a few comparisons to find the pattern in a path.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(&self.0.engine, Engine::Linear(_, machine) if machine.is_plain())
    }

    /// Whether the pattern is found anywhere in `text`.
    ///
    /// # Errors
    /// [`BacktrackLimit`] when a pattern that is not [linear](Self::linear) takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.is_match(text).ok_or(BacktrackLimit),
            Engine::Backtracking(regex) => regex.is_match(text).map_err(|_| BacktrackLimit),
        }
    }
}

impl Pattern {
    /// The number of the group of that name.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<usize> {
        self.0.names.iter().find(|(known, _)| known == name).map(|(_, number)| *number)
    }

    /// How many groups the pattern has, itself not counted.
    #[must_use]
    pub fn groups(&self) -> usize {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.groups(),
            Engine::Backtracking(regex) => regex.captures_len() - 1,
        }
    }

    /// The same at a pace that others set.
    ///
    /// # Errors
    /// As [`Self::is_match`], and when the search is not to go on.
    pub fn is_match_within(&self, text: &str, pace: &Pace<'_>) -> Result<bool, BacktrackLimit> {
        if self.is_long(text.len(), pace) {
            Ok(self.stepped()?.find(text, 0, pace)?.is_some())
        } else {
            self.is_match(text)
        }
    }

    /// The first place in `text` where the pattern is found, with its groups.
    ///
    /// # Errors
    /// As [`Self::is_match_within`].
    pub fn captures<'t>(&self, text: &'t str, pace: &Pace<'_>) -> Result<Option<Groups<'t>>, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => match self.stepped()?.find(text, 0, pace)? {
                Some(found) => self.groups_at(text, found, pace).map(Some),
                None => Ok(None),
            },
            Engine::Linear(..) => Ok(self.groups_in(text, &Input::new(text))?),
            Engine::Backtracking(regex) => match regex.captures(text) {
                Ok(captures) => Ok(captures.map(Groups::backtracking)),
                Err(_) => Err(BacktrackLimit),
            },
        }
    }

    /// Hands each place in `text` where the pattern is found to `take`, one after the other, until it says false.
    ///
    /// # Errors
    /// As [`Self::is_match_within`].
    pub fn each<'t>(
        &self,
        text: &'t str,
        pace: &Pace<'_>,
        mut take: impl FnMut(&Groups<'t>) -> bool,
    ) -> Result<(), BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => return self.each_in_steps(text, pace, take),
            Engine::Linear(..) => {
                for (place, captures) in self.capturing()?.captures_iter(text).enumerate() {
                    pace.ask_at(place)?;
                    if !take(&Groups::linear(text, captures)) {
                        break;
                    }
                }
            }
            Engine::Backtracking(regex) => {
                for (place, captures) in regex.captures_iter(text).enumerate() {
                    pace.ask_at(place)?;
                    if !take(&Groups::backtracking(captures.map_err(|_| BacktrackLimit)?)) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn each_in_steps<'t>(
        &self,
        text: &'t str,
        pace: &Pace<'_>,
        mut take: impl FnMut(&Groups<'t>) -> bool,
    ) -> Result<(), BacktrackLimit> {
        let stepped = self.stepped()?;
        let mut searcher = Searcher::new(Input::new(text));
        let gave_up = |_| MatchError::gave_up(0);
        let mut next = || searcher.try_advance(|input| stepped.find(text, input.start(), pace).map_err(gave_up));
        for place in 0.. {
            pace.ask_at(place)?;
            let Some(found) = next().map_err(|_| BacktrackLimit)? else { break };
            if !take(&self.groups_at(text, found, pace)?) {
                break;
            }
        }
        Ok(())
    }

    /// The groups of a place that is known.
    fn groups_at<'t>(&self, text: &'t str, found: Match, pace: &Pace<'_>) -> Result<Groups<'t>, BacktrackLimit> {
        let pace = Pace { at_once: pace.at_once.max(Pace::PIECE), ..*pace };
        if self.is_long(found.len(), &pace) {
            return Err(BacktrackLimit);
        }
        let input = Input::new(text).range(found.range()).anchored(Anchored::Yes);
        self.groups_in(text, &input)?.ok_or(BacktrackLimit)
    }

    fn groups_in<'t>(&self, text: &'t str, input: &Input<'t>) -> Result<Option<Groups<'t>>, BacktrackLimit> {
        let regex = self.capturing()?;
        let mut captures = regex.create_captures();
        regex.search_captures(input, &mut captures);
        Ok(captures.is_match().then(|| Groups::linear(text, captures)))
    }

    /// Whether a search through so many bytes might take more than may be done at once.
    fn is_long(&self, length: usize, pace: &Pace<'_>) -> bool {
        self.states().saturating_mul(length) > pace.at_once
    }

    /// About how many states the machine of a linear pattern has; none is known of another one, whose steps are counted
    /// otherwise.
    fn states(&self) -> usize {
        /// Bytes of a state, with those of the machine for the other direction.
        const STATE: usize = 64;
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.memory() / STATE + 1,
            Engine::Backtracking(_) => 0,
        }
    }

    /// The machine that is led in steps, made when it is first asked.
    fn stepped(&self) -> Result<&Stepped, BacktrackLimit> {
        let Engine::Linear(text, _) = &self.0.engine else { return Err(BacktrackLimit) };
        self.0.stepped.get_or_init(|| Stepped::new(text, self.states())).as_ref().ok_or(BacktrackLimit)
    }

    /// The machine that tells where groups are found, made when it is first asked: most patterns only have to be found.
    ///
    /// # Errors
    /// With its groups the pattern is too large.
    fn capturing(&self) -> Result<&meta::Regex, BacktrackLimit> {
        let Engine::Linear(text, _) = &self.0.engine else { return Err(BacktrackLimit) };
        let build = || {
            let config = meta::Config::new().nfa_size_limit(Some(4 * MAX_SIZE));
            meta::Builder::new().configure(config).build(text).ok()
        };
        self.0.capturing.get_or_init(build).as_ref().ok_or(BacktrackLimit)
    }
}

impl Compiled {
    fn new(source: &str) -> Result<Self, Fault> {
        let translate::Translation { text, backtracks, names } = translate::translate(source)?;
        let engine = if backtracks {
            let built = fancy_regex::RegexBuilder::new(&text)
                .backtrack_limit(BACKTRACK_LIMIT)
                .delegate_size_limit(MAX_SIZE)
                .max_prog_size(MAX_INSTRUCTIONS)
                .build();
            Engine::Backtracking(built.map_err(|error| refused_with_look_around(&error, source))?)
        } else {
            let machine = Machine::new(&text).map_err(|refusal| match refusal {
                Some(reason) => general(&reason, source),
                None => too_large(source),
            })?;
            Engine::Linear(text, machine)
        };
        Ok(Self { source: source.into(), engine, names, capturing: OnceCell::new(), stepped: OnceCell::new() })
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
