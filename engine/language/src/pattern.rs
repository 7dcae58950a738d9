//! Regular expressions in the syntax of Python, matched in linear time where possible.
//!
//! A pattern is first translated to the syntax of the `regex` crate (`translate`), so that every construct has the
//! meaning of Python 3. The `regex` crate does not support look-around, references to groups and atomic groups. Such
//! patterns are matched by backtracking, which stops after a fixed number of steps instead of hanging.
//!
//! Known differences from Python: Word boundaries follow Unicode next to a combining mark, a connector such as `‿` or a
//! number such as `²`. The letter case of the Turkish `İ` and `ı` differs.

mod backtrack;
mod budget;
mod class;
mod cursor;
mod escape;
mod group;
mod groups;
mod machine;
mod plain;
mod role;
mod size_limit;
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
pub use self::budget::SearchBudget;
pub use self::groups::Groups;
pub use self::size_limit::with_size_limit;

use self::budget::Stepped;
use self::machine::{MAX_SIZE, Machine};
use super::{Fault, Span};
use crate::IssueCode;

/// The maximum number of patterns that are cached. When it is reached, the cache is cleared.
const MAX_KNOWN: usize = 1024;
/// The size in bytes from which on a pattern is large.
const LARGE: usize = 512 << 10;
/// The maximum number of large patterns that are cached.
const MAX_LARGE: usize = 8;

thread_local! {
    /// Compiled patterns. Many rules use equal patterns, and compiling one takes longer than parsing its rule.
    static KNOWN: RefCell<FxHashMap<Box<str>, Pattern>> = RefCell::default();
}

/// A compiled regular expression. It matches anywhere in a string, unless the expression is anchored.
///
/// Equal patterns of a thread share the compiled program and its caches.
#[derive(Clone, Debug)]
pub struct Pattern(Rc<CompiledPattern>);

#[derive(Debug)]
struct CompiledPattern {
    source: Box<str>,
    engine: Engine,
    /// The names of groups, each with its number.
    names: Vec<(String, usize)>,
    /// The machine of a linear pattern that finds groups, built on first use.
    capturing: OnceCell<Option<meta::Regex>>,
    /// The machine that searches in steps, built on first use.
    stepped: OnceCell<Option<Stepped>>,
}

#[derive(Debug)]
enum Engine {
    /// The pattern in the syntax of the `regex` crate, and its machine.
    Linear(String, Machine),
    Backtracking(Backtracker),
}

/// The error of a search that was stopped: a pattern with look-around or references took too many steps, or the caller
/// ended the search.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the pattern needs too many steps on this string")]
pub struct BacktrackLimit;

impl Pattern {
    /// Compiles a pattern as Python's `re` reads it.
    ///
    /// # Errors
    /// Returns an error for patterns that Python refuses, that have no counterpart here (`\N{…}`, lone surrogates), or
    /// that grow too large. The span is in bytes of `source`.
    pub fn new(source: &str) -> Result<Self, Fault> {
        if let Some(known) = KNOWN.with_borrow(|known| known.get(source).cloned()) {
            // A cached pattern counts against the limit of these rules, too.
            size_limit::take(source, known.size())?;
            return Ok(known);
        }
        let pattern = Self(Rc::new(CompiledPattern::new(source)?));
        KNOWN.with_borrow_mut(|known| {
            // Clearing everything is rare and needs no order of last use.
            let is_full = known.len() >= MAX_KNOWN;
            if is_full || pattern.is_large() && known.values().filter(|pattern| pattern.is_large()).count() >= MAX_LARGE
            {
                known.clear();
            }
            known.insert(source.into(), pattern.clone());
        });
        Ok(pattern)
    }

    /// Calls `take` with strings that every match of the pattern contains. None are known for a pattern that is not
    /// [linear](Self::linear).
    pub fn needed_strings(&self, take: &mut dyn FnMut(&[u8])) {
        if let Engine::Linear(_, machine) = &self.0.engine {
            machine.needed_strings(take);
        }
    }

