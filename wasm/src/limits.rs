//! Limits of scripts and packages, as JavaScript sets them.

use std::collections::BTreeMap;

use assay_engine::script::Limits;
use assay_engine::system::package::PackageLimits;
use assay_engine::text::IssueCode;
use wasm_bindgen::JsValue;

use crate::error::Error;
use crate::input::read;

/// Returns `limits` with those of an object in their place: numbers by name. Those that are undefined stay as they are.
///
/// # Errors
/// Fails if there is no such limit, or it does not take that value.
pub fn limits_over(mut limits: Limits, object: JsValue) -> Result<Limits, Error> {
    let given: Option<BTreeMap<String, Option<f64>>> = read(object, "limits are an object of numbers by name")?;
    for (name, value) in given.into_iter().flatten() {
        if let Some(value) = value {
            limits.set(&name, value)?;
        }
    }
    Ok(limits)
}

/// Returns the limits of packages, with those of the JSON object `json` in place of the defaults.
///
/// # Errors
/// Fails on an unknown limit, and on a value that is not a whole number.
pub fn package_limits_of(json: &str) -> Result<PackageLimits, Error> {
    let given: serde_json::Value = serde_json::from_str(json).map_err(|error| Error::of(IssueCode::Misuse, &error))?;
    let mut limits = PackageLimits::default();
    for (name, value) in given.as_object().into_iter().flatten() {
        let number = value.as_u64();
        if !limits.set(name, number.unwrap_or_default()) {
            let known = PackageLimits::NAMES.map(|(name, _)| format!("`{name}`")).join(", ");
            let message = format!("there is no limit `{name}` of packages: there are {known}");
            return Err(Error::of(IssueCode::UnknownLimit, &message));
        }
        if number.is_none() {
            return Err(Error::misuse(&format!("expected a whole number as the limit `{name}`, not {value}")));
        }
    }
    Ok(limits)
}
