//! Stamps: a hash of all inputs of a step. The step is skipped as long as the hash does not change.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::places;

/// The hash of the inputs of a step.
#[derive(Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds a string that the output depends on, such as the version of a tool.
    pub fn text(mut self, text: &str) -> Self {
        self.0.update(text.as_bytes());
        self.0.update([0]);
        self
    }

    /// Adds a file, or a folder with its content except the names in `except`. A path that does not exist counts as
    /// missing, which also changes the hash.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn path(mut self, path: &Path, except: &[&str]) -> Result<Self> {
        let relative = path.strip_prefix(places::root()).unwrap_or(path);
        if path.is_dir() {
            for entry in sorted_entries(path)? {
                let skipped = entry.file_name().is_some_and(|name| except.iter().any(|other| name == *other));
                if !skipped {
                    self = self.path(&entry, except)?;
                }
            }
            return Ok(self);
        }
        self = self.text(&relative.to_string_lossy());
        if path.exists() {
            let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", relative.display()))?;
            self.0.update(bytes.len().to_le_bytes());
            self.0.update(&bytes);
        }
        Ok(self)
    }

    /// Returns the hash of all inputs, in hexadecimal digits.
    pub fn hash(self) -> String {
        let bytes = self.0.finalize();
        bytes.iter().fold(String::with_capacity(2 * bytes.len()), |text, byte| format!("{text}{byte:02x}"))
    }
}

/// Returns true if the stamp at `file` contains this hash.
pub fn holds(file: &Path, hash: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.trim() == hash)
}

/// Writes a hash to the stamp at `file`.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
pub fn set(file: &Path, hash: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    }
    fs::write(file, hash).with_context(|| format!("cannot write `{}`", file.display()))
}

/// Returns the entries of a folder in the order of their names, so that a hash does not depend on the file system.
fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder `{}`", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::Inputs;
    use std::path::Path;

    #[test]
    fn absence_is_an_input() -> anyhow::Result<()> {
        let absent = Inputs::default().path(Path::new("no/such/file"), &[])?.hash();
        assert_ne!(absent, Inputs::default().hash());
        Ok(())
    }

    #[test]
    fn strings_are_separated() {
        assert_ne!(Inputs::default().text("a").text("b").hash(), Inputs::default().text("ab").hash());
    }

    #[test]
    fn excepted_names_are_ignored() -> anyhow::Result<()> {
        let setup = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/setup");
        let all = Inputs::default().path(&setup, &[])?.hash();
        assert_ne!(all, Inputs::default().path(&setup, &["mod.rs"])?.hash());
        assert_eq!(all, Inputs::default().path(&setup, &["no-such-name"])?.hash());
        Ok(())
    }
}
