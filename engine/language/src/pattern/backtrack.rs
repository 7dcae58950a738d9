//! Patterns with look-around, references or atomic groups, searched by backtracking with a count of steps.
//!
//! A pattern is compiled to a [`BacktrackProgram`], which [`BacktrackSearch`] runs. Every instruction is a step, and the caller says how many
//! steps a search may take in all, over every place of the text where a match may start: the limit is hit at the same place
//! on every machine.
//!
//! The results of a search are kept for each place: if an instruction failed at a position once, it fails there always,
//! unless the pattern refers to its groups. With that memory, look-around takes time in proportion to the length of the
//! text.

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
    /// It has more instructions than a pattern may have.
    TooLarge,
    /// The text that a look-behind finds has no fixed length.
    LookBehind,
    /// The reason in the words of the parser.
    Syntax(String),
}

/// A compiled pattern that backtracks.
#[derive(Debug)]
pub(super) struct Backtracker {
    program: BacktrackProgram,
    /// The memory of the latest search, for the next one.
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

    /// Returns the number of groups, the pattern itself not counted.
    pub const fn groups(&self) -> usize {
        self.program.groups
    }

    /// Returns about how many bytes the program takes.
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
    /// Steps of one pattern for a short text, such as a path. They take some milliseconds.
    pub const PER_TEXT: u64 = 1_000_000;
    /// Steps of one pattern for all values of a file, and for a text of any length in a script. They take less than a second.
    pub const PER_FILE: u64 = 50_000_000;

    /// A count that allows `steps`.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Returns the number of steps that are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.0.get()
    }

    /// Sets the number of steps that are left.
    fn set(&self, left: u64) {
        self.0.set(left);
    }
}
