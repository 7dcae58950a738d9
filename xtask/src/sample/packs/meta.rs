//! Metadata: packages, and a studio's notes about its assets.
//!
//! All text files are templates. This file adds the sources of the assets.

use super::{Draft, image};

/// Returns the files with their faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("meta");
    for name in ["crate", "guard", "wall"] {
        draft.put(&format!("sources/{name}.psd"), image::psd(8, 8));
    }
    draft
}
