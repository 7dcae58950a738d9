//! Metadata: packages, and what a studio notes about its assets.
//!
//! Everything that can be read is a template. This file adds the sources of the assets.

use super::{Draft, image};

/// The files with their faults.
pub fn sample() -> Draft {
    let mut draft = Draft::from_templates("meta");
    for name in ["crate", "guard", "wall"] {
        draft.put(&format!("sources/{name}.psd"), image::psd(8, 8));
    }
    draft
}