    /// Returns the approximate size of the compiled pattern in bytes.
    fn size(&self) -> usize {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.size(),
            Engine::Backtracking(machine) => machine.size(),
        }
    }

    /// Returns true if the compiled pattern is larger than some hundred kilobytes.
    pub fn is_large(&self) -> bool {
        self.size() > LARGE
    }

    /// Returns the pattern as written.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns the pattern to write instead of one that no path matches, because it begins with `^` and a name: paths begin
    /// with `/`.
    pub fn with_slash(source: &str) -> Option<String> {
        let name = source.strip_prefix('^').filter(|name| !name.contains('|'))?;
        let mut characters = name.chars();
        let is_name = characters.next().is_some_and(|first| first.is_alphanumeric() || first == '_');
        // In `^a?/`, the name is not certain to begin the path, so the slash is not certain to be missing.
        let is_optional = characters.next().is_some_and(|second| "?*{".contains(second));
        (is_name && !is_optional).then(|| format!("^/{name}"))
    }

    /// Returns the regular expression to write instead, if the pattern may be meant as a glob.
    pub fn glob_as_regex(&self) -> Option<String> {
        translate::glob_as_regex(self.source())
    }

    /// Returns the pattern in the syntax of the `regex` crate, for a `RegexSet`; `None` if it backtracks.
    pub fn linear(&self) -> Option<&str> {
        match &self.0.engine {
            Engine::Linear(text, _) => Some(text),
            Engine::Backtracking(_) => None,
        }
    }

    /// Returns true if a few comparisons suffice to find the pattern in a path.
    pub fn is_plain(&self) -> bool {
        matches!(&self.0.engine, Engine::Linear(_, machine) if machine.is_plain())
    }

    /// Returns true if the pattern is found anywhere in `text`.
    ///
    /// # Errors
    /// [`BacktrackLimit`] if a pattern that is not [linear](Self::linear) takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.is_match(text).ok_or(BacktrackLimit),
            // Callers that do not share steps match short strings, such as paths.
            Engine::Backtracking(_) => self.is_match_counted(text, &Steps::new(Steps::PER_TEXT)),
        }
    }

    /// Returns true if the pattern is found anywhere in `text`. A pattern that is not [linear](Self::linear) takes its
    /// steps from `steps`, which may be shared by many texts.
    ///
    /// # Errors
    /// [`BacktrackLimit`] if no steps are left.
    pub fn is_match_counted(&self, text: &str, steps: &Steps) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            // The time of a linear search is proportional to the text, so its steps are not counted.
            Engine::Linear(..) => self.is_match(text),
            Engine::Backtracking(machine) => Ok(machine.search(text, steps).find(0)?.is_some()),
        }
    }
}

impl Pattern {
    /// Returns the number of the group with that name.
    pub fn group(&self, name: &str) -> Option<usize> {
        // A list, because a pattern has few names.
        self.0.names.iter().find(|(known, _)| known == name).map(|(_, number)| *number)
    }

    /// Returns the number of groups, without the pattern itself.
    pub fn groups(&self) -> usize {
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.groups(),
            Engine::Backtracking(machine) => machine.groups(),
        }
    }

    /// Like [`Self::is_match`], but `pace` limits the steps and can end the search.
    ///
    /// # Errors
    /// As [`Self::is_match`], and if `pace` ended the search.
    pub fn is_match_within(&self, text: &str, pace: &SearchBudget<'_>) -> Result<bool, BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => {
                Ok(self.stepping_machine()?.find(text, 0, pace)?.is_some())
            }
            Engine::Linear(..) => self.is_match(text),
            Engine::Backtracking(machine) => {
                let steps = Steps::new(pace.steps);
                Ok(machine.search(text, &steps).at(pace).find(0)?.is_some())
            }
        }
    }

    /// Returns the first match in `text`, with its groups.
    ///
    /// # Errors
    /// As [`Self::is_match_within`].
    pub fn captures<'t>(&self, text: &'t str, pace: &SearchBudget<'_>) -> Result<Option<Groups<'t>>, BacktrackLimit> {
        let mut first = None;
        self.for_each_match(text, pace, |groups| {
            first = Some(groups);
            false
        })?;
        Ok(first)
    }

    /// Passes each match in `text` to `take`, one after the other, until `take` returns false.
    ///
    /// # Errors
    /// As [`Self::is_match_within`].
    pub fn for_each_match<'t>(
        &self,
        text: &'t str,
        pace: &SearchBudget<'_>,
        take: impl FnMut(Groups<'t>) -> bool,
    ) -> Result<(), BacktrackLimit> {
        match &self.0.engine {
            Engine::Linear(..) if self.is_long(text.len(), pace) => {
                let stepped = self.stepping_machine()?;
                for_each_place(text, pace, take, |start| {
                    let found = stepped.find(text, start, pace)?;
                    found.map(|found| self.groups_at(text, found, pace)).transpose()
                })
            }
            Engine::Linear(..) => {
                for_each_place(text, pace, take, |start| self.groups_in(text, &Input::new(text).range(start..)))
            }
            Engine::Backtracking(machine) => {
                let steps = Steps::new(pace.steps);
                let mut search = machine.search(text, &steps).at(pace);
                for_each_place(text, pace, take, |start| {
                    let Some(found) = search.find(start)? else { return Ok(None) };
                    Ok(Some(Groups { text, ranges: search.groups(&found)? }))
                })
            }
        }
    }

    /// Returns the groups of a known match.
    fn groups_at<'t>(
        &self,
        text: &'t str,
        found: Match,
        pace: &SearchBudget<'_>,
    ) -> Result<Groups<'t>, BacktrackLimit> {
        // The search does not go beyond the match. If the match is short, it is not worth asking whether to go on.
        let pace = SearchBudget { at_once: pace.at_once.max(SearchBudget::PIECE), ..*pace };
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
        let ranges = || captures.iter().map(|group| group.map(|span| span.range())).collect();
        Ok(captures.is_match().then(|| Groups { text, ranges: ranges() }))
    }

    /// Returns true if a search through `length` bytes may take more steps than are allowed at once.
    fn is_long(&self, length: usize, pace: &SearchBudget<'_>) -> bool {
        self.states().saturating_mul(length) > pace.at_once
    }

    /// Returns the approximate number of states of a linear pattern's machine. It is 0 for other patterns, whose steps
    /// are counted differently.
    fn states(&self) -> usize {
        /// The bytes of a state, including the machine for the other direction.
        const STATE: usize = 64;
        match &self.0.engine {
            Engine::Linear(_, machine) => machine.memory() / STATE + 1,
            Engine::Backtracking(_) => 0,
        }
    }

    /// Returns the machine that searches in steps. It is built on first use.
    fn stepping_machine(&self) -> Result<&Stepped, BacktrackLimit> {
        let Engine::Linear(text, _) = &self.0.engine else { return Err(BacktrackLimit) };
        self.0.stepped.get_or_init(|| Stepped::new(text, self.states())).as_ref().ok_or(BacktrackLimit)
    }

    /// Returns the machine that finds groups. It is built on first use, because most patterns only have to be found.
    ///
    /// # Errors
    /// The pattern is too large with its groups.
    fn capturing(&self) -> Result<&meta::Regex, BacktrackLimit> {
        let Engine::Linear(text, _) = &self.0.engine else { return Err(BacktrackLimit) };
        let build = || {
            // The states that record groups make the automaton larger than the one that was checked when the pattern
            // was compiled.
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
            let machine = Backtracker::new(&text, &roles).map_err(|refusal| refusal_fault(refusal, source))?;
            size_limit::take(source, machine.size())?;
            Engine::Backtracking(machine)
        } else {
            let machine = Machine::new(&text).map_err(|reason| general(&reason, source))?;
            size_limit::take(source, machine.size())?;
            // The limit is checked by an estimate first, because building the automaton takes time.
            if machine.is_too_large() {
                return Err(too_large(source));
            }
            Engine::Linear(text, machine)
        };
        Ok(Self { source: source.into(), engine, names, capturing: OnceCell::new(), stepped: OnceCell::new() })
    }
}

