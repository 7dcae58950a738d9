//! Runs a program on an input string.

use std::cell::RefCell;
use std::ops::Range;

use regex_automata::util::look::LookMatcher;

use super::Steps;
use super::program::{BacktrackProgram, Instruction};
use crate::pattern::{BacktrackLimit, SearchBudget};

/// The maximum number of open decisions. Each takes 20 bytes.
const MAX_STACK: usize = 1 << 20;
/// The maximum number of bits that a search remembers: 32 MiB. For longer texts nothing is remembered.
const MAX_BITS: usize = 1 << 28;
/// The number of steps between two calls of [`SearchBudget::go_on`].
const PIECE: u64 = 1 << 16;
/// The value of an empty slot.
const NONE: u32 = u32::MAX;
/// A stretch that contains no position, not even its start.
const NO_STRETCH: Range<usize> = Range { start: 1, end: 0 };
/// The number of bytes that are compared or skipped within one step.
const BYTES_PER_STEP: usize = 16;

/// The memory of a search. The next search reuses it.
#[derive(Debug, Default)]
pub(super) struct Memory {
    stack: Vec<Decision>,
    slots: Vec<u32>,
    /// The marked instructions that led to the current position.
    path: Vec<Visit>,
    /// By mark and position: the instruction was tried there. It fails there, unless it is in `reached_end`.
    visited: BitSet,
    /// By mark and position: the instruction, which is inside a look-around, led to the end of the look-around.
    reached_end: BitSet,
    /// For each class, the last stretch of its characters that was found.
    stretches: Vec<Range<usize>>,
}

/// A decision that is undone when an attempt fails.
#[derive(Clone, Copy, Debug)]
enum Decision {
    /// Go on with an instruction at a position.
    Try { pc: u32, at: u32, path: u32 },
    /// Go on at a position inside a run of characters, then at the positions in front of it, down to `low`.
    Shorten { pc: u32, low: u32, at: u32, path: u32, is_marked: bool },
    /// Restore a slot.
    Restore { slot: u32, old: u32 },
}

/// A marked instruction that was reached, at the first and the last of some positions.
#[derive(Clone, Copy, Debug)]
struct Visit {
    mark: u32,
    first: u32,
    last: u32,
}

/// Knowledge about an instruction at a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum InstructionFact {
    Nothing,
    Fails,
    LeadsOn,
}

/// The kind of a part of the program, up to its `Accept`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ProgramPart {
    Pattern,
    Around,
    Atomic,
}

/// A search through one text.
pub(in crate::pattern) struct BacktrackSearch<'b> {
    program: &'b BacktrackProgram,
    text: &'b str,
    steps: &'b Steps,
    /// The cell that the memory is returned to.
    home: &'b RefCell<Memory>,
    memory: Memory,
    matcher: LookMatcher,
    /// Decides from time to time if the search may go on.
    pace: Option<&'b SearchBudget<'b>>,
    left: u64,
    /// With fewer steps left, `pace` is asked, or the limit is hit.
    floor: u64,
    /// True if positions of the text are remembered.
    remembers: bool,
    /// True if groups are recorded. Only then does it matter how look-around succeeds.
    records: bool,
}

impl<'b> BacktrackSearch<'b> {
    pub(super) fn new(
        program: &'b BacktrackProgram,
        home: &'b RefCell<Memory>,
        text: &'b str,
        steps: &'b Steps,
    ) -> Self {
        let mut memory = home.take();
        let bits = (program.marks as usize).saturating_mul(text.len() + 1);
        let remembers = !program.depends_on_groups && bits <= MAX_BITS;
        let bits = if remembers { bits } else { 0 };
        memory.visited.clear(bits);
        memory.reached_end.clear(bits);
        memory.stretches.clear();
        memory.stretches.resize(program.classes.len(), NO_STRETCH);
        let left = steps.left();
        Self {
            program,
            text,
            steps,
            home,
            memory,
            matcher: LookMatcher::new(),
            pace: None,
            left,
            floor: 0,
            remembers,
            records: false,
        }
    }

    /// Lets `pace` decide from time to time if the search may go on.
    pub fn at(mut self, pace: &'b SearchBudget<'b>) -> Self {
        self.pace = Some(pace);
        self.floor = self.left.saturating_sub(PIECE);
        self
    }

