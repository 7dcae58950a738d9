//! The limits on the resources that a script may use.

use assay_document::text::{IssueCode, counted};
use rhai::EvalAltResult;

/// The limits of one call of a script. Each limit is reported with a separate code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Operations: about one for each expression that is evaluated.
    pub operations: u64,
    /// Milliseconds, by the clock of the host.
    pub milliseconds: f64,
    /// Nested calls of functions.
    pub depth: usize,
    /// Bytes of a string.
    pub text: usize,
    /// Elements of a list, or of a map.
    pub list: usize,
    /// Levels of nested expressions.
    pub levels: usize,
    /// Bytes by which memory may grow during a call, by the gauge of the host.
    pub memory: usize,
    /// Bytes of stack for nested calls and expressions.
    pub stack: usize,
    /// Files in which the script of one rule may run out of operations, time or memory. After that, the current worker
    /// skips the rule for further files.
    pub overruns: u32,
    /// Bytes that the findings in one file may take in memory.
    pub findings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        // docs/rules.md states these figures.
        Self {
            operations: 10_000_000,
            milliseconds: 5000.0,
            depth: 64,
            text: 16 << 20,
            list: 1_000_000,
            levels: 64,
            memory: 256 << 20,
            // Half of the stack of WebAssembly. The other half is for the code that runs before a call begins and at
            // its innermost level.
            stack: 512 << 10,
            // By default, the findings must not depend on the number of workers.
            overruns: u32::MAX,
            findings: 1 << 30,
        }
    }
}

/// The maximum nesting of lists and maps. Copying, comparing and dropping them recurses into each level.
pub(super) const MAX_NESTING: usize = 100;

/// A limit that stops a script. A script cannot catch it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Limit {
    Operations,
    Time,
    Depth,
    Stack,
    Text,
    List,
    Map,
    Nesting,
    Memory,
}

impl Limit {
    /// Returns the code of the problem that a script hit the limit, the message with its size, and the help.
    pub fn describe(self, limits: &Limits) -> (IssueCode, String, &'static str) {
        match self {
            Self::Operations => (
                IssueCode::ScriptOperations,
                format!("the script takes more than {}", counted(limits.operations, "operation", "operations")),
                "look for an endless loop, or for nested loops over long lists",
            ),
            Self::Time => (
                IssueCode::ScriptTime,
                format!("the script takes longer than {} ms", limits.milliseconds),
                "look for an endless loop, or read each file only once",
            ),
            Self::Depth => (
                IssueCode::ScriptDepth,
                format!("function calls are nested more than {} deep", limits.depth),
                "look for a function that calls itself endlessly",
            ),
            Self::Stack => (
                IssueCode::ScriptDepth,
                format!("nested calls and expressions take more than {} of stack", size(limits.stack)),
                "look for a function that calls itself endlessly, or split a long expression with variables",
            ),
            Self::Text => (
                IssueCode::ScriptTextSize,
                format!("a string is longer than {}", size(limits.text)),
                "keep the parts in a list, or keep fewer of them",
            ),
            Self::List => (
                IssueCode::ScriptListSize,
                format!("a list has more than {}", counted(limits.list, "element", "elements")),
                "keep only what is needed",
            ),
            Self::Map => (
                IssueCode::ScriptMapSize,
                format!("a map has more than {}", counted(limits.list, "element", "elements")),
                "keep only what is needed",
            ),
            Self::Nesting => (
                IssueCode::ScriptNesting,
                format!("lists and maps are nested more than {MAX_NESTING} deep"),
                "add to a list with `push` instead of putting it into a new one",
            ),
            Self::Memory => (
                IssueCode::ScriptMemory,
                format!("the script takes more than {} of memory", size(limits.memory)),
                "look for lists that are copied, or keep less",
            ),
        }
    }

    /// Returns the limit that one of Rhai's errors represents.
    pub fn of(error: &EvalAltResult) -> Option<Self> {
        match error.unwrap_inner() {
            EvalAltResult::ErrorStackOverflow(_) => Some(Self::Depth),
            EvalAltResult::ErrorDataTooLarge(what, _) if what.contains("string") => Some(Self::Text),
            EvalAltResult::ErrorDataTooLarge(what, _) if what.contains("map") => Some(Self::Map),
            EvalAltResult::ErrorDataTooLarge(..) => Some(Self::List),
            _ => None,
        }
    }

    /// Returns true if a script runs for long before it hits the limit.
    pub const fn runs_long(self) -> bool {
        matches!(self, Self::Operations | Self::Time | Self::Memory)
    }
}

/// Returns a number of bytes in a readable unit.
pub(super) fn size(bytes: usize) -> String {
    const UNITS: [(usize, &str); 2] = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let whole = UNITS.iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit));
    whole.map_or_else(|| counted(bytes, "byte", "bytes"), |(unit, name)| format!("{} {name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_formatted_for_people() {
        for (bytes, expected) in [(16 << 20, "16 MiB"), (600 << 10, "600 KiB"), (1000, "1000 bytes"), (0, "0 bytes")] {
            assert_eq!(size(bytes), expected);
        }
    }
}
