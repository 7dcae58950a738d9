//! The result of a condition for the values of a file.

use assay_document::extract::ValueId;
use assay_document::text::without_inlining;
use assay_script::Host;
use assay_store::Store;

use crate::StoppedScript;

/// The result of a condition for the values of one file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Judgement {
    /// The values that failed, in their order.
    pub failed: Vec<Verdict>,
    /// The values on which a script stopped. For a function, these are all values.
    pub unknown: Vec<ValueId>,
    /// The script that stopped, if one did.
    pub stopped: Option<StoppedScript>,
}

/// A value that failed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// The value; `None` for the file itself.
    pub value: Option<ValueId>,
    /// Other values that belong to it: for `Unique`, the first of the equal values.
    pub related: Vec<ValueId>,
    /// The message that a function returned with the value, if any.
    pub message: Option<String>,
}

/// The data that a condition may use.
#[derive(Clone, Copy)]
pub struct ConditionContext<'c> {
    /// The file whose values are judged.
    pub path: &'c str,
    /// The collections.
    pub store: &'c Store,
    /// The environment in which expressions and functions run, set to the current file.
    pub host: &'c Host,
}

impl Verdict {
    /// Returns the failure of a single value, without a message.
    pub const fn of(value: ValueId) -> Self {
        Self { value: Some(value), related: Vec::new(), message: None }
    }
}

/// Returns the values for which `fails` is true.
pub(super) fn failing<F: Fn(ValueId) -> bool>(list: &[ValueId], fails: F) -> Vec<Verdict> {
    /// The number of values that are judged in one call, see [`without_inlining`].
    const PART: usize = 1024;
    fn judge<F: Fn(ValueId) -> bool>(part: &[ValueId], fails: &F, failed: &mut Vec<Verdict>) {
        failed.extend(part.iter().copied().filter(|&id| fails(id)).map(Verdict::of));
    }
    // WebAssembly engines switch to the optimised code of a function only when it is called again.
    let judge: fn(&[ValueId], &F, &mut Vec<Verdict>) = without_inlining(judge);
    let mut failed = Vec::new();
    for part in list.chunks(PART) {
        judge(part, &fails, &mut failed);
    }
    failed
}
