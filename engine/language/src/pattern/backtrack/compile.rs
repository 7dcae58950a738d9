//! Compiles a translated pattern to its program.

use std::ptr;

use regex_automata::util::look::Look;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{self, Capture, Class, Hir, HirKind, Repetition};
use rustc_hash::FxHashMap;

use super::Refusal;
use super::program::{BacktrackProgram, CharClass, Instruction};
use crate::pattern::role::GroupRole;

/// The maximum number of instructions of a program.
const MAX_INSTRUCTIONS: usize = 100_000;

/// Compiles a pattern.
pub(super) fn compile(pattern: &str, roles: &[GroupRole]) -> Result<BacktrackProgram, Refusal> {
    // `(?-u:\B)` also matches inside a character, which the parser refuses by default.
    let parsed = ParserBuilder::new().utf8(false).build().parse(pattern);
    let hir = parsed.map_err(|error| Refusal::Syntax(error.to_string()))?;
    let groups = roles.iter().filter(|role| matches!(role, GroupRole::Group(_))).count();
    // The result of these instructions at a position depends on how the search got there.
    let looks_at_groups =
        roles.iter().any(|role| matches!(role, GroupRole::Reference { .. } | GroupRole::Condition(_)));
    let mut first = FirstBytes { roles, bytes: Box::new([false; 256]) };
    let may_be_empty = first.add(&hir);
    let program = BacktrackProgram {
        instructions: Vec::new(),
        classes: Vec::new(),
        groups,
        slots: 2 * (groups + 1),
        marks: 0,
        depends_on_groups: looks_at_groups,
        is_anchored: is_anchored(&hir, roles),
        first_bytes: (!may_be_empty).then_some(first.bytes),
    };
    let mut compiler = PatternCompiler { roles, program, known: FxHashMap::default() };
    compiler.add(&hir)?;
    compiler.push(Instruction::Accept)?;
    Ok(compiler.program)
}

struct PatternCompiler<'r> {
    roles: &'r [GroupRole],
    program: BacktrackProgram,
    /// The numbers of classes by their addresses in the pattern, so that a repeated class is compiled once.
    known: FxHashMap<*const Class, u32>,
}

