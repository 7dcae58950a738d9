//! The scripts in a rule.

/// A script in a rule file: the `func_str` of a rule, or the `script:` of the file.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'u> {
    /// The name of the unit in faults and errors.
    pub id: UnitId,
    /// The code.
    pub text: &'u str,
}

/// The name of a unit, chosen by the caller, who knows the file that contains it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct UnitId(pub u32);
