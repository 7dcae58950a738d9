//! Letters apart from their accents: what one system writes as one character, another writes as two.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Takes a text apart as Unicode's form NFD has it.
pub type Decompose = fn(&str) -> String;

/// The function that the host has set by [`decompose_with`].
static DECOMPOSE: OnceLock<Decompose> = OnceLock::new();

/// Sets the function by which the host decomposes strings, as its tables are larger than all code that needs them. The
/// first one stays.
pub fn decompose_with(decompose: Decompose) {
    let _ = DECOMPOSE.set(decompose);
}

/// The text with each accent behind its letter, in the order that Unicode's form NFD has.
#[must_use]
pub fn decomposed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { ask(text) }
}

#[cfg(not(target_family = "wasm"))]
fn ask(text: &str) -> Cow<'_, str> {
    use unicode_normalization::UnicodeNormalization;

    let decompose = DECOMPOSE.get().copied().unwrap_or(|text| text.nfd().collect());
    decompose(text).into()
}

#[cfg(target_family = "wasm")]
fn ask(text: &str) -> Cow<'_, str> {
    DECOMPOSE.get().map_or(text.into(), |decompose| decompose(text).into())
}