impl PatternCompiler<'_> {
    /// Appends the instructions of a part of the pattern.
    fn add(&mut self, hir: &Hir) -> Result<(), Refusal> {
        match hir.kind() {
            HirKind::Empty => Ok(()),
            HirKind::Literal(literal) => self.push(Instruction::Literal(literal.0.clone())),
            HirKind::Class(class) => {
                let address = ptr::from_ref(class);
                let known = self.known.get(&address).copied();
                let class = known.unwrap_or_else(|| self.class(CharClass::new(class)));
                self.known.insert(address, class);
                self.push(Instruction::Class(class))
            }
            HirKind::Look(look) => {
                let assertion =
                    assertion(*look).ok_or_else(|| Refusal::Syntax(format!("unknown assertion {look:?}")))?;
                self.push(assertion)
            }
            HirKind::Repetition(repetition) => self.repetition(repetition),
            HirKind::Capture(capture) => self.group(capture),
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.add(part)),
            HirKind::Alternation(parts) => self.alternation(parts, Self::add),
        }
    }

    /// Appends branches. The first branch that leads to a match is used.
    fn alternation(
        &mut self,
        parts: &[Hir],
        mut add: impl FnMut(&mut Self, &Hir) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let Some((last, parts)) = parts.split_last() else { return Ok(()) };
        let mut jumps = Vec::new();
        for part in parts {
            let split = self.split()?;
            add(self, part)?;
            jumps.push(self.here());
            self.push(Instruction::Jump(0))?;
            self.set_second(split);
        }
        add(self, last)?;
        let end = self.here();
        for jump in jumps {
            self.program.instructions[jump as usize] = Instruction::Jump(end);
        }
        Ok(())
    }

    fn repetition(&mut self, repetition: &Repetition) -> Result<(), Refusal> {
        let Repetition { min, max, greedy, sub } = repetition;
        for _ in 0..*min {
            self.add(sub)?;
        }
        let Some(max) = max else { return self.any_number_of(sub, *greedy) };
        let mut splits = Vec::new();
        for _ in *min..*max {
            // Each optional copy can end the repetition, so all of them jump to its end.
            splits.push(self.split()?);
            self.add(sub)?;
        }
        let end = self.here();
        for split in splits {
            self.end_split(split, end, *greedy);
        }
        Ok(())
    }

    /// Appends a loop.
    fn any_number_of(&mut self, sub: &Hir, greedy: bool) -> Result<(), Refusal> {
        // The most common loop gets a separate instruction: a run remembers all its positions at once and takes one
        // decision on the stack, not one for each character.
        if let Some(class) = one_character(sub).filter(|_| greedy) {
            let (class, mark) = (self.class(class), self.mark());
            return self.push(Instruction::Run { class, mark });
        }
        let start = self.split()?;
        // A body that matches an empty string would be repeated for ever.
        if self.may_be_empty(sub) {
            let slot = self.program.slots;
            self.program.slots += 1;
            self.push(Instruction::Enter(number(slot)))?;
            self.add(sub)?;
            self.push(Instruction::Again { slot: number(slot), start })?;
        } else {
            self.add(sub)?;
            self.push(Instruction::Jump(start))?;
        }
        let end = self.here();
        self.end_split(start, end, greedy);
        Ok(())
    }

    /// Appends the instructions of a group, depending on its role.
    fn group(&mut self, capture: &Capture) -> Result<(), Refusal> {
        let sub = &*capture.sub;
        match role(self.roles, capture) {
            GroupRole::Group(group) => {
                self.push(Instruction::Save(number(2 * group)))?;
                self.add(sub)?;
                self.push(Instruction::Save(number(2 * group + 1)))
            }
            GroupRole::Ahead { negated } => {
                self.append_closed(Instruction::Around { negated, next: 0 }, |it| it.add(sub))
            }
            GroupRole::Behind { negated } => {
                self.append_closed(Instruction::Around { negated, next: 0 }, |it| it.append_look_behind(sub))
            }
            GroupRole::Atomic => self.append_closed(Instruction::Atomic { next: 0 }, |it| it.add(sub)),
            GroupRole::Branch => self.add(sub),
            GroupRole::Condition(group) => self.condition(group, sub),
            GroupRole::Reference { group, ignore_case } => {
                self.push(Instruction::Reference { group: number(group), ignore_case })
            }
        }
    }

    /// Appends a part that is matched separately: look-around, or an atomic group.
    fn append_closed(
        &mut self,
        instruction: Instruction,
        add: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let at = self.here();
        self.push(instruction)?;
        add(self)?;
        self.push(Instruction::Accept)?;
        let end = self.here();
        match &mut self.program.instructions[at as usize] {
            Instruction::Around { next, .. } | Instruction::Atomic { next } => *next = end,
            _ => {}
        }
        Ok(())
    }

    /// Appends the content of a look-behind. Each branch begins by going back by its length.
    fn append_look_behind(&mut self, sub: &Hir) -> Result<(), Refusal> {
        let add = |compiler: &mut Self, part: &Hir| {
            let width = width(part, compiler.roles).ok_or(Refusal::LookBehind)?;
            compiler.push(Instruction::Back(width))?;
            compiler.add(part)
        };
        match sub.kind() {
            HirKind::Alternation(parts) => self.alternation(parts, add),
            _ => add(self, sub),
        }
    }

    fn condition(&mut self, group: usize, sub: &Hir) -> Result<(), Refusal> {
        let HirKind::Alternation(branches) = sub.kind() else { return self.add(sub) };
        let at = self.here();
        self.push(Instruction::Condition { group: number(group), otherwise: 0 })?;
        self.add(&branches[0])?;
        let jump = self.here();
        self.push(Instruction::Jump(0))?;
        let otherwise = self.here();
        self.program.instructions[at as usize] = Instruction::Condition { group: number(group), otherwise };
        branches[1..].iter().try_for_each(|branch| self.add(branch))?;
        let end = self.here();
        self.program.instructions[jump as usize] = Instruction::Jump(end);
        Ok(())
    }

    fn here(&self) -> u32 {
        number(self.program.instructions.len())
    }

    fn push(&mut self, instruction: Instruction) -> Result<(), Refusal> {
        if self.program.instructions.len() >= MAX_INSTRUCTIONS {
            return Err(Refusal::TooLarge);
        }
        self.program.instructions.push(instruction);
        Ok(())
    }

    /// Appends a split that continues with the next instruction. Its other target is set later.
    fn split(&mut self) -> Result<u32, Refusal> {
        let (at, mark) = (self.here(), self.mark());
        self.push(Instruction::Split { first: at + 1, second: 0, mark })?;
        Ok(at)
    }

    /// Sets the second target of a split to the next instruction.
    fn set_second(&mut self, split: u32) {
        let end = self.here();
        self.end_split(split, end, true);
    }

    /// Sets the other target of a split. If `is_second`, it is tried after the next instruction, otherwise first.
    fn end_split(&mut self, split: u32, end: u32, is_second: bool) {
        if let Instruction::Split { first, second, .. } = &mut self.program.instructions[split as usize] {
            (*first, *second) = if is_second { (split + 1, end) } else { (end, split + 1) };
        }
    }

    fn mark(&mut self) -> u32 {
        self.program.marks += 1;
        self.program.marks - 1
    }

    fn class(&mut self, class: CharClass) -> u32 {
        let classes = &mut self.program.classes;
        number(classes.iter().position(|known| *known == class).unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        }))
    }

    fn may_be_empty(&self, hir: &Hir) -> bool {
        // The bytes are not needed here; a second function for emptiness would have the same cases.
        FirstBytes { roles: self.roles, bytes: Box::new([false; 256]) }.add(hir)
    }
}

