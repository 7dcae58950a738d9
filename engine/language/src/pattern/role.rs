//! Roles of the groups in a translated pattern.

/// The meaning of a group in a translated pattern that backtracks.
///
/// The syntax of the `regex` crate has no look-around, no references and no atomic groups. The translator writes each
/// of them as a plain group, and a table of roles gives the meaning of each group. Groups are counted by their opening
/// parentheses, from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum GroupRole {
    /// A capturing group of the original pattern, with its number.
    Group(usize),
    /// `(?=…)` and `(?!…)`.
    Ahead { negated: bool },
    /// `(?<=…)` and `(?<!…)`.
    Behind { negated: bool },
    /// `(?>…)`, and the operand of a possessive repetition.
    Atomic,
    /// `(?(1)…|…)`, with the number of the group that it tests. It holds two groups with the role `Branch`.
    Condition(usize),
    /// One branch of a condition.
    Branch,
    /// `\1`. The content of the group is only a placeholder.
    Reference { group: usize, ignore_case: bool },
}