    /// Returns the first match from the byte `from` on.
    ///
    /// # Errors
    /// The steps are used up, or the search was ended.
    pub fn find(&mut self, from: usize) -> Result<Option<Range<usize>>, BacktrackLimit> {
        // Positions are stored in 32 bits, which halves the memory of the stack.
        if self.text.len() >= NONE as usize {
            return Err(BacktrackLimit);
        }
        self.records = self.program.depends_on_groups;
        let mut at = from;
        // After an empty match, the caller continues at the next byte, which may be inside a character.
        while at < self.text.len() && !self.text.is_char_boundary(at) {
            at += 1;
        }
        if at > self.text.len() {
            return Ok(None);
        }
        loop {
            if self.program.is_anchored && at > 0 {
                return Ok(None);
            }
            let Some(start) = self.next_start(at)? else { return Ok(None) };
            if let Some(end) = self.attempt(start)? {
                return Ok(Some(start..end));
            }
            let Some(next) = self.text[start..].chars().next() else { return Ok(None) };
            at = start + next.len_utf8();
        }
    }

    /// Returns the groups of a match that [`Self::find`] returned. The first one is the pattern itself.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn groups(&mut self, found: &Range<usize>) -> Result<Box<[Option<Range<usize>>]>, BacktrackLimit> {
        // The search recorded no groups: most callers only ask whether there is a match.
        if !self.records && self.program.groups > 0 {
            self.records = true;
            self.attempt(found.start)?;
        }
        let slots = &self.memory.slots;
        let group = |group: usize| {
            let (start, end) = (slots[2 * group], slots[2 * group + 1]);
            (start != NONE && end != NONE).then_some(start as usize..end as usize)
        };
        let groups = (1..=self.program.groups).map(group);
        Ok(std::iter::once(Some(found.clone())).chain(groups).collect())
    }

    /// Returns the next position at which a match can start.
    fn next_start(&mut self, at: usize) -> Result<Option<usize>, BacktrackLimit> {
        let Some(first) = &self.program.first_bytes else { return Ok(Some(at)) };
        let skipped = self.text.as_bytes()[at..].iter().position(|byte| first[usize::from(*byte)]);
        self.charge(skipped.unwrap_or(self.text.len() - at))?;
        Ok(skipped.map(|skipped| at + skipped))
    }

    /// Tries to find the pattern at a position; returns where it ends.
    fn attempt(&mut self, start: usize) -> Result<Option<usize>, BacktrackLimit> {
        self.memory.stack.clear();
        self.memory.path.clear();
        self.memory.slots.clear();
        self.memory.slots.resize(self.program.slots, NONE);
        self.run(0, start, ProgramPart::Pattern)
    }

    /// Runs a part of the program from a position; returns where it ends.
    ///
    /// Look-around and atomic groups in the part are run by recursive calls. Their depth is limited, because the
    /// nesting of groups is limited.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction, and each is short")]
    fn run(&mut self, pc: u32, at: usize, part: ProgramPart) -> Result<Option<usize>, BacktrackLimit> {
        let program = self.program;
        let text = self.text.as_bytes();
        let (base, path) = (self.memory.stack.len(), self.memory.path.len());
        let (mut pc, mut at) = (pc, at);
        loop {
            self.charge(0)?;
            let leads_on = match &program.instructions[pc as usize] {
                Instruction::Accept => {
                    self.accept(path, part)?;
                    return Ok(Some(at));
                }
                Instruction::Literal(literal) => {
                    self.charge(literal.len())?;
                    let is_there = text[at..].starts_with(literal);
                    at += if is_there { literal.len() } else { 0 };
                    is_there
                }
                Instruction::Class(class) => {
                    let length = program.classes[*class as usize].length_at(self.text, at);
                    at += length.unwrap_or(0);
                    length.is_some()
                }
                Instruction::Run { class, mark } => match self.run_of(*class, (*mark, pc), at, part)? {
                    (InstructionFact::Nothing, end) => {
                        at = end;
                        true
                    }
                    (InstructionFact::Fails, _) => false,
                    (InstructionFact::LeadsOn, end) => {
                        self.accept(path, part)?;
                        return Ok(Some(end));
                    }
                },
                Instruction::Look(look) => self.matcher.matches(*look, text, at),
                Instruction::End => matches!(text[at..], [] | [b'\n']),
                // A look-behind goes back by its fixed length and then matches forward, as in Python.
                Instruction::Back(count) => {
                    let start = back(self.text, at, *count);
                    at = start.unwrap_or(at);
                    start.is_some()
                }
                Instruction::Split { first, second, mark } => match self.known(*mark, at, part) {
                    InstructionFact::Nothing => {
                        self.visit(*mark, at, at);
                        let path = self.path();
                        self.push(Decision::Try { pc: *second, at: position(at), path })?;
                        pc = *first;
                        continue;
                    }
                    InstructionFact::Fails => false,
                    InstructionFact::LeadsOn => {
                        self.accept(path, part)?;
                        return Ok(Some(at));
                    }
                },
                Instruction::Jump(to) => {
                    pc = *to;
                    continue;
                }
                Instruction::Save(slot) => {
                    if self.records {
                        self.save(*slot, at)?;
                    }
                    true
                }
                Instruction::Enter(slot) => {
                    self.save(*slot, at)?;
                    true
                }
                // As in Python, an empty iteration ends the loop.
                Instruction::Again { slot, start } => {
                    if self.memory.slots[*slot as usize] != position(at) {
                        pc = *start;
                        continue;
                    }
                    true
                }
                Instruction::Around { negated, next } => {
                    let open = self.memory.stack.len();
                    let is_found = self.run(pc + 1, at, ProgramPart::Around)?.is_some();
                    if is_found {
                        self.close(open, *negated)?;
                    }
                    if is_found != *negated {
                        pc = *next;
                        continue;
                    }
                    false
                }
                Instruction::Atomic { next } => {
                    let open = self.memory.stack.len();
                    if let Some(end) = self.run(pc + 1, at, ProgramPart::Atomic)? {
                        self.close(open, false)?;
                        (pc, at) = (*next, end);
                        continue;
                    }
                    false
                }
                Instruction::Reference { group, ignore_case } => {
                    let end = self.reference(*group, *ignore_case, at)?;
                    at = end.unwrap_or(at);
                    end.is_some()
                }
                Instruction::Condition { group, otherwise } => {
                    if self.memory.slots[2 * *group as usize + 1] == NONE {
                        pc = *otherwise;
                        continue;
                    }
                    true
                }
            };
            if leads_on {
                pc += 1;
            } else {
                let Some(next) = self.back_to(base) else {
                    self.memory.path.truncate(path);
                    return Ok(None);
                };
                (pc, at) = next;
            }
        }
    }

    /// Undoes the last open decision above `base`. Returns where to go on.
    fn back_to(&mut self, base: usize) -> Option<(u32, usize)> {
        while self.memory.stack.len() > base {
            match self.memory.stack.pop()? {
                Decision::Restore { slot, old } => self.memory.slots[slot as usize] = old,
                Decision::Try { pc, at, path } => {
                    self.memory.path.truncate(path as usize);
                    return Some((pc, at as usize));
                }
                Decision::Shorten { pc, low, at, path, is_marked } => {
                    if at > low
                        && let Some(shorter) = back(self.text, at as usize, 1)
                    {
                        let shorten = Decision::Shorten { pc, low, at: position(shorter), path, is_marked };
                        self.memory.stack.push(shorten);
                    }
                    self.memory.path.truncate(path as usize);
                    if is_marked && let Some(visit) = self.memory.path.last_mut() {
                        visit.last = at;
                    }
                    return Some((pc, at as usize));
                }
            }
        }
        None
    }

    /// Takes as many characters of a class as can lead to new positions. Returns their end.
    fn run_of(
        &mut self,
        class: u32,
        (mark, pc): (u32, u32),
        at: usize,
        part: ProgramPart,
    ) -> Result<(InstructionFact, usize), BacktrackLimit> {
        // The results of an atomic group are forgotten again, so remembering them would not pay off.
        let remembers = self.remembers && part != ProgramPart::Atomic;
        if remembers && let known @ (InstructionFact::Fails | InstructionFact::LeadsOn) = self.known(mark, at, part) {
            return Ok((known, at));
        }
        let end = self.end_of_stretch(class, at)?;
        let mut last = end;
        if remembers {
            // Nothing new can be reached from a position that was tried before.
            let tried = self.first_known(mark, at + 1, end);
            last = tried.map_or(end, |tried| tried - 1);
            while !self.text.is_char_boundary(last) {
                last -= 1;
            }
            self.charge(last - at)?;
            self.visit(mark, at, last);
            if let Some(tried) = tried
                && self.known(mark, tried, part) == InstructionFact::LeadsOn
            {
                return Ok((InstructionFact::LeadsOn, tried));
            }
        }
        if last > at
            && let Some(shorter) = back(self.text, last, 1)
        {
            let path = self.path();
            let at = position(at);
            let shorten = Decision::Shorten { pc: pc + 1, low: at, at: position(shorter), path, is_marked: remembers };
            self.push(shorten)?;
        }
        Ok((InstructionFact::Nothing, last))
    }

    /// Returns the end of the characters of a class from a position on.
    fn end_of_stretch(&mut self, class: u32, start: usize) -> Result<usize, BacktrackLimit> {
        // Nested repetitions search the same characters again, so the last stretch is kept.
        let known = &self.memory.stretches[class as usize];
        if known.start <= start && start <= known.end {
            return Ok(known.end);
        }
        let class_of = &self.program.classes[class as usize];
        let mut end = start;
        while let Some(length) = class_of.length_at(self.text, end) {
            end += length;
        }
        self.charge(end - start)?;
        self.memory.stretches[class as usize] = start..end;
        Ok(end)
    }

    /// Returns the end of the match of a group, if its text is found at a position.
    fn reference(&mut self, group: u32, ignore_case: bool, at: usize) -> Result<Option<usize>, BacktrackLimit> {
        let (start, end) = (self.memory.slots[2 * group as usize], self.memory.slots[2 * group as usize + 1]);
        // In Python, a reference to a group that has not matched fails.
        if start == NONE || end == NONE {
            return Ok(None);
        }
        let found = &self.text[start as usize..end as usize];
        self.charge(found.len())?;
        let rest = &self.text[at..];
        if !ignore_case {
            return Ok(rest.starts_with(found).then(|| at + found.len()));
        }
        let mut chars = rest.chars();
        let is_there = found.chars().all(|expected| {
            chars.next().is_some_and(|c| c == expected || c.to_lowercase().eq(expected.to_lowercase()))
        });
        Ok(is_there.then(|| self.text.len() - chars.as_str().len()))
    }

    /// Stores a position in a slot.
    fn save(&mut self, slot: u32, at: usize) -> Result<(), BacktrackLimit> {
        let old = std::mem::replace(&mut self.memory.slots[slot as usize], position(at));
        self.push(Decision::Restore { slot, old })
    }

    fn push(&mut self, entry: Decision) -> Result<(), BacktrackLimit> {
        if self.memory.stack.len() >= MAX_STACK {
            return Err(BacktrackLimit);
        }
        self.memory.stack.push(entry);
        Ok(())
    }

    /// Drops the decisions above `open`, which are final now; restores the slots if `restores`.
    fn close(&mut self, open: usize, restores: bool) -> Result<(), BacktrackLimit> {
        // The stack may be long, so looking through it counts as work.
        self.charge(self.memory.stack.len() - open)?;
        let Memory { stack, slots, .. } = &mut self.memory;
        if restores {
            for entry in stack.drain(open..).rev() {
                if let Decision::Restore { slot, old } = entry {
                    slots[slot as usize] = old;
                }
            }
            return Ok(());
        }
        let mut kept = open;
        for at in open..stack.len() {
            if matches!(stack[at], Decision::Restore { .. }) {
                stack.swap(kept, at);
                kept += 1;
            }
        }
        stack.truncate(kept);
        Ok(())
    }

    /// Ends a part of the program. The instructions that led here did not fail. In a look-around they would lead here
    /// again; elsewhere they are forgotten, because their end has to be found again.
    fn accept(&mut self, path: usize, part: ProgramPart) -> Result<(), BacktrackLimit> {
        if !self.remembers {
            return Ok(());
        }
        while self.memory.path.len() > path
            && let Some(Visit { mark, first, last }) = self.memory.path.pop()
        {
            self.charge((last - first) as usize)?;
            let bits = self.bit(mark, first as usize)..self.bit(mark, last as usize) + 1;
            match part {
                ProgramPart::Around => self.memory.reached_end.set(bits, true),
                ProgramPart::Pattern | ProgramPart::Atomic => self.memory.visited.set(bits, false),
            }
        }
        Ok(())
    }

    /// Returns what is known about a marked instruction at a position.
    fn known(&self, mark: u32, at: usize, part: ProgramPart) -> InstructionFact {
        if !self.remembers {
            return InstructionFact::Nothing;
        }
        let bit = self.bit(mark, at);
        match (self.memory.visited.get(bit), self.memory.reached_end.get(bit)) {
            (true, false) => InstructionFact::Fails,
            (true, true) if part == ProgramPart::Around && !self.records => InstructionFact::LeadsOn,
            (_, _) => InstructionFact::Nothing,
        }
    }

    /// Returns the first of these positions at which something is known about a marked instruction.
    fn first_known(&self, mark: u32, first: usize, last: usize) -> Option<usize> {
        let start = self.bit(mark, 0);
        let unless = self.records.then_some(&self.memory.reached_end);
        self.memory.visited.first_in(start + first..start + last + 1, unless).map(|bit| bit - start)
    }

    /// Notes that a marked instruction is tried at these positions.
    fn visit(&mut self, mark: u32, first: usize, last: usize) {
        if self.remembers {
            let start = self.bit(mark, 0);
            self.memory.visited.set(start + first..start + last + 1, true);
            self.memory.path.push(Visit { mark, first: position(first), last: position(last) });
        }
    }

    const fn bit(&self, mark: u32, at: usize) -> usize {
        mark as usize * (self.text.len() + 1) + at
    }

    fn path(&self) -> u32 {
        position(self.memory.path.len())
    }

    /// Counts a step, and further steps for these bytes.
    fn charge(&mut self, bytes: usize) -> Result<(), BacktrackLimit> {
        let steps = 1 + (bytes / BYTES_PER_STEP) as u64;
        if self.left < self.floor.saturating_add(steps) {
            self.check_steps(steps)
        } else {
            self.left -= steps;
            Ok(())
        }
    }

    /// Asks if the search may go on, if steps are left.
    #[cold]
    fn check_steps(&mut self, steps: u64) -> Result<(), BacktrackLimit> {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        left.ok_or(BacktrackLimit)?;
        if let Some(pace) = self.pace {
            pace.check_limit()?;
            self.floor = self.left.saturating_sub(PIECE);
        }
        Ok(())
    }
}

