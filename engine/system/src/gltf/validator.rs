//! The validator of the host.

use std::sync::OnceLock;

/// Reads a file that a model names by its decoded `uri`. The error is the reason why it cannot be read.
pub type ReadResource<'r> = &'r dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Validates the bytes of a model and returns the report as JSON. The error is the reason why the validator failed.
pub type Validate = fn(model: &[u8], read: ReadResource<'_>) -> Result<String, String>;

/// The validator that the host has set by [`validate_with`].
static VALIDATE: OnceLock<Validate> = OnceLock::new();

/// Sets the validator of the host. Only the first call has an effect.
pub fn validate_with(validate: Validate) {
    let _ = VALIDATE.set(validate);
}

pub(super) fn validate(model: &[u8], read: ReadResource<'_>) -> Result<String, String> {
    let validate = VALIDATE.get().ok_or("no glTF validator is available here")?;
    validate(model, read)
}
