//! Separates letters from their accents: some systems write them as one character, others as two.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Converts a string to the Unicode normalization form NFD.
pub type Decompose = fn(&str) -> String;

/// The function that the host has set with [`decompose_with`].
static DECOMPOSE: OnceLock<Decompose> = OnceLock::new();

/// Sets the function of the host that decomposes strings. The host provides it because its tables are larger than all
/// code that uses them. Later calls have no effect.
pub fn decompose_with(decompose: Decompose) {
    let _ = DECOMPOSE.set(decompose);
}

/// Returns the string with each accent after its letter, in the order of the Unicode normalization form NFD.
#[must_use]
pub fn decompose_accents(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { ask(text) }
}

#[cfg(not(target_family = "wasm"))]
fn ask(text: &str) -> Cow<'_, str> {
    use unicode_normalization::UnicodeNormalization;

    // Native programs link the tables, so they need no host.
    let decompose = DECOMPOSE.get().copied().unwrap_or(|text| text.nfd().collect());
    decompose(text).into()
}

#[cfg(target_family = "wasm")]
fn ask(text: &str) -> Cow<'_, str> {
    DECOMPOSE.get().map_or(text.into(), |decompose| decompose(text).into())
}
