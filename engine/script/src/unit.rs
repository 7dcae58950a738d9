//! The pieces of Rhai that a rule brings.

/// A piece of Rhai: the `func_str` of a rule, or the `script:` of a rule file.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'u> {
    /// The name under which faults and errors call it.
    pub id: UnitId,
    /// Its code.
    pub text: &'u str,
}

/// A unit's name, given by whoever knows where its code stands.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct UnitId(pub u32);
