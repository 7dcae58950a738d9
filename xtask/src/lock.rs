//! Locks: two commands on one machine that would write the same folder take turns.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result};

/// Takes the lock of a folder, and holds it until the returned file is dropped.
///
/// # Errors
/// Fails if the folder cannot be created or written.
pub fn take(folder: &Path, what: &str) -> Result<File> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    let path = folder.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write `{}`", path.display()))?;
    if file.try_lock().is_err() {
        println!("{what}: waits for another {what} on this machine");
        file.lock().with_context(|| format!("cannot lock `{}`", path.display()))?;
    }
    Ok(file)
}
