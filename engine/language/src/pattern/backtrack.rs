//! Searches patterns with look-around, references or atomic groups by backtracking, and counts the steps.
//!
//! A pattern is compiled to a [`BacktrackProgram`], which [`BacktrackSearch`] runs. Every instruction is a step. The
//! caller limits the total number of steps of a search, so that the limit is hit at the same place on every machine.
//!
//! A search remembers which instructions failed at which positions: they fail there again, unless the pattern refers to
//! its groups. This makes the time of look-around proportional to the length of the text.

mod compile;
mod program;
mod search;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};

use self::program::BacktrackProgram;
pub(super) use self::search::BacktrackSearch;
use self::search::Memory;
use super::role::GroupRole;

/// The reason why a pattern cannot be compiled.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Refusal {
    /// The pattern has too many instructions.
    TooLarge,
    /// A look-behind does not match a fixed length.
    LookBehind,
    /// The parser refuses the pattern, with its reason.
    Syntax(String),
}

/// A compiled pattern that backtracks.
#[derive(Debug)]
pub(super) struct Backtracker {
    program: BacktrackProgram,
    /// The memory of the last search, which the next one reuses.
    memory: RefCell<Memory>,
}

impl Backtracker {
    /// Compiles a translated pattern, whose groups have these roles.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn new(pattern: &str, roles: &[GroupRole]) -> Result<Self, Refusal> {
        Ok(Self { program: compile::compile(pattern, roles)?, memory: RefCell::default() })
    }

    /// Returns the number of groups, without the pattern itself.
    pub const fn groups(&self) -> usize {
        self.program.groups
    }

    /// Returns the approximate size of the program in bytes.
    pub const fn size(&self) -> usize {
        self.program.instructions.len() * size_of::<program::Instruction>()
    }

    /// Begins a search through `text`, which takes its steps from `steps`.
    pub fn search<'b>(&'b self, text: &'b str, steps: &'b Steps) -> BacktrackSearch<'b> {
        BacktrackSearch::new(&self.program, &self.memory, text, steps)
    }
}

/// The number of steps that searches of patterns with look-around, references or atomic groups may still take.
///
/// A step is an instruction of such a pattern. Searches that share a count, such as those through all values of a file,
/// share the limit.
#[derive(Debug)]
pub struct Steps(Cell<u64>);

impl Steps {
    /// The limit of one pattern on a short string, such as a path. It takes some milliseconds.
    pub const PER_TEXT: u64 = 1_000_000;
    /// The limit of one pattern on all values of a file, and on a string of any length in a script. It takes less than
    /// a second.
    pub const PER_FILE: u64 = 50_000_000;

    /// Creates a count that allows `steps`.
    pub const fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Creates the count for the values of a file, or of one of `slices` of it. The slices together have as many steps
    /// as the file.
    #[must_use]
    pub const fn of_file(slices: u32) -> Self {
        Self::new(Self::PER_FILE / slices as u64)
    }

    /// Returns the number of steps that are left.
    pub const fn left(&self) -> u64 {
        self.0.get()
    }

    /// Sets the number of steps that are left.
    fn set(&self, left: u64) {
        self.0.set(left);
    }
}
