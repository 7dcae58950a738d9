//! Reads values of JavaScript with serde.

use assay_engine::config::{Config, ProjectFolders};
use assay_engine::rule::{RuleChoice, RuleFile};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::error::Error;

/// A configuration file: its path and text, and its folders unless it is one of the files under check.
#[derive(Deserialize)]
struct ConfigInput {
    path: String,
    text: String,
    at: Option<ProjectFolders>,
    #[serde(rename = "hasOtherRules")]
    has_other_rules: Option<bool>,
}

/// A choice of rules.
#[derive(Deserialize)]
struct ChoiceInput {
    by: String,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    skip: Vec<String>,
}

/// Reads rule files from a list of `{ path, text }`. Fails for any other value.
pub fn rule_files(rules: JsValue) -> Result<Vec<RuleFile>, Error> {
    read(rules, "rule files must be a list of objects with the strings `path` and `text`")
}

/// Reads a configuration from `{ path, text, at?: { folder, root }, hasOtherRules? }`. Fails for any other value.
pub fn config(config: JsValue) -> Result<Config, Error> {
    let ConfigInput { path, text, at, has_other_rules } =
        read(config, "a configuration must be an object with the strings `path` and `text`")?;
    Ok(Config::read(&RuleFile { path, text }).at(at).with_other_rules(has_other_rules.unwrap_or_default()))
}

/// Reads choices of rules from a list of `{ by, rules?, tags?, skip? }`; a missing list chooses all rules. Fails for
/// any other value.
pub fn choices(choices: JsValue) -> Result<Vec<RuleChoice>, Error> {
    if choices.is_undefined() {
        return Ok(Vec::new());
    }
    let choices: Vec<ChoiceInput> =
        read(choices, "choices must be a list of objects with the string `by` and lists of strings")?;
    let choice = |ChoiceInput { by, rules, tags, skip }| RuleChoice { rules, tags, skipped: skip, by };
    Ok(choices.into_iter().map(choice).collect())
}

/// Reads a value. `expected` describes it in the error. Fails if the value has another shape.
pub fn read<T: DeserializeOwned>(value: JsValue, expected: &str) -> Result<T, Error> {
    serde_wasm_bindgen::from_value(value).map_err(|error| Error::misuse(&format!("{expected}: {error}")))
}

/// Splits a string of paths that are separated by NUL.
// A string with millions of paths is passed in one step, a list of strings in one step for each path.
pub(crate) fn split_paths(paths: &str) -> Vec<String> {
    paths.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}