/// Collects the bytes with which a match can start.
struct FirstBytes<'r> {
    roles: &'r [GroupRole],
    bytes: Box<[bool; 256]>,
}

impl FirstBytes<'_> {
    /// Adds the bytes with which a part of the pattern can start; returns true if it may match an empty string.
    fn add(&mut self, hir: &Hir) -> bool {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => {
                self.bytes[usize::from(literal.0[0])] = true;
                false
            }
            HirKind::Class(class) => {
                CharClass::new(class).mark_first_bytes(&mut self.bytes);
                false
            }
            HirKind::Repetition(repetition) => self.add(&repetition.sub) || repetition.min == 0,
            HirKind::Capture(capture) => match role(self.roles, capture) {
                GroupRole::Ahead { .. } | GroupRole::Behind { .. } => true,
                // It may match any string, also an empty one.
                GroupRole::Reference { .. } => {
                    self.bytes.fill(true);
                    true
                }
                GroupRole::Group(_) | GroupRole::Atomic | GroupRole::Branch | GroupRole::Condition(_) => {
                    self.add(&capture.sub)
                }
            },
            // Stops after the first part that cannot be empty: no match begins with a later part.
            HirKind::Concat(parts) => parts.iter().all(|part| self.add(part)),
            HirKind::Alternation(parts) => {
                // `any` would stop at the first branch, but each of them has to add its bytes.
                let mut is_empty = false;
                for part in parts {
                    is_empty |= self.add(part);
                }
                is_empty
            }
        }
    }
}

/// Returns true if a match of this part can only start at the start of the text.
fn is_anchored(hir: &Hir, roles: &[GroupRole]) -> bool {
    match hir.kind() {
        HirKind::Look(look) => *look == hir::Look::Start,
        HirKind::Capture(capture) => {
            matches!(role(roles, capture), GroupRole::Group(_) | GroupRole::Atomic) && is_anchored(&capture.sub, roles)
        }
        HirKind::Concat(parts) => parts.first().is_some_and(|part| is_anchored(part, roles)),
        HirKind::Alternation(parts) => parts.iter().all(|part| is_anchored(part, roles)),
        _ => false,
    }
}

/// Returns the number of characters that a part of the pattern matches, if it is fixed.
fn width(hir: &Hir, roles: &[GroupRole]) -> Option<usize> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(0),
        HirKind::Literal(literal) => Some(str::from_utf8(&literal.0).ok()?.chars().count()),
        HirKind::Class(_) => Some(1),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.filter(|max| *max == repetition.min)?;
            width(&repetition.sub, roles)?.checked_mul(times as usize)
        }
        HirKind::Capture(capture) => match role(roles, capture) {
            GroupRole::Ahead { .. } | GroupRole::Behind { .. } => Some(0),
            GroupRole::Reference { .. } => None,
            GroupRole::Group(_) | GroupRole::Atomic | GroupRole::Branch | GroupRole::Condition(_) => {
                width(&capture.sub, roles)
            }
        },
        HirKind::Concat(parts) => parts.iter().try_fold(0_usize, |sum, part| sum.checked_add(width(part, roles)?)),
        HirKind::Alternation(parts) => {
            let mut widths = parts.iter().map(|part| width(part, roles));
            let first = widths.next()??;
            widths.all(|width| width == Some(first)).then_some(first)
        }
    }
}

/// Returns the class of a part that matches one character.
fn one_character(hir: &Hir) -> Option<CharClass> {
    match hir.kind() {
        HirKind::Class(class @ Class::Unicode(_)) => Some(CharClass::new(class)),
        HirKind::Literal(literal) => {
            let mut chars = str::from_utf8(&literal.0).ok()?.chars();
            chars.next().filter(|_| chars.as_str().is_empty()).map(CharClass::of_char)
        }
        _ => None,
    }
}

fn role(roles: &[GroupRole], capture: &Capture) -> GroupRole {
    // The whole pattern is not a group in the syntax tree, so the first group has the number 1.
    roles[capture.index as usize - 1]
}

/// Returns the instruction of an assertion; `None` for assertions that the translator never writes.
const fn assertion(look: hir::Look) -> Option<Instruction> {
    Some(Instruction::Look(match look {
        hir::Look::Start => Look::Start,
        hir::Look::End => Look::End,
        hir::Look::StartLF => Look::StartLF,
        hir::Look::EndLF => Look::EndLF,
        hir::Look::WordAscii => Look::WordAscii,
        hir::Look::WordAsciiNegate => Look::WordAsciiNegate,
        hir::Look::WordUnicode => Look::WordUnicode,
        hir::Look::WordUnicodeNegate => Look::WordUnicodeNegate,
        // The translation of `$`.
        hir::Look::EndCRLF => return Some(Instruction::End),
        _ => return None,
    }))
}

/// Converts a number that always fits, because programs are limited.
fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
