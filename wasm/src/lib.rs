//! The border between Assay's engine and JavaScript: each function converts its arguments, calls the engine once, and
//! converts the result.
//!
//! Work is passed as bytes, reports and diagnostics as JSON. This crate does not interpret them.

#[macro_use]
mod shown;

mod asset_list;
mod blocks;
mod checker;
mod definition;
mod encodings;
mod error;
mod gltf;
mod input;
mod life;
mod limits;
mod outline;
mod package;
mod panics;
mod pipeline;
mod report;
mod run;
mod saved;
mod source;
mod tests;
mod trace;
mod worker;

use assay_engine::check::Batch;
use assay_engine::config::Config;
use assay_engine::report::{OutputFormat, render_remarks};
use assay_engine::rule;
use assay_engine::text::decompose_with;
use assay_engine::text::json::for_javascript;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use self::checker::further;
use self::shown::style;

pub use asset_list::{
    AssetList, AssetListWriter, AssetLists, AssetPlan, SeedList, asset_list_tables, comparison_key, in_at_least,
};
pub use blocks::{BlockMerge, Blocks, BuiltIndex, IndexMerge, SavedBlock};
pub use checker::Checker;
pub use definition::{DefinitionLoad, Definitions};
pub use encodings::{HostEncodings, set_encodings};
pub use error::Error;
pub use gltf::{HostValidator, set_gltf_validator};
pub use life::{HostListener, set_listener};
pub use outline::{Outline, XPaths, node_kinds, value_kinds};
pub use package::{Package, PackageCreation, PackageSet, PackageWriter, verify_package};
pub use pipeline::Pipeline;
pub use report::{Merging, Rendering, Report, render_baseline_mistakes};
pub use run::Run;
pub use saved::{read_report, read_report_portions};
pub use source::HostSource;
pub use tests::{TestReport, run_tests};
pub use trace::Trace;
pub use worker::Worker;

#[wasm_bindgen]
extern "C" {
    // Every host has this method, and the tables for it would make the module larger.
    #[wasm_bindgen(js_namespace = ["String", "prototype", "normalize"], js_name = call)]
    fn normalize(text: &str, form: &str) -> String;
}

fn decompose(text: &str) -> String {
    normalize(text, "NFD")
}

/// Prepares a new instance. Called once for each instance, before any other function.
#[wasm_bindgen(start)]
pub fn start() {
    panics::keep();
    decompose_with(decompose);
}

/// Returns the version of the engine, as in `Cargo.toml`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the message of the panic that ended this instance, if it panicked.
#[wasm_bindgen(js_name = panicMessage)]
pub fn panic_message() -> Option<String> {
    panics::message()
}

/// Returns the test that was running when this instance ended: its rule file, and its name.
#[wasm_bindgen(js_name = testAtHand)]
pub fn test_at_hand() -> Option<Vec<String>> {
    panics::test().map(|(path, name)| [path].into_iter().chain(name).collect())
}

/// Returns the vocabulary of rule files, as JSON: a list of `{ kind, name, takes?, doc }`.
#[wasm_bindgen]
pub fn vocabulary() -> String {
    for_javascript(&rule::vocabulary())
}

/// Describes the packs and rules of rule files, each a `{ path, text }`, as JSON. `read` returns the text of another
/// file. Fails if `rules` is not such a list.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in optional values by value only")]
pub fn catalog(rules: JsValue, read: Option<Function>) -> Result<String, Error> {
    let read = |path: &str| further(read.as_ref(), path);
    Ok(for_javascript(&rule::catalog(&input::rule_files(rules)?, &read)))
}

/// Returns the settings, problems and hints of a configuration file, as JSON.
#[wasm_bindgen(js_name = readConfig)]
pub fn read_config(path: String, text: String) -> String {
    for_javascript(&Config::read(&rule::RuleFile { path, text }).to_host_form())
}

/// Renders the problems and warnings of a configuration file for people; empty if it has none.
#[wasm_bindgen(js_name = renderConfigMistakes)]
pub fn render_config_mistakes(path: String, text: String, color: bool, width: Option<usize>) -> String {
    render_remarks(Config::read(&rule::RuleFile { path, text }).diagnostics(), style(color, width, true))
}

/// Checks the name of a format of reports. Fails if the format is unknown. The error suggests the most similar name.
#[wasm_bindgen(js_name = requireFormat)]
pub fn require_format(name: &str) -> Result<(), Error> {
    OutputFormat::<assay_engine::report::Report>::named(name)?;
    Ok(())
}

/// Returns the paths of a batch's files. Fails if the bytes are not a batch.
#[wasm_bindgen(js_name = batchPaths)]
pub fn batch_paths(batch: &[u8]) -> Result<Vec<String>, Error> {
    Ok(Batch::from_bytes(batch)?.paths().map(str::to_owned).collect())
}

/// Returns the number of files in a batch. Fails if the bytes are not a batch.
#[wasm_bindgen(js_name = batchSize)]
pub fn batch_size(batch: &[u8]) -> Result<usize, Error> {
    Ok(Batch::size_of(batch)?)
}

/// Splits a batch into one batch for each file. Fails if the bytes are not a batch.
#[wasm_bindgen(js_name = splitBatch)]
pub fn split_batch(batch: &[u8]) -> Result<Vec<js_sys::Uint8Array>, Error> {
    Ok(Batch::from_bytes(batch)?.split().iter().map(|single| single.to_bytes().as_slice().into()).collect())
}
