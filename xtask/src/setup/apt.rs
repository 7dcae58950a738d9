//! Debian's packages.

use anyhow::{Result, bail};

use crate::places;
use crate::run::Run;

/// The time that apt waits for another apt on the machine, in seconds.
const LOCK_TIMEOUT: &str = "DPkg::Lock::Timeout=300";

/// Returns true if this machine has apt.
pub fn exists() -> bool {
    places::on_path("apt-get").is_some()
}

/// Returns true if all of these packages are installed.
pub fn has(packages: &[&str]) -> bool {
    packages.iter().all(|package| {
        let status = Run::new("dpkg-query").args(["-W", "-f=${Status}", package]).silent();
        status.is_ok_and(|status| status == "install ok installed")
    })
}

/// Installs packages, without those they only recommend, and never by removing others.
///
/// # Errors
/// If this process may not install packages, the error contains the command to run; otherwise it contains the message
/// of apt.
pub fn install(packages: &[&str]) -> Result<()> {
    if !is_root() {
        bail!(
            "only root can install packages: run `apt-get install -y {}` as root, then try again",
            packages.join(" ")
        );
    }
    // If the package index is too old, the next command fails with a better message than this one.
    apt_get(&["update"]).succeeds();
    apt_get(&["install", "-y", "--no-install-recommends", "--no-remove"]).args(packages).silent()?;
    Ok(())
}

fn apt_get(args: &[&str]) -> Run {
    Run::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-o", LOCK_TIMEOUT]).args(args)
}

fn is_root() -> bool {
    Run::new("id").arg("-u").silent().is_ok_and(|id| id.trim() == "0")
}
