//! A rule file as a host hands it in.

use serde::{Deserialize, Serialize};

/// A rule file as a host hands it in.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct RuleFile {
    /// Its path as people should read it, with `/` or `\` between parts; it may begin with `../` or `/`.
    pub path: String,
    /// The content of the file.
    pub text: String,
}