impl Drop for BacktrackSearch<'_> {
    fn drop(&mut self) {
        self.steps.set(self.left);
        self.home.replace(std::mem::take(&mut self.memory));
    }
}

/// A set of numbers.
#[derive(Debug, Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    /// Clears the set, and makes room for numbers below `count`.
    fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }

    fn get(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Adds numbers to the set, or removes them.
    fn set(&mut self, bits: Range<usize>, is_in: bool) {
        for (word, mask) in words(bits) {
            let word = &mut self.0[word];
            *word = if is_in { *word | mask } else { *word & !mask };
        }
    }

    /// Returns the first number in a range that is in this set, but not in `other`.
    fn first_in(&self, bits: Range<usize>, other: Option<&Self>) -> Option<usize> {
        words(bits).find_map(|(at, mask)| {
            let word = self.0[at] & mask & !other.map_or(0, |other| other.0[at]);
            (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

/// Returns the words that contain a range of bits, each with a mask of these bits.
fn words(bits: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = bits;
    (start / 64..end.div_ceil(64)).map(move |word| {
        let from = start.saturating_sub(word * 64);
        let to = (end - word * 64).min(64);
        let below = |bit: usize| if bit == 64 { u64::MAX } else { (1 << bit) - 1 };
        (word, below(to) & !below(from))
    })
}

/// Returns the position that is `count` characters in front of another one.
fn back(text: &str, at: usize, count: usize) -> Option<usize> {
    match count {
        0 => Some(at),
        _ => text[..at].char_indices().nth_back(count - 1).map(|(start, _)| start),
    }
}

/// Converts a position for storage. Texts are shorter than 4 GiB, and the largest number means no position.
fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}
