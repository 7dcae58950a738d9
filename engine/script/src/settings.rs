//! Limits that a host can set: by name, within bounds.

use assay_document::text::nearest;
use thiserror::Error;

use super::Limits;

/// A limit that a host can set.
pub struct LimitSetting {
    /// The name of the limit.
    pub name: &'static str,
    /// The description of the limit and its unit, in one sentence.
    pub doc: &'static str,
    /// The maximum value; the minimum is 1.
    pub most: u64,
    get: fn(&Limits) -> u64,
    set: fn(&mut Limits, u64),
}

/// The maximum memory of WebAssembly, in bytes.
const MEMORY: u64 = 4 << 30;

/// The maximum length of a string, in bytes. No allocation may exceed half of [`MEMORY`], and a growing string is
/// copied into a buffer of twice its size before its length is checked.
const TEXT: u64 = 256 << 20;

/// The maximum number of elements of a list: as many elements of 16 bytes as [`TEXT`] holds.
const LIST: u64 = TEXT / 16;

/// All limits that a host can set. The stack limit is not included, because the stack size does not depend on the host.
pub const SETTINGS: &[LimitSetting] = &[
    LimitSetting {
        name: "operations",
        doc: "Maximum number of operations of one call: about one for each expression that is evaluated.",
        most: 1 << 53,
        get: |limits| limits.operations,
        set: |limits, value| limits.operations = value,
    },
    LimitSetting {
        name: "milliseconds",
        doc: "Maximum duration of one call, in milliseconds.",
        most: 24 * 60 * 60 * 1000,
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a whole number in bounds")]
        get: |limits| limits.milliseconds as u64,
        #[expect(clippy::cast_precision_loss, reason = "a day of milliseconds is exact")]
        set: |limits, value| limits.milliseconds = value as f64,
    },
    LimitSetting {
        name: "depth",
        doc: "Maximum depth of nested function calls.",
        most: 1000,
        get: |limits| limits.depth as u64,
        set: |limits, value| limits.depth = size(value),
    },
    LimitSetting {
        name: "text",
        doc: "Maximum length of a string, in bytes.",
        most: TEXT,
        get: |limits| limits.text as u64,
        set: |limits, value| limits.text = size(value),
    },
    LimitSetting {
        name: "list",
        doc: "Maximum number of elements of a list or a map.",
        most: LIST,
        get: |limits| limits.list as u64,
        set: |limits, value| limits.list = size(value),
    },
    LimitSetting {
        name: "levels",
        doc: "Maximum depth of nested expressions.",
        most: 64,
        get: |limits| limits.levels as u64,
        set: |limits, value| limits.levels = size(value),
    },
    LimitSetting {
        name: "memory",
        doc: "Maximum growth of memory during one call, in bytes.",
        most: MEMORY,
        get: |limits| limits.memory as u64,
        set: |limits, value| limits.memory = size(value),
    },
    LimitSetting {
        name: "overruns",
        doc: "Files in which a rule's script may exceed its operations, time or memory before the rule is skipped.",
        most: u32::MAX as u64,
        get: |limits| u64::from(limits.overruns),
        set: |limits, value| limits.overruns = u32::try_from(value).unwrap_or(u32::MAX),
    },
    LimitSetting {
        name: "findings",
        doc: "Maximum memory of the findings in one file, in bytes; a finding takes 100 to 400.",
        most: 2 << 30,
        get: |limits| limits.findings as u64,
        set: |limits, value| limits.findings = size(value),
    },
];

/// Converts a number within the bounds to a size. On WebAssembly, [`MEMORY`] saturates.
fn size(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// The reason why a limit cannot be set.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Unsettable {
    /// There is no limit of that name.
    #[error("unknown script limit `{name}`{}", hint(.name))]
    Unknown {
        /// The unknown name.
        name: String,
    },
    /// The value is not a whole number, or is out of bounds.
    #[error("the script limit `{name}` must be a whole number from 1 to {most}, not {value}")]
    OutOfBounds {
        /// The limit.
        name: &'static str,
        /// The maximum value.
        most: u64,
        /// The given value, as the message shows it.
        value: String,
    },
}

/// Returns the names of all limits, and the most similar one.
fn hint(name: &str) -> String {
    let names = SETTINGS.iter().map(|setting| setting.name);
    let all: Vec<String> = names.clone().map(|name| format!("`{name}`")).collect();
    let meant = nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("; known limits: {}{meant}", all.join(", "))
}

impl Limits {
    /// Sets the limit of that name, one of [`SETTINGS`]. `value` is a number from the host.
    ///
    /// # Errors
    /// Returns an error if there is no such limit, or if the value is out of bounds.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), Unsettable> {
        let found = SETTINGS.iter().find(|setting| setting.name == name);
        let setting = found.ok_or_else(|| Unsettable::Unknown { name: name.to_owned() })?;
        let &LimitSetting { name, most, .. } = setting;
        let whole = to_whole_number(value).filter(|whole| (1..=most).contains(whole));
        let whole = whole.ok_or_else(|| Unsettable::OutOfBounds { name, most, value: value.to_string() })?;
        (setting.set)(self, whole);
        Ok(())
    }

    /// Returns the value of the limit of that name; `None` if there is no such limit.
    pub fn get(&self, name: &str) -> Option<u64> {
        SETTINGS.iter().find(|setting| setting.name == name).map(|setting| (setting.get)(self))
    }
}

/// Converts a float to a whole number; `None` if it has a fraction or is negative.
fn to_whole_number(value: f64) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is looked at first")]
    let whole = || value as u64;
    (value.fract() == 0.0 && value >= 0.0).then(whole)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Limits, SETTINGS, Unsettable};

    #[test]
    fn names_are_unique_and_documented() {
        let names: HashSet<_> = SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(names.len(), SETTINGS.len());
        assert!(SETTINGS.iter().all(|setting| setting.doc.ends_with('.')));
    }

    #[test]
    fn each_setting_accepts_exactly_its_range() {
        for setting in SETTINGS {
            let mut limits = Limits::default();
            let default = limits.get(setting.name);
            assert!((1..=setting.most).contains(&default.unwrap()), "{}", setting.name);
            for value in [1, setting.most] {
                #[expect(clippy::cast_precision_loss, reason = "the bounds are exact")]
                let float = value as f64;
                limits.set(setting.name, float).unwrap();
                assert_eq!(limits.get(setting.name), Some(value));
            }
            for value in [0.0, -1.0, 1.5, f64::NAN, f64::INFINITY, 1e17] {
                let refused = limits.set(setting.name, value);
                assert!(matches!(refused, Err(Unsettable::OutOfBounds { .. })), "{} {value}", setting.name);
            }
            assert_eq!(limits.get(setting.name), Some(setting.most));
        }
    }

    #[test]
    fn refused_settings_are_explained() {
        let message = |name: &str, value: f64| Limits::default().set(name, value).unwrap_err().to_string();
        assert_eq!(
            message("operation", 5.0),
            "unknown script limit `operation`; known limits: `operations`, `milliseconds`, `depth`, `text`, `list`, `levels`, \
             `memory`, `overruns`, `findings`; did you mean `operations`?"
        );
        assert_eq!(message("depth", 0.0), "the script limit `depth` must be a whole number from 1 to 1000, not 0");
        assert_eq!(
            message("depth", f64::NAN),
            "the script limit `depth` must be a whole number from 1 to 1000, not NaN"
        );
    }
}
