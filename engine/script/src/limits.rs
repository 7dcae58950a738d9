//! The limits on the resources that a script may use.

use assay_document::text::{IssueCode, counted};
use rhai::{Dynamic, EvalAltResult, Position};

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

/// How a limit is reported.
struct LimitRow {
    limit: Limit,
    code: IssueCode,
    message: fn(&Limits) -> String,
    help: &'static str,
}

/// All limits, with the messages for reaching them.
const LIMITS: &[LimitRow] = &[
    LimitRow {
        limit: Limit::Operations,
        code: IssueCode::ScriptOperations,
        message: |limits| {
            format!("the script takes more than {}", counted(limits.operations, "operation", "operations"))
        },
        help: "look for an endless loop, or for nested loops over long lists",
    },
    LimitRow {
        limit: Limit::Time,
        code: IssueCode::ScriptTime,
        message: |limits| format!("the script takes longer than {} ms", limits.milliseconds),
        help: "look for an endless loop, or read each file only once",
    },
    LimitRow {
        limit: Limit::Depth,
        code: IssueCode::ScriptDepth,
        message: |limits| format!("function calls are nested more than {} deep", limits.depth),
        help: "look for a function that calls itself endlessly",
    },
    LimitRow {
        limit: Limit::Stack,
        code: IssueCode::ScriptDepth,
        message: |limits| format!("nested calls and expressions take more than {} of stack", size(limits.stack)),
        help: "look for a function that calls itself endlessly, or split a long expression with variables",
    },
    LimitRow {
        limit: Limit::Text,
        code: IssueCode::ScriptTextSize,
        message: |limits| format!("a string is longer than {}", size(limits.text)),
        help: "keep the parts in a list, or keep fewer of them",
    },
    LimitRow {
        limit: Limit::List,
        code: IssueCode::ScriptListSize,
        message: |limits| format!("a list has more than {}", counted(limits.list, "element", "elements")),
        help: "keep only what is needed",
    },
    LimitRow {
        limit: Limit::Map,
        code: IssueCode::ScriptMapSize,
        message: |limits| format!("a map has more than {}", counted(limits.list, "element", "elements")),
        help: "keep only what is needed",
    },
    LimitRow {
        limit: Limit::Nesting,
        code: IssueCode::ScriptNesting,
        message: |_| format!("lists and maps are nested more than {MAX_NESTING} deep"),
        help: "add to a list with `push` instead of putting it into a new one",
    },
    LimitRow {
        limit: Limit::Memory,
        code: IssueCode::ScriptMemory,
        message: |limits| format!("the script takes more than {} of memory", size(limits.memory)),
        help: "look for lists that are copied, or keep less",
    },
];

impl Limit {
    fn row(self) -> &'static LimitRow {
        let row = &LIMITS[self as usize];
        debug_assert_eq!(row.limit, self, "every limit has its row, in order");
        row
    }

    /// Returns the code of the problem.
    pub fn code(self) -> IssueCode {
        self.row().code
    }

    /// Returns the message that the limit was hit, with the size of the limit.
    pub fn message(self, limits: &Limits) -> String {
        (self.row().message)(limits)
    }

    /// Returns the suggestion for a script that hits the limit.
    pub fn help(self) -> &'static str {
        self.row().help
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

    /// Returns true if a script runs for long before it hits the limit with this code.
    pub fn takes_long_by(code: IssueCode) -> bool {
        LIMITS.iter().any(|row| row.code == code && row.limit.runs_long())
    }

    /// Returns true if a script runs for long before it hits the limit.
    pub const fn runs_long(self) -> bool {
        matches!(self, Self::Operations | Self::Time | Self::Memory)
    }

    /// Returns the error that stops the script. No script can catch it.
    #[expect(clippy::unused_self, reason = "which limit it was, the meter remembers")]
    pub fn stop(self) -> Box<EvalAltResult> {
        EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
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
    use super::{LIMITS, Limits, size};

    #[test]
    fn every_limit_has_its_row_in_order() {
        for (at, row) in LIMITS.iter().enumerate() {
            assert_eq!(row.limit as usize, at, "{:?}", row.limit);
            assert!(row.code.as_str().starts_with("script-") && !row.help.is_empty());
            assert!(!(row.message)(&Limits::default()).ends_with('.'));
        }
        assert_eq!(LIMITS.len(), super::Limit::Memory as usize + 1);
    }

    #[test]
    fn sizes_are_formatted_for_people() {
        for (bytes, expected) in [(16 << 20, "16 MiB"), (600 << 10, "600 KiB"), (1000, "1000 bytes"), (0, "0 bytes")] {
            assert_eq!(size(bytes), expected);
        }
    }
}
