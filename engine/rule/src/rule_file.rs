//! A rule file as a host passes it.

use serde::{Deserialize, Serialize};

/// A rule file as a host passes it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct RuleFile {
    /// The path as shown to users, with `/` or `\` between parts; it may begin with `../` or `/`.
    pub path: String,
    /// The content of the file.
    pub text: String,
}
