//! Regular expressions written for Python, run in linear time wherever that is possible.
//!
//! A pattern is brought to the syntax of the `regex` crate first (`translate`), so that every construct keeps the
//! meaning it has in Python 3. What `regex` refuses by design, look-around, references to groups and atomic groups, is
//! searched by backtracking, which gives up after a fixed number of steps instead of hanging.
//!
//! Known to differ from Python: a word boundary beside a combining mark, a connector such as `‿` or a number such as
//! `²` (Unicode's words instead of Python's), and the letter case of the Turkish `İ` and `ı`.

mod backtrack;
mod class;
mod cursor;
mod escape;
mod group;
mod groups;
mod machine;
mod pace;
mod plain;
mod role;
mod room;
mod translate;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use regex_automata::util::iter::Searcher;
use regex_automata::{Anchored, Input, Match, MatchError, meta};
use rustc_hash::FxHashMap;
use thiserror::Error;

pub use self::backtrack::Steps;
use self::backtrack::{Backtracker, Refusal};
pub use self::groups::Groups;
pub use self::pace::Pace;
pub use self::room::with_room;

use self::machine::{MAX_SIZE, Machine};
use self::pace::Stepped;
use super::{Fault, Span};
use crate::IssueCode;

/// The number of patterns that are remembered. At that number all are forgotten, and compiled again when they are
/// needed.
const MAX_KNOWN: usize = 1024;
/// The size in bytes beyond which a pattern is large.
const LARGE: usize = 512 << 10;
/// The number of large ones that are remembered.
const MAX_LARGE: usize = 8;

thread_local! {
    /// Compiled patterns. Rules repeat each other's, and compiling one takes longer than reading the rest of its rule.
    static KNOWN: RefCell<FxHashMap<Box<str>, Pattern>> = RefCell::default();
}

/// A regular expression, compiled. It is searched for, not anchored.
///
/// Equal patterns of one thread share what is compiled, and what searching teaches about them.
#[derive(Clone, Debug)]
pub struct Pattern(Rc<CompiledPattern>);

#[derive(Debug)]
struct CompiledPattern {
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
    Backtracking(Backtracker),
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
    /// Returns an error for patterns that Python refuses, that have no counterpart here (`\N{…}`, lone surrogates), or
    /// that grow too large. The span is in bytes of `source`.
    pub fn new(source: &str) -> Result<Self, Fault> {
        if let Some(known) = KNOWN.with_borrow(|known| known.get(source).cloned()) {
            // It takes its room among these rules, whoever compiled it.
            room::take(source, known.size())?;
            return Ok(known);
        }
        let pattern = Self(Rc::new(CompiledPattern::new(source)?));
        KNOWN.with_borrow_mut(|known| {
            let is_full = known.len() >= MAX_KNOWN;
            if is_full || pattern.is_large() && known.values().filter(|pattern| pattern.is_large()).count() >= MAX_LARGE
            {
                known.clear();
            }
            known.insert(source.into(), pattern.clone());
        });
        Ok(pattern)
    }

    /// Calls `take` with texts of which each stands in every text in which the pattern is found; none are known of one that
    /// is not [linear](Self::linear).
    pub fn needed_texts(&self, take: &mut dyn FnMut(&[u8])) {
        if let Engine::Linear(_, machine) = &self.0.engine {
            machine.needed_texts(take);
        }
    }

