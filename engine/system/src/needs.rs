//! The data of a system that rules need.

use serde::{Deserialize, Serialize};

/// The parts of a system's data that rules need: a set of up to eight flags. The system defines their meaning.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct DataNeeds(u8);

impl DataNeeds {
    /// No data.
    pub const NONE: Self = Self(0);
    /// All data.
    pub const ALL: Self = Self(u8::MAX);

    /// Returns the flag of that number, from 0 to 7.
    pub const fn flag(number: u8) -> Self {
        Self(1 << number)
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the sets have a flag in common.
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// Returns true if no data is needed.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}
