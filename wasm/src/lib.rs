//! The border between Assay's engine and JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the engine, as in `Cargo.toml`.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