    /// Returns about how many bytes the compiled pattern takes.
    fn size(&self) -> usize {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.size(),
            Engine::Backtracking(machine) => machine.size(),
        }
    }

    /// Returns true if the compiled pattern takes more than some hundred kilobytes.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.size() > LARGE
    }

    /// The pattern as written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns the regular expression to write instead, if the pattern may be meant as a glob.
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
            Engine::Backtracking(_) => self.is_match_counted(text, &Steps::new(Steps::PER_TEXT)),
        }
    }

    /// Returns true if the pattern is found anywhere in `text`. A pattern that is not [linear](Self::linear) takes its steps
    /// from `steps`, which may be shared by many texts.
    ///
    /// # Errors
    /// [`BacktrackLimit`] when no steps are left.
    pub fn is_match_counted(&self, text: &str, steps: &Steps) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) => self.is_match(text),
            Engine::Backtracking(machine) => Ok(machine.search(text, steps).find(0)?.is_some()),
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
            Engine::Backtracking(machine) => machine.groups(),
        }
    }

    /// Like [`Self::is_match`], at the pace of the caller: `pace` limits the steps, and can end the search.
    ///
    /// # Errors
    /// As [`Self::is_match`], and when the search is not to go on.
    pub fn is_match_within(&self, text: &str, pace: &Pace<'_>) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => Ok(self.stepped()?.find(text, 0, pace)?.is_some()),
            Engine::Linear(..) => self.is_match(text),
            Engine::Backtracking(machine) => {
                let steps = Steps::new(pace.steps);
                Ok(machine.search(text, &steps).at(pace).find(0)?.is_some())
            }
        }
    }

    /// The first place in `text` where the pattern is found, with its groups.
    ///
    /// # Errors
    /// As [`Self::is_match_within`].
    pub fn captures<'t>(&self, text: &'t str, pace: &Pace<'_>) -> Result<Option<Groups<'t>>, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => {
                let found = self.stepped()?.find(text, 0, pace)?;
                found.map(|found| self.groups_at(text, found, pace)).transpose()
            }
            Engine::Linear(..) => Ok(self.groups_in(text, &Input::new(text))?),
            Engine::Backtracking(machine) => {
                let steps = Steps::new(pace.steps);
                let mut search = machine.search(text, &steps).at(pace);
                let Some(found) = search.find(0)? else { return Ok(None) };
                Ok(Some(Groups::backtracking(text, search.groups(&found)?)))
            }
        }
    }

    /// Passes each match in `text` to `take`, one after the other, until `take` returns false.
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
            Engine::Linear(..) if self.is_long(text.len(), pace) => {
                let stepped = self.stepped()?;
                each_place(text, pace, take, |start| {
                    let found = stepped.find(text, start, pace)?;
                    found.map(|found| self.groups_at(text, found, pace)).transpose()
                })
            }
            Engine::Linear(..) => {
                for (place, captures) in self.capturing()?.captures_iter(text).enumerate() {
                    pace.ask_at(place)?;
                    if !take(&Groups::linear(text, captures)) {
                        break;
                    }
                }
                Ok(())
            }
            Engine::Backtracking(machine) => {
                let steps = Steps::new(pace.steps);
                let mut search = machine.search(text, &steps).at(pace);
                each_place(text, pace, take, |start| {
                    let Some(found) = search.find(start)? else { return Ok(None) };
                    Ok(Some(Groups::backtracking(text, search.groups(&found)?)))
                })
            }
        }
    }

    /// The groups of a place that is known.
    fn groups_at<'t>(&self, text: &'t str, found: Match, pace: &Pace<'_>) -> Result<Groups<'t>, BacktrackLimit> {
        // The place is known, so the search in it goes no further. One that is as short as the piece between two
        // questions is not worth asking about.
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

impl CompiledPattern {
    fn new(source: &str) -> Result<Self, Fault> {
        let translate::Translation { text, roles, names } = translate::translate(source)?;
        let engine = if let Some(roles) = roles {
            let machine = Backtracker::new(&text, &roles).map_err(|refusal| refused(refusal, source))?;
            room::take(source, machine.size())?;
            Engine::Backtracking(machine)
        } else {
            let machine = Machine::new(&text).map_err(|reason| general(&reason, source))?;
            room::take(source, machine.size())?;
            // The room is taken by an estimate before, as building the automaton takes time.
            if machine.is_too_large() {
                return Err(too_large(source));
            }
            Engine::Linear(text, machine)
        };
        Ok(Self { source: source.into(), engine, names, capturing: OnceCell::new(), stepped: OnceCell::new() })
    }
}

/// Passes each match that `find` finds from a byte on to `take`, one after the other, until `take` returns false.
fn each_place<'t>(
    text: &'t str,
    pace: &Pace<'_>,
    mut take: impl FnMut(&Groups<'t>) -> bool,
    mut find: impl FnMut(usize) -> Result<Option<Groups<'t>>, BacktrackLimit>,
) -> Result<(), BacktrackLimit> {
    let mut groups = None;
    // It knows where to continue after an empty match.
    let mut places = Searcher::new(Input::new(text));
    for place in 0.. {
        pace.ask_at(place)?;
        let next = places.try_advance(|input| {
            groups = find(input.start()).map_err(|_| MatchError::gave_up(0))?;
            Ok(groups.as_ref().map(|groups| Match::must(0, groups.span().range())))
        });
        next.map_err(|_| BacktrackLimit)?;
        let Some(groups) = groups.take() else { break };
        if !take(&groups) {
            break;
        }
    }
    Ok(())
}

/// The error of a pattern that backtracks.
fn refused(refusal: Refusal, source: &str) -> Fault {
    match refusal {
        Refusal::TooLarge => too_large(source),
        Refusal::LookBehind => {
            let message = "the text that a look-behind finds must have a fixed length";
            Fault::new(IssueCode::PatternLookBehind, message, whole(source))
        }
        Refusal::Syntax(reason) => general(&reason, source),
    }
}

fn too_large(source: &str) -> Fault {
    Fault::new(
        IssueCode::PatternTooLarge,
        "the pattern is too large once its repetitions are counted out",
        whole(source),
    )
    .help("repeat fewer times, or use `*` or `+`")
}

/// A refusal that the translator did not foresee, in the words of the crate, on one line.
fn general(message: &str, source: &str) -> Fault {
    let last = message.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("unknown reason");
    let reason = last.strip_prefix("error: ").unwrap_or(last);
    Fault::new(IssueCode::PatternUnusable, format!("the pattern cannot be used: {reason}"), whole(source))
}

fn whole(source: &str) -> Span {
    Span::of(0, source.len())
}
