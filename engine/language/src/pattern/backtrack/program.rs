//! The instructions of a pattern that backtracks.

use regex_automata::util::look::Look;
use regex_syntax::hir;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct BacktrackProgram {
    pub instructions: Vec<Instruction>,
    pub classes: Vec<CharClass>,
    /// The number of groups, without the pattern itself.
    pub groups: usize,
    /// The number of slots: two for the pattern itself and for each group, then those of loops.
    pub slots: usize,
    /// The number of instructions whose results are remembered for each position of the text.
    pub marks: u32,
    /// True if a result may depend on the matches of groups, so that nothing can be remembered.
    pub depends_on_groups: bool,
    /// True if a match can only start at the start of the text.
    pub is_anchored: bool,
    /// The bytes with which a match can start; `None` if it may be empty.
    pub first_bytes: Option<Box<[bool; 256]>>,
}

/// One step of a program. Positions of instructions are places in the program.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    /// Ends the pattern, or the content of a look-around or an atomic group.
    Accept,
    Literal(Box<[u8]>),
    /// One character of a class.
    Class(u32),
    /// As many characters of a class as possible, including none.
    Run {
        class: u32,
        mark: u32,
    },
    Look(Look),
    /// Python's `$`: the end, or a line feed and the end.
    End,
    /// Goes back by this number of characters.
    Back(usize),
    /// Tries one place, then the other.
    Split {
        first: u32,
        second: u32,
        mark: u32,
    },
    Jump(u32),
    /// Stores the position in a slot of a group.
    Save(u32),
    /// Stores the position in a slot of a loop.
    Enter(u32),
    /// Goes back to the beginning of a loop, unless its body has matched an empty string since `Enter`.
    Again {
        slot: u32,
        start: u32,
    },
    /// Look-around, whose content follows up to its `Accept`; then the pattern continues at `next`.
    Around {
        negated: bool,
        next: u32,
    },
    /// An atomic group, like `Around`.
    Atomic {
        next: u32,
    },
    /// A reference to the match of a group.
    Reference {
        group: u32,
        ignore_case: bool,
    },
    /// Continues at `otherwise` if a group has not matched.
    Condition {
        group: u32,
        otherwise: u32,
    },
}

/// A set of characters.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct CharClass {
    /// A bit for each character of ASCII.
    ascii: u128,
    /// Ranges of characters, in their order.
    ranges: Box<[(char, char)]>,
}

impl CharClass {
    /// The class of a parsed pattern.
    pub fn new(class: &hir::Class) -> Self {
        let ranges: Box<[(char, char)]> = match class {
            hir::Class::Unicode(class) => class.ranges().iter().map(|range| (range.start(), range.end())).collect(),
            hir::Class::Bytes(class) => {
                class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
            }
        };
        // Most characters of game assets are ASCII, for which a bit is faster than a binary search.
        let is_in = |byte: &u8| ranges.iter().any(|(start, end)| (*start..=*end).contains(&char::from(*byte)));
        let ascii = (0..128).filter(is_in).fold(0, |bits, byte| bits | 1 << byte);
        Self { ascii, ranges }
    }

    /// The class of one character.
    pub fn of_char(char: char) -> Self {
        Self { ascii: if char.is_ascii() { 1 << u32::from(char) } else { 0 }, ranges: [(char, char)].into() }
    }

    /// Returns the length in bytes of the character at `at`, if it is one of the class.
    pub fn length_at(&self, text: &str, at: usize) -> Option<usize> {
        let byte = *text.as_bytes().get(at)?;
        if byte < 128 {
            return (self.ascii >> byte & 1 == 1).then_some(1);
        }
        let next = text[at..].chars().next()?;
        let place = self.ranges.partition_point(|(_, end)| *end < next);
        self.ranges.get(place).is_some_and(|(start, _)| *start <= next).then(|| next.len_utf8())
    }

    /// Marks the bytes with which a character of the class can start.
    pub fn mark_first_bytes(&self, bytes: &mut [bool; 256]) {
        for byte in 0..128_u8 {
            bytes[usize::from(byte)] |= self.ascii >> byte & 1 == 1;
        }
        for &(start, end) in self.ranges.iter().filter(|(_, end)| !end.is_ascii()) {
            let first = |char: char| char.encode_utf8(&mut [0; 4]).as_bytes()[0];
            bytes[usize::from(first(start.max('\u{80}')))..=usize::from(first(end))].fill(true);
        }
    }
}
