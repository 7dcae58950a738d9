//! Roles of the groups in a translated pattern.

/// The meaning of a group in the text of a translated pattern that backtracks.
///
/// The syntax of the `regex` crate has no look-around, no references and no atomic groups. The translator writes each of
/// them as a plain group, and a table of roles says which group means what. Groups are counted by their opening
/// parentheses, from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum GroupRole {
    /// A group of the pattern's author, with its number.
    Group(usize),
    /// `(?=…)` and `(?!…)`.
    Ahead { negated: bool },
    /// `(?<=…)` and `(?<!…)`.
    Behind { negated: bool },
    /// `(?>…)`, and what a possessive repetition repeats.
    Atomic,
    /// `(?(1)…|…)`, with the number of the group that it tests. It holds two groups with the role `Branch`.
    Condition(usize),
    /// One branch of a condition.
    Branch,
    /// `\1`. What stands in the group is only a placeholder.
    Reference { group: usize, ignore_case: bool },
}
