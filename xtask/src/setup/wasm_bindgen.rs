//! The wasm-bindgen command. Its version must be exactly that of the crate in the engine.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::cargo_tool::CargoTool;
use crate::places;
use crate::progress::Progress;

/// Finds or builds the wasm-bindgen command and returns its folder.
///
/// # Errors
/// Fails if Cargo.lock does not contain wasm-bindgen, or if cargo cannot build the command.
pub fn ensure(progress: &Progress) -> Result<PathBuf> {
    let lock = fs::read_to_string(places::in_root("Cargo.lock")).context("cannot read `Cargo.lock`")?;
    let version = locked_version(&lock, "wasm-bindgen").context("`Cargo.lock` does not contain `wasm-bindgen`")?;
    // Not locked: the lock file of a release may name versions that are not published.
    let tool = CargoTool { name: "wasm-bindgen-cli", command: "wasm-bindgen", version, locked: false, opt_level: "1" };
    tool.ensure(progress)
}

/// Returns the version of a crate in the text of a Cargo.lock.
fn locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    lines.find(|line| line.strip_prefix("name = ").is_some_and(|value| value.trim_matches('"') == name))?;
    Some(lines.next()?.strip_prefix("version = ")?.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    const LOCK: &str = r#"
[[package]]
name = "wasm-bindgen-macro"
version = "0.1.0"

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
source = "registry"
"#;

    #[test]
    fn the_version_belongs_to_the_named_crate() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(LOCK, "wasm"), None);
    }
}