/// Passes each match that `find` finds from a given byte on to `take`, until `take` returns false.
fn for_each_place<'t>(
    text: &'t str,
    pace: &SearchBudget<'_>,
    mut take: impl FnMut(Groups<'t>) -> bool,
    mut find: impl FnMut(usize) -> Result<Option<Groups<'t>>, BacktrackLimit>,
) -> Result<(), BacktrackLimit> {
    let mut groups = None;
    // Determines where to continue after an empty match.
    let mut places = Searcher::new(Input::new(text));
    for place in 0.. {
        pace.check_at(place)?;
        let next = places.try_advance(|input| {
            groups = find(input.start()).map_err(|_| MatchError::gave_up(0))?;
            Ok(groups.as_ref().map(|groups| Match::must(0, groups.span().range())))
        });
        // `Searcher` only passes on one type of error, so the error was replaced.
        next.map_err(|_| BacktrackLimit)?;
        let Some(groups) = groups.take() else { break };
        if !take(groups) {
            break;
        }
    }
    Ok(())
}

/// Returns the fault of a pattern that backtracks.
fn refusal_fault(refusal: Refusal, source: &str) -> Fault {
    match refusal {
        Refusal::TooLarge => too_large(source),
        Refusal::LookBehind => {
            let message = "a look-behind must match a string of fixed length";
            Fault::new(IssueCode::PatternLookBehind, message, Span::whole(source))
        }
        Refusal::Syntax(reason) => general(&reason, source),
    }
}

fn too_large(source: &str) -> Fault {
    let message = "the pattern is too large once its repetitions are expanded";
    Fault::new(IssueCode::PatternTooLarge, message, Span::whole(source)).help("repeat fewer times, or use `*` or `+`")
}

/// Returns the fault of a pattern that only the crate refuses, with the crate's reason on one line.
fn general(message: &str, source: &str) -> Fault {
    // The crate's message shows the translated pattern on several lines, which the author did not write.
    let last = message.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("unknown reason");
    let reason = last.strip_prefix("error: ").unwrap_or(last);
    Fault::new(IssueCode::PatternUnusable, format!("the pattern cannot be used: {reason}"), Span::whole(source))
}
